//! The runner of a service: its program, what all of them are told at start, the order of its start and of its end. A service
//! says what it is, as a [`Service`], and its `main` calls [`run`].
//!
//! At the end, asked for by SIGTERM or Ctrl-C: not ready any more, calls in flight, background work, the bus, so that the
//! events of the last calls still leave, and the database. All of it takes less than ten seconds.

mod config;
mod connections;
mod database_faults;
mod probe;
mod process;
mod production;
mod program;
mod running;

use std::sync::Arc;

use axum::Router;
use souk_bus::Bus;
use souk_kernel::Clock;
use souk_rpc::{ConnectionLimits, Mesh};
use sqlx::PgPool;
use sqlx::migrate::Migrator;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

pub use config::{NoCommand, NoConfig, OwnCommand, ServeConfig};
pub use production::{Environment, Faults, ProductionConfig};
pub use program::run;
pub use running::{migrate, serve};

/// What a service is to its runner.
pub trait Service: Sized + Send + Sync + 'static {
    /// The name by which the routes of events and the other services know it; its program is `souk-<name>`.
    const NAME: &'static str;

    /// What it is for, in the program's `--help`.
    const ABOUT: &'static str;

    /// What it is told at start beside what all services are; [`NoConfig`] where that is nothing.
    type Config: clap::Args + Clone + std::fmt::Debug + Send + Sync + 'static;

    /// What its program does beside serving, migrating and looking after dead letters; [`NoCommand`] where that is nothing.
    type Command: OwnCommand;

    /// Its schema, in order.
    fn migrations() -> &'static Migrator;

    /// Fills in what the shop can't be without, after every migration.
    fn seed(_pool: &PgPool) -> impl Future<Output = anyhow::Result<()>> + Send {
        async { Ok(()) }
    }

    /// What a production start must not be told ([`Faults`]); checked before anything is opened.
    fn faults(_config: &Self::Config, _faults: &mut Faults) {}

    /// What a production start must not find in the database.
    fn stored_faults(
        _pool: &PgPool,
        _faults: &mut Faults,
    ) -> impl Future<Output = anyhow::Result<()>> + Send {
        async { Ok(()) }
    }

    /// Its features over what they share. Waits for nobody: a database or a neighbour that is away makes it not ready.
    fn open(config: &Self::Config, resources: Resources) -> anyhow::Result<Self>;

    /// What callers reach.
    fn surface(&self) -> Surface;

    /// Its parts of the bus: an outbox to relay, events to handle.
    fn bus(&self, bus: Bus) -> Bus;

    /// What runs beside the calls until the shutdown.
    fn background(&self, _resources: &Resources) -> JoinSet<()> {
        JoinSet::new()
    }

    /// Whether it can do its work, the database aside.
    fn is_ready(&self) -> bool {
        true
    }

    /// What it lacks just now, the database aside: why it isn't ready, or what it does without for a while. `/readyz` tells it.
    fn lacks(&self) -> Option<&'static str> {
        None
    }
}

/// What the features of a service work with.
#[derive(Clone)]
pub struct Resources {
    pub pool: PgPool,
    pub clock: Arc<dyn Clock>,
    /// The other services.
    pub mesh: Mesh,
    /// Cancelled when the process is asked to end.
    pub shutdown: CancellationToken,
}

/// What callers reach.
pub enum Surface {
    /// gRPC services, to callers that are signed in by our key.
    Grpc(Routes),
    /// Plain HTTP, open to whoever comes.
    Http(Router, ConnectionLimits),
}
