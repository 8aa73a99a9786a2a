-- Why: a pack may cost what its parts cost together, less a discount: hundredths of a percent, or centimes before tax. One without a row
-- has a price of its own. `products.price_ht` of one with a row is what it costs with what is chosen first. It follows its parts in steps:
-- those of up to revision `followed` are followed; of those up to `upto`, where there is one, the packs up to `after`.
CREATE TABLE pack_prices (
    product_id uuid PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
    rule_type  text NOT NULL CHECK (rule_type IN ('percentage', 'amount')),
    value      bigint NOT NULL CHECK (value >= 0),
    CHECK (rule_type <> 'percentage' OR value <= 10000)
);
CREATE TABLE pack_prices_followed (
    alone    boolean PRIMARY KEY DEFAULT true CHECK (alone),
    followed bigint NOT NULL CHECK (followed >= 0),
    upto     bigint CHECK (upto > followed),
    after    uuid,
    CHECK ((upto IS NULL) = (after IS NULL))
);
INSERT INTO pack_prices_followed (followed) SELECT current FROM revision;
