-- no-transaction
-- Why: a brand's products of a category in the order of the staff's list, of which none may be sold.
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_by_category_brand_and_state ON products (category_id, brand_id, active, number);
