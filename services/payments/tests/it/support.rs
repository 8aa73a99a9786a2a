//! A shop's payments on the database of one test.

use std::sync::Arc;

use souk_kernel::{Clock as _, EmployeeId, Role};
use souk_payments::receivables::{self, Delivery, Receivables, ReceivablesRpc};
use souk_payments::transporter_payments::{TransporterPayments, TransporterPaymentsRpc};
use souk_payments::{MIGRATOR, Payments};
use souk_proto::orders::v1::Order;
use souk_proto::payments::v1 as proto;
use souk_proto::payments::v1::receivables_server::Receivables as _;
use souk_proto::payments::v1::transporter_payments_server::TransporterPayments as _;
use souk_rpc::{Actor, Failure};
use souk_testkit::TestClock;
use sqlx::PgPool;
use sqlx::migrate::Migrator;
use time::OffsetDateTime;
use tonic::Request;

/// What makes the database of each test.
pub const SCHEMA: &[&Migrator] = &[&MIGRATOR, &souk_bus::MIGRATOR];

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
    /// On its way back, or back: both say the same of the delivery.
    Back,
}

impl Shop {
    pub fn open(pool: PgPool) -> Arc<Self> {
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
        let at = OffsetDateTime::UNIX_EPOCH;
        let delivery = match step {
            Step::Delivered => Some(Delivery::made(Some(order), at)?),
            Step::Back => Delivery::taken_back(Some(order), at)?,
        };
        let mut tx = self.pool().begin().await?;
        if let Some(delivery) = delivery {
            receivables::delivery_in(&mut tx, &delivery).await?;
        }
        Ok(tx.commit().await?)
    }

    /// As [`Self::happens`], of an order that counts its deliveries.
    pub async fn turns(&self, version: u64, order: Order) -> anyhow::Result<()> {
        let step = if version % 2 == 1 { Step::Delivered } else { Step::Back };
        self.happens(step, Order { delivery_version: version, ..order }).await
    }

    /// Takes the delivery of an order back.
    pub async fn taken_back(&self, id: &str, transporter: &str, total: i64) {
        self.happens(Step::Back, order(id, transporter, total)).await.expect("handled");
    }

    pub async fn reverse(&self, request: proto::ReversePaymentRequest) -> Result<proto::Payment, Failure> {
        let answer = self.payments.reverse_payment(by(&clerk(), request)).await;
        Ok(answer.map_err(Failure::from)?.into_inner())
    }

    /// The reversal of these orders of the payment as it was read, or of the whole.
    pub fn reversal(&self, payment: &proto::Payment, orders: &[&String]) -> proto::ReversePaymentRequest {
        proto::ReversePaymentRequest {
            idempotency_key: self.id(),
            id: payment.id.clone(),
            version: payment.version,
            order_ids: orders.iter().map(ToString::to_string).collect(),
            reason: "Bordereau d'un autre jour".into(),
        }
    }

    pub async fn read(&self, payment: &str) -> proto::Payment {
        let request = proto::GetPaymentRequest { id: payment.into() };
        self.payments.get_payment(by(&clerk(), request)).await.expect("found").into_inner()
    }

    pub async fn balances(&self) -> Vec<proto::Balance> {
        let balances = self.receivables.list_balances(by(&clerk(), proto::ListBalancesRequest {})).await;
        balances.expect("listed").into_inner().balances
    }

    /// The id of an order that the transporter delivered.
    pub async fn delivered(&self, transporter: &str, total: i64) -> String {
        let order = order(&self.id(), transporter, total);
        let id = order.id.clone();
        self.happens(Step::Delivered, order).await.expect("handled");
        id
    }

    pub async fn record(&self, request: proto::RecordPaymentRequest) -> Result<proto::Payment, Failure> {
        let answer = self.payments.record_payment(by(&clerk(), request)).await;
        Ok(answer.map_err(Failure::from)?.into_inner())
    }

    pub fn remittance(&self, transporter: &str, orders: &[&String]) -> proto::RecordPaymentRequest {
        proto::RecordPaymentRequest {
            idempotency_key: self.id(),
            transporter_id: transporter.into(),
            order_ids: orders.iter().map(ToString::to_string).collect(),
            reference: "Bordereau 12".into(),
            ..Default::default()
        }
    }

    pub async fn unpaid(&self, transporter: &str) -> Vec<proto::Receivable> {
        let request = proto::ListUnpaidRequest { transporter_id: transporter.into(), ..Default::default() };
        self.receivables.list_unpaid(by(&clerk(), request)).await.expect("listed").into_inner().receivables
    }

    /// The events of one type that wait in the outbox, oldest first.
    pub async fn published<E: prost::Message + prost::Name + Default>(&self) -> Vec<E> {
        let payloads: Vec<Vec<u8>> =
            sqlx::query_scalar("SELECT payload FROM bus.outbox WHERE type = $1 ORDER BY id")
                .bind(E::full_name())
                .fetch_all(self.pool())
                .await
                .expect("read");
        payloads.iter().map(|payload| E::decode(payload.as_slice()).expect("ours")).collect()
    }

    async fn assert_balances(&self) {
        let wrong: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM (
                 SELECT transporter_id FROM (
                     SELECT transporter_id, owed AS orders, owed * total AS total, paid AS overpaid, paid * total AS overpaid_total
                     FROM receivables WHERE owed <> paid
                     UNION ALL SELECT transporter_id, -orders, -total, -overpaid, -overpaid_total FROM transporter_balances
                     UNION ALL SELECT transporter_id, -orders, -total, -overpaid, -overpaid_total FROM balance_changes) open
                 GROUP BY transporter_id
                 HAVING sum(orders) <> 0 OR sum(total) <> 0 OR sum(overpaid) <> 0 OR sum(overpaid_total) <> 0) wrong",
        )
        .fetch_one(self.pool())
        .await
        .expect("read");
        assert_eq!(wrong, 0, "balances that don't add up");
    }

    /// What every receivable says is the sum of its entries, a payment is the sum of its orders, and a balance that of what is
    /// open, before the log of changes is folded and after it.
    pub async fn assert_adds_up(&self) {
        self.assert_balances().await;
        receivables::balances::fold(self.pool()).await.expect("folded");
        self.assert_balances().await;
        let wrong: i64 = sqlx::query_scalar(
            "SELECT (SELECT count(*) FROM receivables r JOIN LATERAL (
                         SELECT sum(amount) AS amount, sum(owed) AS owed, sum(paid) AS paid, count(payment_id) AS payments
                         FROM receivable_entries e WHERE e.order_id = r.order_id) e ON true
                     WHERE (r.owed, r.paid, r.payment_version) IS DISTINCT FROM (e.owed, e.paid, e.payments)
                        OR e.amount <> (r.owed - r.paid) * r.total)
                  + (SELECT count(*) FROM transporter_payments p
                     WHERE p.total <> (SELECT coalesce(-sum(amount), 0) FROM receivable_entries e
                                       WHERE e.payment_id = p.id AND e.kind = 'paid'))
                  + (SELECT count(*) FROM transporter_payment_reversals v
                     WHERE (v.total, v.orders) <> (SELECT coalesce(sum(amount), 0), count(*) FROM receivable_entries e
                                                                 WHERE e.reversal_id = v.id))",
        )
        .fetch_one(self.pool())
        .await
        .expect("read");
        assert_eq!(wrong, 0, "receivables or payments that don't add up");
    }
}

/// An order as orders publishes it.
pub fn order(id: &str, transporter: &str, total: i64) -> Order {
    Order {
        id: id.into(),
        number: "A-10234".into(),
        first_name: "Amine".into(),
        last_name: "Benali".into(),
        wilaya_name: "Alger".into(),
        transporter_id: transporter.into(),
        transporter_name: "Rapide".into(),
        total,
        delivered_at: "2026-11-20T10:00:00Z".into(),
        return_reason: "Clic par erreur".into(),
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
