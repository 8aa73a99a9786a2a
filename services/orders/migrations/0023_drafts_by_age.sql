-- no-transaction
-- Which drafts are the oldest.
CREATE INDEX CONCURRENTLY IF NOT EXISTS draft_carts_by_age ON draft_carts (updated_at);
