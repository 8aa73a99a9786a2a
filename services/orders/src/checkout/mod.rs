//! Taking an order (design 5 and 6): price it from the shop's own copy, hold its stock, store it once.
//!
//! Whatever dies in between, an order is stored at most once per key, and what inventory holds is either confirmed by
//! the stored order's event or expires. Attempts at one key share one order id, so they share one hold.

mod answer;
mod basket;
mod error;
mod form;
mod guard;
mod rpc;
mod store;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use souk_bus::Outbox;
use souk_database::Batcher;
use souk_kernel::{Clock, Language, Money, OrderId, StockKey};
use souk_rpc::Failure;
use sqlx::PgPool;
use tokio::time::Instant;
use tracing::Instrument as _;

use crate::inventory::{Inventory, Reservation};
use crate::orders::{
    self, ActorName, Delivery, Order, OrderNumber, Status, Stock, StockAnswer, TimelineEntry,
};
use crate::transporters;

pub use basket::{Basket, CartLine, Problem, ProblemCause};
pub use error::CheckoutError;
pub use form::{Form, parse_lines, parse_person};
pub use guard::RequestKey;
pub use rpc::CheckoutRpc;

use guard::{Claim, Subjects};
use store::{Known, Place, Placement, Question};

/// How long a twin of a request in flight waits for its answer before it is told to come back.
const TWIN_PATIENCE: Duration = Duration::from_secs(2);
/// Between two looks for it.
const TWIN_INTERVAL: Duration = Duration::from_millis(25);

/// The use cases of this feature.
#[derive(Clone)]
pub struct Checkout {
    pool: PgPool,
    clock: Arc<dyn Clock>,
    outbox: Outbox,
    inventory: Inventory,
    /// Between two orders of one visitor or one phone (spec 9); zero for none.
    cooldown: Duration,
    asking: Batcher<Question, sqlx::Result<Known>>,
    numbering: Batcher<(), sqlx::Result<OrderNumber>>,
    placing: Batcher<Placement, sqlx::Result<()>>,
}

/// A checkout with legal values.
#[derive(Debug, Clone)]
pub struct PlaceOrder {
    pub request: RequestKey,
    pub form: Form,
    pub cart: Vec<CartLine>,
    pub shown_total: Option<Money>,
    pub language: Language,
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
}

impl Checkout {
    pub fn new(
        pool: PgPool,
        clock: Arc<dyn Clock>,
        outbox: Outbox,
        inventory: Inventory,
        cooldown: Duration,
    ) -> Self {
        let [questions, numbers, orders] = std::array::from_fn(|_| pool.clone());
        let asking =
            Batcher::all_or_none(move |asked: &[Question]| Box::pin(store::known(questions.clone(), asked)));
        let numbering = Batcher::all_or_none(move |asked: &[()]| {
            Box::pin(store::next_numbers(numbers.clone(), asked.len()))
        });
        let placing = Batcher::all_or_none(move |placements: &[Placement]| {
            Box::pin(store::place(orders.clone(), placements, cooldown))
        });
        Self { pool, clock, outbox, inventory, cooldown, asking, numbering, placing }
    }

    /// Prices, reserves and stores the order, once per key.
    ///
    /// A caller who leaves (phones lose their connection) doesn't stop the work: a retry finds the order.
    pub async fn place_order(&self, order: PlaceOrder) -> Result<Answer, CheckoutError> {
        let checkout = self.clone();
        let work = async move { checkout.place_once(&order).await };
        tokio::spawn(work.in_current_span()).await.map_err(Failure::internal)?
    }

    async fn place_once(&self, order: &PlaceOrder) -> Result<Answer, CheckoutError> {
        let subjects = self.subjects(order);
        let give_up = Instant::now() + TWIN_PATIENCE;
        loop {
            let mut known = answered(self.asking.call(self.question(order, &subjects)).await)?;
            if let Some(stored) = known.stored.take() {
                return Ok(Answer { bytes: stored.replay(&order.request)?, replayed: true });
            }
            if let Claim::Ours(id) = known.claim {
                return self.work(id, order, &subjects, known).await;
            }
            if Instant::now() >= give_up {
                return Err(CheckoutError::InFlight);
            }
            tokio::time::sleep(TWIN_INTERVAL).await;
        }
    }

    fn question(&self, order: &PlaceOrder, subjects: &Subjects) -> Question {
        Question {
            fresh: OrderId::new(&*self.clock),
            request: order.request.clone(),
            subjects: subjects.clone(),
            products: order.cart.iter().map(|line| line.product).collect(),
            commune: order.form.commune.clone(),
            transporter: order.form.transporter,
        }
    }

    /// What is done by the one who has the key.
    async fn work(
        &self,
        id: OrderId,
        order: &PlaceOrder,
        subjects: &Subjects,
        known: Known,
    ) -> Result<Answer, CheckoutError> {
        match self.draft(order, known) {
            Ok(draft) => self.reserve_and_store(id, order, draft, subjects).await,
            Err(refusal) => {
                self.abandon(id, order).await;
                Err(refusal)
            }
        }
    }

    /// Prices the order; refuses what can't be ordered or delivered, and a total that is not the one that the shopper saw.
    fn draft(&self, order: &PlaceOrder, known: Known) -> Result<Draft, CheckoutError> {
        if let Some(wait) = guard::wait(known.cooldown, self.clock.now()) {
            return Err(CheckoutError::Cooldown { wait });
        }
        let basket =
            basket::price(&order.cart, &known.sellables, known.basis).map_err(CheckoutError::Lines)?;
        let delivery = delivery(&order.form, known.place)?;
        let total = basket.total.checked_add(delivery.price).map_err(Failure::internal)?;
        if order.shown_total.is_some_and(|shown| shown != total) {
            return Err(CheckoutError::PriceChanged { total });
        }
        Ok(Draft { basket, delivery, total })
    }

    async fn reserve_and_store(
        &self,
        id: OrderId,
        order: &PlaceOrder,
        draft: Draft,
        subjects: &Subjects,
    ) -> Result<Answer, CheckoutError> {
        let outcome = match self.reserve(id, &draft.basket).await {
            Ok(stock) => self.store(id, order, draft, subjects, stock).await,
            Err(error) => Err(error),
        };
        let error = match outcome {
            Ok(bytes) => return Ok(Answer { bytes, replayed: false }),
            Err(error) => error,
        };
        if error.may_come_from_a_twin()
            && let Some(answer) = self.stored_answer(order).await?
        {
            // The twin has our order id, and so our hold; a hold under an id of its own expires.
            return Ok(answer);
        }
        self.give_up(id, order, &error).await;
        Err(error)
    }

    async fn reserve(&self, id: OrderId, basket: &Basket) -> Result<StockAnswer, CheckoutError> {
        let items = basket.stock_items();
        match self.inventory.reserve(id, &items).await? {
            Reservation::Held { version } => Ok(StockAnswer { stock: Stock::Reserved, version }),
            Reservation::Unreachable => Ok(StockAnswer { stock: Stock::Pending, version: 0 }),
            Reservation::Short(places) => {
                let keys: Vec<StockKey> =
                    places.iter().filter_map(|place| items.get(*place)).map(|item| item.key).collect();
                Err(CheckoutError::OutOfStock(basket.lines_needing(&keys)))
            }
        }
    }

    async fn store(
        &self,
        id: OrderId,
        request: &PlaceOrder,
        draft: Draft,
        subjects: &Subjects,
        answer: StockAnswer,
    ) -> Result<Vec<u8>, CheckoutError> {
        let number = answered(self.numbering.call(()).await)?;
        let order = self.order(id, number, request, draft, answer);
        let bytes = answer::encode(&order);
        let placement = Placement {
            entry: self.placed(&order),
            event: orders::announcement(&*self.clock, &order),
            order,
            request: request.request.clone(),
            response: bytes.clone(),
            subjects: subjects.clone(),
        };
        answered(self.placing.call(placement).await).map_err(|error| self.refusal(error))?;
        self.outbox.added();
        tracing::info!(order.id = %id, order.number = %number, order.stock = answer.stock.as_ref(), "an order was placed");
        Ok(bytes)
    }

    fn refusal(&self, error: sqlx::Error) -> CheckoutError {
        match error {
            error if guard::is_cooling(&error) => CheckoutError::Cooldown { wait: self.cooldown },
            error if souk_database::is_uncertain(&error) => CheckoutError::Uncertain(error),
            error => CheckoutError::Database(error),
        }
    }

    /// Undoes what can be undone at once; after a lost commit nothing may be, since the order may be there.
    async fn give_up(&self, id: OrderId, order: &PlaceOrder, error: &CheckoutError) {
        if matches!(error, CheckoutError::Uncertain(_)) {
            return;
        }
        if !matches!(error, CheckoutError::OutOfStock(_) | CheckoutError::Refused(_)) {
            self.inventory.release(id, "the order was not stored").await;
        }
        self.abandon(id, order).await;
    }

    async fn abandon(&self, id: OrderId, order: &PlaceOrder) {
        if let Err(error) = guard::abandon(&self.pool, &order.request, id).await {
            tracing::info!(order.id = %id, error.cause = %error, "a claim was left to expire");
        }
    }

    async fn stored_answer(&self, order: &PlaceOrder) -> Result<Option<Answer>, CheckoutError> {
        let stored = guard::stored(&self.pool, &order.request).await?;
        let bytes = stored.map(|stored| stored.replay(&order.request)).transpose()?;
        Ok(bytes.map(|bytes| Answer { bytes, replayed: true }))
    }

    fn subjects(&self, order: &PlaceOrder) -> Subjects {
        if self.cooldown.is_zero() {
            return Subjects::none();
        }
        Subjects::new(order.request.visitor, &order.form.customer.phone)
    }

    fn order(
        &self,
        id: OrderId,
        number: OrderNumber,
        request: &PlaceOrder,
        draft: Draft,
        answer: StockAnswer,
    ) -> Order {
        Order {
            id,
            number,
            version: 1,
            status: Status::Placed,
            stock: answer.stock,
            stock_version: answer.version,
            customer: request.form.customer.clone(),
            delivery: draft.delivery,
            products_total: draft.basket.total,
            total: draft.total,
            lines: draft.basket.lines,
            language: request.language,
            placed_at: self.clock.now(),
            delivered_at: None,
            tracking_number: String::new(),
            actor: ActorName::shopper(),
        }
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

/// What became of work that may have panicked.
fn answered<T>(answer: Option<sqlx::Result<T>>) -> sqlx::Result<T> {
    answer.unwrap_or(Err(sqlx::Error::WorkerCrashed))
}

fn delivery(form: &Form, place: Option<Place>) -> Result<Delivery, CheckoutError> {
    let place = place.filter(|place| place.deliverable && place.wilaya == form.wilaya);
    let place = place.ok_or(CheckoutError::Commune)?;
    let offers = transporters::offers(place.candidates);
    let offer = transporters::choose(&offers, form.delivery).ok_or(CheckoutError::Transporter)?;
    Ok(Delivery {
        wilaya: place.wilaya,
        wilaya_name: place.wilaya_name,
        commune: form.commune.clone(),
        commune_name: place.commune_name,
        transporter: offer.transporter.id,
        transporter_name: offer.transporter.name.clone(),
        kind: offer.tariff.delivery,
        price: offer.tariff.price,
    })
}
