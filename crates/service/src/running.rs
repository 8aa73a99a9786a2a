//! The order in which a service starts and ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use metrics_exporter_prometheus::PrometheusHandle;
use secrecy::ExposeSecret as _;
use souk_bus::{Bus, RunningBus};
use souk_kernel::SystemClock;
use souk_rpc::{Condition, Mesh, Readiness, Signer};
use sqlx::PgPool;
use tokio::sync::OnceCell;
use tokio::task::{JoinError, JoinSet};
use tokio_util::sync::CancellationToken;

use crate::{Environment, Faults, Resources, ServeConfig, Service, Surface, connections, database_faults};

/// What background work may take at the end, beside the calls in flight: the bus, which comes after, still has its time.
const BACKGROUND_END: Duration = Duration::from_secs(7);

/// Between two looks at a database that doesn't answer.
const LOOK_AGAIN: Duration = Duration::from_secs(1);
/// How long a start waits for its database to be looked at. One that is away for longer must not look like a process that hangs.
const FIRST_LOOK: Duration = Duration::from_secs(5);

/// Brings the database up to date: the service's tables, the bus's, and what the shop can't be without. Safe to run from
/// several processes at once.
pub async fn migrate<S: Service>(pool: &PgPool) -> anyhow::Result<()> {
    souk_database::migrate(pool, S::migrations()).await?;
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
    let looked_at = Arc::new(AtomicBool::new(true));
    if config.production.environment == Environment::Production {
        require_production::<S>(config)?;
        let first = tokio::time::timeout(FIRST_LOOK, require_production_data::<S>(config, &pool));
        match shutdown.run_until_cancelled(first).await {
            None => return Ok(()),
            Some(Ok(looked)) => looked?,
            Some(Err(_)) => looked_at.store(false, Ordering::Release),
        }
    }
    let signer = Signer::new(&config.actor)?;
    let resources = Resources {
        pool: pool.clone(),
        clock: Arc::new(SystemClock),
        mesh: Mesh::new(&config.mesh, signer.clone())?,
        shutdown: shutdown.clone(),
    };
    let service = Arc::new(S::open(&config.own, resources.clone())?);
    let stop_bus = CancellationToken::new();
    let stopping = shutdown.clone();
    let mut bus = service.bus(Bus::new(S::NAME, &config.bus)).start(&stop_bus)?;
    let mut background = service.background(&resources);
    background.spawn(connections::sample(pool.clone(), shutdown.clone()));
    let background = finish(background, shutdown.clone());
    let looking = look_until_seen::<S>(config, &pool, &looked_at, &stopping);
    let readiness = readiness(service.clone(), souk_database::beside(&pool), looked_at.clone());
    let ended = shutdown.clone().drop_guard();
    let serving = async move {
        let _ended = ended;
        match service.surface() {
            Surface::Grpc(routes) => {
                souk_rpc::serve(&config.server, S::NAME, signer, routes, readiness, metrics, shutdown).await
            }
            Surface::Http(app, limits) => {
                souk_rpc::serve_http(&config.server, app, limits, readiness, metrics, shutdown).await
            }
        }
    };
    // Whichever ends early takes the other along.
    let (served, finished, carried, looked) =
        tokio::join!(serving, background, carry(&mut bus, &stopping), looking);
    // Last of all, so that the events of the last calls still leave.
    stop_bus.cancel();
    bus.stopped().await;
    pool.close().await;
    looked.and(served).and(finished).and(carried)
}

/// Goes on looking at a database that was away at the start: nobody is ready before, and what it holds that production must not have
/// ends the process.
async fn look_until_seen<S: Service>(
    config: &ServeConfig<S::Config>,
    pool: &PgPool,
    looked_at: &AtomicBool,
    shutdown: &CancellationToken,
) -> anyhow::Result<()> {
    if looked_at.load(Ordering::Acquire) {
        return Ok(());
    }
    match shutdown.run_until_cancelled(require_production_data::<S>(config, pool)).await {
        Some(Err(refused)) => {
            shutdown.cancel();
            Err(refused)
        }
        Some(Ok(())) => {
            looked_at.store(true, Ordering::Release);
            Ok(())
        }
        None => Ok(()),
    }
}

/// Watches the bus while the service runs.
async fn carry(bus: &mut RunningBus, shutdown: &CancellationToken) -> anyhow::Result<()> {
    match shutdown.run_until_cancelled(bus.failed()).await {
        None => Ok(()),
        Some(error) => Err(ended_early("a part of the bus", error, shutdown)),
    }
}

/// What panicked would be missed by nobody: the whole process ends for it, in order, and whoever keeps it starts it anew.
fn ended_early(what: &str, error: JoinError, shutdown: &CancellationToken) -> anyhow::Error {
    tracing::error!(error.cause = %error, "{what} ended early, and the process with it");
    shutdown.cancel();
    anyhow::Error::new(error).context(format!("{what} ended early"))
}

/// Refuses what the process was told and only a demo may be told.
fn require_production<S: Service>(config: &ServeConfig<S::Config>) -> anyhow::Result<()> {
    let mut faults = Faults::new(&config.production.private_hosts);
    faults.secret("SOUK_ACTOR_KEY", &config.actor.actor_key);
    faults.link("SOUK_DATABASE_URL", config.database.database_url.expose_secret());
    faults.link("SOUK_AMQP_URL", config.bus.amqp_url.expose_secret());
    faults.broker_user("SOUK_AMQP_URL", config.bus.amqp_url.expose_secret());
    for entry in config.mesh.mesh_url.split(',') {
        faults.link("SOUK_MESH_URL", entry.split_once('=').map_or(entry, |(_, url)| url).trim());
    }
    if let Some(collector) = &config.telemetry.otlp_endpoint {
        faults.link("OTEL_EXPORTER_OTLP_ENDPOINT", collector);
    }
    S::faults(&config.own, &mut faults);
    faults.into_result()
}

/// Refuses what the database holds and only a demo's may hold; waits for the database.
async fn require_production_data<S: Service>(
    config: &ServeConfig<S::Config>,
    pool: &PgPool,
) -> anyhow::Result<()> {
    loop {
        let mut faults = Faults::new(&config.production.private_hosts);
        let looked = async {
            database_faults::find(pool, &mut faults).await?;
            S::stored_faults(pool, &mut faults).await
        };
        match looked.await {
            Ok(()) => return faults.into_result(),
            Err(error) => tracing::warn!(error.cause = %error, "the database can't be looked at yet"),
        }
        tokio::time::sleep(LOOK_AGAIN).await;
    }
}

fn readiness<S: Service>(service: Arc<S>, probe: PgPool, looked_at: Arc<AtomicBool>) -> Readiness {
    let migrated = Arc::new(OnceCell::new());
    Readiness::new(move || {
        let (service, probe, migrated) = (service.clone(), probe.clone(), migrated.clone());
        let is_looked_at = looked_at.load(Ordering::Acquire);
        async move {
            if !souk_database::is_ready(probe.clone()).await {
                return Condition::hindered("its database does not answer");
            }
            if !is_looked_at {
                return Condition::hindered("what its database holds was not looked at yet");
            }
            if !is_migrated::<S>(&probe, &migrated).await {
                return Condition::hindered("its database's schema is older than this release");
            }
            Condition { is_ready: service.is_ready(), lacks: service.lacks().into_iter().collect() }
        }
    })
}

/// Whether the database has this release's schema; asked until it has, since no migration is taken back.
async fn is_migrated<S: Service>(pool: &PgPool, known: &OnceCell<()>) -> bool {
    let asked = known.get_or_try_init(|| async {
        if souk_database::is_migrated(pool, S::migrations()).await && souk_bus::is_migrated(pool).await {
            return Ok(());
        }
        tracing::warn!("the database's schema is older than this release: not ready until `migrate` was run");
        Err(())
    });
    asked.await.is_ok()
}

/// Waits for the background work, at the end no longer than it may take.
async fn finish(mut background: JoinSet<()>, shutdown: CancellationToken) -> anyhow::Result<()> {
    let mut finished = Ok(());
    let too_long = async {
        shutdown.cancelled().await;
        tokio::time::sleep(BACKGROUND_END).await;
    };
    let all = async {
        while let Some(ended) = background.join_next().await {
            if let Err(error) = ended {
                finished = Err(ended_early("background work", error, &shutdown));
            }
        }
    };
    tokio::select! {
        () = all => {}
        () = too_long => tracing::warn!("background work did not end in time and was cut short"),
    }
    finished
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn work_that_does_not_end_leaves_the_bus_its_time() {
        let (shutdown, begin) = (CancellationToken::new(), tokio::time::Instant::now());
        let mut background = JoinSet::new();
        background.spawn(std::future::pending());
        shutdown.cancel();
        finish(background, shutdown).await.expect("an orderly end");
        assert!(begin.elapsed() < Duration::from_secs(8));
    }

    #[tokio::test]
    async fn work_that_panics_ends_the_process_and_work_that_is_done_does_not() {
        let shutdown = CancellationToken::new();
        let mut background = JoinSet::new();
        background.spawn(async {});
        finish(background, shutdown.clone()).await.expect("done");
        assert!(!shutdown.is_cancelled());
        let mut background = JoinSet::new();
        let until = shutdown.clone();
        background.spawn(async move { until.cancelled().await });
        background.spawn(async { panic!("a fault") });
        finish(background, shutdown.clone()).await.expect_err("told");
        assert!(shutdown.is_cancelled(), "and the others were asked to end");
    }
}
