-- no-transaction
-- Why: which combinations have an attribute or one of its options is found without reading all of them.
CREATE INDEX CONCURRENTLY IF NOT EXISTS combinations_chosen ON combinations USING gin (chosen jsonb_path_ops);
