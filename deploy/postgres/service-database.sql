-- One service's database and its two roles, made where missing: the owner (`name`_owner), who changes the schema and whose password
-- migrations alone need, and the login (`name`) that the service serves with, which reads and writes rows and uses sequences. The
-- passwords are set each time. A third, of all services, reads what is there and can't change any of it (`souk_verify`); who gives it a password
-- lets it in. A database that the login owned, as releases before made it, becomes one of the owner's while the shop
-- runs: each table in a transaction of its own, which waits for a lock for a moment only and is tried again. Run by the administrator of the server,
-- through psql (14 or newer), with the variables `name`, `password` and `owner_password`.
\set owner :name _owner
SELECT format('CREATE ROLE %I LOGIN', role) FROM unnest(ARRAY[:'name', :'owner', 'souk_verify']) AS role
    WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) \gexec
ALTER ROLE :"name" PASSWORD :'password';
ALTER ROLE :"owner" PASSWORD :'owner_password';
\unset password
\unset owner_password
-- Whatever the login may do, its owner may too: what it made before is the owner's to change.
GRANT :"name" TO :"owner";
-- A server's administrator that isn't a superuser must be a member to give a database away.
GRANT :"name", :"owner" TO CURRENT_USER;
SELECT format('CREATE DATABASE %I OWNER %I', :'name', :'owner')
    WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'name') \gexec
REVOKE CONNECT, TEMPORARY ON DATABASE :"name" FROM PUBLIC;

SELECT current_database() AS administration \gset
\connect :name
SELECT set_config('souk.login', :'name', false), set_config('souk.owner', :'owner', false) \g /dev/null
DO $$
DECLARE
    login name := current_setting('souk.login');
    owner name := current_setting('souk.owner');
    database name := current_database();
    until timestamptz := clock_timestamp() + interval '15 minutes';
    tries int;
    step text;
    thing record;
BEGIN
    -- Tables first and one by one, so that one that somebody keeps holds up no other, and the login works on with each; then all else.
    FOR step IN
        SELECT format('ALTER TABLE %1$s OWNER TO %2$I; GRANT SELECT, INSERT, UPDATE, DELETE ON %1$s TO %3$I;', c.oid::regclass, owner, login)
               || coalesce((SELECT string_agg(format('GRANT USAGE, SELECT ON SEQUENCE %s TO %I;', s.oid::regclass, login), ' ')
                              FROM pg_depend JOIN pg_class s ON s.oid = objid AND s.relkind = 'S'
                             WHERE classid = 'pg_class'::regclass AND refclassid = 'pg_class'::regclass AND refobjid = c.oid), '')
          FROM pg_class c WHERE pg_get_userbyid(c.relowner) = login AND c.relkind IN ('r', 'p')
        UNION ALL
        SELECT format('REASSIGN OWNED BY %I TO %I', login, owner)
    LOOP
        tries := 0;
        LOOP
            BEGIN
                -- Now and then for as long as PostgreSQL takes to end what cleans up in a table.
                PERFORM set_config('lock_timeout', CASE WHEN tries % 10 < 9 THEN '300ms' ELSE '1200ms' END, true);
                EXECUTE step;
                EXIT;
            EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
                IF clock_timestamp() > until THEN
                    RAISE;
                END IF;
            END;
            tries := tries + 1;
            PERFORM pg_sleep(1);
        END LOOP;
        COMMIT;
    END LOOP;
    EXECUTE format('REVOKE CREATE, TEMPORARY ON DATABASE %I FROM %I', database, login);
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I, souk_verify', database, login);
    -- PostgreSQL before 15 lets everybody create there, and its owner is not that of the database.
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    EXECUTE format('GRANT USAGE, CREATE ON SCHEMA public TO %I', owner);
    FOR thing IN SELECT nspname FROM pg_namespace WHERE pg_get_userbyid(nspowner) = owner LOOP
        EXECUTE format('REVOKE CREATE ON SCHEMA %I FROM %I', thing.nspname, login);
        EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', thing.nspname, login);
    END LOOP;
    -- Which migrations were applied is the owner's to say; `migrate` keeps it so where these come later.
    FOR thing IN SELECT oid::regclass AS name, relkind,
                        CASE WHEN oid IN (to_regclass('public._sqlx_migrations'), to_regclass('bus.migrations')) THEN 'SELECT'
                             ELSE 'SELECT, INSERT, UPDATE, DELETE' END AS rights
                   FROM pg_class
                  WHERE pg_get_userbyid(relowner) = owner AND relkind IN ('r', 'p', 'v', 'S') LOOP
        IF thing.relkind = 'S' THEN
            EXECUTE format('GRANT USAGE, SELECT ON SEQUENCE %s TO %I', thing.name, login);
        ELSE
            EXECUTE format('REVOKE ALL ON %s FROM %I', thing.name, login);
            EXECUTE format('GRANT %s ON %s TO %I', thing.rights, thing.name, login);
        END IF;
    END LOOP;
    -- Whose the audit log is (audit-owner.sql) doesn't matter to who reads all.
    FOR thing IN SELECT nspname FROM pg_namespace WHERE pg_get_userbyid(nspowner) IN (owner, 'souk_audit') LOOP
        EXECUTE format('GRANT USAGE ON SCHEMA %I TO souk_verify', thing.nspname);
    END LOOP;
    FOR thing IN SELECT oid::regclass AS name FROM pg_class
                  WHERE pg_get_userbyid(relowner) IN (owner, 'souk_audit') AND relkind IN ('r', 'p', 'v') LOOP
        EXECUTE format('GRANT SELECT ON %s TO souk_verify', thing.name);
    END LOOP;
    -- What later migrations make.
    EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %I GRANT USAGE ON SCHEMAS TO %I, souk_verify', owner, login);
    EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %I GRANT SELECT ON TABLES TO souk_verify', owner);
    EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %I GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO %I', owner, login);
    EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %I GRANT USAGE, SELECT ON SEQUENCES TO %I', owner, login);
END
$$;
\connect :administration
