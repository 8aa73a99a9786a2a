-- Why: what combinations differ in is said once for the shop: an attribute with its options in their order. Combinations have the
-- words of their options with them (`chosen`); those of a product that waits in `products_to_relabel` are still the ones before.
CREATE TABLE attributes (
    id      uuid PRIMARY KEY,
    version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
    kind    text NOT NULL CONSTRAINT attributes_kind UNIQUE CHECK (kind <> ''),
    input   text NOT NULL CHECK (input IN ('text', 'color')),
    name    jsonb NOT NULL,
    options jsonb NOT NULL DEFAULT '[]'
);
CREATE TABLE products_to_relabel (
    product_id uuid PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE
);
