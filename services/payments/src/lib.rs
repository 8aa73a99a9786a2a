//! Payments: the cash that transporters collect for the shop and hand over.
//!
//! Features name those below them, never those above:
//!
//! | feature | what it is for |
//! |---|---|
//! | [`transporter_payments`] | the payments, each covering orders that are then settled, and their reversals |
//! | [`receivables`] | what each delivered order is worth, as the sum of entries |
//!
//! The invariants are constraints of the database too: one receivable per order, an order in at most one payment at a
//! time, entries and reversals that are only ever added.

pub mod receivables;
pub mod transporter_payments;

use std::sync::Arc;

use souk_bus::{Bus, ConsumeError, Consumer, Delivery as Message, Outbox};
use souk_kernel::Clock;
use souk_proto::orders::v1::{Order, OrderDelivered, OrderReturned, OrderReturning};
use souk_proto::payments::v1::receivables_server::ReceivablesServer;
use souk_proto::payments::v1::transporter_payments_server::TransporterPaymentsServer;
use souk_service::{NoCommand, NoConfig, Resources, Service, Surface};
use sqlx::migrate::Migrator;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use tokio::task::JoinSet;
use tonic::service::Routes;

use receivables::{Delivery, MalformedOrder, Receivables, ReceivablesRpc};
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
            .on(|conn, event: Message<OrderDelivered>| {
                Box::pin(async move {
                    let delivery = Delivery::made(event.event.order, event.occurred_at).map_err(malformed)?;
                    Ok(receivables::delivery_in(conn, &delivery).await?)
                })
            })
            .on(|conn, event: Message<OrderReturning>| {
                Box::pin(async move { taken_back_in(conn, event.event.order, event.occurred_at).await })
            })
            .on(|conn, event: Message<OrderReturned>| {
                Box::pin(async move { taken_back_in(conn, event.event.order, event.occurred_at).await })
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

    fn background(&self, Resources { shutdown: stop, .. }: &Resources) -> JoinSet<()> {
        let mut tasks = JoinSet::new();
        tasks.spawn(receivables::balances::run(self.pool.clone(), stop.clone()));
        tasks.spawn(souk_idempotency::keep_forgetting(self.pool.clone(), self.clock.clone(), stop.clone()));
        tasks
    }
}

/// A parcel is on its way back, or back: what was owed for it is not.
async fn taken_back_in(
    conn: &mut PgConnection,
    order: Option<Order>,
    occurred_at: OffsetDateTime,
) -> Result<(), ConsumeError> {
    match Delivery::taken_back(order, occurred_at).map_err(malformed)? {
        Some(delivery) => Ok(receivables::delivery_in(conn, &delivery).await?),
        None => Ok(()),
    }
}

/// An order that can't be read will never be: its event goes to the dead letters at once.
fn malformed(error: MalformedOrder) -> ConsumeError {
    ConsumeError::Rejected(error.into())
}
