-- The stored answer of each request that creates something, written with its effect (design 6), as in the other services.
-- What a payment and a reversal were asked for with stands no more beside them.
CREATE TABLE idempotency_keys (
    scope        text        NOT NULL,
    key          text        NOT NULL CHECK (char_length(key) BETWEEN 1 AND 255),
    request_hash bytea       NOT NULL,
    response     bytea       NOT NULL,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (scope, key)
);
-- Stored answers are forgotten by age.
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- Written by the release before; the next one drops them.
ALTER TABLE transporter_payments
    ALTER COLUMN idempotency_key DROP NOT NULL,
    ALTER COLUMN request_hash DROP NOT NULL;
ALTER TABLE transporter_payment_reversals
    ALTER COLUMN idempotency_key DROP NOT NULL,
    ALTER COLUMN request_hash DROP NOT NULL;
