//! Databases for a test that needs several: `#[sqlx::test]` makes one.

use std::env;
use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::path::Path;
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
        Self::copy(&server, label, Original::filled(&server, label, migrations, fill).await?, "file_copy")
            .await
    }

    /// The same of the database that [`Self::copy_of`] copies for `base`, and of what more these statements make of it.
    pub async fn copy_of_more(
        label: &str,
        (base, migrations, fill): (&str, &Migrator, &[&'static str]),
        more: &[&'static str],
    ) -> anyhow::Result<Self> {
        let server = server()?;
        let base = Original::filled(&server, base, migrations, fill).await?;
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
        original: Original,
        strategy: &str,
    ) -> anyhow::Result<Self> {
        let name = format!("t_{}_{label}", uuid::Uuid::now_v7().simple());
        execute(server, format!("CREATE DATABASE {name} TEMPLATE {} STRATEGY {strategy}", original.name))
            .await?;
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

/// A database that is copied, whole, and what keeps others from working under its label.
struct Original {
    name: String,
    lock: PgConnection,
}

impl Original {
    async fn filled(
        server: &PgConnectOptions,
        label: &str,
        migrations: &Migrator,
        fill: &[&'static str],
    ) -> anyhow::Result<Self> {
        let checksums: Vec<_> = migrations.iter().map(|migration| &migration.checksum).collect();
        Self::of(server, label, digest((checksums, fill)), None, async |pool| {
            let mut connection = pool.acquire().await?;
            migrations.run_direct(None, &mut *connection, false).await?;
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
        let name = format!("large_{label}_{content:016x}");
        let mut lock = PgConnection::connect_with(server).await?;
        sqlx::query("SELECT pg_advisory_lock(hashtext('large'), hashtext($1))")
            .bind(label)
            .execute(&mut lock)
            .await?;
        let exists = sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)");
        if !exists.bind(&name).fetch_one(&mut lock).await? {
            let outdated = sqlx::query_scalar("SELECT datname FROM pg_database WHERE datname LIKE $1");
            let outdated: Vec<String> =
                outdated.bind(format!("large_{label}_%")).fetch_all(&mut lock).await?;
            for name in outdated {
                execute(server, format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await?;
            }
            let making = format!("{name}_making");
            let template =
                base.map(|base| format!(" TEMPLATE {} STRATEGY file_copy", base.name)).unwrap_or_default();
            execute(server, format!("CREATE DATABASE {making}{template}")).await?;
            let pool = PgPoolOptions::new().connect_lazy_with(server.clone().database(&making));
            fill(pool.clone()).await?;
            pool.close().await;
            execute(server, format!("ALTER DATABASE {making} RENAME TO {name}")).await?;
        }
        Ok(Self { name, lock })
    }
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
