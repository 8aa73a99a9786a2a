//! What staff counted becomes what is on hand.

use souk_proto::common::v1::PageRequest;
use souk_proto::inventory::v1 as proto;
use souk_proto::inventory::v1::stock_server::Stock as _;
use souk_rpc::{Failure, Kind};
use sqlx::PgPool;
use tokio::task::JoinSet;

use crate::support::{Key, SCHEMA, Shop, Step, admin, by, new_order, order as order_of, sellable};

#[souk_testkit::test(SCHEMA)]
async fn a_count_corrects_the_level_once_and_says_who_found_what(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 12).await;
    let request = shop.stock_take(&warehouse, &key, 12, 9);
    let mut calls = JoinSet::new();
    for _ in 0..10 {
        let (shop, request) = (shop.clone(), request.clone());
        calls.spawn(async move { adjust(&shop, request).await });
    }
    for answer in calls.join_all().await {
        let level = answer.expect("corrected");
        assert_eq!((level.on_hand, level.reserved, level.available), (9, 0, 9));
        assert_eq!(level.product_name.expect("named").ar, "صابون حلب");
    }
    let ledger = movements(&shop).await;
    let row = &ledger[0];
    assert_eq!((ledger.len(), row.kind.as_str(), row.quantity), (2, "adjusted", -3));
    assert_eq!((row.before, row.after, row.reason.as_str()), (12, 9, "inventaire"));
    assert_eq!(row.actor.as_ref().map(|actor| actor.name.as_str()), Some("Samira B."));
    let told = shop.audit().await;
    let told: Vec<_> = told.iter().filter(|entry| entry.action == "inventory.stock_adjusted").collect();
    assert_eq!((told.len(), told[0].before.as_str()), (1, r#"{"onHand":12}"#));
    assert!(told[0].after.contains(r#""onHand":9"#) && told[0].after.contains("inventaire"), "{told:?}");
    assert_eq!(available(&shop, &key).await, 9, "as every other change it is told");
    shop.assert_adds_up().await;

    let other = proto::AdjustStockRequest { counted: 8, ..request };
    let refused = adjust(&shop, other).await.expect_err("the key is taken");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Invalid, "inventory.idempotency_key_reused"));
}

#[souk_testkit::test(SCHEMA)]
async fn what_moved_meanwhile_is_not_counted_away(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 12).await;
    shop.add(&warehouse, &key, 1).await;
    let request = shop.stock_take(&warehouse, &key, 12, 10);
    let refused = adjust(&shop, request.clone()).await.expect_err("one came in");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Conflict, "inventory.stock_moved"));
    assert_eq!((refused.metadata["onHand"].as_str(), refused.metadata["reserved"].as_str()), ("13", "0"));
    assert_eq!((shop.level(&warehouse, &key).await, movements(&shop).await.len()), ((13, 0), 2));

    let anew = proto::AdjustStockRequest { on_hand: 13, ..request };
    assert_eq!(adjust(&shop, anew).await.expect("what was refused took no key").on_hand, 10);
    let right = shop.stock_take(&warehouse, &key, 10, 10);
    assert_eq!(adjust(&shop, right).await.expect("as it is").on_hand, 10);
    assert_eq!(movements(&shop).await.len(), 3, "a count that finds the level right moves nothing");
}

#[souk_testkit::test(SCHEMA)]
async fn what_orders_hold_can_not_be_counted_away(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 12).await;
    shop.reserve(&new_order(&shop), &[(&key, 5)]).await.expect("held");
    let refused = adjust(&shop, shop.stock_take(&warehouse, &key, 12, 4)).await.expect_err("5 are held");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Precondition, "inventory.count_below_reserved"));
    assert_eq!(
        (refused.metadata["reserved"].as_str(), refused.violations[0].field.as_str()),
        ("5", "counted")
    );
    assert_eq!((shop.level(&warehouse, &key).await, movements(&shop).await.len()), ((12, 5), 1));
    let level = adjust(&shop, shop.stock_take(&warehouse, &key, 12, 5)).await.expect("all that is held");
    assert_eq!((level.on_hand, level.reserved, level.available), (5, 5, 0));
    assert_eq!(available(&shop, &key).await, 0);
    shop.assert_adds_up().await;
}

/// A shopper takes the last piece while a clerk counts that it isn't there.
#[souk_testkit::test(SCHEMA)]
async fn of_a_count_and_a_hold_of_the_same_piece_one_is_refused(pool: PgPool) {
    let shop = Shop::open(pool);
    let warehouse = shop.warehouse("Alger", 1).await;
    for round in 0..30 {
        let key = shop.key(true).await;
        shop.add(&warehouse, &key, 1).await;
        let (order, items) = (new_order(&shop), [(&key, 1)]);
        let take = shop.stock_take(&warehouse, &key, 1, 0);
        let (counted, held) = tokio::join!(adjust(&shop, take), shop.reserve(&order, &items));
        let level = shop.level(&warehouse, &key).await;
        match (counted, held) {
            (Ok(_), Err(refused)) => {
                assert_eq!((level, refused.code.as_ref()), ((0, 0), "inventory.out_of_stock"));
            }
            (Err(refused), Ok(_)) => {
                assert_eq!((level, refused.code.as_ref()), ((1, 1), "inventory.count_below_reserved"));
            }
            both => panic!("round {round}: {both:?}"),
        }
    }
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn of_counts_and_deliveries_at_once_none_is_lost(pool: PgPool) {
    let shop = Shop::open(pool);
    let warehouse = shop.warehouse("Alger", 1).await;
    for _ in 0..20 {
        let key = shop.key(false).await;
        let [seven, five] = [7, 5].map(|pieces| shop.stock_take(&warehouse, &key, 0, pieces));
        let (counted, (), rival) =
            tokio::join!(adjust(&shop, seven), shop.add(&warehouse, &key, 4), adjust(&shop, five));
        let found = [counted, rival].into_iter().filter_map(|answer| match answer {
            Ok(level) => Some(level.on_hand.cast_signed()),
            Err(refused) => {
                assert_eq!(refused.code, "inventory.stock_moved");
                None
            }
        });
        // A count that came before the delivery stays, beside it; one that came later had read nothing of it.
        let found: Vec<i32> = found.collect();
        assert!(found.len() <= 1, "both had read that nothing was there: {found:?}");
        let expected = 4 + found.iter().sum::<i32>();
        assert_eq!(shop.level(&warehouse, &key).await, (expected, 0));
    }
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn what_the_list_shows_can_be_counted_and_nothing_else(pool: PgPool) {
    let shop = Shop::open(pool);
    let (near, far) = (shop.warehouse("Alger", 1).await, shop.warehouse("Oran", 2).await);
    let key = shop.key(true).await;
    assert_eq!(adjust(&shop, shop.stock_take(&near, &key, 0, 0)).await.expect("nothing").on_hand, 0);
    assert_eq!(adjust(&shop, shop.stock_take(&near, &key, 0, 3)).await.expect("found").on_hand, 3);
    assert_eq!(available(&shop, &key).await, 3);

    // Catalog drops the combination: what is left of it can be found missing, and found again.
    let other = Key { combination: shop.id(), ..key.clone() };
    shop.sellable_changed(sellable(&other, 2, "Savon")).await;
    assert_eq!(adjust(&shop, shop.stock_take(&near, &key, 3, 1)).await.expect("left").on_hand, 1);
    assert_eq!(adjust(&shop, shop.stock_take(&near, &key, 1, 0)).await.expect("none left").on_hand, 0);
    let nothing = Key { product: shop.id(), combination: String::new() };
    for (warehouse, key) in [(&near, &key), (&far, &key), (&near, &nothing)] {
        let refused = adjust(&shop, shop.stock_take(warehouse, key, 0, 2)).await.expect_err("not shown");
        assert_eq!((refused.kind, refused.code.as_ref()), (Kind::NotFound, "inventory.unknown_item"));
    }
    let refused = adjust(&shop, shop.stock_take(&shop.id(), &other, 0, 2)).await.expect_err("no warehouse");
    assert_eq!(refused.code, "inventory.unknown_warehouse");
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn goods_that_left_meanwhile_come_back_beside_what_was_counted(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 3).await;
    let (order, items) = (new_order(&shop), [(&key, 2)]);
    shop.reserve(&order, &items).await.expect("held");
    for (step, version) in [(Step::Placed, 1), (Step::Shipped, 2)] {
        shop.happens(step, order_of(&order, version, "reserved", &items)).await.expect("handled");
    }
    let refused = adjust(&shop, shop.stock_take(&warehouse, &key, 3, 1)).await.expect_err("two left");
    assert_eq!((refused.code.as_ref(), refused.metadata["onHand"].as_str()), ("inventory.stock_moved", "1"));
    adjust(&shop, shop.stock_take(&warehouse, &key, 1, 0)).await.expect("the last one isn't there");
    shop.happens(Step::Returned, order_of(&order, 3, "reserved", &items)).await.expect("they come back");
    assert_eq!(shop.level(&warehouse, &key).await, (2, 0));
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn a_count_without_a_reason_or_of_less_than_nothing_is_refused_by_field(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    let fields = async |request: proto::AdjustStockRequest| {
        let refused = adjust(&shop, request).await.expect_err("wrong");
        assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Invalid, "inventory.invalid_count"));
        refused.violations.into_iter().map(|violation| violation.field).collect::<Vec<_>>()
    };
    let request = shop.stock_take(&warehouse, &key, 0, 0);
    for counted in [-1, 1_000_000_001, 1 << 32, i64::MIN, i64::MAX] {
        let wrong = proto::AdjustStockRequest { counted, ..request.clone() };
        assert_eq!(fields(wrong).await, ["counted"], "{counted}");
    }
    for reason in [String::new(), "  ".into(), "é".repeat(501)] {
        assert_eq!(fields(proto::AdjustStockRequest { reason, ..request.clone() }).await, ["reason"]);
    }
    let nothing = proto::AdjustStockRequest { counted: -1, ..Default::default() };
    assert_eq!(fields(nothing).await, ["idempotencyKey", "warehouseId", "productId", "counted", "reason"]);
    let longest = proto::AdjustStockRequest { counted: 1, reason: "é".repeat(500), ..request };
    assert_eq!(adjust(&shop, longest).await.expect("corrected").on_hand, 1);
}

async fn adjust(shop: &Shop, request: proto::AdjustStockRequest) -> Result<proto::StockLevel, Failure> {
    let answer = shop.stock.adjust_stock(by(&admin(), request)).await;
    Ok(answer.map_err(Failure::from)?.into_inner())
}

async fn available(shop: &Shop, key: &Key) -> i64 {
    while shop.availability.announce().await.expect("announced") {}
    let request = proto::GetAvailabilityRequest { product_ids: vec![key.product.clone()] };
    let answer = shop.stock.get_availability(by(&admin(), request)).await.expect("read").into_inner();
    answer.availability.into_iter().find(|of| of.combination_id == key.combination).expect("told").available
}

/// Newest first.
async fn movements(shop: &Shop) -> Vec<proto::Movement> {
    let page = Some(PageRequest { page: 1, size: 100 });
    let request = proto::ListMovementsRequest { page, ..Default::default() };
    shop.stock.list_movements(by(&admin(), request)).await.expect("listed").into_inner().movements
}
