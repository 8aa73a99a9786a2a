-- no-transaction
-- Each delivery and each taking back of an order is entered once.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS receivable_entries_once_per_turn
    ON receivable_entries (order_id, (coalesce(delivery_version, CASE kind WHEN 'delivered' THEN 1 ELSE 2 END)))
    WHERE payment_id IS NULL;
