//! What staff order for a customer, and change of an order, on the telephone: merchants take half of their orders there, on
//! Facebook and on Instagram. Priced as a checkout is; what stays in an order keeps the price that was agreed.

mod error;
mod lines;
mod rpc;

use std::fmt::Write as _;
use std::sync::Arc;

use souk_kernel::{Changed, Clock, Money, OrderId, Permission, ProductId};
use souk_rpc::{Actor, Failure, Kind};
use sqlx::PgPool;

use crate::carts::Carts;
use crate::checkout::{
    Basket, Checkout, CheckoutError, PlaceOrder, ShortLine, price_cart, require_reservable,
};
use crate::inventory::{Inventory, Reservation};
use crate::items::{CartLine, StockItem};
use crate::orders::{
    Detail, Line, Order, OrderType, Orders, OrdersError, Revision, Status, Step, Stock, Transition, Way,
};
use crate::sellables::{self, Goods, Trade};

pub use error::StaffOrderError;
pub use lines::WantedLine;
pub use rpc::StaffOrdersRpc;

/// The use cases of this feature.
#[derive(Clone)]
pub struct StaffOrders {
    pool: PgPool,
    clock: Arc<dyn Clock>,
    inventory: Inventory,
    checkout: Checkout,
    carts: Carts,
    orders: Arc<Orders>,
}

/// What is to be priced.
#[derive(Debug, Clone)]
pub struct QuoteRequest {
    /// `None`: an order that is not placed yet.
    pub order: Option<OrderId>,
    /// Of a new order.
    pub kind: OrderType,
    pub lines: Vec<WantedLine>,
    /// Where a new order goes, if that is known.
    pub way: Option<Way>,
}

/// What an order would cost, with these lines.
#[derive(Debug, Clone)]
pub struct Quote {
    pub basket: Basket,
    /// Places in the request of which there is too little now.
    pub short: Vec<usize>,
    pub delivery_price: Option<Money>,
    pub total: Money,
}

/// How an order should be.
#[derive(Debug, Clone)]
pub struct LinesChange {
    pub order: OrderId,
    /// The version that the employee saw.
    pub version: u64,
    pub lines: Vec<WantedLine>,
    pub shown_total: Option<Money>,
}

/// An order for a customer.
#[derive(Debug, Clone)]
pub struct NewOrder {
    /// By whom it is made.
    pub order: PlaceOrder,
    /// The customer agreed already.
    pub confirm: bool,
}

impl StaffOrders {
    pub fn new(
        pool: PgPool,
        clock: Arc<dyn Clock>,
        inventory: Inventory,
        (checkout, carts): (Checkout, Carts),
        orders: Arc<Orders>,
    ) -> Self {
        Self { pool, clock, inventory, checkout, carts, orders }
    }

    /// What the lines would cost, and whether the stock suffices. Nothing is held.
    pub async fn quote(&self, actor: &Actor, request: &QuoteRequest) -> Result<Quote, StaffOrderError> {
        actor.require(Permission::OrdersConfirm)?;
        let order = match request.order {
            Some(id) => Some(self.orders.for_confirmer(actor, id).await?),
            None => None,
        };
        let kind = order.as_ref().map_or(request.kind, |order| order.kind);
        let present = order.as_ref().map_or(&[][..], |order| &order.lines);
        let basket = self.priced(kind.trade(), present, &request.lines).await?;
        let delivery_price = match (&order, &request.way) {
            (Some(order), _) => Some(self.orders.delivery_price_of(order, basket.total).await?),
            (None, Some(way)) => self.orders.delivery_price(way, basket.total).await?,
            (None, None) => None,
        };
        let total = basket.total.checked_add(delivery_price.unwrap_or(Money::ZERO));
        let total = total.map_err(Failure::internal)?;
        let more = lines::additional(order.as_ref().map_or(&[], held_lines), &basket);
        let short = self.short(&basket, &more).await?;
        Ok(Quote { basket, short, delivery_price, total })
    }

    /// Changes what an order has; `Already` where it has that, or the same was asked before. What is wanted beside what it holds is held
    /// first, so that nothing is promised that isn't there; that hold ends with the event of the change, or by its time.
    pub async fn change(
        &self,
        actor: &Actor,
        change: &LinesChange,
    ) -> Result<(Detail, Changed), StaffOrderError> {
        let order = self.orders.for_confirmer(actor, change.order).await?;
        let id = change.id();
        if change.version != order.version
            && let Some(detail) = self.orders.changed_before(actor, &order, id).await?
        {
            return Ok((detail, Changed::Already));
        }
        order.check_change(change.version)?;
        let basket = self.priced(order.kind.trade(), &order.lines, &change.lines).await?;
        let delivery_price = self.orders.delivery_price_of(&order, basket.total).await?;
        let total = basket.total.checked_add(delivery_price).map_err(Failure::internal)?;
        // Before anything is held: whoever asks the same beside this, and was told the right one, has the same hold.
        if change.shown_total.is_some_and(|shown| shown != total) {
            return Err(CheckoutError::PriceChanged { total }.into());
        }
        let is_held = match self.hold(&order, &basket, id).await {
            Ok(is_held) => is_held,
            // Of a change that was made meanwhile nothing is held any more.
            Err(error) => return self.made_meanwhile(actor, order.id, id).await?.ok_or(error),
        };
        let revision =
            Revision { order: order.id, version: change.version, lines: basket.lines, delivery_price, id };
        let changed = self.orders.change_lines(actor, &revision).await;
        // What a database that failed stored, or somebody who asks the same beside this stores, keeps its hold.
        if is_held && changed.as_ref().is_err_and(|error| !matches!(error, OrdersError::Database(_))) {
            self.inventory.release(id, "the change was refused").await;
        }
        Ok(changed?)
    }

    /// Places the order, once per employee and key, and confirms it where the customer agreed, as that step would; where it is refused the
    /// order waits to be confirmed as every other.
    pub async fn create(&self, actor: &Actor, new: NewOrder) -> Result<Detail, StaffOrderError> {
        actor.require(Permission::OrdersConfirm)?;
        let (id, phone) = (new.order.key.order_id(), new.order.form.customer.phone.clone());
        self.checkout.place_order(new.order).await?;
        if let Err(error) = self.carts.ordered(&phone).await {
            tracing::warn!(order.id = %id, error.cause = %error, "the carts of who ordered stay until their time is up");
        }
        if new.confirm
            && let Err(error) = self.confirm(actor, id).await
        {
            let failure = Failure::from(error);
            if matches!(failure.kind, Kind::Precondition | Kind::Conflict | Kind::Busy) {
                tracing::info!(order.id = %id, error.cause = %failure, "an order of staff waits to be confirmed");
            } else {
                tracing::warn!(order.id = %id, error.cause = %failure, "an order of staff was not confirmed");
            }
        }
        Ok(self.orders.get(actor, id).await?)
    }

    /// A repeat finds it confirmed, or whatever it became since.
    async fn confirm(&self, actor: &Actor, id: OrderId) -> Result<(), OrdersError> {
        let order = self.orders.for_confirmer(actor, id).await?;
        if order.status == Status::Placed {
            let transition = Transition {
                order: id,
                version: order.version,
                step: Step::plain(Status::Confirmed),
                allocations: Vec::new(),
            };
            self.orders.transition(actor, &transition).await?;
        }
        Ok(())
    }

    async fn priced(
        &self,
        trade: Trade,
        present: &[Line],
        wanted: &[WantedLine],
    ) -> Result<Basket, StaffOrderError> {
        let (kept, added) = lines::split(present, wanted)?;
        let carts: Vec<CartLine> = added.iter().map(|(_, cart)| CartLine::clone(cart)).collect();
        let added_to = added.iter().map(|(place, _)| *place).collect::<Vec<_>>();
        let goods = match trade {
            // What stays of shoppers' prices needs nothing.
            Trade::Retail if carts.is_empty() => None,
            Trade::Retail => Some(self.goods(carts.iter().map(|line| line.product)).await?),
            Trade::Wholesale => Some(self.goods(wanted.iter().map(|line| line.cart.product)).await?),
        };
        let basket = match &goods {
            Some(goods) if !carts.is_empty() => price_cart(&carts, &goods.sellables, goods.rules(), trade)
                .map_err(|error| error.of_places(&added_to))?,
            _ => Basket::default(),
        };
        let basket = lines::together(kept, basket.of_places(&added_to)).map_err(CheckoutError::Lines)?;
        if let (Trade::Wholesale, Some(goods)) = (trade, &goods) {
            basket.check_wholesale(&goods.sellables, present).map_err(CheckoutError::Lines)?;
        }
        require_reservable(&basket).map_err(CheckoutError::from)?;
        Ok(basket)
    }

    async fn goods(&self, products: impl Iterator<Item = ProductId>) -> Result<Goods, OrdersError> {
        let mut conn = self.pool.acquire().await?;
        Ok(sellables::goods(&mut conn, products, self.clock.now()).await?)
    }

    /// Places of the lines of which there is less than this; none where inventory doesn't say, or has too much to do.
    async fn short(&self, basket: &Basket, more: &[StockItem]) -> Result<Vec<usize>, Failure> {
        if more.is_empty() {
            return Ok(Vec::new());
        }
        match self.inventory.short(more).await {
            Ok(short) => Ok(basket.short_lines(&short).into_iter().map(|line| line.place).collect()),
            Err(failure) if failure.kind == Kind::Busy => Ok(Vec::new()),
            Err(failure) => Err(failure),
        }
    }

    /// The order with the very change that somebody else asked for beside this, if that was made since.
    async fn made_meanwhile(
        &self,
        actor: &Actor,
        order: OrderId,
        change: OrderId,
    ) -> Result<Option<(Detail, Changed)>, StaffOrderError> {
        let order = self.orders.for_confirmer(actor, order).await?;
        let detail = self.orders.changed_before(actor, &order, change).await?;
        Ok(detail.map(|detail| (detail, Changed::Already)))
    }

    /// Whether more had to be held for the change than the order holds, and is. An order that holds nothing gets its stock when it is
    /// confirmed.
    async fn hold(&self, order: &Order, basket: &Basket, id: OrderId) -> Result<bool, StaffOrderError> {
        let more = lines::additional(&order.lines, basket);
        if order.stock != Stock::Reserved || more.is_empty() {
            return Ok(false);
        }
        match self.inventory.reserve(id, 0, &more).await? {
            Reservation::Held { .. } => Ok(true),
            // What is left is beside what the order holds.
            Reservation::Short(short) => {
                let untold = |line| ShortLine { left: None, ..line };
                let lines = basket.short_lines(&short).into_iter().map(untold).collect();
                Err(CheckoutError::OutOfStock(lines).into())
            }
            Reservation::Unreachable => Err(Failure::unavailable("the stock can't be asked for").into()),
        }
    }
}

/// Those whose goods are held.
fn held_lines(order: &Order) -> &[Line] {
    if order.stock == Stock::Reserved { &order.lines } else { &[] }
}

impl LinesChange {
    /// The same for the same change of the same version, whoever asks for it and how often.
    fn id(&self) -> OrderId {
        let mut change = self.version.to_string();
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        for WantedLine { line, cart } in &self.lines {
            let (line, combination) =
                (line.map(|at| at.to_string()), cart.combination.map(|id| id.to_string()));
            let _ = write!(change, ";{},{},{}", or_none(line), cart.product, or_none(combination));
            let _ = write!(change, ",{}", cart.quantity.get());
            cart.choices.iter().for_each(|choice| {
                let _ = write!(change, ",{choice}");
            });
        }
        self.order.of_change(&change)
    }
}
