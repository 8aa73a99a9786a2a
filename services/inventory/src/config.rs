//! What the process is told at start. `souk-inventory serve --help` is the reference.

use souk_bus::{BusCommand, BusConfig};
use souk_database::DatabaseConfig;
use souk_rpc::{ActorConfig, MeshConfig, ServerConfig};
use souk_telemetry::TelemetryConfig;

/// Warehouses, stock levels and the reservations of orders.
#[derive(Debug, Clone, clap::Parser)]
#[command(name = "souk-inventory", version, about)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

/// What the process does.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum Command {
    /// Serves until it is asked to end; what happens without a command.
    Serve(ServeConfig),
    /// Brings the database's schema up to date.
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
    pub telemetry: TelemetryConfig,
}
