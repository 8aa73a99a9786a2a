//! Holding stock for orders, alone and in a crowd.

use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use souk_kernel::Role;
use souk_proto::inventory::v1 as proto;
use souk_proto::inventory::v1::reservations_server::Reservations as _;
use souk_rpc::{Actor, Failure, Kind};
use sqlx::PgPool;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::support::{Key, SCHEMA, Shop, Step, admin, by, held, item, new_order, order, staff, system, uuid};

#[souk_testkit::test(SCHEMA)]
async fn two_hundred_buyers_of_twenty_pieces_get_twenty(pool: PgPool) {
    let shop = Shop::open(pool);
    let key = shop.key(true).await;
    for (name, pieces) in [("Alger", 7), ("Oran", 13)] {
        let warehouse = shop.warehouse(name, 1).await;
        shop.add(&warehouse, &key, pieces).await;
    }
    let outcomes = crowd(&shop, 200, |_| vec![(key.clone(), 1)]).await;
    let (held, refused): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(Result::is_ok);
    assert_eq!((held.len(), refused.len()), (20, 180));
    for refusal in refused.into_iter().filter_map(Result::err) {
        assert_eq!((refusal.kind, refusal.code.as_ref()), (Kind::Precondition, "inventory.out_of_stock"));
        assert_eq!(refusal.violations[0].field, "items[0].quantity");
        assert_eq!(refusal.violations[0].text, "1 wanted, 0 available");
    }
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn carts_over_the_same_products_in_any_order_neither_oversell_nor_deadlock(pool: PgPool) {
    let shop = Shop::open(pool);
    let (near, far) = (shop.warehouse("Alger", 1).await, shop.warehouse("Oran", 2).await);
    let mut keys = Vec::new();
    for index in 0..6 {
        let key = shop.key(index % 2 == 0).await;
        shop.add(&near, &key, 20).await;
        shop.add(&far, &key, 15).await;
        keys.push(key);
    }
    let replicas = [shop.replica().await, shop.replica().await];
    let mut buyers = JoinSet::new();
    for buyer in 0..150 {
        let (shop, (reservations, _)) = (shop.clone(), replicas[buyer % 2].clone());
        let cart: Vec<_> = (0..3_usize)
            .map(|line| (keys[(buyer * 7 + line * 5) % 6].clone(), u32::try_from(line + 1).expect("small")))
            .collect();
        buyers.spawn(async move {
            let (id, cart) =
                (new_order(&shop), cart.iter().map(|(key, pieces)| (key, *pieces)).collect::<Vec<_>>());
            shop.reserve_patiently(&reservations, &id, &cart).await?;
            // Every other one is cancelled while others are being held for.
            if buyer % 4 < 2 {
                shop.happens(Step::Cancelled, order(&id, 2, "reserved", &cart)).await.expect("given back");
            }
            Ok::<_, Failure>(())
        });
    }
    let outcomes = buyers.join_all().await;
    for refusal in outcomes.iter().filter_map(|outcome| outcome.as_ref().err()) {
        assert_eq!(refusal.code, "inventory.out_of_stock");
    }
    assert!(outcomes.iter().any(Result::is_ok) && outcomes.iter().any(Result::is_err));
    shop.assert_adds_up().await;
    for (_, sessions) in replicas {
        sessions.close().await;
    }
    assert_eq!(shop.deadlocks().await, 0);
}

#[souk_testkit::test(SCHEMA)]
async fn fifty_identical_calls_hold_once(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 3).await;
    let order = new_order(&shop);
    let mut calls = JoinSet::new();
    for _ in 0..50 {
        let (shop, key, order) = (shop.clone(), key.clone(), order.clone());
        calls.spawn(async move { shop.reserve(&order, &[(&key, 3)]).await });
    }
    for answer in calls.join_all().await {
        assert_eq!(answer.expect("held"), [held(&warehouse, &key, 3)]);
    }
    assert_eq!(shop.level(&warehouse, &key).await, (3, 3));
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn an_order_that_holds_other_items_is_a_conflict(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 9).await;
    let order = new_order(&shop);
    shop.reserve(&order, &[(&key, 2)]).await.expect("held");
    let refused = shop.reserve(&order, &[(&key, 3)]).await.expect_err("other items");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Conflict, "inventory.reservation_differs"));
}

#[souk_testkit::test(SCHEMA)]
async fn one_warehouse_serves_the_whole_order_if_it_can(pool: PgPool) {
    let shop = Shop::open(pool);
    let (first, second) = (shop.warehouse("Alger", 1).await, shop.warehouse("Oran", 2).await);
    let (soap, oil) = (shop.key(true).await, shop.key(false).await);
    shop.add(&first, &soap, 5).await;
    shop.add(&second, &soap, 5).await;
    shop.add(&second, &oil, 5).await;
    let whole = shop.reserve(&new_order(&shop), &[(&oil, 1), (&soap, 2)]).await.expect("held");
    assert!(whole.iter().all(|held| held.warehouse_id == second), "{whole:?}");
    let split = shop.reserve(&new_order(&shop), &[(&soap, 7)]).await.expect("held");
    let mut split: Vec<_> = split.into_iter().map(|held| (held.warehouse_id, held.quantity)).collect();
    split.sort_by_key(|(_, quantity)| std::cmp::Reverse(*quantity));
    assert_eq!(split, [(first, 5), (second, 2)], "by priority where no warehouse has all");
}

#[souk_testkit::test(SCHEMA)]
async fn a_closed_warehouse_sells_nothing(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 5).await;
    shop.save_warehouse(&warehouse, "Alger", 1, false).await;
    let refused = shop.reserve(&new_order(&shop), &[(&key, 1)]).await.expect_err("closed");
    assert_eq!(refused.code, "inventory.out_of_stock");
}

#[souk_testkit::test(SCHEMA)]
async fn lines_of_one_key_are_added_up_and_all_short_items_are_named(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 5).await;
    let unknown = Key { product: shop.id(), combination: String::new() };
    let lines = [(&key, 3), (&unknown, 1), (&key, 3)];
    let refused = shop.reserve(&new_order(&shop), &lines).await.expect_err("6 of 5");
    let fields: Vec<_> = refused.violations.iter().map(|v| (v.field.as_str(), v.text.as_str())).collect();
    assert!(fields.contains(&("items[0].quantity", "6 wanted, 5 available")), "{fields:?}");
    assert!(fields.contains(&("items[1].quantity", "1 wanted, 0 available")), "{fields:?}");
    let numbers = [("items[0].available", "5"), ("items[1].available", "0")];
    assert_eq!(refused.metadata, numbers.map(|(name, left)| (name.to_owned(), left.to_owned())).into());
    assert_eq!(shop.level(&warehouse, &key).await, (5, 0), "all or none");
}

/// Who asks may count on the names of a hundred, and on the numbers of the first fifty.
#[souk_testkit::test(SCHEMA)]
async fn of_many_short_items_a_hundred_are_named_and_the_first_fifty_told_in_number(pool: PgPool) {
    let shop = Shop::open(pool);
    let mut keys: Vec<_> = (0..150).map(|_| Key { product: shop.id(), combination: String::new() }).collect();
    keys.sort_by(|one, other| one.product.cmp(&other.product));
    let lines: Vec<_> = keys.iter().map(|key| (key, 1_000_000)).collect();
    let refused = shop.reserve(&new_order(&shop), &lines).await.expect_err("none is there");
    let named: Vec<_> = refused.violations.iter().take(100).map(|it| it.field.clone()).collect();
    assert_eq!(named, (0..100).map(|at| format!("items[{at}].quantity")).collect::<Vec<_>>());
    let told: Vec<_> =
        (0..150).filter(|at| refused.metadata.contains_key(&format!("items[{at}].available"))).collect();
    assert_eq!(told, (0..50).collect::<Vec<_>>());
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_given_back_can_be_held_again_a_hundred_times(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 2).await;
    let order = new_order(&shop);
    for _ in 0..100 {
        shop.reserve(&order, &[(&key, 2)]).await.expect("held");
        shop.release(&order).await;
        shop.release(&order).await;
    }
    shop.release(&new_order(&shop)).await;
    assert_eq!(shop.level(&warehouse, &key).await, (2, 0));
    assert_eq!(shop.reservation(&order).await.state, "released");
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn staff_move_a_hold_between_warehouses(pool: PgPool) {
    let shop = Shop::open(pool);
    let (near, far) = (shop.warehouse("Alger", 1).await, shop.warehouse("Oran", 2).await);
    let key = shop.key(true).await;
    shop.add(&near, &key, 4).await;
    shop.add(&far, &key, 3).await;
    let order = new_order(&shop);
    shop.reserve(&order, &[(&key, 4)]).await.expect("held");
    let offers: Vec<_> = shop.reservation(&order).await.offers.iter().map(|offer| offer.available).collect();
    assert_eq!(offers, [4, 3], "what is held already counts as available to the order");

    let moved = allocate(&shop, &admin(), &order, vec![held(&near, &key, 1), held(&far, &key, 3)]).await;
    assert_eq!(moved.expect("moved").len(), 2);
    let again = allocate(&shop, &admin(), &order, vec![held(&near, &key, 1), held(&far, &key, 3)]).await;
    assert_eq!(again.expect("moved already").len(), 2);
    let told: Vec<_> =
        shop.audit().await.into_iter().filter(|it| it.action == "inventory.order_allocated").collect();
    assert_eq!(told.len(), 1, "what moved nothing is not told");
    let pieces = |facts: &str| -> Vec<(String, u64)> {
        let facts: serde_json::Value = serde_json::from_str(facts).expect("JSON");
        let held = facts["held"].as_array().expect("a list").iter();
        held.map(|it| {
            (it["warehouse"].as_str().unwrap_or_default().into(), it["quantity"].as_u64().unwrap_or(0))
        })
        .collect()
    };
    assert_eq!(told[0].subject_id, order);
    assert_eq!(pieces(&told[0].before), [(near.clone(), 4)]);
    let mut after = pieces(&told[0].after);
    after.sort_by_key(|(_, quantity)| *quantity);
    assert_eq!(after, [(near.clone(), 1), (far.clone(), 3)]);
    assert_eq!((shop.level(&near, &key).await, shop.level(&far, &key).await), ((4, 1), (3, 3)));
    shop.assert_adds_up().await;

    let short = allocate(&shop, &admin(), &order, vec![held(&far, &key, 4)]).await.expect_err("3 there");
    assert_eq!(
        (short.code.as_ref(), short.metadata.len()),
        ("inventory.out_of_stock", 0),
        "of one warehouse"
    );
    let sums =
        allocate(&shop, &admin(), &order, vec![held(&far, &key, 3)]).await.expect_err("one is missing");
    assert_eq!((sums.kind, sums.violations[0].field.as_str()), (Kind::Invalid, "allocations"));
    let foreign = staff(Role::Warehouse, vec![souk_kernel::WarehouseId::from_uuid(uuid(&near))]);
    let refused = allocate(&shop, &foreign, &order, vec![held(&far, &key, 4)]).await.expect_err("not theirs");
    assert_eq!(refused.kind, Kind::Forbidden);
    let unknown =
        allocate(&shop, &admin(), &shop.id(), vec![held(&far, &key, 4)]).await.expect_err("no hold");
    assert_eq!(unknown.code, "inventory.not_held");
    assert_eq!(shop.audit().await.iter().filter(|it| it.action == "inventory.order_allocated").count(), 1);
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn wrong_input_is_refused_by_field(pool: PgPool) {
    let shop = Shop::open(pool);
    let key = shop.key(true).await;
    for quantity in [0, 1_000_001, 1 << 31, u32::MAX] {
        let refused = shop.reserve(&shop.id(), &[(&key, quantity)]).await.expect_err("no quantity");
        assert_eq!(
            (refused.kind, refused.violations[0].field.as_str()),
            (Kind::Invalid, "items[0].quantity")
        );
    }
    let overflow = shop.reserve(&shop.id(), &[(&key, 999_999), (&key, 2)]).await.expect_err("too many");
    assert_eq!((overflow.kind, overflow.violations[0].field.as_str()), (Kind::Invalid, "items"));
    assert_eq!(shop.reserve(&shop.id(), &[]).await.expect_err("nothing").violations[0].field, "items");

    let odd = Key { product: "1".into(), combination: "'".into() };
    let request =
        proto::ReserveRequest { order_id: "A-1".into(), items: vec![item(&odd, 0)], ..Default::default() };
    let answer = shop.reservations.reserve(by(&system(), request)).await;
    let refused = Failure::from(answer.expect_err("all of it"));
    let fields: Vec<_> = refused.violations.iter().map(|violation| violation.field.as_str()).collect();
    assert_eq!(fields, ["orderId", "items[0].productId", "items[0].combinationId", "items[0].quantity"]);
}

#[souk_testkit::test(SCHEMA)]
async fn only_services_hold_and_give_back(pool: PgPool) {
    let shop = Shop::open(pool);
    for actor in [Actor::shopper(), staff(Role::Sales, Vec::new()), admin()] {
        let answer = shop.reservations.reserve(by(&actor, proto::ReserveRequest::default())).await;
        assert_eq!(Failure::from(answer.expect_err("refused")).kind, Kind::Forbidden);
        let answer = shop.reservations.release(by(&actor, proto::ReleaseRequest::default())).await;
        assert_eq!(Failure::from(answer.expect_err("refused")).kind, Kind::Forbidden);
    }
    let refused = allocate(&shop, &staff(Role::Sales, Vec::new()), &shop.id(), Vec::new()).await;
    assert_eq!(refused.expect_err("sales don't prepare").kind, Kind::Forbidden);
}

async fn allocate(
    shop: &Shop,
    actor: &Actor,
    order: &str,
    allocations: Vec<proto::Held>,
) -> Result<Vec<proto::Held>, Failure> {
    let request = proto::AllocateRequest { order_id: order.into(), allocations };
    let answer = shop.reservations.allocate(by(actor, request)).await;
    Ok(answer.map_err(Failure::from)?.into_inner().held)
}

/// So many buyers at once, each with a cart.
async fn crowd(
    shop: &Arc<Shop>,
    buyers: usize,
    cart: impl Fn(usize) -> Vec<(Key, u32)>,
) -> Vec<Result<Vec<proto::Held>, Failure>> {
    let mut calls = JoinSet::new();
    for buyer in 0..buyers {
        let (shop, cart) = (shop.clone(), cart(buyer));
        calls.spawn(async move {
            let cart: Vec<_> = cart.iter().map(|(key, quantity)| (key, *quantity)).collect();
            shop.reserve_patiently(&shop.reservations, &new_order(&shop), &cart).await
        });
    }
    calls.join_all().await
}

#[souk_testkit::test(SCHEMA)]
async fn a_crowd_is_held_for_together(pool: PgPool) {
    let shop = Shop::open(pool);
    let warehouse = shop.warehouse("Alger", 1).await;
    let keys = [shop.key(true).await, shop.key(false).await];
    for key in &keys {
        shop.add(&warehouse, key, 100).await;
    }
    let mut calls = JoinSet::new();
    for quantity in 1..=12 {
        let (shop, order, [first, second]) = (shop.clone(), new_order(&shop), keys.clone());
        calls.spawn(async move {
            let held = shop.reserve(&order, &[(&first, quantity), (&second, 1)]).await.expect("held");
            (order, quantity, held)
        });
    }
    for (order, quantity, held) in calls.join_all().await {
        let mut quantities: Vec<_> = held.iter().map(|held| held.quantity).collect();
        quantities.sort_unstable();
        let mut expected = vec![quantity, 1];
        expected.sort_unstable();
        assert_eq!(quantities, expected);
        assert_eq!(shop.reservation(&order).await.state, "held");
    }
    assert_eq!(shop.level(&warehouse, &keys[0]).await, (100, (1..=12).sum()));
    assert_eq!(shop.level(&warehouse, &keys[1]).await, (100, 12));
    let transactions = "SELECT count(DISTINCT xmin::text) FROM reservations";
    let transactions: i64 = sqlx::query_scalar(transactions).fetch_one(shop.pool()).await.expect("counted");
    assert!(transactions < 12, "each order was held for by a transaction of its own");
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn a_level_that_somebody_keeps_locked_holds_up_nobody_who_wants_another(pool: PgPool) {
    let shop = Shop::open(pool);
    let warehouse = shop.warehouse("Alger", 1).await;
    let (stuck, free) = (shop.key(true).await, shop.key(true).await);
    for key in [&stuck, &free] {
        shop.add(&warehouse, key, 100).await;
    }
    let mut keeper = shop.pool().begin().await.expect("a transaction");
    let lock =
        sqlx::query("SELECT FROM stock_levels WHERE product_id = $1 FOR UPDATE").bind(uuid(&stuck.product));
    lock.execute(&mut *keeper).await.expect("locked");
    let orders: Vec<_> = std::iter::repeat_with(|| new_order(&shop)).take(41).collect();
    let lines = [(&stuck, 1)];
    let waiting = join_all(orders[..40].iter().map(|order| shop.reserve(order, &lines)));
    let other = [(&free, 1)];
    let served = timeout(Duration::from_secs(2), shop.reserve(&orders[40], &other));
    let (waiting, served) = tokio::join!(waiting, served);
    served.expect("in time").expect("held");
    for refused in waiting {
        let refused = refused.expect_err("nobody can know");
        assert_eq!(refused.code, "inventory.crowded");
        assert!(refused.retry_after.is_some());
    }
    let alone = shop.reserve(&orders[0], &lines).await.expect_err("alone it is no better");
    assert_eq!(alone.code, "inventory.crowded");
    keeper.rollback().await.expect("given up");
    shop.reserve(&orders[0], &lines).await.expect("held");
    shop.assert_adds_up().await;
}
