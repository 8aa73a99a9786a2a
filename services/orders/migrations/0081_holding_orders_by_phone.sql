-- no-transaction
-- Why: of a phone's open orders those count that hold stock or may (ADR 21), found without looking at those that were released. Takes
-- the place of 0015, which the release before still asks and the next drops.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_holding_by_phone ON orders (phone, placed_at)
 WHERE status IN ('placed', 'unreachable') AND stock IN ('reserved', 'pending');
