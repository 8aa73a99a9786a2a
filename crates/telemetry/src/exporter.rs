//! What becomes of spans that nobody takes. The SDK would say so for each batch, in every process each five seconds and oftener under
//! load, as an error; but no shopper and no order waits for a trace.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::{OTelSdkError, OTelSdkResult};
use opentelemetry_sdk::trace::{SpanData, SpanExporter};
use tokio::time::Instant;

/// How long nothing is lost before that is said: a collector that is full takes one batch and refuses the next.
const QUIET: Duration = Duration::from_mins(1);

/// Sends spans by another exporter and says in the log when they begin to be lost and when they arrive again.
#[derive(Debug)]
pub(crate) struct TellsOnce<E> {
    exporter: E,
    losing: Mutex<Option<Losing>>,
}

/// Since it was said that spans are lost.
#[derive(Debug)]
struct Losing {
    /// Spans of batches that were refused; what the SDK had no room for is not among them.
    spans: u64,
    last: Instant,
}

impl<E> TellsOnce<E> {
    pub(crate) fn of(exporter: E) -> Self {
        Self { exporter, losing: Mutex::default() }
    }

    fn arrived(&self) {
        let mut losing = self.losing.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Losing { spans, .. }) = losing.take_if(|losing| losing.last.elapsed() >= QUIET) {
            tracing::info!(spans.lost = spans, "traces arrive again");
        }
    }

    fn lost(&self, lost: u64, error: &OTelSdkError) {
        metrics::counter!("souk_trace_spans_lost_total").increment(lost);
        let mut losing = self.losing.lock().unwrap_or_else(PoisonError::into_inner);
        if losing.is_none() {
            tracing::warn!(%error, "traces are lost until their collector takes them again");
        }
        let before = losing.as_ref().map_or(0, |losing| losing.spans);
        *losing = Some(Losing { spans: before + lost, last: Instant::now() });
    }
}

impl<E: SpanExporter> SpanExporter for TellsOnce<E> {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let spans = batch.len() as u64;
        match self.exporter.export(batch).await {
            Ok(()) => self.arrived(),
            Err(error) => self.lost(spans, &error),
        }
        Ok(())
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.exporter.shutdown_with_timeout(timeout)
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.exporter.set_resource(resource);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use opentelemetry::trace::{Span as _, Tracer as _, TracerProvider as _};
    use opentelemetry_sdk::trace::SdkTracerProvider;
    use souk_testkit::lines_of;

    use super::*;

    /// A collector that is away or not.
    #[derive(Debug)]
    struct Collector(&'static AtomicBool);

    impl SpanExporter for Collector {
        async fn export(&self, _: Vec<SpanData>) -> OTelSdkResult {
            let away = self.0.load(Ordering::Relaxed);
            if away { Err(OTelSdkError::InternalFailure("refused".into())) } else { Ok(()) }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_collector_that_is_away_is_told_once_and_so_is_its_return() {
        static AWAY: AtomicBool = AtomicBool::new(true);
        let provider =
            SdkTracerProvider::builder().with_simple_exporter(TellsOnce::of(Collector(&AWAY))).build();
        let ((), lines) = lines_of(async {
            for (away, then) in
                [(true, 1), (true, 1), (false, 1), (true, 60), (false, 1), (false, 1), (true, 1)]
            {
                AWAY.store(away, Ordering::Relaxed);
                provider.tracer("tests").start("a span").end();
                tokio::time::advance(Duration::from_secs(then)).await;
            }
        })
        .await;
        let told: Vec<_> = lines.lines().collect();
        assert_eq!(told.len(), 3, "{lines}");
        assert!(told[0].contains("WARN") && told[0].contains("refused"), "{lines}");
        assert!(told[1].contains("INFO") && told[1].contains("spans.lost=3"), "{lines}");
        assert!(told[2].contains("WARN"), "{lines}");
    }
}
