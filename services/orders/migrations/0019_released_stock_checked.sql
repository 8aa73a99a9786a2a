-- no-transaction
-- The rule of 0017 holds for all rows; checked without holding up anybody who writes.
ALTER TABLE orders VALIDATE CONSTRAINT orders_stock_check;
