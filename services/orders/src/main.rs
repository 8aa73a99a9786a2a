//! The process of the orders service.

use clap::Parser as _;
use souk_orders::config::{Cli, Command};

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let Cli { command, config, telemetry } = Cli::parse();
    let telemetry = souk_telemetry::init(souk_orders::SERVICE, &telemetry)?;
    match command.unwrap_or(Command::Serve) {
        Command::Serve => {
            souk_orders::serve(&config, telemetry.metrics(), souk_rpc::on_signal()?).await?;
        }
        Command::Migrate => {
            let pool = souk_database::connect(&config.database, souk_orders::SERVICE)?;
            souk_orders::migrate(&pool).await?;
        }
        Command::Bus(command) => {
            let pool = souk_database::connect(&config.database, souk_orders::SERVICE)?;
            command.run(souk_orders::SERVICE, &config.bus, &pool).await?;
        }
    }
    telemetry.shutdown();
    Ok(())
}
