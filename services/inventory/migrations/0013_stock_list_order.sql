-- no-transaction
-- The list of stock by name, read without the rows themselves (ADR 23); whether a key is listed stands in the index.
CREATE INDEX CONCURRENTLY IF NOT EXISTS sellable_items_in_order ON sellable_items (product_name_fr, product_id, combination_id)
    INCLUDE (listed);
