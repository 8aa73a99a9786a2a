-- The remittances of transporters and the orders that each one covers. An order is in at most one payment:
-- the primary key of `payment_orders` says so whatever the code does.
CREATE SEQUENCE transporter_payment_numbers START 101;

CREATE TABLE transporter_payments (
    id               uuid PRIMARY KEY,
    number           bigint      NOT NULL UNIQUE DEFAULT nextval('transporter_payment_numbers'),
    -- The row is the stored answer of the request that made it (design 4).
    idempotency_key  text        NOT NULL UNIQUE CHECK (char_length(idempotency_key) BETWEEN 1 AND 255),
    request_hash     bytea       NOT NULL,
    transporter_id   uuid        NOT NULL,
    transporter_name text        NOT NULL,
    reference        text        NOT NULL CHECK (char_length(reference) <= 100),
    -- Centimes.
    total            bigint      NOT NULL CHECK (total >= 0),
    recorded_at      timestamptz NOT NULL,
    actor_id         uuid,
    actor_name       text        NOT NULL
);
ALTER SEQUENCE transporter_payment_numbers OWNED BY transporter_payments.number;
CREATE INDEX transporter_payments_newest ON transporter_payments (number DESC);
CREATE INDEX transporter_payments_by_transporter ON transporter_payments (transporter_id, number DESC);

CREATE TABLE payment_orders (
    order_id   uuid   PRIMARY KEY REFERENCES receivables (order_id),
    payment_id uuid   NOT NULL REFERENCES transporter_payments (id),
    -- Centimes; what the order was worth when it was paid.
    total      bigint NOT NULL CHECK (total >= 0)
);
CREATE INDEX payment_orders_by_payment ON payment_orders (payment_id);
