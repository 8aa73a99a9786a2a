-- no-transaction
-- Why: a pack has each product, or combination of it, in one line with its quantity.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS pack_components_once
    ON pack_components (product_id, component_id, coalesce(combination_id, '00000000-0000-0000-0000-000000000000'));
