-- no-transaction
-- Why: the same, of a brand's products of a category.
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_by_all_and_price ON products (category_id, brand_id, active, price_ht, number DESC);
