//! Inventory: what stands in which warehouse, what is promised to orders, and every change of it.
//!
//! Features name those below them, never those above:
//!
//! | feature | what it is for |
//! |---|---|
//! | [`expeditions`] | goods on their way from one warehouse to another |
//! | [`reservations`] | what orders hold, from the checkout to the parcel's way back |
//! | [`stock`] | levels per warehouse and key, deliveries, the ledger |
//! | [`warehouses`] | places, in the order in which they are asked |
//! | [`availability`] | what can be sold, told to whoever shows it |
//! | [`sellables`] | the copy of catalog's keys and names |
//! | `columns`, `parse` | what stores and edges share |
//!
//! The invariants are constraints of the database too: `0 <= reserved <= on_hand`; the reserved pieces of a level
//! are the sum of what held and confirmed reservations and open expeditions took from it; its pieces on hand are the sum of its ledger.

pub mod availability;
pub mod expeditions;
pub mod reservations;
pub mod sellables;
pub mod stock;
pub mod warehouses;

mod columns;
mod parse;

use std::sync::Arc;

use souk_bus::{Bus, ConsumeError, Consumer, Delivery, Outbox};
use souk_kernel::Clock;
use souk_proto::catalog::v1::SellableChanged;
use souk_proto::inventory::v1::expeditions_server::ExpeditionsServer;
use souk_proto::inventory::v1::reservations_server::ReservationsServer;
use souk_proto::inventory::v1::stock_server::StockServer;
use souk_proto::inventory::v1::warehouses_server::WarehousesServer;
use souk_proto::orders::v1::{
    Order, OrderCancelled, OrderHoldReleased, OrderLinesChanged, OrderPlaced, OrderReturned, OrderShipped,
};
use souk_service::{NoCommand, NoConfig, Resources, Service, Surface};
use sqlx::PgPool;
use sqlx::migrate::Migrator;
use tokio::task::JoinSet;
use tonic::service::Routes;

use availability::Availability;
use expeditions::{Expeditions, ExpeditionsRpc};
use reservations::lifecycle::Lifecycle;
use reservations::{OrderFacts, Reservations, ReservationsRpc, Sweeper};
use stock::{Stock, StockRpc};
use warehouses::{Warehouses, WarehousesRpc};

/// The name by which the bus and the other services know this one.
pub const SERVICE: &str = "inventory";

/// The schema, in order.
pub static MIGRATOR: Migrator = sqlx::migrate!();

/// The program.
pub fn run() -> anyhow::Result<()> {
    souk_service::run::<Inventory>()
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

    /// The gRPC services.
    pub fn routes(&self) -> Routes {
        let (pool, clock, outbox) = (self.pool.clone(), self.clock.clone(), self.outbox.clone());
        let warehouses = Warehouses::new(pool.clone(), clock.clone(), outbox.clone());
        let stock = Stock::new(pool.clone(), clock.clone(), outbox.clone());
        let expeditions = Expeditions::new(pool.clone(), clock.clone(), outbox.clone());
        let reservations = Reservations::new(pool, clock, outbox, warehouses.clone());
        Routes::new(StockServer::new(StockRpc::new(stock.clone(), self.availability())))
            .add_service(ExpeditionsServer::new(ExpeditionsRpc::new(expeditions, stock)))
            .add_service(ReservationsServer::new(ReservationsRpc::new(reservations)))
            .add_service(WarehousesServer::new(WarehousesRpc::new(warehouses)))
    }

    /// The events that the service listens to.
    pub fn subscriptions(&self) -> Consumer {
        let [placed, all_placed, cancelled, released, changed, shipped, returned] =
            std::array::from_fn(|_| self.lifecycle());
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
            .on(move |conn, event: Delivery<OrderHoldReleased>| {
                let lifecycle = released.clone();
                Box::pin(
                    async move { Ok(lifecycle.hold_released_in(conn, &facts(event.event.order)?).await?) },
                )
            })
            .on(move |conn, event: Delivery<OrderLinesChanged>| {
                let lifecycle = changed.clone();
                Box::pin(
                    async move { Ok(lifecycle.lines_changed_in(conn, &facts(event.event.order)?).await?) },
                )
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

impl Service for Inventory {
    const NAME: &'static str = SERVICE;
    const ABOUT: &'static str = "Warehouses, stock levels and the reservations of orders";
    type Config = NoConfig;
    type Command = NoCommand;

    fn migrations() -> &'static Migrator {
        &MIGRATOR
    }

    fn open(_: &NoConfig, Resources { pool, clock, .. }: Resources) -> anyhow::Result<Self> {
        Ok(Self::new(pool, clock))
    }

    fn surface(&self) -> Surface {
        Surface::Grpc(self.routes())
    }

    fn bus(&self, bus: Bus) -> Bus {
        bus.publish(self.pool.clone(), self.outbox.clone()).consume(self.pool.clone(), self.subscriptions())
    }

    fn background(&self, Resources { mesh, shutdown: stop, .. }: &Resources) -> JoinSet<()> {
        let availability = self.availability();
        let sweeper = Sweeper::new(self.pool.clone(), self.clock.clone(), mesh.clone());
        let rebuild = sellables::rebuild::run(self.pool.clone(), mesh.clone(), stop.clone());
        let forget = souk_idempotency::keep_forgetting(self.pool.clone(), self.clock.clone(), stop.clone());
        let [announcing, sweeping] = std::array::from_fn(|_| stop.clone());
        let mut tasks = JoinSet::new();
        tasks.spawn(async move { availability.keep_announcing(announcing).await });
        tasks.spawn(async move { sweeper.run(sweeping).await });
        tasks.spawn(rebuild);
        tasks.spawn(forget);
        tasks
    }
}

/// An order that can't be read will never be: its event goes to the dead letters at once.
fn facts(order: Option<Order>) -> Result<OrderFacts, ConsumeError> {
    OrderFacts::try_from(order).map_err(|error| ConsumeError::Rejected(error.into()))
}
