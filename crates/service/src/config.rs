//! What a process is told at start. `souk-<service> serve --help` is the reference.

use souk_bus::{BusCommand, BusConfig};
use souk_database::{DatabaseConfig, MigrationConfig};
use souk_rpc::{ActorConfig, MeshConfig, ServerConfig};
use souk_telemetry::TelemetryConfig;

use crate::ProductionConfig;
use crate::probe::ProbeConfig;

/// The arguments of a service's program.
#[derive(Debug, clap::Parser)]
#[command(name = "souk", version)]
pub(crate) struct Cli<Config: clap::Args, Own: clap::Subcommand> {
    #[command(subcommand)]
    pub(crate) command: Command<Config, Own>,
}

/// What the process does.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command<Config: clap::Args, Own: clap::Subcommand> {
    /// Serves until it is asked to end; what happens without a command.
    Serve(Box<ServeConfig<Config>>),
    /// Brings the database up to this version.
    Migrate(MigrationConfig),
    /// Asks the process that serves whether it is ready; exit code 1 when it isn't. For health checks.
    Probe(ProbeConfig),
    /// Looks after messages that could not be handled.
    Bus {
        #[command(flatten)]
        database: DatabaseConfig,
        #[command(flatten)]
        bus: BusConfig,
        #[command(subcommand)]
        command: BusCommand,
    },
    #[command(flatten)]
    Own(Own),
}

/// Everything that serving takes.
#[derive(Debug, Clone, clap::Args)]
pub struct ServeConfig<Own: clap::Args> {
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
    #[command(flatten)]
    pub production: ProductionConfig,
    /// What this service alone is told.
    #[command(flatten)]
    pub own: Own,
}

/// A command of one service's program.
pub trait OwnCommand: clap::Subcommand + Send {
    fn run(self) -> impl Future<Output = anyhow::Result<()>> + Send;
}

/// Of a service that is told nothing of its own.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct NoConfig {}

/// Of a service whose program has no commands of its own.
#[derive(Debug, Clone, Copy, clap::Subcommand)]
pub enum NoCommand {}

impl OwnCommand for NoCommand {
    async fn run(self) -> anyhow::Result<()> {
        match self {}
    }
}
