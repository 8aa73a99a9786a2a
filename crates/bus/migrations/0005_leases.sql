-- Who does what only one process of a service may do at a time: lead the relay, fill a copy. A lease ends by the database's
-- clock if its holder does not renew it; a lock of a session would last for as long as TCP believes in a host that vanished.
CREATE TABLE bus.leases (
    name       text        PRIMARY KEY,
    holder     uuid        NOT NULL,
    expires_at timestamptz NOT NULL
);
