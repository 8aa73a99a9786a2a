-- no-transaction
-- The orders of an employee in a wilaya, as 0026.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_by_assignee_and_wilaya ON orders (assignee_id, wilaya_code, status, number)
    WHERE assignee_id IS NOT NULL;
