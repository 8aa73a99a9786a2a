-- no-transaction
-- The orders of a transporter, as 0026.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_by_transporter ON orders (transporter_id, status, number);
