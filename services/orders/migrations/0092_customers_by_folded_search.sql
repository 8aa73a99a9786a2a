-- no-transaction
-- Why: as orders, by names without accents.
CREATE INDEX CONCURRENTLY IF NOT EXISTS customers_by_folded_search ON customers USING gin (search_folded(search) gin_trgm_ops);
