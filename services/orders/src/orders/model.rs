//! An order and what may happen to it. Pure: the present and the actor are given.

use std::collections::BTreeMap;

use souk_kernel::{
    CombinationId, CommuneCode, Language, LocalizedText, Money, OrderId, PersonName, Phone, ProductId,
    StockKey, TaxRate, TransporterId, WarehouseId, WilayaCode,
};
use time::OffsetDateTime;

use super::status::{Status, Stock};
use crate::transporters::DeliveryType;

/// An order with its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    pub id: OrderId,
    pub number: OrderNumber,
    /// 1 when placed, one more with each change.
    pub version: u64,
    pub status: Status,
    pub stock: Stock,
    pub customer: Customer,
    pub delivery: Delivery,
    pub products_total: Money,
    pub total: Money,
    pub lines: Vec<Line>,
    pub language: Language,
    pub placed_at: OffsetDateTime,
    pub delivered_at: Option<OffsetDateTime>,
    pub tracking_number: String,
    /// Who made the latest change.
    pub actor: ActorName,
}

/// What people call the order: `A-10234`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct OrderNumber(pub i64);

/// The shopper, as they wrote themselves into the form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Customer {
    pub first_name: PersonName,
    pub last_name: PersonName,
    pub phone: Phone,
    pub email: String,
    pub address: String,
}

/// Where the parcel goes, by whom and for how much; names as they were when the order was placed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    pub wilaya: WilayaCode,
    pub wilaya_name: String,
    pub commune: CommuneCode,
    pub commune_name: String,
    pub transporter: TransporterId,
    pub transporter_name: String,
    pub kind: DeliveryType,
    pub price: Money,
}

/// One line as the shopper ordered it; a pack is one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub product: ProductId,
    pub combination: Option<CombinationId>,
    pub name: LocalizedText,
    pub combination_name: LocalizedText,
    pub sku: String,
    pub image: String,
    pub quantity: u32,
    pub unit_price: Money,
    pub unit_price_ht: Money,
    pub unit_price_ttc: Money,
    pub tax_rate: TaxRate,
    pub total: Money,
    /// What leaves the shelf for the whole line, packs expanded.
    pub stock_items: Vec<StockItem>,
}

/// So many pieces of one stock key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StockItem {
    pub key: StockKey,
    pub quantity: u32,
}

/// So many pieces of an order to be taken from one warehouse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allocation {
    pub warehouse: WarehouseId,
    pub item: StockItem,
}

/// Who did something, as timelines and events name them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActorName {
    /// Empty for the shopper and for the shop itself.
    pub id: String,
    pub name: String,
}

/// A row of the order's history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimelineEntry {
    pub id: uuid::Uuid,
    /// The status reached, `note` for a remark, `stock` for a reservation's outcome.
    pub kind: String,
    pub note: String,
    /// What the step recorded: `trackingNumber`, `reason`, `nextCallAt`.
    pub data: BTreeMap<String, String>,
    pub actor: ActorName,
    pub at: OffsetDateTime,
}

/// What else the shopper's phone ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CustomerHistory {
    pub orders: u32,
    pub delivered: u32,
    pub refused: u32,
    pub delivered_total: Money,
}

/// A step that staff or a payment take an order along.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    pub to: Status,
    pub note: String,
    pub reason: String,
    pub tracking_number: String,
    pub next_call_at: Option<OffsetDateTime>,
}

/// Whether a step changed anything; a repeat is success (house 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changed {
    Yes,
    Already,
}

/// Why a step is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    #[error("somebody changed the order since you read it")]
    Stale,
    #[error("an order that is {} can't become {}", from.as_ref(), to.as_ref())]
    Illegal { from: Status, to: Status },
    #[error("the order's stock is not held")]
    StockNotHeld,
}

impl Order {
    /// Takes the step. Asked again by whoever took it, or with the version that it led to, it is already taken; with
    /// any other version than the present one somebody was faster.
    pub fn step(
        &mut self,
        step: &Step,
        read_version: u64,
        actor: &ActorName,
        now: OffsetDateTime,
    ) -> Result<Changed, StepError> {
        let is_own_repeat = read_version + 1 == self.version && *actor == self.actor;
        if step.to == self.status && is_own_repeat {
            return Ok(Changed::Already);
        }
        if read_version != self.version {
            return Err(StepError::Stale);
        }
        if !self.status.may_become(step.to) {
            let is_done = step.to == self.status;
            return if is_done { Ok(Changed::Already) } else { Err(self.illegal(step.to)) };
        }
        if step.to.needs_stock() && self.stock != Stock::Reserved {
            return Err(StepError::StockNotHeld);
        }
        self.enter(step, now);
        self.touch(actor);
        Ok(Changed::Yes)
    }

    /// A transporter's payment covers the order.
    pub fn settle(&mut self, actor: &ActorName) -> Result<Changed, StepError> {
        match self.status {
            Status::Settled => Ok(Changed::Already),
            Status::Delivered => {
                self.status = Status::Settled;
                self.touch(actor);
                Ok(Changed::Yes)
            }
            _ => Err(self.illegal(Status::Settled)),
        }
    }

    /// Inventory answered about an order that was taken without asking it. A hold that is there stays: an older refusal
    /// must not take it away.
    pub fn stock_answered(&mut self, stock: Stock, actor: &ActorName) -> Changed {
        if self.stock == stock || self.stock == Stock::Reserved {
            return Changed::Already;
        }
        self.stock = stock;
        self.touch(actor);
        Changed::Yes
    }

    /// What the whole order takes from the shelves, one item per stock key in key order.
    pub fn stock_items(&self) -> Vec<StockItem> {
        sum_items(self.lines.iter().flat_map(|line| line.stock_items.iter().copied()))
    }

    fn enter(&mut self, step: &Step, now: OffsetDateTime) {
        self.status = step.to;
        if step.to == Status::Delivered {
            self.delivered_at = Some(now);
        }
        if step.to == Status::Shipped && !step.tracking_number.is_empty() {
            self.tracking_number.clone_from(&step.tracking_number);
        }
    }

    fn touch(&mut self, actor: &ActorName) {
        self.version += 1;
        self.actor = actor.clone();
    }

    const fn illegal(&self, to: Status) -> StepError {
        StepError::Illegal { from: self.status, to }
    }
}

impl Step {
    /// What the timeline keeps of it.
    pub fn data(&self) -> BTreeMap<String, String> {
        let next_call = self.next_call_at.map(souk_kernel::rfc3339).unwrap_or_default();
        [("reason", &self.reason), ("trackingNumber", &self.tracking_number), ("nextCallAt", &next_call)]
            .into_iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| (name.to_owned(), value.clone()))
            .collect()
    }
}

impl TimelineEntry {
    /// What the shopper may see of it: the steps, without the words and names of staff.
    pub fn for_shopper(self) -> Option<Self> {
        if matches!(self.kind.as_str(), "note" | "stock") {
            return None;
        }
        let data = self.data.into_iter().filter(|(name, _)| name == "trackingNumber").collect();
        Some(Self {
            id: self.id,
            kind: self.kind,
            note: String::new(),
            data,
            actor: ActorName::shop(),
            at: self.at,
        })
    }
}

impl ActorName {
    /// The shopper of the order.
    pub fn shopper() -> Self {
        Self { id: String::new(), name: "client".to_owned() }
    }

    /// The shop itself.
    pub fn shop() -> Self {
        Self { id: String::new(), name: "souk".to_owned() }
    }
}

impl std::fmt::Display for OrderNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "A-{}", self.0)
    }
}

impl std::str::FromStr for OrderNumber {
    type Err = std::num::ParseIntError;

    /// `A-10234`, in any case, or the digits alone.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let digits = text.strip_prefix("A-").or_else(|| text.strip_prefix("a-")).unwrap_or(text);
        digits.parse().map(Self)
    }
}

/// Adds up the quantities per stock key, in key order: rows are locked in one order everywhere.
pub fn sum_items(items: impl IntoIterator<Item = StockItem>) -> Vec<StockItem> {
    let mut sums: BTreeMap<StockKey, u32> = BTreeMap::new();
    for item in items {
        let sum = sums.entry(item.key).or_default();
        *sum = sum.saturating_add(item.quantity);
    }
    sums.into_iter().map(|(key, quantity)| StockItem { key, quantity }).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use souk_kernel::SystemClock;
    use strum::IntoEnumIterator as _;
    use time::macros::datetime;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-11-21 09:00 UTC);

    fn employee(name: &str) -> ActorName {
        ActorName { id: name.to_lowercase(), name: name.to_owned() }
    }

    fn to(status: Status) -> Step {
        Step {
            to: status,
            note: String::new(),
            reason: String::new(),
            tracking_number: "ZR-1".to_owned(),
            next_call_at: None,
        }
    }

    fn placed() -> Order {
        let name = |text| PersonName::parse(text).expect("a name");
        Order {
            id: OrderId::new(&SystemClock),
            number: OrderNumber(10_001),
            version: 1,
            status: Status::Placed,
            stock: Stock::Reserved,
            customer: Customer {
                first_name: name("Amina"),
                last_name: name("Haddad"),
                phone: Phone::parse("0555123456").expect("a phone"),
                email: String::new(),
                address: String::new(),
            },
            delivery: Delivery {
                wilaya: "16".parse().expect("a wilaya"),
                wilaya_name: "Alger".into(),
                commune: "1601".parse().expect("a commune"),
                commune_name: "Alger Centre".into(),
                transporter: TransporterId::new(&SystemClock),
                transporter_name: "Rapide".into(),
                kind: DeliveryType::Home,
                price: Money::ZERO,
            },
            products_total: Money::ZERO,
            total: Money::ZERO,
            lines: Vec::new(),
            language: Language::Fr,
            placed_at: NOW,
            delivered_at: None,
            tracking_number: String::new(),
            actor: ActorName::shopper(),
        }
    }

    #[test]
    fn a_step_is_repeated_by_its_own_actor_only() {
        let (samira, karim) = (employee("Samira"), employee("Karim"));
        let mut order = placed();
        assert_eq!(order.step(&to(Status::Confirmed), 1, &samira, NOW), Ok(Changed::Yes));
        assert_eq!(order.step(&to(Status::Confirmed), 1, &samira, NOW), Ok(Changed::Already));
        assert_eq!(order.step(&to(Status::Confirmed), 1, &karim, NOW), Err(StepError::Stale));
        assert_eq!(order.step(&to(Status::Confirmed), 2, &karim, NOW), Ok(Changed::Already));
        assert_eq!(order.version, 2);
    }

    #[test]
    fn a_second_call_in_vain_is_a_new_attempt() {
        let samira = employee("Samira");
        let mut order = placed();
        assert_eq!(order.step(&to(Status::Unreachable), 1, &samira, NOW), Ok(Changed::Yes));
        assert_eq!(order.step(&to(Status::Unreachable), 1, &samira, NOW), Ok(Changed::Already));
        assert_eq!(order.step(&to(Status::Unreachable), 2, &samira, NOW), Ok(Changed::Yes));
    }

    #[test]
    fn nothing_is_prepared_that_is_not_held() {
        let mut order = Order { stock: Stock::Pending, status: Status::Confirmed, ..placed() };
        let step = order.step(&to(Status::Preparing), 1, &employee("Samira"), NOW);
        assert_eq!(step, Err(StepError::StockNotHeld));
    }

    #[test]
    fn an_order_number_reads_as_people_write_it() {
        for text in ["A-10234", "a-10234", " 10234 "] {
            assert_eq!(text.parse(), Ok(OrderNumber(10_234)), "{text}");
        }
        assert!("B-10234".parse::<OrderNumber>().is_err());
    }

    fn any_status() -> impl Strategy<Value = Status> {
        prop::sample::select(Status::iter().collect::<Vec<_>>())
    }

    fn any_stock() -> impl Strategy<Value = Stock> {
        prop::sample::select(vec![Stock::Reserved, Stock::Pending, Stock::Rejected])
    }

    proptest! {
        /// Any wishes of two employees with any versions, in any order, and payments and stock answers between them.
        #[test]
        fn an_order_only_ever_walks_along_the_table(
            stock in any_stock(),
            wishes in prop::collection::vec((any_status(), 0u64..3, any::<bool>(), any_stock(), 0u8..4), 0..60),
        ) {
            let mut order = Order { stock, ..placed() };
            for (status, lag, is_samira, answer, what) in wishes {
                let before = order.clone();
                let actor = employee(if is_samira { "Samira" } else { "Karim" });
                let version = order.version.saturating_sub(lag);
                let changed = match what {
                    0 => order.settle(&actor),
                    1 => Ok(order.stock_answered(answer, &actor)),
                    _ => order.step(&to(status), version, &actor, NOW),
                };
                if changed == Ok(Changed::Yes) {
                    prop_assert_eq!(order.version, before.version + 1);
                    prop_assert!(order.status == before.status || before.status.may_become(order.status));
                } else {
                    prop_assert_eq!(&order, &before);
                }
                let was_delivered = matches!(order.status, Status::Delivered | Status::Settled);
                prop_assert_eq!(order.delivered_at.is_some(), was_delivered);
                prop_assert!(before.stock != Stock::Reserved || order.stock == Stock::Reserved);
                prop_assert!(!order.status.needs_stock() || order.stock == Stock::Reserved);
            }
        }

        #[test]
        fn summed_items_keep_every_piece_and_come_in_key_order(pieces in prop::collection::vec((0u8..4, 1u32..1000), 0..40)) {
            let key = |n: u8| StockKey { product: ProductId::from_uuid(uuid::Uuid::from_u128(u128::from(n))), combination: None };
            let items = pieces.iter().map(|(n, quantity)| StockItem { key: key(*n), quantity: *quantity });
            let sums = sum_items(items);
            prop_assert!(sums.windows(2).all(|pair| pair[0].key < pair[1].key));
            prop_assert_eq!(sums.iter().map(|item| item.quantity).sum::<u32>(), pieces.iter().map(|(_, q)| q).sum::<u32>());
        }
    }
}
