-- no-transaction
-- The orders that hold stock without being confirmed, the oldest first: what the sweep of 0017 looks for.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_held_unconfirmed ON orders (placed_at)
 WHERE status IN ('placed', 'unreachable') AND stock = 'reserved';
