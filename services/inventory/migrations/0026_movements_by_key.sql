-- no-transaction
-- A combination's movements in a warehouse, newest first: however many there are elsewhere or of others.
CREATE INDEX CONCURRENTLY IF NOT EXISTS stock_movements_by_key_and_warehouse
    ON stock_movements (product_id, combination_id, warehouse_id, sequence);
