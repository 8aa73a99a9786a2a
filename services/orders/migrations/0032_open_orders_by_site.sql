-- no-transaction
-- As 0016, for the sites of the networks.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_open_by_site ON orders (client_site, placed_at)
 WHERE status IN ('placed', 'unreachable') AND client_site <> '';
