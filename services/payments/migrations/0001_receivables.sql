-- What transporters owe: one row per order that they delivered, made by `OrderDelivered`.
--
-- A row that `OrderReturned` made first is `void`: it keeps the newer version of the order, so that the
-- delivery that arrives late is skipped.
CREATE TABLE receivables (
    order_id         uuid PRIMARY KEY,
    order_number     text        NOT NULL CHECK (order_number <> ''),
    order_version    bigint      NOT NULL CHECK (order_version > 0),
    transporter_id   uuid        NOT NULL,
    transporter_name text        NOT NULL,
    customer_name    text        NOT NULL,
    wilaya_name      text        NOT NULL,
    -- Centimes.
    total            bigint      NOT NULL CHECK (total >= 0),
    delivered_at     timestamptz NOT NULL,
    state            text        NOT NULL CHECK (state IN ('due', 'paid', 'void'))
);

-- The staff's list, oldest first, and the balances read only what is due.
CREATE INDEX receivables_due ON receivables (transporter_id, delivered_at, order_id) WHERE state = 'due';
