-- Who works in the shop and how they sign in (design 8).
CREATE TABLE staff (
    id            uuid PRIMARY KEY,
    email         text NOT NULL,
    name          text NOT NULL CHECK (name <> ''),
    roles         text[] NOT NULL CHECK (
        cardinality(roles) > 0 AND roles <@ ARRAY['admin', 'sales', 'warehouse', 'payments', 'content']
    ),
    -- Warehouses that the employee is assigned to; empty means all.
    warehouses    uuid[] NOT NULL DEFAULT '{}',
    -- argon2id in PHC form: carries its own parameters and salt.
    password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
    -- Second factor, where the account has one.
    totp_secret   bytea,
    -- Newest time step whose code was used: a code is good once.
    totp_step     bigint NOT NULL DEFAULT 0,
    active        boolean NOT NULL DEFAULT true,
    created_at    timestamptz NOT NULL
);

-- One account per address, however it is written.
CREATE UNIQUE INDEX staff_email ON staff (lower(email));
