//! What a process does again and again beside its calls: sweeping, measuring, forgetting.

use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::time::Duration;

use anyhow::anyhow;
use futures::FutureExt as _;
use tokio::sync::Notify;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// A wait is up to this part of its interval shorter or longer: replicas that were started together don't stay together.
const JITTER: u32 = 10;

/// Longest wait for the first round: the hourly work of a process that seldom lives for an hour is done too.
const FIRST_WITHIN: Duration = Duration::from_secs(30);

/// What follows something waits after failures twice as long each time, up to 2 to the power of this many intervals.
const MOST_DOUBLINGS: u32 = 4;

/// Does `work` about every `interval` until `stop`; the next wait begins when the work is done. Rounds that fail or panic are
/// followed by the next one all the same: the first of a row is a warning with the cause, the others are told in the line that
/// says that it works again. `name` completes "could not …", as in `forget old answers`.
pub async fn every<F, Fut, E>(interval: Duration, name: &'static str, stop: &CancellationToken, mut work: F)
where
    F: FnMut() -> Fut,
    Fut: Future<Output = Result<(), E>>,
    E: Into<anyhow::Error>,
{
    let mut wait = rand::random_range(Duration::ZERO..=interval.min(FIRST_WITHIN));
    let mut failures = 0_u32;
    while stop.run_until_cancelled(tokio::time::sleep(wait)).await.is_some() {
        failures = round(name, failures, &mut work).await;
        wait = rand::random_range(interval.saturating_sub(interval / JITTER)..=interval + interval / JITTER);
    }
}

/// Does `work` until `stop` at once, then whenever `changed` is told, and after `interval` whatever is told: what this process knows
/// follows what others change. What is told during a round is followed by the next one, after a rest as long as the round, half an
/// interval at most: what is told many times a second is followed together. After rounds that fail or panic, which are told as those
/// of [`every`], it waits for longer, told or not: what is away is not asked again at once, and is followed again within 16 intervals
/// of its return.
pub async fn follow<F, Fut, E>(
    interval: Duration,
    name: &'static str,
    changed: &Notify,
    stop: &CancellationToken,
    mut work: F,
) where
    F: FnMut() -> Fut,
    Fut: Future<Output = Result<(), E>>,
    E: Into<anyhow::Error>,
{
    let mut failures = 0_u32;
    while !stop.is_cancelled() {
        let mut told = pin!(changed.notified());
        told.as_mut().enable();
        let began = Instant::now();
        failures = round(name, failures, &mut work).await;
        let rested = Instant::now() + began.elapsed().min(interval / 2);
        let told = async {
            told.await;
            tokio::time::sleep_until(rested).await;
        };
        let wait = tokio::time::sleep(interval * 2_u32.pow(failures.min(MOST_DOUBLINGS)));
        tokio::select! {
            () = stop.cancelled() => return,
            () = told, if failures == 0 => {}
            () = wait => {}
        }
    }
}

/// One round after so many failures in a row; how many there are now.
async fn round<F, Fut, E>(name: &str, failures: u32, work: &mut F) -> u32
where
    F: FnMut() -> Fut,
    Fut: Future<Output = Result<(), E>>,
    E: Into<anyhow::Error>,
{
    match guarded(work).await {
        Ok(()) => {
            if failures > 0 {
                tracing::info!(work.name = name, work.failures = failures, "could {name} again");
            }
            0
        }
        Err(error) => {
            tell(name, failures, &error);
            failures.saturating_add(1)
        }
    }
}

/// What a round comes to; a panic is its failure.
async fn guarded<F, Fut, E>(work: &mut F) -> anyhow::Result<()>
where
    F: FnMut() -> Fut,
    Fut: Future<Output = Result<(), E>>,
    E: Into<anyhow::Error>,
{
    match AssertUnwindSafe(async { work().await }).catch_unwind().await {
        Ok(outcome) => outcome.map_err(Into::into),
        Err(_) => Err(anyhow!("it panicked")),
    }
}

fn tell(name: &str, earlier: u32, error: &anyhow::Error) {
    if earlier == 0 {
        tracing::warn!(
            work.name = name,
            error.cause = format!("{error:#}"),
            "could not {name}, trying again"
        );
    } else {
        tracing::debug!(work.name = name, error.cause = format!("{error:#}"), "still could not {name}");
    }
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};
    use std::convert::Infallible;

    use super::*;

    const HOUR: Duration = Duration::from_hours(1);

    #[tokio::test(start_paused = true)]
    async fn it_goes_on_about_once_per_interval_until_it_is_stopped() {
        let (stop, rounds, begin) = (CancellationToken::new(), Cell::new(0_u32), Instant::now());
        let first = Cell::new(None);
        every(HOUR, "count", &stop, || {
            first.set(first.get().or(Some(begin.elapsed())));
            rounds.set(rounds.get() + 1);
            if rounds.get() == 11 {
                stop.cancel();
            }
            async { Ok::<_, Infallible>(()) }
        })
        .await;
        assert_eq!(rounds.get(), 11, "none after the end");
        assert!(first.get().is_some_and(|first| first <= FIRST_WITHIN), "soon for the first time");
        let ten_waits = begin.elapsed().saturating_sub(first.get().unwrap_or_default());
        assert!((HOUR * 9..=HOUR * 11).contains(&ten_waits), "{ten_waits:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_round_that_fails_or_panics_is_followed_by_the_next() {
        let (stop, rounds) = (CancellationToken::new(), Cell::new(0_u32));
        every(HOUR, "count", &stop, || {
            rounds.set(rounds.get() + 1);
            async {
                match rounds.get() {
                    1 => anyhow::bail!("not yet"),
                    2 => panic!("worse"),
                    _ => stop.cancel(),
                }
                Ok(())
            }
        })
        .await;
        assert_eq!(rounds.get(), 3);
    }

    #[tokio::test(start_paused = true)]
    async fn it_follows_what_is_told_at_once_and_asks_what_is_away_less_and_less() {
        const SECOND: Duration = Duration::from_secs(1);
        let (stop, changed, begin) = (CancellationToken::new(), Notify::new(), Instant::now());
        let rounds = RefCell::new(Vec::new());
        let following = follow(SECOND, "follow", &changed, &stop, || {
            let at = begin.elapsed();
            rounds.borrow_mut().push(at);
            if at > SECOND * 60 {
                stop.cancel();
            }
            async move { if (SECOND..SECOND * 60).contains(&at) { Err(anyhow!("away")) } else { Ok(()) } }
        });
        let telling = async {
            tokio::time::sleep(SECOND / 2).await;
            changed.notify_waiters();
            // Nobody listens while it is away.
            tokio::time::sleep(SECOND * 2).await;
            changed.notify_waiters();
        };
        tokio::join!(following, telling);
        let expected = [0, 500, 1_500, 3_500, 7_500, 15_500, 31_500, 47_500, 63_500];
        assert_eq!(rounds.into_inner(), expected.map(Duration::from_millis));
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_told_again_and_again_is_followed_together() {
        const SECOND: Duration = Duration::from_secs(1);
        let (stop, changed, rounds) = (CancellationToken::new(), Notify::new(), Cell::new(0));
        let following = follow(SECOND, "follow", &changed, &stop, || {
            rounds.set(rounds.get() + 1);
            async {
                tokio::time::sleep(SECOND / 20).await;
                Ok::<_, Infallible>(())
            }
        });
        let telling = async {
            for _ in 0..999 {
                tokio::time::sleep(SECOND / 100).await;
                changed.notify_waiters();
            }
            stop.cancel();
        };
        tokio::join!(following, telling);
        assert_eq!(rounds.get(), 100, "half of ten seconds is rest");
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_told_during_a_round_is_followed_by_the_next() {
        const SECOND: Duration = Duration::from_secs(1);
        let (stop, changed, begin) = (CancellationToken::new(), Notify::new(), Instant::now());
        let rounds = RefCell::new(Vec::new());
        follow(SECOND, "follow", &changed, &stop, || {
            rounds.borrow_mut().push(begin.elapsed());
            if rounds.borrow().len() == 2 {
                stop.cancel();
            }
            async {
                changed.notify_waiters();
                tokio::time::sleep(SECOND / 20).await;
                Ok::<_, Infallible>(())
            }
        })
        .await;
        assert_eq!(rounds.into_inner(), [Duration::ZERO, SECOND / 10]);
    }

    #[tokio::test(start_paused = true)]
    async fn replicas_started_together_do_not_stay_together() {
        let begin = Instant::now();
        let after_ten_rounds = async || {
            let (stop, rounds) = (CancellationToken::new(), Cell::new(0));
            every(HOUR, "count", &stop, || {
                rounds.set(rounds.get() + 1);
                if rounds.get() == 10 {
                    stop.cancel();
                }
                async { Ok::<_, Infallible>(()) }
            })
            .await;
            begin.elapsed()
        };
        let (one, other, third) = tokio::join!(after_ten_rounds(), after_ten_rounds(), after_ten_rounds());
        assert!(one != other || other != third, "{one:?}");
    }
}
