-- no-transaction
-- What one employee did of one kind, among whatever else they did.
CREATE INDEX CONCURRENTLY IF NOT EXISTS log_employee_action ON audit.log (employee_id, action, at DESC, id DESC);
