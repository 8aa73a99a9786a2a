-- How often a handler was begun on a message and did not succeed. The broker counts deliveries, and so connections that were
-- lost while a message waited for its turn: it can't tell whose fault a failure is. 0 where the
-- message is a dead letter: put back, it has all its attempts again.
ALTER TABLE bus.failures ADD COLUMN attempts integer NOT NULL DEFAULT 0;
