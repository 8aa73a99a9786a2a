-- no-transaction
-- What 0011 says in its place.
DROP INDEX CONCURRENTLY IF EXISTS receivable_entries_once_per_order;
