-- no-transaction
-- Why: a category's products, cheapest or dearest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_by_category_and_price ON products (category_id, price_ht, number DESC);
