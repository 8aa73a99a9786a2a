//! Payments: the cash that transporters collect for the shop and hand over.
//!
//! Features name those below them, never those above:
//!
//! | feature | what it is for |
//! |---|---|
//! | [`transporter_payments`] | the payments, each covering orders that are then settled |
//! | [`receivables`] | what each delivered order is worth, until its transporter pays |
//!
//! The invariants are constraints of the database too: one receivable per order, an order in at most one payment.

pub mod receivables;
pub mod transporter_payments;

use std::sync::Arc;

use souk_bus::{Bus, ConsumeError, Consumer, Delivery, Outbox};
use souk_kernel::Clock;
use souk_proto::orders::v1::{Order, OrderDelivered, OrderReturned};
use souk_proto::payments::v1::receivables_server::ReceivablesServer;
use souk_proto::payments::v1::transporter_payments_server::TransporterPaymentsServer;
use souk_service::{NoCommand, NoConfig, Resources, Service, Surface};
use sqlx::PgPool;
use sqlx::migrate::Migrator;
use time::OffsetDateTime;
use tonic::service::Routes;

use receivables::{Receivable, Receivables, ReceivablesRpc};
use transporter_payments::{TransporterPayments, TransporterPaymentsRpc};

/// The name by which the bus and the other services know this one.
pub const SERVICE: &str = "payments";

/// The schema, in order.
pub static MIGRATOR: Migrator = sqlx::migrate!();

/// The program.
pub fn run() -> anyhow::Result<()> {
    souk_service::run::<Payments>()
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

impl Service for Payments {
    const NAME: &'static str = SERVICE;
    const ABOUT: &'static str = "What transporters owe, and the payments that they make";
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
}

/// An order that can't be read will never be: its event goes to the dead letters at once.
fn receivable(order: Option<Order>, occurred_at: OffsetDateTime) -> Result<Receivable, ConsumeError> {
    Receivable::of_order(order, occurred_at).map_err(|error| ConsumeError::Rejected(error.into()))
}
