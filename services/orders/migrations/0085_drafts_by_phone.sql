-- no-transaction
-- Why: a customer whom staff called about a cart orders on the telephone, and that cart is ordered then.
CREATE INDEX CONCURRENTLY IF NOT EXISTS draft_carts_by_phone ON draft_carts (phone);
