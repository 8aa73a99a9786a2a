//! What the log says of some work.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use tracing::instrument::WithSubscriber as _;

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What `work` answers, and the lines of the level INFO and above that it writes itself; those of tasks that it spawns are in none.
pub async fn lines_of<T>(work: impl Future<Output = T>) -> (T, String) {
    let lines = Lines::default();
    let writer = lines.clone();
    let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone()).finish();
    let done = work.with_subscriber(subscriber).await;
    let lines = lines.0.lock().unwrap_or_else(PoisonError::into_inner);
    (done, String::from_utf8_lossy(&lines).into_owned())
}
