-- no-transaction
-- Why: every product has a page that there is.
ALTER TABLE products VALIDATE CONSTRAINT products_page;
