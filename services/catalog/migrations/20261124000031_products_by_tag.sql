-- no-transaction
-- Why: the products of a tag that few have, found without reading the others.
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_by_tag ON products USING gin (tag_keys(tags)) WHERE tags <> '{}';
