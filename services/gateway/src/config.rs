//! The gateway's settings; every flag is an environment variable too.

use std::net::SocketAddr;
use std::path::PathBuf;

use secrecy::SecretString;
use souk_bus::{BusCommand, BusConfig};
use souk_database::DatabaseConfig;
use souk_rpc::{ActorConfig, MeshConfig};
use souk_telemetry::TelemetryConfig;

use crate::limits::LimitsConfig;
use crate::staff::AddStaff;

/// Souk's gateway: the shop's HTTP interface, its pages and its staff.
#[derive(Debug, Clone, clap::Parser)]
#[command(name = "souk-gateway", version)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

/// What the process does.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum Command {
    /// Serves until it is asked to end; what happens without a command.
    Serve(Box<Serve>),
    /// Brings the database up to this version.
    Migrate(DatabaseConfig),
    /// Prints the description of the HTTP interface.
    Openapi,
    /// Looks after staff accounts.
    Staff {
        #[command(flatten)]
        database: DatabaseConfig,
        #[command(subcommand)]
        command: StaffCommand,
    },
    /// Looks after the events that could not be handled; the gateway keeps none.
    Bus {
        #[command(flatten)]
        database: DatabaseConfig,
        #[command(flatten)]
        bus: BusConfig,
        #[command(subcommand)]
        command: BusCommand,
    },
}

/// What is done with staff accounts.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum StaffCommand {
    /// Adds an account, or gives the one with this address a new name, role and password. Prints its id.
    Add(AddStaff),
    /// Asks the account for a second factor from now on; prints its secret for an authenticator app.
    Totp {
        /// Address that the employee signs in with.
        #[arg(long)]
        email: String,
    },
}

/// What `serve` is started with.
#[derive(Debug, Clone, clap::Args)]
pub struct Serve {
    #[command(flatten)]
    pub config: Config,
    #[command(flatten)]
    pub telemetry: TelemetryConfig,
}

/// What `serve` needs.
#[derive(Debug, Clone, clap::Args)]
pub struct Config {
    /// Address of the HTTP door.
    #[arg(long, env = "SOUK_HTTP_ADDR", default_value = "127.0.0.1:0")]
    pub http_addr: SocketAddr,
    /// Address of the operations door: `/healthz`, `/readyz`, `/metrics`.
    #[arg(long, env = "SOUK_OPS_ADDR", default_value = "127.0.0.1:0")]
    pub ops_addr: SocketAddr,
    /// Where shoppers reach the shop; with https cookies are bound to it.
    #[arg(long, env = "SOUK_PUBLIC_URL", default_value = "http://localhost:8080")]
    pub public_url: String,
    /// Where the pictures are: `file:///folder`.
    #[arg(long, env = "SOUK_MEDIA_URL")]
    pub media_url: String,
    /// Folder of the built web app; without it the API alone is served.
    #[arg(long, env = "SOUK_WEB_DIR", default_value = "web/dist")]
    pub web_dir: PathBuf,
    /// Secret that signs visitor tokens, the same in every replica; 32 characters or more.
    #[arg(long, env = "SOUK_SECRET", hide_env_values = true)]
    pub secret: SecretString,
    /// Says on the pages that this is a demo shop.
    #[arg(long, env = "SOUK_DEMO")]
    pub demo: bool,
    /// Most answers of public reads that are kept ready.
    #[arg(long, env = "SOUK_KEPT_READS", default_value_t = 1000)]
    pub kept_reads: u64,
    #[command(flatten)]
    pub database: DatabaseConfig,
    #[command(flatten)]
    pub mesh: MeshConfig,
    #[command(flatten)]
    pub actor: ActorConfig,
    #[command(flatten)]
    pub bus: BusConfig,
    #[command(flatten)]
    pub limits: LimitsConfig,
}
