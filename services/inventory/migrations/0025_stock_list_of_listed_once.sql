-- no-transaction
-- 0024 has what it was for. Replicas of the release before sort what they list by it until they are replaced.
DROP INDEX CONCURRENTLY IF EXISTS sellable_items_in_order;
