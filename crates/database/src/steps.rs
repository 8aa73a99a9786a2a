//! What goes on in the database beside the calls.

use std::time::Duration;

use souk_background::every;
use tokio_util::sync::CancellationToken;

use crate::{LONGEST_WORK, within};

/// Takes steps about every `interval` until `stop`, as [`every`] does; after one that answers that there may be more, the next at
/// once. Each is given up after [`LONGEST_WORK`] ([`within`]), while all of them together take as long as they need. `name`
/// completes "could not …".
pub async fn in_steps<F, Fut, E>(interval: Duration, name: &'static str, stop: &CancellationToken, take: F)
where
    F: Fn() -> Fut,
    Fut: Future<Output = Result<bool, E>>,
    E: From<sqlx::Error> + Into<anyhow::Error>,
{
    every(interval, name, stop, || async {
        while !stop.is_cancelled() && within(LONGEST_WORK, take()).await? {}
        Ok::<_, E>(())
    })
    .await;
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::future::pending;

    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_step_that_nobody_answers_is_given_up_and_all_together_take_as_long_as_they_need() {
        const MINUTE: Duration = Duration::from_mins(1);
        let (stop, taken, begin) = (CancellationToken::new(), Cell::new(0_u32), Instant::now());
        in_steps(MINUTE, "count", &stop, || {
            taken.set(taken.get() + 1);
            async {
                match taken.get() {
                    1..=10 => tokio::time::sleep(LONGEST_WORK / 2).await,
                    11 => pending().await,
                    _ => stop.cancel(),
                }
                Ok::<_, sqlx::Error>(true)
            }
        })
        .await;
        assert_eq!(taken.get(), 12, "none after the end");
        // The first wait is of any length up to 30 s, the second one of a minute.
        let (least, most) = (LONGEST_WORK * 6 + MINUTE / 2, LONGEST_WORK * 6 + MINUTE * 2);
        assert!((least..most).contains(&begin.elapsed()), "{:?}", begin.elapsed());
    }
}
