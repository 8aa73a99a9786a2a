-- no-transaction
-- Why: orders are found by names without accents. The index of the texts as they are goes a release later: the release before asks it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_by_folded_search ON orders USING gin (search_folded(search) gin_trgm_ops);
