-- Why: how long a shopper waits between two orders and how long an unconfirmed order holds its stock, as the merchant chose it
-- (ADR 21): catalog's setting, copied by its events. NULL: as the process is told at start. Version 0: not heard yet.
-- Wider than what catalog lets the merchant choose now: it may come to allow more.
CREATE TABLE order_times (
    only_row         boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    version          bigint NOT NULL CHECK (version >= 0),
    cooldown_seconds integer CHECK (cooldown_seconds BETWEEN 1 AND 86400),
    hold_hours       integer CHECK (hold_hours BETWEEN 1 AND 87600)
);
INSERT INTO order_times (version) VALUES (0);
