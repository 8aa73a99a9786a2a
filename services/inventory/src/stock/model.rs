//! Stock levels and their changes, pure. A level is what one warehouse has of one key; every change of what
//! is on hand is a movement of the ledger.

use souk_kernel::{EmployeeId, ExpeditionId, OrderId, Page, ProductId, StockKey, WarehouseId};
use time::OffsetDateTime;
use uuid::Uuid;

/// What one warehouse has of one key. `reserved` of the pieces on hand are promised to orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    pub warehouse: WarehouseId,
    pub key: StockKey,
    pub on_hand: u32,
    pub reserved: u32,
}

/// Which levels of a warehouse are listed.
#[derive(Debug, Clone)]
pub struct StockFilter {
    pub warehouse: WarehouseId,
    /// Words of the names or the SKU; empty for all.
    pub query: String,
    pub product: Option<ProductId>,
    pub page: Page,
}

/// A change of one level, as differences: what is written is right whatever the level was a moment ago.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LevelChange {
    pub warehouse: WarehouseId,
    pub key: StockKey,
    pub on_hand: i32,
    pub reserved: i32,
}

/// Why goods came or went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum MovementKind {
    Received,
    Shipped,
    Returned,
    Adjusted,
    /// Left for another warehouse.
    ExpeditionSent,
    /// Came from another warehouse.
    ExpeditionReceived,
    /// Came back from the way to another warehouse.
    ExpeditionReturned,
}

/// What moves goods out of or into a warehouse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    Order(OrderId),
    Expedition(ExpeditionId),
}

/// Whoever moved the goods, as the ledger keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mover {
    /// None for the shop itself.
    pub employee: Option<EmployeeId>,
    pub name: String,
}

/// A row of the ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    pub id: Uuid,
    pub warehouse: WarehouseId,
    pub key: StockKey,
    pub kind: MovementKind,
    /// Pieces; negative when they left.
    pub quantity: i32,
    pub before: u32,
    pub after: u32,
    pub reason: String,
    pub mover: Mover,
    /// None for a delivery to the warehouse and for a count.
    pub cause: Option<Cause>,
    pub at: OffsetDateTime,
}

impl Cause {
    pub const fn order(self) -> Option<OrderId> {
        if let Self::Order(id) = self { Some(id) } else { None }
    }

    pub const fn expedition(self) -> Option<ExpeditionId> {
        if let Self::Expedition(id) = self { Some(id) } else { None }
    }
}

impl Movement {
    /// What the audit log tells of it, before and after.
    pub fn facts(&self) -> (serde_json::Value, serde_json::Value) {
        let after = serde_json::json!({
            "warehouse": self.warehouse, "combination": self.key.combination, "quantity": self.quantity,
            "onHand": self.after, "reason": self.reason,
        });
        (serde_json::json!({ "onHand": self.before }), after)
    }
}

/// Pieces that a delivery to a warehouse brings, from 1 to a million.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Received(i32);

/// The number of pieces is not from 1 to a million.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a quantity to add is a whole number from 1 to 1,000,000")]
pub struct ReceivedError;

/// Pieces that somebody counted in a warehouse, from none to as many as it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count(u32);

/// The number of pieces is more than a warehouse holds, or less than none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a counted number is a whole number from 0 to 1,000,000,000")]
pub struct CountError;

/// Why a level can't be corrected to what was counted; the level as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CorrectionError {
    #[error("the stock moved meanwhile: {} pieces are on hand", .0.on_hand)]
    Moved(Level),
    #[error("{} pieces are held for orders", .0.reserved)]
    BelowReserved(Level),
}

impl Level {
    /// Pieces that nobody holds.
    pub const fn free(&self) -> u32 {
        self.on_hand - self.reserved
    }

    /// What corrects the level to what was counted by somebody who had read `read` pieces on hand; none where it is right.
    /// What orders hold stays theirs: where less was found, an order is cancelled first.
    pub fn correction(&self, read: u32, counted: Count) -> Result<Option<LevelChange>, CorrectionError> {
        if self.on_hand != read {
            return Err(CorrectionError::Moved(*self));
        }
        if counted.0 < self.reserved {
            return Err(CorrectionError::BelowReserved(*self));
        }
        let difference = counted.0.cast_signed() - self.on_hand.cast_signed();
        let change =
            LevelChange { warehouse: self.warehouse, key: self.key, on_hand: difference, reserved: 0 };
        Ok((difference != 0).then_some(change))
    }
}

impl Count {
    /// What the table's constraint lets a level be.
    pub const MAX: u32 = 1_000_000_000;

    pub fn new(pieces: i64) -> Result<Self, CountError> {
        u32::try_from(pieces).ok().filter(|pieces| *pieces <= Self::MAX).map(Self).ok_or(CountError)
    }

    /// Whether there is anything.
    pub const fn is_some(self) -> bool {
        self.0 > 0
    }
}

impl Received {
    /// A slip of three digits in the stock form is more likely than a delivery of more (spec 5: positive).
    pub const MAX: i64 = 1_000_000;

    pub fn new(pieces: i64) -> Result<Self, ReceivedError> {
        if (1..=Self::MAX).contains(&pieces) {
            i32::try_from(pieces).map(Self).map_err(|_| ReceivedError)
        } else {
            Err(ReceivedError)
        }
    }

    pub const fn get(self) -> i32 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_sensible_delivery_passes() {
        for pieces in [0, -1, 1_000_001, 1 << 31, 1 << 32, 1_000_000_000_000_000_000, i64::MIN, i64::MAX] {
            assert_eq!(Received::new(pieces), Err(ReceivedError), "{pieces}");
        }
        assert_eq!(Received::new(1_000_000).map(Received::get), Ok(1_000_000));
    }

    #[test]
    fn only_what_a_warehouse_can_hold_is_counted() {
        for pieces in [-1, 1_000_000_001, 1 << 31, 1 << 32, i64::MIN, i64::MAX] {
            assert_eq!(Count::new(pieces), Err(CountError), "{pieces}");
        }
        for pieces in [0, 1_000_000_000] {
            assert!(Count::new(pieces).is_ok(), "{pieces}");
        }
    }

    #[test]
    fn a_count_corrects_what_was_read_and_leaves_what_orders_hold() {
        let level = Level {
            warehouse: WarehouseId::from_uuid(Uuid::from_u128(1)),
            key: StockKey { product: ProductId::from_uuid(Uuid::from_u128(2)), combination: None },
            on_hand: 7,
            reserved: 3,
        };
        let corrected = |read: u32, counted: i64| {
            let change = level.correction(read, Count::new(counted).expect("countable"));
            change.map(|change| change.map(|change| (change.on_hand, change.reserved)))
        };
        assert_eq!(corrected(7, 3), Ok(Some((-4, 0))));
        assert_eq!(corrected(7, 1_000_000_000), Ok(Some((999_999_993, 0))));
        assert_eq!(corrected(7, 7), Ok(None));
        assert_eq!(corrected(7, 2), Err(CorrectionError::BelowReserved(level)));
        assert_eq!(corrected(6, 2), Err(CorrectionError::Moved(level)), "what is read anew may be enough");
    }
}
