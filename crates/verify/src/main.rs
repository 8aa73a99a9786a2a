//! The `souk-verify` program: exit code 0 and silence when everything agrees, else 1 and a line per disagreement.

use std::io::Write as _;
use std::process::ExitCode;

use clap::Parser as _;
use souk_verify::{Config, Invariant};

#[tokio::main]
async fn main() -> anyhow::Result<ExitCode> {
    let config = Config::parse();
    let violations = souk_verify::verify(&config).await?;
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
