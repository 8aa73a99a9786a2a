-- What is owed is a sum of entries that are only ever added: a delivery, its taking back, a payment, its reversal
-- (design 6). `owed` and `paid` of a receivable are those sums, kept beside it as a level is beside the stock's ledger,
-- so that a list reads one row per order; that they stay within 0 and 1 says that a delivery is owed once and taken
-- back once, and that an order is in at most one payment at a time.
--
-- | owed | paid |                                                       |
-- |  1   |  0   | due                                                   |
-- |  1   |  1   | paid                                                  |
-- |  0   |  0   | nothing: the delivery was taken back                  |
-- |  0   |  1   | overpaid: it was taken back while it was being paid   |
--
-- Rows that were `void` stood for orders that came back undelivered, for which nothing was ever owed: they say nothing.
CREATE TABLE transporter_payment_reversals (
    id              uuid PRIMARY KEY,
    payment_id      uuid        NOT NULL REFERENCES transporter_payments (id),
    -- The payment's version that it led to, which was 1 when it was recorded: of two that were decided on the same
    -- reading, one is refused.
    version         bigint      NOT NULL CHECK (version > 1),
    -- The row is the stored answer of the request that made it (design 4).
    idempotency_key text        NOT NULL UNIQUE CHECK (char_length(idempotency_key) BETWEEN 1 AND 255),
    request_hash    bytea       NOT NULL,
    orders          integer     NOT NULL CHECK (orders > 0),
    -- Centimes.
    total           bigint      NOT NULL CHECK (total >= 0),
    reason          text        NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 500),
    reversed_at     timestamptz NOT NULL,
    actor_id        uuid,
    actor_name      text        NOT NULL,
    UNIQUE (payment_id, version)
);

CREATE TABLE receivable_entries (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id    uuid        NOT NULL REFERENCES receivables (order_id),
    kind        text        NOT NULL CHECK (kind IN ('delivered', 'taken_back', 'paid', 'payment_reversed')),
    -- Centimes that the transporter owes more.
    amount      bigint      NOT NULL,
    owed        smallint    NOT NULL GENERATED ALWAYS AS (CASE kind WHEN 'delivered' THEN 1 WHEN 'taken_back' THEN -1 ELSE 0 END) STORED,
    paid        smallint    NOT NULL GENERATED ALWAYS AS (CASE kind WHEN 'paid' THEN 1 WHEN 'payment_reversed' THEN -1 ELSE 0 END) STORED,
    payment_id  uuid        REFERENCES transporter_payments (id),
    reversal_id uuid        REFERENCES transporter_payment_reversals (id),
    reason      text        NOT NULL,
    actor_id    uuid,
    actor_name  text        NOT NULL,
    at          timestamptz NOT NULL,
    CONSTRAINT receivable_entries_direction CHECK (
        CASE WHEN kind IN ('delivered', 'payment_reversed') THEN amount >= 0 ELSE amount <= 0 END
    ),
    CONSTRAINT receivable_entries_payment CHECK ((kind IN ('paid', 'payment_reversed')) = (payment_id IS NOT NULL)),
    CONSTRAINT receivable_entries_reversal CHECK ((kind = 'payment_reversed') = (reversal_id IS NOT NULL))
);

ALTER TABLE receivables
    ADD COLUMN owed smallint NOT NULL DEFAULT 0 CHECK (owed IN (0, 1)),
    ADD COLUMN paid smallint NOT NULL DEFAULT 0 CHECK (paid IN (0, 1)),
    -- Counts the order's payments and their reversals; orders hears it with each.
    ADD COLUMN payment_version bigint NOT NULL DEFAULT 0 CHECK (payment_version >= 0);

DELETE FROM receivables WHERE state = 'void';
INSERT INTO receivable_entries (order_id, kind, amount, reason, actor_name, at)
SELECT order_id, 'delivered', total, '', 'souk', delivered_at FROM receivables ORDER BY delivered_at, order_id;
INSERT INTO receivable_entries (order_id, kind, amount, payment_id, reason, actor_id, actor_name, at)
SELECT o.order_id, 'paid', -o.total, p.id, '', p.actor_id, p.actor_name, p.recorded_at
FROM payment_orders o JOIN transporter_payments p ON p.id = o.payment_id ORDER BY p.number, o.order_id;
UPDATE receivables SET owed = 1, paid = (state = 'paid')::int, payment_version = (state = 'paid')::int;

DROP TABLE payment_orders;
-- With the column goes the index of what is due.
ALTER TABLE receivables DROP COLUMN state, DROP COLUMN order_version;

-- An order is delivered once and taken back once; a payment covers it once and is reversed for it once.
CREATE UNIQUE INDEX receivable_entries_once_per_order ON receivable_entries (order_id, kind) WHERE payment_id IS NULL;
CREATE UNIQUE INDEX receivable_entries_once_per_payment ON receivable_entries (payment_id, order_id, kind)
    WHERE payment_id IS NOT NULL;
-- The staff's list, oldest first, and the balances read only what is open.
CREATE INDEX receivables_open ON receivables (transporter_id, delivered_at, order_id) WHERE owed <> paid;

CREATE FUNCTION refuse_entry_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'entries and reversals are append-only' USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER receivable_entries_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON receivable_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_entry_rewrite();
CREATE TRIGGER transporter_payment_reversals_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON transporter_payment_reversals
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_entry_rewrite();
