//! The order in which a service starts and ends.

use std::sync::Arc;

use metrics_exporter_prometheus::PrometheusHandle;
use souk_bus::Bus;
use souk_kernel::SystemClock;
use souk_rpc::{Mesh, Readiness, Signer};
use sqlx::PgPool;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::{Resources, ServeConfig, Service, Surface};

/// Brings the database up to date: the service's tables, the bus's, and what the shop can't be without. Safe to run from
/// several processes at once.
pub async fn migrate<S: Service>(pool: &PgPool) -> anyhow::Result<()> {
    S::migrations().run(pool).await?;
    souk_bus::migrate(pool).await?;
    S::seed(pool).await
}

/// Serves until `shutdown`, then ends in order.
pub async fn serve<S: Service>(
    config: &ServeConfig<S::Config>,
    metrics: PrometheusHandle,
    shutdown: CancellationToken,
) -> anyhow::Result<()> {
    let pool = souk_database::connect(&config.database, S::NAME)?;
    let signer = Signer::new(&config.actor)?;
    let resources = Resources {
        pool: pool.clone(),
        clock: Arc::new(SystemClock),
        mesh: Mesh::new(&config.mesh, signer.clone())?,
        shutdown: shutdown.clone(),
    };
    let service = Arc::new(S::open(&config.own, resources.clone())?);
    let stop_bus = CancellationToken::new();
    let bus = service.bus(Bus::new(S::NAME, &config.bus)).start(&stop_bus)?;
    let background = service.background(&resources);
    let readiness = readiness(service.clone(), pool.clone());
    match service.surface() {
        Surface::Grpc(routes) => {
            souk_rpc::serve(&config.server, signer, routes, readiness, metrics, shutdown).await?;
        }
        Surface::Http(app) => souk_rpc::serve_http(&config.server, app, readiness, metrics, shutdown).await?,
    }
    ended(background).await;
    // Last of all, so that the events of the last calls still leave.
    stop_bus.cancel();
    bus.stopped().await;
    pool.close().await;
    Ok(())
}

fn readiness<S: Service>(service: Arc<S>, pool: PgPool) -> Readiness {
    Readiness::new(move || {
        let (service, pool) = (service.clone(), pool.clone());
        async move { service.is_ready() && souk_database::is_ready(pool).await }
    })
}

async fn ended(mut background: JoinSet<()>) {
    while let Some(ended) = background.join_next().await {
        if let Err(error) = ended {
            tracing::error!(error.cause = %error, "background work had ended early");
        }
    }
}
