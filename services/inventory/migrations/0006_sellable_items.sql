-- Our copy of what catalog sells: which keys exist, and their names for the staff's screens. Kept by
-- `SellableChanged`; `sellable_products.version` refuses events that are not newer.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE sellable_products (
    product_id uuid   PRIMARY KEY,
    version    bigint NOT NULL CHECK (version >= 0)
);

CREATE TABLE sellable_items (
    product_id          uuid    NOT NULL REFERENCES sellable_products (product_id),
    combination_id      uuid    NOT NULL,
    product_name_fr     text    NOT NULL,
    product_name_ar     text    NOT NULL,
    product_name_en     text    NOT NULL,
    combination_name_fr text    NOT NULL,
    combination_name_ar text    NOT NULL,
    combination_name_en text    NOT NULL,
    sku                 text    NOT NULL,
    image               text    NOT NULL,
    -- False once catalog no longer names the key: nothing is added to it, what is left stays visible.
    listed              boolean NOT NULL,
    words               text    GENERATED ALWAYS AS (
        lower(product_name_fr || ' ' || product_name_ar || ' ' || product_name_en || ' ' || combination_name_fr
            || ' ' || combination_name_ar || ' ' || combination_name_en || ' ' || sku)
    ) STORED,
    PRIMARY KEY (product_id, combination_id)
);
CREATE INDEX sellable_items_by_name ON sellable_items (product_name_fr, product_id, combination_id);
CREATE INDEX sellable_items_words ON sellable_items USING gin (words gin_trgm_ops);
