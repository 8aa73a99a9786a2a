//! The `souk-catalog` process.

use clap::Parser as _;
use souk_catalog::config::{Cli, Command};

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut arguments: Vec<_> = std::env::args_os().collect();
    if arguments.len() == 1 {
        arguments.push("serve".into());
    }
    match Cli::parse_from(arguments).command {
        Command::Serve(config) => souk_catalog::serve(&config).await,
        Command::Migrate(database) => {
            souk_catalog::migrate(&souk_database::connect(&database, souk_catalog::SERVICE)?).await
        }
        Command::Bus { database, bus, command } => {
            let pool = souk_database::connect(&database, souk_catalog::SERVICE)?;
            command.run(souk_catalog::SERVICE, &bus, &pool).await
        }
    }
}
