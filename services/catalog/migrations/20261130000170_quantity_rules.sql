-- Why: some products are ordered from so many pieces on, by so many, up to so many (issue 9). The minimum can always be ordered, so the
-- maximum is no less; 999 is what one order line can have.
ALTER TABLE products
    ADD COLUMN minimum_quantity integer NOT NULL DEFAULT 1,
    ADD COLUMN maximum_quantity integer,
    ADD COLUMN quantity_step    integer NOT NULL DEFAULT 1;
ALTER TABLE products
    ADD CONSTRAINT products_quantity_rule CHECK (
        minimum_quantity BETWEEN 1 AND 999 AND quantity_step BETWEEN 1 AND 999
        AND (maximum_quantity IS NULL OR maximum_quantity BETWEEN minimum_quantity AND 999)
    ) NOT VALID;
