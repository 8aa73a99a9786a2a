//! Databases for a test that needs several: `#[sqlx::test]` makes one.

use std::env;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::str::FromStr as _;

use anyhow::Context as _;
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, PgPool};

/// Tries to find nobody connecting at the moment.
const VACUUMS: u32 = 10;

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

    /// A copy of the database that these migrations and statements make. That one is made once per server and kept until it
    /// is another under the same label: filling large tables takes longer than copying their files. One at a time works under a
    /// label, since the other one is dropped. No label begins with another and an underscore.
    pub async fn copy_of(label: &str, migrations: &Migrator, fill: &[&'static str]) -> anyhow::Result<Self> {
        let server = server()?;
        let mut hasher = DefaultHasher::new();
        for migration in migrations.iter() {
            migration.checksum.hash(&mut hasher);
        }
        fill.hash(&mut hasher);
        let original = format!("large_{label}_{:016x}", hasher.finish());
        let name = format!("t_{}_{label}", uuid::Uuid::now_v7().simple());
        let mut lock = PgConnection::connect_with(&server).await?;
        sqlx::query("SELECT pg_advisory_lock(hashtext('large'), hashtext($1))")
            .bind(label)
            .execute(&mut lock)
            .await?;
        let exists = sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)");
        if !exists.bind(&original).fetch_one(&mut lock).await? {
            let outdated = sqlx::query_scalar("SELECT datname FROM pg_database WHERE datname LIKE $1");
            let outdated: Vec<String> =
                outdated.bind(format!("large_{label}_%")).fetch_all(&mut lock).await?;
            for name in outdated {
                execute(&server, format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await?;
            }
            make(&server, &original, migrations, fill).await?;
        }
        execute(&server, format!("CREATE DATABASE {name} TEMPLATE {original} STRATEGY file_copy")).await?;
        lock.close().await?;
        Ok(Self { name, server })
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

/// Makes the database under its name once it is whole.
async fn make(
    server: &PgConnectOptions,
    name: &str,
    migrations: &Migrator,
    fill: &[&'static str],
) -> anyhow::Result<()> {
    let making = format!("{name}_making");
    execute(server, format!("CREATE DATABASE {making}")).await?;
    let mut connection = PgConnection::connect_with(&server.clone().database(&making)).await?;
    migrations.run_direct(None, &mut connection, false).await?;
    for statement in fill {
        sqlx::query(*statement).execute(&mut connection).await.context(*statement)?;
    }
    settle(&mut connection).await?;
    connection.close().await?;
    execute(server, format!("ALTER DATABASE {making} RENAME TO {name}")).await
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

/// Address of the tests' PostgreSQL for encrypted sessions, in which the server's name, `localhost`, is checked.
pub fn encrypted_postgres_url() -> anyhow::Result<String> {
    env::var("SOUK_TEST_ENCRYPTED_POSTGRES_URL").context("SOUK_TEST_ENCRYPTED_POSTGRES_URL is not set")
}
