//! The databases of a shop, read only.

use std::str::FromStr as _;

use anyhow::Context as _;
use secrecy::{ExposeSecret as _, SecretString};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{PgPool, Postgres, Transaction};

use crate::Config;

/// What a sort or a sum of a check may take of the database's memory before it goes to its disk.
const WORK_MEMORY: &str = "32MB";

/// The services by the names that the bus knows them by.
pub(crate) const SERVICES: [&str; 5] = ["catalog", "orders", "inventory", "payments", "gateway"];

/// One pool per service: those that keep stock or money, and the gateway with its journal where its database is named.
#[derive(Debug, Clone)]
pub struct Databases {
    pub catalog: PgPool,
    pub orders: PgPool,
    pub inventory: PgPool,
    pub payments: PgPool,
    pub gateway: Option<PgPool>,
}

/// All databases as they stood at one moment, or as near to it as several of them can be asked.
#[derive(Debug)]
pub(crate) struct Snapshots {
    pub(crate) catalog: Snapshot,
    pub(crate) orders: Snapshot,
    pub(crate) inventory: Snapshot,
    pub(crate) payments: Snapshot,
    pub(crate) gateway: Option<Snapshot>,
}

/// A database as it stood at one moment.
pub(crate) type Snapshot = Transaction<'static, Postgres>;

impl Databases {
    pub(crate) fn connect(config: &Config) -> anyhow::Result<Self> {
        Ok(Self {
            catalog: connect(&config.catalog_database_url).context("catalog's database")?,
            orders: connect(&config.orders_database_url).context("orders' database")?,
            inventory: connect(&config.inventory_database_url).context("inventory's database")?,
            payments: connect(&config.payments_database_url).context("payments' database")?,
            gateway: config
                .gateway_database_url
                .as_ref()
                .map(connect)
                .transpose()
                .context("gateway's database")?,
        })
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &PgPool> {
        [&self.catalog, &self.orders, &self.inventory, &self.payments].into_iter().chain(&self.gateway)
    }

    pub(crate) async fn snapshots(&self) -> sqlx::Result<Snapshots> {
        let of_gateway = async {
            match &self.gateway {
                Some(pool) => snapshot(pool).await.map(Some),
                None => Ok(None),
            }
        };
        let (catalog, orders, inventory, payments, gateway) = tokio::try_join!(
            snapshot(&self.catalog),
            snapshot(&self.orders),
            snapshot(&self.inventory),
            snapshot(&self.payments),
            of_gateway
        )?;
        Ok(Snapshots { catalog, orders, inventory, payments, gateway })
    }
}

impl Snapshots {
    /// That of the service that the bus knows by this name.
    pub(crate) fn of(&mut self, service: &str) -> Option<&mut Snapshot> {
        match service {
            "catalog" => Some(&mut self.catalog),
            "orders" => Some(&mut self.orders),
            "inventory" => Some(&mut self.inventory),
            "payments" => Some(&mut self.payments),
            "gateway" => self.gateway.as_mut(),
            _ => None,
        }
    }

    /// Those of two services, to be read side by side; `None` unless they are two that are there.
    pub(crate) fn pair(&mut self, one: &str, other: &str) -> Option<(&mut Snapshot, &mut Snapshot)> {
        let Self { catalog, orders, inventory, payments, gateway } = self;
        let snapshots = [Some(catalog), Some(orders), Some(inventory), Some(payments), gateway.as_mut()];
        let (mut first, mut second) = (None, None);
        for (name, snapshot) in SERVICES.into_iter().zip(snapshots) {
            if name == one {
                first = snapshot;
            } else if name == other {
                second = snapshot;
            }
        }
        first.zip(second)
    }
}

async fn snapshot(pool: &PgPool) -> sqlx::Result<Snapshot> {
    // On the heap: connecting, with a handshake where it is encrypted, is a large future.
    let mut tx = Box::pin(pool.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")).await?;
    // A transaction sees what its first statement saw.
    sqlx::query("SELECT 1").execute(&mut *tx).await?;
    Ok(tx)
}

fn connect(url: &SecretString) -> anyhow::Result<PgPool> {
    let options = PgConnectOptions::from_str(url.expose_secret())?
        .application_name("souk-verify")
        .options([("default_transaction_read_only", "on"), ("work_mem", WORK_MEMORY)]);
    Ok(PgPoolOptions::new().max_connections(1).connect_lazy_with(options))
}
