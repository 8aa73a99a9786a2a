//! Internal expeditions: goods on their way from one warehouse to another (design 6). What an open one lists is reserved in its
//! source; what was sent is in no warehouse until it arrives. Every change of a level is made by the `stock` feature.

mod model;
mod rpc;
mod store;
mod wire;

use std::sync::Arc;

use serde_json::json;
use souk_audit::Change;
use souk_bus::{Meta, Outbox};
use souk_database::snapshot;
use souk_idempotency::{IdempotencyError, IdempotencyKey};
use souk_kernel::{Clock, Counted, ExpeditionId, ExpeditionPartId, Permission, StockKey, WarehouseId};
use souk_proto::inventory::v1::{AuditRecorded, Expedition as Wire, ExpeditionChanged};
use souk_rpc::{Actor, Failure};
use sqlx::{PgConnection, PgPool};

pub use model::{Arrival, Expedition, ExpeditionFilter, MOST_PARTS, Part, Status, StepError};
pub use rpc::ExpeditionsRpc;
pub use store::{Listed, NamedPart};

use crate::stock::{self, Cause, LevelChange, Move, MovementKind, Mover, Received, StockError};
use crate::warehouses::{self, Warehouse};

/// The use cases of expeditions.
#[derive(Clone)]
pub struct Expeditions {
    pool: PgPool,
    clock: Arc<dyn Clock>,
    outbox: Outbox,
}

/// An expedition that staff begin.
#[derive(Debug, Clone)]
pub struct NewExpedition {
    pub idempotency: IdempotencyKey,
    pub source: WarehouseId,
    pub destination: WarehouseId,
    pub note: String,
}

/// How many pieces of a key an expedition is to have.
#[derive(Debug, Clone)]
pub enum Wanted {
    /// So many more, once.
    More(Received, IdempotencyKey),
    /// So many in all.
    InAll(Received),
    None,
}

/// What staff do with an expedition as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Send,
    Complete,
    Cancel,
}

/// What arrived of an expedition at once.
#[derive(Debug, Clone)]
pub struct Arrivals {
    pub idempotency: IdempotencyKey,
    pub of: ArrivedOf,
    /// Each of another part.
    pub parts: Vec<Arrival>,
}

/// By what an expedition is told of which something arrived.
#[derive(Debug, Clone, Copy)]
pub enum ArrivedOf {
    Expedition(ExpeditionId),
    Part(ExpeditionPartId),
}

/// Why an expedition could not be changed or read.
#[derive(Debug, thiserror::Error)]
pub enum ExpeditionError {
    #[error("there is no such expedition")]
    Unknown,
    #[error("there is no such warehouse")]
    UnknownWarehouse,
    #[error("the warehouse that the goods go to is closed")]
    ClosedDestination,
    #[error("no stock is kept of this product or combination")]
    UnknownItem,
    #[error("{0} pieces are free in the warehouse")]
    OutOfStock(u32),
    #[error(transparent)]
    Step(#[from] StepError),
    #[error(transparent)]
    Stock(#[from] StockError),
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    #[error(transparent)]
    Refused(#[from] Failure),
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
}

impl Expeditions {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>, outbox: Outbox) -> Self {
        Self { pool, clock, outbox }
    }

    /// A page, newest first, with the number of all.
    pub async fn list(&self, filter: &ExpeditionFilter) -> Result<(Vec<Wire>, Counted), ExpeditionError> {
        let mut tx = snapshot(&self.pool).await?;
        let (listed, total) = store::list(&mut tx, filter).await?;
        let names = warehouses::names(&mut tx).await?;
        tx.commit().await?;
        Ok((listed.iter().map(|listed| wire::listed(listed, &names)).collect(), total))
    }

    /// Whoever may act in its source or in its destination sees it.
    pub async fn get(&self, actor: &Actor, id: ExpeditionId) -> Result<Wire, ExpeditionError> {
        let mut tx = snapshot(&self.pool).await?;
        let expedition = store::find(&mut tx, id).await?.ok_or(ExpeditionError::Unknown)?;
        let of_destination = actor.require_in(Permission::StockRead, expedition.destination);
        of_destination.or_else(|_| actor.require_in(Permission::StockRead, expedition.source))?;
        let shown = shown(&mut tx, &expedition).await?;
        tx.commit().await?;
        Ok(shown)
    }

    /// Where goods may go to: every open warehouse, also one that the caller isn't assigned to.
    pub async fn destinations(&self) -> Result<Vec<Warehouse>, ExpeditionError> {
        Ok(warehouses::open(&mut *self.pool.acquire().await?).await?)
    }

    /// Begins an expedition, once per idempotency key.
    pub async fn create(&self, actor: &Actor, wanted: &NewExpedition) -> Result<Wire, ExpeditionError> {
        actor.require_in(Permission::StockWrite, wanted.source)?;
        let mut tx = self.pool.begin().await?;
        if let Some(stored) = wanted.idempotency.claim_in(&mut tx).await? {
            return Ok(stored);
        }
        for warehouse in [wanted.source, wanted.destination] {
            if !stock::warehouse_exists(&mut tx, warehouse).await? {
                return Err(ExpeditionError::UnknownWarehouse);
            }
        }
        require_open(&mut tx, wanted.destination).await?;
        let mut made = Expedition {
            id: ExpeditionId::new(&*self.clock),
            number: 0,
            source: wanted.source,
            destination: wanted.destination,
            status: Status::Inprogress,
            note: wanted.note.clone(),
            version: 1,
            maker: mover(actor),
            created_at: self.clock.now(),
            sent_at: None,
            closed_at: None,
        };
        made.number = store::insert_in(&mut tx, &made).await?;
        let change = Change::made("inventory.expedition_created", made.subject(), made.facts());
        self.tell_in(&mut tx, actor, &made, change).await?;
        let answer = shown(&mut tx, &made).await?;
        wanted.idempotency.store_in(&mut tx, &answer, self.clock.now()).await?;
        tx.commit().await?;
        Ok(answer)
    }

    /// Changes how many pieces of a key an open expedition has; its source holds them.
    pub async fn edit(
        &self,
        actor: &Actor,
        id: ExpeditionId,
        key: StockKey,
        wanted: &Wanted,
    ) -> Result<Wire, ExpeditionError> {
        let mut tx = self.pool.begin().await?;
        if let Wanted::More(_, idempotency) = wanted
            && let Some(stored) = idempotency.claim_in(&mut tx).await?
        {
            return Ok(stored);
        }
        let mut expedition = self.lock_in(&mut tx, id).await?;
        actor.require_in(Permission::StockWrite, expedition.source)?;
        expedition.require_open()?;
        let parts = store::parts(&mut tx, id).await?;
        let before = parts.iter().map(|named| named.part).find(|part| part.key == key);
        let held = before.map_or(0, |part| part.quantity);
        let quantity = match wanted {
            Wanted::More(pieces, _) => model::total(held, *pieces)?,
            Wanted::InAll(pieces) if before.is_some() => pieces.get().unsigned_abs(),
            Wanted::InAll(_) => return Err(StepError::NoItem.into()),
            Wanted::None => 0,
        };
        if quantity == held {
            return Ok(shown(&mut tx, &expedition).await?);
        }
        if before.is_none() && parts.len() >= MOST_PARTS {
            return Err(StepError::TooManyParts.into());
        }
        let name = self.hold_in(&mut tx, expedition.source, key, (held, quantity)).await?;
        match before {
            Some(part) if quantity == 0 => store::delete_part_in(&mut tx, part.id).await?,
            _ => {
                let id = before.map_or_else(|| ExpeditionPartId::new(&*self.clock), |part| part.id);
                let part = Part { id, key, quantity, received: 0, lost: 0 };
                store::save_part_in(&mut tx, expedition.id, &part).await?;
            }
        }
        let facts = |pieces: u32| json!({ "item": name, "pieces": pieces });
        let subject = expedition.subject();
        let change = Change::between("inventory.expedition_edited", subject, facts(held), facts(quantity));
        self.save_in(&mut tx, actor, &mut expedition, change).await?;
        let answer = shown(&mut tx, &expedition).await?;
        if let Wanted::More(_, idempotency) = wanted {
            idempotency.store_in(&mut tx, &answer, self.clock.now()).await?;
        }
        tx.commit().await?;
        Ok(answer)
    }

    /// Holds `quantity` pieces in the warehouse where `held` were; answers the key's name.
    async fn hold_in(
        &self,
        conn: &mut PgConnection,
        warehouse: WarehouseId,
        key: StockKey,
        (held, quantity): (u32, u32),
    ) -> Result<String, ExpeditionError> {
        let level = stock::lock_in(conn, warehouse, key).await?;
        let more = quantity.saturating_sub(held);
        if more > 0 && stock::listed(conn, warehouse, [key]).await?.is_empty() {
            return Err(ExpeditionError::UnknownItem);
        }
        if more > level.free() {
            return Err(ExpeditionError::OutOfStock(level.free() + held));
        }
        let reserved = quantity.cast_signed() - held.cast_signed();
        stock::reserve_in(conn, &[LevelChange { warehouse, key, on_hand: 0, reserved }]).await?;
        let named = stock::named(conn, warehouse, [key]).await?;
        Ok(named.into_iter().map(|named| named.product_name.fr).next().unwrap_or_default())
    }

    /// Sends, completes or cancels the expedition that was read as `version`.
    pub async fn step(
        &self,
        actor: &Actor,
        id: ExpeditionId,
        version: u64,
        step: Step,
    ) -> Result<Wire, ExpeditionError> {
        let mut tx = self.pool.begin().await?;
        let mut expedition = self.lock_in(&mut tx, id).await?;
        let place = if step == Step::Complete { expedition.destination } else { expedition.source };
        actor.require_in(Permission::StockWrite, place)?;
        if expedition.took(step.outcome(), version) {
            return Ok(shown(&mut tx, &expedition).await?);
        }
        expedition.require_version(version)?;
        let before = expedition.facts();
        let named = store::parts(&mut tx, id).await?;
        let mut parts: Vec<Part> = named.iter().map(|named| named.part).collect();
        let now = self.clock.now();
        let was_sent = expedition.sent_at.is_some();
        match step {
            Step::Send => {
                require_open(&mut tx, expedition.destination).await?;
                let changes = expedition.send(&parts, now)?;
                let why = self.why(MovementKind::ExpeditionSent, &expedition, actor);
                stock::move_in(&mut tx, &*self.clock, &changes, &why).await?;
            }
            Step::Complete => {
                expedition.complete(&mut parts, now)?;
                store::book_losses_in(&mut tx, id).await?;
            }
            Step::Cancel => {
                let changes = expedition.cancel(&parts, now)?;
                if was_sent {
                    let why = self.why(MovementKind::ExpeditionReturned, &expedition, actor);
                    stock::move_in(&mut tx, &*self.clock, &changes, &why).await?;
                } else {
                    stock::reserve_in(&mut tx, &changes).await?;
                }
            }
        }
        let mut after = expedition.facts();
        if let Some(lost) = Some(parts.iter().map(|part| part.lost).sum::<u32>()).filter(|lost| *lost > 0) {
            after["lost"] = json!(lost);
        }
        let subject = expedition.subject();
        let change = match step {
            Step::Send => Change::between("inventory.expedition_sent", subject, before, after),
            Step::Complete => Change::between("inventory.expedition_completed", subject, before, after),
            Step::Cancel => Change::between("inventory.expedition_cancelled", subject, before, after),
        };
        self.save_in(&mut tx, actor, &mut expedition, change).await?;
        let answer = shown(&mut tx, &expedition).await?;
        tx.commit().await?;
        Ok(answer)
    }

    /// Pieces of some parts arrived, all of them or none, once per idempotency key.
    pub async fn receive(&self, actor: &Actor, arrivals: &Arrivals) -> Result<Wire, ExpeditionError> {
        let mut tx = self.pool.begin().await?;
        if let Some(stored) = arrivals.idempotency.claim_in(&mut tx).await? {
            return Ok(stored);
        }
        let id = match arrivals.of {
            ArrivedOf::Expedition(id) => id,
            ArrivedOf::Part(part) => store::of_part(&mut tx, part).await?.ok_or(StepError::NoItem)?,
        };
        let mut expedition = self.lock_in(&mut tx, id).await?;
        actor.require_in(Permission::StockWrite, expedition.destination)?;
        let named = store::parts(&mut tx, id).await?;
        let mut parts: Vec<Part> = named.iter().map(|named| named.part).collect();
        expedition.receive(&mut parts, &arrivals.parts)?;
        let mut arrived: Vec<(Part, Received)> = arrivals
            .parts
            .iter()
            .filter_map(|arrival| {
                let part = parts.iter().find(|part| part.id == arrival.part)?;
                Some((*part, arrival.pieces))
            })
            .collect();
        // In the order in which all levels are locked.
        arrived.sort_by_key(|(part, _)| part.key);
        let why = self.why(MovementKind::ExpeditionReceived, &expedition, actor);
        let pieces: Vec<_> = arrived.iter().map(|(part, pieces)| (part.key, *pieces)).collect();
        stock::arrive_in(&mut tx, &*self.clock, expedition.destination, &pieces, &why).await?;
        store::book_received_in(&mut tx, id, arrived.iter().map(|(part, _)| part)).await?;
        let before = arrived_facts(&named, named.iter().map(|named| named.part), &arrivals.parts);
        let after = arrived_facts(&named, parts, &arrivals.parts);
        let change = Change::between("inventory.expedition_received", expedition.subject(), before, after);
        self.save_in(&mut tx, actor, &mut expedition, change).await?;
        let answer = shown(&mut tx, &expedition).await?;
        arrivals.idempotency.store_in(&mut tx, &answer, self.clock.now()).await?;
        tx.commit().await?;
        Ok(answer)
    }

    async fn lock_in(
        &self,
        conn: &mut PgConnection,
        id: ExpeditionId,
    ) -> Result<Expedition, ExpeditionError> {
        store::lock_in(conn, id).await?.ok_or(ExpeditionError::Unknown)
    }

    /// Stores it as its next version, and tells of it.
    async fn save_in(
        &self,
        conn: &mut PgConnection,
        actor: &Actor,
        expedition: &mut Expedition,
        change: Change,
    ) -> Result<(), ExpeditionError> {
        expedition.version += 1;
        store::save_in(conn, expedition).await?;
        self.tell_in(conn, actor, expedition, change).await
    }

    async fn tell_in(
        &self,
        conn: &mut PgConnection,
        actor: &Actor,
        expedition: &Expedition,
        change: Change,
    ) -> Result<(), ExpeditionError> {
        souk_audit::record_in::<AuditRecorded>(conn, &self.outbox, &*self.clock, actor, change).await?;
        let event = ExpeditionChanged {
            expedition_id: expedition.id.to_string(),
            version: expedition.version,
            status: <&str>::from(expedition.status).to_owned(),
            source_id: expedition.source.to_string(),
            destination_id: expedition.destination.to_string(),
        };
        self.outbox.add(conn, &event, Meta::new(&*self.clock, expedition.id.uuid())).await?;
        Ok(())
    }

    fn why(&self, kind: MovementKind, expedition: &Expedition, actor: &Actor) -> Move {
        Move {
            kind,
            cause: Cause::Expedition(expedition.id),
            reason: expedition.name(),
            mover: mover(actor),
            at: self.clock.now(),
        }
    }
}

impl Step {
    /// What the expedition is after it.
    const fn outcome(self) -> Status {
        match self {
            Self::Send => Status::Sent,
            Self::Complete => Status::Completed,
            Self::Cancel => Status::Cancelled,
        }
    }
}

/// Goods are sent to warehouses that are open only. From a closed one they may leave, and what is on its way arrives wherever
/// it goes.
async fn require_open(conn: &mut PgConnection, destination: WarehouseId) -> Result<(), ExpeditionError> {
    let open = warehouses::open(conn).await?;
    let is_open = open.iter().any(|warehouse| warehouse.id == destination);
    is_open.then_some(()).ok_or(ExpeditionError::ClosedDestination)
}

/// What the audit log tells of the parts of which something arrived: of one its name, of several how many.
fn arrived_facts(
    named: &[NamedPart],
    parts: impl IntoIterator<Item = Part>,
    arrivals: &[Arrival],
) -> serde_json::Value {
    let is_of = |part: ExpeditionPartId| arrivals.iter().any(|arrival| arrival.part == part);
    let received: u32 = parts.into_iter().filter(|part| is_of(part.id)).map(|part| part.received).sum();
    let mut items = named.iter().filter(|named| is_of(named.part.id));
    match (items.next(), items.count()) {
        (Some(one), 0) => json!({ "item": one.product_name.fr, "received": received }),
        (_, others) => json!({ "items": others + 1, "received": received }),
    }
}

/// The expedition with its parts.
async fn shown(conn: &mut PgConnection, expedition: &Expedition) -> Result<Wire, sqlx::Error> {
    let parts = store::parts(conn, expedition.id).await?;
    let names = warehouses::names(conn).await?;
    Ok(wire::shown(expedition, &parts, &names))
}

fn mover(actor: &Actor) -> Mover {
    Mover { employee: actor.employee, name: actor.name.clone() }
}
