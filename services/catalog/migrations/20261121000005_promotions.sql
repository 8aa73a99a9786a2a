-- Why: dated price rules. `in_force` is what the shop applies at this moment; it flips together with the
-- republished prices, so that the page, the cart and the order never disagree about a promotion's edge.
CREATE TABLE promotions (
    id        uuid PRIMARY KEY,
    version   bigint NOT NULL CHECK (version > 0),
    title     jsonb NOT NULL,
    rule_type text NOT NULL CHECK (rule_type IN ('percentage', 'amount')),
    value     bigint NOT NULL CHECK (value > 0),
    rule      text NOT NULL CHECK (rule IN ('product', 'category', 'brand', 'all')),
    entity_id uuid,
    starts_at timestamptz,
    ends_at   timestamptz,
    active    boolean NOT NULL,
    in_force  boolean NOT NULL,
    CHECK ((rule = 'all') = (entity_id IS NULL)),
    CHECK (rule_type <> 'percentage' OR value <= 10000),
    CHECK (starts_at IS NULL OR ends_at IS NULL OR starts_at < ends_at)
);
