-- no-transaction
-- The orders of a wilaya and a transporter, as 0026.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_by_wilaya_and_transporter ON orders (wilaya_code, transporter_id, status, number);
