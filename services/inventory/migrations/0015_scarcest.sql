-- no-transaction
-- What is about to run out, in the order of its list: a tenth of all keys may stand at nothing.
CREATE INDEX CONCURRENTLY IF NOT EXISTS availability_scarcest ON availability (available, product_id, combination_id);
