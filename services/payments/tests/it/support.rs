//! A shop's payments on the database of one test.

use std::sync::Arc;

use souk_kernel::{Clock as _, EmployeeId, Role};
use souk_payments::Payments;
use souk_payments::receivables::{self, Receivable, Receivables, ReceivablesRpc};
use souk_payments::transporter_payments::{TransporterPayments, TransporterPaymentsRpc};
use souk_proto::orders::v1::Order;
use souk_proto::payments::v1 as wire;
use souk_proto::payments::v1::receivables_server::Receivables as _;
use souk_proto::payments::v1::transporter_payments_server::TransporterPayments as _;
use souk_rpc::{Actor, Failure};
use souk_testkit::TestClock;
use sqlx::PgPool;
use time::OffsetDateTime;
use tonic::Request;

/// The service's gRPC services, called as a process would call them: with an actor.
pub struct Shop {
    pub service: Payments,
    pub clock: TestClock,
    pub receivables: ReceivablesRpc,
    pub payments: TransporterPaymentsRpc,
}

/// What an event of an order does, as the consumer would run it: in one transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Delivered,
    Returned,
}

impl Shop {
    pub async fn open(pool: PgPool) -> Arc<Self> {
        souk_bus::migrate(&pool).await.expect("the bus's schema");
        let clock = TestClock::default();
        let service = Payments::new(pool.clone(), Arc::new(clock.clone()));
        let payments = TransporterPayments::new(pool.clone(), service.clock.clone(), service.outbox.clone());
        Arc::new(Self {
            clock,
            receivables: ReceivablesRpc::new(Receivables::new(pool)),
            payments: TransporterPaymentsRpc::new(payments),
            service,
        })
    }

    pub fn pool(&self) -> &PgPool {
        &self.service.pool
    }

    pub fn id(&self) -> String {
        self.clock.uuid().to_string()
    }

    pub async fn happens(&self, step: Step, order: Order) -> anyhow::Result<()> {
        let receivable = Receivable::of_order(Some(order), OffsetDateTime::UNIX_EPOCH)?;
        let mut tx = self.pool().begin().await?;
        match step {
            Step::Delivered => receivables::delivered_in(&mut tx, &receivable).await?,
            Step::Returned => receivables::returned_in(&mut tx, &receivable).await?,
        }
        Ok(tx.commit().await?)
    }

    /// The id of an order that the transporter delivered.
    pub async fn delivered(&self, transporter: &str, total: i64) -> String {
        let order = order(&self.id(), 5, transporter, total);
        let id = order.id.clone();
        self.happens(Step::Delivered, order).await.expect("handled");
        id
    }

    pub async fn record(&self, request: wire::RecordPaymentRequest) -> Result<wire::Payment, Failure> {
        let answer = self.payments.record_payment(by(&clerk(), request)).await;
        Ok(answer.map_err(Failure::from)?.into_inner())
    }

    pub fn remittance(&self, transporter: &str, orders: &[&String]) -> wire::RecordPaymentRequest {
        wire::RecordPaymentRequest {
            idempotency_key: self.id(),
            transporter_id: transporter.into(),
            order_ids: orders.iter().map(ToString::to_string).collect(),
            reference: "Bordereau 12".into(),
        }
    }

    pub async fn unpaid(&self, transporter: &str) -> Vec<wire::Receivable> {
        let request = wire::ListUnpaidRequest { transporter_id: transporter.into() };
        self.receivables.list_unpaid(by(&clerk(), request)).await.expect("listed").into_inner().receivables
    }

    /// The events that wait in the outbox.
    pub async fn recorded(&self) -> Vec<souk_proto::payments::v1::TransporterPaymentRecorded> {
        let payloads: Vec<Vec<u8>> = sqlx::query_scalar(
            "SELECT payload FROM bus.outbox WHERE type = 'souk.payments.v1.TransporterPaymentRecorded'",
        )
        .fetch_all(self.pool())
        .await
        .expect("read");
        payloads.iter().map(|payload| prost::Message::decode(payload.as_slice()).expect("ours")).collect()
    }

    /// Every receivable is due or in exactly one payment, and payments are the sums of their orders.
    pub async fn assert_adds_up(&self) {
        let wrong: i64 = sqlx::query_scalar(
            "SELECT (SELECT count(*) FROM receivables r
                     WHERE (r.state = 'paid') <> EXISTS (SELECT FROM payment_orders o WHERE o.order_id = r.order_id))
                  + (SELECT count(*) FROM transporter_payments p
                     WHERE p.total <> (SELECT coalesce(sum(o.total), 0) FROM payment_orders o WHERE o.payment_id = p.id))
                  + (SELECT count(*) FROM payment_orders o JOIN receivables r USING (order_id) WHERE o.total <> r.total)",
        )
        .fetch_one(self.pool())
        .await
        .expect("read");
        assert_eq!(wrong, 0, "receivables or payments that don't add up");
    }
}

/// An order as orders publishes it.
pub fn order(id: &str, version: u64, transporter: &str, total: i64) -> Order {
    Order {
        id: id.into(),
        number: "A-10234".into(),
        version,
        first_name: "Amine".into(),
        last_name: "Benali".into(),
        wilaya_name: "Alger".into(),
        transporter_id: transporter.into(),
        transporter_name: "Rapide".into(),
        total,
        delivered_at: "2026-11-20T10:00:00Z".into(),
        ..Default::default()
    }
}

pub fn by<T>(actor: &Actor, message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.extensions_mut().insert(actor.clone());
    request
}

pub fn clerk() -> Actor {
    staff(Role::Payments)
}

pub fn staff(role: Role) -> Actor {
    Actor::employee(EmployeeId::new(&TestClock::default()), "Nadia K.", vec![role], Vec::new())
}
