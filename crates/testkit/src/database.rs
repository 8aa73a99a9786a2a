//! Databases of tests: the one that `#[souk_testkit::test]` gives, and those of a test that needs more.

use std::env;
use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::path::Path;
use std::str::FromStr as _;
use std::time::Duration;

use anyhow::Context as _;
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, PgPool};

/// Tries to find nobody connecting at the moment.
const VACUUMS: u32 = 10;

/// The most connections of a test's own pool, so that those of many tests fit into a server, and how long one stays there unused.
const CONNECTIONS: u32 = 5;
const IDLE: Duration = Duration::from_secs(1);

/// What `#[souk_testkit::test]` makes of a function. The test's connections and tasks end with its runtime, its database after them.
#[doc(hidden)]
pub fn on_database<T: Future<Output = ()>>(
    package: &str,
    schema: &[&Migrator],
    test: impl FnOnce(PgPool) -> T,
) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let label = package.replace('-', "_");
    let database = runtime.block_on(async {
        if schema.is_empty() {
            Database::create(&label).await
        } else {
            Database::migrated(&label, schema).await
        }
    });
    let database = database.expect("a database for the test");
    // What is bound last is dropped first, also where the test panics.
    let runtime = runtime;
    runtime.block_on(async {
        let pool = PgPoolOptions::new().max_connections(CONNECTIONS).idle_timeout(IDLE);
        test(pool.connect_lazy_with(database.options())).await;
    });
}

/// A database on the server that `DATABASE_URL` names. It goes with this value.
#[derive(Debug)]
pub struct Database {
    name: String,
    server: PgConnectOptions,
}

impl Database {
    /// An empty database; `label` makes its name readable.
    pub async fn create(label: &str) -> anyhow::Result<Self> {
        let server = server()?;
        let name = format!("t_{}_{label}", uuid::Uuid::now_v7().simple());
        execute(&server, format!("CREATE DATABASE {name}")).await?;
        Ok(Self { name, server })
    }

    /// A copy of the small database that these migrations make. That one is made once per server, as for [`Self::copy_of`].
    async fn migrated(label: &str, schema: &[&Migrator]) -> anyhow::Result<Self> {
        let server = server()?;
        let migrate = async |pool: PgPool| migrate(&mut *pool.acquire().await?, schema).await;
        let original = Original::of(&server, label, digest(checksums(schema)), None, migrate).await?;
        Self::copy(&server, label, original, "wal_log").await
    }

    /// A copy of the database that these migrations and statements make. That one is made once per server and kept until it
    /// is another under the same label: filling large tables takes longer than copying their files. No label begins with another and
    /// an underscore.
    pub async fn copy_of(label: &str, schema: &[&Migrator], fill: &[&'static str]) -> anyhow::Result<Self> {
        let server = server()?;
        Self::copy(&server, label, Original::filled(&server, label, schema, fill).await?, "file_copy").await
    }

    /// The same of the database that [`Self::copy_of`] copies for `base`, and of what more these statements make of it.
    pub async fn copy_of_more(
        label: &str,
        (base, schema, fill): (&str, &[&Migrator], &[&'static str]),
        more: &[&'static str],
    ) -> anyhow::Result<Self> {
        let server = server()?;
        let base = Original::filled(&server, base, schema, fill).await?;
        let original = Original::of(&server, label, digest((&base.name, more)), Some(&base), async |pool| {
            let mut connection = pool.acquire().await?;
            run(&mut connection, more).await?;
            settle(&mut connection).await
        });
        let original = original.await?;
        base.lock.close().await?;
        Self::copy(&server, label, original, "file_copy").await
    }

    /// The same of the small database that `fill` makes, once for each build of the test's program.
    pub async fn copy_filled_by(
        label: &str,
        fill: impl AsyncFnOnce(PgPool) -> anyhow::Result<()>,
    ) -> anyhow::Result<Self> {
        let server = server()?;
        let built = std::fs::metadata(env::current_exe()?)?.modified()?;
        let original = Original::of(&server, label, digest(built), None, fill).await?;
        Self::copy(&server, label, original, "wal_log").await
    }

    /// `strategy` is PostgreSQL's: of files or of their pages one by one, which is quicker for few.
    async fn copy(
        server: &PgConnectOptions,
        label: &str,
        mut original: Original,
        strategy: &str,
    ) -> anyhow::Result<Self> {
        let name = format!("t_{}_{label}", uuid::Uuid::now_v7().simple());
        let copy = format!("CREATE DATABASE {name} TEMPLATE {} STRATEGY {strategy}", original.name);
        sqlx::query(AssertSqlSafe(copy)).execute(&mut original.lock).await?;
        original.lock.close().await?;
        Ok(Self { name, server: server.clone() })
    }

    pub fn options(&self) -> PgConnectOptions {
        self.server.clone().database(&self.name)
    }

    pub fn url(&self) -> String {
        self.options().to_url_lossy().to_string()
    }

    /// A pool of one connection, for [`Reads`](crate::Reads).
    pub fn single(&self) -> PgPool {
        PgPoolOptions::new().max_connections(1).connect_lazy_with(self.options())
    }

    pub fn pool(&self) -> PgPool {
        PgPoolOptions::new().max_connections(8).connect_lazy_with(self.options())
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let (server, name) = (self.server.clone(), self.name.clone());
        // A value can't wait in its drop, and the test's own runtime may be ending.
        let dropping = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(execute(&server, format!("DROP DATABASE {name} WITH (FORCE)")))
        });
        if !matches!(dropping.join(), Ok(Ok(()))) {
            eprintln!("The database {} was not dropped", self.name);
        }
    }
}

fn server() -> anyhow::Result<PgConnectOptions> {
    let url = env::var("DATABASE_URL").context("DATABASE_URL names the PostgreSQL server of the tests")?;
    Ok(PgConnectOptions::from_str(&url)?)
}

/// A database that is copied, whole, and what keeps others from putting another in its place meanwhile.
struct Original {
    name: String,
    lock: PgConnection,
}

impl Original {
    async fn filled(
        server: &PgConnectOptions,
        label: &str,
        schema: &[&Migrator],
        fill: &[&'static str],
    ) -> anyhow::Result<Self> {
        Self::of(server, label, digest((checksums(schema), fill)), None, async |pool| {
            let mut connection = pool.acquire().await?;
            migrate(&mut connection, schema).await?;
            run(&mut connection, fill).await?;
            settle(&mut connection).await
        })
        .await
    }

    /// The label's original of this `content`, which is made where it isn't there: `fill` begins with nothing or with what is in `base`.
    async fn of(
        server: &PgConnectOptions,
        label: &str,
        content: u64,
        base: Option<&Self>,
        fill: impl AsyncFnOnce(PgPool) -> anyhow::Result<()>,
    ) -> anyhow::Result<Self> {
        let lock = PgConnection::connect_with(server).await?;
        let mut original = Self { name: format!("large_{label}_{content:016x}"), lock };
        // Many copy it at once, and one makes it, alone.
        original.lock("pg_advisory_lock_shared", label).await?;
        if !original.exists().await? {
            original.lock("pg_advisory_unlock_shared", label).await?;
            original.lock("pg_advisory_lock", label).await?;
            if !original.exists().await? {
                original.make(server, label, base, fill).await?;
            }
            original.lock("pg_advisory_lock_shared", label).await?;
            original.lock("pg_advisory_unlock", label).await?;
        }
        Ok(original)
    }

    async fn make(
        &mut self,
        server: &PgConnectOptions,
        label: &str,
        base: Option<&Self>,
        fill: impl AsyncFnOnce(PgPool) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let outdated = sqlx::query_scalar("SELECT datname FROM pg_database WHERE datname LIKE $1");
        let outdated: Vec<String> =
            outdated.bind(format!("large_{label}_%")).fetch_all(&mut self.lock).await?;
        for name in outdated {
            execute(server, format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await?;
        }
        let making = format!("{}_making", self.name);
        let template =
            base.map(|base| format!(" TEMPLATE {} STRATEGY file_copy", base.name)).unwrap_or_default();
        execute(server, format!("CREATE DATABASE {making}{template}")).await?;
        let pool = PgPoolOptions::new().connect_lazy_with(server.clone().database(&making));
        fill(pool.clone()).await?;
        pool.close().await;
        execute(server, format!("ALTER DATABASE {making} RENAME TO {}", self.name)).await
    }

    async fn exists(&mut self) -> anyhow::Result<bool> {
        let exists = sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)");
        Ok(exists.bind(&self.name).fetch_one(&mut self.lock).await?)
    }

    /// Takes or gives back the label's lock, by PostgreSQL's name for that.
    async fn lock(&mut self, function: &str, label: &str) -> anyhow::Result<()> {
        let sql = format!("SELECT {function}(hashtext('large'), hashtext($1))");
        sqlx::query(AssertSqlSafe(sql)).bind(label).execute(&mut self.lock).await?;
        Ok(())
    }
}

async fn migrate(connection: &mut PgConnection, schema: &[&Migrator]) -> anyhow::Result<()> {
    for migrator in schema {
        migrator.run_direct(None, &mut *connection, false).await?;
    }
    Ok(())
}

fn checksums<'a>(schema: &[&'a Migrator]) -> Vec<&'a [u8]> {
    schema.iter().flat_map(|migrator| migrator.iter()).map(|migration| &*migration.checksum).collect()
}

async fn run(connection: &mut PgConnection, statements: &[&'static str]) -> anyhow::Result<()> {
    for statement in statements {
        sqlx::query(*statement).execute(&mut *connection).await.context(*statement)?;
    }
    Ok(())
}

fn digest(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// Vacuums until every page is known to be visible to all, as in a table that has been there for long: who happens to connect
/// at the moment of a VACUUM keeps it from knowing that, and reads by an index alone would read the rows.
async fn settle(connection: &mut PgConnection) -> anyhow::Result<()> {
    let is_settled = "SELECT NOT EXISTS (SELECT FROM pg_class c JOIN pg_stat_user_tables t ON t.relid = c.oid
                                          WHERE c.relallvisible < c.relpages)";
    for _ in 0..VACUUMS {
        sqlx::query("VACUUM ANALYZE").execute(&mut *connection).await?;
        if sqlx::query_scalar(is_settled).fetch_one(&mut *connection).await? {
            return Ok(());
        }
    }
    anyhow::bail!("somebody looks at the database that is being made")
}

/// `sql` is made of a name that this module chose.
async fn execute(server: &PgConnectOptions, sql: String) -> anyhow::Result<()> {
    let mut connection = PgConnection::connect_with(server).await?;
    sqlx::query(AssertSqlSafe(sql)).execute(&mut connection).await?;
    Ok(connection.close().await?)
}

/// What the tests' PostgreSQL proves with that it is `localhost`, for a server of a test's own; PEM, all three.
#[derive(Debug, Clone)]
pub struct TestCertificate {
    pub authority: String,
    pub certificate: String,
    pub key: String,
}

impl TestCertificate {
    pub fn read() -> anyhow::Result<Self> {
        let url = encrypted_postgres_url()?;
        let (_, authority) = url.split_once("sslrootcert=").context("names no authority")?;
        let folder = Path::new(authority).parent().context("is in no folder")?;
        let read =
            |name| std::fs::read_to_string(folder.join(name)).with_context(|| format!("can't read {name}"));
        Ok(Self {
            authority: read("authority.pem")?,
            certificate: read("server.pem")?,
            key: read("server.key")?,
        })
    }
}

/// Address of the tests' PostgreSQL for encrypted sessions, in which the server's name, `localhost`, is checked.
pub fn encrypted_postgres_url() -> anyhow::Result<String> {
    env::var("SOUK_TEST_ENCRYPTED_POSTGRES_URL").context("SOUK_TEST_ENCRYPTED_POSTGRES_URL is not set")
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Mutex;

    use sqlx::SqlSafeStr as _;
    use sqlx::migrate::{Migration, MigrationType};

    use super::*;

    async fn name_of(pool: &PgPool) -> String {
        sqlx::query_scalar("SELECT current_database()::text").fetch_one(pool).await.expect("has a name")
    }

    #[test]
    fn a_database_goes_with_its_test_also_where_that_panics() {
        let used = Mutex::new(String::new());
        let test = async |pool: PgPool| {
            let name = name_of(&pool).await;
            *used.lock().expect("is whole") = name;
            panic!("as a test that fails");
        };
        catch_unwind(AssertUnwindSafe(|| on_database("souk-testkit", &[], test))).expect_err("panics");
        let used = used.into_inner().expect("is whole");
        assert!(used.ends_with("_souk_testkit"), "{used}");
        on_database("souk-testkit", &[], async |pool| {
            let exists = sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)");
            let is_left: bool = exists.bind(&used).fetch_one(&pool).await.expect("told");
            assert!(!is_left, "{used}");
        });
    }

    /// Who makes it a second time would find it there, or a table in it.
    #[tokio::test]
    async fn of_many_who_want_the_same_at_once_one_makes_it_and_each_has_a_copy_of_its_own() {
        // Never the same twice, for somebody has to make it.
        let sql =
            format!("CREATE TABLE things (id int); COMMENT ON TABLE things IS '{}'", uuid::Uuid::now_v7());
        let sql = AssertSqlSafe(sql).into_sql_str();
        let made = Migration::new(1, "things".into(), MigrationType::Simple, sql, false);
        let schema: &[&Migrator] = &[&Migrator::with_migrations(vec![made])];
        let copy = || Database::migrated("testkit_at_once", schema);
        let copies: [_; 3] = tokio::join!(copy(), copy(), copy()).into();
        for copy in copies {
            let copy = copy.expect("is made");
            let pool = copy.single();
            sqlx::query("INSERT INTO things VALUES (1)").execute(&pool).await.expect("is there");
            let things = sqlx::query_scalar("SELECT count(*) FROM things").fetch_one(&pool);
            assert_eq!(things.await.ok(), Some(1_i64));
        }
    }
}
