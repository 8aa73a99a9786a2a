-- no-transaction
-- Why: a brand's products of a category, in the order of the staff's list.
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_by_category_and_brand ON products (category_id, brand_id, number);
