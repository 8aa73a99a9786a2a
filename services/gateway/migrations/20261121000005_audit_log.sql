-- Who changed what in the whole shop, and who signed in (design 8). An entry is written in the transaction of
-- its change, and kept for ever. In a schema of its own.
CREATE SCHEMA audit;

CREATE TABLE audit.log (
    id           uuid PRIMARY KEY,
    at           timestamptz NOT NULL,
    -- Null for what the shop, or whoever runs it, did by itself.
    employee_id  uuid,
    actor_name   text NOT NULL,
    -- At that moment.
    roles        text[] NOT NULL,
    address      text NOT NULL,
    request_id   text NOT NULL,
    -- The service, and what was done: orders.note_added.
    action       text NOT NULL CHECK (action ~ '^[a-z]+\.[a-z_]+$'),
    subject_kind text NOT NULL,
    subject_id   text NOT NULL,
    subject_name text NOT NULL,
    -- Of what changed; null where it was not there, or is gone.
    before       jsonb,
    after        jsonb
);

CREATE INDEX log_page ON audit.log (at DESC, id DESC);
CREATE INDEX log_employee ON audit.log (employee_id, at DESC, id DESC);
CREATE INDEX log_action ON audit.log (action, at DESC, id DESC);
CREATE INDEX log_subject ON audit.log (subject_id, at DESC, id DESC);

CREATE FUNCTION audit.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is only ever added to';
END
$$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit.log
    FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse();
