//! Where the shop is and how long it may take to settle.

use std::path::PathBuf;
use std::time::Duration;

use secrecy::SecretString;
use souk_bus::BusConfig;

/// Checks that stock and money agree over all databases of a shop. Silent when they do; otherwise one line for each
/// disagreement with the ids in it, and exit code 1.
#[derive(Debug, Clone, clap::Parser)]
#[command(name = "souk-verify", version, about)]
pub struct Config {
    /// Database of catalog, `postgres://user:password@host:port/name`.
    #[arg(long, env = "CATALOG_DATABASE_URL", hide_env_values = true)]
    pub catalog_database_url: SecretString,
    /// Database of orders.
    #[arg(long, env = "ORDERS_DATABASE_URL", hide_env_values = true)]
    pub orders_database_url: SecretString,
    /// Database of inventory.
    #[arg(long, env = "INVENTORY_DATABASE_URL", hide_env_values = true)]
    pub inventory_database_url: SecretString,
    /// Database of payments.
    #[arg(long, env = "PAYMENTS_DATABASE_URL", hide_env_values = true)]
    pub payments_database_url: SecretString,
    /// Database of the gateway. Without it nobody tells whether the journal has what the services told it.
    #[arg(long, env = "GATEWAY_DATABASE_URL", hide_env_values = true)]
    pub gateway_database_url: Option<SecretString>,
    #[command(flatten)]
    pub bus: BusConfig,
    /// Seconds that events on their way get before a disagreement between databases counts.
    #[arg(long = "settle", env = "SOUK_VERIFY_SETTLE", default_value_t = 30)]
    pub settle_seconds: u64,
    /// File with the ids of orders that clients were told are placed, one a line: each must exist.
    #[arg(long)]
    pub acknowledged: Option<PathBuf>,
    /// Says that everything agrees, too.
    #[arg(long)]
    pub verbose: bool,
}

impl Config {
    pub(crate) fn settle(&self) -> Duration {
        Duration::from_secs(self.settle_seconds)
    }
}
