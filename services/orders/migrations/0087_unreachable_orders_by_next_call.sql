-- no-transaction
-- The unreachable orders in the order in which they are called again.
CREATE INDEX CONCURRENTLY IF NOT EXISTS unreachable_orders_by_next_call ON orders (next_call_at, number)
    WHERE status = 'unreachable';
