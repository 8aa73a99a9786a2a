-- Draft carts (spec 4): what a visitor was about to order, so that staff can call back. They hold a phone before
-- the order is sent, hence the short life. A draft is found by its visitor; its number alone opens nothing.
CREATE TABLE draft_carts (
    id         uuid PRIMARY KEY,
    visitor_id uuid NOT NULL UNIQUE,
    first_name text NOT NULL,
    last_name  text NOT NULL,
    phone      text NOT NULL CHECK (phone ~ '^0[0-9]{9}$'),
    lines      jsonb NOT NULL,
    updated_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX draft_carts_by_expiry ON draft_carts (expires_at);
