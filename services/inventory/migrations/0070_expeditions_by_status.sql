-- no-transaction
-- The expeditions of all warehouses, each status in the list's order: counted and shown without reading each warehouse's.
CREATE INDEX CONCURRENTLY IF NOT EXISTS expeditions_by_status ON expeditions (status, number DESC);
