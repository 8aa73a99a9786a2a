-- no-transaction
-- Why: a part of a SKU.
CREATE INDEX CONCURRENTLY IF NOT EXISTS combinations_words ON combinations USING gin (lower(sku) gin_trgm_ops) WHERE sku <> '';
