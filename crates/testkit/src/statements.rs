//! How many statements a request sends: as many for a list of 200 rows as for one of 12 (house rule "Services 10").

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tracing::instrument::WithSubscriber as _;
use tracing::span::{Attributes, Id};
use tracing::subscriber::DefaultGuard;
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};
use tracing_subscriber::registry::LookupSpan;

/// Whether sqlx tells of a statement.
fn is_statement(event: &Event<'_>) -> bool {
    event.metadata().target() == "sqlx::query"
}

/// Counts what sqlx tells of.
#[derive(Debug, Clone, Default)]
struct Statements(Arc<AtomicUsize>);

impl<S: Subscriber> Layer<S> for Statements {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if is_statement(event) {
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

/// Counts what sqlx tells of within spans of a name, and tells it when one ends.
struct Spans {
    name: &'static str,
    ended: UnboundedSender<usize>,
}

/// What was counted within a span so far.
struct Count(usize);

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Spans {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        if attributes.metadata().name() == self.name
            && let Some(span) = context.span(id)
        {
            span.extensions_mut().insert(Count(0));
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        for span in context.event_scope(event).into_iter().flatten().filter(|_| is_statement(event)) {
            if let Some(count) = span.extensions_mut().get_mut::<Count>() {
                count.0 += 1;
            }
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        if let Some(Count(count)) = context.span(&id).and_then(|span| span.extensions_mut().remove()) {
            let _ = self.ended.send(count);
        }
    }
}

/// Counts the statements that are sent within spans of a name, in whatever task of this thread, for as long as it lives.
#[derive(Debug)]
pub struct SpanStatements {
    ended: UnboundedReceiver<usize>,
    _counting: DefaultGuard,
}

impl SpanStatements {
    pub fn begin(span: &'static str) -> Self {
        let (sender, ended) = unbounded_channel();
        let subscriber = tracing_subscriber::registry().with(Spans { name: span, ended: sender });
        Self { ended, _counting: tracing::subscriber::set_default(subscriber) }
    }

    /// How many were sent within the next span that ended; waits for its end. None where the counting has ended.
    pub async fn next(&mut self) -> Option<usize> {
        self.ended.recv().await
    }
}
