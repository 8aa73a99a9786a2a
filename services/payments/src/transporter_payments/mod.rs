//! Remittances of transporters: which orders each one covers, and how much it must be. An order is in at most
//! one payment, and a payment is recorded once however often it is sent.

mod events;
mod model;
mod rpc;
mod store;

use std::sync::Arc;

use souk_bus::{Meta, Outbox};
use souk_kernel::{Clock, Page, PaymentId, TransporterId};
use sqlx::{PgConnection, PgPool};

pub use model::{OrderList, OrderListError, Payment, Recorder, Unpayable, total_due};
pub use rpc::TransporterPaymentsRpc;
use store::NewPayment;

use crate::receivables::{self, Receivable};

/// The use cases of transporter payments.
#[derive(Clone)]
pub struct TransporterPayments {
    pool: PgPool,
    clock: Arc<dyn Clock>,
    outbox: Outbox,
}

/// A remittance, as staff enter it.
#[derive(Debug, Clone)]
pub struct Remittance {
    pub idempotency_key: String,
    /// Of everything below.
    pub request_hash: Vec<u8>,
    pub transporter: TransporterId,
    pub orders: OrderList,
    pub reference: String,
    pub recorder: Recorder,
}

/// Why a payment could not be recorded.
#[derive(Debug, thiserror::Error)]
pub enum PaymentError {
    #[error(transparent)]
    Unpayable(#[from] Unpayable),
    #[error("the idempotency key was used for another payment")]
    KeyReused,
    #[error("there is no such payment")]
    Unknown,
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
}

impl TransporterPayments {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>, outbox: Outbox) -> Self {
        Self { pool, clock, outbox }
    }

    /// Books the payment of the orders, once per idempotency key, for what they are worth together.
    pub async fn record(&self, remittance: &Remittance) -> Result<(Payment, Vec<Receivable>), PaymentError> {
        let mut tx = self.pool.begin().await?;
        let known = store::claim_key_in(&mut tx, &remittance.idempotency_key).await?;
        if let Some((payment, request_hash)) = known {
            if request_hash != remittance.request_hash {
                return Err(PaymentError::KeyReused);
            }
            return load(&mut tx, payment).await;
        }
        let id = self.book_in(&mut tx, remittance).await?;
        let (payment, receivables) = load(&mut tx, id).await?;
        let event = payment.recorded_event(&remittance.orders.to_vec());
        self.outbox.add(&mut tx, &event, Meta::new(&*self.clock, id.uuid())).await?;
        tx.commit().await?;
        Ok((payment, receivables))
    }

    async fn book_in(
        &self,
        conn: &mut PgConnection,
        remittance: &Remittance,
    ) -> Result<PaymentId, PaymentError> {
        let orders = remittance.orders.to_vec();
        let found = receivables::lock_in(conn, &orders).await?;
        let total = total_due(&remittance.orders, remittance.transporter, &found)?;
        let name = found.first().map_or("", |stored| &stored.receivable.transporter_name);
        let payment = NewPayment {
            id: PaymentId::new(&*self.clock),
            idempotency_key: &remittance.idempotency_key,
            request_hash: &remittance.request_hash,
            transporter: remittance.transporter,
            transporter_name: name,
            reference: &remittance.reference,
            total,
            recorded_at: self.clock.now(),
            recorder: &remittance.recorder,
        };
        store::insert_in(conn, &payment).await?;
        store::cover_in(conn, payment.id, &orders).await?;
        receivables::mark_paid_in(conn, &orders).await?;
        Ok(payment.id)
    }

    /// The payment with the orders that it covers.
    pub async fn get(&self, id: PaymentId) -> Result<(Payment, Vec<Receivable>), PaymentError> {
        load(&mut *self.pool.acquire().await?, id).await
    }

    /// A page of payments, the newest first, with the number of all.
    pub async fn list(
        &self,
        transporter: Option<TransporterId>,
        page: Page,
    ) -> Result<(Vec<Payment>, u64), PaymentError> {
        Ok(store::list(&mut *self.pool.acquire().await?, transporter, page).await?)
    }
}

async fn load(conn: &mut PgConnection, id: PaymentId) -> Result<(Payment, Vec<Receivable>), PaymentError> {
    let payment = store::find(conn, id).await?.ok_or(PaymentError::Unknown)?;
    let orders = store::orders_of(conn, id).await?;
    Ok((payment, receivables::of_orders(conn, &orders).await?))
}
