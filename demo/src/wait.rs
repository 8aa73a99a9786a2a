//! Waiting for what events bring.

use std::time::Duration;

/// How long an event may take to have its effect before the load gives up.
const PATIENCE: u32 = 300;
const STEP: Duration = Duration::from_millis(100);

/// Calls again while the answer is "not yet": another service hasn't heard of the thing.
pub async fn until_known<T, F>(mut call: impl FnMut() -> F) -> anyhow::Result<T>
where
    F: Future<Output = Result<T, tonic::Status>>,
{
    for _ in 0..PATIENCE {
        match call().await {
            Ok(answer) => return Ok(answer),
            Err(status) if is_not_yet(&status) => tokio::time::sleep(STEP).await,
            Err(status) => return Err(status.into()),
        }
    }
    Ok(call().await?)
}

/// Looks again until it is so.
pub async fn until<F>(mut is_so: impl FnMut() -> F) -> anyhow::Result<()>
where
    F: Future<Output = anyhow::Result<bool>>,
{
    for _ in 0..PATIENCE {
        if is_so().await? {
            return Ok(());
        }
        tokio::time::sleep(STEP).await;
    }
    anyhow::bail!("events are still on their way after {} s", (STEP * PATIENCE).as_secs())
}

fn is_not_yet(status: &tonic::Status) -> bool {
    use tonic::Code::{Aborted, FailedPrecondition, InvalidArgument, NotFound, Unavailable};
    matches!(status.code(), NotFound | InvalidArgument | FailedPrecondition | Unavailable | Aborted)
}
