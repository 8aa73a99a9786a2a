-- no-transaction
-- What leaves a warehouse, in the order of the list.
CREATE INDEX CONCURRENTLY IF NOT EXISTS expeditions_by_source ON expeditions (source_id, status, number DESC);
