-- What we told the others about each key (`AvailabilityChanged`).
--
-- Telling them once per order would make every checkout pay for an event, and a hot product for hundreds a
-- second of which only the last matters. A transaction that changes what can be sold therefore only notes the
-- key here; the announcer turns the notes of a moment into one event per key, in one transaction with the
-- new version. A note is never lost: it commits with the change and is deleted with the event's outbox row.
CREATE TABLE availability_notes (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    product_id     uuid NOT NULL,
    combination_id uuid NOT NULL
);

CREATE TABLE availability (
    product_id     uuid   NOT NULL,
    combination_id uuid   NOT NULL,
    available      bigint NOT NULL CHECK (available >= 0),
    version        bigint NOT NULL CHECK (version >= 0),
    PRIMARY KEY (product_id, combination_id)
);
