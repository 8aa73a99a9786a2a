//! The gateway: the one HTTP surface of the shop. It owns staff accounts, sessions and the audit log, and no business
//! data: everything else it asks of the services behind it.
//!
//! Features name those below them, never those above:
//!
//! | feature | what it is for |
//! |---|---|
//! | `command`, [`events`], [`worker`], [`router`] | the program's own commands, what the bus tells, the work on jobs, all routes put together |
//! | [`openapi`] | the interface described |
//! | [`dashboard`], [`storefront`] | the HTTP interface, spec 7 and design 4 |
//! | [`pages`] | what a browser loads and a search engine reads |
//! | [`state`] | what handlers share |
//! | [`config`] | what the process is told at start |
//! | [`jobs`], [`product_imports`], [`views`] | what is done to many things at once, files of products, lists as somebody narrowed them |
//! | [`staff`] | accounts and their sessions |
//! | [`maintenance`], [`last_backup`] | whether the shop is closed, when it was last backed up |
//! | `audit` | who changed what, who signed in |
//! | [`live`], [`visitor`] | changes told to open screens, shoppers' tokens |
//! | [`catalog`], `kept_parts`, `media`, `theme`, `web_app` | public reads of the catalogue, what machines read of all of it, pictures, the shop's colours, the built web app |
//! | [`draft_links`] | links to what isn't published yet |
//! | [`listing_query`] | what the address of a list asks for |
//! | `reads`, `encoding` | answers kept ready, and their compressed forms |
//! | [`neighbours`] | the services behind |
//! | `extract`, `idempotency`, `headers`, `text` | what is read of a request and written with an answer |
//! | [`limits`] | every limit with its reason |
//! | `problem` | the one place that words refusals |

pub mod audit;
pub mod catalog;
mod command;
pub mod config;
pub mod dashboard;
pub mod draft_links;
mod encoding;
pub mod events;
mod extract;
mod headers;
mod idempotency;
pub mod jobs;
mod kept_parts;
pub mod last_backup;
pub mod limits;
pub mod listing_query;
pub mod live;
pub mod maintenance;
pub mod media;
pub mod neighbours;
pub mod openapi;
pub mod pages;
mod problem;
pub mod product_imports;
pub mod reads;
pub mod router;
pub mod staff;
pub mod state;
pub mod storefront;
mod text;
mod theme;
pub mod views;
pub mod visitor;
mod web_app;
pub mod worker;

use std::sync::Arc;
use std::time::Duration;

use souk_background::every;
use souk_bus::Bus;
use souk_database::{LONGEST_WORK, within};
use souk_service::{Faults, Resources, Service, Surface};
use sqlx::PgPool;
use sqlx::migrate::Migrator;
use tokio::task::JoinSet;

use config::{Command, Config};
use state::{App, Shop};

/// The name that the routes of events know the process by.
pub const SERVICE: &str = "gateway";
/// How often second factors are looked at which another secret sealed.
const RENEWAL: Duration = Duration::from_hours(1);

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

    fn faults(config: &Config, faults: &mut Faults) {
        config.faults(faults);
    }

    async fn stored_faults(pool: &PgPool, faults: &mut Faults) -> anyhow::Result<()> {
        for email in staff::demo_accounts(pool).await? {
            faults.add(format!(
                "{email} is a demo account whose password everybody knows: start with a new database"
            ));
        }
        if audit::is_alterable(&mut *pool.acquire().await?).await? {
            faults.add(
                "the audit log belongs to the gateway's own role, which could rewrite it: run deploy/postgres/audit-owner.sql",
            );
        }
        Ok(())
    }

    fn open(config: &Config, resources: Resources) -> anyhow::Result<Self> {
        Ok(Self(Arc::new(Shop::open(config, resources)?)))
    }

    fn surface(&self) -> Surface {
        Surface::Http(router::router(self.0.clone()), self.0.limits.connections())
    }

    fn bus(&self, bus: Bus) -> Bus {
        bus.consume(self.0.audit.pool.clone(), audit::subscriptions(SERVICE))
            .broadcast(events::broadcast(SERVICE, &self.0))
    }

    fn background(&self, resources: &Resources) -> JoinSet<()> {
        let mut tasks = JoinSet::new();
        worker::spawn(&mut tasks, &self.0, &resources.shutdown);
        let (maintenance, stop) = (self.0.maintenance.clone(), resources.shutdown.clone());
        tasks.spawn(async move { maintenance.keep_up(stop).await });
        tasks.spawn(last_backup::sample(resources.pool.clone(), resources.shutdown.clone()));
        let (app, stop) = (self.0.clone(), resources.shutdown.clone());
        tasks.spawn(async move {
            every(RENEWAL, "seal second factors anew", &stop, async || {
                within(LONGEST_WORK, async { anyhow::Ok(app.staff.renew_seals().await?) }).await.map(drop)
            })
            .await;
        });
        tasks
    }

    /// Not before it knows whether the shop is closed.
    fn is_ready(&self) -> bool {
        self.0.maintenance.is_known()
    }

    fn lacks(&self) -> Option<&'static str> {
        (!self.is_ready()).then_some("it has not read yet whether the shop is closed")
    }
}
