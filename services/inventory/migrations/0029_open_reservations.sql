-- no-transaction
-- Why: what a warehouse has promised is the sum of what open orders hold there, and there are as many of those as the staff have not
-- sent yet, whatever the shop stocks and whatever it sold.
CREATE INDEX CONCURRENTLY IF NOT EXISTS reservations_open ON reservations (order_id) WHERE state IN ('held', 'confirmed');
