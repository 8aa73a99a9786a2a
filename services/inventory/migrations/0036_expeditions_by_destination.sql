-- no-transaction
-- What goes to a warehouse, in the order of the list.
CREATE INDEX CONCURRENTLY IF NOT EXISTS expeditions_by_destination ON expeditions (destination_id, status, number DESC);
