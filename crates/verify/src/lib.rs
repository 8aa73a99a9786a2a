//! Do stock and money agree, over all databases? The checker that tests, the torture, the benchmark and operators
//! call: it only reads, names every broken [`Invariant`] with the ids that break it, and is silent when all hold.
//!
//! A check inside one database reads one snapshot and is final. A check over several can catch an event on its way: what
//! such a check finds counts only if it is still there when the shop had time to settle.

mod checks;
mod config;
mod databases;
mod invariant;
pub mod program;
mod settle;

pub use config::Config;
pub use databases::Databases;
pub use invariant::{Invariant, Violation};

/// Judges the shop, waiting up to the configured time for what is under way.
pub async fn verify(config: &Config) -> anyhow::Result<Vec<Violation>> {
    let databases = Databases::connect(config)?;
    let mut violations = checks::within(&databases, config).await?;
    violations.extend(
        settle::persisting(config.settle(), async || checks::across(&databases, config).await).await?,
    );
    violations.sort();
    Ok(violations)
}
