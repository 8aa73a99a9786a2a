//! A service's two listeners: one for calls (gRPC, or the gateway's HTTP), one for operations (`/healthz`, `/readyz`,
//! `/metrics`). At the end it says that it is not ready, finishes what is in flight and leaves within ten seconds.

use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context as _;
use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::serve::ListenerExt as _;
use http::StatusCode;
use metrics_exporter_prometheus::PrometheusHandle;
use souk_telemetry::http::{Names, observe};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tonic::Status;
use tonic::service::Routes;
use tonic_health::ServingStatus;
use tonic_health::server::HealthReporter;

use crate::actor::ACTOR_HEADER;
use crate::front::ConnectionLimits;
use crate::{Signer, deadline, front};

/// How often readiness is asked anew.
const PROBE_INTERVAL: Duration = Duration::from_secs(1);
/// Between "not ready" and the last accepted call, so that the balancer has heard it.
const LEAVE: Duration = Duration::from_millis(1500);
/// What calls in flight get to finish; the bus ends after them.
const DRAIN: Duration = Duration::from_secs(6);

/// Where the service listens.
#[derive(Debug, Clone, clap::Args)]
pub struct ServerConfig {
    /// Address that calls come to: gRPC, or the gateway's HTTP.
    #[arg(long, env = "SOUK_LISTEN_ADDR", default_value = "127.0.0.1:0")]
    pub listen_addr: SocketAddr,
    /// Address that operations ask: `/healthz`, `/readyz`, `/metrics`.
    #[arg(long, env = "SOUK_OPS_ADDR", default_value = "127.0.0.1:0")]
    pub ops_addr: SocketAddr,
}

/// Answers whether the service can do its work. The broker has no say in it: what is published waits in the outbox, and a
/// broker that is away must not take listings and checkouts out of the rotation (ADR 12).
#[derive(Clone)]
pub struct Readiness(Arc<dyn Fn() -> Pin<Box<dyn Future<Output = Condition> + Send>> + Send + Sync>);

/// What a service says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    pub is_ready: bool,
    /// What is missing: why it isn't ready, or what it does without, in words for whoever looks at `/readyz`.
    pub lacks: Vec<&'static str>,
}

#[derive(Clone)]
struct Ops {
    condition: Known,
    metrics: PrometheusHandle,
}

/// What was last found.
type Known = Arc<Mutex<Condition>>;

impl Readiness {
    pub fn new<F, Fut>(probe: F) -> Self
    where
        F: Fn() -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Condition> + Send + 'static,
    {
        Self(Arc::new(move || Box::pin(probe())))
    }
}

impl Condition {
    /// Ready, and nothing is missing.
    pub const WELL: Self = Self { is_ready: true, lacks: Vec::new() };

    /// Not ready, for this reason.
    pub fn hindered(by: &'static str) -> Self {
        Self { is_ready: false, lacks: vec![by] }
    }
}

impl std::fmt::Display for Condition {
    /// A word, and a line for each thing that is missing.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.is_ready { "ready" } else { "not ready" })?;
        self.lacks.iter().try_for_each(|lacking| write!(f, "\n- {lacking}"))
    }
}

impl std::fmt::Debug for Readiness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Readiness")
    }
}

/// Serves the `routes` of a service to calls that `signer` knows and that are meant for it, and operations, until
/// `shutdown`; then drains.
pub async fn serve(
    config: &ServerConfig,
    service: &'static str,
    signer: Signer,
    routes: Routes,
    readiness: Readiness,
    metrics: PrometheusHandle,
    shutdown: CancellationToken,
) -> anyhow::Result<()> {
    let (health, health_service) = tonic_health::server::health_reporter();
    // Only one of two merged routers may answer for unknown paths.
    let health_routes = Routes::new(health_service).into_axum_router().reset_fallback();
    let app = routes
        .prepare()
        .into_axum_router()
        .layer(from_fn_with_state((signer, service), admit))
        .merge(health_routes)
        .layer(from_fn_with_state(Names::of_methods(souk_proto::METHODS), observe));
    let listeners = Listeners::open(config).await?;
    let answer = |calls, stop: &CancellationToken| answer(calls, app, stop);
    listeners.serve(answer, &readiness, Some(health), metrics, shutdown).await
}

/// As [`serve`], for plain HTTP from anybody. `app` sees the peer's address as [`axum::extract::ConnectInfo`].
pub async fn serve_http(
    config: &ServerConfig,
    app: Router,
    limits: ConnectionLimits,
    readiness: Readiness,
    metrics: PrometheusHandle,
    shutdown: CancellationToken,
) -> anyhow::Result<()> {
    let listeners = Listeners::open(config).await?;
    let answer =
        |calls, stop: &CancellationToken| tokio::spawn(front::serve(calls, app, limits, stop.clone()));
    listeners.serve(answer, &readiness, None, metrics, shutdown).await
}

/// The listeners of a process.
struct Listeners {
    calls: TcpListener,
    ops: TcpListener,
}

impl Listeners {
    async fn open(config: &ServerConfig) -> anyhow::Result<Self> {
        let (calls, ops) = (config.listen_addr, config.ops_addr);
        let calls = TcpListener::bind(calls).await.with_context(|| format!("calls on {calls}"))?;
        let ops = TcpListener::bind(ops).await.with_context(|| format!("operations on {ops}"))?;
        tracing::info!(calls = %calls.local_addr()?, ops = %ops.local_addr()?, "serving");
        Ok(Self { calls, ops })
    }

    async fn serve(
        self,
        answer_calls: impl FnOnce(TcpListener, &CancellationToken) -> JoinHandle<()>,
        readiness: &Readiness,
        health: Option<HealthReporter>,
        metrics: PrometheusHandle,
        shutdown: CancellationToken,
    ) -> anyhow::Result<()> {
        let condition = Arc::new(Mutex::new(Condition::hindered("it has just started")));
        let stop_listening = CancellationToken::new();
        let app_server = answer_calls(self.calls, &stop_listening);
        let ops_router = ops_router(Ops { condition: condition.clone(), metrics: metrics.clone() });
        let ops_server = answer(self.ops, ops_router, &stop_listening);

        watch_readiness(readiness, &condition, health.as_ref(), &metrics, &shutdown).await;
        keep(&condition, Condition::hindered("it was asked to end"));
        tell(health.as_ref(), false).await;
        tokio::time::sleep(LEAVE).await;
        stop_listening.cancel();
        if tokio::time::timeout(DRAIN, app_server).await.is_err() {
            tracing::warn!("calls were still in flight at the end");
        }
        ops_server.abort();
        Ok(())
    }
}

/// Answers calls in the background until `stop`, then what is in flight.
///
/// No `async fn`: every service would compile the HTTP server once more.
fn answer(listener: TcpListener, app: Router, stop: &CancellationToken) -> JoinHandle<()> {
    // An answer is written at once: waiting for more would only add to its time.
    let calls = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    let app = app.into_make_service_with_connect_info::<SocketAddr>();
    let server = axum::serve(calls, app).with_graceful_shutdown(stop.clone().cancelled_owned());
    tokio::spawn(async move {
        // It never fails: what can't be accepted is tried again.
        let _ = server.await;
    })
}

/// Answers gRPC's health question, where it is asked.
async fn tell(health: Option<&HealthReporter>, ready: bool) {
    if let Some(health) = health {
        let status = if ready { ServingStatus::Serving } else { ServingStatus::NotServing };
        health.set_service_status("", status).await;
    }
}

/// Keeps the health service and `/readyz` true to the probe until the end begins.
async fn watch_readiness(
    readiness: &Readiness,
    known: &Known,
    health: Option<&HealthReporter>,
    metrics: &PrometheusHandle,
    shutdown: &CancellationToken,
) {
    loop {
        let now = tokio::time::timeout(PROBE_INTERVAL, (readiness.0)()).await;
        let now = now.unwrap_or_else(|_| Condition::hindered("its database takes too long to answer"));
        if keep(known, now.clone()) != now {
            tracing::info!(ready = now.is_ready, lacks = ?now.lacks, "readiness changed");
        }
        tell(health, now.is_ready).await;
        // Histograms keep every sample until somebody sums them up: nobody may ever ask for `/metrics`.
        metrics.run_upkeep();
        tokio::select! {
            () = shutdown.cancelled() => return,
            () = tokio::time::sleep(PROBE_INTERVAL) => {}
        }
    }
}

/// Keeps what is found now, and says what was found before.
fn keep(known: &Known, now: Condition) -> Condition {
    std::mem::replace(&mut *known.lock().unwrap_or_else(PoisonError::into_inner), now)
}

/// Lets a call in only with a valid actor, and cuts it at its deadline.
async fn admit(
    State((signer, service)): State<(Signer, &'static str)>,
    mut request: Request,
    next: Next,
) -> Response {
    match signer.verify(request.headers().get(ACTOR_HEADER), service) {
        Ok(actor) => request.extensions_mut().insert(actor),
        Err(failure) => return Status::from(failure).into_http(),
    };
    let allowed = deadline::read(request.headers());
    let until = Instant::now() + allowed;
    match tokio::time::timeout(allowed, deadline::within(until, next.run(request))).await {
        Ok(response) => response,
        Err(_) => Status::deadline_exceeded("the deadline of the call has passed").into_http(),
    }
}

fn ops_router(ops: Ops) -> Router {
    Router::new()
        .route("/healthz", get(|| async { "ok" }))
        .route("/readyz", get(readyz))
        .route("/metrics", get(|State(ops): State<Ops>| async move { ops.metrics.render() }))
        .with_state(ops)
}

async fn readyz(State(ops): State<Ops>) -> Response {
    let condition = ops.condition.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let status = if condition.is_ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, condition.to_string()).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_told_of_who_is_ready_and_of_who_is_not() {
        assert_eq!(Condition::WELL.to_string(), "ready");
        let without = Condition { is_ready: true, lacks: vec!["search"] };
        assert_eq!(without.to_string(), "ready\n- search");
        assert_eq!(Condition::hindered("no database").to_string(), "not ready\n- no database");
    }
}
