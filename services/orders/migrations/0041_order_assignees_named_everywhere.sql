-- no-transaction
ALTER TABLE orders VALIDATE CONSTRAINT orders_assignee_is_named;
