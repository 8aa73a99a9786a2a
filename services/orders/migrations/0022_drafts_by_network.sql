-- no-transaction
-- What a network drafted lately.
CREATE INDEX CONCURRENTLY IF NOT EXISTS draft_carts_by_network ON draft_carts (client_network, updated_at)
 WHERE client_network <> '';
