//! The life of a reservation, pure. It belongs to one order; what it holds is named by warehouse.
//!
//! ```text
//! held -> confirmed -> shipped -> returned
//! held -> released                      the checkout gave it back, or nobody confirmed the hold in time
//! held | confirmed -> released          the order was cancelled
//! released -> held | confirmed          unless the order was cancelled
//! ```
//!
//! A repeated step is [`Changed::Already`]; a step from a wrong state is a named error. Events carry the version
//! of their order: one that is not newer than the newest seen changes nothing, in whatever order they come.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use souk_kernel::{Changed, OrderId, StockKey, WarehouseId};

use crate::stock::LevelChange;

/// Where a reservation stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum State {
    /// Taken, and given back unless the order confirms it in time.
    Held,
    Confirmed,
    Released,
    Shipped,
    Returned,
}

/// Why nothing is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum ReleaseReason {
    /// No order confirmed the hold in time.
    Expired,
    /// The checkout gave it back.
    Requested,
    /// The order is cancelled, or what was held for its change is the order's now: it never holds again.
    Cancelled,
    /// Nothing was held yet, or the stock did not suffice.
    Unheld,
    /// Staff did not confirm the order in time; it may hold again.
    Unconfirmed,
}

/// Pieces that an order has in one warehouse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Held {
    pub key: StockKey,
    pub warehouse: WarehouseId,
    pub quantity: u32,
}

/// Pieces of each key that an order needs; one entry per key, in the order that rows are locked in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Items(BTreeMap<StockKey, u32>);

/// The list of items is no order's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ItemsError {
    #[error("there are no items")]
    Empty,
    #[error("there are more than {} different items", Items::MOST_KEYS)]
    TooMany,
    #[error("a quantity is a whole number from 1 to {}", Items::MOST_PIECES)]
    Quantity,
}

/// What one order holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reservation {
    pub order: OrderId,
    pub state: State,
    pub release_reason: Option<ReleaseReason>,
    /// The newest version of the order that an event or a question for its stock brought; 0 before the first.
    pub order_version: u64,
    pub version: u64,
    pub held: Vec<Held>,
}

/// The step is not legal in the present state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    #[error("nothing is held for the order")]
    NotHeld,
    #[error("the goods have left already")]
    AlreadyShipped,
    #[error("the goods have not left")]
    NotShipped,
    #[error("the order is cancelled")]
    Cancelled,
    #[error("the order exists and keeps its goods")]
    Confirmed,
}

/// The order's goods are in warehouses that the caller is not assigned to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the goods of this order are in none of your warehouses")]
pub struct ForeignOrder;

/// Why an allocation is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AllocateError {
    #[error(transparent)]
    Step(#[from] StepError),
    #[error("the allocation does not add up to what the order holds")]
    SumsDiffer,
}

/// What happens to the pieces of a level when an order gives them back, ships or returns them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    GiveBack,
    Ship,
    Restock,
}

impl Items {
    /// Different keys in one order, packs expanded.
    pub const MOST_KEYS: usize = 500;
    /// Pieces of one key in one order, summed over its lines.
    pub const MOST_PIECES: u32 = 1_000_000;

    /// Adds up the quantities of equal keys.
    pub fn collect(items: impl IntoIterator<Item = (StockKey, u32)>) -> Result<Self, ItemsError> {
        let mut sums = BTreeMap::<StockKey, u32>::new();
        for (key, quantity) in items {
            let sum = sums.entry(key).or_default();
            *sum = sum
                .checked_add(quantity)
                .filter(|sum| quantity > 0 && *sum <= Self::MOST_PIECES)
                .ok_or(ItemsError::Quantity)?;
        }
        match sums.len() {
            0 => Err(ItemsError::Empty),
            1..=Self::MOST_KEYS => Ok(Self(sums)),
            _ => Err(ItemsError::TooMany),
        }
    }

    /// In the order that rows are locked in.
    pub fn iter(&self) -> impl Iterator<Item = (StockKey, u32)> {
        self.0.iter().map(|(key, quantity)| (*key, *quantity))
    }

    pub fn keys(&self) -> impl Iterator<Item = StockKey> {
        self.0.keys().copied()
    }

    /// Whether `held` is exactly these pieces, in whatever warehouses.
    pub fn are_held_by(&self, held: &[Held]) -> bool {
        Self::collect(held.iter().map(|held| (held.key, held.quantity))).is_ok_and(|sums| sums == *self)
    }
}

impl Reservation {
    /// The state of an order that we only just heard of.
    pub const fn unheld(order: OrderId) -> Self {
        Self {
            order,
            state: State::Released,
            release_reason: Some(ReleaseReason::Unheld),
            order_version: 0,
            version: 1,
            held: Vec::new(),
        }
    }

    /// Whether what comes of this version of the order is news; it is remembered.
    pub fn is_news(&mut self, order_version: u64) -> bool {
        let news = order_version > self.order_version;
        self.order_version = self.order_version.max(order_version);
        news
    }

    /// Whether nothing is held for the order any more, whatever is heard of it: it is cancelled, or its goods left.
    pub fn is_over(&self) -> bool {
        self.check_not_cancelled().is_err() || matches!(self.state, State::Shipped | State::Returned)
    }

    pub const fn holds(&self) -> bool {
        matches!(self.state, State::Held | State::Confirmed)
    }

    /// Holds `wanted` instead of what it holds and of what was `freed` for it, for an order that exists, and answers by how much
    /// each level's reserved pieces change.
    pub fn hold_instead(&mut self, freed: &[Held], wanted: &[Held]) -> Result<Vec<LevelChange>, StepError> {
        self.check_not_cancelled()?;
        if matches!(self.state, State::Shipped | State::Returned) {
            return Err(StepError::AlreadyShipped);
        }
        let before = by_level(self.held.iter().chain(freed));
        let after = by_level(wanted);
        self.held = after.iter().map(|(place, quantity)| held_at(*place, *quantity)).collect();
        self.enter(State::Confirmed, None);
        Ok(differences(&before, &after))
    }

    /// A cancelled order never holds again.
    pub fn check_not_cancelled(&self) -> Result<(), StepError> {
        if self.release_reason == Some(ReleaseReason::Cancelled) { Err(StepError::Cancelled) } else { Ok(()) }
    }

    pub fn confirm(&mut self) -> Result<Changed, StepError> {
        match self.state {
            State::Held => Ok(self.enter(State::Confirmed, None)),
            State::Confirmed | State::Shipped | State::Returned => Ok(Changed::Already),
            State::Released => Err(StepError::NotHeld),
        }
    }

    /// Gives back what is held and answers it. A cancellation stays one whatever releases the order later. A checkout that
    /// failed can't give back what an order holds that was stored all the same.
    pub fn release(&mut self, reason: ReleaseReason) -> Result<Vec<Held>, StepError> {
        match (self.state, self.release_reason) {
            (State::Confirmed, _) if reason == ReleaseReason::Requested => Err(StepError::Confirmed),
            (State::Held | State::Confirmed, _) => {
                self.enter(State::Released, Some(reason));
                Ok(std::mem::take(&mut self.held))
            }
            (State::Released, Some(ReleaseReason::Cancelled)) => Ok(Vec::new()),
            (State::Released, _) => {
                self.release_reason = Some(reason);
                Ok(Vec::new())
            }
            (State::Shipped | State::Returned, _) => Err(StepError::AlreadyShipped),
        }
    }

    pub fn ship(&mut self) -> Result<Changed, StepError> {
        match self.state {
            State::Held | State::Confirmed => Ok(self.enter(State::Shipped, None)),
            State::Shipped | State::Returned => Ok(Changed::Already),
            State::Released => Err(StepError::NotHeld),
        }
    }

    /// The parcel came back to the warehouses that it left from.
    pub fn take_back(&mut self) -> Result<Changed, StepError> {
        match self.state {
            State::Shipped => Ok(self.enter(State::Returned, None)),
            State::Returned => Ok(Changed::Already),
            State::Held | State::Confirmed | State::Released => Err(StepError::NotShipped),
        }
    }

    /// An order is the business of whoever works in one of the warehouses that its goods are in or come from; one that has
    /// no goods anywhere is everybody's.
    pub fn require_in_reach(&self, bounds: Option<&[WarehouseId]>) -> Result<(), ForeignOrder> {
        let is_near = |bounds: &[WarehouseId]| self.held.iter().any(|held| bounds.contains(&held.warehouse));
        if self.held.is_empty() || bounds.is_none_or(is_near) { Ok(()) } else { Err(ForeignOrder) }
    }

    /// Holds `wanted` instead, and answers by how much each level's reserved pieces change.
    pub fn allocate(&mut self, wanted: &[Held]) -> Result<Vec<LevelChange>, AllocateError> {
        if !self.holds() {
            return Err(StepError::NotHeld.into());
        }
        let items = Items::collect(self.held.iter().map(|held| (held.key, held.quantity)));
        if !items.is_ok_and(|items| items.are_held_by(wanted)) {
            return Err(AllocateError::SumsDiffer);
        }
        let before = by_level(&self.held);
        let after = by_level(wanted);
        self.held = after.iter().map(|(place, quantity)| held_at(*place, *quantity)).collect();
        Ok(differences(&before, &after))
    }

    fn enter(&mut self, state: State, reason: Option<ReleaseReason>) -> Changed {
        self.state = state;
        self.release_reason = reason;
        Changed::Yes
    }
}

impl Effect {
    /// The changes of the levels that `held` names.
    pub fn changes(self, held: &[Held]) -> Vec<LevelChange> {
        held.iter().map(|held| self.change(*held)).collect()
    }

    fn change(self, held: Held) -> LevelChange {
        let pieces = signed(held.quantity);
        let (on_hand, reserved) = match self {
            Self::GiveBack => (0, -pieces),
            Self::Ship => (-pieces, -pieces),
            Self::Restock => (pieces, 0),
        };
        LevelChange { warehouse: held.warehouse, key: held.key, on_hand, reserved }
    }
}

type Place = (StockKey, WarehouseId);

fn held_at((key, warehouse): Place, quantity: u32) -> Held {
    Held { key, warehouse, quantity }
}

fn by_level<'a>(held: impl IntoIterator<Item = &'a Held>) -> BTreeMap<Place, u32> {
    let mut sums = BTreeMap::new();
    for held in held {
        *sums.entry((held.key, held.warehouse)).or_default() += held.quantity;
    }
    sums
}

/// The levels whose reserved pieces differ, in the order that rows are locked in.
fn differences(before: &BTreeMap<Place, u32>, after: &BTreeMap<Place, u32>) -> Vec<LevelChange> {
    let places: BTreeSet<Place> = before.keys().chain(after.keys()).copied().collect();
    let pieces = |sums: &BTreeMap<Place, u32>, place: Place| sums.get(&place).copied().map_or(0, signed);
    let changes = places.into_iter().map(|place @ (key, warehouse)| LevelChange {
        warehouse,
        key,
        on_hand: 0,
        reserved: pieces(after, place) - pieces(before, place),
    });
    changes.filter(|change| change.reserved != 0).collect()
}

/// What is held in the places that changed, for the audit log.
pub fn facts(held: &[Held], changes: &[LevelChange]) -> Value {
    let has_changed =
        |held: &&Held| changes.iter().any(|it| (it.key, it.warehouse) == (held.key, held.warehouse));
    let fact = |held: &Held| {
        let Held { key: StockKey { product, combination }, warehouse, quantity } = held;
        json!({ "warehouse": warehouse, "product": product, "combination": combination, "quantity": quantity })
    };
    json!({ "held": held.iter().filter(has_changed).map(fact).collect::<Vec<_>>() })
}

/// Quantities stay below [`Items::MOST_PIECES`], so that this never saturates.
fn signed(quantity: u32) -> i32 {
    i32::try_from(quantity).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use souk_kernel::ProductId;
    use uuid::Uuid;

    use super::*;

    fn reservation(pieces: &[(u8, u32)]) -> Reservation {
        let mut reservation = Reservation::unheld(OrderId::from_uuid(Uuid::from_u128(1)));
        reservation.hold_instead(&[], &held(pieces)).expect("nothing is held");
        reservation
    }

    /// Pieces of one key by warehouse.
    fn held(pieces: &[(u8, u32)]) -> Vec<Held> {
        let key = StockKey { product: ProductId::from_uuid(Uuid::from_u128(7)), combination: None };
        let at = |warehouse: u8| WarehouseId::from_uuid(Uuid::from_u128(warehouse.into()));
        pieces.iter().map(|(warehouse, quantity)| held_at((key, at(*warehouse)), *quantity)).collect()
    }

    #[derive(Debug, Clone, Copy)]
    enum Step {
        /// So many pieces, some of which were held for the change already.
        HoldInstead {
            pieces: u32,
            freed: u32,
        },
        Confirm,
        Release(ReleaseReason),
        Ship,
        TakeBack,
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            (1..4_u32, 0..3_u32).prop_map(|(pieces, freed)| Step::HoldInstead { pieces, freed }),
            Just(Step::Confirm),
            Just(Step::Release(ReleaseReason::Expired)),
            Just(Step::Release(ReleaseReason::Cancelled)),
            Just(Step::Release(ReleaseReason::Requested)),
            Just(Step::Ship),
            Just(Step::TakeBack),
        ]
    }

    proptest! {
        #[test]
        fn pieces_are_in_one_place_whatever_happens(steps in proptest::collection::vec(step(), 0..30)) {
            let mut reservation = Reservation::unheld(OrderId::from_uuid(Uuid::from_u128(1)));
            let (mut on_hand, mut reserved, mut cancelled) = (10_i32, 0_i32, false);
            let (mut holding, mut left) = (0_i32, 0_i32);
            for step in steps {
                let before = reservation.clone();
                let effect = match step {
                    Step::HoldInstead { pieces, freed } => {
                        let extra = if freed > 0 { held(&[(2, freed)]) } else { Vec::new() };
                        let changes = reservation.hold_instead(&extra, &held(&[(1, pieces)]));
                        changes.map(|changes| {
                            // What was held for the change was held beside it.
                            reserved += signed(freed) + changes.iter().map(|change| change.reserved).sum::<i32>();
                            holding = signed(pieces);
                            (Changed::Already, Effect::GiveBack, Vec::new())
                        })
                    }
                    Step::Confirm => reservation.confirm().map(|_| (Changed::Already, Effect::GiveBack, Vec::new())),
                    Step::Release(reason) => {
                        let kept = before.state == State::Confirmed && reason == ReleaseReason::Requested;
                        prop_assert_eq!(kept, reservation.clone().release(reason) == Err(StepError::Confirmed));
                        reservation.release(reason).map(|back| (Changed::Yes, Effect::GiveBack, back))
                    }
                    Step::Ship => reservation.ship().map(|changed| {
                        left = holding;
                        (changed, Effect::Ship, reservation.held.clone())
                    }),
                    Step::TakeBack => {
                        reservation.take_back().map(|changed| (changed, Effect::Restock, reservation.held.clone()))
                    }
                };
                match effect {
                    Ok((Changed::Yes, effect, pieces)) => for change in effect.changes(&pieces) {
                        on_hand += change.on_hand;
                        reserved += change.reserved;
                    },
                    Ok(_) => {}
                    Err(_) => prop_assert_eq!(&before, &reservation, "a refused step changes nothing"),
                }
                cancelled |= reservation.release_reason == Some(ReleaseReason::Cancelled);
                prop_assert!(0 <= reserved && reserved <= on_hand);
                prop_assert_eq!(reserved, if reservation.holds() { holding } else { 0 });
                prop_assert_eq!(on_hand, if reservation.state == State::Shipped { 10 - left } else { 10 });
                prop_assert!(!cancelled || reservation.state == State::Released, "a cancelled order never holds again");
            }
        }

        #[test]
        fn an_allocation_moves_pieces_and_loses_none(before in split(), after in split()) {
            let mut reservation = reservation(&before);
            let sum = |pieces: &[(u8, u32)]| pieces.iter().map(|(_, quantity)| quantity).sum::<u32>();
            match reservation.allocate(&held(&after)) {
                Ok(changes) => {
                    prop_assert_eq!(sum(&before), sum(&after));
                    prop_assert_eq!(changes.iter().map(|change| change.reserved).sum::<i32>(), 0);
                    prop_assert!(changes.iter().all(|change| change.on_hand == 0 && change.reserved != 0));
                }
                Err(error) => {
                    prop_assert_eq!(error, AllocateError::SumsDiffer);
                    prop_assert_ne!(sum(&before), sum(&after));
                    prop_assert_eq!(by_level(&reservation.held), by_level(&held(&before)));
                }
            }
        }
    }

    /// Up to four parts over three warehouses, some named twice.
    fn split() -> impl Strategy<Value = Vec<(u8, u32)>> {
        proptest::collection::vec((1..4_u8, 1..4_u32), 1..5)
    }

    #[test]
    fn an_event_is_news_once() {
        let mut reservation = reservation(&[(1, 1)]);
        let news: Vec<_> = [2, 1, 2, 3].into_iter().map(|version| reservation.is_news(version)).collect();
        assert_eq!(news, [true, false, false, true]);
    }

    #[test]
    fn quantities_of_one_key_never_wrap() {
        let key = held(&[(1, 1)])[0].key;
        let collect = |quantities: &[u32]| Items::collect(quantities.iter().map(|quantity| (key, *quantity)));
        assert_eq!(collect(&[]), Err(ItemsError::Empty));
        for quantities in [&[0][..], &[1, 0], &[u32::MAX, 1], &[1_000_000, 1], &[1 << 31, 1 << 31]] {
            assert_eq!(collect(quantities), Err(ItemsError::Quantity), "{quantities:?}");
        }
    }
}
