-- Signed-in browsers. The cookie's id is stored as its SHA-256 only: a copy of this table opens no session.
CREATE TABLE sessions (
    id_hash    bytea PRIMARY KEY CHECK (octet_length(id_hash) = 32),
    staff_id   uuid NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    -- Moves with use; a session ends when it was not used for long.
    seen_at    timestamptz NOT NULL,
    expires_at timestamptz NOT NULL CHECK (expires_at > created_at)
);

CREATE INDEX sessions_staff ON sessions (staff_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);
