-- no-transaction
-- The orders of an employee, as 0026.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_by_assignee ON orders (assignee_id, status, number) WHERE assignee_id IS NOT NULL;
