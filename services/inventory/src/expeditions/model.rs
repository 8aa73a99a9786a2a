//! Expeditions, pure: what may become of one, and where its goods are then.

use souk_audit::Subject;
use souk_kernel::{ExpeditionId, ExpeditionPartId, Page, StockKey, WarehouseId};
use time::OffsetDateTime;

use crate::stock::{LevelChange, Mover, Received};

/// Pieces of one key in one expedition: what a delivery brings at most.
const MOST_PIECES: u32 = 1_000_000;

/// Different goods of one expedition.
pub const MOST_PARTS: usize = 500;

/// What became of an expedition, in the specification's words and spelling (spec 7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString, strum::VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Status {
    /// Edited; its source holds what it lists.
    Inprogress,
    Sent,
    PartiallyRecieved,
    FullyRecieved,
    /// Nothing more is expected.
    Completed,
    Cancelled,
}

/// Goods on their way from one warehouse to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expedition {
    pub id: ExpeditionId,
    pub number: u64,
    pub source: WarehouseId,
    pub destination: WarehouseId,
    pub status: Status,
    pub note: String,
    pub version: u64,
    pub maker: Mover,
    pub created_at: OffsetDateTime,
    pub sent_at: Option<OffsetDateTime>,
    pub closed_at: Option<OffsetDateTime>,
}

/// Some pieces of one key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    pub id: ExpeditionPartId,
    pub key: StockKey,
    pub quantity: u32,
    pub received: u32,
    pub lost: u32,
}

/// Pieces of a part that arrived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrival {
    pub part: ExpeditionPartId,
    pub pieces: Received,
    /// What of the part had arrived when these were counted, where it was told.
    pub before: Option<u64>,
}

/// Which expeditions are listed.
#[derive(Debug, Clone)]
pub struct ExpeditionFilter {
    /// Any of these; empty for all.
    pub statuses: Vec<Status>,
    pub warehouse: Option<WarehouseId>,
    /// That leave from or go to one of these only.
    pub bounds: Option<Vec<WarehouseId>>,
    pub page: Page,
}

/// Why an expedition can't be taken further.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    #[error("somebody changed the expedition since you read it")]
    Stale,
    #[error("the expedition is {}", <&str>::from(*.0))]
    Status(Status),
    #[error("an expedition without items can't be sent")]
    Empty,
    #[error("the expedition has no such item")]
    NoItem,
    #[error("an expedition has at most 500 items")]
    TooManyParts,
    #[error("{0} pieces are still on their way")]
    TooMany(u32),
    #[error("an expedition has at most 1,000,000 pieces of one item")]
    TooManyPieces,
}

/// Pieces of a key with those that are added.
pub fn total(held: u32, more: Received) -> Result<u32, StepError> {
    let total = held + more.get().unsigned_abs();
    if total <= MOST_PIECES { Ok(total) } else { Err(StepError::TooManyPieces) }
}

impl Status {
    pub const fn is_closed(self) -> bool {
        matches!(self, Self::Completed | Self::Cancelled)
    }

    /// Whether goods are on their way.
    const fn is_under_way(self) -> bool {
        matches!(self, Self::Sent | Self::PartiallyRecieved)
    }
}

impl Expedition {
    /// As people know it.
    pub fn name(&self) -> String {
        format!("E-{}", self.number)
    }

    /// As the audit log names it.
    pub fn subject(&self) -> Subject {
        Subject::new("expedition", self.id, self.name())
    }

    /// What the audit log tells of it.
    pub fn facts(&self) -> serde_json::Value {
        serde_json::json!({
            "status": <&str>::from(self.status), "source": self.source, "destination": self.destination, "note": self.note,
        })
    }

    pub const fn require_version(&self, read: u64) -> Result<(), StepError> {
        if self.version == read { Ok(()) } else { Err(StepError::Stale) }
    }

    /// Whether the step that leads to `outcome` was taken from the `read` version already, by whoever: a repeat of it, whose
    /// answer may have been lost.
    pub fn took(&self, outcome: Status, read: u64) -> bool {
        self.status == outcome && self.version == read + 1
    }

    /// Its items may be changed.
    pub const fn require_open(&self) -> Result<(), StepError> {
        if matches!(self.status, Status::Inprogress) { Ok(()) } else { Err(StepError::Status(self.status)) }
    }

    /// The goods leave the source, which held them.
    pub fn send(&mut self, parts: &[Part], now: OffsetDateTime) -> Result<Vec<LevelChange>, StepError> {
        self.require_open()?;
        if parts.is_empty() {
            return Err(StepError::Empty);
        }
        self.status = Status::Sent;
        self.sent_at = Some(now);
        Ok(self.of_source(parts, |quantity| (-quantity, -quantity)))
    }

    /// Pieces of some of its `parts`, which are all that it has, arrive.
    pub fn receive(&mut self, parts: &mut [Part], arrivals: &[Arrival]) -> Result<(), StepError> {
        if !self.status.is_under_way() {
            return Err(StepError::Status(self.status));
        }
        for arrival in arrivals {
            let part = parts.iter_mut().find(|part| part.id == arrival.part).ok_or(StepError::NoItem)?;
            part.receive(arrival)?;
        }
        let is_all = parts.iter().all(|part| part.expected() == 0);
        self.status = if is_all { Status::FullyRecieved } else { Status::PartiallyRecieved };
        Ok(())
    }

    /// What did not arrive is lost, all of it where nothing did.
    pub fn complete(&mut self, parts: &mut [Part], now: OffsetDateTime) -> Result<(), StepError> {
        if !self.status.is_under_way() && self.status != Status::FullyRecieved {
            return Err(StepError::Status(self.status));
        }
        for part in parts {
            part.lost = part.expected();
        }
        self.status = Status::Completed;
        self.closed_at = Some(now);
        Ok(())
    }

    /// What the source held is free again, or what left it comes back. Nothing of it may have arrived.
    pub fn cancel(&mut self, parts: &[Part], now: OffsetDateTime) -> Result<Vec<LevelChange>, StepError> {
        let changes = match self.status {
            Status::Inprogress => self.of_source(parts, |quantity| (0, -quantity)),
            Status::Sent => self.of_source(parts, |quantity| (quantity, 0)),
            status => return Err(StepError::Status(status)),
        };
        self.status = Status::Cancelled;
        self.closed_at = Some(now);
        Ok(changes)
    }

    fn of_source(&self, parts: &[Part], change: impl Fn(i32) -> (i32, i32)) -> Vec<LevelChange> {
        let of_part = |part: &Part| {
            let (on_hand, reserved) = change(part.quantity.cast_signed());
            LevelChange { warehouse: self.source, key: part.key, on_hand, reserved }
        };
        parts.iter().map(of_part).collect()
    }
}

impl Part {
    /// Pieces that are still on their way, once it was sent.
    pub const fn expected(&self) -> u32 {
        self.quantity - self.received
    }

    fn receive(&mut self, arrival: &Arrival) -> Result<(), StepError> {
        if arrival.before.is_some_and(|before| before != u64::from(self.received)) {
            return Err(StepError::Stale);
        }
        let pieces = arrival.pieces.get().unsigned_abs();
        if pieces > self.expected() {
            return Err(StepError::TooMany(self.expected()));
        }
        self.received += pieces;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use souk_kernel::ProductId;
    use uuid::Uuid;

    use super::*;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    fn expedition(status: Status) -> Expedition {
        Expedition {
            id: ExpeditionId::from_uuid(Uuid::from_u128(1)),
            number: 201,
            source: WarehouseId::from_uuid(Uuid::from_u128(2)),
            destination: WarehouseId::from_uuid(Uuid::from_u128(3)),
            status,
            note: String::new(),
            version: 1,
            maker: Mover { employee: None, name: "Samira B.".into() },
            created_at: NOW,
            sent_at: None,
            closed_at: None,
        }
    }

    fn part(quantity: u32, received: u32) -> Part {
        let key = StockKey { product: ProductId::from_uuid(Uuid::from_u128(4)), combination: None };
        let id = ExpeditionPartId::from_uuid(Uuid::from_u128(quantity.into()));
        Part { id, key, quantity, received, lost: 0 }
    }

    fn arrival(part: Part, pieces: i64) -> Arrival {
        Arrival { part: part.id, pieces: Received::new(pieces).expect("a quantity"), before: None }
    }

    fn changes(changes: &[LevelChange]) -> Vec<(i32, i32)> {
        changes.iter().map(|change| (change.on_hand, change.reserved)).collect()
    }

    #[test]
    fn goods_leave_arrive_and_what_does_not_is_lost() {
        let mut one = expedition(Status::Inprogress);
        assert_eq!(one.send(&[], NOW), Err(StepError::Empty));
        let mut parts = [part(5, 0), part(2, 0)];
        assert_eq!(changes(&one.send(&parts, NOW).expect("sent")), [(-5, -5), (-2, -2)]);
        assert_eq!(one.send(&parts, NOW), Err(StepError::Status(Status::Sent)));
        let [five, two] = parts;
        assert_eq!(one.receive(&mut parts, &[arrival(five, 6)]), Err(StepError::TooMany(5)));
        assert_eq!(one.receive(&mut parts, &[arrival(part(9, 0), 1)]), Err(StepError::NoItem));
        one.receive(&mut parts, &[arrival(five, 5)]).expect("arrived");
        assert_eq!(one.status, Status::PartiallyRecieved);
        assert_eq!(one.cancel(&parts, NOW), Err(StepError::Status(Status::PartiallyRecieved)));
        one.receive(&mut parts, &[arrival(two, 1)]).expect("arrived");
        one.complete(&mut parts, NOW).expect("completed");
        assert_eq!(parts.map(|part| (part.received, part.lost)), [(5, 0), (1, 1)]);
        assert_eq!(one.receive(&mut parts, &[arrival(two, 1)]), Err(StepError::Status(Status::Completed)));
    }

    #[test]
    fn what_never_arrived_is_lost_whole() {
        let (mut one, mut parts) = (expedition(Status::Sent), [part(5, 0)]);
        one.complete(&mut parts, NOW).expect("completed");
        assert_eq!((one.status, parts[0].lost), (Status::Completed, 5));
        assert!(expedition(Status::Inprogress).complete(&mut parts, NOW).is_err());
    }

    #[test]
    fn a_step_that_was_taken_is_known_again() {
        let sent = Expedition { version: 4, ..expedition(Status::Sent) };
        assert!(sent.took(Status::Sent, 3));
        assert!(
            !sent.took(Status::Sent, 4) && !sent.took(Status::Sent, 2) && !sent.took(Status::Cancelled, 3)
        );
    }

    #[test]
    fn no_more_of_one_item_is_added_than_a_delivery_brings() {
        let more = |pieces| Received::new(pieces).expect("a quantity");
        assert_eq!(total(600_000, more(400_000)), Ok(1_000_000));
        assert_eq!(total(600_000, more(400_001)), Err(StepError::TooManyPieces));
    }

    #[test]
    fn the_last_piece_makes_it_fully_received() {
        let (mut one, mut parts) = (expedition(Status::Sent), [part(5, 5), part(2, 0)]);
        let more = arrival(parts[1], 1);
        one.receive(&mut parts, &[more]).expect("arrived");
        assert_eq!(one.status, Status::PartiallyRecieved);
        one.receive(&mut parts, &[more]).expect("arrived");
        assert_eq!(one.status, Status::FullyRecieved);
    }

    #[test]
    fn what_was_counted_before_others_arrived_is_stale() {
        let (mut one, mut parts) = (expedition(Status::Sent), [part(5, 2)]);
        let counted = |before| Arrival { before: Some(before), ..arrival(part(5, 2), 3) };
        assert_eq!(one.receive(&mut parts, &[counted(0)]), Err(StepError::Stale));
        one.receive(&mut parts, &[counted(2)]).expect("arrived");
        assert_eq!((one.status, parts[0].received), (Status::FullyRecieved, 5));
    }

    #[test]
    fn a_cancelled_one_gives_back_what_it_held_or_took() {
        let parts = [part(5, 0)];
        assert_eq!(changes(&expedition(Status::Inprogress).cancel(&parts, NOW).expect("held")), [(0, -5)]);
        assert_eq!(changes(&expedition(Status::Sent).cancel(&parts, NOW).expect("on its way")), [(5, 0)]);
        assert!(expedition(Status::Completed).cancel(&parts, NOW).is_err());
    }
}
