-- What staff changed: one row per write, never altered or removed.
CREATE TABLE audit (
    id         uuid PRIMARY KEY,
    staff_id   uuid NOT NULL,
    staff_name text NOT NULL,
    method     text NOT NULL,
    -- The pattern, and the address itself, which names what was changed.
    route      text NOT NULL,
    path       text NOT NULL,
    status     smallint NOT NULL,
    at         timestamptz NOT NULL
);

CREATE INDEX audit_staff ON audit (staff_id, at DESC);

CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'audit rows are never changed or removed';
END
$$;

CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
