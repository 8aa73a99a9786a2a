-- no-transaction
-- As 0022, for the sites of the networks.
CREATE INDEX CONCURRENTLY IF NOT EXISTS draft_carts_by_site ON draft_carts (client_site, updated_at)
 WHERE client_site <> '';
