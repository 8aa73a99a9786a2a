//! What transporters owe: one receivable per delivered order, and the entries that it is the sum of.

pub mod balances;
mod events;
mod model;
mod rpc;
mod store;

use souk_database::snapshot;
use souk_kernel::{MoneyError, OrderNumber, TransporterId};
use sqlx::{PgConnection, PgPool};

pub use events::MalformedOrder;
pub use model::{Balance, Delivery, Entry, EntryKind, Receivable, Recorder, Standing, State};
pub use rpc::ReceivablesRpc;
pub use store::{Stored, add_entries_in, lock_in, of_orders};

/// Receivables that one list shows: the oldest. A newer one is found by its order's number.
const LONGEST_LIST: usize = 5_000;

/// The use cases of receivables.
#[derive(Clone)]
pub struct Receivables {
    pool: PgPool,
}

/// Why an event of an order could not be taken over.
#[derive(Debug, thiserror::Error)]
pub enum ReceivableError {
    #[error(transparent)]
    Money(#[from] MoneyError),
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
}

impl Receivables {
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }

    /// What the transporter has to pay, the oldest first, or of it the orders of these numbers; and whether there is more.
    pub async fn due(
        &self,
        transporter: TransporterId,
        numbers: &[OrderNumber],
    ) -> Result<(Vec<Receivable>, bool), sqlx::Error> {
        let mut conn = self.pool.acquire().await?;
        if numbers.is_empty() {
            let limit = i64::try_from(LONGEST_LIST + 1).unwrap_or(i64::MAX);
            let mut due = store::due(&mut conn, transporter, limit).await?;
            let more = due.len() > LONGEST_LIST;
            due.truncate(LONGEST_LIST);
            return Ok((due, more));
        }
        Ok((store::due_of_numbers(&mut conn, transporter, numbers).await?, false))
    }

    /// What each transporter owes, by name.
    pub async fn balances(&self) -> Result<Vec<Balance>, sqlx::Error> {
        let mut tx = snapshot(&self.pool).await?;
        let balances = balances::list(&mut tx).await?;
        tx.commit().await?;
        Ok(balances)
    }
}

/// What the transporter of these is called: as the newest order says, since an order keeps the name of its day.
pub fn newest_name(found: &[Stored]) -> &str {
    let receivables = found.iter().map(|stored| &stored.receivable);
    let newest = receivables.max_by_key(|receivable| receivable.number());
    newest.map_or("", |receivable| &receivable.transporter_name)
}

/// Takes over what an order says of its delivery: its transporter owes it, or no longer does.
pub async fn delivery_in(conn: &mut PgConnection, delivery: &Delivery) -> Result<(), ReceivableError> {
    store::open_in(conn, &delivery.receivable).await?;
    let stored = store::lock_in(conn, &[delivery.receivable.order]).await?;
    let entries = delivery.missing(store::deliveries_in(conn, delivery.receivable.order).await?)?;
    store::add_entries_in(conn, &entries).await?;
    if entries.last().is_some_and(|entry| entry.kind == EntryKind::Delivered) {
        store::delivered_in(conn, &delivery.receivable).await?;
    }
    let is_paid = stored.first().is_some_and(|stored| stored.standing.paid);
    let is_taken_back = entries.last().is_some_and(|entry| entry.kind == EntryKind::TakenBack);
    if is_paid && is_taken_back {
        tracing::warn!(order.id = %delivery.receivable.order,
            "a delivery was taken back while it was being paid: its payment is to be reversed");
    }
    Ok(())
}
