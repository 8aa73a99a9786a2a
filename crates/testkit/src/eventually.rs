//! Waiting for what happens in its own time.

use std::time::Duration;

use tokio::time::{Instant, sleep, timeout_at};

const FIRST_WAIT: Duration = Duration::from_millis(5);
const LONGEST_WAIT: Duration = Duration::from_millis(200);

/// Asks `condition` until it is true.
///
/// # Panics
/// When it is not true within `cap`; the message says `what` was waited for.
pub async fn eventually<F>(what: &str, cap: Duration, mut condition: impl FnMut() -> F)
where
    F: Future<Output = bool>,
{
    eventually_some(what, cap, || {
        let asked = condition();
        async { asked.await.then_some(()) }
    })
    .await;
}

/// Asks `question` until it has an answer. One that hangs is given up with the rest.
///
/// # Panics
/// When it has none within `cap`; the message says `what` was waited for.
pub async fn eventually_some<T, F>(what: &str, cap: Duration, mut question: impl FnMut() -> F) -> T
where
    F: Future<Output = Option<T>>,
{
    let (end, mut wait) = (Instant::now() + cap, FIRST_WAIT);
    loop {
        if let Ok(Some(answer)) = timeout_at(end, question()).await {
            return answer;
        }
        assert!(Instant::now() < end, "not within {cap:?}: {what}");
        sleep(wait).await;
        wait = (wait * 2).min(LONGEST_WAIT);
    }
}
