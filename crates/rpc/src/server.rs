//! A service's two doors: gRPC, and plain HTTP for operations (`/healthz`, `/readyz`, `/metrics`). At the end it
//! says that it is not ready, finishes what is in flight and leaves within ten seconds.

use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context as _;
use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use http::StatusCode;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::TcpListener;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tonic::Status;
use tonic::service::Routes;
use tonic_health::ServingStatus;
use tonic_health::server::HealthReporter;

use crate::actor::ACTOR_HEADER;
use crate::{ActorConfig, Signer, deadline};

/// How often readiness is asked anew.
const PROBE_INTERVAL: Duration = Duration::from_secs(1);
/// Between "not ready" and the last accepted call, so that the balancer has heard it.
const LEAVE: Duration = Duration::from_millis(1500);
/// What calls in flight get to finish.
const DRAIN: Duration = Duration::from_secs(8);

/// Where the service listens.
#[derive(Debug, Clone, clap::Args)]
pub struct ServerConfig {
    /// Address of the gRPC door.
    #[arg(long, env = "SOUK_GRPC_ADDR", default_value = "127.0.0.1:0")]
    pub grpc_addr: SocketAddr,
    /// Address of the operations door: `/healthz`, `/readyz`, `/metrics`.
    #[arg(long, env = "SOUK_OPS_ADDR", default_value = "127.0.0.1:0")]
    pub ops_addr: SocketAddr,
    #[command(flatten)]
    pub actor: ActorConfig,
}

/// Answers whether the service can do its work: database and broker are there.
#[derive(Clone)]
pub struct Readiness(Arc<dyn Fn() -> Pin<Box<dyn Future<Output = bool> + Send>> + Send + Sync>);

#[derive(Clone)]
struct Ops {
    ready: Arc<AtomicBool>,
    metrics: PrometheusHandle,
}

impl Readiness {
    pub fn new<F, Fut>(probe: F) -> Self
    where
        F: Fn() -> Fut + Send + Sync + 'static,
        Fut: Future<Output = bool> + Send + 'static,
    {
        Self(Arc::new(move || Box::pin(probe())))
    }
}

impl std::fmt::Debug for Readiness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Readiness")
    }
}

/// Serves `routes` and the operations door until `shutdown`, then drains.
pub async fn serve(
    config: &ServerConfig,
    routes: Routes,
    readiness: Readiness,
    metrics: PrometheusHandle,
    shutdown: CancellationToken,
) -> anyhow::Result<()> {
    let grpc =
        TcpListener::bind(config.grpc_addr).await.with_context(|| format!("gRPC on {}", config.grpc_addr))?;
    let ops = TcpListener::bind(config.ops_addr)
        .await
        .with_context(|| format!("operations on {}", config.ops_addr))?;
    tracing::info!(grpc = %grpc.local_addr()?, ops = %ops.local_addr()?, "serving");

    let (health, health_service) = tonic_health::server::health_reporter();
    let ready = Arc::new(AtomicBool::new(false));
    let stop_listening = CancellationToken::new();
    let signer = Signer::new(&config.actor)?;
    let app = routes
        .prepare()
        .into_axum_router()
        .layer(from_fn_with_state(signer, admit))
        .merge(Routes::new(health_service).into_axum_router())
        .layer(from_fn(souk_telemetry::http::observe));

    let grpc_server = tokio::spawn(
        axum::serve(grpc, app).with_graceful_shutdown(stop_listening.clone().cancelled_owned()).into_future(),
    );
    let ops_router = ops_router(Ops { ready: ready.clone(), metrics });
    let ops_server = tokio::spawn(
        axum::serve(ops, ops_router)
            .with_graceful_shutdown(stop_listening.clone().cancelled_owned())
            .into_future(),
    );

    watch_readiness(&readiness, &ready, &health, &shutdown).await;
    ready.store(false, Ordering::Relaxed);
    health.set_service_status("", ServingStatus::NotServing).await;
    tokio::time::sleep(LEAVE).await;
    stop_listening.cancel();
    if tokio::time::timeout(DRAIN, grpc_server).await.is_err() {
        tracing::warn!("calls were still in flight at the end");
    }
    ops_server.abort();
    Ok(())
}

/// Keeps the health service and `/readyz` true to the probe until the end begins.
async fn watch_readiness(
    readiness: &Readiness,
    ready: &AtomicBool,
    health: &HealthReporter,
    shutdown: &CancellationToken,
) {
    loop {
        let now = tokio::time::timeout(PROBE_INTERVAL, (readiness.0)()).await.unwrap_or(false);
        if ready.swap(now, Ordering::Relaxed) != now {
            tracing::info!(ready = now, "readiness changed");
        }
        health
            .set_service_status("", if now { ServingStatus::Serving } else { ServingStatus::NotServing })
            .await;
        tokio::select! {
            () = shutdown.cancelled() => return,
            () = tokio::time::sleep(PROBE_INTERVAL) => {}
        }
    }
}

/// Lets a call in only with a valid actor, and cuts it at its deadline.
async fn admit(State(signer): State<Signer>, mut request: Request, next: Next) -> Response {
    match signer.verify(request.headers().get(ACTOR_HEADER)) {
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
    if ops.ready.load(Ordering::Relaxed) {
        "ready".into_response()
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "not ready").into_response()
    }
}
