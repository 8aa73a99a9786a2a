//! The commands of `souk-gateway` that no other service has.

use std::io::Write as _;
use std::sync::Arc;

use anyhow::Context as _;
use secrecy::SecretString;
use souk_database::DatabaseConfig;
use souk_kernel::SystemClock;
use souk_rpc::{Actor, Keys};
use souk_service::OwnCommand;

use crate::config::{Command, StaffCommand};
use crate::staff::{AddStaff, Seals, StaffDesk};

impl OwnCommand for Command {
    async fn run(self) -> anyhow::Result<()> {
        match self {
            Self::Openapi => print_openapi(),
            Self::Staff { database, command } => staff(&database, command).await,
        }
    }
}

fn print_openapi() -> anyhow::Result<()> {
    let document = crate::openapi::document().to_pretty_json()?;
    writeln!(std::io::stdout(), "{document}").context("writing the description")
}

async fn staff(database: &DatabaseConfig, command: StaffCommand) -> anyhow::Result<()> {
    let pool = souk_database::connect(database, crate::SERVICE)?;
    let desk = |seals| StaffDesk::new(pool.clone(), Arc::new(SystemClock), seals, false);
    let sealing = |secret: &SecretString| desk(Seals::new(&Keys::read("SOUK_SECRET", secret)?));
    let answer = match command {
        StaffCommand::Add(account) => add(&desk(Seals::default())?, account).await?,
        StaffCommand::Totp { email, secret } => {
            let enrolled = sealing(&secret)?.enrol_totp(&whoever_runs_it(), &email).await?;
            enrolled.context("there is no such account")?
        }
        StaffCommand::Reseal { secret } => {
            let renewed = sealing(&secret)?.renew_seals().await?;
            format!("{renewed} second factors sealed anew")
        }
    };
    writeln!(std::io::stdout(), "{answer}").context("writing the answer")
}

async fn add(desk: &StaffDesk, account: AddStaff) -> anyhow::Result<String> {
    let password = read_password(account.password_stdin)?;
    let id = desk.add(&whoever_runs_it(), account.with_password(password)?).await.map_err(|failure| {
        let broken: Vec<_> = failure.violations.iter().map(|violation| violation.text.as_str()).collect();
        anyhow::anyhow!("{failure} {}", broken.join("; "))
    })?;
    Ok(id.to_string())
}

/// As the audit log names who works with commands.
fn whoever_runs_it() -> Actor {
    Actor::system("souk-gateway")
}

/// The first line of standard input; with a word to whoever types it.
fn read_password(is_piped: bool) -> anyhow::Result<SecretString> {
    if !is_piped {
        write!(std::io::stderr(), "Password (shown as you type; pipe it with --password-stdin): ")?;
    }
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).context("reading the password")?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned().into())
}
