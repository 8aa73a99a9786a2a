//! What orders hears from the rest of the shop, over a real broker.

use std::sync::Arc;
use std::time::Duration;

use souk_bus::{Bus, BusConfig, Consumer, Meta, Outbox, RunningBus, Tuning};
use souk_kernel::Role;
use souk_orders::{orders, sellables};
use souk_proto::catalog::v1::{
    Promotion, PromotionsChanged, Sellable, SellableChanged, Settings, SettingsChanged,
};
use souk_proto::common::v1::Actor;
use souk_proto::inventory::v1::{StockRejected, StockReserved};
use souk_proto::orders::v1 as proto;
use souk_proto::payments::v1::{Cover, TransporterPaymentRecorded, TransporterPaymentReversed};
use souk_testkit::{Broker, Namespace, eventually};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::neighbour::HOLD_VERSION;
use crate::support::{HOME_PRICE, SCHEMA, Shop, sellable, staff};

const CAP: Duration = Duration::from_secs(20);

/// A bus that carries what the test says in the name of the neighbours back to this service.
pub struct Neighbours {
    pub shop: Arc<Shop>,
    broker: Broker,
    namespace: Namespace,
    stop: CancellationToken,
    bus: RunningBus,
}

impl Neighbours {
    pub async fn of(pool: PgPool) -> Self {
        Self::with(pool, Tuning::default()).await
    }

    pub async fn with(pool: PgPool, tuning: Tuning) -> Self {
        let shop = Shop::open(pool).await;
        let broker = Broker::from_env().expect("a broker");
        let namespace = broker.namespace();
        let config =
            BusConfig { amqp_url: broker.url().to_owned().into(), namespace: namespace.name().to_owned() };
        let leaving = CancellationToken::new();
        let consumer = Consumer::new(souk_orders::SERVICE);
        let consumer = orders::subscribe(sellables::subscribe(consumer), &Arc::new(shop.orders.0.clone()));
        let tuning = Tuning { unknown_delay: Duration::from_millis(200), ..tuning };
        let bus = Bus::new(souk_orders::SERVICE, &config)
            .tuning(tuning)
            .publish(shop.pool.clone(), shop.outbox.clone())
            .consume(shop.pool.clone(), consumer)
            .start(&leaving)
            .expect("routes and handlers agree");
        Self { shop, broker, namespace, stop: leaving, bus }
    }

    /// Says something about an order, and answers what the message is known by.
    pub async fn say<E: souk_bus::Event>(&self, event: E, order: &proto::Order) -> Uuid {
        let mut tx = self.shop.pool.begin().await.expect("a transaction");
        let meta = Meta::new(&self.shop.clock, order.id.parse().expect("an id"));
        let outbox: &Outbox = &self.shop.outbox;
        outbox.add(&mut tx, &event, meta).await.expect("written");
        tx.commit().await.expect("committed");
        meta.id
    }

    /// Messages that are put aside because this release can't read what catalog says.
    async fn waiting(&self) -> u32 {
        let queue = format!("{}.orders.catalog.newer", self.namespace.name());
        self.broker.ready(&queue).await.expect("asked").unwrap_or_default()
    }

    /// Whether all of these messages took effect, or are over.
    pub async fn are_handled(&self, messages: &[Uuid]) -> bool {
        let handled =
            sqlx::query_scalar::<_, i64>("SELECT count(*) FROM bus.inbox WHERE message_id = ANY($1)");
        let handled = handled.bind(messages).fetch_one(&self.shop.pool).await.expect("counted");
        usize::try_from(handled) == Ok(messages.len())
    }

    async fn becomes(&self, order: &proto::Order, what: &str, is_so: impl Fn(&proto::Order) -> bool) {
        let now = || async { is_so(&self.shop.get(&order.id).await.order.expect("an order")) };
        eventually(what, CAP, now).await;
    }

    pub async fn leave(self) {
        self.stop.cancel();
        self.bus.stopped().await;
        let queues = ["catalog", "inventory", "payments"].map(|source| format!("orders.{source}"));
        let queues = queues.map(|queue| format!("{}.{queue}", self.namespace.name()));
        self.namespace.remove(queues).await.expect("removed");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn inventorys_answer_reaches_an_order_that_was_taken_without_it(pool: PgPool) {
    let neighbours = Neighbours::of(pool).await;
    neighbours.shop.inventory.book().is_away = true;
    let order = neighbours.shop.order("0555123456").await;
    let (id, version) = (order.id.clone(), 1);
    neighbours
        .say(StockRejected { order_id: id.clone(), version, order_version: 1, shortages: Vec::new() }, &order)
        .await;
    neighbours.becomes(&order, "flagged for staff", |order| order.stock == "rejected").await;
    neighbours.say(StockReserved { order_id: id, version: 2, order_version: 1 }, &order).await;
    neighbours.becomes(&order, "held after all", |order| order.stock == "reserved").await;
    let told = "bus.outbox WHERE type = 'souk.orders.v1.OrderStockChanged'";
    assert_eq!(neighbours.shop.count(told).await, 2, "open screens hear of both answers");
    neighbours.leave().await;
}

/// Inventory held for an order whose confirmation failed meanwhile: staff see that it holds, and the next sweep ends it.
#[souk_testkit::test(SCHEMA)]
async fn what_was_held_for_a_step_that_failed_is_given_back_again(pool: PgPool) {
    let neighbours = Neighbours::of(pool).await;
    let shop = neighbours.shop.clone();
    let placed = shop.order("0555123456").await;
    shop.clock.advance(time::Duration::hours(73));
    let release = async || {
        shop.orders.0.release_unconfirmed(time::Duration::hours(72)).await.expect("swept");
        shop.get(&placed.id).await.order.expect("an order")
    };
    let released = release().await;
    let silent = shop.inventory.gate();
    let refused = shop.step(&staff("Nadia", Role::Admin), &released, "confirmed").await.expect_err("silence");
    assert_eq!(refused.code, "orders.stock_not_held");
    silent.add_permits(1_000);
    let version = HOLD_VERSION + 1;
    neighbours.say(StockReserved { order_id: placed.id.clone(), version, order_version: 1 }, &placed).await;
    neighbours.becomes(&placed, "known to hold", |order| order.stock == "reserved").await;
    assert_eq!(release().await.stock, "released");
    neighbours.leave().await;
}

#[souk_testkit::test(SCHEMA)]
async fn a_transporters_payment_settles_delivered_orders_and_only_those(pool: PgPool) {
    let neighbours = Neighbours::of(pool).await;
    let shop = neighbours.shop.clone();
    let mut paid = shop.order("0555123456").await;
    let open = shop.order("0666123456").await;
    let admin = staff("Nadia", Role::Admin);
    for to in ["confirmed", "preparing", "shipped", "delivered"] {
        paid = shop.step(&admin, &paid, to).await.expect("a legal step");
    }
    let payment = TransporterPaymentRecorded {
        payment_id: shop.id(),
        number: "P-101".into(),
        version: 1,
        transporter_id: shop.transporter.clone(),
        order_ids: vec![open.id.clone(), shop.id(), paid.id.clone()],
        total: paid.total,
        reference: "virement".into(),
        ..TransporterPaymentRecorded::default()
    };
    neighbours.say(payment.clone(), &paid).await;
    neighbours.say(payment, &paid).await;
    neighbours.becomes(&paid, "settled", |order| order.status == "settled").await;
    let detail = shop.get(&paid.id).await;
    assert_eq!(detail.timeline.last().map(|entry| entry.data["payment"].as_str()), Some("P-101"));
    assert_eq!(detail.timeline.iter().filter(|entry| entry.kind == "settled").count(), 1);
    assert_eq!(shop.get(&open.id).await.order.map(|order| order.status).as_deref(), Some("placed"));
    neighbours.leave().await;
}

/// The reversal comes before the payment that it reverses, and the payment twice: the order ends where the newest of them
/// says.
#[souk_testkit::test(SCHEMA)]
async fn a_reversed_payment_makes_the_order_delivered_again_whatever_comes_late(pool: PgPool) {
    let neighbours = Neighbours::of(pool).await;
    let shop = neighbours.shop.clone();
    let admin = staff("Nadia", Role::Admin);
    let mut order = shop.order("0555123456").await;
    for to in ["confirmed", "preparing", "shipped", "delivered"] {
        order = shop.step(&admin, &order, to).await.expect("a legal step");
    }
    let covers = |version| vec![Cover { order_id: order.id.clone(), version }];
    let recorded = |number: &str, version| TransporterPaymentRecorded {
        number: number.into(),
        covers: covers(version),
        ..TransporterPaymentRecorded::default()
    };
    let reversed = TransporterPaymentReversed {
        number: "P-101".into(),
        covers: covers(2),
        reason: "autre bordereau".into(),
        actor: Some(Actor { id: String::new(), name: "Nadia".into() }),
        ..TransporterPaymentReversed::default()
    };
    let last_kind = async || shop.get(&order.id).await.timeline.pop().map(|entry| entry.kind);
    neighbours.say(reversed.clone(), &order).await;
    eventually("the reversal is told", CAP, async || {
        last_kind().await.as_deref() == Some("payment_reversed")
    })
    .await;
    neighbours.say(recorded("P-101", 1), &order).await;
    neighbours.say(recorded("P-102", 3), &order).await;
    neighbours.becomes(&order, "settled by the next payment", |order| order.status == "settled").await;
    neighbours.say(reversed, &order).await;
    neighbours
        .say(
            TransporterPaymentReversed { number: "P-102".into(), covers: covers(4), ..Default::default() },
            &order,
        )
        .await;
    neighbours.becomes(&order, "delivered again", |order| order.status == "delivered").await;
    let timeline = shop.get(&order.id).await.timeline;
    let money: Vec<_> =
        timeline.iter().skip(5).map(|entry| (entry.kind.as_str(), entry.data["payment"].as_str())).collect();
    assert_eq!(money, [("payment_reversed", "P-101"), ("settled", "P-102"), ("payment_reversed", "P-102")]);
    assert_eq!(
        (timeline[5].data["reason"].as_str(), timeline[5].actor.as_ref().map(|it| it.name.as_str())),
        ("autre bordereau", Some("Nadia"))
    );
    let told = "bus.outbox WHERE type = 'souk.orders.v1.OrderPaymentChanged'";
    assert_eq!(shop.count(told).await, 2, "open screens hear of both reversals");
    neighbours.say(recorded("P-103", 5), &order).await;
    neighbours.becomes(&order, "settled once more", |order| order.status == "settled").await;
    // The next payment is here before the reversal of this one.
    neighbours.say(recorded("P-104", 7), &order).await;
    let kinds = async || -> Vec<String> {
        shop.get(&order.id).await.timeline.into_iter().skip(8).map(|entry| entry.kind).collect()
    };
    eventually("its history is whole", CAP, async || {
        kinds().await == ["settled", "payment_reversed", "settled"]
    })
    .await;
    neighbours.leave().await;
}

/// Staff take a delivery back while its transporter's payment is on its way: the order comes home, and is said to be paid.
#[souk_testkit::test(SCHEMA)]
async fn a_payment_that_meets_a_delivery_taken_back_is_told_and_moves_nothing(pool: PgPool) {
    let neighbours = Neighbours::of(pool).await;
    let shop = neighbours.shop.clone();
    let admin = staff("Nadia", Role::Admin);
    let mut order = shop.order("0555123456").await;
    for to in ["confirmed", "preparing", "shipped", "delivered", "returning"] {
        order = shop.step(&admin, &order, to).await.expect("a legal step");
    }
    let payment = TransporterPaymentRecorded {
        number: "P-101".into(),
        covers: vec![Cover { order_id: order.id.clone(), version: 1 }],
        ..TransporterPaymentRecorded::default()
    };
    neighbours.say(payment, &order).await;
    let told =
        async || shop.get(&order.id).await.timeline.pop().is_some_and(|entry| entry.kind == "overpaid");
    eventually("staff are told", CAP, told).await;
    assert_eq!(shop.get(&order.id).await.order.map(|order| order.status).as_deref(), Some("returning"));
    neighbours.leave().await;
}

/// A newer catalog says what this release can't read: it waits for a release that reads it, or is over when something newer comes
/// that this release reads. What was known before counts meanwhile.
#[souk_testkit::test(SCHEMA)]
async fn what_a_newer_release_says_waits_and_checkout_still_answers(pool: PgPool) {
    let neighbours = Neighbours::of(pool).await;
    let shop = neighbours.shop.clone();
    let order = shop.order("0555123456").await;
    let product = shop.product(10_000).await;
    let say = async |version, rule: &str, basis: &str, tax_rate| {
        let everything = Promotion {
            id: shop.id(),
            rule_type: "percentage".into(),
            value: 2_000,
            rule: rule.into(),
            active: true,
            ..Promotion::default()
        };
        let settings = Settings { version, price_basis: basis.into(), ..Settings::default() };
        let sellable = Sellable { version, tax_rate, ..sellable(&product, 10_000) };
        [
            neighbours.say(PromotionsChanged { version, promotions: vec![everything] }, &order).await,
            neighbours.say(SettingsChanged { settings: Some(settings) }, &order).await,
            neighbours.say(SellableChanged { sellable: Some(sellable) }, &order).await,
        ]
    };
    let pays = async |price: i64, phone: &str| {
        let (form, shown_total) = (Some(shop.form(phone)), Some(price + HOME_PRICE));
        shop.place(proto::PlaceOrderRequest { form, shown_total, ..shop.cart(&product) }).await.is_ok()
    };
    let unread = say(5, "tag", "per_unit", 10_001).await;
    eventually("all of it waits", CAP, async || neighbours.waiting().await == 3).await;
    assert!(pays(10_000, "0777123456").await, "what was said before counts");
    say(6, "all", "ttc", 900).await;
    eventually("what was said next counts", CAP, async || pays(8_720, "0666123456").await).await;
    eventually("what was said before it is over", CAP, async || neighbours.are_handled(&unread).await).await;
    assert_eq!(shop.count("bus.failures").await, 0, "it failed nowhere");
    neighbours.leave().await;
}

#[souk_testkit::test(SCHEMA)]
async fn what_catalog_announces_can_be_ordered(pool: PgPool) {
    let neighbours = Neighbours::of(pool).await;
    let shop = neighbours.shop.clone();
    let first = shop.order("0555123456").await;
    let soap = sellable(&shop.id(), 33_300);
    neighbours.say(SellableChanged { sellable: Some(soap.clone()) }, &first).await;
    eventually("the product is known", CAP, || async { shop.count("sellables").await == 2 }).await;
    let cart =
        proto::PlaceOrderRequest { form: Some(shop.form("0777123456")), ..shop.cart(&soap.product_id) };
    assert!(shop.place(cart).await.is_ok());
    neighbours.leave().await;
}

#[souk_testkit::test(SCHEMA)]
async fn a_hold_that_ran_out_before_the_order_was_stored_is_flagged_and_asked_for_again(pool: PgPool) {
    let neighbours = Neighbours::of(pool).await;
    let shop = neighbours.shop.clone();
    let order = shop.order("0555123456").await;
    assert_eq!(order.stock, "reserved");
    let refusal = |version| StockRejected {
        order_id: order.id.clone(),
        version,
        order_version: 1,
        shortages: Vec::new(),
    };
    neighbours.say(refusal(HOLD_VERSION - 1), &order).await;
    neighbours.say(refusal(HOLD_VERSION + 1), &order).await;
    neighbours.becomes(&order, "flagged for staff", |order| order.stock == "rejected").await;
    let told = shop.get(&order.id).await.timeline.into_iter().filter(|entry| entry.kind == "stock").count();
    assert_eq!(told, 1, "the refusal from before the hold said nothing new");
    neighbours.leave().await;
}

#[souk_testkit::test(SCHEMA)]
async fn another_price_basis_reaches_checkout_and_until_then_nobody_pays_what_they_did_not_see(pool: PgPool) {
    let neighbours = Neighbours::of(pool).await;
    let shop = neighbours.shop.clone();
    let product = shop.product(10_000).await;
    let seen = |total: i64, phone: &str| proto::PlaceOrderRequest {
        shown_total: Some(total + HOME_PRICE),
        form: Some(shop.form(phone)),
        ..shop.cart(&product)
    };
    let refused = shop.place(seen(11_900, "0555123456")).await.expect_err("this service has not heard of it");
    assert_eq!(refused.code, "orders.price_changed");
    let first = shop.order("0777123456").await;
    let settings = Settings { version: 2, price_basis: "ttc".into(), ..Settings::default() };
    neighbours.say(SettingsChanged { settings: Some(settings) }, &first).await;
    let paid =
        async || shop.place(seen(11_900, "0555123456")).await.is_ok_and(|it| it.total == 11_900 + HOME_PRICE);
    eventually("prices with tax are charged", CAP, paid).await;
    let refused = shop.place(seen(10_000, "0666123456")).await.expect_err("an old page");
    assert_eq!(refused.metadata["total"], (11_900 + HOME_PRICE).to_string());
    neighbours.leave().await;
}
