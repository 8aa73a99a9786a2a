//! The begin and the end of a service's process: its arguments, and the token that SIGTERM or Ctrl-C cancels.

use std::ffi::OsString;

use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// The program's name and its arguments: `serve` where none are given.
pub fn arguments() -> Vec<OsString> {
    let mut arguments: Vec<_> = std::env::args_os().collect();
    if arguments.len() == 1 {
        arguments.push("serve".into());
    }
    arguments
}

/// A token that is cancelled when the process is asked to end.
pub fn on_signal() -> anyhow::Result<CancellationToken> {
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
