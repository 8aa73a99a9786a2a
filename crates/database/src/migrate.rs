//! Bringing the schema of a living database up to date, so that nobody who works in it waits for long or fails.

use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, PgPool};
use tokio::time::{Instant, sleep};

use crate::{ACQUIRE_TIMEOUT, within};

/// Longest wait of a migration for a lock. Whoever wants the table queues up behind it, shoppers too.
const LOCK_TIMEOUT: &str = "300ms";
/// Between two tries: those who queued up come first.
const PAUSE: Duration = Duration::from_secs(1);
/// When to give up: somebody has held what a migration needs for all this time.
const PATIENCE: Duration = Duration::from_mins(15);
/// Key of the advisory lock that whoever migrates a database holds: "souk.mig" in ASCII.
const TURN: i64 = 0x736f_756b_2e6d_6967;

/// Brings the schema up to date over a connection of its own: a statement may take as long as it needs, but waits for a lock
/// only for a moment, and is tried again, as a whole, for 15 minutes. Safe to run from several processes at once.
///
/// A migration outside a transaction (`-- no-transaction`: building an index `CONCURRENTLY`, validating a constraint) is in
/// nobody's way while it waits, so it waits for as long as it takes. What is left of an index that was not built to its end is
/// dropped before. What a newer release has done stays as it is: an older one, put back in its place, goes on working on it.
pub async fn migrate(pool: &PgPool, migrator: &Migrator) -> anyhow::Result<()> {
    let options = (*pool.connect_options())
        .clone()
        .options([("statement_timeout", "0"), ("idle_in_transaction_session_timeout", "0")]);
    let began = Instant::now();
    let migrator = of_any_release(migrator);
    loop {
        match attempt(&options, &migrator).await {
            Err(error) if is_busy(&error) && began.elapsed() < PATIENCE => {
                tracing::info!("A migration waits for whoever works in the database: {error}");
                sleep(PAUSE).await;
            }
            outcome => return outcome.map_err(explained),
        }
    }
}

/// Whether all of a release's migrations are applied; a newer release may have applied more.
pub async fn is_migrated(pool: &PgPool, migrator: &Migrator) -> bool {
    let versions: Vec<i64> = migrator.iter().map(|migration| migration.version).collect();
    // The table's name is our own.
    let applied = format!("SELECT count(*) FROM {} WHERE success AND version = ANY($1)", migrator.table_name);
    let applied = sqlx::query_scalar(AssertSqlSafe(applied)).bind(&versions).fetch_one(pool);
    // Before the first migration there isn't even the table.
    within(ACQUIRE_TIMEOUT, applied)
        .await
        .is_ok_and(|applied: i64| usize::try_from(applied) == Ok(versions.len()))
}

/// The same files, where the database may know of newer ones too.
fn of_any_release(migrator: &Migrator) -> Migrator {
    Migrator {
        ignore_missing: true,
        migrations: migrator.migrations.clone(),
        locking: migrator.locking,
        no_tx: migrator.no_tx,
        table_name: migrator.table_name.clone(),
        create_schemas: migrator.create_schemas.clone(),
    }
}

/// Applies what is not applied yet. What was done stays done where a later one fails.
async fn attempt(options: &PgConnectOptions, migrator: &Migrator) -> Result<(), MigrateError> {
    let mut connection = PgConnection::connect_with(options).await?;
    set_lock_timeout(&mut connection, LOCK_TIMEOUT).await?;
    sqlx::query("SELECT pg_advisory_lock($1)").bind(TURN).execute(&mut connection).await?;
    drop_unfinished_indexes(&mut connection).await?;
    for migration in migrator.iter() {
        let lock_timeout = if migration.no_tx { "0" } else { LOCK_TIMEOUT };
        set_lock_timeout(&mut connection, lock_timeout).await?;
        migrator.run_to(migration.version, &mut connection).await?;
    }
    keep_to_owner(&mut connection, &migrator.table_name).await?;
    Ok(connection.close().await?)
}

/// Which migrations were applied is its owner's to say: whoever else works with the rows of whatever is made here reads them.
async fn keep_to_owner(connection: &mut PgConnection, table: &str) -> sqlx::Result<()> {
    let others = "SELECT DISTINCT format('REVOKE INSERT, UPDATE, DELETE ON %s FROM %I', c.oid::regclass, pg_get_userbyid(grantee))
                    FROM pg_class c, aclexplode(relacl)
                   WHERE c.oid = to_regclass($1) AND grantee NOT IN (0, relowner)
                     AND privilege_type IN ('INSERT', 'UPDATE', 'DELETE')";
    let statements: Vec<String> = sqlx::query_scalar(others).bind(table).fetch_all(&mut *connection).await?;
    for statement in statements {
        // Made of the names of the table and of a role, quoted by the database.
        sqlx::query(AssertSqlSafe(statement)).execute(&mut *connection).await?;
    }
    Ok(())
}

async fn set_lock_timeout(connection: &mut PgConnection, timeout: &str) -> sqlx::Result<()> {
    sqlx::query("SELECT set_config('lock_timeout', $1, false)").bind(timeout).execute(connection).await?;
    Ok(())
}

/// `CREATE INDEX CONCURRENTLY` that fails leaves an index that costs every write and serves no query. Nobody else builds one
/// now: it is this process's turn.
async fn drop_unfinished_indexes(connection: &mut PgConnection) -> sqlx::Result<()> {
    let unfinished = "SELECT format('DROP INDEX CONCURRENTLY %s', indexrelid::regclass) FROM pg_index WHERE NOT indisvalid";
    let statements: Vec<String> = sqlx::query_scalar(unfinished).fetch_all(&mut *connection).await?;
    for statement in statements {
        // Made of the name of an index, quoted by the database.
        sqlx::query(AssertSqlSafe(statement)).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Whether somebody else's lock stood in the way: 55P03 is a lock that was not to be had in time, 40P01 a deadlock.
fn is_busy(error: &MigrateError) -> bool {
    is_refused_with(error, &["55P03", "40P01"])
}

/// 42501 is a right that the role doesn't have.
fn explained(error: MigrateError) -> anyhow::Error {
    let is_forbidden = is_refused_with(&error, &["42501"]);
    let what = if is_forbidden {
        "migrating as a role that may not: SOUK_MIGRATION_DATABASE_URL names the owner of the database (docs/UPGRADING.md)"
    } else {
        "migrating"
    };
    anyhow::Error::new(error).context(what)
}

fn is_refused_with(error: &MigrateError, codes: &[&str]) -> bool {
    let (MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)) = error else {
        return false;
    };
    let Some(refused) = error.as_database_error() else { return false };
    refused.code().is_some_and(|code| codes.contains(&code.as_ref()))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use sqlx::SqlSafeStr as _;
    use sqlx::migrate::{Migration, MigrationType};

    use super::*;

    const ROWS: i64 = 1_000_000;

    /// As `docs/ADDING.md` says: a file for each, and whether it is `-- no-transaction`.
    const BY_THE_RULES: &[(&str, bool)] = &[
        ("ALTER TABLE orders ADD COLUMN gift boolean NOT NULL DEFAULT false", false),
        ("CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_by_total ON orders (total)", true),
        ("ALTER TABLE orders ADD CONSTRAINT total_is_positive CHECK (total >= 0) NOT VALID", false),
        ("ALTER TABLE orders VALIDATE CONSTRAINT total_is_positive", true),
    ];

    fn migrator(files: &[(&'static str, bool)]) -> Migrator {
        let migrations = (1..).zip(files).map(|(version, (sql, no_tx))| {
            Migration::new(version, "step".into(), MigrationType::Simple, sql.into_sql_str(), *no_tx)
        });
        Migrator::with_migrations(migrations.collect())
    }

    /// Writes one row after the other until told to stop; the longest wait.
    async fn write(pool: PgPool, stop: Arc<AtomicBool>) -> sqlx::Result<Duration> {
        let mut longest = Duration::ZERO;
        while !stop.load(Ordering::Relaxed) {
            let began = Instant::now();
            sqlx::query("INSERT INTO orders (total) VALUES (7)").execute(&pool).await?;
            longest = longest.max(began.elapsed());
        }
        Ok(longest)
    }

    /// Whether the index serves queries.
    async fn is_built(pool: &PgPool) -> bool {
        let valid = "SELECT indisvalid FROM pg_index WHERE indexrelid = 'orders_by_total'::regclass";
        sqlx::query_scalar(valid).fetch_one(pool).await.expect("is there")
    }

    #[souk_testkit::test]
    async fn a_living_table_is_changed_while_it_is_written_to(pool: PgPool) {
        let table =
            "CREATE TABLE orders (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, total bigint NOT NULL)";
        sqlx::query(table).execute(&pool).await.expect("created");
        let rows =
            sqlx::query("INSERT INTO orders (total) SELECT n FROM generate_series(1, $1) n").bind(ROWS);
        rows.execute(&pool).await.expect("a million rows");
        let stop = Arc::new(AtomicBool::new(false));
        let writer = tokio::spawn(write(pool.clone(), stop.clone()));
        // Somebody who reads the table for a while: whatever wants it alone has to wait, and the writers must not.
        let reading = async {
            let mut reader = pool.begin().await?;
            sqlx::query("SELECT count(*) FROM orders").execute(&mut *reader).await?;
            sqlx::query("SELECT pg_sleep(3)").execute(&mut *reader).await?;
            reader.commit().await
        };
        let rules = migrator(BY_THE_RULES);
        let (read, migrated) = tokio::join!(reading, migrate(&pool, &rules));
        read.expect("the reader ends");
        migrated.expect("migrated");
        stop.store(true, Ordering::Relaxed);
        let longest = writer.await.expect("no panic").expect("no write fails");
        assert!(longest < Duration::from_secs(1), "a write waited {longest:?}");
        assert!(is_built(&pool).await);
    }

    #[souk_testkit::test]
    async fn an_index_that_was_not_built_to_its_end_is_built_anew(pool: PgPool) {
        let table =
            "CREATE TABLE orders (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, total bigint NOT NULL)";
        sqlx::query(table).execute(&pool).await.expect("created");
        sqlx::query("INSERT INTO orders (total) VALUES (1), (1)").execute(&pool).await.expect("two rows");
        let broken = sqlx::query("CREATE UNIQUE INDEX CONCURRENTLY orders_by_total ON orders (total)");
        broken.execute(&pool).await.expect_err("the totals aren't unique, and a useless index is left");
        let rules = migrator(BY_THE_RULES);
        migrate(&pool, &rules).await.expect("migrated");
        assert!(is_built(&pool).await);
        migrate(&pool, &rules).await.expect("nothing is left to do");
    }

    #[souk_testkit::test]
    async fn an_older_release_starts_on_a_newer_schema(pool: PgPool) {
        let newer = migrator(&[("CREATE TABLE a ()", false), ("CREATE TABLE b ()", false)]);
        let older = migrator(&[("CREATE TABLE a ()", false)]);
        migrate(&pool, &newer).await.expect("migrated");
        migrate(&pool, &older).await.expect("nothing is left to do");
        migrate(&pool, &newer).await.expect("nothing is left to do");
        sqlx::query("SELECT FROM b").execute(&pool).await.expect("what the newer release made is there");
    }

    #[souk_testkit::test]
    async fn a_release_knows_whether_its_schema_is_there(pool: PgPool) {
        let older = migrator(&[("CREATE TABLE a ()", false)]);
        let newer = migrator(&[("CREATE TABLE a ()", false), ("CREATE TABLE b ()", false)]);
        assert!(!is_migrated(&pool, &older).await, "nothing is there");
        migrate(&pool, &older).await.expect("migrated");
        assert!(is_migrated(&pool, &older).await);
        assert!(!is_migrated(&pool, &newer).await, "the second table isn't there");
        migrate(&pool, &newer).await.expect("migrated");
        assert!(is_migrated(&pool, &newer).await);
        assert!(is_migrated(&pool, &older).await, "what is newer is in nobody's way");
    }

    #[souk_testkit::test]
    async fn a_role_that_may_not_change_the_schema_is_told_who_may(pool: PgPool) {
        let role = "DO $$ BEGIN CREATE ROLE souk_test_login LOGIN PASSWORD 'souk'; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
                    DO $$ BEGIN EXECUTE format('GRANT CONNECT ON DATABASE %I TO souk_test_login', current_database()); END $$;";
        sqlx::raw_sql(role).execute(&pool).await.expect("makes a role");
        let login = (*pool.connect_options()).clone().username("souk_test_login").password("souk");
        let login = PgPool::connect_with(login).await.expect("connects");
        let refused = migrate(&login, &migrator(&[("CREATE TABLE a ()", false)])).await.expect_err("may not");
        assert!(refused.to_string().contains("SOUK_MIGRATION_DATABASE_URL"), "{refused:?}");
    }

    #[souk_testkit::test]
    async fn whoever_works_with_rows_reads_which_migrations_there_were_and_changes_none(pool: PgPool) {
        let role = "DO $$ BEGIN CREATE ROLE souk_test_worker; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
                    ALTER DEFAULT PRIVILEGES GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO souk_test_worker";
        sqlx::raw_sql(role).execute(&pool).await.expect("makes a role");
        migrate(&pool, &migrator(&[("CREATE TABLE a ()", false)])).await.expect("migrated");
        let may = async |right: &str, table: &str| {
            let asked = sqlx::query_scalar("SELECT has_table_privilege('souk_test_worker', $1, $2)");
            asked.bind(table).bind(right).fetch_one(&pool).await.expect("told")
        };
        for right in ["SELECT", "INSERT", "UPDATE", "DELETE"] {
            assert!(may(right, "a").await, "{right}");
            assert_eq!(may(right, "_sqlx_migrations").await, right == "SELECT", "{right}");
        }
    }

    #[souk_testkit::test]
    async fn a_migration_is_not_held_to_the_limits_of_a_request(pool: PgPool) {
        let impatient = (*pool.connect_options()).clone().options([("statement_timeout", "50ms")]);
        let impatient = PgPool::connect_with(impatient).await.expect("connects");
        let slow = "SELECT pg_sleep(0.2)";
        sqlx::query(slow).execute(&impatient).await.expect_err("cut off");
        migrate(&impatient, &migrator(&[(slow, false)])).await.expect("takes its time");
    }
}
