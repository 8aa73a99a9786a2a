-- no-transaction
-- 0026 has what it had.
DROP INDEX CONCURRENTLY IF EXISTS stock_movements_by_key;
