//! Orders: carts, checkout, the life of orders, customers, wilayas and communes, transporters and their tariffs.
//!
//! - [`checkout`] takes an order: prices it, holds its stock, stores it once.
//! - [`orders`] leads it through its life and shows it to staff and to its shopper.
//! - [`sellables`] is the copy of the catalogue that checkout prices from.
//! - [`transporters`] and [`geography`] say who delivers where and for how much.
//! - [`carts`] keeps drafts that were not ordered.
//!
//! Publishes the events of `souk/orders/v1/events.proto`; listens to catalog (sellables), inventory (stock of orders
//! that were taken without asking) and payments (settled orders). Calls inventory, and catalog once to fill its copy.

pub mod carts;
pub mod checkout;
pub mod config;
pub mod geography;
pub mod housekeeping;
pub mod inventory;
pub mod orders;
pub mod program;
pub mod sellables;
mod storage;
pub mod transporters;

use std::sync::Arc;

use metrics_exporter_prometheus::PrometheusHandle;
use souk_bus::{Bus, Consumer, Outbox};
use souk_kernel::{Clock, SystemClock};
use souk_proto::orders::v1::checkout_server::CheckoutServer;
use souk_proto::orders::v1::geography_server::GeographyServer;
use souk_proto::orders::v1::orders_server::OrdersServer;
use souk_proto::orders::v1::transporters_server::TransportersServer;
use souk_rpc::{Mesh, Readiness, Signer};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

use carts::Carts;
use checkout::{Checkout, CheckoutRpc, Policy};
use config::ServeConfig;
use geography::{Geography, GeographyRpc};
use inventory::Inventory;
use orders::{Orders, OrdersRpc};
use transporters::{Transporters, TransportersRpc};

/// The name that the routes of events know the service by.
pub const SERVICE: &str = "orders";

/// The features of the service, ready to be served.
#[derive(Clone)]
pub struct App {
    geography: Geography,
    transporters: Transporters,
    carts: Carts,
    checkout: Checkout,
    orders: Arc<Orders>,
}

impl App {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>, outbox: Outbox, mesh: Mesh, policy: Policy) -> Self {
        let inventory = Inventory::new(mesh);
        Self {
            geography: Geography::new(pool.clone()),
            transporters: Transporters::new(pool.clone()),
            carts: Carts::new(pool.clone(), clock.clone()),
            checkout: Checkout::new(pool.clone(), clock.clone(), outbox.clone(), inventory.clone(), policy),
            orders: Arc::new(Orders::new(pool, clock, outbox, inventory)),
        }
    }

    /// The gRPC doors.
    pub fn routes(&self) -> Routes {
        let checkout = CheckoutRpc { checkout: self.checkout.clone(), carts: self.carts.clone() };
        Routes::new(GeographyServer::new(GeographyRpc(self.geography.clone())))
            .add_service(TransportersServer::new(TransportersRpc(self.transporters.clone())))
            .add_service(CheckoutServer::new(checkout))
            .add_service(OrdersServer::new(OrdersRpc(Orders::clone(&self.orders))))
    }

    /// What the service listens to.
    pub fn subscriptions(&self) -> Consumer {
        orders::subscribe(sellables::subscribe(Consumer::new(SERVICE)), &self.orders)
    }
}

/// Brings the database up to date: tables, the bus's tables, places.
pub async fn migrate(pool: &PgPool) -> anyhow::Result<()> {
    sqlx::migrate!().run(pool).await?;
    souk_bus::migrate(pool).await?;
    geography::seed(pool).await
}

/// Serves until `shutdown`.
pub async fn serve(
    config: &ServeConfig,
    metrics: PrometheusHandle,
    shutdown: CancellationToken,
) -> anyhow::Result<()> {
    let pool = souk_database::connect(&config.database, SERVICE)?;
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let signer = Signer::new(&config.actor)?;
    let mesh = Mesh::new(&config.mesh, signer.clone())?;
    let outbox = Outbox::new();
    let policy = config.checkout.policy();
    let app = App::new(pool.clone(), clock.clone(), outbox.clone(), mesh.clone(), policy);
    let stop_bus = CancellationToken::new();
    let bus = Bus::new(SERVICE, &config.bus)
        .publish(pool.clone(), outbox)
        .consume(pool.clone(), app.subscriptions())
        .start(&stop_bus)?;
    tokio::spawn(sellables::rebuild::run(pool.clone(), mesh, shutdown.clone()));
    tokio::spawn(housekeeping::run(pool.clone(), clock, shutdown.clone()));
    let database = pool.clone();
    let readiness = Readiness::new(move || souk_database::is_ready(database.clone()));
    souk_rpc::serve(&config.server, signer, app.routes(), readiness, metrics, shutdown).await?;
    // Last of all, so that the events of the last calls still leave.
    stop_bus.cancel();
    bus.stopped().await;
    pool.close().await;
    Ok(())
}
