//! How many statements a request sends: as many for a list of 200 rows as for one of 12 (house rule "Services 10").

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tracing::instrument::WithSubscriber as _;
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};

/// Counts what sqlx tells of.
#[derive(Clone, Default)]
struct Statements(Arc<AtomicUsize>);

impl<S: Subscriber> Layer<S> for Statements {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if event.metadata().target() == "sqlx::query" {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// What `work` answers, and how many statements it sent itself; those of tasks that it spawns don't count.
pub async fn statements_of<T>(work: impl Future<Output = T>) -> (T, usize) {
    let statements = Statements::default();
    let subscriber = tracing_subscriber::registry().with(statements.clone());
    let done = work.with_subscriber(subscriber).await;
    (done, statements.0.load(Ordering::Relaxed))
}
