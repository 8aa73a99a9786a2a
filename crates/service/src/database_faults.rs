//! What a production start must not find at its database: a role that could do more than work with rows, since whoever took over the
//! service could then remove tables or what keeps them; and a server that forgets what it acknowledged.

use sqlx::PgPool;

use crate::Faults;

/// What the role of the session may do beside reading and writing rows; of a superuser, who may do anything, that alone.
const POWERS: &str = "
    WITH me AS (SELECT rolsuper, rolcreaterole FROM pg_roles WHERE rolname = current_user),
         here AS (SELECT oid, datdba FROM pg_database WHERE datname = current_database())
    SELECT 'is a superuser' FROM me WHERE rolsuper
    UNION ALL
    SELECT power FROM me CROSS JOIN LATERAL (
        SELECT 'may make roles' AS power WHERE rolcreaterole
        UNION ALL
        SELECT 'owns the database' FROM here WHERE pg_has_role(datdba, 'MEMBER')
        UNION ALL
        SELECT 'may create schemas' FROM here WHERE has_database_privilege(oid, 'CREATE')
        UNION ALL
        SELECT format('may create things in the schema %s', nspname) FROM pg_namespace
         WHERE has_schema_privilege(oid, 'CREATE') AND nspname !~ '^pg_'
        UNION ALL
        SELECT format('owns %s tables and other things', count(*)) FROM pg_shdepend JOIN here ON dbid = here.oid
         WHERE refclassid = 'pg_authid'::regclass AND deptype = 'o' AND pg_has_role(refobjid, 'MEMBER') HAVING count(*) > 0
        UNION ALL
        SELECT format('may truncate or put triggers on %s', min(oid::regclass::text)) FROM pg_class
         WHERE relkind IN ('r', 'p') AND has_table_privilege(oid, 'TRUNCATE, TRIGGER') AND NOT pg_has_role(relowner, 'MEMBER')
        HAVING count(*) > 0
    ) AS powers WHERE NOT rolsuper";

/// Settings without which a server that loses its power has lost what it acknowledged, or all. `full_page_writes` is not among them:
/// storage that tears no page does without.
const FORGETFUL: &str = "SELECT name FROM pg_settings
     WHERE name IN ('fsync', 'synchronous_commit') AND setting = 'off' ORDER BY name";

/// Asks the database that the service serves from.
pub(crate) async fn find(pool: &PgPool, faults: &mut Faults) -> sqlx::Result<()> {
    let mut connection = pool.acquire().await?;
    let powers: Vec<String> = sqlx::query_scalar(POWERS).fetch_all(&mut *connection).await?;
    if !powers.is_empty() {
        faults.add(format!(
            "the role of SOUK_DATABASE_URL {}, so that it could change or remove tables: serve as one that only works with rows, and \
             migrate as the owner (SOUK_MIGRATION_DATABASE_URL). deploy/postgres/service-database.sql makes both for a shop that runs, \
             as docs/UPGRADING.md says",
            powers.join(", ")
        ));
    }
    let forgetful: Vec<String> = sqlx::query_scalar(FORGETFUL).fetch_all(&mut *connection).await?;
    for setting in forgetful {
        faults.add(format!(
            "PostgreSQL's {setting} is off, so that orders it acknowledged are lost with its power: set it on"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROLES: &str = "
        DO $$ BEGIN
            CREATE ROLE souk_test_serving LOGIN PASSWORD 'souk'; CREATE ROLE souk_test_owning;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
        DO $$ BEGIN
            EXECUTE format('GRANT CONNECT ON DATABASE %I TO souk_test_serving', current_database());
            EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
        END $$;
        REVOKE CREATE ON SCHEMA public FROM PUBLIC;
        CREATE TABLE goods (id int);
        ALTER TABLE goods OWNER TO souk_test_owning;
        GRANT SELECT, INSERT, UPDATE, DELETE ON goods TO souk_test_serving";

    /// What a start is told as the user of these options.
    async fn said(options: sqlx::postgres::PgConnectOptions) -> String {
        let pool = PgPool::connect_with(options).await.expect("connects");
        let mut faults = Faults::new(&[]);
        find(&pool, &mut faults).await.expect("answers");
        faults.into_result().map_or_else(|error| error.to_string(), |()| String::new())
    }

    #[souk_testkit::test]
    async fn a_role_that_could_change_the_schema_is_found_and_one_that_works_with_rows_is_not(pool: PgPool) {
        sqlx::raw_sql(ROLES).execute(&pool).await.expect("made ready");
        let superuser = (*pool.connect_options()).clone();
        let serving = superuser.clone().username("souk_test_serving").password("souk");
        let found = said(superuser).await;
        assert!(
            found.contains("is a superuser, so that") && found.contains("service-database.sql"),
            "{found}"
        );
        let found = said(serving.clone()).await;
        assert!(!found.contains("the role of"), "{found}");
        for (power, given, taken) in [
            (
                "owns the database",
                "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I OWNER TO souk_test_serving', current_database()); END $$",
                "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I OWNER TO souk_test_owning', current_database()); END $$",
            ),
            (
                "may create schemas",
                "DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO souk_test_serving', current_database()); END $$",
                "DO $$ BEGIN EXECUTE format('REVOKE CREATE ON DATABASE %I FROM souk_test_serving', current_database()); END $$",
            ),
            (
                "may create things in the schema public",
                "GRANT CREATE ON SCHEMA public TO PUBLIC",
                "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
            ),
            (
                "owns 1 tables and other things",
                "ALTER TABLE goods OWNER TO souk_test_serving",
                "ALTER TABLE goods OWNER TO souk_test_owning",
            ),
            (
                "may truncate or put triggers on goods",
                "GRANT TRIGGER ON goods TO souk_test_serving",
                "REVOKE TRIGGER ON goods FROM souk_test_serving",
            ),
        ] {
            sqlx::raw_sql(given).execute(&pool).await.expect("given");
            let found = said(serving.clone()).await;
            assert!(
                found.contains(power) && found.contains("SOUK_MIGRATION_DATABASE_URL"),
                "{power}: {found}"
            );
            sqlx::raw_sql(taken).execute(&pool).await.expect("taken");
            let found = said(serving.clone()).await;
            assert!(!found.contains("the role of"), "{power} was taken: {found}");
        }
    }

    /// The tests' servers forget: they are thrown away.
    #[souk_testkit::test]
    async fn a_server_that_forgets_is_found(pool: PgPool) {
        let options = (*pool.connect_options()).clone();
        let found = said(options.clone().options([("synchronous_commit", "off")])).await;
        assert!(found.contains("PostgreSQL's synchronous_commit is off"), "{found}");
        let found = said(options.options([("synchronous_commit", "on")])).await;
        assert!(!found.contains("synchronous_commit is off"), "{found}");
        let fsync: String = sqlx::query_scalar("SHOW fsync").fetch_one(&pool).await.expect("answers");
        assert_eq!(found.contains("PostgreSQL's fsync is off"), fsync == "off", "{found}");
    }
}
