-- no-transaction
-- The orders that were taken, have not left, and whose goods are gone: counted every few seconds for whoever watches the shop.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_out_of_stock ON orders (number)
 WHERE stock = 'rejected' AND status IN ('placed', 'unreachable', 'confirmed', 'preparing');
