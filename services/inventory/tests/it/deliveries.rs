//! A delivery of many articles at once: all of it or nothing.

use souk_kernel::{Role, WarehouseId};
use souk_proto::common::v1::PageRequest;
use souk_proto::inventory::v1 as proto;
use souk_proto::inventory::v1::stock_server::Stock as _;
use souk_rpc::{Actor, Failure, Kind};
use sqlx::PgPool;
use tokio::task::JoinSet;

use crate::support::{Key, SCHEMA, Shop, admin, by, staff, uuid};

#[souk_testkit::test(SCHEMA)]
async fn a_delivery_of_many_articles_counts_once_and_each_is_told(pool: PgPool) {
    let shop = Shop::open(pool);
    let warehouse = shop.warehouse("Alger", 1).await;
    let (soap, box_of_soap) = (shop.key(true).await, shop.key(false).await);
    shop.add(&warehouse, &soap, 5).await;
    // Not in the order in which levels are locked.
    let request = shop.receipt(&warehouse, &[(&box_of_soap, 40), (&soap, 3)]);
    let mut calls = JoinSet::new();
    for _ in 0..20 {
        let (shop, request) = (shop.clone(), request.clone());
        calls.spawn(async move { receive(&shop, &admin(), request).await });
    }
    for answer in calls.join_all().await {
        let received = answer.expect("received");
        assert_eq!((received.articles, received.pieces), (2, 43));
    }
    assert_eq!(shop.level(&warehouse, &soap).await, (8, 0));
    assert_eq!(shop.level(&warehouse, &box_of_soap).await, (40, 0));
    shop.assert_adds_up().await;

    let page = Some(PageRequest { page: 1, size: 12 });
    let ledger = proto::ListMovementsRequest { page, ..Default::default() };
    let ledger =
        shop.stock.list_movements(by(&admin(), ledger)).await.expect("listed").into_inner().movements;
    let rows: Vec<_> = ledger.iter().map(|row| (row.product_id.as_str(), row.before, row.after)).collect();
    let (of_soap, of_box) = (soap.product.as_str(), box_of_soap.product.as_str());
    assert_eq!(
        rows,
        [(of_soap, 5, 8), (of_box, 0, 40), (of_soap, 0, 5)],
        "newest first, in the lines' order"
    );
    assert!(ledger[..2].iter().all(|row| row.kind == "received" && row.reason == "BL 2026-118"));

    let told = shop.audit().await;
    let told: Vec<_> = told.iter().filter(|entry| entry.action == "inventory.stock_added").collect();
    let of: Vec<_> = told.iter().map(|entry| entry.subject_id.as_str()).collect();
    assert_eq!(of, [of_soap, of_box, of_soap]);
    assert_eq!(told[2].before, r#"{"onHand":5}"#);
    assert!(told[2].after.contains(r#""onHand":8"#) && told[2].after.contains(r#""quantity":3"#));

    let other = proto::ReceiveStockRequest { lines: request.lines[..1].to_vec(), ..request };
    let refused = receive(&shop, &admin(), other).await.expect_err("the key is taken");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Invalid, "inventory.idempotency_key_reused"));
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_not_sold_is_named_by_its_line_and_nothing_comes_in(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    let whole_product = Key { combination: String::new(), ..key.clone() };
    let unknown = Key { product: shop.id(), combination: String::new() };
    let request = shop.receipt(&warehouse, &[(&whole_product, 1), (&key, 2), (&unknown, 3)]);
    let refused = receive(&shop, &admin(), request.clone()).await.expect_err("two of them");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::NotFound, "inventory.unknown_item"));
    assert_eq!(fields(&refused), ["lines[0].productId", "lines[2].productId"]);
    assert_eq!(shop.level(&warehouse, &key).await, (0, 0));

    // Corrected, it is the same delivery under the same key: nothing was done under it.
    let lines = vec![request.lines[1].clone()];
    receive(&shop, &admin(), proto::ReceiveStockRequest { lines, ..request }).await.expect("known");
    assert_eq!(shop.level(&warehouse, &key).await, (2, 0));
    let nowhere = shop.receipt(&shop.id(), &[(&key, 1)]);
    let refused = receive(&shop, &admin(), nowhere).await.expect_err("no warehouse");
    assert_eq!(refused.code, "inventory.unknown_warehouse");
}

#[souk_testkit::test(SCHEMA)]
async fn wrong_lines_are_refused_each_by_its_place(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    let nameless = Key { product: "x".into(), combination: "y".into() };
    let request =
        shop.receipt(&warehouse, &[(&key, 0), (&nameless, 1), (&key, 1), (&key, 1_000_001), (&key, 2)]);
    let refused = receive(&shop, &admin(), request).await.expect_err("all but one are wrong");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Invalid, "inventory.invalid_delivery"));
    let wrong = [
        "lines[0].quantity",
        "lines[1].productId",
        "lines[1].combinationId",
        "lines[3].quantity",
        "lines[4].productId",
    ];
    assert_eq!(fields(&refused), wrong);
    assert_eq!(refused.violations[4].key, "form.validation.duplicate");

    let nothing = receive(&shop, &admin(), proto::ReceiveStockRequest::default()).await.expect_err("nothing");
    assert_eq!(fields(&nothing), ["idempotencyKey", "warehouseId", "lines"]);
    let many = shop.receipt(&warehouse, &vec![(&key, 1); 201]);
    assert_eq!(fields(&receive(&shop, &admin(), many).await.expect_err("too many")), ["lines"]);
    let long =
        proto::ReceiveStockRequest { reason: "é".repeat(501), ..shop.receipt(&warehouse, &[(&key, 1)]) };
    assert_eq!(fields(&receive(&shop, &admin(), long).await.expect_err("too long")), ["reason"]);
}

#[souk_testkit::test(SCHEMA)]
async fn more_than_a_warehouse_holds_of_one_article_keeps_all_out(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, soap, other) =
        (shop.warehouse("Alger", 1).await, shop.key(true).await, shop.key(true).await);
    shop.add(&warehouse, &soap, 1).await;
    let nearly = "UPDATE stock_levels SET on_hand = 999999999";
    sqlx::query(nearly).execute(shop.pool()).await.expect("nearly full");
    let request = shop.receipt(&warehouse, &[(&other, 1), (&soap, 2)]);
    let refused = receive(&shop, &admin(), request).await.expect_err("too much");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Precondition, "inventory.too_much_stock"));
    assert_eq!(shop.level(&warehouse, &other).await, (0, 0));
}

#[souk_testkit::test(SCHEMA)]
async fn staff_take_deliveries_only_where_they_work(pool: PgPool) {
    let shop = Shop::open(pool);
    let (mine, other) = (shop.warehouse("Alger", 1).await, shop.warehouse("Oran", 2).await);
    let key = shop.key(true).await;
    let clerk = staff(Role::Warehouse, vec![WarehouseId::from_uuid(uuid(&mine))]);
    receive(&shop, &clerk, shop.receipt(&mine, &[(&key, 1)])).await.expect("theirs");
    for (actor, warehouse) in
        [(&clerk, &other), (&staff(Role::Sales, Vec::new()), &mine), (&Actor::shopper(), &mine)]
    {
        let refused = receive(&shop, actor, shop.receipt(warehouse, &[(&key, 1)])).await;
        assert_eq!(refused.expect_err("not theirs").kind, Kind::Forbidden);
    }
    assert_eq!((shop.level(&mine, &key).await, shop.level(&other, &key).await), ((1, 0), (0, 0)));
}

#[souk_testkit::test(SCHEMA)]
async fn deliveries_that_name_the_same_articles_in_other_orders_never_wait_in_a_circle(pool: PgPool) {
    let shop = Shop::open(pool);
    let warehouse = shop.warehouse("Alger", 1).await;
    let mut keys = Vec::new();
    for _ in 0..12 {
        keys.push(shop.key(true).await);
    }
    let lines: Vec<(&Key, i64)> = keys.iter().map(|key| (key, 1)).collect();
    let backwards: Vec<_> = lines.iter().rev().copied().collect();
    let ((one, of_one), (other, of_other)) = (shop.stock_replica().await, shop.stock_replica().await);
    let mut calls = JoinSet::new();
    for _ in 0..15 {
        for (door, lines) in [(&one, &lines), (&other, &backwards)] {
            let (door, request) = (door.clone(), shop.receipt(&warehouse, lines));
            calls.spawn(async move { door.receive_stock(by(&admin(), request)).await });
        }
    }
    for answer in calls.join_all().await {
        answer.expect("received");
    }
    for key in &keys {
        assert_eq!(shop.level(&warehouse, key).await, (30, 0));
    }
    shop.assert_adds_up().await;
    of_one.close().await;
    of_other.close().await;
    assert_eq!(shop.deadlocks().await, 0);
}

async fn receive(
    shop: &Shop,
    actor: &Actor,
    request: proto::ReceiveStockRequest,
) -> Result<proto::ReceiveStockResponse, Failure> {
    let answer = shop.stock.receive_stock(by(actor, request)).await;
    Ok(answer.map_err(Failure::from)?.into_inner())
}

fn fields(refused: &Failure) -> Vec<&str> {
    refused.violations.iter().map(|violation| violation.field.as_str()).collect()
}
