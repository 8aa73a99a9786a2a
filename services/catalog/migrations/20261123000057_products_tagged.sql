-- no-transaction
-- Why: the tags in use are those of the newest products that have some, found without reading the others.
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_tagged ON products (number) WHERE tags <> '{}';
