-- no-transaction
-- 0013 has what it had.
DROP INDEX CONCURRENTLY IF EXISTS sellable_items_by_name;
