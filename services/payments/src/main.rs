//! The `souk-payments` process.

use clap::Parser as _;
use souk_payments::config::{Cli, Command};

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut arguments: Vec<_> = std::env::args_os().collect();
    if arguments.len() == 1 {
        arguments.push("serve".into());
    }
    match Cli::parse_from(arguments).command {
        Command::Serve(config) => souk_payments::serve(&config).await,
        Command::Migrate(database) => {
            souk_payments::migrate(&souk_database::connect(&database, souk_payments::SERVICE)?).await
        }
        Command::Bus { database, bus, command } => {
            let pool = souk_database::connect(&database, souk_payments::SERVICE)?;
            command.run(souk_payments::SERVICE, &bus, &pool).await
        }
    }
}
