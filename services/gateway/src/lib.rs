//! The gateway: the one HTTP surface of the shop. It owns staff accounts, sessions and the audit log, and no business
//! data: everything else it asks of the services behind it.
//!
//! - [`storefront`] and [`dashboard`]: the HTTP interface, spec 7 and design 4; [`openapi`] describes it.
//! - `pages`, `assets`, `media`: what a browser loads.
//! - `catalog` over `reads`: public reads, kept ready.
//! - `live`: changes told to open screens; `events` feeds it and keeps the reads fresh.
//! - [`staff`]: accounts, sessions, audit.
//! - `problem`: the one place that words refusals.

pub mod app;
mod assets;
pub mod catalog;
pub mod config;
pub mod dashboard;
mod encoding;
pub mod events;
mod extract;
mod headers;
pub mod limits;
pub mod live;
pub mod media;
pub mod neighbours;
pub mod openapi;
pub mod pages;
mod problem;
pub mod program;
pub mod reads;
pub mod staff;
pub mod storefront;
mod text;

use std::sync::Arc;
use std::time::Duration;

use metrics_exporter_prometheus::PrometheusHandle;
use souk_bus::Bus;
use souk_kernel::{Clock, SystemClock};
use souk_rpc::{HttpDoors, Mesh, Readiness, Signer};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use app::{App, Shop};
use catalog::Catalog;
use config::Config;
use limits::Limits;
use live::Live;
use media::Media;
use neighbours::Neighbours;
use pages::Pages;
use reads::Reads;
use staff::StaffDesk;
use storefront::visitor::Tokens;

/// The name that the routes of events know the process by.
pub const SERVICE: &str = "gateway";

/// Between two sweeps of idle rate-limit counters.
const SWEEP: Duration = Duration::from_mins(1);

/// Brings the database up to date.
pub async fn migrate(pool: &PgPool) -> anyhow::Result<()> {
    sqlx::migrate!().run(pool).await?;
    souk_bus::migrate(pool).await?;
    Ok(())
}

/// What handlers share, from the configuration.
pub fn open(
    config: &Config,
    pool: PgPool,
    clock: Arc<dyn Clock>,
    shutdown: CancellationToken,
) -> anyhow::Result<App> {
    let neighbours = Neighbours::new(Mesh::new(&config.mesh, Signer::new(&config.actor)?)?);
    let public_url = config.public_url.trim_end_matches('/').to_owned();
    Ok(Arc::new(Shop {
        catalog: Catalog::new(neighbours.clone(), Reads::new(config.kept_reads)),
        neighbours,
        visitors: Tokens::new(&config.secret)?,
        staff: StaffDesk::new(pool, clock.clone(), public_url.starts_with("https://"))?,
        live: Live::new(shutdown),
        limits: Limits::new(&config.limits, config.demo),
        media: Media::open(&config.media_url)?,
        pages: Pages::read(&config.web_dir)?,
        clock,
        public_url,
        demo: config.demo,
    }))
}

/// Serves until `shutdown`.
pub async fn serve(
    config: &Config,
    metrics: PrometheusHandle,
    shutdown: CancellationToken,
) -> anyhow::Result<()> {
    let pool = souk_database::connect(&config.database, SERVICE)?;
    let app = open(config, pool.clone(), Arc::new(SystemClock), shutdown.clone())?;
    let bus = Bus::new(SERVICE, &config.bus).broadcast(events::broadcast(SERVICE, &app)).start(&shutdown)?;
    tokio::spawn(sweep(app.clone(), shutdown.clone()));
    let doors = HttpDoors { http_addr: config.http_addr, ops_addr: config.ops_addr };
    let database = pool.clone();
    let readiness = Readiness::new(move || souk_database::is_ready(database.clone()));
    souk_rpc::serve_http(doors, app::router(app), readiness, metrics, shutdown).await?;
    bus.stopped().await;
    pool.close().await;
    Ok(())
}

async fn sweep(app: App, shutdown: CancellationToken) {
    while shutdown.run_until_cancelled(tokio::time::sleep(SWEEP)).await.is_some() {
        app.limits.forget_idle();
    }
}
