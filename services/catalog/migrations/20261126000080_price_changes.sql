-- Why: what a product and each of its combinations cost before tax and promotions, and who changed it: for whoever asks, and for the
-- lowest price before a reduction (ADR 36). One row for each change, in its transaction; what has none cost since it was made what it
-- costs now. The program keeps two years of them, and 1,000 of one price at most.
CREATE TABLE price_changes (
    product_id    uuid        NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    -- The combination whose own price it is, or the product.
    priced_id     uuid        NOT NULL,
    -- The how-manieth change of this price.
    nth           bigint      NOT NULL CHECK (nth > 0),
    changed_at    timestamptz NOT NULL,
    -- Centimes; none of a combination that was not there.
    before        bigint      CHECK (before >= 0),
    after         bigint      NOT NULL CHECK (after >= 0),
    -- Whether shoppers could pay what it was: the product was sold at some time since the change before.
    offered       boolean     NOT NULL DEFAULT true,
    -- None where it followed something else, as a pack its parts.
    employee_id   uuid,
    employee_name text        NOT NULL,
    PRIMARY KEY (product_id, priced_id, nth),
    CHECK (before IS DISTINCT FROM after)
);
-- Until when at least it was sold, as its last save while it was tells; none of what never was.
ALTER TABLE products ADD COLUMN last_active_at timestamptz;
CREATE INDEX price_changes_newest ON price_changes (product_id, changed_at DESC, priced_id, nth DESC);
