//! The program: `souk-catalog` and its commands.

use crate::config::{Cli, Command};
use clap::Parser as _;

/// Reads the arguments and does what they ask for.
///
/// No `async fn`: the binary would compile every future of the service once more.
#[tokio::main]
pub async fn run() -> anyhow::Result<()> {
    match Cli::parse_from(souk_rpc::arguments()).command {
        Command::Serve(config) => {
            let telemetry = souk_telemetry::init(crate::SERVICE, &config.telemetry)?;
            souk_rpc::until_signal(|asked| crate::serve(&config, telemetry.metrics(), asked)).await?;
            telemetry.shutdown();
            Ok(())
        }
        Command::Migrate(database) => {
            crate::migrate(&souk_database::connect(&database, crate::SERVICE)?).await
        }
        Command::Bus { database, bus, command } => {
            let pool = souk_database::connect(&database, crate::SERVICE)?;
            command.run(crate::SERVICE, &bus, &pool).await
        }
    }
}
