//! Databases for a test that needs several: `#[sqlx::test]` makes one.

use std::env;
use std::str::FromStr as _;

use anyhow::Context as _;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, PgPool};

/// A database on the server that `DATABASE_URL` names. It goes with this value.
#[derive(Debug)]
pub struct Database {
    name: String,
    server: PgConnectOptions,
}

impl Database {
    /// An empty database; `label` makes its name readable.
    pub async fn create(label: &str) -> anyhow::Result<Self> {
        let url =
            env::var("DATABASE_URL").context("DATABASE_URL names the PostgreSQL server of the tests")?;
        let server = PgConnectOptions::from_str(&url)?;
        let name = format!("t_{}_{label}", uuid::Uuid::now_v7().simple());
        execute(&server, format!("CREATE DATABASE {name}")).await?;
        Ok(Self { name, server })
    }

    pub fn options(&self) -> PgConnectOptions {
        self.server.clone().database(&self.name)
    }

    pub fn url(&self) -> String {
        self.options().to_url_lossy().to_string()
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
