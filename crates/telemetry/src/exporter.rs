//! What becomes of spans that nobody takes. The SDK would say so for each batch, in every process each five seconds and oftener under
//! load, as an error; but no shopper and no order waits for a trace.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{SpanData, SpanExporter};

/// Sends spans by another exporter and says in the log when they begin to be lost and when they arrive again.
#[derive(Debug)]
pub(crate) struct TellsOnce<E> {
    exporter: E,
    /// Spans since one batch arrived last.
    lost: AtomicU64,
}

impl<E> TellsOnce<E> {
    pub(crate) fn of(exporter: E) -> Self {
        Self { exporter, lost: AtomicU64::new(0) }
    }
}

impl<E: SpanExporter> SpanExporter for TellsOnce<E> {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let spans = batch.len() as u64;
        match self.exporter.export(batch).await {
            Ok(()) => match self.lost.swap(0, Ordering::Relaxed) {
                0 => {}
                lost => tracing::info!(spans.lost = lost, "traces arrive again"),
            },
            Err(error) => {
                if self.lost.fetch_add(spans, Ordering::Relaxed) == 0 {
                    tracing::warn!(%error, "traces are lost until their collector takes them again");
                }
            }
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
    use std::sync::atomic::AtomicBool;

    use opentelemetry::trace::{Span as _, Tracer as _, TracerProvider as _};
    use opentelemetry_sdk::error::OTelSdkError;
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

    #[tokio::test]
    async fn a_collector_that_is_away_is_told_once_and_so_is_its_return() {
        static AWAY: AtomicBool = AtomicBool::new(true);
        let provider =
            SdkTracerProvider::builder().with_simple_exporter(TellsOnce::of(Collector(&AWAY))).build();
        let ((), lines) = lines_of(async {
            for away in [true, true, true, false, false, true] {
                AWAY.store(away, Ordering::Relaxed);
                provider.tracer("tests").start("a span").end();
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
