-- no-transaction
-- Why: nobody waits while the rows that were there before are looked through.
ALTER TABLE orders VALIDATE CONSTRAINT orders_type_check;
