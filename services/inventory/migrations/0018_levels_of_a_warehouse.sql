-- no-transaction
-- The keys of a warehouse in the order in which its news is told: a portion reads no more than itself (ADR 11).
CREATE INDEX CONCURRENTLY IF NOT EXISTS stock_levels_of_warehouse ON stock_levels (warehouse_id, product_id, combination_id);
