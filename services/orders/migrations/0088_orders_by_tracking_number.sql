-- no-transaction
-- Why: a transporter's statement and a customer on the telephone name an order by its tracking number.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_by_tracking_number ON orders (lower(tracking_number)) WHERE tracking_number <> '';
