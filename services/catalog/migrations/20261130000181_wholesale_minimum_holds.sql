-- no-transaction
-- Why: nobody waits while the rows that were there before are looked through.
ALTER TABLE products VALIDATE CONSTRAINT products_wholesale_minimum;
