-- Gives the audit log to a role that nobody signs in as. The gateway's own role may then read it and add to it, and can neither
-- change nor remove what it says, nor switch off the trigger that refuses that. Run by the administrator of the server, in the
-- gateway's database, after `souk-gateway migrate`; a second time does nothing. In production the gateway doesn't start without.
-- A migration that alters the log is run by the administrator too.
DO $$
DECLARE
    gateway name := (SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = current_database());
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'souk_audit') THEN
        CREATE ROLE souk_audit NOLOGIN;
    END IF;
    ALTER SCHEMA audit OWNER TO souk_audit;
    ALTER TABLE audit.log OWNER TO souk_audit;
    ALTER FUNCTION audit.refuse() OWNER TO souk_audit;
    EXECUTE format('GRANT USAGE ON SCHEMA audit TO %I', gateway);
    EXECUTE format('GRANT SELECT, INSERT ON audit.log TO %I', gateway);
END
$$;
