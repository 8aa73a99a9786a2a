-- no-transaction
-- As 0015, for the networks that orders come from.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_open_by_network ON orders (client_network, placed_at)
 WHERE status IN ('placed', 'unreachable') AND client_network <> '';
