-- Accounts that an administrator looks after, and sessions that people can tell apart and end.
-- small table: staff has a row per employee
ALTER TABLE staff
    -- Moves with every change: edits name the one that they read.
    ADD COLUMN version bigint NOT NULL DEFAULT 1,
    -- Somebody else chose the password and knows it: it opens nothing but the choice of another.
    ADD COLUMN password_is_temporary boolean NOT NULL DEFAULT false,
    -- A second factor that was shown to its owner and not yet proved by a code.
    ADD COLUMN totp_offered bytea;

-- small table: sessions has a row per signed-in browser
ALTER TABLE sessions
    -- Names the session in lists; opens nothing.
    ADD COLUMN id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
    -- Where it was opened.
    ADD COLUMN address text NOT NULL DEFAULT '',
    ADD COLUMN browser text NOT NULL DEFAULT '';

-- What opens an account once, each, when its second factor is lost. 80 random bits, so a plain hash tells nothing.
CREATE TABLE recovery_codes (
    staff_id  uuid NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
    code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
    PRIMARY KEY (staff_id, code_hash)
);
