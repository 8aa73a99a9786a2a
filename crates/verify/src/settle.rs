//! Tells what is broken from what is under way.

use std::collections::HashSet;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::Violation;

const ROUND: Duration = Duration::from_millis(500);

/// What `judge` finds now and in every round until the time is over; ends as soon as nothing of it is left. What comes up
/// meanwhile is younger than the events in flight and not judged.
pub(crate) async fn persisting(
    time: Duration,
    mut judge: impl AsyncFnMut() -> anyhow::Result<Vec<Violation>>,
) -> anyhow::Result<Vec<Violation>> {
    let started = Instant::now();
    let mut found: HashSet<_> = judge().await?.into_iter().collect();
    while !found.is_empty() && started.elapsed() < time {
        sleep(ROUND.min(time)).await;
        let still: HashSet<_> = judge().await?.into_iter().collect();
        found.retain(|violation| still.contains(violation));
    }
    Ok(found.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Invariant;

    fn about(order: &str) -> Violation {
        Invariant::OrdersHoldTheirStock.broken(order, "held 1 of 2")
    }

    #[tokio::test(start_paused = true)]
    async fn only_what_stays_is_broken() {
        let mut rounds = [vec![about("a"), about("b")], vec![about("b"), about("c")]].into_iter();
        let found = persisting(Duration::from_secs(30), async || {
            Ok(rounds.next().unwrap_or_else(|| vec![about("b"), about("d")]))
        });
        assert_eq!(found.await.unwrap(), [about("b")]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_shop_that_settles_is_not_waited_for() {
        let mut rounds = [vec![about("a")], vec![]].into_iter();
        let started = Instant::now();
        let found = persisting(Duration::from_secs(30), async || Ok(rounds.next().unwrap()));
        assert_eq!(found.await.unwrap(), []);
        assert_eq!(started.elapsed(), ROUND);
    }
}
