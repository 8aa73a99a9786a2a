-- no-transaction
-- 0015 has what it had.
DROP INDEX CONCURRENTLY IF EXISTS availability_by_amount;
