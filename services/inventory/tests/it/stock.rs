//! Deliveries, levels and the ledger.

use souk_inventory::availability::Availability;
use souk_inventory::sellables;
use souk_kernel::{Clock as _, Role, WarehouseId};
use souk_proto::common::v1::PageRequest;
use souk_proto::inventory::v1 as proto;
use souk_proto::inventory::v1::stock_server::Stock as _;
use souk_rpc::{Actor, Failure, Kind};
use sqlx::PgPool;
use tokio::task::JoinSet;

use crate::support::{
    Key, SCHEMA, Shop, Step, admin, by, new_order, order as order_of, sellable, staff, uuid,
};

#[souk_testkit::test(SCHEMA)]
async fn a_delivery_counts_once_however_often_it_is_sent(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    let request = shop.delivery(&warehouse, &key, 12);
    let mut calls = JoinSet::new();
    for _ in 0..20 {
        let (shop, request) = (shop.clone(), request.clone());
        calls.spawn(async move { add(&shop, &admin(), request).await });
    }
    for answer in calls.join_all().await {
        let level = answer.expect("added");
        assert_eq!((level.on_hand, level.reserved, level.available), (12, 0, 12));
        assert_eq!(level.product_name.expect("named").ar, "صابون حلب");
    }
    assert_eq!(movements(&shop).await.len(), 1);

    let other = proto::AddStockRequest { quantity: 13, ..request };
    let refused = add(&shop, &admin(), other).await.expect_err("the key is taken");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Invalid, "inventory.idempotency_key_reused"));
}

#[souk_testkit::test(SCHEMA)]
async fn a_stored_answer_outlives_the_day_that_clients_count_on_and_is_forgotten_then(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    let request = shop.delivery(&warehouse, &key, 12);
    add(&shop, &admin(), request.clone()).await.expect("added");
    let forget = async || {
        souk_idempotency::forget(shop.pool(), shop.clock.now()).await.expect("forgotten");
        let kept = sqlx::query_scalar("SELECT count(*) FROM idempotency_keys");
        kept.fetch_one(shop.pool()).await.expect("counted")
    };
    shop.clock.advance(time::Duration::hours(25));
    let kept: i64 = forget().await;
    assert_eq!(kept, 1);
    assert_eq!(add(&shop, &admin(), request).await.expect("the stored answer").on_hand, 12);
    shop.clock.advance(time::Duration::hours(24));
    assert_eq!(forget().await, 0);
    assert_eq!(movements(&shop).await.len(), 1);
}

#[souk_testkit::test(SCHEMA)]
async fn deliveries_at_once_all_count_and_the_ledger_is_a_chain(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    let mut calls = JoinSet::new();
    for pieces in 1..=50 {
        let (shop, request) = (shop.clone(), shop.delivery(&warehouse, &key, pieces));
        calls.spawn(async move { add(&shop, &admin(), request).await });
    }
    for answer in calls.join_all().await {
        answer.expect("added");
    }
    assert_eq!(shop.level(&warehouse, &key).await, (1275, 0));
    let mut ledger = movements(&shop).await;
    ledger.reverse();
    assert!(
        ledger.windows(2).all(|pair| pair[0].after == pair[1].before),
        "each row begins where the last ended"
    );
    assert!(ledger.iter().all(|row| row.kind == "received" && row.reason == "livraison"));
    assert_eq!(ledger[0].actor.as_ref().map(|actor| actor.name.as_str()), Some("Samira B."));
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn the_ledger_can_not_be_rewritten(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 5).await;
    for rewrite in
        ["UPDATE stock_movements SET quantity = 1", "DELETE FROM stock_movements", "TRUNCATE stock_movements"]
    {
        let error = sqlx::query(rewrite).execute(shop.pool()).await.expect_err(rewrite);
        assert!(error.to_string().contains("append-only"), "{error}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn the_database_refuses_what_does_not_add_up(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 5).await;
    for wrong in ["reserved = 6", "reserved = -1", "on_hand = -1", "on_hand = 1000000001"] {
        let update = format!("UPDATE stock_levels SET {wrong}");
        let error = sqlx::query(sqlx::AssertSqlSafe(update)).execute(shop.pool()).await.expect_err(wrong);
        let error = error.into_database_error().expect("the database's");
        assert_eq!(error.code().as_deref(), Some("23514"), "{wrong}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn wrong_input_is_refused_by_field(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    for quantity in [0, -1, 1_000_001, 1 << 31, 1_000_000_000_000_000_000, i64::MIN] {
        let refused =
            add(&shop, &admin(), shop.delivery(&warehouse, &key, quantity)).await.expect_err("no delivery");
        assert_eq!(
            (refused.kind, refused.violations[0].field.as_str()),
            (Kind::Invalid, "quantity"),
            "{quantity}"
        );
    }
    let nothing = add(&shop, &admin(), proto::AddStockRequest::default()).await.expect_err("nothing");
    let fields: Vec<_> = nothing.violations.iter().map(|violation| violation.field.as_str()).collect();
    assert_eq!(fields, ["idempotencyKey", "warehouseId", "productId", "quantity"]);

    let page = Some(PageRequest { page: 1, size: 13 });
    let request = proto::ListStocksRequest {
        warehouse_id: warehouse,
        page,
        query: "é".repeat(101),
        ..Default::default()
    };
    let refused =
        Failure::from(shop.stock.list_stocks(by(&admin(), request)).await.expect_err("size and query"));
    let fields: Vec<_> = refused.violations.iter().map(|violation| violation.field.as_str()).collect();
    assert_eq!(fields, ["size", "query"]);
    let request = proto::GetAvailabilityRequest { product_ids: vec![String::from("0"); 1001] };
    let refused = shop.stock.get_availability(by(&admin(), request)).await.expect_err("too many");
    assert_eq!(Failure::from(refused).kind, Kind::Invalid);
}

#[souk_testkit::test(SCHEMA)]
async fn stock_is_kept_only_of_what_catalog_sells_in_warehouses_that_exist(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    let whole_product = Key { combination: String::new(), ..key.clone() };
    let unknown = Key { product: shop.id(), combination: String::new() };
    for key in [whole_product, unknown] {
        let refused =
            add(&shop, &admin(), shop.delivery(&warehouse, &key, 1)).await.expect_err("not stocked");
        assert_eq!((refused.kind, refused.code.as_ref()), (Kind::NotFound, "inventory.unknown_item"));
    }
    let refused = add(&shop, &admin(), shop.delivery(&shop.id(), &key, 1)).await.expect_err("no warehouse");
    assert_eq!(refused.code, "inventory.unknown_warehouse");
}

#[souk_testkit::test(SCHEMA)]
async fn staff_add_stock_only_where_they_work(pool: PgPool) {
    let shop = Shop::open(pool);
    let (mine, other) = (shop.warehouse("Alger", 1).await, shop.warehouse("Oran", 2).await);
    let key = shop.key(true).await;
    let clerk = staff(Role::Warehouse, vec![WarehouseId::from_uuid(uuid(&mine))]);
    add(&shop, &clerk, shop.delivery(&mine, &key, 1)).await.expect("theirs");
    for (actor, warehouse) in
        [(&clerk, &other), (&staff(Role::Sales, Vec::new()), &mine), (&Actor::shopper(), &mine)]
    {
        let refused = add(&shop, actor, shop.delivery(warehouse, &key, 1)).await.expect_err("not theirs");
        assert_eq!(refused.kind, Kind::Forbidden);
    }
    let unsigned = shop.stock.add_stock(tonic::Request::new(shop.delivery(&mine, &key, 1))).await;
    assert_eq!(Failure::from(unsigned.expect_err("nobody")).kind, Kind::Unauthenticated);
}

#[souk_testkit::test(SCHEMA)]
async fn levels_are_listed_with_names_and_found_by_them(pool: PgPool) {
    let shop = Shop::open(pool);
    let warehouse = shop.warehouse("Alger", 1).await;
    let (soap, other) = (shop.key(true).await, shop.key(false).await);
    shop.sellable_changed(sellable(&other, 2, "Étui 100% cuir")).await;
    shop.add(&warehouse, &soap, 7).await;
    let all = list(&shop, &warehouse, "").await;
    let names: Vec<_> = all
        .stocks
        .iter()
        .map(|level| (level.product_name.as_ref().expect("named").fr.as_str(), level.on_hand))
        .collect();
    assert_eq!((all.total, names), (2, vec![("Savon d'Alep", 7), ("Étui 100% cuir", 0)]), "empty levels too");
    for (query, found) in
        [("ALEP", 1), ("حلب", 2), ("sav-2", 1), ("100%", 1), ("1_0", 0), ("%", 0), ("cuire", 0)]
    {
        assert_eq!(list(&shop, &warehouse, query).await.total, found, "{query}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn an_old_version_of_a_product_is_not_taken_over(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 1).await;
    shop.sellable_changed(sellable(&key, 3, "Nouveau")).await;
    shop.sellable_changed(sellable(&key, 2, "Ancien")).await;
    shop.sellable_changed(sellable(&key, 3, "Ancien")).await;
    let listed = list(&shop, &warehouse, "").await;
    assert_eq!(listed.stocks[0].product_name.as_ref().expect("named").fr, "Nouveau");

    // Catalog drops the combination: what is left of it stays in sight, nothing is added to it.
    let bare = Key { combination: shop.id(), ..key.clone() };
    shop.sellable_changed(sellable(&bare, 4, "Nouveau")).await;
    assert_eq!(list(&shop, &warehouse, "").await.total, 2);
    let refused = add(&shop, &admin(), shop.delivery(&warehouse, &key, 1)).await.expect_err("dropped");
    assert_eq!(refused.code, "inventory.unknown_item");
}

#[souk_testkit::test(SCHEMA)]
async fn what_catalog_dropped_is_listed_where_some_is_left(pool: PgPool) {
    let shop = Shop::open(pool);
    let (near, far) = (shop.warehouse("Alger", 1).await, shop.warehouse("Oran", 2).await);
    let key = shop.key(true).await;
    let other = Key { combination: shop.id(), ..key.clone() };
    shop.add(&near, &key, 2).await;
    let order = new_order(&shop);
    shop.reserve(&order, &[(&key, 2)]).await.expect("held");
    let of_key = async |warehouse: &str, query: &str| {
        let listed = list(&shop, warehouse, query).await;
        assert_eq!(listed.total, listed.stocks.len() as u64);
        listed.stocks.iter().filter(|level| level.combination_id == key.combination).count()
    };
    let listed = async || {
        let found = (of_key(&near, "alep").await, of_key(&far, "alep").await);
        assert_eq!((of_key(&near, "").await, of_key(&far, "").await), found, "all, and those found");
        found
    };
    assert_eq!(listed().await, (1, 1), "while it is sold, in every warehouse");
    shop.sellable_changed(sellable(&other, 2, "Savon d'Alep")).await;
    assert_eq!(listed().await, (1, 0), "dropped: where some is left");

    let items = [(&key, 2)];
    shop.happens(Step::Placed, order_of(&order, 1, "reserved", &items)).await.expect("placed");
    shop.happens(Step::Shipped, order_of(&order, 2, "reserved", &items)).await.expect("shipped");
    assert_eq!((shop.level(&near, &key).await, listed().await), ((0, 0), (0, 0)), "the last one left");
    shop.happens(Step::Returned, order_of(&order, 3, "reserved", &items)).await.expect("returned");
    assert_eq!((shop.level(&near, &key).await, listed().await), ((2, 0), (1, 0)), "and came back");
    shop.sellable_changed(sellable(&key, 3, "Savon d'Alep")).await;
    assert_eq!(listed().await, (1, 1), "sold again: once, everywhere");
}

#[souk_testkit::test(SCHEMA)]
async fn lists_are_right_however_goods_leave_while_catalog_drops_and_sells_them(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    let other = Key { combination: shop.id(), ..key.clone() };
    shop.add(&warehouse, &key, 1).await;
    let catalog = async {
        for version in 2..43 {
            let told = if version % 2 == 0 { &other } else { &key };
            shop.sellable_changed(sellable(told, version, "Savon")).await;
        }
    };
    let goods = async {
        for _ in 0..20 {
            let (order, items) = (new_order(&shop), [(&key, 1)]);
            shop.reserve(&order, &items).await.expect("held");
            for (step, version) in [(Step::Placed, 1), (Step::Shipped, 2), (Step::Returned, 3)] {
                shop.happens(step, order_of(&order, version, "reserved", &items)).await.expect("handled");
            }
        }
    };
    let told = async {
        for _ in 0..40 {
            shop.availability.announce().await.expect("announced");
        }
    };
    tokio::join!(catalog, goods, told);
    shop.assert_adds_up().await;
    assert_eq!(list(&shop, &warehouse, "").await.total, 2, "one is sold, one is left");
}

/// Catalog drops the later of two combinations and renames the earlier, whereas goods and news take them in order.
#[souk_testkit::test(SCHEMA)]
async fn goods_news_and_catalog_never_wait_in_a_circle_for_a_product_of_two_combinations(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, early) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    let late = Key { combination: shop.id(), ..early.clone() };
    assert!(early.combination < late.combination);
    let told = |version: u64, both: bool| {
        let mut told = sellable(&early, version, &format!("Savon {version}"));
        if both {
            told.combinations.extend(sellable(&late, version, "Savon").combinations);
        }
        told
    };
    shop.sellable_changed(told(2, true)).await;
    for key in [&early, &late] {
        shop.add(&warehouse, key, 1).await;
    }
    let (_, sessions) = shop.replica().await;
    let catalog = async {
        for version in 3..163 {
            let mut tx = sessions.begin().await.expect("a transaction");
            let told = told(version, version % 2 == 0);
            sellables::changed_in(&mut tx, Some(told)).await.expect("taken over");
            tx.commit().await.expect("committed");
        }
    };
    let goods = async {
        for _ in 0..40 {
            let (order, items) = (new_order(&shop), [(&early, 1), (&late, 1)]);
            shop.reserve(&order, &items).await.expect("held");
            for (step, version) in [(Step::Placed, 1), (Step::Shipped, 2), (Step::Returned, 3)] {
                shop.happens(step, order_of(&order, version, "reserved", &items)).await.expect("handled");
            }
        }
    };
    let (clock, outbox) = (shop.inventory.clock.clone(), shop.inventory.outbox.clone());
    let availability = Availability::new(sessions.clone(), clock, outbox);
    let news = async {
        for _ in 0..160 {
            availability.announce().await.expect("announced");
        }
    };
    tokio::join!(catalog, goods, news);
    shop.assert_adds_up().await;
    sessions.close().await;
    assert_eq!(shop.deadlocks().await, 0);
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_told_of_a_product_as_it_was_known_is_not_written(pool: PgPool) {
    let shop = Shop::open(pool);
    let key = shop.key(true).await;
    let row = async || {
        let row = "SELECT xmin::text, listed FROM sellable_items WHERE product_id = $1";
        let row: (String, bool) =
            sqlx::query_as(row).bind(uuid(&key.product)).fetch_one(shop.pool()).await.expect("read");
        row
    };
    let known = row().await;
    shop.sellable_changed(sellable(&key, 2, "Savon d'Alep")).await;
    assert_eq!(row().await, known);
    shop.sellable_changed(sellable(&key, 3, "Savon de Marseille")).await;
    assert_ne!(row().await, known);
}

#[souk_testkit::test(SCHEMA)]
async fn a_delivery_is_told_once_with_the_stock_before_and_after(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 5).await;
    let again = shop.delivery(&warehouse, &key, 3);
    for _ in 0..2 {
        add(&shop, &admin(), again.clone()).await.expect("added");
    }
    let entries = shop.audit().await;
    let deliveries: Vec<_> = entries.iter().filter(|entry| entry.action == "inventory.stock_added").collect();
    assert_eq!(deliveries.len(), 2);
    let last = deliveries.last().expect("one");
    assert_eq!(last.before, r#"{"onHand":5}"#);
    assert!(last.after.contains(r#""onHand":8"#) && last.after.contains(r#""quantity":3"#), "{last:?}");
}

async fn add(
    shop: &Shop,
    actor: &Actor,
    request: proto::AddStockRequest,
) -> Result<proto::StockLevel, Failure> {
    let answer = shop.stock.add_stock(by(actor, request)).await;
    Ok(answer.map_err(Failure::from)?.into_inner())
}

async fn list(shop: &Shop, warehouse: &str, query: &str) -> proto::ListStocksResponse {
    let request = proto::ListStocksRequest {
        warehouse_id: warehouse.into(),
        query: query.into(),
        ..Default::default()
    };
    shop.stock.list_stocks(by(&admin(), request)).await.expect("listed").into_inner()
}

async fn movements(shop: &Shop) -> Vec<proto::Movement> {
    let page = Some(PageRequest { page: 1, size: 100 });
    let request = proto::ListMovementsRequest { page, ..Default::default() };
    shop.stock.list_movements(by(&admin(), request)).await.expect("listed").into_inner().movements
}
