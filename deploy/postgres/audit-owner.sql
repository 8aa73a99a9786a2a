-- Gives the audit log to a role that nobody signs in as. The gateway's own roles, its login and the owner of its database, may then
-- read it and add to it, and can neither change nor remove what it says, nor switch off the trigger that refuses that. Run by the
-- administrator of the server, in the gateway's database, after `souk-gateway migrate`; a second time does nothing. In production the
-- gateway doesn't start without. A migration that alters the log is run by the administrator too.
DO $$
DECLARE
    role name;
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'souk_audit') THEN
        CREATE ROLE souk_audit NOLOGIN;
    END IF;
    -- An administrator that isn't a superuser must be a member to give things away.
    EXECUTE format('GRANT souk_audit TO %I', current_user);
    ALTER SCHEMA audit OWNER TO souk_audit;
    ALTER TABLE audit.log OWNER TO souk_audit;
    ALTER FUNCTION audit.refuse() OWNER TO souk_audit;
    FOR role IN
        SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = current_database()
        UNION
        SELECT pg_get_userbyid(grantee) FROM pg_class, aclexplode(relacl)
         WHERE pg_class.oid = 'audit.log'::regclass AND grantee NOT IN (0, relowner) AND privilege_type = 'INSERT'
    LOOP
        EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER ON audit.log FROM %I', role);
        EXECUTE format('GRANT USAGE ON SCHEMA audit TO %I', role);
        EXECUTE format('GRANT SELECT, INSERT ON audit.log TO %I', role);
    END LOOP;
END
$$;
