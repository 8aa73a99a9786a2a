//! What transporters owe: one receivable per delivered order.

mod events;
mod model;
mod rpc;
mod store;

use souk_kernel::{OrderId, TransporterId};
use sqlx::{PgConnection, PgPool};

pub use events::MalformedOrder;
pub use model::{Balance, Receivable, State};
pub use rpc::ReceivablesRpc;
pub use store::{Stored, lock_in, mark_paid_in, of_orders};

/// Receivables that one list shows; who owes more pays the oldest first.
const LONGEST_LIST: i64 = 5_000;

/// The use cases of receivables.
#[derive(Clone)]
pub struct Receivables {
    pool: PgPool,
}

/// Why an event of an order could not be taken over.
#[derive(Debug, thiserror::Error)]
pub enum ReceivableError {
    /// The state machine of orders excludes it; somebody must look at the money.
    #[error("order {0} came back although its transporter has paid it")]
    ReturnedAfterPayment(OrderId),
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
}

impl Receivables {
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }

    /// What the transporter has to pay, the oldest first.
    pub async fn due(&self, transporter: TransporterId) -> Result<Vec<Receivable>, sqlx::Error> {
        store::due(&mut *self.pool.acquire().await?, transporter, LONGEST_LIST).await
    }

    pub async fn balances(&self) -> Result<Vec<Balance>, sqlx::Error> {
        store::balances(&mut *self.pool.acquire().await?).await
    }
}

/// The order was delivered: its transporter owes it.
pub async fn delivered_in(conn: &mut PgConnection, receivable: &Receivable) -> Result<(), ReceivableError> {
    store::put_in(conn, receivable, State::Due).await?;
    Ok(())
}

/// The parcel came back: nothing is owed, whether or not we knew of a delivery.
pub async fn returned_in(conn: &mut PgConnection, receivable: &Receivable) -> Result<(), ReceivableError> {
    if store::put_in(conn, receivable, State::Void).await? {
        return Ok(());
    }
    match store::state(conn, receivable.order).await? {
        Some((State::Paid, version)) if version < receivable.order_version => {
            Err(ReceivableError::ReturnedAfterPayment(receivable.order))
        }
        _ => Ok(()),
    }
}
