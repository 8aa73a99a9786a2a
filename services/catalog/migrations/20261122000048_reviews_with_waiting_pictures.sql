-- no-transaction
-- Why: how many pictures wait for the staff is asked for each one that comes.
CREATE INDEX CONCURRENTLY IF NOT EXISTS reviews_with_waiting_pictures ON reviews (id)
    WHERE state = 'pending' AND images <> '[]';
