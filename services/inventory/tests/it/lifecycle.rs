//! What the events of an order do to its stock: once, late, twice and out of order.

use souk_rpc::Kind;
use sqlx::PgPool;

use crate::support::{Key, SCHEMA, Shop, Step, changed, new_order, order};

const RESERVED: &str = "souk.inventory.v1.StockReserved";
const REJECTED: &str = "souk.inventory.v1.StockRejected";

#[souk_testkit::test(SCHEMA)]
async fn a_parcel_leaves_the_shelf_once_and_comes_back_once(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 10).await;
    let id = new_order(&shop);
    shop.reserve(&id, &[(&key, 4)]).await.expect("held");
    let steps = [
        (Step::Placed, "confirmed", (10, 4)),
        (Step::Shipped, "shipped", (6, 0)),
        (Step::Returned, "returned", (10, 0)),
    ];
    for (version, (step, state, level)) in (1..).zip(steps) {
        for _ in 0..2 {
            shop.happens(step, order(&id, version, "reserved", &[(&key, 4)])).await.expect("handled");
            assert_eq!(
                (shop.reservation(&id).await.state.as_str(), shop.level(&warehouse, &key).await),
                (state, level)
            );
        }
    }
    let kinds: Vec<(String, i32, i32, i32)> =
        sqlx::query_as("SELECT kind, quantity, before, after FROM stock_movements ORDER BY sequence")
            .fetch_all(shop.pool())
            .await
            .expect("read");
    let kinds: Vec<_> =
        kinds.iter().map(|(kind, q, before, after)| (kind.as_str(), *q, *before, *after)).collect();
    assert_eq!(kinds, [("received", 10, 0, 10), ("shipped", -4, 10, 6), ("returned", 4, 6, 10)]);
    assert_eq!(shop.outbox().await, Vec::<String>::new(), "orders knows that the stock is held");
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn an_order_taken_without_asking_is_held_or_rejected_by_its_event(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(false).await);
    shop.add(&warehouse, &key, 5).await;
    let (first, second) = (new_order(&shop), new_order(&shop));
    shop.happens(Step::Placed, order(&first, 1, "pending", &[(&key, 4)])).await.expect("handled");
    assert_eq!(shop.outbox().await, [RESERVED]);
    assert_eq!(shop.reservation(&first).await.state, "confirmed");

    shop.happens(Step::Placed, order(&second, 1, "pending", &[(&key, 2)])).await.expect("handled");
    let payload: Vec<u8> = sqlx::query_scalar("SELECT payload FROM bus.outbox WHERE type = $1")
        .bind(REJECTED)
        .fetch_one(shop.pool())
        .await
        .expect("one rejection");
    let rejected: souk_proto::inventory::v1::StockRejected =
        prost::Message::decode(payload.as_slice()).expect("sent");
    assert_eq!(rejected.order_id, second);
    assert_eq!((rejected.shortages[0].requested, rejected.shortages[0].available), (2, 1));

    // More stock came: the checkout's call, repeated for the order, holds it for good at once.
    shop.add(&warehouse, &key, 5).await;
    shop.reserve(&second, &[(&key, 2)]).await.expect("held");
    assert_eq!(shop.reservation(&second).await.state, "confirmed", "the order exists");
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn the_answer_that_got_lost_was_a_hold_all_the_same(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(false).await);
    shop.add(&warehouse, &key, 5).await;
    let id = new_order(&shop);
    shop.reserve(&id, &[(&key, 4)]).await.expect("held, though orders never heard");
    shop.happens(Step::Placed, order(&id, 1, "pending", &[(&key, 4)])).await.expect("handled");
    assert_eq!(
        (shop.level(&warehouse, &key).await, shop.outbox().await),
        ((5, 4), vec![RESERVED.to_owned()])
    );
}

#[souk_testkit::test(SCHEMA)]
async fn an_order_stored_after_its_hold_ran_out_is_refused_by_a_newer_word_than_the_hold(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(false).await);
    shop.add(&warehouse, &key, 5).await;
    let (slow, quick) = (new_order(&shop), new_order(&shop));
    let hold = shop.hold(&slow, &[(&key, 4)]).await.expect("held");
    shop.release(&slow).await;
    shop.reserve(&quick, &[(&key, 4)]).await.expect("held");
    shop.happens(Step::Placed, order(&slow, 1, "reserved", &[(&key, 4)])).await.expect("handled");
    let payload: Vec<u8> = sqlx::query_scalar("SELECT payload FROM bus.outbox WHERE type = $1")
        .bind(REJECTED)
        .fetch_one(shop.pool())
        .await
        .expect("one rejection");
    let rejected: souk_proto::inventory::v1::StockRejected =
        prost::Message::decode(payload.as_slice()).expect("sent");
    assert!(rejected.version > hold.version, "{} after {}", rejected.version, hold.version);
    shop.add(&warehouse, &key, 5).await;
    let again = shop.hold(&slow, &[(&key, 4)]).await.expect("held after all");
    assert!(again.version > rejected.version);
    assert_eq!(shop.hold(&slow, &[(&key, 4)]).await.expect("a repeat").version, again.version);
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn a_cancelled_order_never_holds_again(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 5).await;
    let id = new_order(&shop);
    shop.happens(Step::Cancelled, order(&id, 2, "pending", &[(&key, 4)])).await.expect("handled");
    shop.happens(Step::Placed, order(&id, 1, "pending", &[(&key, 4)])).await.expect("late and skipped");
    let refused = shop.reserve(&id, &[(&key, 4)]).await.expect_err("cancelled");
    assert_eq!(refused.code, "inventory.order_cancelled");
    assert_eq!(shop.level(&warehouse, &key).await, (5, 0));
    assert_eq!(shop.reservation(&id).await.state, "released");
}

#[souk_testkit::test(SCHEMA)]
async fn events_that_overtake_others_make_up_for_them(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 9).await;
    let (shipped, returned) = (new_order(&shop), new_order(&shop));
    shop.happens(Step::Shipped, order(&shipped, 4, "pending", &[(&key, 4)])).await.expect("handled");
    shop.happens(Step::Placed, order(&shipped, 1, "pending", &[(&key, 4)])).await.expect("skipped");
    assert_eq!(shop.level(&warehouse, &key).await, (5, 0));
    shop.happens(Step::Returned, order(&returned, 6, "reserved", &[(&key, 3)])).await.expect("handled");
    shop.happens(Step::Shipped, order(&returned, 4, "reserved", &[(&key, 3)])).await.expect("skipped");
    assert_eq!(shop.level(&warehouse, &key).await, (5, 0), "left and came back");
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn an_order_can_not_leave_without_stock(pool: PgPool) {
    let shop = Shop::open(pool);
    let key = shop.key(true).await;
    let id = new_order(&shop);
    let refused = shop.happens(Step::Shipped, order(&id, 4, "rejected", &[(&key, 4)])).await;
    assert_eq!(refused.expect_err("nothing there").to_string(), "nothing is held for the order");
    assert_eq!(shop.outbox().await, Vec::<String>::new());
}

#[souk_testkit::test(SCHEMA)]
async fn goods_that_left_are_not_given_back_by_a_cancellation(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 4).await;
    let id = new_order(&shop);
    shop.happens(Step::Shipped, order(&id, 4, "pending", &[(&key, 4)])).await.expect("handled");
    let refused = shop.happens(Step::Cancelled, order(&id, 5, "reserved", &[(&key, 4)])).await;
    assert_eq!(refused.expect_err("gone").to_string(), "the goods have left already");
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn a_repeated_checkout_and_a_cancellation_at_once_end_in_a_cancelled_order(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 5).await;
    for _ in 0..30 {
        let id = new_order(&shop);
        shop.reserve(&id, &[(&key, 5)]).await.expect("held");
        shop.release(&id).await;
        let lines = [(&key, 5)];
        let (again, cancelled) = tokio::join!(
            shop.reserve(&id, &lines),
            shop.happens(Step::Cancelled, order(&id, 2, "reserved", &lines))
        );
        cancelled.expect("handled");
        assert!(
            again.as_ref().is_ok() || again.is_err_and(|refused| refused.code == "inventory.order_cancelled")
        );
        assert_eq!(shop.level(&warehouse, &key).await, (5, 0));
    }
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn orders_that_are_held_are_confirmed_together_as_they_are_alone(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 10).await;
    let ids: [String; 4] = std::array::from_fn(|_| new_order(&shop));
    for id in &ids {
        shop.reserve(id, &[(&key, 2)]).await.expect("held");
    }
    let placed = |id: &String, stock| order(id, 1, stock, &[(&key, 2)]);
    let [alone, together @ ..] = &ids;
    shop.happens(Step::Placed, placed(alone, "reserved")).await.expect("handled");
    let orders = together.iter().map(|id| placed(id, "reserved"));
    assert!(shop.all_placed(orders.clone()).await.expect("asked"));
    let rows: Vec<(String, i64, i64, bool)> =
        sqlx::query_as("SELECT state, order_version, version, expires_at IS NULL FROM reservations")
            .fetch_all(shop.pool())
            .await
            .expect("read");
    assert_eq!(rows, vec![("confirmed".to_owned(), 1, 2, true); 4]);
    assert!(!shop.all_placed(orders).await.expect("asked"), "they are no news");
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn one_order_that_is_not_simply_held_keeps_all_from_being_confirmed_together(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 10).await;
    let (held, cancelled, unheld) = (new_order(&shop), new_order(&shop), new_order(&shop));
    for id in [&held, &cancelled] {
        shop.reserve(id, &[(&key, 2)]).await.expect("held");
    }
    shop.happens(Step::Cancelled, order(&cancelled, 2, "reserved", &[(&key, 2)])).await.expect("handled");
    let placed = |id: &str, stock| order(id, 1, stock, &[(&key, 2)]);
    for odd in [placed(&cancelled, "reserved"), placed(&unheld, "reserved"), placed(&held, "pending")] {
        let orders = [placed(&held, "reserved"), odd];
        assert!(!shop.all_placed(orders).await.expect("asked"));
        assert_eq!(shop.reservation(&held).await.state, "held");
    }
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn a_checkout_that_failed_frees_nothing_of_an_order_that_was_stored(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 5).await;
    let id = new_order(&shop);
    shop.reserve(&id, &[(&key, 5)]).await.expect("held");
    shop.happens(Step::Placed, order(&id, 1, "reserved", &[(&key, 5)])).await.expect("confirmed");
    let refused = shop.try_release(&id).await.expect_err("the order is there");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Precondition, "inventory.confirmed"));
    assert_eq!(
        (shop.level(&warehouse, &key).await, shop.reservation(&id).await.state),
        ((5, 5), "confirmed".into())
    );
    shop.happens(Step::Cancelled, order(&id, 2, "reserved", &[(&key, 5)])).await.expect("given back");
    assert_eq!(shop.level(&warehouse, &key).await, (5, 0));
}

#[souk_testkit::test(SCHEMA)]
async fn an_order_that_gave_its_stock_back_unconfirmed_may_hold_again_and_a_late_word_changes_nothing(
    pool: PgPool,
) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 5).await;
    let id = new_order(&shop);
    let lines = [(&key, 5)];
    shop.reserve(&id, &lines).await.expect("held");
    shop.happens(Step::HoldReleased, order(&id, 2, "released", &lines)).await.expect("given back");
    shop.happens(Step::Placed, order(&id, 1, "reserved", &lines)).await.expect("too late");
    assert_eq!(shop.level(&warehouse, &key).await, (5, 0));
    let again = shop.hold_for(&id, 2, &lines).await.expect("held again");
    shop.happens(Step::HoldReleased, order(&id, 2, "released", &lines)).await.expect("once is enough");
    assert_eq!(
        (shop.level(&warehouse, &key).await, shop.reservation(&id).await.state),
        ((5, 5), "confirmed".into())
    );
    assert!(again.version > 2, "orders knows it for a newer word");
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn a_release_that_comes_after_staff_asked_for_the_stock_again_takes_nothing_away(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 5).await;
    let (id, lines) = (new_order(&shop), [(&key, 5)]);
    shop.reserve(&id, &lines).await.expect("held");
    shop.happens(Step::Placed, order(&id, 1, "reserved", &lines)).await.expect("confirmed");
    let again = shop.hold_for(&id, 2, &lines).await.expect("held still");
    assert_eq!(shop.told_reserved().await, [again.version], "a version that orders does not know yet");
    let repeated = shop.hold_for(&id, 2, &lines).await.expect("held still");
    assert_eq!((repeated.version, shop.told_reserved().await.len()), (again.version, 1));
    shop.happens(Step::HoldReleased, order(&id, 2, "released", &lines)).await.expect("no news");
    assert_eq!(shop.reservation(&id).await.state, "confirmed");
    assert_eq!(shop.level(&warehouse, &key).await, (5, 5));

    shop.happens(Step::HoldReleased, order(&id, 4, "released", &lines)).await.expect("released again");
    assert_eq!(shop.level(&warehouse, &key).await, (5, 0));
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn orders_is_told_of_what_a_stored_order_holds_anew(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 9).await;
    let lines = [(&key, 3)];
    let [released, unheard, waiting] = std::array::from_fn(|_| new_order(&shop));
    shop.reserve(&released, &lines).await.expect("held");
    shop.happens(Step::HoldReleased, order(&released, 2, "released", &lines)).await.expect("given back");
    shop.reserve(&waiting, &lines).await.expect("held, and the answer was late");
    for (id, version) in [(&released, 2), (&unheard, 1), (&waiting, 1)] {
        let held = shop.hold_for(id, version, &lines).await.expect("held");
        assert!(shop.told_reserved().await.contains(&held.version));
        assert_eq!(shop.reservation(id).await.state, "confirmed", "nobody has to confirm it any more");
        shop.happens(Step::Placed, order(id, 1, "pending", &lines)).await.expect("no news");
    }
    assert_eq!((shop.level(&warehouse, &key).await, shop.told_reserved().await.len()), ((9, 9), 3));
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn an_order_that_was_taken_without_a_hold_holds_nothing_until_it_asks(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 5).await;
    let (id, lines) = (new_order(&shop), [(&key, 5)]);
    shop.happens(Step::Placed, order(&id, 1, "released", &lines)).await.expect("heard");
    assert_eq!((shop.level(&warehouse, &key).await, shop.told_reserved().await), ((5, 0), vec![]));
    shop.hold_for(&id, 1, &lines).await.expect("held");
    assert_eq!(shop.level(&warehouse, &key).await, (5, 5));
    shop.assert_adds_up().await;
}

/// An order of four pieces of a product with so many on its shelf, and a hold of two more and of a second product for its change.
async fn changing(pool: PgPool, pieces: i64) -> (std::sync::Arc<Shop>, String, [Key; 2], String, String) {
    let shop = Shop::open(pool);
    let (warehouse, keys) = (shop.warehouse("Alger", 1).await, [shop.key(true).await, shop.key(false).await]);
    shop.add(&warehouse, &keys[0], pieces).await;
    shop.add(&warehouse, &keys[1], 5).await;
    let (id, hold) = (new_order(&shop), new_order(&shop));
    shop.reserve(&id, &[(&keys[0], 4)]).await.expect("held");
    shop.happens(Step::Placed, order(&id, 1, "reserved", &[(&keys[0], 4)])).await.expect("handled");
    shop.reserve(&hold, &[(&keys[0], 2), (&keys[1], 1)]).await.expect("held");
    (shop, warehouse, keys, id, hold)
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_held_follows_what_an_order_has(pool: PgPool) {
    let (shop, warehouse, [first, second], id, hold) = changing(pool, 6).await;
    let more = order(&id, 2, "reserved", &[(&first, 6), (&second, 1)]);
    for _ in 0..2 {
        shop.lines_changed(more.clone(), &[&hold]).await.expect("handled");
        assert_eq!(shop.level(&warehouse, &first).await, (6, 6));
        assert_eq!(shop.level(&warehouse, &second).await, (5, 1));
        assert_eq!(shop.reservation(&hold).await.state, "released", "it is the order's now");
    }
    let next = new_order(&shop);
    let less = order(&id, 3, "reserved", &[(&second, 2)]);
    shop.lines_changed(less, &[&hold, &next]).await.expect("handled");
    assert_eq!(shop.level(&warehouse, &first).await, (6, 0));
    assert_eq!(shop.level(&warehouse, &second).await, (5, 2));
    shop.lines_changed(more, &[&hold]).await.expect("late, and nothing new");
    assert_eq!(shop.level(&warehouse, &second).await, (5, 2));
    let late = shop.reserve(&next, &[(&first, 1)]).await.expect_err("the question comes after its change");
    assert_eq!(late.code.as_ref(), "inventory.order_cancelled");
    assert_eq!(shop.outbox().await, Vec::<String>::new(), "orders knows that the stock is held");
    shop.happens(Step::Shipped, order(&id, 4, "reserved", &[(&second, 2)])).await.expect("handled");
    assert_eq!(shop.level(&warehouse, &second).await, (3, 0));
    shop.assert_adds_up().await;
}

/// All that is there is held: by the order, and for its changes.
#[souk_testkit::test(SCHEMA)]
async fn events_of_changes_overtake_each_other_and_nothing_is_missing(pool: PgPool) {
    let (shop, warehouse, [first, second], id, one) = changing(pool, 7).await;
    let two = new_order(&shop);
    shop.reserve(&two, &[(&first, 1)]).await.expect("held");
    let last = order(&id, 3, "reserved", &[(&first, 7), (&second, 1)]);
    shop.lines_changed(last, &[&one, &two]).await.expect("the second is heard first");
    assert_eq!(shop.level(&warehouse, &first).await, (7, 7));
    let earlier = order(&id, 2, "reserved", &[(&first, 6), (&second, 1)]);
    shop.lines_changed(earlier, &[&one]).await.expect("late");
    assert_eq!(shop.level(&warehouse, &first).await, (7, 7));
    assert_eq!(shop.level(&warehouse, &second).await, (5, 1));
    assert_eq!(shop.outbox().await, Vec::<String>::new());
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn a_parcel_that_leaves_before_its_change_is_heard_leaves_whole(pool: PgPool) {
    let (shop, warehouse, [first, second], id, hold) = changing(pool, 6).await;
    let items = [(&first, 6), (&second, 1)];
    let left = changed(order(&id, 3, "reserved", &items), &[&hold]);
    shop.happens(Step::Shipped, left).await.expect("handled");
    assert_eq!(shop.level(&warehouse, &first).await, (0, 0));
    shop.lines_changed(order(&id, 2, "reserved", &items), &[&hold]).await.expect("late");
    assert_eq!(shop.level(&warehouse, &first).await, (0, 0));
    assert_eq!(shop.level(&warehouse, &second).await, (4, 0));
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn an_order_that_ends_gives_back_what_is_held_for_its_changes(pool: PgPool) {
    let (shop, warehouse, [first, second], id, hold) = changing(pool, 9).await;
    let cancelled = changed(order(&id, 3, "reserved", &[(&first, 6)]), &[&hold]);
    shop.happens(Step::Cancelled, cancelled).await.expect("handled");
    assert_eq!(shop.level(&warehouse, &first).await, (9, 0));
    assert_eq!(shop.level(&warehouse, &second).await, (5, 0));
    shop.lines_changed(order(&id, 2, "reserved", &[(&first, 6)]), &[&hold]).await.expect("late");
    assert_eq!(shop.level(&warehouse, &first).await, (9, 0));

    let unconfirmed = new_order(&shop);
    shop.happens(Step::Placed, order(&unconfirmed, 1, "released", &[(&first, 1)])).await.expect("handled");
    shop.lines_changed(order(&unconfirmed, 2, "released", &[(&first, 2)]), &[]).await.expect("handled");
    assert_eq!(shop.level(&warehouse, &first).await, (9, 0), "it holds nothing until it asks again");
    let outdated = shop.hold_for(&unconfirmed, 1, &[(&first, 1)]).await;
    outdated.expect_err("a question of before the change comes late");
    shop.hold_for(&unconfirmed, 2, &[(&first, 2)]).await.expect("held");
    assert_eq!(shop.level(&warehouse, &first).await, (9, 2));
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn a_change_that_nothing_was_held_for_is_held_or_rejected_by_its_event(pool: PgPool) {
    let (shop, warehouse, [first, second], id, hold) = changing(pool, 6).await;
    shop.release(&hold).await;
    let other = new_order(&shop);
    shop.reserve(&other, &[(&first, 1)]).await.expect("held");
    let held_version = shop.hold(&id, &[(&first, 4)]).await.expect("a repeat").version;
    shop.lines_changed(order(&id, 2, "reserved", &[(&first, 6)]), &[&hold]).await.expect("handled");
    assert_eq!(shop.outbox().await, [REJECTED]);
    assert_eq!(shop.level(&warehouse, &first).await, (6, 1), "all or nothing");
    let payload: Vec<u8> = sqlx::query_scalar("SELECT payload FROM bus.outbox WHERE type = $1")
        .bind(REJECTED)
        .fetch_one(shop.pool())
        .await
        .expect("one rejection");
    let rejected: souk_proto::inventory::v1::StockRejected =
        prost::Message::decode(payload.as_slice()).expect("sent");
    assert!(rejected.version > held_version, "orders takes it for news");
    assert_eq!(rejected.order_version, 2);
    // Changed before that was heard: orders is told, whatever it believes.
    shop.lines_changed(order(&id, 4, "reserved", &[(&first, 5)]), &[]).await.expect("handled");
    assert_eq!(shop.outbox().await, [REJECTED, RESERVED], "with one less it can be had");
    assert_eq!(shop.level(&warehouse, &first).await, (6, 6));
    // It is changed and confirmed before that is heard.
    let held = shop.hold_for(&id, 5, &[(&first, 4), (&second, 1)]).await.expect("held");
    assert_eq!(held.held.len(), 2);
    assert_eq!(shop.level(&warehouse, &first).await, (6, 5));
    shop.assert_adds_up().await;
}
