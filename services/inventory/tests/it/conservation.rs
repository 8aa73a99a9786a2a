//! Whatever happens to orders, in whatever order and however often, nothing appears or vanishes: a model in
//! memory and the real database agree after every step.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use souk_proto::inventory::v1::stock_server::Stock as _;
use sqlx::PgPool;

use crate::support::{Key, SCHEMA, Shop, Step, admin, by, new_order, order};

const ORDERS: usize = 5;
const STEPS: usize = 40;

/// Something that happens to one of the orders.
#[derive(Debug, Clone)]
enum Event {
    Reserve {
        order: usize,
        pieces: u32,
    },
    Release {
        order: usize,
    },
    Step {
        order: usize,
        step: Step,
        version: u64,
    },
    /// It has so many pieces now; `more` of them were asked for before under an id of their own.
    Change {
        order: usize,
        pieces: u32,
        more: u32,
        version: u64,
    },
    Add {
        pieces: i64,
    },
    Count {
        pieces: i64,
    },
}

/// Where the pieces of an order are.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Place {
    #[default]
    Shelf,
    Held,
    Away,
    Back,
}

/// What the model has of an order; `version` is the newest that was handled.
#[derive(Debug, Default, Clone)]
struct Known {
    place: Place,
    pieces: u32,
    cancelled: bool,
    version: u64,
}

#[derive(Debug, Default)]
struct Model {
    on_hand: i64,
    orders: BTreeMap<usize, Known>,
}

#[souk_testkit::test(SCHEMA)]
async fn the_database_agrees_with_a_model_after_every_step(pool: PgPool) {
    let shop = Shop::open(pool);
    let warehouse = shop.warehouse("Alger", 1).await;
    let mut runner = TestRunner::deterministic();
    for _ in 0..8 {
        let events =
            proptest::collection::vec(event(), STEPS).new_tree(&mut runner).expect("generated").current();
        let key = shop.key(true).await;
        let ids: Vec<String> = (0..ORDERS).map(|_| new_order(&shop)).collect();
        let mut model = Model::default();
        for (index, event) in events.iter().enumerate() {
            let done = apply(&shop, &warehouse, &key, &ids, event).await;
            assert_eq!(done, model.apply(event), "step {index} of {events:?}");
            let level = shop.level(&warehouse, &key).await;
            assert_eq!(level, model.level(), "after step {index} of {events:?}");
        }
        shop.assert_adds_up().await;
    }
}

async fn apply(shop: &Shop, warehouse: &str, key: &Key, ids: &[String], event: &Event) -> bool {
    match *event {
        Event::Add { pieces } => {
            shop.add(warehouse, key, pieces).await;
            true
        }
        Event::Count { pieces } => {
            let (on_hand, _) = shop.level(warehouse, key).await;
            let take = shop.stock_take(warehouse, key, on_hand.cast_unsigned(), pieces);
            shop.stock.adjust_stock(by(&admin(), take)).await.is_ok()
        }
        Event::Reserve { order, pieces } => shop.reserve(&ids[order], &[(key, pieces)]).await.is_ok(),
        Event::Release { order } => {
            let request = souk_proto::inventory::v1::ReleaseRequest {
                order_id: ids[order].clone(),
                reason: String::new(),
            };
            let request = crate::support::by(&crate::support::system(), request);
            souk_proto::inventory::v1::reservations_server::Reservations::release(&shop.reservations, request)
                .await
                .is_ok()
        }
        Event::Step { order: index, step, version } => {
            let items = [(key, pieces_of(index))];
            shop.happens(step, order(&ids[index], version, "pending", &items)).await.is_ok()
        }
        Event::Change { order: index, pieces, more, version } => {
            let hold = new_order(shop);
            if more > 0 {
                let _ = shop.reserve(&hold, &[(key, more)]).await;
            }
            let changed = order(&ids[index], version, "reserved", &[(key, pieces)]);
            shop.lines_changed(changed, &[&hold]).await.is_ok()
        }
    }
}

impl Model {
    /// Whether the event is accepted.
    fn apply(&mut self, event: &Event) -> bool {
        match *event {
            Event::Add { pieces } => self.on_hand += pieces,
            Event::Count { pieces } => {
                let fits = pieces >= self.reserved();
                if fits {
                    self.on_hand = pieces;
                }
                return fits;
            }
            Event::Reserve { order, pieces } => return self.ask(order, pieces),
            Event::Release { order } => return self.give_back(order),
            Event::Step { order, step, version } => return self.step(order, step, version),
            Event::Change { order, pieces, version, .. } => self.change(order, pieces, version),
        }
        true
    }

    fn reserve(&mut self, order: usize, pieces: u32) -> bool {
        let free = self.free();
        let state = self.orders.entry(order).or_default();
        if state.place != Place::Shelf {
            return state.pieces == pieces;
        }
        if state.cancelled || free < i64::from(pieces) {
            return false;
        }
        (state.place, state.pieces) = (Place::Held, pieces);
        true
    }

    /// A checkout asks; of an order that a newer version was heard of it knows no lines.
    fn ask(&mut self, order: usize, pieces: u32) -> bool {
        let state = self.orders.entry(order).or_default();
        let is_outdated = state.place == Place::Shelf && state.version > 1;
        !is_outdated && self.reserve(order, pieces)
    }

    /// What an order confirmed is its own.
    fn give_back(&mut self, order: usize) -> bool {
        let state = self.orders.entry(order).or_default();
        !(state.place == Place::Held && state.version > 0) && self.release(order)
    }

    fn release(&mut self, order: usize) -> bool {
        let state = self.orders.entry(order).or_default();
        let released = matches!(state.place, Place::Shelf | Place::Held);
        if released {
            state.place = Place::Shelf;
        }
        released
    }

    fn step(&mut self, order: usize, step: Step, version: u64) -> bool {
        let before = self.orders.get(&order).cloned().unwrap_or_default();
        if version <= before.version {
            return true;
        }
        let done = match step {
            Step::Placed => {
                // Too little stock is an answer, not an error; only a cancelled order can't be placed.
                self.hold(order);
                !before.cancelled
            }
            Step::Cancelled | Step::HoldReleased => self.release(order),
            Step::Shipped => self.ship(order),
            Step::Returned => self.ship(order) && self.take_back(order),
        };
        let state = self.orders.entry(order).or_default();
        if done {
            state.version = version;
            state.cancelled |= step == Step::Cancelled;
        } else {
            *state = before;
        }
        done
    }

    /// All of them, or nothing.
    fn change(&mut self, order: usize, pieces: u32, version: u64) {
        let state = self.orders.entry(order).or_default();
        let is_over = state.cancelled || matches!(state.place, Place::Away | Place::Back);
        if version > state.version && !is_over {
            state.version = version;
            state.place = Place::Shelf;
            self.reserve(order, pieces);
        }
    }

    /// What the event names, whatever was held before.
    fn hold(&mut self, order: usize) -> bool {
        let state = self.orders.entry(order).or_default();
        if matches!(state.place, Place::Away | Place::Back) {
            return true;
        }
        state.place = Place::Shelf;
        self.reserve(order, pieces_of(order))
    }

    fn ship(&mut self, order: usize) -> bool {
        if !self.hold(order) {
            return false;
        }
        let state = self.orders.entry(order).or_default();
        if state.place == Place::Held {
            state.place = Place::Away;
            self.on_hand -= i64::from(state.pieces);
        }
        true
    }

    fn take_back(&mut self, order: usize) -> bool {
        let state = self.orders.entry(order).or_default();
        if state.place == Place::Away {
            state.place = Place::Back;
            self.on_hand += i64::from(state.pieces);
        }
        true
    }

    fn free(&self) -> i64 {
        self.on_hand - self.reserved()
    }

    fn reserved(&self) -> i64 {
        self.orders
            .values()
            .filter(|state| state.place == Place::Held)
            .map(|state| i64::from(state.pieces))
            .sum()
    }

    fn level(&self) -> (i32, i32) {
        let narrow = |pieces: i64| i32::try_from(pieces).expect("small");
        (narrow(self.on_hand), narrow(self.reserved()))
    }
}

/// Events of an order that is not changed always name the same items.
fn pieces_of(order: usize) -> u32 {
    u32::try_from(order).expect("small") + 1
}

fn event() -> impl Strategy<Value = Event> {
    let step = prop_oneof![
        3 => Just(Step::Placed),
        2 => Just(Step::Shipped),
        1 => Just(Step::Cancelled),
        1 => Just(Step::HoldReleased),
        1 => Just(Step::Returned)
    ];
    prop_oneof![
        4 => (0..ORDERS).prop_map(|order| Event::Reserve { order, pieces: pieces_of(order) }),
        1 => (0..ORDERS, 1..9_u32).prop_map(|(order, pieces)| Event::Reserve { order, pieces }),
        2 => (0..ORDERS).prop_map(|order| Event::Release { order }),
        6 => (0..ORDERS, step, 1..7_u64).prop_map(|(order, step, version)| Event::Step { order, step, version }),
        3 => (0..ORDERS, 1..9_u32, 0..4_u32, 1..7_u64)
            .prop_map(|(order, pieces, more, version)| Event::Change { order, pieces, more, version }),
        2 => (1..6_i64).prop_map(|pieces| Event::Add { pieces }),
        1 => (0..12_i64).prop_map(|pieces| Event::Count { pieces }),
    ]
}
