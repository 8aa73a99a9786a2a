-- Why: wholesalers order a product from so many pieces on, its combinations together (issue 9, "wholesale minimum order quantity" of spec 5).
-- Zero: not said, as of the other details.
ALTER TABLE products ADD COLUMN wholesale_min_order_quantity integer NOT NULL DEFAULT 0;
ALTER TABLE products
    ADD CONSTRAINT products_wholesale_minimum CHECK (wholesale_min_order_quantity BETWEEN 0 AND 1000000) NOT VALID;
