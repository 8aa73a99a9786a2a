-- no-transaction
-- Why: what it was read for is read by the index of 26, of each state and merged. Replicas of the release before sort
-- until they are replaced.
DROP INDEX CONCURRENTLY IF EXISTS products_price;
