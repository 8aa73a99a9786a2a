//! Orders: carts, checkout, the life of orders, customers, wilayas and communes, transporters and their tariffs.
//!
//! Features name those below them, never those above:
//!
//! | feature | what it is for |
//! |---|---|
//! | [`config`], [`housekeeping`] | what the process is told at start; removes what has served its time |
//! | [`staff_orders`] | what staff order for customers, and change of an order |
//! | [`drafts`] | shows staff the carts that were not ordered |
//! | [`checkout`] | takes an order: prices it, holds its stock, stores it once |
//! | [`carts`] | drafts that were not ordered |
//! | [`customers`] | who ordered: what staff wrote of a phone, and what became of its orders |
//! | [`orders`] | leads an order through its life, shows it to staff and to its shopper |
//! | [`inventory`] | asks the neighbour that keeps the stock |
//! | [`items`] | pieces of what the shop sells |
//! | [`sellables`] | the copy of the catalogue that checkout prices from |
//! | [`transporters`], [`geography`] | who delivers where and for how much |
//!
//! Publishes the events of `souk/orders/v1/events.proto`; listens to catalog (sellables, promotions, settings), inventory
//! (stock of orders that were taken without asking) and payments (settled orders). Calls inventory, and catalog once to
//! fill its copies.

pub mod carts;
pub mod checkout;
pub mod config;
pub mod customers;
pub mod drafts;
pub mod geography;
pub mod housekeeping;
pub mod inventory;
pub mod items;
pub mod orders;
pub mod sellables;
pub mod staff_orders;
pub mod transporters;

use std::sync::Arc;

use souk_bus::{Bus, Consumer, Outbox};
use souk_kernel::Clock;
use souk_proto::orders::v1::carts_server::CartsServer;
use souk_proto::orders::v1::checkout_server::CheckoutServer;
use souk_proto::orders::v1::customers_server::CustomersServer;
use souk_proto::orders::v1::geography_server::GeographyServer;
use souk_proto::orders::v1::orders_server::OrdersServer;
use souk_proto::orders::v1::staff_orders_server::StaffOrdersServer;
use souk_proto::orders::v1::transporters_server::TransportersServer;
use souk_rpc::Mesh;
use souk_service::{Faults, NoCommand, Resources, Service, Surface};
use sqlx::PgPool;
use sqlx::migrate::Migrator;
use tokio::task::JoinSet;
use tonic::service::Routes;

use carts::Carts;
use checkout::{Checkout, CheckoutRpc, Policy};
use config::CheckoutConfig;
use customers::{Customers, CustomersRpc};
use drafts::{Drafts, DraftsRpc};
use geography::{Geography, GeographyRpc};
use inventory::Inventory;
use orders::{Orders, OrdersRpc};
use staff_orders::{StaffOrders, StaffOrdersRpc};
use transporters::{Transporters, TransportersRpc};

/// The name that the routes of events know the service by.
pub const SERVICE: &str = "orders";

/// The schema, in order.
pub static MIGRATOR: Migrator = sqlx::migrate!();

/// The program.
pub fn run() -> anyhow::Result<()> {
    souk_service::run::<App>()
}

/// The features of the service, ready to be served.
#[derive(Clone)]
pub struct App {
    pool: PgPool,
    outbox: Outbox,
    geography: Geography,
    transporters: Transporters,
    carts: Carts,
    checkout: Checkout,
    orders: Arc<Orders>,
    customers: Customers,
    drafts: Drafts,
    staff_orders: StaffOrders,
    /// How long an unconfirmed order keeps its stock.
    hold: time::Duration,
}

impl App {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>, outbox: Outbox, mesh: Mesh, policy: Policy) -> Self {
        let inventory = Inventory::new(mesh);
        let checkout = Checkout::new(pool.clone(), clock.clone(), outbox.clone(), inventory.clone(), policy);
        let carts = Carts::new(pool.clone(), clock.clone(), policy.network_drafts);
        let orders = Arc::new(Orders::new(pool.clone(), clock.clone(), outbox.clone(), inventory.clone()));
        Self {
            pool: pool.clone(),
            outbox: outbox.clone(),
            geography: Geography::new(pool.clone(), clock.clone(), outbox.clone()),
            transporters: Transporters::new(pool.clone(), clock.clone(), outbox.clone()),
            customers: Customers::new(pool.clone(), clock.clone(), outbox, inventory.clone()),
            drafts: Drafts::new(pool.clone(), clock.clone()),
            staff_orders: StaffOrders::new(
                pool,
                clock,
                inventory,
                (checkout.clone(), carts.clone()),
                orders.clone(),
            ),
            carts,
            checkout,
            orders,
            hold: policy.hold,
        }
    }

    /// The gRPC services.
    pub fn routes(&self) -> Routes {
        let checkout = CheckoutRpc { checkout: self.checkout.clone(), carts: self.carts.clone() };
        Routes::new(GeographyServer::new(GeographyRpc(self.geography.clone())))
            .add_service(TransportersServer::new(TransportersRpc(self.transporters.clone())))
            .add_service(CheckoutServer::new(checkout))
            .add_service(CartsServer::new(DraftsRpc(self.drafts.clone())))
            .add_service(CustomersServer::new(CustomersRpc(self.customers.clone())))
            .add_service(StaffOrdersServer::new(StaffOrdersRpc(self.staff_orders.clone())))
            .add_service(OrdersServer::new(OrdersRpc(Orders::clone(&self.orders))))
    }

    /// What the service listens to.
    pub fn subscriptions(&self) -> Consumer {
        orders::subscribe(sellables::subscribe(Consumer::new(SERVICE)), &self.orders)
    }
}

impl Service for App {
    const NAME: &'static str = SERVICE;
    const ABOUT: &'static str = "Carts, checkout, the life of orders, places, transporters";
    type Config = CheckoutConfig;
    type Command = NoCommand;

    fn migrations() -> &'static Migrator {
        &MIGRATOR
    }

    async fn seed(pool: &PgPool) -> anyhow::Result<()> {
        geography::seed(pool).await
    }

    fn faults(config: &CheckoutConfig, faults: &mut Faults) {
        for variable in config.lifted() {
            faults.lifted(variable);
        }
    }

    fn open(config: &CheckoutConfig, Resources { pool, clock, mesh, .. }: Resources) -> anyhow::Result<Self> {
        Ok(Self::new(pool, clock, Outbox::new(), mesh, config.policy()))
    }

    fn surface(&self) -> Surface {
        Surface::Grpc(self.routes())
    }

    fn bus(&self, bus: Bus) -> Bus {
        bus.publish(self.pool.clone(), self.outbox.clone()).consume(self.pool.clone(), self.subscriptions())
    }

    fn background(&self, Resources { pool, clock, mesh, shutdown }: &Resources) -> JoinSet<()> {
        let mut tasks = JoinSet::new();
        tasks.spawn(sellables::rebuild::run(pool.clone(), mesh.clone(), shutdown.clone()));
        tasks.spawn(orders::tallies::run(pool.clone(), shutdown.clone()));
        tasks.spawn(orders::oversold::sample(pool.clone(), shutdown.clone()));
        let (orders, hold) = (self.orders.clone(), self.hold);
        tasks.spawn(housekeeping::run(pool.clone(), clock.clone(), orders, hold, shutdown.clone()));
        tasks
    }
}
