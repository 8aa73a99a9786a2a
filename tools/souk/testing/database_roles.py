"""Who may what on PostgreSQL, asked of a server: a service's login its own rows, its owner the schema, nobody else anything."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterable, Mapping
from dataclasses import replace

from souk.backup.moment import Session
from souk.errors import Refusal
from souk.postgres import Databases, Server, database, service_database

# Statements for each table that ask for all four rights. They are explained and not done: some tables are only ever added to, which
# triggers keep. Identities and generated columns are left to themselves, and which migrations were applied is to be read alone.
WRITES = """
SELECT format('SELECT FROM %1$s LIMIT 1; EXPLAIN DELETE FROM %1$s;', pg_class.oid::regclass)
       || coalesce(format(' EXPLAIN INSERT INTO %1$s (%2$s) SELECT %2$s FROM %1$s; EXPLAIN UPDATE %1$s SET %3$s;',
                          pg_class.oid::regclass, string_agg(quote_ident(attname), ', '),
                          string_agg(format('%1$I = %1$I', attname), ', ')), '')
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attidentity = '' AND attgenerated = ''
 WHERE relkind IN ('r', 'p') AND relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'bus'))
   AND pg_class.oid NOT IN ('_sqlx_migrations'::regclass, 'bus.migrations'::regclass)
 GROUP BY pg_class.oid;
"""
# Of which migrations there were a login reads alone.
MIGRATIONS_READ = "SELECT FROM _sqlx_migrations LIMIT 1; SELECT FROM bus.migrations LIMIT 1;"
MIGRATIONS = (
    "INSERT INTO _sqlx_migrations SELECT * FROM _sqlx_migrations;",
    "UPDATE _sqlx_migrations SET version = version;",
    "DELETE FROM bus.migrations;",
)
SEQUENCES = "SELECT format('SELECT FROM %s; SELECT nextval(%L);', oid::regclass, oid::regclass) FROM pg_class WHERE relkind = 'S';"
# What whoever took over a service would try; {table} is one of its tables, {trigger} a trigger's function, {owner} its owner.
CHANGES = (
    "CREATE TABLE public.mine ();",
    "CREATE TABLE bus.mine ();",
    "CREATE TEMPORARY TABLE mine ();",
    "CREATE SCHEMA mine;",
    "CREATE FUNCTION public.mine() RETURNS int LANGUAGE sql AS 'SELECT 1';",
    "CREATE VIEW public.mine AS SELECT 1;",
    "CREATE INDEX mine ON {table} ((1));",
    "CREATE TRIGGER mine BEFORE INSERT ON {table} EXECUTE FUNCTION suppress_redundant_updates_trigger();",
    "ALTER TABLE {table} ADD COLUMN mine int;",
    "ALTER TABLE {table} DISABLE TRIGGER ALL;",
    "ALTER TABLE {table} OWNER TO CURRENT_USER;",
    "TRUNCATE {table} CASCADE;",
    "DROP TABLE {table} CASCADE;",
    "COMMENT ON TABLE {table} IS 'mine';",
    "ALTER SCHEMA bus RENAME TO mine;",
    "DROP SCHEMA bus CASCADE;",
    "DROP EXTENSION IF EXISTS plpgsql CASCADE;",
    "ALTER FUNCTION {trigger} OWNER TO CURRENT_USER;",
    "DROP FUNCTION {trigger} CASCADE;",
    "ALTER DATABASE {database} SET search_path = mine;",
    "DROP DATABASE {database};",
    "SET ROLE {owner};",
    "SET session_replication_role = replica;",
    "ALTER ROLE {owner} PASSWORD 'mine';",
    "CREATE ROLE mine;",
)
REFUSED = ("permission denied", "must be owner", "must have")
TABLES = """SELECT pg_class.oid::regclass FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
             ORDER BY relname = '_sqlx_migrations', relname LIMIT 1;"""
TRIGGERS = """SELECT pg_proc.oid::regprocedure FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prorettype = 'trigger'::regtype LIMIT 1;"""
# As releases before there were owners left a database, with one of all kinds of things; {name} has a database and owns it.
FORMER = """
CREATE ROLE {name} LOGIN PASSWORD '{password}';
CREATE DATABASE {name} OWNER {name};
REVOKE CONNECT, TEMPORARY ON DATABASE {name} FROM PUBLIC;
"""
FORMER_SCHEMA = """
CREATE EXTENSION pg_trgm;
CREATE SCHEMA bus;
CREATE TABLE bus.outbox (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, type text);
CREATE SEQUENCE numbers;
CREATE TABLE goods (id serial PRIMARY KEY, name text NOT NULL);
CREATE TABLE stock (good int REFERENCES goods ON DELETE CASCADE, n int);
CREATE TABLE _sqlx_migrations (version bigint);
CREATE TABLE bus.migrations (version bigint);
CREATE VIEW names AS SELECT name FROM goods;
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
CREATE TRIGGER kept BEFORE UPDATE ON stock FOR EACH ROW EXECUTE FUNCTION refuse();
INSERT INTO goods (name) VALUES ('cup');
INSERT INTO stock VALUES (1, 5);
"""
READS = """
SELECT format('SELECT FROM %s LIMIT 1;', oid::regclass) FROM pg_class
 WHERE relkind IN ('r', 'p', 'v') AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace);
"""
WRITABLE = """
SELECT oid::regclass FROM pg_class
 WHERE relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
   AND CASE relkind WHEN 'S' THEN has_sequence_privilege('{role}', oid, 'USAGE, UPDATE')
            WHEN 'r' THEN has_table_privilege('{role}', oid, 'DELETE, TRUNCATE, TRIGGER')
                          OR has_any_column_privilege('{role}', oid, 'INSERT, UPDATE, REFERENCES') END;
"""
LATER = "CREATE SCHEMA later; CREATE TABLE later.goods (id int); CREATE SEQUENCE later.numbers; ALTER TABLE goods ADD COLUMN later int;"
OWNED = "SELECT count(*) FROM pg_shdepend WHERE refclassid = 'pg_authid'::regclass AND deptype = 'o' AND refobjid = '{name}'::regrole;"


def open_to_others(urls: Mapping[str, str]) -> list[str]:
    """Which database lets in another service than its own, or not even that one, whose login would prove nothing."""
    wrong = []
    for service, url in urls.items():
        own = Server.of_url(url)
        if trouble := own.trouble():
            wrong.append(f"{service} can't open its own database: {trouble}")
        others = [other for other in urls if other != service]
        let_in = [other for other in others if not replace(own, database=database(other)).trouble()]
        wrong.extend(f"{service}'s login opens the database of {other}" for other in let_in)
    return wrong


def unfit(databases: Databases) -> list[str]:
    """Where a login can't work with the rows of its service, or could change a schema."""
    return [
        f"{service}: {wrong}"
        for service, url in databases.served.items()
        for wrong in unfit_login(Server.of_url(url), Server.of_url(databases.owned[service]))
    ]


def unfit_readers(databases: Databases) -> list[str]:
    """Where who reads all can't, or could change something."""
    return [
        f"{service}: {wrong}"
        for service, url in databases.read.items()
        for wrong in unfit_reader(Server.of_url(url), Server.of_url(databases.owned[service]))
    ]


def unfit_reader(reader: Server, owner: Server) -> list[str]:
    refusal = _refusal(reader, owner.execute(READS))
    wrong = [f"the reader can't read: {refusal}"] if refusal else []
    wrong.extend(f"the reader may write {name}" for name in owner.execute(WRITABLE.format(role=reader.user)).split())
    return [*wrong, *_allowed(reader, owner, MIGRATIONS)]


def unfit_login(login: Server, owner: Server) -> list[str]:
    wrong = []
    works = owner.execute(WRITES)
    if "INSERT" not in works:
        return ["has no table"]
    if refusal := _refusal(login, f"BEGIN; {works} {MIGRATIONS_READ} {owner.execute(SEQUENCES)} ROLLBACK;"):
        wrong.append(f"the login can't work: {refusal}")
    return [*wrong, *_allowed(login, owner, MIGRATIONS)]


def _allowed(role: Server, owner: Server, more: Iterable[str]) -> list[str]:
    """What the role may and should not."""
    wrong = []
    things = {"table": owner.execute(TABLES).strip(), "trigger": owner.execute(TRIGGERS).strip() or "public.refuse()"}
    for statement in [*more, *(change.format(database=role.database, owner=owner.user, **things) for change in CHANGES)]:
        outside = statement.startswith("DROP DATABASE")
        refusal = _refusal(role, statement if outside else f"BEGIN; {statement} ROLLBACK;")
        if not any(word in refusal for word in REFUSED):
            wrong.append(f"{role.user} may: {statement} {refusal}")
    return wrong


def untransformed(server: Server, reader: Server) -> list[str]:
    """What is wrong with a database that its login owned, after it was given an owner, twice, while somebody worked in it."""
    name = f"souk_test_{secrets.token_hex(4)}"
    password, of_owner = secrets.token_hex(16), secrets.token_hex(16)
    login = Server.of_url(server.url(name, password, name))
    owner = Server.of_url(server.url(f"{name}_owner", of_owner, name))
    try:
        server.execute(FORMER.format(name=name, password=password))
        login.execute(FORMER_SCHEMA)
        wrong = [] if unfit_login(login, replace(login)) else ["a login that owns its database is thought to change nothing"]
        with Session(login) as working:
            working.ask("BEGIN; INSERT INTO goods (name) VALUES ('pot');")
            ending = threading.Timer(1, lambda: working.ask("COMMIT;"))
            ending.start()
            for _ in range(2):
                server.execute(service_database(name, password, of_owner))
            ending.join()
            working.ask("INSERT INTO goods (name) VALUES ('pan');")
        owner.execute(LATER)
        wrong.extend(unfit_login(login, owner))
        wrong.extend(unfit_reader(replace(reader, database=name), owner))
        if left := int(server.execute(OWNED.format(name=name))):
            wrong.append(f"the login still owns {left} things")
        cascade = "INSERT INTO later.goods VALUES (1); DELETE FROM goods; SELECT count(*) FROM stock;"
        if (found := login.execute(cascade).strip()) != "0":
            wrong.append(f"what follows a row that was removed stays: {found}")
        return wrong
    finally:
        server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE);")
        server.execute(f"DROP ROLE IF EXISTS {name}_owner; DROP ROLE IF EXISTS {name};")


def _refusal(server: Server, statement: str) -> str:
    """Empty when it was done."""
    try:
        server.execute(statement)
    except Refusal as refusal:
        return str(refusal)
    return ""
