-- no-transaction
-- Why: a brand's products, cheapest or dearest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_by_brand_and_price ON products (brand_id, price_ht, number DESC);
