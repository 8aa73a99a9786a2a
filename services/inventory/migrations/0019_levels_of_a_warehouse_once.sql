-- no-transaction
-- 0018 has what it had.
DROP INDEX CONCURRENTLY IF EXISTS stock_levels_by_warehouse;
