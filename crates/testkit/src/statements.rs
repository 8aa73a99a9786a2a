//! How many statements a request sends: as many for a list of 200 rows as for one of 12 (house rule "Services 10").

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tracing::instrument::WithSubscriber as _;
use tracing::subscriber::DefaultGuard;
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};
use tracing_subscriber::registry::LookupSpan;

/// Counts what sqlx tells of: all of it, or what it tells within spans of a name.
#[derive(Debug, Clone, Default)]
struct Statements {
    count: Arc<AtomicUsize>,
    span: Option<&'static str>,
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Statements {
    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let mut spans = context.event_scope(event).into_iter().flatten();
        let is_part = self.span.is_none_or(|name| spans.any(|span| span.name() == name));
        if is_part && event.metadata().target() == "sqlx::query" {
            self.count.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// What `work` answers, and how many statements it sent itself; those of tasks that it spawns don't count.
pub async fn statements_of<T>(work: impl Future<Output = T>) -> (T, usize) {
    let statements = Statements::default();
    let subscriber = tracing_subscriber::registry().with(statements.clone());
    let done = work.with_subscriber(subscriber).await;
    (done, statements.count.load(Ordering::Relaxed))
}

/// Counts the statements that are sent within spans of a name, in whatever task of this thread, for as long as it lives.
#[derive(Debug)]
pub struct SpanStatements {
    statements: Statements,
    _counting: DefaultGuard,
}

impl SpanStatements {
    pub fn begin(span: &'static str) -> Self {
        let statements = Statements { span: Some(span), ..Statements::default() };
        let subscriber = tracing_subscriber::registry().with(statements.clone());
        Self { statements, _counting: tracing::subscriber::set_default(subscriber) }
    }

    /// What was counted since the last time.
    pub fn take(&self) -> usize {
        self.statements.count.swap(0, Ordering::Relaxed)
    }
}
