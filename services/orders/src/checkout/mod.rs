//! Taking an order (design 5 and 6): price it from the shop's own copy, hold its stock, store it once.
//!
//! The order's id follows from the visitor and the idempotency key, so every attempt at a request, in whatever process,
//! means the same order and the same hold. An attempt stores the order with its answer or finds that answer stored:
//! whatever dies or hangs in between, there is one order at most, and what inventory holds is either confirmed by the
//! stored order's event or expires.

mod admission;
mod answer;
mod basket;
mod cooldown;
mod error;
mod form;
mod idempotency;
mod limits;
mod rpc;
mod snapshot;
mod store;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt as _;
use serde_json::json;
use souk_audit::Change;
use souk_bus::{Outbox, OutboxRow};
use souk_database::Batcher;
use souk_kernel::{Clock, Language, Money, OrderNumber, ProductId};
use souk_proto::orders::v1::AuditRecorded;
use souk_rpc::{Actor, Failure};
use sqlx::PgPool;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tracing::Instrument as _;

use crate::inventory::{Inventory, Reservation};
use crate::items::CartLine;
use crate::orders::{
    self, ActorName, Delivery, Form, Order, OrderType, Status, Stock, StockAnswer, TimelineEntry, destination,
};
use crate::sellables::{PriceRules, Sellable, Trade, packs};

pub use basket::{Basket, Problem, ProblemCause, ShortLine, Source, price_line};
pub use error::CheckoutError;
pub use form::{LINES_MAX, parse_lines};
pub use idempotency::IdempotencyKey;
pub use limits::{Cap, Limits, require_reservable};
pub use rpc::{CheckoutRpc, parse_order};

use admission::{Admission, Admitted, Place};
use cooldown::Subjects;
use limits::{Claimant, Exposure};
use snapshot::{Snapshot, SnapshotQuery};
use store::{Placed, Placement};

/// How long a repeat of a request that is worked on waits for its answer before it is told to come back.
const REPEAT_PATIENCE: Duration = Duration::from_secs(2);
/// Longest that an order is worked on, whether or not its shopper still waits. What was begun in the database then may still
/// be stored: a retry finds it.
const WORK_DEADLINE: Duration = Duration::from_secs(8);
/// When it is looked again for an order that a closed shop may have taken a moment ago: longer than placing one takes.
const SECOND_LOOK: Duration = Duration::from_secs(1);

/// What the shop decides about checkouts.
#[derive(Debug, Clone, Copy)]
pub struct Policy {
    /// Between two orders of one visitor or one phone (spec 9) until the merchant chooses; zero for none, whatever he chooses.
    pub cooldown: Duration,
    /// Most orders that one process works on at once.
    pub in_work: usize,
    pub limits: Limits,
    /// How long an order that nobody confirmed holds its stock until the merchant chooses; zero for ever, whatever he chooses.
    pub hold: time::Duration,
    /// Visitors of one client network who may draft a cart within an hour; zero for no limit.
    pub network_drafts: u32,
}

/// The use cases of this feature.
#[derive(Clone)]
pub struct Checkout {
    pool: PgPool,
    clock: Arc<dyn Clock>,
    outbox: Outbox,
    inventory: Inventory,
    policy: Policy,
    admission: Admission,
    snapshots: Batcher<SnapshotQuery, sqlx::Result<Snapshot>>,
    numbers: Batcher<(), sqlx::Result<OrderNumber>>,
    placements: Batcher<Placement, sqlx::Result<Placed>>,
}

/// A checkout with legal values.
#[derive(Debug, Clone)]
pub struct PlaceOrder {
    pub key: IdempotencyKey,
    pub form: Form,
    pub cart: Vec<CartLine>,
    pub shown_total: Option<Money>,
    pub language: Language,
    /// The network of the client's address: an IPv4 address, or the first 64 bits of an IPv6 one.
    pub network: Option<String>,
    /// The first 48 bits of an IPv6 address.
    pub site: Option<String>,
    /// The shop is closed: only what was placed before is answered.
    pub only_placed: bool,
    /// Who of the staff orders for a customer: nobody is limited, or waits for the next. `None`: the shopper.
    pub by: Option<Actor>,
    pub kind: OrderType,
}

/// The encoded answer: the same bytes for every repeat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub bytes: Vec<u8>,
    pub replayed: bool,
}

/// A priced order that is not stored yet.
#[derive(Debug, Clone)]
struct Draft {
    basket: Basket,
    delivery: Delivery,
    total: Money,
    /// Whether stock is held for it before it is confirmed.
    is_backed: bool,
    /// Whether its phone, which may be somebody else's, ordered a moment ago.
    is_hasty: bool,
    /// How long its visitor waits before the next, and its phone no longer.
    cooldown: Duration,
}

impl PlaceOrder {
    fn claimant(&self) -> Claimant {
        let phone = self.form.customer.phone.clone();
        Claimant { phone, network: self.network.clone(), site: self.site.clone() }
    }
}

impl Checkout {
    pub fn new(
        pool: PgPool,
        clock: Arc<dyn Clock>,
        outbox: Outbox,
        inventory: Inventory,
        policy: Policy,
    ) -> Self {
        let [read, next] = std::array::from_fn(|_| pool.clone());
        let snapshots = Batcher::all_or_none(move |queries: &[SnapshotQuery]| {
            Box::pin(snapshot::read(read.clone(), policy.limits, queries))
        });
        let numbers = Batcher::all_or_none(move |wanted: &[()]| {
            Box::pin(store::next_numbers(next.clone(), wanted.len()))
        });
        let placements = placements(&pool);
        let admission = Admission::new(policy.in_work);
        Self { pool, clock, outbox, inventory, policy, admission, snapshots, numbers, placements }
    }

    /// Prices, reserves and stores the order, once per key.
    ///
    /// A caller who leaves (phones lose their connection) doesn't stop the work: a retry finds the order.
    pub async fn place_order(&self, order: PlaceOrder) -> Result<Answer, CheckoutError> {
        let _waiting = self.admission.queue()?;
        let give_up = Instant::now() + REPEAT_PATIENCE;
        loop {
            match self.admission.enter(order.key.order_id()).await? {
                Admitted::Place(place) => return self.work(place, order).await,
                Admitted::Repeated(done) => {
                    timeout_at(give_up, done.cancelled()).await.map_err(|_| CheckoutError::InFlight)?;
                }
            }
            if let Some(answer) = self.stored_answer(&order).await? {
                return Ok(answer);
            }
        }
    }

    async fn work(&self, place: Place, order: PlaceOrder) -> Result<Answer, CheckoutError> {
        let checkout = self.clone();
        let work = async move {
            let done = timeout(WORK_DEADLINE, checkout.place_once(&order, &place)).await;
            let done = done.unwrap_or(Err(CheckoutError::Late));
            if matches!(done, Err(CheckoutError::NotPlaced)) {
                // Another process may be placing it. Nobody waits for this one's place meanwhile.
                place.withdraw();
                sleep(SECOND_LOOK).await;
                let found = timeout(WORK_DEADLINE, checkout.stored_answer(&order)).await;
                return found.map_err(|_| CheckoutError::Late)??.ok_or(CheckoutError::NotPlaced);
            }
            if done.as_ref().is_err_and(|error| !error.is_open()) {
                place.withdraw();
            }
            done
        };
        tokio::spawn(work.in_current_span()).await.map_err(Failure::internal)?
    }

    async fn place_once(&self, order: &PlaceOrder, place: &Place) -> Result<Answer, CheckoutError> {
        let subjects = self.subjects(order);
        let mut snapshot = answered(self.snapshots.call(self.query(order, &subjects)).await)?;
        if let Some(stored) = snapshot.stored.take() {
            return Ok(Answer { bytes: stored.replay(&order.key)?, replayed: true });
        }
        if snapshot.is_forgotten {
            return Err(CheckoutError::KeyReused);
        }
        if order.only_placed {
            return Err(CheckoutError::NotPlaced);
        }
        let draft = self.draft(order, snapshot, place)?;
        let error = match self.reserve_and_store(order, draft, subjects).await {
            Ok(bytes) => return Ok(Answer { bytes, replayed: false }),
            Err(error) => error,
        };
        // Whatever went wrong here, another process may have stored the order meanwhile.
        if let Some(answer) = self.stored_answer(order).await? {
            return Ok(answer);
        }
        if matches!(error, CheckoutError::Cooldown { .. }) {
            // After any other error the same request may come again, and finds its hold.
            self.inventory.release(order.key.order_id(), "the order was refused").await;
        }
        Err(error)
    }

    /// Prices the order; refuses a visitor who ordered a moment ago, what can't be ordered or delivered, and a total that is not
    /// the one that the shopper saw. What is known of the phone alone refuses nothing here: it may be somebody else's.
    fn draft(&self, order: &PlaceOrder, snapshot: Snapshot, place: &Place) -> Result<Draft, CheckoutError> {
        let at = self.clock.now();
        if let Some(wait) = cooldown::left(snapshot.visitor_cooldown, at) {
            return Err(CheckoutError::Cooldown { wait });
        }
        let basket = price_cart(&order.cart, &snapshot.sellables, snapshot.rules(at), order.kind.trade())?;
        let limits = if order.by.is_some() { Limits::NONE } else { self.policy.limits };
        limits.check_basket(&basket, &snapshot.sellables)?;
        if order.by.is_none() {
            basket.check_rules(&snapshot.sellables, at).map_err(CheckoutError::Lines)?;
        }
        if order.kind.trade() == Trade::Wholesale {
            basket.check_wholesale(&snapshot.sellables, &[]).map_err(CheckoutError::Lines)?;
        }
        let delivery = destination::delivery(snapshot.destination, &order.form.way, basket.total)?;
        let total = basket.total.checked_add(delivery.price).map_err(Failure::internal)?;
        if order.shown_total.is_some_and(|shown| shown != total) {
            return Err(CheckoutError::PriceChanged { total });
        }
        let own = Exposure { orders: 1, pieces: basket.pieces(), value: total };
        let is_hasty = cooldown::left(snapshot.phone_cooldown, at).is_some();
        let is_backed =
            place.claim(order.claimant(), own, snapshot.open, |open, own| limits.may_hold(open, own));
        let cooldown = snapshot.cooldown.unwrap_or(self.policy.cooldown);
        Ok(Draft { basket, delivery, total, is_backed, is_hasty, cooldown })
    }

    async fn reserve_and_store(
        &self,
        order: &PlaceOrder,
        draft: Draft,
        subjects: Subjects,
    ) -> Result<Vec<u8>, CheckoutError> {
        let answer = self.stock_answer(order, &draft).await?;
        let number = answered(self.numbers.call(()).await)?;
        self.store(self.placement(number, order, draft, answer, subjects)).await
    }

    /// What is short refuses every order alike, so that nobody learns from it what the phone has open. That the phone ordered a
    /// moment ago is told last, and not when.
    async fn stock_answer(&self, order: &PlaceOrder, draft: &Draft) -> Result<StockAnswer, CheckoutError> {
        if draft.is_backed && !draft.is_hasty {
            return self.reserve(order, &draft.basket).await;
        }
        let items = draft.basket.stock_items();
        let short = self.inventory.short(&items).await?;
        if !short.is_empty() {
            return Err(CheckoutError::OutOfStock(draft.basket.short_lines(&short)));
        }
        if draft.is_hasty {
            return Err(CheckoutError::Cooldown { wait: cooldown::of_phone(draft.cooldown) });
        }
        tracing::info!(order.id = %order.key.order_id(), "an order holds no stock: its phone or address holds enough");
        Ok(StockAnswer { stock: Stock::Released, version: 0, order_version: 1 })
    }

    async fn reserve(&self, order: &PlaceOrder, basket: &Basket) -> Result<StockAnswer, CheckoutError> {
        let items = basket.stock_items();
        match self.inventory.reserve(order.key.order_id(), 0, &items).await? {
            Reservation::Held { version } => {
                Ok(StockAnswer { stock: Stock::Reserved, version, order_version: 1 })
            }
            Reservation::Unreachable => {
                Ok(StockAnswer { stock: Stock::Pending, version: 0, order_version: 1 })
            }
            Reservation::Short(short) => Err(CheckoutError::OutOfStock(basket.short_lines(&short))),
        }
    }

    async fn store(&self, placement: Placement) -> Result<Vec<u8>, CheckoutError> {
        // Whoever was faster may be a stranger with this phone.
        let (bytes, wait) = (placement.response.clone(), cooldown::of_phone(placement.cooldown));
        let Order { id, number, stock, .. } = placement.order;
        match answered(self.placements.call(placement).await) {
            Ok(Placed::Stored) => {
                self.outbox.added();
                tracing::info!(order.id = %id, order.number = %number, order.stock = stock.as_ref(), "an order was placed");
                Ok(bytes)
            }
            Ok(Placed::Answered) => Err(CheckoutError::InFlight),
            Ok(Placed::Cooling) => Err(CheckoutError::Cooldown { wait }),
            Err(error) if souk_database::is_uncertain(&error) => Err(CheckoutError::Uncertain(error)),
            Err(error) => Err(CheckoutError::Database(error)),
        }
    }

    async fn stored_answer(&self, order: &PlaceOrder) -> Result<Option<Answer>, CheckoutError> {
        let stored = idempotency::stored(&self.pool, &order.key).await?;
        let bytes = stored.map(|stored| stored.replay(&order.key)).transpose()?;
        Ok(bytes.map(|bytes| Answer { bytes, replayed: true }))
    }

    fn query(&self, order: &PlaceOrder, subjects: &Subjects) -> SnapshotQuery {
        let hold = Some(self.policy.hold).filter(|hold| !hold.is_zero());
        SnapshotQuery {
            key: order.key.clone(),
            subjects: subjects.clone(),
            claimant: order.claimant(),
            at: self.clock.now(),
            hold,
            products: order.cart.iter().map(|line| line.product).collect(),
            commune: order.form.way.commune.clone(),
            transporter: order.form.way.transporter,
        }
    }

    fn subjects(&self, order: &PlaceOrder) -> Subjects {
        if self.policy.cooldown.is_zero() || order.by.is_some() {
            return Subjects::none();
        }
        Subjects::new(order.key.visitor, &order.form.customer.phone)
    }

    fn placement(
        &self,
        number: OrderNumber,
        wanted: &PlaceOrder,
        draft: Draft,
        answer: StockAnswer,
        subjects: Subjects,
    ) -> Placement {
        let pieces = draft.basket.pieces();
        let claimant = wanted.claimant().backed(draft.is_backed);
        let order = Order {
            id: wanted.key.order_id(),
            number,
            kind: wanted.kind,
            version: 1,
            status: Status::Placed,
            stock: answer.stock,
            stock_version: answer.version,
            customer: wanted.form.customer.clone(),
            delivery: draft.delivery,
            products_total: draft.basket.total,
            total: draft.total,
            lines: draft.basket.lines,
            language: wanted.language,
            placed_at: self.clock.now(),
            delivered_at: None,
            delivery_version: 0,
            payment_version: 0,
            return_reason: String::new(),
            next_call_at: None,
            tracking_number: String::new(),
            lines_version: 1,
            line_changes: Vec::new(),
            assignee: None,
            actor: wanted.by.as_ref().map_or_else(ActorName::shopper, ActorName::from),
        };
        Placement {
            audit: wanted.by.as_ref().map(|by| self.audit(&order, by)),
            entry: self.placed(&order),
            event: orders::announcement(&*self.clock, &order),
            key: wanted.key.clone(),
            response: answer::encode(&order, Some(draft.cooldown).filter(|_| !subjects.is_none())),
            subjects,
            network: claimant.network.unwrap_or_default(),
            site: claimant.site.unwrap_or_default(),
            pieces,
            cooldown: draft.cooldown,
            order,
        }
    }

    /// The audit log tells what staff do.
    fn audit(&self, order: &Order, by: &Actor) -> OutboxRow {
        let mut facts = order.line_facts();
        facts["type"] = json!(order.kind.as_ref());
        let change = Change::made("orders.order_created", order.subject(), facts);
        souk_audit::recorded::<AuditRecorded>(&*self.clock, by, change)
    }

    fn placed(&self, order: &Order) -> TimelineEntry {
        TimelineEntry {
            id: self.clock.uuid(),
            kind: order.status.as_ref().to_owned(),
            note: String::new(),
            data: BTreeMap::new(),
            actor: order.actor.clone(),
            at: order.placed_at,
        }
    }
}

/// Stores a crowd's orders together; those that would share a cooldown with one before them come after it.
fn placements(pool: &PgPool) -> Batcher<Placement, sqlx::Result<Placed>> {
    let (pool, single) = (pool.clone(), pool.clone());
    Batcher::new(
        move |all: &[Placement]| store::place_together(pool.clone(), all).boxed(),
        move |placement: Placement| {
            let pool = single.clone();
            async move { store::place_alone(&pool, &placement).await }.boxed()
        },
    )
}

/// What became of work that may have panicked.
fn answered<T>(answer: Option<sqlx::Result<T>>) -> sqlx::Result<T> {
    answer.unwrap_or(Err(sqlx::Error::WorkerCrashed))
}

/// The cart at today's prices, once all is known that they follow from.
pub fn price_cart(
    cart: &[CartLine],
    sellables: &HashMap<ProductId, Sellable>,
    rules: Option<PriceRules<'_>>,
    trade: Trade,
) -> Result<Basket, CheckoutError> {
    let rules = rules.ok_or(CheckoutError::Unpriceable)?.of(trade);
    let mut sold = cart.iter().filter_map(|line| sellables.get(&line.product));
    let is_known = |sellable: &Sellable| {
        sellable.is_priceable(rules.promotions, rules.at) && packs::is_known(sellable, sellables)
    };
    if !sold.all(is_known) {
        return Err(CheckoutError::Unpriceable);
    }
    basket::price(cart, sellables, rules).map_err(CheckoutError::Lines)
}
