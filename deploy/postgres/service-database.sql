-- One service's database and its two roles, made where missing: the owner (`name`_owner), who changes the schema and whose password
-- migrations alone need, and the login (`name`) that the service serves with, which reads and writes rows and uses sequences. The
-- passwords are set each time. A database that the login owned, as releases before made it, becomes one of the owner's while the shop
-- runs: each table in a transaction of its own, which waits for a lock for a moment only and is tried again. Run by the administrator of the server,
-- through psql (14 or newer), with the variables `name`, `password` and `owner_password`.
\set owner :name _owner
SELECT format('CREATE ROLE %I LOGIN', role) FROM unnest(ARRAY[:'name', :'owner']) AS role
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
-- Tables first and one by one, so that one that somebody keeps holds up no other. After a while it is waited for as long as PostgreSQL
-- takes to end what cleans up in it.
DO $$
DECLARE
    login name := current_setting('souk.login');
    owner name := current_setting('souk.owner');
    until timestamptz := clock_timestamp() + interval '15 minutes';
    tries int;
    of_login record;
    sequence regclass;
BEGIN
    FOR of_login IN SELECT oid, oid::regclass AS name FROM pg_class
                     WHERE pg_get_userbyid(relowner) = login AND relkind IN ('r', 'p') ORDER BY oid LOOP
        tries := 0;
        LOOP
            BEGIN
                PERFORM set_config('lock_timeout', CASE WHEN tries % 10 < 9 THEN '300ms' ELSE '1200ms' END, true);
                EXECUTE format('ALTER TABLE %s OWNER TO %I', of_login.name, owner);
                EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO %I', of_login.name, login);
                FOR sequence IN SELECT objid::regclass FROM pg_depend
                                 WHERE classid = 'pg_class'::regclass AND refclassid = 'pg_class'::regclass AND refobjid = of_login.oid
                                   AND deptype IN ('a', 'i') AND (SELECT relkind FROM pg_class WHERE oid = objid) = 'S' LOOP
                    EXECUTE format('GRANT USAGE, SELECT ON SEQUENCE %s TO %I', sequence, login);
                END LOOP;
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
END
$$;
-- All else, and what the login may.
DO $$
DECLARE
    login name := current_setting('souk.login');
    owner name := current_setting('souk.owner');
    database name := current_database();
    until timestamptz := clock_timestamp() + interval '15 minutes';
    thing record;
BEGIN
    LOOP
        BEGIN
            PERFORM set_config('lock_timeout', '300ms', true);
            IF EXISTS (SELECT FROM pg_shdepend JOIN pg_database ON datname = database AND dbid IN (0, pg_database.oid)
                        WHERE refclassid = 'pg_authid'::regclass AND deptype = 'o'
                          AND refobjid = (SELECT oid FROM pg_roles WHERE rolname = login)) THEN
                EXECUTE format('REASSIGN OWNED BY %I TO %I', login, owner);
            END IF;
            EXECUTE format('REVOKE CREATE, TEMPORARY ON DATABASE %I FROM %I', database, login);
            EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', database, login);
            -- PostgreSQL before 15 lets everybody create there, and its owner is not that of the database.
            REVOKE CREATE ON SCHEMA public FROM PUBLIC;
            EXECUTE format('GRANT USAGE, CREATE ON SCHEMA public TO %I', owner);
            FOR thing IN SELECT nspname FROM pg_namespace WHERE pg_get_userbyid(nspowner) = owner LOOP
                EXECUTE format('REVOKE CREATE ON SCHEMA %I FROM %I', thing.nspname, login);
                EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', thing.nspname, login);
            END LOOP;
            FOR thing IN SELECT oid::regclass AS name, relkind FROM pg_class
                          WHERE pg_get_userbyid(relowner) = owner AND relkind IN ('r', 'p', 'v', 'S') LOOP
                IF thing.relkind = 'S' THEN
                    EXECUTE format('GRANT USAGE, SELECT ON SEQUENCE %s TO %I', thing.name, login);
                ELSE
                    EXECUTE format('REVOKE TRUNCATE, REFERENCES, TRIGGER ON %s FROM %I', thing.name, login);
                    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO %I', thing.name, login);
                END IF;
            END LOOP;
            -- What later migrations make.
            EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %I GRANT USAGE ON SCHEMAS TO %I', owner, login);
            EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %I GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO %I', owner, login);
            EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %I GRANT USAGE, SELECT ON SEQUENCES TO %I', owner, login);
            EXIT;
        EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
            IF clock_timestamp() > until THEN
                RAISE;
            END IF;
        END;
        PERFORM pg_sleep(1);
    END LOOP;
END
$$;
\connect :administration
