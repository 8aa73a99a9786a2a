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

pub mod program;

use std::sync::Arc;

use metrics_exporter_prometheus::PrometheusHandle;
use souk_bus::{Bus, ConsumeError, Consumer, Delivery, Outbox};
use souk_kernel::{Clock, SystemClock};
use souk_proto::orders::v1::{Order, OrderDelivered, OrderReturned};
use souk_proto::payments::v1::receivables_server::ReceivablesServer;
use souk_proto::payments::v1::transporter_payments_server::TransporterPaymentsServer;
use souk_rpc::{Readiness, Signer};
use sqlx::PgPool;
use sqlx::migrate::Migrator;
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;
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

/// Serves until `shutdown`.
pub async fn serve(
    config: &ServeConfig,
    metrics: PrometheusHandle,
    shutdown: CancellationToken,
) -> anyhow::Result<()> {
    let pool = souk_database::connect(&config.database, SERVICE)?;
    let payments = Payments::new(pool.clone(), Arc::new(SystemClock));
    let signer = Signer::new(&config.actor)?;
    let stop_bus = CancellationToken::new();
    let bus = Bus::new(SERVICE, &config.bus)
        .publish(pool.clone(), payments.outbox.clone())
        .consume(pool.clone(), payments.subscriptions())
        .start(&stop_bus)?;
    let readiness = Readiness::new(move || souk_database::is_ready(pool.clone()));
    souk_rpc::serve(&config.server, signer, payments.routes(), readiness, metrics, shutdown).await?;
    // Last of all, so that the events of the last calls still leave.
    stop_bus.cancel();
    bus.stopped().await;
    Ok(())
}
