-- no-transaction
-- Why: the same, of a category.
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_by_category_and_state ON products (category_id, active, number);
