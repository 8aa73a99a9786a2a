//! One file per thing that is checked. The SQL is not checked against a schema at build time, because no build has all
//! databases; the tests run it on the services' own migrations.

mod copies;
mod counts;
mod dead_letters;
mod events;
mod holds;
mod intake;
mod ledger;
mod money;
mod totals;

use std::path::Path;

use crate::databases::Snapshots;
use crate::findings::{Findings, Scope};

pub(crate) use dead_letters::check as dead_letters;

/// Checks that read one database each; the databases work side by side.
pub(crate) async fn within(
    snapshots: &mut Snapshots,
    acknowledged: Option<&Path>,
) -> anyhow::Result<Findings> {
    let Snapshots { catalog, orders, inventory, payments, gateway: _ } = snapshots;
    let of_orders = async {
        let mut found = intake::check(orders, acknowledged).await?;
        found.extend(totals::check(orders).await?);
        found.extend(counts::check_orders(orders).await?);
        anyhow::Ok(found)
    };
    let of_inventory = async { anyhow::Ok(ledger::check(inventory).await?) };
    let of_payments = async { anyhow::Ok(money::check_payments(payments).await?) };
    let of_catalog = async { anyhow::Ok(counts::check_catalog(catalog).await?) };
    let (mut found, inventory, payments, catalog) =
        tokio::try_join!(of_orders, of_inventory, of_payments, of_catalog)?;
    found.extend(inventory);
    found.extend(payments);
    found.extend(catalog);
    Ok(found)
}

/// Checks that compare databases, so that an event on its way is seen as a disagreement.
pub(crate) async fn across(snapshots: &mut Snapshots, scope: &Scope) -> anyhow::Result<Findings> {
    let mut found = holds::check(&mut snapshots.orders, &mut snapshots.inventory, scope).await?;
    found.extend(money::check(&mut snapshots.orders, &mut snapshots.payments, scope).await?);
    found.extend(events::check(snapshots, scope).await?);
    found.extend(copies::check(snapshots, scope).await?);
    Ok(found)
}
