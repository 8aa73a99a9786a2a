//! Do stock and money agree, over all databases? The checker that tests, the torture, the benchmark and operators
//! call: it only reads, names every broken [`Invariant`] with the ids that break it, and is silent when all hold.
//!
//! Sums are made in the databases, and databases are compared row by row in the order of their ids, so the shop's size
//! costs time and no memory. Every database is read as it stood at one moment. A check inside one of them is final. A
//! check over several can catch an event on its way: events that wait are let go first, and what such a check finds counts
//! only if it is still there when the shop had time to settle.

mod checks;
mod config;
mod databases;
mod findings;
mod invariant;
mod merge;
pub mod program;
mod settle;

pub use config::Config;
pub use databases::Databases;
pub use findings::MOST_NAMED;
pub use invariant::{Invariant, Violation};

use findings::Scope;

/// Judges the shop, waiting up to the configured time for events to leave and once more for them to arrive.
pub async fn verify(config: &Config) -> anyhow::Result<Vec<Violation>> {
    // On the heap: all the streams together make a future too large for its callers' stacks.
    Box::pin(judge(config)).await
}

async fn judge(config: &Config) -> anyhow::Result<Vec<Violation>> {
    let databases = Databases::connect(config)?;
    settle::drained(&databases, config.settle()).await?;
    let mut snapshots = databases.snapshots().await?;
    let mut found = checks::within(&mut snapshots, config.acknowledged.as_deref()).await?;
    let differences = checks::across(&mut snapshots, &Scope::All).await?;
    drop(snapshots);
    let again = async |scope: &Scope| checks::across(&mut databases.snapshots().await?, scope).await;
    found.extend(settle::persisting(config.settle(), differences, again).await?);
    found.extend(checks::dead_letters(&mut databases.snapshots().await?, &config.bus).await?);
    Ok(found.violations())
}
