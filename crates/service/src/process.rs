//! The end of a service's process: the token that SIGTERM or Ctrl-C cancels.

use std::future::Future;
use std::time::Duration;

use anyhow::bail;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// What a process has from the signal to its end: whoever sent it kills it soon after. The phases of an orderly end (the
/// server's, the bus's) take less together.
const LAST_MOMENT: Duration = Duration::from_millis(9_800);

/// Runs `work` until it ends. Its token is cancelled when the process is asked to end; work that takes longer than
/// ten seconds from then on is left behind and is an error, so that a part that panicked is never forgotten for it: what
/// it held is delivered, released or tried again by its owner.
pub(crate) async fn until_signal<F, Fut>(work: F) -> anyhow::Result<()>
where
    F: FnOnce(CancellationToken) -> Fut,
    Fut: Future<Output = anyhow::Result<()>>,
{
    let asked = on_signal()?;
    at_most(LAST_MOMENT, &asked, work(asked.clone())).await
}

async fn at_most(
    patience: Duration,
    asked: &CancellationToken,
    work: impl Future<Output = anyhow::Result<()>>,
) -> anyhow::Result<()> {
    let last_moment = async {
        asked.cancelled().await;
        tokio::time::sleep(patience).await;
    };
    tokio::select! {
        done = work => done,
        () = last_moment => bail!("the end took too long and was cut short"),
    }
}

/// A token that is cancelled when the process is asked to end.
fn on_signal() -> anyhow::Result<CancellationToken> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let token = CancellationToken::new();
    let cancelled = token.clone();
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("asked to end");
        cancelled.cancel();
    });
    Ok(token)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::Instant;

    #[tokio::test(start_paused = true)]
    async fn work_that_never_ends_is_left_behind_in_time_and_said_to_be() {
        let (asked, begin) = (CancellationToken::new(), Instant::now());
        asked.cancel();
        at_most(LAST_MOMENT, &asked, std::future::pending()).await.expect_err("no orderly end");
        assert!(begin.elapsed() < Duration::from_secs(10));
    }

    #[tokio::test(start_paused = true)]
    async fn work_goes_on_for_as_long_as_nobody_asks_for_the_end() {
        let (asked, begin) = (CancellationToken::new(), Instant::now());
        let work = async {
            tokio::time::sleep(LAST_MOMENT * 100).await;
            Err(anyhow::anyhow!("its own outcome"))
        };
        at_most(LAST_MOMENT, &asked, work).await.expect_err("its own outcome");
        assert!(begin.elapsed() >= LAST_MOMENT * 100);
    }
}
