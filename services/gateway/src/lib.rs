//! The gateway: the one HTTP surface of the shop. It owns staff accounts, sessions and the audit log, and no business
//! data: everything else it asks of the services behind it.
//!
//! Features name those below them, never those above:
//!
//! | feature | what it is for |
//! |---|---|
//! | `command`, [`events`], [`router`] | the program's own commands, what the bus tells, all routes put together |
//! | [`openapi`] | the interface described |
//! | [`dashboard`], [`storefront`] | the HTTP interface, spec 7 and design 4 |
//! | [`pages`] | what a browser loads and a search engine reads |
//! | [`state`] | what handlers share |
//! | [`config`] | what the process is told at start |
//! | [`staff`] | accounts, sessions, audit |
//! | [`limits`], [`live`], [`visitor`] | rate limits, changes told to open screens, shoppers' tokens |
//! | [`catalog`], `media`, `web_app` | public reads of the catalogue, pictures, the built web app |
//! | `reads`, `encoding` | answers kept ready, and their compressed forms |
//! | [`neighbours`] | the services behind |
//! | `extract`, `idempotency`, `headers`, `text` | what is read of a request and written with an answer |
//! | `problem` | the one place that words refusals |

pub mod catalog;
mod command;
pub mod config;
pub mod dashboard;
mod encoding;
pub mod events;
mod extract;
mod headers;
mod idempotency;
pub mod limits;
pub mod live;
pub mod media;
pub mod neighbours;
pub mod openapi;
pub mod pages;
mod problem;
pub mod reads;
pub mod router;
pub mod staff;
pub mod state;
pub mod storefront;
mod text;
pub mod visitor;
mod web_app;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use souk_background::every;
use souk_bus::Bus;
use souk_service::{Resources, Service, Surface};
use sqlx::migrate::Migrator;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use config::{Command, Config};
use state::{App, Shop};

/// The name that the routes of events know the process by.
pub const SERVICE: &str = "gateway";

/// Between two sweeps of idle rate-limit counters.
const SWEEP: Duration = Duration::from_mins(1);

/// The schema, in order.
pub static MIGRATOR: Migrator = sqlx::migrate!();

/// The program.
pub fn run() -> anyhow::Result<()> {
    souk_service::run::<Gateway>()
}

/// The gateway as its runner sees it.
#[derive(Clone)]
pub struct Gateway(App);

impl Service for Gateway {
    const NAME: &'static str = SERVICE;
    const ABOUT: &'static str = "The shop's HTTP interface, its pages and its staff";
    type Config = Config;
    type Command = Command;

    fn migrations() -> &'static Migrator {
        &MIGRATOR
    }

    fn open(config: &Config, resources: Resources) -> anyhow::Result<Self> {
        Ok(Self(Arc::new(Shop::open(config, resources)?)))
    }

    fn surface(&self) -> Surface {
        Surface::Http(router::router(self.0.clone()))
    }

    fn bus(&self, bus: Bus) -> Bus {
        bus.broadcast(events::broadcast(SERVICE, &self.0))
    }

    fn background(&self, Resources { shutdown, .. }: &Resources) -> JoinSet<()> {
        let mut tasks = JoinSet::new();
        tasks.spawn(sweep(self.0.clone(), shutdown.clone()));
        tasks
    }
}

async fn sweep(app: App, shutdown: CancellationToken) {
    let forget = async || {
        app.limits.forget_idle();
        Ok::<_, Infallible>(())
    };
    every(SWEEP, "forget idle clients", &shutdown, forget).await;
}
