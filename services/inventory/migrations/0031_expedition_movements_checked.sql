-- no-transaction
-- The rules of 0030 hold for all rows; checked without holding up anybody who writes.
ALTER TABLE stock_movements VALIDATE CONSTRAINT stock_movements_kind_check;
