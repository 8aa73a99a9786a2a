//! The program: `souk-orders` and its commands.

use crate::config::{Cli, Command};
use clap::Parser as _;

/// Reads the arguments and does what they ask for.
///
/// No `async fn`: the binary would compile every future of the service once more.
#[tokio::main]
pub async fn run() -> anyhow::Result<()> {
    let Cli { command, config, telemetry } = Cli::parse();
    let telemetry = souk_telemetry::init(crate::SERVICE, &telemetry)?;
    match command.unwrap_or(Command::Serve) {
        Command::Serve => {
            crate::serve(&config, telemetry.metrics(), souk_rpc::on_signal()?).await?;
        }
        Command::Migrate => {
            let pool = souk_database::connect(&config.database, crate::SERVICE)?;
            crate::migrate(&pool).await?;
        }
        Command::Bus(command) => {
            let pool = souk_database::connect(&config.database, crate::SERVICE)?;
            command.run(crate::SERVICE, &config.bus, &pool).await?;
        }
    }
    telemetry.shutdown();
    Ok(())
}
