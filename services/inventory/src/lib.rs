//! Inventory: what stands in which warehouse, what is promised to orders, and every change of it.
//!
//! | feature | what it is for |
//! |---|---|
//! | [`warehouses`] | places, in the order in which they are asked |
//! | [`stock`] | levels per warehouse and key, deliveries, the ledger |
//! | [`reservations`] | what orders hold, from the checkout to the parcel's way back |
//! | [`availability`] | what can be sold, told to whoever shows it |
//! | [`sellables`] | the copy of catalog's keys and names |
//!
//! The invariants are constraints of the database too: `0 <= reserved <= on_hand`; the reserved pieces of a level
//! are the sum of what held and confirmed reservations took from it; its pieces on hand are the sum of its ledger.

pub mod availability;
pub mod config;
pub mod idempotency;
pub mod reservations;
pub mod sellables;
pub mod stock;
pub mod warehouses;

mod columns;
mod parse;
pub mod program;

use std::sync::Arc;

use metrics_exporter_prometheus::PrometheusHandle;
use souk_bus::{Bus, ConsumeError, Consumer, Delivery, Outbox};
use souk_kernel::{Clock, SystemClock};
use souk_proto::catalog::v1::SellableChanged;
use souk_proto::inventory::v1::reservations_server::ReservationsServer;
use souk_proto::inventory::v1::stock_server::StockServer;
use souk_proto::inventory::v1::warehouses_server::WarehousesServer;
use souk_proto::orders::v1::{Order, OrderCancelled, OrderPlaced, OrderReturned, OrderShipped};
use souk_rpc::{Mesh, Readiness, Signer};
use sqlx::PgPool;
use sqlx::migrate::Migrator;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

use availability::Availability;
use config::ServeConfig;
use reservations::lifecycle::Lifecycle;
use reservations::{OrderFacts, Reservations, ReservationsRpc, Sweeper};
use stock::{Stock, StockRpc};
use warehouses::{Warehouses, WarehousesRpc};

/// The name by which the bus and the other services know this one.
pub const SERVICE: &str = "inventory";

/// The schema, in order.
pub static MIGRATOR: Migrator = sqlx::migrate!();

/// Brings the schema up to date. Safe to run from several processes at once.
pub async fn migrate(pool: &PgPool) -> anyhow::Result<()> {
    MIGRATOR.run(pool).await?;
    Ok(souk_bus::migrate(pool).await?)
}

/// The service's features over one database.
#[derive(Clone)]
pub struct Inventory {
    pub pool: PgPool,
    pub clock: Arc<dyn Clock>,
    pub outbox: Outbox,
}

impl Inventory {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>) -> Self {
        Self { pool, clock, outbox: Outbox::new() }
    }

    /// What runs beside the calls until `stop`.
    pub fn background(&self, mesh: &Mesh, stop: &CancellationToken) -> JoinSet<()> {
        let availability = self.availability();
        let sweeper = Sweeper::new(self.pool.clone(), self.clock.clone(), mesh.clone());
        let rebuild = sellables::rebuild::run(self.pool.clone(), mesh.clone(), stop.clone());
        let forget = idempotency::keep_forgetting(self.pool.clone(), self.clock.clone(), stop.clone());
        let [announcing, sweeping] = std::array::from_fn(|_| stop.clone());
        let mut tasks = JoinSet::new();
        tasks.spawn(async move { availability.keep_announcing(announcing).await });
        tasks.spawn(async move { sweeper.run(sweeping).await });
        tasks.spawn(rebuild);
        tasks.spawn(forget);
        tasks
    }

    /// The gRPC services.
    pub fn routes(&self) -> Routes {
        let warehouses = Warehouses::new(self.pool.clone(), self.clock.clone());
        let stock = Stock::new(self.pool.clone(), self.clock.clone());
        let reservations = Reservations::new(self.pool.clone(), self.clock.clone(), warehouses.clone());
        Routes::new(StockServer::new(StockRpc::new(stock, self.availability())))
            .add_service(ReservationsServer::new(ReservationsRpc::new(reservations)))
            .add_service(WarehousesServer::new(WarehousesRpc::new(warehouses)))
    }

    /// The events that the service listens to.
    pub fn subscriptions(&self) -> Consumer {
        let [placed, all_placed, cancelled, shipped, returned] = std::array::from_fn(|_| self.lifecycle());
        Consumer::new(SERVICE)
            .on(|conn, changed: Delivery<SellableChanged>| {
                Box::pin(async move { Ok(sellables::changed_in(conn, changed.event.sellable).await?) })
            })
            .on(move |conn, event: Delivery<OrderPlaced>| {
                let lifecycle = placed.clone();
                Box::pin(async move { Ok(lifecycle.placed_in(conn, &facts(event.event.order)?).await?) })
            })
            .together(move |conn, events: Vec<Delivery<OrderPlaced>>| {
                let lifecycle = all_placed.clone();
                Box::pin(async move {
                    let orders = events.into_iter().map(|event| facts(event.event.order));
                    let orders = orders.collect::<Result<Vec<_>, _>>()?;
                    Ok(lifecycle.all_placed_in(conn, &orders).await?)
                })
            })
            .on(move |conn, event: Delivery<OrderCancelled>| {
                let lifecycle = cancelled.clone();
                Box::pin(async move { Ok(lifecycle.cancelled_in(conn, &facts(event.event.order)?).await?) })
            })
            .on(move |conn, event: Delivery<OrderShipped>| {
                let lifecycle = shipped.clone();
                Box::pin(async move { Ok(lifecycle.shipped_in(conn, &facts(event.event.order)?).await?) })
            })
            .on(move |conn, event: Delivery<OrderReturned>| {
                let lifecycle = returned.clone();
                Box::pin(async move { Ok(lifecycle.returned_in(conn, &facts(event.event.order)?).await?) })
            })
    }

    pub fn availability(&self) -> Availability {
        Availability::new(self.pool.clone(), self.clock.clone(), self.outbox.clone())
    }

    fn lifecycle(&self) -> Lifecycle {
        Lifecycle::new(self.clock.clone(), self.outbox.clone())
    }
}

/// An order that can't be read will never be: its event goes to the dead letters at once.
fn facts(order: Option<Order>) -> Result<OrderFacts, ConsumeError> {
    OrderFacts::try_from(order).map_err(|error| ConsumeError::Rejected(error.into()))
}

/// Serves until `shutdown`.
pub async fn serve(
    config: &ServeConfig,
    metrics: PrometheusHandle,
    shutdown: CancellationToken,
) -> anyhow::Result<()> {
    let pool = souk_database::connect(&config.database, SERVICE)?;
    let inventory = Inventory::new(pool.clone(), Arc::new(SystemClock));
    let signer = Signer::new(&config.actor)?;
    let mesh = Mesh::new(&config.mesh, signer.clone())?;
    let stop_bus = CancellationToken::new();
    let bus = Bus::new(SERVICE, &config.bus)
        .publish(pool.clone(), inventory.outbox.clone())
        .consume(pool.clone(), inventory.subscriptions())
        .start(&stop_bus)?;
    let background = inventory.background(&mesh, &shutdown);
    let readiness = Readiness::new(move || souk_database::is_ready(pool.clone()));
    souk_rpc::serve(&config.server, signer, inventory.routes(), readiness, metrics, shutdown).await?;
    background.join_all().await;
    // Last of all, so that the events of the last calls still leave.
    stop_bus.cancel();
    bus.stopped().await;
    Ok(())
}
