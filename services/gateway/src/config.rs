//! The gateway's settings; every flag is an environment variable too.

use std::net::SocketAddr;
use std::path::PathBuf;

use secrecy::SecretString;
use souk_bus::BusConfig;
use souk_database::DatabaseConfig;
use souk_rpc::MeshConfig;

use crate::limits::LimitsConfig;

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
    pub bus: BusConfig,
    #[command(flatten)]
    pub limits: LimitsConfig,
}
