-- no-transaction
-- Why: the same, of a category.
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_by_category_state_and_price ON products (category_id, active, price_ht, number DESC);
