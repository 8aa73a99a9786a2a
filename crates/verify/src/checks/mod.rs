//! One file per thing that is checked. The SQL is not checked against a schema at build time, because no build has four
//! databases; the tests run it on the services' own migrations.

mod events;
mod holds;
mod intake;
mod ledger;
mod money;
mod totals;

use crate::{Config, Databases, Violation};

/// Checks that read one database each.
pub(crate) async fn within(databases: &Databases, config: &Config) -> anyhow::Result<Vec<Violation>> {
    let mut violations = ledger::check(&databases.inventory).await?;
    violations.extend(intake::check(&databases.orders, config.acknowledged.as_deref()).await?);
    violations.extend(totals::check(&databases.orders).await?);
    violations.extend(money::check_payments(&databases.payments).await?);
    Ok(violations)
}

/// Checks that compare databases, so that an event on its way is seen as a disagreement.
pub(crate) async fn across(databases: &Databases, config: &Config) -> anyhow::Result<Vec<Violation>> {
    let mut violations = holds::check(databases).await?;
    violations.extend(money::check(databases).await?);
    violations.extend(events::check(databases, config).await?);
    Ok(violations)
}
