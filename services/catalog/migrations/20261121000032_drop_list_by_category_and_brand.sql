-- no-transaction
-- Why: what it was read for is read by the index of 25, of each state and merged. Replicas of the release before sort
-- until they are replaced.
DROP INDEX CONCURRENTLY IF EXISTS products_by_category_and_brand;
