//! The process of the checker.

use std::process::ExitCode;

fn main() -> anyhow::Result<ExitCode> {
    souk_verify::program::run()
}
