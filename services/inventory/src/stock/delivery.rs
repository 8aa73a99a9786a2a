//! Deliveries to a warehouse, as staff enter them: of one article or of many at once, all of it or nothing.

use std::collections::{HashMap, HashSet};

use prost::Message;
use souk_audit::{Change, Subject, recorded};
use souk_bus::OutboxRow;
use souk_idempotency::IdempotencyKey;
use souk_kernel::{StockKey, WarehouseId};
use souk_proto::inventory::v1::{AuditRecorded, ReceiveStockResponse, StockLevel};
use souk_rpc::Actor;
use sqlx::PgConnection;

use super::model::{Movement, MovementKind, Mover, Received};
use super::store::NamedLevel;
use super::{Stock, StockError, ledger, received_in, store};

/// Goods that came into a warehouse together.
#[derive(Debug, Clone)]
pub struct Delivery {
    pub idempotency: IdempotencyKey,
    pub warehouse: WarehouseId,
    /// Each key once.
    pub lines: Vec<(StockKey, Received)>,
    pub reason: String,
    pub mover: Mover,
}

impl Stock {
    /// Adds a delivery of one line, once per idempotency key, and answers the level after it.
    pub async fn add(&self, actor: &Actor, delivery: &Delivery) -> Result<StockLevel, StockError> {
        let only = |levels: &[NamedLevel]| levels.first().map(StockLevel::from).unwrap_or_default();
        self.take_in(actor, delivery, only).await.map_err(|error| match error {
            StockError::UnknownLines(_) => StockError::UnknownItem,
            error => error,
        })
    }

    /// Adds all lines of a delivery or none, once per idempotency key.
    pub async fn receive(
        &self,
        actor: &Actor,
        delivery: &Delivery,
    ) -> Result<ReceiveStockResponse, StockError> {
        let pieces = delivery.lines.iter().map(|(_, pieces)| u64::from(pieces.get().unsigned_abs())).sum();
        let articles = u32::try_from(delivery.lines.len()).unwrap_or(u32::MAX);
        self.take_in(actor, delivery, |_| ReceiveStockResponse { articles, pieces }).await
    }

    /// Takes the delivery in, and keeps what `answer` makes of the levels after it for who asks again.
    async fn take_in<Answer: Message + Default>(
        &self,
        actor: &Actor,
        delivery: &Delivery,
        answer: impl FnOnce(&[NamedLevel]) -> Answer + Send,
    ) -> Result<Answer, StockError> {
        let mut tx = self.pool.begin().await?;
        if let Some(stored) = delivery.idempotency.claim_in(&mut tx).await? {
            return Ok(stored);
        }
        let levels = delivery.receive_in(&mut tx).await?;
        let received = delivery.lines.iter().zip(&levels);
        let movements: Vec<Movement> =
            received.map(|(line, named)| self.received(delivery, *line, named)).collect();
        ledger::append_in(&mut tx, &movements).await?;
        let told = movements.iter().zip(&levels);
        let told: Vec<OutboxRow> = told.map(|(movement, named)| self.told(actor, movement, named)).collect();
        self.outbox.add_rows(&mut tx, &told).await?;
        let answer = answer(&levels);
        delivery.idempotency.store_in(&mut tx, &answer, self.clock.now()).await?;
        tx.commit().await?;
        Ok(answer)
    }

    fn received(
        &self,
        delivery: &Delivery,
        (key, pieces): (StockKey, Received),
        named: &NamedLevel,
    ) -> Movement {
        let after = named.level.on_hand;
        Movement {
            id: self.clock.uuid(),
            warehouse: delivery.warehouse,
            key,
            kind: MovementKind::Received,
            quantity: pieces.get(),
            before: after.saturating_sub(pieces.get().unsigned_abs()),
            after,
            reason: delivery.reason.clone(),
            mover: delivery.mover.clone(),
            cause: None,
            at: self.clock.now(),
        }
    }

    /// The audit log's entry of a line: the journal of its product finds it.
    fn told(&self, actor: &Actor, movement: &Movement, named: &NamedLevel) -> OutboxRow {
        let subject = Subject::new("product", movement.key.product, named.product_name.fr.clone());
        let (before, after) = movement.facts();
        let change = Change::between("inventory.stock_added", subject, before, after);
        recorded::<AuditRecorded>(&*self.clock, actor, change)
    }
}

impl Delivery {
    /// Adds the pieces of all lines, and answers their levels after it in the lines' order.
    async fn receive_in(&self, conn: &mut PgConnection) -> Result<Vec<NamedLevel>, StockError> {
        if !store::warehouse_exists(conn, self.warehouse).await? {
            return Err(StockError::UnknownWarehouse);
        }
        let keys = self.lines.iter().map(|(key, _)| *key);
        let mut named = store::listed(conn, self.warehouse, keys).await?;
        self.check_all_listed(&named)?;
        let mut in_order = self.lines.clone();
        in_order.sort_unstable_by_key(|(key, _)| *key);
        let levels = received_in(conn, self.warehouse, &in_order).await?;
        let levels: HashMap<_, _> = levels.into_iter().map(|level| (level.key, level)).collect();
        for named in &mut named {
            // A line whose level did not change was not taken in.
            named.level = levels.get(&named.level.key).copied().ok_or(sqlx::Error::RowNotFound)?;
        }
        Ok(named)
    }

    fn check_all_listed(&self, named: &[NamedLevel]) -> Result<(), StockError> {
        let listed: HashSet<_> = named.iter().map(|named| named.level.key).collect();
        let lines = self.lines.iter().enumerate();
        let unknown: Vec<usize> =
            lines.filter(|(_, (key, _))| !listed.contains(key)).map(|(at, _)| at).collect();
        if unknown.is_empty() { Ok(()) } else { Err(StockError::UnknownLines(unknown)) }
    }
}
