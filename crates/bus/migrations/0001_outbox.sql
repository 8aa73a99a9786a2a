-- Events that a transaction of this service made and that the relay hands to the broker (design 4).
CREATE TABLE bus.outbox (
    -- In the order of writing, so that events of one subject leave in the order of their versions. Not a cursor: a
    -- transaction that took a low number may commit late.
    position       bigint      GENERATED ALWAYS AS IDENTITY,
    -- UUIDv7, also the message id.
    id             uuid        PRIMARY KEY,
    type           text        NOT NULL CHECK (type <> ''),
    payload        bytea       NOT NULL,
    correlation_id uuid        NOT NULL,
    -- W3C trace of the change that made the event.
    traceparent    text,
    occurred_at    timestamptz NOT NULL,
    -- Set once the broker has taken it into every queue that it belongs to.
    published_at   timestamptz,
    -- Publishes that the broker did not take, and when the next one is due.
    attempts       integer     NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    not_before     timestamptz NOT NULL DEFAULT '-infinity'
);

-- The relay's question costs the same however many published rows are kept.
CREATE INDEX outbox_unpublished ON bus.outbox (position) WHERE published_at IS NULL;
CREATE INDEX outbox_published ON bus.outbox (published_at) WHERE published_at IS NOT NULL;
