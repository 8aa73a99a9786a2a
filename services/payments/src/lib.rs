//! Payments: the cash that transporters collect for the shop and hand over.
//!
//! | feature | what it is for |
//! |---|---|
//! | [`receivables`] | what each delivered order is worth, until its transporter pays |
//! | [`transporter_payments`] | the payments, each covering orders that are then settled |
//!
//! The invariants are constraints of the database too: one receivable per order, an order in at most one payment.

pub mod config;
pub mod receivables;
pub mod transporter_payments;

mod failure;
pub mod program;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use souk_bus::{Bus, ConsumeError, Consumer, Delivery, Outbox};
use souk_kernel::{Clock, SystemClock};
use souk_proto::orders::v1::{Order, OrderDelivered, OrderReturned};
use souk_proto::payments::v1::receivables_server::ReceivablesServer;
use souk_proto::payments::v1::transporter_payments_server::TransporterPaymentsServer;
use souk_rpc::Readiness;
use sqlx::PgPool;
use sqlx::migrate::Migrator;
use time::OffsetDateTime;
use tonic::service::Routes;

use config::ServeConfig;
use receivables::{Receivable, Receivables, ReceivablesRpc};
use transporter_payments::{TransporterPayments, TransporterPaymentsRpc};

/// The name by which the bus and the other services know this one.
pub const SERVICE: &str = "payments";

/// The schema, in order.
pub static MIGRATOR: Migrator = sqlx::migrate!();

/// Brings the schema up to date. Safe to run from several processes at once.
pub async fn migrate(pool: &PgPool) -> anyhow::Result<()> {
    MIGRATOR.run(pool).await?;
    Ok(souk_bus::migrate(pool).await?)
}

/// The service's features over one database.
#[derive(Clone)]
pub struct Payments {
    pub pool: PgPool,
    pub clock: Arc<dyn Clock>,
    pub outbox: Outbox,
}

impl Payments {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>) -> Self {
        Self { pool, clock, outbox: Outbox::new() }
    }

    /// The gRPC services.
    pub fn routes(&self) -> Routes {
        let receivables = Receivables::new(self.pool.clone());
        let payments = TransporterPayments::new(self.pool.clone(), self.clock.clone(), self.outbox.clone());
        Routes::new(ReceivablesServer::new(ReceivablesRpc::new(receivables)))
            .add_service(TransporterPaymentsServer::new(TransporterPaymentsRpc::new(payments)))
    }

    /// The events that the service listens to.
    pub fn subscriptions(&self) -> Consumer {
        Consumer::new(SERVICE)
            .on(|conn, delivery: Delivery<OrderDelivered>| {
                Box::pin(async move {
                    let receivable = receivable(delivery.event.order, delivery.occurred_at)?;
                    Ok(receivables::delivered_in(conn, &receivable).await?)
                })
            })
            .on(|conn, delivery: Delivery<OrderReturned>| {
                Box::pin(async move {
                    let receivable = receivable(delivery.event.order, delivery.occurred_at)?;
                    Ok(receivables::returned_in(conn, &receivable).await?)
                })
            })
    }
}

/// An order that can't be read will never be: its event goes to the dead letters at once.
fn receivable(order: Option<Order>, occurred_at: OffsetDateTime) -> Result<Receivable, ConsumeError> {
    Receivable::of_order(order, occurred_at).map_err(|error| ConsumeError::Rejected(error.into()))
}

/// Serves until the process is asked to end.
pub async fn serve(config: &ServeConfig) -> anyhow::Result<()> {
    let telemetry = souk_telemetry::init(SERVICE, &config.telemetry)?;
    let pool = souk_database::connect(&config.database, SERVICE)?;
    let payments = Payments::new(pool.clone(), Arc::new(SystemClock));
    let stop = souk_rpc::on_signal()?;

    let bus = Bus::new(SERVICE, &config.bus)
        .publish(pool.clone(), payments.outbox.clone())
        .consume(pool.clone(), payments.subscriptions())
        .start(&stop)?;
    souk_rpc::serve(
        &config.server,
        payments.routes(),
        readiness(pool, bus.connected()),
        telemetry.metrics(),
        stop,
    )
    .await?;
    bus.stopped().await;
    telemetry.shutdown();
    Ok(())
}

/// Ready when the database answers and the broker was reached once. Later the broker may be away for hours: changes
/// wait in the outbox, and leaving the rotation for it would stop the shop (design 4).
fn readiness(pool: PgPool, connected: impl Fn() -> bool + Send + Sync + 'static) -> Readiness {
    let reached = Arc::new(AtomicBool::new(false));
    Readiness::new(move || {
        reached.fetch_or(connected(), Ordering::Relaxed);
        let (pool, reached) = (pool.clone(), reached.clone());
        async move { reached.load(Ordering::Relaxed) && souk_database::is_ready(&pool).await }
    })
}
