-- no-transaction
-- Why: the same, of a brand.
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_by_brand_state_and_price ON products (brand_id, active, price_ht, number DESC);
