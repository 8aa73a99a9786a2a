-- What makes a checkout happen once (research 2.2) and not too often (spec 4, 9).

-- The answer of a finished call, written in the transaction of its effect.
CREATE TABLE idempotency (
    scope        text NOT NULL,
    key          text NOT NULL,
    request_hash text NOT NULL,
    response     bytea NOT NULL,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_by_age ON idempotency (created_at);

-- Who is working on a key now, and the order id that every attempt at it uses, so that a retry after a crash meets
-- its own stock hold. Unlogged: losing it in a crash costs nothing, and taking a claim must not wait for the disk.
CREATE UNLOGGED TABLE checkout_claims (
    scope      text NOT NULL,
    key        text NOT NULL,
    order_id   uuid NOT NULL,
    claimed_at timestamptz NOT NULL,
    PRIMARY KEY (scope, key)
);
CREATE INDEX checkout_claims_by_age ON checkout_claims (claimed_at);

-- Until when a visitor ("visitor:<id>") or a phone ("phone:<digits>") waits before the next order.
CREATE TABLE cooldowns (
    subject text PRIMARY KEY,
    until   timestamptz NOT NULL
);
CREATE INDEX cooldowns_by_until ON cooldowns (until);
