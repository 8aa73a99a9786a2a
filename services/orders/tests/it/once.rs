//! A checkout happens once and not too often, whoever repeats it and whatever dies in between.

use std::collections::HashSet;

use prost::Message as _;
use souk_kernel::Clock as _;
use souk_orders::housekeeping;
use souk_proto::orders::v1 as proto;
use souk_proto::orders::v1::checkout_server::Checkout as _;
use souk_rpc::{Actor, Failure, Kind};
use souk_testkit::eventually;
use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;
use time::Duration;
use tokio::runtime::Runtime;

use crate::support::{COOLDOWN, SCHEMA, Shop, by};

const CAP: std::time::Duration = std::time::Duration::from_secs(10);

#[souk_testkit::test(SCHEMA)]
async fn fifty_identical_submits_make_one_order_and_one_answer(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(10_000).await;
    let cart = shop.cart(&product);
    let submits = (0..50).map(|_| {
        let (shop, cart) = (shop.clone(), cart.clone());
        tokio::spawn(async move { shop.place(cart).await })
    });
    let mut answers = HashSet::new();
    for submit in submits.collect::<Vec<_>>() {
        let answer = submit.await.expect("no panic").expect("an answer");
        answers.insert(proto::PlaceOrderResponse { replayed: false, ..answer }.encode_to_vec());
    }
    assert_eq!(answers.len(), 1);
    assert_eq!(shop.count("orders").await, 1);
    assert_eq!(shop.events().await, ["souk.orders.v1.OrderPlaced"]);
    assert_eq!(shop.inventory.book().held.len(), 1);
}

#[souk_testkit::test(SCHEMA)]
async fn a_key_answers_its_own_request_only(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(10_000).await;
    let cart = shop.cart(&product);
    let first = shop.place(cart.clone()).await.expect("placed");
    let again = shop.place(cart.clone()).await.expect("replayed");
    assert!(!first.replayed && again.replayed);
    assert_eq!(first.order_id, again.order_id);
    let other = proto::PlaceOrderRequest { request_hash: "other".into(), ..cart.clone() };
    let refused = shop.place(other).await.expect_err("refused");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Invalid, "orders.idempotency_key_reused"));
    let stranger = proto::PlaceOrderRequest { visitor_id: shop.id(), ..cart };
    let refused =
        shop.place(stranger).await.expect_err("the phone has to wait, and sees no answer of another's");
    assert_eq!(refused.kind, Kind::RateLimited);
}

#[souk_testkit::test(SCHEMA)]
async fn a_request_whose_answer_is_forgotten_makes_no_second_order_and_holds_nothing(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let product = shop.product(10_000).await;
    let cart = shop.cart(&product);
    shop.place(cart.clone()).await.expect("placed");
    shop.clock.advance(Duration::hours(49));
    housekeeping::sweep(&pool, &shop.clock).await.expect("swept");
    let refused = shop.place(cart.clone()).await.expect_err("its time is over");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Invalid, "orders.idempotency_key_reused"));
    assert_eq!((shop.count("orders").await, shop.inventory.book().questions), (1, 1));
    let anew = proto::PlaceOrderRequest { idempotency_key: shop.id(), ..cart };
    shop.place(anew).await.expect("another purchase");
}

#[souk_testkit::test(SCHEMA)]
async fn the_next_order_waits_for_visitor_and_phone(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(10_000).await;
    let cart = shop.cart(&product);
    shop.place(cart.clone()).await.expect("placed");
    shop.clock.advance(Duration::seconds(40));
    let same_visitor = proto::PlaceOrderRequest {
        idempotency_key: shop.id(),
        form: Some(shop.form("0666123456")),
        ..cart.clone()
    };
    let same_phone = shop.cart(&product);
    let left = std::time::Duration::from_mins(1);
    // Whose phone it is, nobody knows: no stranger is told when it ordered.
    for (hasty, wait) in [(&same_visitor, left), (&same_phone, COOLDOWN)] {
        let refused = shop.place(hasty.clone()).await.expect_err("refused");
        assert_eq!((refused.kind, refused.code.as_ref()), (Kind::RateLimited, "orders.cooldown"));
        assert_eq!(refused.retry_after, Some(wait));
    }
    let again = shop.place(cart).await.expect("replayed during the cooldown");
    assert!(again.replayed);
    assert_eq!(again.cooldown_seconds, Some(100), "from when it was placed, as it was told first");
    shop.clock.advance(Duration::seconds(60));
    assert!(shop.place(same_visitor).await.is_ok());
}

#[souk_testkit::test(SCHEMA)]
async fn the_merchant_chooses_how_long_the_next_order_waits(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let other = shop.process(pool);
    let product = shop.product(10_000).await;
    let cart = shop.cart(&product);
    shop.announce_times(1, 600, 0).await;
    let told = shop.place(cart.clone()).await.expect("placed").cooldown_seconds;
    assert_eq!(told, Some(600), "whoever ordered before it was chosen hears of it");
    let again = || proto::PlaceOrderRequest { idempotency_key: shop.id(), ..cart.clone() };
    let wait = async |seconds: i64| {
        shop.clock.advance(Duration::seconds(seconds));
        let here = shop.place(again()).await.expect_err("refused");
        let there =
            Failure::from(other.place_order(by(&Actor::shopper(), again())).await.expect_err("refused"));
        assert_eq!(here.code, "orders.cooldown");
        assert_eq!(here.retry_after, there.retry_after, "another process knows it too");
        here.retry_after.map(|left| left.as_secs())
    };
    assert_eq!(wait(200).await, Some(400), "beyond the 100 s that the process was told at start");
    shop.announce_times(2, 30, 0).await;
    shop.announce_times(1, 600, 0).await;
    assert_eq!(wait(100).await, Some(300), "who waits already waits as long as was said");
    shop.clock.advance(Duration::seconds(300));
    shop.place(again()).await.expect("placed");
    assert_eq!(wait(0).await, Some(30), "what came late is older");
    shop.announce_times(3, 0, 0).await;
    shop.clock.advance(Duration::seconds(30));
    shop.place(again()).await.expect("placed");
    assert_eq!(wait(0).await, Some(100), "nothing chosen: as the process was told");
}

/// Somebody who knows a phone keeps its owner from ordering no longer than the specification says.
#[souk_testkit::test(SCHEMA)]
async fn however_long_the_merchant_chooses_a_phone_waits_100_seconds_for_a_stranger(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(10_000).await;
    shop.announce_times(1, 3_600, 0).await;
    let stranger = shop.cart(&product);
    shop.place(stranger.clone()).await.expect("placed");
    shop.clock.advance(Duration::seconds(40));
    let owner = shop.cart(&product);
    let refused = shop.place(owner.clone()).await.expect_err("refused");
    assert_eq!(refused.retry_after, Some(COOLDOWN), "not when");
    shop.clock.advance(Duration::seconds(60));
    shop.place(owner).await.expect("placed");
    let again = proto::PlaceOrderRequest { idempotency_key: shop.id(), ..stranger };
    let left = std::time::Duration::from_secs(3_500);
    assert_eq!(shop.place(again).await.expect_err("refused").retry_after, Some(left));
}

/// Load tests order without end, whatever the settings of the shop say.
#[souk_testkit::test(SCHEMA)]
async fn nobody_waits_where_the_process_was_told_so(pool: PgPool) {
    let shop = Shop::with_cooldown(pool, std::time::Duration::ZERO).await;
    let product = shop.product(10_000).await;
    shop.announce_times(1, 600, 0).await;
    let cart = shop.cart(&product);
    for _ in 0..2 {
        let again = proto::PlaceOrderRequest { idempotency_key: shop.id(), ..cart.clone() };
        assert_eq!(shop.place(again).await.expect("placed").cooldown_seconds, None);
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_refused_attempt_starts_no_cooldown(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(10_000).await;
    shop.inventory.book().available.insert(product.clone(), 0);
    let cart = shop.cart(&product);
    assert_eq!(shop.place(cart.clone()).await.expect_err("refused").code, "orders.out_of_stock");
    shop.inventory.book().available.insert(product, 1);
    assert!(shop.place(cart).await.is_ok());
}

#[souk_testkit::test(SCHEMA)]
async fn of_two_carts_of_one_phone_at_once_one_is_an_order_and_the_other_gives_its_stock_back(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(10_000).await;
    let gate = shop.inventory.gate();
    let submits = [shop.cart(&product), shop.cart(&product)].map(|cart| {
        let shop = shop.clone();
        tokio::spawn(async move { shop.place(cart).await })
    });
    eventually("inventory was asked", CAP, || async { shop.inventory.book().questions == 2 }).await;
    gate.add_permits(2);
    let mut outcomes = Vec::new();
    for submit in submits {
        outcomes.push(submit.await.expect("no panic"));
    }
    let refused: Vec<&Failure> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
    assert_eq!(refused.iter().map(|failure| failure.kind).collect::<Vec<_>>(), [Kind::RateLimited]);
    assert_eq!(shop.count("orders").await, 1);
    assert_eq!(shop.inventory.book().released.len(), 1);
    assert_eq!(shop.inventory.book().held.len(), 1);
}

/// Another process stores an order with the phone of one of a crowd, which is found out only when this one is stored too.
#[souk_testkit::test(SCHEMA)]
async fn an_order_that_loses_its_phone_to_another_begins_no_cooldown_of_its_visitor(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let product = shop.product(10_000).await;
    shop.place(shop.cart(&product)).await.expect("placed");
    let phone: String =
        sqlx::query_scalar("DELETE FROM cooldowns WHERE subject LIKE 'phone:%' RETURNING subject")
            .fetch_one(&pool)
            .await
            .expect("the phone's");
    sqlx::query("DELETE FROM cooldowns").execute(&pool).await.expect("the visitor's");
    let mut theirs = pool.begin().await.expect("a transaction");
    sqlx::query("INSERT INTO cooldowns (subject, until) VALUES ($1, $2)")
        .bind(&phone)
        .bind(shop.clock.now() + COOLDOWN)
        .execute(&mut *theirs)
        .await
        .expect("theirs");
    let gate = shop.inventory.gate();
    let others = (0..7).map(|n| proto::PlaceOrderRequest {
        form: Some(shop.form(&format!("066610000{n}"))),
        ..shop.cart(&product)
    });
    let submits: Vec<_> = std::iter::once(shop.cart(&product))
        .chain(others)
        .map(|cart| {
            let shop = shop.clone();
            tokio::spawn(async move { shop.place(cart).await })
        })
        .collect();
    eventually("stock is held for all", CAP, || async { shop.inventory.book().held.len() == 9 }).await;
    gate.add_permits(1000);
    let waits = "SELECT EXISTS (SELECT FROM pg_stat_activity
                                 WHERE datname = current_database() AND wait_event_type = 'Lock')";
    eventually("ours waits for theirs", CAP, || async {
        sqlx::query_scalar(waits).fetch_one(&pool).await.expect("asked")
    })
    .await;
    theirs.commit().await.expect("stored");
    let mut refused = Vec::new();
    for submit in submits {
        if let Err(failure) = submit.await.expect("no panic") {
            refused.push(failure.code);
        }
    }
    assert_eq!(refused, ["orders.cooldown"]);
    assert_eq!((shop.count("orders").await, shop.inventory.book().released.len()), (8, 1));
    let cooling: Vec<String> = sqlx::query_scalar(
        "SELECT subject FROM cooldowns c
          WHERE NOT EXISTS (SELECT FROM orders o WHERE subject IN ('visitor:' || o.visitor_id, 'phone:' || o.phone)
                               AND o.phone LIKE '0666%')",
    )
    .fetch_all(&pool)
    .await
    .expect("read");
    assert_eq!(cooling, [phone], "and none of a visitor without an order");
    assert_eq!(shop.count("cooldowns").await, 15);
}

#[souk_testkit::test(SCHEMA)]
async fn a_crowd_is_stored_together_and_each_order_is_its_carts(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let product = shop.product(10_000).await;
    let gate = shop.inventory.gate();
    let submits: Vec<_> = (1..=30)
        .map(|quantity: i64| {
            let phone = format!("06661{quantity:05}");
            let cart = proto::PlaceOrderRequest {
                form: Some(shop.form(&phone)),
                ..shop.cart_of(&[(&product, quantity)])
            };
            let shop = shop.clone();
            tokio::spawn(
                async move { (phone, quantity, cart.idempotency_key.clone(), shop.place(cart).await) },
            )
        })
        .collect();
    eventually("stock is held for all", CAP, || async { shop.inventory.book().held.len() == 30 }).await;
    gate.add_permits(1000);
    for submit in submits {
        let (phone, quantity, key, answer) = submit.await.expect("no panic");
        let answer = answer.expect("placed");
        let row: (String, String, i32, i64, String, Vec<u8>) = sqlx::query_as(
            "SELECT 'A-' || o.number, o.phone, l.quantity, o.total, i.key, i.response FROM orders o
               JOIN order_lines l ON l.order_id = o.id
               JOIN order_timeline t ON t.order_id = o.id AND t.kind = 'placed' AND t.at = o.placed_at
               JOIN bus.outbox e ON e.correlation_id = o.id AND position(convert_to(o.phone, 'utf8') IN e.payload) > 0
               JOIN idempotency i ON i.scope = 'checkout/' || o.visitor_id
              WHERE o.id = $1::uuid",
        )
        .bind(&answer.order_id)
        .fetch_one(&pool)
        .await
        .expect("all rows of one order");
        let response = prost::Message::encode_to_vec(&answer);
        let expected =
            (answer.order_number, phone, i32::try_from(quantity).expect("few"), answer.total, key, response);
        assert_eq!(row, expected);
    }
    let transactions = "SELECT count(DISTINCT xmin::text) FROM orders";
    let transactions: i64 = sqlx::query_scalar(transactions).fetch_one(&pool).await.expect("counted");
    assert!(transactions < 30, "each order was stored by a statement of its own");
}

#[souk_testkit::test(SCHEMA)]
async fn the_odd_ones_of_a_crowd_are_refused_alone(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(10_000).await;
    let phone = |n: u32| format!("06661{n:05}");
    let cart = |n| proto::PlaceOrderRequest { form: Some(shop.form(&phone(n))), ..shop.cart(&product) };
    // Two of one phone, and one that comes twice.
    let mut carts: Vec<_> = (0..30).map(cart).chain([cart(7)]).collect();
    carts.push(carts[11].clone());
    let gate = shop.inventory.gate();
    let submits: Vec<_> = carts
        .into_iter()
        .map(|cart| {
            let shop = shop.clone();
            tokio::spawn(async move { shop.place(cart).await })
        })
        .collect();
    // Asked again where the gate keeps the answer too long.
    eventually("stock is held for all", CAP, || async { shop.inventory.book().held.len() == 31 }).await;
    gate.add_permits(1000);
    let (mut placed, mut refused) = (Vec::new(), Vec::new());
    for submit in submits {
        match submit.await.expect("no panic") {
            Ok(answer) => placed.push((answer.order_number, answer.order_id)),
            Err(failure) => refused.push(failure.code),
        }
    }
    placed.sort();
    placed.dedup();
    assert_eq!((placed.len(), refused), (30, vec!["orders.cooldown".into()]));
    for (table, rows) in [("orders", 30), ("order_lines", 30), ("order_timeline", 30), ("idempotency", 30)] {
        assert_eq!(shop.count(table).await, rows, "{table}");
    }
    assert_eq!((shop.count("cooldowns").await, shop.events().await.len()), (60, 30));
    assert_eq!(shop.inventory.book().held.len(), 30, "what was refused gave its stock back");
}

#[souk_testkit::test(SCHEMA)]
async fn a_process_that_dies_between_hold_and_commit_leaves_its_hold_to_the_retry(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let product = shop.product(10_000).await;
    shop.inventory.book().available.insert(product.clone(), 1);
    let cart = shop.cart(&product);
    let gate = shop.inventory.gate();
    let process = Runtime::new().expect("a process of its own");
    process.spawn({
        let (shop, cart, options) = (shop.clone(), cart.clone(), pool.connect_options());
        async move {
            let pool = PgPoolOptions::new().connect_with((*options).clone()).await.expect("its own pool");
            shop.process(pool).place_order(by(&Actor::shopper(), cart)).await
        }
    });
    eventually("the stock is held", CAP, || async { shop.inventory.book().held.len() == 1 }).await;
    process.shutdown_background();
    assert_eq!(shop.count("orders").await, 0);
    gate.add_permits(10);

    let placed =
        shop.process(pool).place_order(by(&Actor::shopper(), cart)).await.expect("placed").into_inner();
    let book = shop.inventory.book();
    assert_eq!(book.held.keys().collect::<Vec<_>>(), [&placed.order_id]);
}

#[souk_testkit::test(SCHEMA)]
async fn a_shopper_who_loses_the_connection_finds_the_order_placed(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(10_000).await;
    let cart = shop.cart(&product);
    let gate = shop.inventory.gate();
    let call = tokio::spawn({
        let (shop, cart) = (shop.clone(), cart.clone());
        async move { shop.place(cart).await }
    });
    eventually("inventory was asked", CAP, || async { shop.inventory.book().questions == 1 }).await;
    call.abort();
    gate.add_permits(1);
    let answer = shop.place(cart).await.expect("an answer");
    assert!(answer.replayed);
    assert_eq!(shop.count("orders").await, 1);
}

/// What two processes do at once with one request, each once it holds the stock.
#[souk_testkit::test(SCHEMA)]
async fn two_processes_with_the_same_request_make_one_order_and_give_one_answer(pool: PgPool) {
    for cooldown in [COOLDOWN, std::time::Duration::ZERO] {
        let shop = Shop::with_cooldown(pool.clone(), cooldown).await;
        let before = shop.count("orders").await;
        let product = shop.product(10_000).await;
        let cart = shop.cart(&product);
        let gate = shop.inventory.gate();
        let places = [shop.process(pool.clone()), shop.checkout.clone()].map(|process| {
            let cart = cart.clone();
            tokio::spawn(async move { process.place_order(by(&Actor::shopper(), cart)).await })
        });
        eventually("both asked", CAP, || async { shop.inventory.book().questions >= 2 }).await;
        gate.add_permits(100);
        let mut answers = HashSet::new();
        for place in places {
            let answer = place.await.expect("no panic").expect("an answer").into_inner();
            answers.insert(proto::PlaceOrderResponse { replayed: false, ..answer }.encode_to_vec());
        }
        assert_eq!((answers.len(), shop.count("orders").await), (1, before + 1));
        let book = shop.inventory.book();
        assert_eq!((book.held.len(), book.released.len()), (1, 0), "both held under one id");
    }
}

/// A process of the release before chose the order's id by chance; it wrote the same row of the answer.
#[souk_testkit::test(SCHEMA)]
async fn an_order_that_was_stored_under_another_id_answers_the_request(pool: PgPool) {
    let shop = Shop::with_cooldown(pool.clone(), std::time::Duration::ZERO).await;
    let product = shop.product(10_000).await;
    let (theirs, cart) = (shop.cart(&product), shop.cart(&product));
    let stored = shop.place(theirs.clone()).await.expect("placed");
    let gate = shop.inventory.gate();
    let ours = tokio::spawn({
        let (shop, cart) = (shop.clone(), cart.clone());
        async move { shop.place(cart).await }
    });
    eventually("ours holds", CAP, || async { shop.inventory.book().held.len() == 2 }).await;
    sqlx::query("UPDATE idempotency SET scope = 'checkout/' || $1, key = $2 WHERE key = $3")
        .bind(&cart.visitor_id)
        .bind(&cart.idempotency_key)
        .bind(&theirs.idempotency_key)
        .execute(&pool)
        .await
        .expect("the other release stored its answer");
    gate.add_permits(100);
    let answer = ours.await.expect("no panic").expect("an answer");
    assert_eq!((answer.order_id, answer.replayed), (stored.order_id, true));
    assert_eq!((shop.count("orders").await, shop.inventory.book().released.len()), (1, 0));
}

#[souk_testkit::test(SCHEMA)]
async fn a_checkout_that_hangs_beside_its_twin_frees_nothing_that_was_sold(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let product = shop.product(10_000).await;
    shop.inventory.book().available.insert(product.clone(), 1);
    let cart = shop.cart(&product);
    let gate = shop.inventory.gate();
    let narrow = PgPoolOptions::new().max_connections(1).acquire_timeout(std::time::Duration::from_secs(2));
    let narrow = narrow.connect_with((*pool.connect_options()).clone()).await.expect("its own pool");
    let hanging = tokio::spawn({
        let (process, cart) = (shop.process(narrow.clone()), cart.clone());
        async move { process.place_order(by(&Actor::shopper(), cart)).await }
    });
    eventually("the stock is held", CAP, || async { shop.inventory.book().held.len() == 1 }).await;
    let taken = narrow.acquire().await.expect("its only connection");
    let twin = tokio::spawn({
        let (shop, cart) = (shop.clone(), cart.clone());
        async move { shop.place(cart).await }
    });
    eventually("the twin asks", CAP, || async { shop.inventory.book().questions >= 2 }).await;
    gate.add_permits(100);
    let placed = twin.await.expect("no panic").expect("placed");
    hanging.await.expect("no panic").expect_err("no connection");
    drop(taken);
    {
        let book = shop.inventory.book();
        assert_eq!((book.held.keys().collect::<Vec<_>>(), book.released.len()), (vec![&placed.order_id], 0));
    }
    let again = shop.place(cart).await.expect("an answer");
    assert_eq!((again.order_id, again.replayed), (placed.order_id, true));
    assert_eq!(shop.count("orders").await, 1);
}

#[souk_testkit::test(SCHEMA)]
async fn of_a_closed_shop_what_was_placed_is_answered_and_nothing_else_is_placed(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(1_200).await;
    let cart = shop.cart(&product);
    let closed =
        |cart: &proto::PlaceOrderRequest| proto::PlaceOrderRequest { only_placed: true, ..cart.clone() };
    let refused = shop.place(closed(&cart)).await.expect_err("the shop is closed");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Precondition, "orders.not_placed"));
    assert!(shop.inventory.book().held.is_empty(), "nothing is held for it");

    let placed = shop.place(cart.clone()).await.expect("placed once the shop is open");
    let again = shop.place(closed(&cart)).await.expect("answered though it is closed");
    assert_eq!((again.order_id, again.replayed), (placed.order_id, true));
}

#[souk_testkit::test(SCHEMA)]
async fn of_a_closed_shop_an_order_that_another_process_places_is_no_order_that_was_not_placed(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let product = shop.product(1_200).await;
    let cart = shop.cart(&product);
    let gate = shop.inventory.gate();
    let placing = tokio::spawn({
        let (shop, cart) = (shop.clone(), cart.clone());
        async move { shop.place(cart).await }
    });
    eventually("the stock is held", CAP, || async { shop.inventory.book().held.len() == 1 }).await;
    let own = PgPoolOptions::new().max_connections(1).connect_lazy_with((*pool.connect_options()).clone());
    let asking = tokio::spawn({
        let (process, cart) =
            (shop.process(own.clone()), proto::PlaceOrderRequest { only_placed: true, ..cart });
        async move { process.place_order(by(&Actor::shopper(), cart)).await }
    });
    eventually("it looked once", CAP, || async { (own.size(), own.num_idle()) == (1, 1) }).await;
    gate.add_permits(100);
    let placed = placing.await.expect("no panic").expect("placed");
    let answer = asking.await.expect("no panic").expect("answered").into_inner();
    assert_eq!((answer.order_id, answer.replayed), (placed.order_id, true));
}
