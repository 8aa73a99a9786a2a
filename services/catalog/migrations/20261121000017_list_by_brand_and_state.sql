-- no-transaction
-- Why: the same, of a brand.
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_by_brand_and_state ON products (brand_id, active, number);
