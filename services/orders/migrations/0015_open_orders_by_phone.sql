-- no-transaction
-- What a phone has open, the newest first. Built beside the orders that are placed meanwhile.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_open_by_phone ON orders (phone, placed_at)
 WHERE status IN ('placed', 'unreachable');
