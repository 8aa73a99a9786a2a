-- no-transaction
-- Why: which products say a feature or have one of its options is found without reading all of them.
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_features ON products USING gin (features jsonb_path_ops);
