//! The `souk-verify` program: exit code 0 and silence when everything agrees, else 1 and a line per disagreement.

use std::io::Write as _;
use std::process::ExitCode;

use crate::{Config, Invariant};

/// Reads the arguments, judges the shop and writes what disagrees.
///
/// No `async fn`: the binary would compile every future of the checker once more.
#[tokio::main]
pub async fn run() -> anyhow::Result<ExitCode> {
    let config: Config = souk_secrets::parse();
    let violations = crate::verify(&config).await?;
    let mut out = std::io::stdout().lock();
    for violation in &violations {
        writeln!(out, "{violation}")?;
    }
    if !violations.is_empty() {
        return Ok(ExitCode::FAILURE);
    }
    if config.verbose {
        writeln!(out, "Stock and money agree: {} invariants hold.", Invariant::ALL.len())?;
    }
    Ok(ExitCode::SUCCESS)
}
