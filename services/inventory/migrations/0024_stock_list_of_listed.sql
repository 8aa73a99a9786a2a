-- no-transaction
-- The list of stock by name, of what catalog sells (ADR 23); what else is listed stands in `leftovers`.
CREATE INDEX CONCURRENTLY IF NOT EXISTS sellable_items_listed ON sellable_items (product_name_fr, product_id, combination_id) WHERE listed;
