-- no-transaction
-- Why: a stock number names one product.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS products_sku ON products (sku) WHERE sku <> '';
