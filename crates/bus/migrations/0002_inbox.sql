-- Messages whose effect is in this database: written in the effect's own transaction, so that a message that
-- comes again has none (design 4).
CREATE TABLE bus.inbox (
    consumer    text        NOT NULL,
    message_id  uuid        NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer, message_id)
);
CREATE INDEX inbox_by_age ON bus.inbox (received_at);
