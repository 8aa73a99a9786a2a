-- no-transaction
-- Why: a part of a name or a SKU. The indexes of each (0013, 0014 and 0039) serve the release before, and go in the next one.
CREATE INDEX CONCURRENTLY IF NOT EXISTS product_search_texts_words ON product_search_texts USING gin (text gin_trgm_ops);
