-- no-transaction
-- What left and what arrived of an expedition, for `verify`.
CREATE INDEX CONCURRENTLY IF NOT EXISTS stock_movements_of_expeditions ON stock_movements (expedition_id) WHERE expedition_id IS NOT NULL;
