-- Why: the copy of what inventory says can be sold. No foreign key: the event may come before the product.
-- A product without combinations is kept under the nil combination id, so that the key has no NULL.
CREATE TABLE availability (
    product_id     uuid NOT NULL,
    combination_id uuid NOT NULL,
    version        bigint NOT NULL CHECK (version >= 0),
    available      bigint NOT NULL,
    PRIMARY KEY (product_id, combination_id)
);
