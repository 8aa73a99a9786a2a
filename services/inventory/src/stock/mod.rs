//! Stock levels and the ledger behind them. Levels change only here: by a delivery to a warehouse, by a count of what is
//! there, or by [`move_in`], [`arrive_in`] and [`reserve_in`] on behalf of a reservation or an expedition; every change of what is on hand is a row of the ledger in the same
//! transaction, and every change of what can be sold leaves a note for the `availability` feature.

mod correction;
mod delivery;
mod ledger;
mod low;
mod model;
mod rpc;
mod search;
mod store;
mod wire;

use std::collections::HashMap;
use std::sync::Arc;

use souk_audit::{Change, Subject};
use souk_bus::Outbox;
use souk_database::snapshot;
use souk_idempotency::IdempotencyError;
use souk_kernel::{Clock, Counted, Page, StockKey, WarehouseId};
use souk_proto::inventory::v1::AuditRecorded;
use souk_rpc::Actor;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

pub use correction::StockTake;
pub use delivery::Delivery;
pub use ledger::MovementFilter;
pub use low::{FEW, LowStock, LowStockFilter};
pub use model::{
    Cause, CorrectionError, Count, CountError, Level, LevelChange, Movement, MovementKind, Mover, Received,
    ReceivedError, StockFilter,
};
pub use rpc::StockRpc;
pub use store::{NamedLevel, levels, listed, lock_in, lock_levels_in, named, warehouse_exists};

use self::search::Wanted;
use crate::availability;

/// Keys that a look at what a warehouse has free shows.
const FREE_SHOWN: u32 = 50;

/// The use cases of stock.
#[derive(Clone)]
pub struct Stock {
    pool: PgPool,
    clock: Arc<dyn Clock>,
    outbox: Outbox,
}

/// Why goods leave or come.
#[derive(Debug, Clone)]
pub struct Move {
    pub kind: MovementKind,
    pub cause: Cause,
    pub reason: String,
    pub mover: Mover,
    pub at: OffsetDateTime,
}

/// Why stock could not be changed or read.
#[derive(Debug, thiserror::Error)]
pub enum StockError {
    #[error("there is no such warehouse")]
    UnknownWarehouse,
    #[error("no stock is kept of this product or combination")]
    UnknownItem,
    /// The places of such lines in a delivery.
    #[error("no stock is kept of what some lines name")]
    UnknownLines(Vec<usize>),
    #[error("a warehouse holds at most a billion pieces of one item")]
    TooMuch,
    #[error(transparent)]
    Correction(#[from] CorrectionError),
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
}

impl Stock {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>, outbox: Outbox) -> Self {
        Self { pool, clock, outbox }
    }

    /// Has what can be sold of all that stands in the warehouse worked out and told anew.
    pub async fn refresh(&self, actor: &Actor, warehouse: WarehouseId) -> Result<(), StockError> {
        let mut tx = self.pool.begin().await?;
        let name = store::warehouse_name(&mut tx, warehouse).await?.ok_or(StockError::UnknownWarehouse)?;
        availability::note_warehouse_in(&mut tx, warehouse).await?;
        let subject = Subject::new("warehouse", warehouse, name);
        let change = Change::made("inventory.stocks_refreshed", subject, serde_json::Value::Null);
        souk_audit::record_in::<AuditRecorded>(&mut tx, &self.outbox, &*self.clock, actor, change).await?;
        Ok(tx.commit().await?)
    }

    /// A page of a warehouse's levels with the number of all.
    pub async fn list(&self, filter: &StockFilter) -> Result<(Vec<NamedLevel>, Counted), StockError> {
        let mut tx = snapshot(&self.pool).await?;
        if !store::warehouse_exists(&mut tx, filter.warehouse).await? {
            return Err(StockError::UnknownWarehouse);
        }
        let listed = store::list(&mut tx, filter).await?;
        tx.commit().await?;
        Ok(listed)
    }

    /// What the warehouse has free and catalog lists, of everything or of what the words find; 50 keys at most, and whether there may
    /// be more.
    pub async fn list_free(
        &self,
        warehouse: WarehouseId,
        query: String,
    ) -> Result<(Vec<NamedLevel>, bool), StockError> {
        let mut tx = snapshot(&self.pool).await?;
        if !store::warehouse_exists(&mut tx, warehouse).await? {
            return Err(StockError::UnknownWarehouse);
        }
        let (keys, more) = if query.is_empty() {
            store::free_keys(&mut tx, warehouse, FREE_SHOWN.into()).await?
        } else {
            let page = Page::new(1, FREE_SHOWN).unwrap_or_default();
            let filter = StockFilter { warehouse, query, product: None, page };
            let (keys, total) = search::find(&mut tx, &filter, Wanted::Free).await?;
            (keys, total.more || total.rows > FREE_SHOWN.into())
        };
        let found = store::named(&mut tx, warehouse, keys).await?;
        tx.commit().await?;
        Ok((found, more))
    }

    /// What is about to run out, scarcest first, with the number of all.
    pub async fn list_low(&self, filter: LowStockFilter) -> Result<(Vec<LowStock>, Counted), StockError> {
        let mut tx = snapshot(&self.pool).await?;
        let listed = low::list(&mut tx, filter).await?;
        tx.commit().await?;
        Ok(listed)
    }

    /// A page of the ledger, newest first, with the number of all.
    pub async fn list_movements(
        &self,
        filter: &MovementFilter,
    ) -> Result<(Vec<Movement>, Counted), StockError> {
        let mut tx = snapshot(&self.pool).await?;
        let listed = ledger::list(&mut tx, filter).await?;
        tx.commit().await?;
        Ok(listed)
    }
}

/// Changes what is reserved; what is on hand stays.
pub async fn reserve_in(conn: &mut PgConnection, changes: &[LevelChange]) -> Result<(), sqlx::Error> {
    debug_assert!(
        changes.iter().all(|change| change.on_hand == 0),
        "goods move by move_in, with a ledger row"
    );
    store::apply_in(conn, changes).await.map(|_| ())
}

/// Moves goods of an order or an expedition out of or into the warehouses, with a row of the ledger for each level.
pub async fn move_in(
    conn: &mut PgConnection,
    clock: &dyn Clock,
    changes: &[LevelChange],
    why: &Move,
) -> Result<(), sqlx::Error> {
    let levels = store::apply_in(conn, changes).await?;
    let levels: HashMap<_, _> = levels.iter().map(|level| ((level.key, level.warehouse), level)).collect();
    let movement = |change: &LevelChange| {
        levels.get(&(change.key, change.warehouse)).map(|level| moved(clock, change, level, why))
    };
    let movements: Vec<Movement> = changes.iter().filter_map(movement).collect();
    ledger::append_in(conn, &movements).await
}

/// Goods of different keys, which are in their order, come into a warehouse that may never have had any of them, with a row of the
/// ledger for each.
pub async fn arrive_in(
    conn: &mut PgConnection,
    clock: &dyn Clock,
    warehouse: WarehouseId,
    arrived: &[(StockKey, Received)],
    why: &Move,
) -> Result<(), StockError> {
    let levels = received_in(conn, warehouse, arrived).await?;
    let levels: HashMap<_, _> = levels.iter().map(|level| (level.key, level)).collect();
    let movement = |(key, pieces): &(StockKey, Received)| {
        let change = LevelChange { warehouse, key: *key, on_hand: pieces.get(), reserved: 0 };
        levels.get(key).map(|level| moved(clock, &change, level, why))
    };
    let movements: Vec<Movement> = arrived.iter().filter_map(movement).collect();
    Ok(ledger::append_in(conn, &movements).await?)
}

async fn received_in(
    conn: &mut PgConnection,
    warehouse: WarehouseId,
    received: &[(StockKey, Received)],
) -> Result<Vec<Level>, StockError> {
    let levels = store::receive_in(conn, warehouse, received).await;
    levels.map_err(|error| if is_out_of_range(&error) { StockError::TooMuch } else { error.into() })
}

fn moved(clock: &dyn Clock, change: &LevelChange, level: &Level, why: &Move) -> Movement {
    Movement {
        id: clock.uuid(),
        warehouse: change.warehouse,
        key: change.key,
        kind: why.kind,
        quantity: change.on_hand,
        before: level.on_hand.saturating_add_signed(-change.on_hand),
        after: level.on_hand,
        reason: why.reason.clone(),
        mover: why.mover.clone(),
        cause: Some(why.cause),
        at: why.at,
    }
}

/// Whether the table refused the level as more than a warehouse holds.
fn is_out_of_range(error: &sqlx::Error) -> bool {
    souk_database::broken_constraint(error) == Some("stock_levels_on_hand_in_range")
}
