//! The databases of a shop, read only.

use std::str::FromStr as _;

use anyhow::Context as _;
use secrecy::{ExposeSecret as _, SecretString};
use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};

use crate::Config;

/// One pool per service that keeps stock or money.
#[derive(Debug, Clone)]
pub struct Databases {
    pub catalog: PgPool,
    pub orders: PgPool,
    pub inventory: PgPool,
    pub payments: PgPool,
}

impl Databases {
    pub(crate) fn connect(config: &Config) -> anyhow::Result<Self> {
        Ok(Self {
            catalog: connect(&config.catalog_database_url).context("catalog's database")?,
            orders: connect(&config.orders_database_url).context("orders' database")?,
            inventory: connect(&config.inventory_database_url).context("inventory's database")?,
            payments: connect(&config.payments_database_url).context("payments' database")?,
        })
    }

    /// Each with the name that the bus knows its service by.
    pub(crate) fn by_service(&self) -> [(&'static str, &PgPool); 4] {
        [
            ("catalog", &self.catalog),
            ("orders", &self.orders),
            ("inventory", &self.inventory),
            ("payments", &self.payments),
        ]
    }
}

fn connect(url: &SecretString) -> anyhow::Result<PgPool> {
    let options = PgConnectOptions::from_str(url.expose_secret())?
        .application_name("souk-verify")
        .options([("default_transaction_read_only", "on")]);
    Ok(PgPoolOptions::new().max_connections(2).connect_lazy_with(options))
}
