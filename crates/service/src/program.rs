//! The program: `souk-<service>` and its commands.

use std::ffi::OsString;

use clap::CommandFactory as _;

use crate::config::{Cli, Command, OwnCommand as _};
use crate::{Service, probe, process, running};

/// Reads the arguments of the process and does what they ask for.
///
/// Call it in a function of the service's library: the binary would compile every future of the service once more.
#[tokio::main]
pub async fn run<S: Service>() -> anyhow::Result<()> {
    match read::<S>() {
        Command::Serve(config) => {
            let telemetry = souk_telemetry::init(S::NAME, &config.telemetry)?;
            process::until_signal(|asked| running::serve::<S>(&config, telemetry.metrics(), asked)).await?;
            telemetry.shutdown();
            Ok(())
        }
        Command::Migrate(database) => {
            running::migrate::<S>(&souk_database::connect(&database.database()?, S::NAME)?).await
        }
        Command::Probe(config) => probe::probe(config),
        Command::Bus { database, bus, command } => {
            let pool = souk_database::connect(&database, S::NAME)?;
            command.run(S::NAME, &bus, &pool).await
        }
        Command::Own(command) => command.run().await,
    }
}

/// Ends the process where the arguments can't be read, or ask for help.
fn read<S: Service>() -> Command<S::Config, S::Command> {
    let mut definition = Cli::<S::Config, S::Command>::command().about(S::ABOUT);
    souk_secrets::read_from::<Cli<S::Config, S::Command>>(&mut definition, arguments()).command
}

/// The program's name and its arguments: `serve` where none are given.
fn arguments() -> Vec<OsString> {
    let mut arguments: Vec<_> = std::env::args_os().collect();
    if arguments.len() == 1 {
        arguments.push("serve".into());
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NoCommand, NoConfig};

    #[test]
    fn every_program_serves_migrates_probes_and_looks_after_its_bus() {
        let mut definition = Cli::<NoConfig, NoCommand>::command();
        definition.build();
        let commands: Vec<_> = definition.get_subcommands().map(clap::Command::get_name).collect();
        assert_eq!(commands, ["serve", "migrate", "probe", "bus", "help"]);
        assert!(definition.render_version().starts_with("souk "), "{}", definition.render_version());
    }
}
