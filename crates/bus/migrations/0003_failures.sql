-- Why a message could not be handled, for whoever reads the dead letters: the broker keeps the message, not
-- the reason.
CREATE TABLE bus.failures (
    queue      text        NOT NULL,
    message_id uuid        NOT NULL,
    reason     text        NOT NULL,
    failed_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (queue, message_id)
);
CREATE INDEX failures_by_age ON bus.failures (failed_at);
