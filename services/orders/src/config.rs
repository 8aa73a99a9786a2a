//! What the process is told at start. `souk-orders serve --help` is the reference.

use std::time::Duration;

use souk_bus::{BusCommand, BusConfig};
use souk_database::DatabaseConfig;
use souk_rpc::{ActorConfig, MeshConfig, ServerConfig};
use souk_telemetry::TelemetryConfig;

use crate::checkout::Policy;

/// Carts, checkout, the life of orders, places, transporters.
#[derive(Debug, Clone, clap::Parser)]
#[command(name = "souk-orders", version, about)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

/// What the process does.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum Command {
    /// Serves until it is asked to end; what happens without a command.
    Serve(ServeConfig),
    /// Brings the database's schema up to date and fills in wilayas and communes.
    Migrate(DatabaseConfig),
    /// Looks after messages that could not be handled.
    Bus {
        #[command(flatten)]
        database: DatabaseConfig,
        #[command(flatten)]
        bus: BusConfig,
        #[command(subcommand)]
        command: BusCommand,
    },
}

/// Everything that serving takes.
#[derive(Debug, Clone, clap::Args)]
pub struct ServeConfig {
    #[command(flatten)]
    pub database: DatabaseConfig,
    #[command(flatten)]
    pub bus: BusConfig,
    #[command(flatten)]
    pub server: ServerConfig,
    #[command(flatten)]
    pub mesh: MeshConfig,
    #[command(flatten)]
    pub actor: ActorConfig,
    #[command(flatten)]
    pub checkout: CheckoutConfig,
    #[command(flatten)]
    pub telemetry: TelemetryConfig,
}

/// What the shop decides about checkouts.
#[derive(Debug, Clone, clap::Args)]
pub struct CheckoutConfig {
    /// Seconds between two orders of one visitor or one phone (spec 9); 0 for none, as in load tests.
    #[arg(long, env = "SOUK_CHECKOUT_COOLDOWN", default_value_t = 100)]
    pub checkout_cooldown: u64,
    /// Most orders that one process works on at once; four times as many wait a second for their turn, and what comes beyond
    /// is answered 503.
    #[arg(long, env = "SOUK_CHECKOUTS_IN_WORK", default_value_t = 128, value_parser = clap::value_parser!(u16).range(1..))]
    pub checkouts_in_work: u16,
}

impl CheckoutConfig {
    pub fn policy(&self) -> Policy {
        Policy {
            cooldown: Duration::from_secs(self.checkout_cooldown),
            in_work: usize::from(self.checkouts_in_work),
        }
    }
}
