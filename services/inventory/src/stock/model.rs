//! Stock levels and their changes, pure. A level is what one warehouse has of one key; every change of what
//! is on hand is a movement of the ledger.

use souk_kernel::{EmployeeId, OrderId, Page, ProductId, StockKey, WarehouseId};
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
    pub order: Option<OrderId>,
    pub at: OffsetDateTime,
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

impl Level {
    /// Pieces that nobody holds.
    pub const fn free(&self) -> u32 {
        self.on_hand - self.reserved
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
}
