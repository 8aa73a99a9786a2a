//! The `souk-inventory` process.

use clap::Parser as _;
use souk_inventory::config::{Cli, Command};

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut arguments: Vec<_> = std::env::args_os().collect();
    if arguments.len() == 1 {
        arguments.push("serve".into());
    }
    match Cli::parse_from(arguments).command {
        Command::Serve(config) => souk_inventory::serve(&config).await,
        Command::Migrate(database) => {
            souk_inventory::migrate(&souk_database::connect(&database, souk_inventory::SERVICE)?).await
        }
        Command::Bus { database, bus, command } => {
            let pool = souk_database::connect(&database, souk_inventory::SERVICE)?;
            command.run(souk_inventory::SERVICE, &bus, &pool).await
        }
    }
}
