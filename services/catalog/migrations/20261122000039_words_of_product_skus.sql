-- no-transaction
-- Why: a part of a product's own SKU.
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_words ON products USING gin (lower(sku) gin_trgm_ops) WHERE sku <> '';
