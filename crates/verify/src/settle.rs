//! Tells what is broken from what is under way.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::Databases;
use crate::findings::{Findings, Scope};

const ROUND: Duration = Duration::from_millis(500);

/// Waits until the events that stand in the outboxes now have left them, or the time is over. Later ones are not waited
/// for: a shop in use always has some.
pub(crate) async fn drained(databases: &Databases, time: Duration) -> sqlx::Result<()> {
    let started = Instant::now();
    for pool in databases.all() {
        let newest = "SELECT max(position) FROM bus.outbox WHERE published_at IS NULL";
        let newest: Option<i64> = sqlx::query_scalar(newest).fetch_one(pool).await?;
        let waits = "SELECT EXISTS (SELECT FROM bus.outbox WHERE published_at IS NULL AND position <= $1)";
        while sqlx::query_scalar(waits).bind(newest).fetch_one(pool).await? {
            if started.elapsed() >= time {
                return Ok(());
            }
            sleep(ROUND).await;
        }
    }
    Ok(())
}

/// What of `found` is found again in every round until the time is over; ends as soon as nothing of it is left. What comes
/// up meanwhile is younger than the events in flight and not judged.
pub(crate) async fn persisting(
    time: Duration,
    mut found: Findings,
    mut judge: impl AsyncFnMut(&Scope) -> anyhow::Result<Findings>,
) -> anyhow::Result<Findings> {
    let started = Instant::now();
    while !found.is_empty() && started.elapsed() < time {
        sleep(ROUND.min(time)).await;
        let now = judge(&found.scope()).await?;
        found = found.still_in(now);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::Invariant;

    fn about(orders: &[u128]) -> Findings {
        let mut findings = Findings::default();
        for order in orders {
            let violation = Invariant::OrdersHoldTheirStock.broken(order.to_string(), "held 1 of 2");
            findings.add(Uuid::from_u128(*order), violation);
        }
        findings
    }

    #[tokio::test(start_paused = true)]
    async fn only_what_stays_is_broken_and_only_that_is_looked_at_again() {
        let mut looked_at = Vec::new();
        let found = persisting(Duration::from_secs(1), about(&[1, 2]), async |scope| {
            looked_at.push(scope.ids().unwrap().to_vec());
            Ok(about(&[2, 3]))
        });
        let found = found.await.unwrap().violations();
        assert_eq!(found, about(&[2]).violations());
        let ids = |ids: &[u128]| ids.iter().copied().map(Uuid::from_u128).collect::<Vec<_>>();
        assert_eq!(looked_at, [ids(&[1, 2]), ids(&[2])]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_shop_that_settles_is_not_waited_for() {
        let started = Instant::now();
        let found = persisting(Duration::from_secs(30), about(&[1]), async |_| Ok(about(&[])));
        assert!(found.await.unwrap().is_empty());
        assert_eq!(started.elapsed(), ROUND);
    }
}
