-- no-transaction
-- Why: what is always the same stands once in a pack, with its quantity; of one product the shopper may choose several, each for itself.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS pack_components_fixed_once
    ON pack_components (product_id, component_id, coalesce(combination_id, '00000000-0000-0000-0000-000000000000'))
 WHERE choices IS NULL;
