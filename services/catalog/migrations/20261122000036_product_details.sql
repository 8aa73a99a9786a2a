-- Why: what staff keep of a product beside what shoppers are shown (spec 3): its own stock number and barcode, what it is bought
-- for and what wholesalers pay (centimes before tax), weight (grams) and sizes (centimetres). Zero and empty: not said.
ALTER TABLE products
    ADD COLUMN sku                text NOT NULL DEFAULT '',
    ADD COLUMN barcode            text NOT NULL DEFAULT '',
    ADD COLUMN supply_price_ht    bigint NOT NULL DEFAULT 0,
    ADD COLUMN wholesale_price_ht bigint NOT NULL DEFAULT 0,
    ADD COLUMN weight             integer NOT NULL DEFAULT 0,
    ADD COLUMN height             integer NOT NULL DEFAULT 0,
    ADD COLUMN width              integer NOT NULL DEFAULT 0,
    ADD COLUMN length             integer NOT NULL DEFAULT 0;
ALTER TABLE products
    ADD CONSTRAINT products_details CHECK (
        supply_price_ht >= 0 AND wholesale_price_ht >= 0 AND weight >= 0 AND height >= 0 AND width >= 0 AND length >= 0
    ) NOT VALID;
