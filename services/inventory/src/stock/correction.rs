//! A stock-take: what is on hand becomes what somebody counted. It is the only change that says how much there is and not
//! how much came or went, so it names what was read before the count: what moved meanwhile is not counted away.

use souk_audit::{Change, Subject};
use souk_idempotency::IdempotencyKey;
use souk_kernel::{StockKey, WarehouseId};
use souk_proto::inventory::v1::{AuditRecorded, StockLevel};
use souk_rpc::Actor;
use sqlx::PgConnection;

use super::model::{Count, LevelChange, Movement, MovementKind, Mover};
use super::store::NamedLevel;
use super::{Stock, StockError, ledger, store};

/// What was counted in a warehouse, as staff enter it.
#[derive(Debug, Clone)]
pub struct StockTake {
    pub idempotency: IdempotencyKey,
    pub warehouse: WarehouseId,
    pub key: StockKey,
    /// Pieces on hand as whoever counted had read them.
    pub read: u32,
    pub counted: Count,
    pub reason: String,
    pub mover: Mover,
}

impl Stock {
    /// Corrects a level to what was counted, once per idempotency key, and answers the level after it. A count that finds
    /// the level right changes and tells nothing.
    pub async fn adjust(&self, actor: &Actor, take: &StockTake) -> Result<StockLevel, StockError> {
        let mut tx = self.pool.begin().await?;
        if let Some(stored) = take.idempotency.claim_in(&mut tx).await? {
            return Ok(stored);
        }
        if !store::warehouse_exists(&mut tx, take.warehouse).await? {
            return Err(StockError::UnknownWarehouse);
        }
        let mut named =
            store::shown(&mut tx, take.warehouse, take.key).await?.ok_or(StockError::UnknownItem)?;
        if take.counted.is_some() {
            store::open_in(&mut tx, take.warehouse, take.key).await?;
        }
        named.level = store::lock_in(&mut tx, take.warehouse, take.key).await?;
        if let Some(change) = named.level.correction(take.read, take.counted)? {
            self.correct_in(&mut tx, actor, take, change, &mut named).await?;
        }
        let answer = StockLevel::from(&named);
        take.idempotency.store_in(&mut tx, &answer, self.clock.now()).await?;
        tx.commit().await?;
        Ok(answer)
    }

    async fn correct_in(
        &self,
        conn: &mut PgConnection,
        actor: &Actor,
        take: &StockTake,
        change: LevelChange,
        named: &mut NamedLevel,
    ) -> Result<(), StockError> {
        let before = named.level.on_hand;
        for level in store::apply_in(conn, &[change]).await? {
            named.level = level;
        }
        let movement = Movement {
            id: self.clock.uuid(),
            warehouse: take.warehouse,
            key: take.key,
            kind: MovementKind::Adjusted,
            quantity: change.on_hand,
            before,
            after: named.level.on_hand,
            reason: take.reason.clone(),
            mover: take.mover.clone(),
            cause: None,
            at: self.clock.now(),
        };
        ledger::append_in(conn, std::slice::from_ref(&movement)).await?;
        let subject = Subject::new("product", take.key.product, named.product_name.fr.clone());
        let (before, after) = movement.facts();
        let told = Change::between("inventory.stock_adjusted", subject, before, after);
        souk_audit::record_in::<AuditRecorded>(conn, &self.outbox, &*self.clock, actor, told).await?;
        Ok(())
    }
}
