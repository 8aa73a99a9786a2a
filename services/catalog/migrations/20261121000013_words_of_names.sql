-- no-transaction
-- Why: a part of a name.
CREATE INDEX CONCURRENTLY IF NOT EXISTS product_texts_words ON product_texts USING gin (lower(name) gin_trgm_ops);
