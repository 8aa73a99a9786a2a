-- no-transaction
-- The orders of a wilaya, each status in the list's order, so that no list of staff reads what it does not show (ADR 23).
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_by_wilaya ON orders (wilaya_code, status, number);
