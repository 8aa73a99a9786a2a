-- no-transaction
-- Staff find what is due by an order's number where a transporter owes more than a list shows; and a transporter is called as its
-- newest order says.
CREATE INDEX CONCURRENTLY IF NOT EXISTS receivables_open_by_number
    ON receivables (transporter_id, (substring(order_number FROM '[0-9]+$')::bigint)) WHERE owed <> paid;
