-- no-transaction
-- The same of a product with all its combinations.
CREATE INDEX CONCURRENTLY IF NOT EXISTS stock_movements_by_product_and_warehouse
    ON stock_movements (product_id, warehouse_id, sequence);
