-- no-transaction
-- Why: a line's products are gone through in their order when they follow it, and looked for when it is taken away.
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_by_brand_line ON products (brand_line_id, number) WHERE brand_line_id IS NOT NULL;
