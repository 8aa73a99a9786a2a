-- no-transaction
-- Why: the few that are not active, in the order of the staff's list (ADR 23).
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_by_state ON products (active, number);
