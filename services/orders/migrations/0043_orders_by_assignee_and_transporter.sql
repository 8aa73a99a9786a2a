-- no-transaction
-- The orders of an employee with a transporter, as 0026.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_by_assignee_and_transporter ON orders (assignee_id, transporter_id, status, number)
    WHERE assignee_id IS NOT NULL;
