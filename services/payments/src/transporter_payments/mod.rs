//! Remittances of transporters: which orders each one covers, how much it must be, and what was taken out of it again.
//! An order is in at most one payment at a time, and a payment or a reversal is recorded once however often it is sent.

mod events;
mod model;
mod rpc;
mod store;
mod wire;

use std::sync::Arc;

use souk_audit::Change;
use souk_bus::{Meta, Outbox};
use souk_database::snapshot;
use souk_idempotency::IdempotencyError;
use souk_kernel::{Clock, Counted, Money, MoneyError, Page, PaymentId, ReversalId, TransporterId};
use souk_proto::payments::v1::{self as proto, AuditRecorded};
use souk_rpc::Actor;
use sqlx::{PgConnection, PgPool};

pub use model::{
    Correction, Covered, Detail, Difference, Irreversible, OrderList, OrderListError, Payment, Reason,
    ReasonError, Remittance, Reversal, Reversed, Unexplained, Unpayable, total_due,
};
pub use rpc::TransporterPaymentsRpc;
use store::NewPayment;

use crate::receivables::{self, Entry, Receivable, Stored};

/// The use cases of transporter payments.
#[derive(Clone)]
pub struct TransporterPayments {
    pool: PgPool,
    clock: Arc<dyn Clock>,
    outbox: Outbox,
}

/// Why a payment could not be recorded, reversed or shown.
#[derive(Debug, thiserror::Error)]
pub enum PaymentError {
    #[error(transparent)]
    Unpayable(#[from] Unpayable),
    #[error(transparent)]
    Unexplained(#[from] Unexplained),
    #[error(transparent)]
    Irreversible(#[from] Irreversible),
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    #[error("there is no such payment")]
    Unknown,
    #[error(transparent)]
    Money(#[from] MoneyError),
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
}

impl TransporterPayments {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>, outbox: Outbox) -> Self {
        Self { pool, clock, outbox }
    }

    /// Books the payment of the orders, once per request, for what they are worth together.
    pub async fn record(
        &self,
        actor: &Actor,
        remittance: &Remittance,
    ) -> Result<proto::Payment, PaymentError> {
        let mut tx = self.pool.begin().await?;
        if let Some(stored) = remittance.idempotency.claim_in(&mut tx).await? {
            return Ok(stored);
        }
        let orders = remittance.orders.to_vec();
        let found = receivables::lock_in(&mut tx, &orders).await?;
        let total = total_due(&remittance.orders, remittance.transporter, &found)?;
        let payment = NewPayment {
            id: PaymentId::new(&*self.clock),
            remittance,
            transporter_name: receivables::newest_name(&found),
            total,
            difference: remittance.difference(total)?,
            recorded_at: self.clock.now(),
        };
        store::insert_in(&mut tx, &payment).await?;
        let paid = found.iter().map(|stored| {
            Entry::paid(&stored.receivable, payment.id, &remittance.recorder, payment.recorded_at)
        });
        let covers = receivables::add_entries_in(&mut tx, &paid.collect::<Result<Vec<_>, _>>()?).await?;
        let detail = load(&mut tx, payment.id).await?;
        let event = detail.payment.recorded_event(&covers);
        self.outbox.add(&mut tx, &event, Meta::new(&*self.clock, payment.id.uuid())).await?;
        let change =
            Change::made("payments.payment_recorded", detail.payment.subject(), detail.payment.facts());
        self.audit_in(&mut tx, actor, change).await?;
        let answer = detail.into();
        remittance.idempotency.store_in(&mut tx, &answer, payment.recorded_at).await?;
        tx.commit().await?;
        Ok(answer)
    }

    /// Takes orders out of a payment, once per request, so that their transporter owes them again.
    pub async fn reverse(
        &self,
        actor: &Actor,
        correction: &Correction,
    ) -> Result<proto::Payment, PaymentError> {
        let mut tx = self.pool.begin().await?;
        if let Some(stored) = correction.idempotency.claim_in(&mut tx).await? {
            return Ok(stored);
        }
        store::lock_in(&mut tx, correction.payment).await?;
        let read = load(&mut tx, correction.payment).await?;
        let freed = read.reversible(correction.orders.as_ref(), correction.version)?;
        let orders: Vec<_> = freed.iter().map(|receivable| receivable.order).collect();
        receivables::lock_in(&mut tx, &orders).await?;
        let reversal = self.reversal(correction, &read.payment, &freed)?;
        store::insert_reversal_in(&mut tx, correction.payment, &reversal).await?;
        let entries = freed.iter().map(|receivable| reversal.entry(receivable, correction.payment));
        let covers = receivables::add_entries_in(&mut tx, &entries.collect::<Result<Vec<_>, _>>()?).await?;
        let detail = load(&mut tx, correction.payment).await?;
        let event = detail.reversed_event(&reversal, &covers);
        self.outbox.add(&mut tx, &event, Meta::new(&*self.clock, correction.payment.uuid())).await?;
        let change = Change::made("payments.payment_reversed", detail.payment.subject(), reversal.facts());
        self.audit_in(&mut tx, actor, change).await?;
        let answer = proto::Payment::from(detail);
        correction.idempotency.store_in(&mut tx, &answer, reversal.reversed_at).await?;
        tx.commit().await?;
        tracing::info!(
            payment.number = answer.number,
            reversal.orders = reversal.orders,
            "a payment was reversed"
        );
        Ok(answer)
    }

    async fn audit_in(&self, tx: &mut PgConnection, actor: &Actor, change: Change) -> sqlx::Result<()> {
        souk_audit::record_in::<AuditRecorded>(tx, &self.outbox, &*self.clock, actor, change).await
    }

    fn reversal(
        &self,
        correction: &Correction,
        payment: &Payment,
        freed: &[&Receivable],
    ) -> Result<Reversal, MoneyError> {
        Ok(Reversal {
            id: ReversalId::new(&*self.clock),
            version: payment.version() + 1,
            orders: u32::try_from(freed.len()).unwrap_or(u32::MAX),
            total: Money::sum(freed.iter().map(|receivable| receivable.total))?,
            reason: correction.reason.as_str().to_owned(),
            reversed_at: self.clock.now(),
            recorder: correction.recorder.clone(),
        })
    }

    /// The payment with the orders that it covers and its reversals.
    pub async fn get(&self, id: PaymentId) -> Result<Detail, PaymentError> {
        load(&mut *self.pool.acquire().await?, id).await
    }

    /// A page of payments, the newest first, with the number of all.
    pub async fn list(
        &self,
        transporter: Option<TransporterId>,
        page: Page,
    ) -> Result<(Vec<Payment>, Counted), PaymentError> {
        let mut tx = snapshot(&self.pool).await?;
        let listed = store::list(&mut tx, transporter, page).await?;
        tx.commit().await?;
        Ok(listed)
    }
}

async fn load(conn: &mut PgConnection, id: PaymentId) -> Result<Detail, PaymentError> {
    let payment = store::find(conn, id).await?.ok_or(PaymentError::Unknown)?;
    let covers = store::covers(conn, id).await?;
    let reversals = store::reversals(conn, id).await?;
    let orders: Vec<_> = covers.keys().copied().collect();
    let receivables = receivables::of_orders(conn, &orders).await?;
    let covered = receivables.into_iter().map(|Stored { receivable, standing }| Covered {
        reversal: covers.get(&receivable.order).copied().flatten(),
        taken_back: !standing.owed,
        receivable,
    });
    Ok(Detail { payment, covered: covered.collect(), reversals })
}
