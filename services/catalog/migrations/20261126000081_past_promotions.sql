-- Why: what a promotion was before it was edited or ended tells what was paid (ADR 36). A row says from when until when it was in force
-- on these terms. The program keeps 90 days of them.
CREATE TABLE past_promotions (
    number       bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    promotion_id uuid        NOT NULL,
    rule_type    text        NOT NULL CHECK (rule_type IN ('percentage', 'amount')),
    value        bigint      NOT NULL CHECK (value > 0),
    rule         text        NOT NULL CHECK (rule IN ('product', 'category', 'brand', 'all')),
    entity_id    uuid,
    -- None: from ever.
    starts_at    timestamptz,
    ends_at      timestamptz NOT NULL,
    CHECK ((rule = 'all') = (entity_id IS NULL)),
    CHECK (starts_at < ends_at)
);
CREATE INDEX past_promotions_by_end ON past_promotions (ends_at);

-- From when on its terms are what they are; none of one that was saved before this was kept.
-- small table: a shop has 500 promotions in force or planned at most
ALTER TABLE promotions ADD COLUMN terms_since timestamptz;
