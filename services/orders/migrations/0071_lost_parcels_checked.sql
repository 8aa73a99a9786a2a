-- no-transaction
-- The rule of 0070 holds for all orders; checked without holding up anybody who writes.
ALTER TABLE orders VALIDATE CONSTRAINT orders_status_check;
