-- no-transaction
-- Why: staff look at the orders of a day, a week, a month. The numbers at both ends of a time are read by this one index.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_by_time ON orders (placed_at, number);
