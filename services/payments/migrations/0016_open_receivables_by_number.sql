-- no-transaction
-- Staff find what is due by an order's number, in whichever way they write it, where a transporter owes more than a list shows.
CREATE INDEX CONCURRENTLY IF NOT EXISTS receivables_open_by_number ON receivables (substring(order_number FROM '[0-9]+$'))
    WHERE owed <> paid;
