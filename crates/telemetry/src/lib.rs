//! Logs, traces and metrics: started once per process by [`init`], carried between processes by
//! [`propagation`], taken of every request by [`http::observe`].

mod exporter;
pub mod http;
pub mod propagation;

use std::time::Duration;

use ::http::Uri;
use ::http::uri::Scheme;
use anyhow::Context as _;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_otlp::tonic_types::transport::ClientTlsConfig;
use opentelemetry_otlp::{SpanExporter, WithExportConfig as _, WithTonicConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _};

use crate::exporter::TellsOnce;

/// Upper bounds, in seconds, of the latency histogram's buckets.
const LATENCY_BUCKETS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// Longest that a process which ends waits for the collector of its traces.
const FLUSH: Duration = Duration::from_secs(2);

/// How a process tells what it does.
#[derive(Debug, Clone, clap::Args)]
pub struct TelemetryConfig {
    /// Which log lines are written, as tracing's filter directives. lapin's own are not: what fails comes back to its caller,
    /// a queue that isn't there is no error, and a message that the broker returned carries people's names and phones.
    #[arg(long = "log", env = "SOUK_LOG", default_value = "info,lapin=off")]
    pub filter: String,
    /// Form of the log lines: `json` for machines, `text` for people.
    #[arg(long, env = "SOUK_LOG_FORMAT", default_value = "json")]
    pub log_format: LogFormat,
    /// OTLP/gRPC endpoint that traces are sent to. Without it no trace leaves the process, but its id still goes from
    /// process to process and into the log lines. One that begins with `https` is spoken to encrypted, and the system's authorities vouch
    /// for its name.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT")]
    pub otlp_endpoint: Option<String>,
}

/// Form of the log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    Json,
    Text,
}

/// The running telemetry of a process; keep it until the end, [`Telemetry::shutdown`] sends what is left.
#[derive(Debug)]
pub struct Telemetry {
    metrics: PrometheusHandle,
    traces: SdkTracerProvider,
}

/// Starts logs, traces and metrics of `service`. Fails when called twice in a process.
pub fn init(service: &'static str, config: &TelemetryConfig) -> anyhow::Result<Telemetry> {
    opentelemetry::global::set_text_map_propagator(TraceContextPropagator::new());
    let systems = || ClientTlsConfig::new().with_native_roots();
    let traces = tracer_provider(service, config.otlp_endpoint.as_deref(), systems)?;
    let filter = EnvFilter::try_new(&config.filter).context("SOUK_LOG is no filter")?;
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let lines = match config.log_format {
        LogFormat::Json => {
            lines.json().flatten_event(true).with_current_span(true).with_span_list(false).boxed()
        }
        LogFormat::Text => lines.boxed(),
    };
    let spans = tracing_opentelemetry::layer()
        .with_tracer(traces.tracer(service))
        .with_location(false)
        .with_threads(false)
        .with_tracked_inactivity(false)
        // What follows a trace asks the span ([`propagation`]), so no context is kept per thread, which costs at every poll.
        .with_context_activation(false);
    tracing_subscriber::registry().with(filter).with(lines).with(spans).try_init()?;
    let metrics = PrometheusBuilder::new()
        .add_global_label("service", service)
        .set_buckets_for_metric(Matcher::Suffix("_seconds".into()), &LATENCY_BUCKETS)?
        .install_recorder()?;
    Ok(Telemetry { metrics, traces })
}

/// Without an endpoint nothing is recorded: a span is its ids and no more. `authorities` vouch for one of https.
fn tracer_provider(
    service: &'static str,
    endpoint: Option<&str>,
    authorities: impl FnOnce() -> ClientTlsConfig,
) -> anyhow::Result<SdkTracerProvider> {
    let provider = SdkTracerProvider::builder();
    let Some(endpoint) = endpoint else {
        return Ok(provider.with_sampler(Sampler::AlwaysOff).build());
    };
    let mut exporter = SpanExporter::builder().with_tonic().with_endpoint(endpoint);
    if endpoint.parse::<Uri>().is_ok_and(|endpoint| endpoint.scheme() == Some(&Scheme::HTTPS)) {
        exporter = exporter.with_tls_config(authorities());
    }
    let exporter = exporter.build().context("OTEL_EXPORTER_OTLP_ENDPOINT")?;
    let resource = Resource::builder().with_service_name(service).build();
    Ok(provider.with_batch_exporter(TellsOnce::of(exporter)).with_resource(resource).build())
}

impl Telemetry {
    /// Renders `/metrics`.
    pub fn metrics(&self) -> PrometheusHandle {
        self.metrics.clone()
    }

    /// Sends the traces that are still held, unless their collector hangs: the end of a process has its own ten seconds before.
    pub fn shutdown(self) {
        if let Err(error) = self.traces.shutdown_with_timeout(FLUSH) {
            tracing::warn!(%error, "traces could not be flushed");
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use opentelemetry::trace::{Span as _, Tracer as _};
    use souk_testkit::TestCertificate;
    use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
    use tokio::time::timeout;
    use tonic::service::Routes;
    use tonic::transport::server::TcpIncoming;
    use tonic::transport::{Certificate, Identity, Server, ServerTlsConfig};

    use super::*;

    /// A collector that speaks TLS: its port, and what it is asked.
    async fn collector(certificate: &TestCertificate) -> (u16, UnboundedReceiver<String>) {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("its address").port();
        let (asked, told) = unbounded_channel();
        let app = Router::new().fallback(move |uri: Uri| {
            let asked = asked.clone();
            async move { drop(asked.send(uri.path().to_owned())) }
        });
        let identity = Identity::from_pem(&certificate.certificate, &certificate.key);
        let mut server =
            Server::builder().tls_config(ServerTlsConfig::new().identity(identity)).expect("a server");
        tokio::spawn(server.add_routes(Routes::from(app)).serve_with_incoming(TcpIncoming::from(listener)));
        (port, told)
    }

    #[tokio::test]
    async fn traces_go_encrypted_to_a_collector_that_an_authority_vouches_for() {
        let certificate = TestCertificate::read().expect("of the tests' servers");
        let (port, mut told) = collector(&certificate).await;
        let ours = || ClientTlsConfig::new().ca_certificate(Certificate::from_pem(&certificate.authority));
        let systems = || ClientTlsConfig::new().with_native_roots();
        let send = async |authorities: &dyn Fn() -> ClientTlsConfig| {
            let endpoint = format!("https://localhost:{port}");
            let provider = tracer_provider("orders", Some(&endpoint), authorities).expect("opens");
            provider.tracer("tests").start("a span").end();
            tokio::task::spawn_blocking(move || provider.force_flush()).await.expect("no panic")
        };
        send(&systems).await.expect("a collector that can't be had is no failure of ours");
        assert!(told.try_recv().is_err(), "nobody vouches for it: nothing was sent");
        send(&ours).await.expect("what it answers is no concern of this test");
        let path = timeout(Duration::from_secs(10), told.recv()).await.expect("in time").expect("asked");
        assert_eq!(path, "/opentelemetry.proto.collector.trace.v1.TraceService/Export");
    }
}
