-- no-transaction
-- Why: what an employee's imports still wait for is given up when they may not change products any more.
CREATE INDEX CONCURRENTLY IF NOT EXISTS remote_pictures_asked_by
    ON remote_pictures ((asked_by ->> 'employee')) WHERE state = 'waiting';
