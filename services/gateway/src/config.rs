//! The gateway's settings; every flag is an environment variable too.

use std::path::PathBuf;

use secrecy::SecretString;
use souk_database::DatabaseConfig;
use souk_media::MediaConfig;
use souk_service::Faults;

use crate::limits::LimitsConfig;
use crate::staff::AddStaff;

/// What the gateway's program does beside what all do.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum Command {
    /// Prints the description of the HTTP interface.
    Openapi,
    /// Looks after staff accounts.
    Staff {
        #[command(flatten)]
        database: DatabaseConfig,
        #[command(subcommand)]
        command: StaffCommand,
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
        /// What the gateway's processes have: it seals the second factor.
        #[arg(long, env = "SOUK_SECRET", hide_env_values = true)]
        secret: SecretString,
    },
    /// Seals all second factors with the first of the secrets, those too that another of them sealed.
    Reseal {
        /// The secret that the gateway's processes have or will have, and after a comma the one that sealed them.
        #[arg(long, env = "SOUK_SECRET", hide_env_values = true)]
        secret: SecretString,
    },
}

/// What the gateway alone is told at start.
#[derive(Debug, Clone, clap::Args)]
pub struct Config {
    /// Where shoppers reach the shop; with https cookies are bound to it.
    #[arg(long, env = "SOUK_PUBLIC_URL", default_value = "http://localhost:8080")]
    pub public_url: String,
    #[command(flatten)]
    pub media: MediaConfig,
    /// Folder of the built web app; without it the API alone is served.
    #[arg(long, env = "SOUK_WEB_DIR", default_value = "web/dist")]
    pub web_dir: PathBuf,
    /// Secret that signs visitor tokens and seals second factors, the same in every replica; 32 characters or more. Several,
    /// joined by commas, while it is replaced: the first signs and seals, all are believed.
    #[arg(long, env = "SOUK_SECRET", hide_env_values = true)]
    pub secret: SecretString,
    /// Says on the pages that this is a demo shop.
    #[arg(long, env = "SOUK_DEMO")]
    pub demo: bool,
    /// Most memory, in MiB, that answers of public reads take which are kept ready.
    #[arg(long, env = "SOUK_KEPT_READS_MIB", default_value_t = 64)]
    pub kept_reads_mib: u64,
    #[command(flatten)]
    pub limits: LimitsConfig,
}

impl Config {
    /// What only a demo may be told.
    pub fn faults(&self, faults: &mut Faults) {
        faults.secret("SOUK_SECRET", &self.secret);
        self.media.faults(faults);
        if self.demo {
            faults.add("SOUK_DEMO marks a demo shop and lifts its limits: leave it out");
        }
        if !self.public_url.starts_with("https://") {
            faults.add(
                "SOUK_PUBLIC_URL is no https address, so cookies would travel in clear: set the shop's own",
            );
        }
        for variable in self.limits.lifted() {
            faults.lifted(variable);
        }
        self.limits.proxy_faults(faults);
    }
}
