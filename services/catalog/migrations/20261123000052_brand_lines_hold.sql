-- no-transaction
-- Why: every product is of a line of its own brand, or of none, those from before the lines too.
ALTER TABLE products VALIDATE CONSTRAINT products_brand_line_fkey, VALIDATE CONSTRAINT products_brand_line_has_brand;
