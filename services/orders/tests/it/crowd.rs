//! More than can be served, and a neighbour that never answers: orders are taken or refused in time, never queued for ever.

use std::collections::HashSet;
use std::time::Duration;

use futures::StreamExt as _;
use futures::future::join_all;
use futures::stream::FuturesUnordered;
use souk_orders::checkout::Policy;
use souk_proto::orders::v1 as proto;
use souk_rpc::Kind;
use sqlx::PgPool;
use tokio::time::{Instant, sleep};

use crate::support::{POLICY, SCHEMA, Shop};

/// At once: more than may ask for stock at once.
const SHOPPERS: u32 = 100;
const ORDERS_EACH: u32 = 3;

#[souk_testkit::test(SCHEMA)]
async fn orders_are_taken_while_inventory_accepts_calls_and_never_answers(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(10_000).await;
    let _silent = shop.inventory.gate();
    let start = Instant::now();
    let waits = join_all((0..SHOPPERS).map(async |shopper| {
        let mut waits = Vec::new();
        for number in 0..ORDERS_EACH {
            let phone = format!("0555{:06}", shopper * ORDERS_EACH + number);
            let cart = proto::PlaceOrderRequest { form: Some(shop.form(&phone)), ..shop.cart(&product) };
            let began = Instant::now();
            let order = shop.place(cart).await.expect("taken").order.expect("an order");
            assert_eq!(order.stock, "pending");
            waits.push(began.elapsed());
        }
        waits
    }));
    let mut waits = waits.await.concat();
    waits.sort();
    let (all, p99) = (start.elapsed(), waits[waits.len() * 99 / 100]);
    assert!(
        all < Duration::from_secs(8) && p99 < Duration::from_secs(4),
        "300 orders in {all:?}, p99 {p99:?}"
    );
    let questions = shop.inventory.book().questions;
    // As many as may ask at once, three times each, and a probe every two seconds.
    assert!(questions < 120, "inventory counts as away after the first, and was asked {questions} times");
}

/// Each is asked three times in vain: that is two questions, not six.
#[souk_testkit::test(SCHEMA)]
async fn two_slow_answers_make_no_inventory_count_as_away(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(10_000).await;
    let place = async |phone: &str| {
        let cart = proto::PlaceOrderRequest { form: Some(shop.form(phone)), ..shop.cart(&product) };
        shop.place(cart).await.expect("taken").order.expect("an order").stock
    };
    let silent = shop.inventory.gate();
    assert_eq!(place("0555000001").await, "pending");
    assert_eq!(place("0555000002").await, "pending");
    silent.add_permits(1_000);
    assert_eq!(place("0555000003").await, "reserved");
}

/// The first of a crowd are answered in time, the others late all at once.
#[souk_testkit::test(SCHEMA)]
async fn an_inventory_that_answers_a_crowd_slowly_is_not_away(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(10_000).await;
    shop.inventory.book().available.insert(product.clone(), 5);
    let gate = shop.inventory.gate();
    let answering = tokio::spawn(async move {
        loop {
            sleep(Duration::from_millis(100)).await;
            gate.add_permits(3);
        }
    });
    let stocks = join_all((0..40).map(async |shopper: u32| {
        let phone = format!("0555{shopper:06}");
        let cart = proto::PlaceOrderRequest { form: Some(shop.form(&phone)), ..shop.cart(&product) };
        match shop.place(cart).await {
            Ok(order) => order.order.expect("an order").stock,
            Err(refused) => refused.code.into_owned(),
        }
    }));
    let stocks = stocks.await;
    answering.abort();
    let told: HashSet<_> = stocks.iter().map(String::as_str).collect();
    assert!(told.is_subset(&["reserved", "orders.out_of_stock"].into()), "{stocks:?}");
    assert_eq!(stocks.iter().filter(|stock| *stock == "reserved").count(), 5, "{stocks:?}");
}

/// What one of two replicas does: it doesn't answer, or can't; the other tells that goods are gone.
#[souk_testkit::test(SCHEMA)]
async fn no_order_is_taken_without_stock_beside_others_that_are_answered(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let (near, far) = (shop.product(10_000).await, shop.product(10_000).await);
    let place = async |phone: String, product: &str| {
        let cart = proto::PlaceOrderRequest { form: Some(shop.form(&phone)), ..shop.cart(product) };
        match shop.place(cart).await {
            Ok(order) => order.order.expect("an order").stock,
            Err(refused) => refused.code.into_owned(),
        }
    };
    for turn in 0..2 {
        match turn {
            0 => shop.inventory.book().silent.insert(far.clone()),
            _ => shop.inventory.book().failing.insert(far.clone()),
        };
        let answered = async {
            for shopper in 0..30 {
                sleep(Duration::from_millis(100)).await;
                assert_eq!(place(format!("0556{turn}{shopper:05}"), &near).await, "reserved");
            }
        };
        let unanswered = join_all((0..6).map(async |shopper| {
            sleep(Duration::from_millis(shopper * 200 + 350)).await;
            place(format!("0557{turn}{shopper:05}"), &far).await
        }));
        let ((), told) = tokio::join!(answered, unanswered);
        assert_eq!(told, ["inventory.crowded"; 6], "turn {turn}");
        shop.inventory.book().silent.clear();
    }
    assert_eq!(shop.count("orders").await, 60);
}

#[souk_testkit::test(SCHEMA)]
async fn an_inventory_that_comes_back_is_asked_again(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(10_000).await;
    let place = async |phone: u32| {
        let phone = format!("0555{phone:06}");
        let cart = proto::PlaceOrderRequest { form: Some(shop.form(&phone)), ..shop.cart(&product) };
        shop.place(cart).await.expect("taken").order.expect("an order").stock
    };
    let silent = shop.inventory.gate();
    for phone in 0..3 {
        assert_eq!(place(phone).await, "pending");
    }
    silent.add_permits(1_000);
    let mut phone = 3..;
    souk_testkit::eventually("stock is reserved again", Duration::from_secs(10), || {
        let stock = place(phone.next().expect("endless"));
        async { stock.await == "reserved" }
    })
    .await;
}

#[souk_testkit::test(SCHEMA)]
async fn what_a_process_can_not_work_on_is_sent_away_at_once(pool: PgPool) {
    let shop = Shop::with_policy(pool, Policy { in_work: 4, ..POLICY }).await;
    let product = shop.product(10_000).await;
    let silent = shop.inventory.gate();
    let mut answers: FuturesUnordered<_> = (0..40)
        .map(|shopper| {
            let phone = format!("0555{shopper:06}");
            let cart = proto::PlaceOrderRequest { form: Some(shop.form(&phone)), ..shop.cart(&product) };
            shop.place(cart)
        })
        .collect();
    for _ in 0..20 {
        let refused = answers.next().await.expect("an answer").expect_err("4 in work and 16 that wait");
        assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Busy, "orders.busy"));
        assert!(refused.retry_after.is_some());
    }
    assert_eq!(shop.count("orders").await, 0, "nobody waited for the others");
    silent.add_permits(1_000);
    while let Some(answer) = answers.next().await {
        answer.expect("taken");
    }
    assert_eq!(shop.count("orders").await, 20);
}

#[souk_testkit::test(SCHEMA)]
async fn stock_that_everybody_wants_at_once_is_no_reason_to_sell_without_asking(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(10_000).await;
    shop.inventory.book().is_crowded = true;
    let cart = shop.cart(&product);
    for _ in 0..10 {
        let refused = shop.place(cart.clone()).await.expect_err("nobody knows");
        assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Busy, "inventory.crowded"));
        assert!(refused.retry_after.is_some());
    }
    assert_eq!(shop.count("orders").await, 0);
    shop.inventory.book().is_crowded = false;
    let order = shop.place(cart).await.expect("placed").order.expect("an order");
    assert_eq!(order.stock, "reserved", "inventory never counted as away");
}
