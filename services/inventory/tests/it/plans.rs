//! What staff's requests read in a large shop: what they answer, and no more than a bound that does not grow with it.

use std::sync::Arc;

use souk_kernel::{Role, WarehouseId};
use souk_proto::catalog::v1::SellableCombination;
use souk_proto::common::v1::PageRequest;
use souk_proto::inventory::v1 as proto;
use souk_proto::inventory::v1::expeditions_server::Expeditions as _;
use souk_proto::inventory::v1::reservations_server::Reservations as _;
use souk_proto::inventory::v1::stock_server::Stock as _;
use souk_testkit::{Database, Reads, statements_of};

use crate::support::{Key, SCHEMA, Shop, admin, by, new_order, sellable, staff};

/// What a page of 24 rows costs.
const PAGE: i64 = 300;
/// Rows that a list counts.
const REACH: i64 = 10_001;
/// Keys that a search looks through.
const LOOKED_THROUGH: i64 = 5_000;

const NEAR: &str = "00000000-0000-7000-8000-000000000001";
const FAR: &str = "00000000-0000-7000-8000-000000000002";
const QUIET: &str = "00000000-0000-7000-8000-000000000003";

/// A shop, and one of twice the size: what a request reads in both.
const SIZES: [&str; 2] = ["SET shop.size = 30000", "SET shop.size = 60000"];

/// Products of which every second was dropped: nothing is left of them, but for two of five, each in one of the two
/// warehouses. Every tenth has run out. Each third is a "Parfum", the last is called "Zaatar", the first a "Rare"; the older
/// half of what was dropped was an "Ancien". Each level came with a movement; one product, which is in NEAR alone, has 30,000 of
/// one of its combinations there, and one of the other.
const SHOP: &[&str] = &[
    "INSERT INTO warehouses (id, name, wilaya_id, priority, active, created_at, updated_at)
     SELECT ('00000000-0000-7000-8000-00000000000' || n)::uuid, 'W' || n, '16', n, true, now(), now()
       FROM generate_series(1, 3) n",
    "INSERT INTO sellable_products (product_id, version)
     SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 1
       FROM generate_series(1, current_setting('shop.size')::int) n",
    "INSERT INTO sellable_items (product_id, combination_id, product_name_fr, product_name_ar, product_name_en,
                                 combination_name_fr, combination_name_ar, combination_name_en, sku, image, listed)
     SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, '00000000-0000-0000-0000-000000000000',
            CASE WHEN n = size THEN 'Zaatar' WHEN n = 2 THEN 'Rare' WHEN n % 2 = 1 AND n < size / 2 THEN 'Ancien ' || n
                 WHEN n % 3 = 0 THEN 'Parfum ' || n ELSE 'Savon ' || n END,
            '', '', '', '', '', 'SKU-' || n, '', n % 2 = 0
       FROM current_setting('shop.size') s, CAST(s AS int) size, generate_series(1, size) n",
    "INSERT INTO stock_levels (product_id, combination_id, warehouse_id, on_hand)
     SELECT product_id, combination_id, w.id, 9 FROM sellable_items, warehouses w WHERE w.priority < 3 AND listed",
    "INSERT INTO stock_levels (product_id, combination_id, warehouse_id, on_hand)
     SELECT product_id, combination_id, w.id, 9 FROM sellable_items JOIN warehouses w
         ON right(sku, 1) = CASE w.priority WHEN 1 THEN '1' WHEN 2 THEN '3' END",
    "INSERT INTO availability (product_id, combination_id, available, version)
     SELECT product_id, combination_id, CASE WHEN right(sku, 1) = '0' OR NOT listed THEN 0 ELSE 180 END, 1 FROM sellable_items",
    "INSERT INTO stock_movements (id, warehouse_id, product_id, combination_id, kind, quantity, before, after, reason,
                                  actor_name, at)
     SELECT gen_random_uuid(), warehouse_id, product_id, combination_id, 'received', 9, 0, 9, '', 'x', now() FROM stock_levels",
    "INSERT INTO stock_movements (id, warehouse_id, product_id, combination_id, kind, quantity, before, after, reason,
                                  actor_name, at)
     SELECT gen_random_uuid(), '00000000-0000-7000-8000-000000000003', product_id, combination_id, 'received', 9, 0, 9, '',
            'x', now() FROM sellable_items LIMIT 10",
    "INSERT INTO stock_movements (id, warehouse_id, product_id, combination_id, kind, quantity, before, after, reason,
                                  actor_name, at)
     SELECT gen_random_uuid(), w.id, '00000000-0000-7000-8000-000000009999', gen_random_uuid(), 'adjusted', 1, 9, 10, '', 'x', now()
       FROM warehouses w WHERE w.priority = 1",
    "INSERT INTO stock_movements (id, warehouse_id, product_id, combination_id, kind, quantity, before, after, reason,
                                  actor_name, at)
     SELECT gen_random_uuid(), w.id, '00000000-0000-7000-8000-000000009999', '00000000-0000-7000-8000-000000009999', 'adjusted',
            1, 9, 10, '', 'x', now()
       FROM warehouses w, generate_series(1, 30000) WHERE w.priority = 1",
];

/// A shop of a size on one connection, and what goes with the test.
async fn of_size(size: &'static str, label: &str) -> (Arc<Shop>, Database) {
    let database = Database::copy_of(label, SCHEMA, &[&[size], SHOP].concat()).await.expect("a copy");
    (Shop::open(database.single()), database)
}

async fn large() -> (Arc<Shop>, Database) {
    of_size(SIZES[1], "inventory").await
}

async fn half() -> (Arc<Shop>, Database) {
    of_size(SIZES[0], "half_inventory").await
}

async fn stocks(shop: &Shop, query: &str, page: u32) -> (proto::ListStocksResponse, Reads) {
    let request = proto::ListStocksRequest {
        warehouse_id: NEAR.into(),
        query: query.into(),
        page: Some(PageRequest { page, size: 24 }),
        ..Default::default()
    };
    let (answer, reads) = Reads::of(shop.pool(), shop.stock.list_stocks(by(&admin(), request))).await;
    (answer.expect("listed").into_inner(), reads)
}

#[tokio::test]
async fn stock_is_listed_and_found_in_bounded_reads() {
    let (shop, _database) = large().await;
    let (first, reads) = stocks(&shop, "", 1).await;
    assert_eq!((first.stocks.len(), first.total, first.more), (24, 10_000, true));
    assert_eq!(first.stocks[0].sku, "SKU-1", "what is left of what was dropped");
    reads.assert_at_most(REACH + PAGE, "the first page");
    let (last, reads) = stocks(&shop, "", 417).await;
    assert_eq!(last.stocks.len(), 16);
    reads.assert_at_most(2 * REACH + 2 * PAGE, "the last page");
    assert!(reads.fetched <= 2 * PAGE, "what is skipped is not read: {reads:?}");
    for query in ["zaatar", "rare", "SKU-60000", "ancien 10001", "za"] {
        let (found, reads) = stocks(&shop, query, 1).await;
        assert_eq!((found.total, found.more), (1, false), "{query}");
        reads.assert_at_most(LOOKED_THROUGH + PAGE, query);
    }
    let (none, reads) = stocks(&shop, "%%", 1).await;
    assert_eq!((none.total, none.more), (0, false));
    reads.assert_at_most(LOOKED_THROUGH + PAGE, "punctuation");
    let (common, reads) = stocks(&shop, "parfum", 42).await;
    assert_eq!((common.total, common.more), (1_000, true));
    assert_eq!(common.stocks.last().expect("some").sku, "SKU-59994", "what was added last is found");
    reads.assert_at_most(LOOKED_THROUGH + PAGE, "a common word");
    let (dropped, reads) = stocks(&shop, "ancien", 1).await;
    assert!(dropped.stocks.iter().all(|level| level.on_hand > 0));
    reads.assert_at_most(LOOKED_THROUGH + 3 * REACH + PAGE, "a word of what was dropped");
}

async fn movements(
    shop: &Shop,
    request: proto::ListMovementsRequest,
) -> (proto::ListMovementsResponse, Reads) {
    let page = Some(PageRequest { page: 1, size: 24 });
    let work = shop.stock.list_movements(by(&admin(), proto::ListMovementsRequest { page, ..request }));
    let (answer, reads) = Reads::of(shop.pool(), work).await;
    (answer.expect("listed").into_inner(), reads)
}

#[tokio::test]
async fn movements_are_listed_in_bounded_reads() {
    let (shop, _database) = large().await;
    let sold = "00000000-0000-7000-8000-000000009999";
    let once = "SELECT combination_id::text FROM stock_movements WHERE product_id = $1::uuid ORDER BY sequence LIMIT 1";
    let once: String = sqlx::query_scalar(once).bind(sold).fetch_one(shop.pool()).await.expect("read");
    for (warehouse, product, combination, expected, counted) in [
        ("", "", "", 10_000, REACH),
        (NEAR, "", "", 10_000, REACH),
        (QUIET, "", "", 10, 10),
        ("", "00000000-0000-7000-8000-000000000012", "", 2, 0),
        ("", sold, "", 10_000, REACH),
        (NEAR, sold, sold, 10_000, REACH),
        (NEAR, sold, once.as_str(), 1, 0),
        (FAR, sold, "", 0, 0),
        (QUIET, sold, sold, 0, 0),
    ] {
        let request = proto::ListMovementsRequest {
            warehouse_id: warehouse.into(),
            product_id: product.into(),
            combination_id: combination.into(),
            page: None,
        };
        let (answer, reads) = movements(&shop, request).await;
        let what = format!("{warehouse:?} {product:?} {combination:?}");
        assert_eq!(answer.total, expected, "{what}");
        reads.assert_at_most(PAGE + counted, &what);
    }
    let quiet = staff(Role::Warehouse, vec![QUIET.parse().expect("an id")]);
    let work = shop.stock.list_movements(by(&quiet, proto::ListMovementsRequest::default()));
    let (answer, reads) = Reads::of(shop.pool(), work).await;
    assert_eq!(answer.expect("listed").into_inner().total, 10);
    reads.assert_at_most(PAGE, "a clerk of the quiet warehouse");
}

#[tokio::test]
async fn what_runs_out_is_listed_in_bounded_reads() {
    let (shop, _database) = large().await;
    let (low, reads) = low(&shop).await;
    assert_eq!((low.items.len(), low.total, low.more), (10, 1_000, true));
    assert_eq!(low.items[0].sku, "SKU-10", "nothing that was dropped");
    reads.assert_at_most(1_001 + PAGE, "what runs out");
}

async fn low(shop: &Shop) -> (proto::ListLowStockResponse, Reads) {
    let request = proto::ListLowStockRequest { threshold: 5, limit: 10 };
    let (low, reads) = Reads::of(shop.pool(), shop.stock.list_low_stock(by(&admin(), request))).await;
    (low.expect("listed").into_inner(), reads)
}

#[tokio::test]
async fn lists_read_as_much_in_a_shop_of_twice_the_size() {
    let ((half, _half), (whole, _whole)) = (half().await, large().await);
    for (query, page) in [("", 1), ("", 417), ("parfum", 1), ("zzqx", 1)] {
        let (reads, expected) = (stocks(&whole, query, page).await.1, stocks(&half, query, page).await.1);
        assert_eq!(reads, expected, "stock {query:?} {page}");
    }
    assert_eq!(low(&whole).await.1, low(&half).await.1, "what runs out");
    for warehouse_id in [NEAR, QUIET] {
        let request =
            || proto::ListMovementsRequest { warehouse_id: warehouse_id.into(), ..Default::default() };
        let (reads, expected) = (movements(&whole, request()).await.1, movements(&half, request()).await.1);
        assert_eq!(reads, expected, "movements in {warehouse_id}");
    }
}

#[tokio::test]
async fn an_order_holds_and_shows_its_stock_by_keys() {
    let (shop, _database) = large().await;
    let key = |number: u32| Key {
        product: format!("00000000-0000-7000-8000-{number:012}"),
        combination: String::new(),
    };
    let (first, second) = (key(2), key(30_000));
    let order = new_order(&shop);
    let items = [(&first, 1), (&second, 2)];
    let (held, reads) = Reads::of(shop.pool(), shop.reserve(&order, &items)).await;
    assert_eq!(held.expect("held").len(), 2);
    reads.assert_at_most(100, "a hold");
    let (_, reads) = Reads::of(shop.pool(), shop.reservation(&order)).await;
    reads.assert_at_most(100, "what an order holds");
    let (_, reads) = Reads::of(shop.pool(), shop.availability.announce()).await;
    reads.assert_at_most(100, "an announcement");
    shop.release(&order).await;
    shop.save_warehouse(NEAR, "W1", 1, false).await;
    let (_, reads) = Reads::of(shop.pool(), shop.availability.announce()).await;
    reads.assert_at_most(10_000, "a portion of a warehouse that closed");
}

/// What a warehouse has promised is looked up among the orders that wait, not among all that stand there or ever left.
#[tokio::test]
async fn closing_a_warehouse_reads_the_orders_that_wait() {
    let (shop, _database) = large().await;
    let orders = "INSERT INTO reservations (order_id, state, created_at, updated_at)
        SELECT gen_random_uuid(), CASE WHEN n <= 20 THEN 'confirmed' ELSE 'shipped' END, now(), now()
          FROM generate_series(1, 10000) n;
        INSERT INTO reservation_items
        SELECT order_id, product_id, combination_id, warehouse_id, 1
          FROM reservations JOIN (SELECT DISTINCT ON (warehouse_id) * FROM stock_levels) AS level
            ON warehouse_id = CASE state WHEN 'confirmed' THEN '00000000-0000-7000-8000-000000000002'::uuid
                                         ELSE '00000000-0000-7000-8000-000000000001'::uuid END;
        UPDATE stock_levels SET on_hand = 20, reserved = 20
         WHERE (product_id, combination_id, warehouse_id)
            IN (SELECT product_id, combination_id, warehouse_id FROM reservation_items JOIN reservations USING (order_id)
                 WHERE state = 'confirmed');
        ANALYZE reservations, reservation_items, stock_levels";
    sqlx::raw_sql(orders).execute(shop.pool()).await.expect("stored");
    let (_, reads) = Reads::of(shop.pool(), shop.save_warehouse(NEAR, "W1", 1, false)).await;
    reads.assert_at_most(PAGE, "closing a warehouse that promised nothing");
    let far = shop.list_warehouses(&admin()).await.into_iter().find(|it| it.id == FAR).expect("listed");
    let (refused, reads) = Reads::of(shop.pool(), shop.save(proto::Warehouse { active: false, ..far })).await;
    let refused = refused.expect_err("20 pieces are promised");
    assert_eq!(refused.metadata.get("reserved").map(String::as_str), Some("20"));
    reads.assert_at_most(PAGE, "closing a warehouse that promised something");
}

/// What is printed of 50 orders is looked up by them, for who works in all warehouses and for who works in one.
#[tokio::test]
async fn what_several_orders_hold_is_read_by_their_keys() {
    let (shop, _database) = large().await;
    let orders = "INSERT INTO reservations (order_id, state, created_at, updated_at)
        SELECT gen_random_uuid(), 'shipped', now(), now() FROM generate_series(1, 10000) n;
        INSERT INTO reservation_items
        SELECT order_id, product_id, combination_id, warehouse_id, 1
          FROM reservations, (SELECT * FROM stock_levels LIMIT 1) AS level;
        ANALYZE reservations, reservation_items";
    sqlx::raw_sql(orders).execute(shop.pool()).await.expect("stored");
    let asked = "SELECT order_id::text FROM reservation_items LIMIT 50";
    let order_ids: Vec<String> = sqlx::query_scalar(asked).fetch_all(shop.pool()).await.expect("read");
    let near = "SELECT warehouse_id FROM reservation_items LIMIT 1";
    let near = WarehouseId::from_uuid(sqlx::query_scalar(near).fetch_one(shop.pool()).await.expect("read"));
    for actor in [admin(), staff(Role::Warehouse, vec![near])] {
        let request = proto::ListHeldRequest { order_ids: order_ids.clone() };
        let (told, reads) = Reads::of(shop.pool(), shop.reservations.list_held(by(&actor, request))).await;
        assert_eq!(told.expect("told").into_inner().held.len(), 50);
        reads.assert_at_most(PAGE, "what 50 orders hold");
    }
}

/// The rows and the statements of a list that has at most so many rows.
async fn list_of(shop: &Shop, list: &str, size: u32) -> (usize, usize) {
    let page = || Some(PageRequest { page: 1, size });
    let (rows, statements) = statements_of(async {
        match list {
            "stocks" | "stocks with a word" => {
                let query = if list == "stocks" { "" } else { "parfum" };
                let request = proto::ListStocksRequest {
                    warehouse_id: NEAR.into(),
                    query: query.into(),
                    page: page(),
                    ..Default::default()
                };
                shop.stock.list_stocks(by(&admin(), request)).await.map(|it| it.into_inner().stocks.len())
            }
            "movements" => {
                let request = proto::ListMovementsRequest { page: page(), ..Default::default() };
                let listed = shop.stock.list_movements(by(&admin(), request)).await;
                listed.map(|it| it.into_inner().movements.len())
            }
            "what runs out" => {
                let request = proto::ListLowStockRequest { threshold: 5, limit: size.min(100) };
                shop.stock.list_low_stock(by(&admin(), request)).await.map(|it| it.into_inner().items.len())
            }
            "expeditions" | "expeditions of a warehouse" => {
                let warehouse_id = if list == "expeditions" { "" } else { NEAR }.into();
                let request =
                    proto::ListExpeditionsRequest { page: page(), warehouse_id, ..Default::default() };
                let listed = shop.expeditions.list_expeditions(by(&admin(), request)).await;
                listed.map(|it| it.into_inner().expeditions.len())
            }
            _ => unreachable!("no such list"),
        }
    })
    .await;
    (rows.expect("listed"), statements)
}

#[tokio::test]
async fn lists_of_200_rows_send_as_many_statements_as_those_of_12() {
    let (shop, _database) = large().await;
    sqlx::raw_sql(EXPEDITIONS).execute(shop.pool()).await.expect("stored");
    for (list, few, many) in [
        ("stocks", 12, 200),
        ("stocks with a word", 12, 200),
        ("movements", 12, 200),
        ("what runs out", 12, 100),
        ("expeditions", 12, 200),
        ("expeditions of a warehouse", 12, 200),
    ] {
        let (short, long) = (list_of(&shop, list, 12).await, list_of(&shop, list, 200).await);
        assert_eq!((short.0, long.0), (few, many), "{list}");
        assert_eq!(short.1, long.1, "{list}");
    }
}

#[tokio::test]
async fn a_product_of_many_combinations_is_taken_over_by_as_many_statements_as_one_of_a_few() {
    let (shop, _database) = large().await;
    let taken_over = async |combinations: u32| {
        let mut product = sellable(&Key { product: shop.id(), combination: shop.id() }, 1, "Savon");
        let one = product.combinations[0].clone();
        product.combinations = (0..combinations)
            .map(|_| SellableCombination { combination_id: shop.id(), ..one.clone() })
            .collect();
        statements_of(shop.sellable_changed(product)).await.1
    };
    assert_eq!(taken_over(2).await, taken_over(100).await);
}

/// 40,000 expeditions between three warehouses, all but a few of them completed; the quiet warehouse has ten.
const EXPEDITIONS: &str = "INSERT INTO expeditions (id, source_id, destination_id, status, note, version, actor_name, created_at,
                             sent_at, closed_at)
     SELECT gen_random_uuid(), CASE WHEN n % 4000 = 0 THEN '00000000-0000-7000-8000-000000000003'
                                    ELSE '00000000-0000-7000-8000-000000000001' END::uuid,
            '00000000-0000-7000-8000-000000000002', CASE WHEN n % 2000 = 7 THEN 'sent' ELSE 'completed' END, '', 1, 'x', now(), now(),
            CASE WHEN n % 2000 = 7 THEN NULL ELSE now() END
       FROM generate_series(1, 40000) n;
     ANALYZE expeditions";

#[tokio::test]
async fn expeditions_are_listed_in_bounded_reads() {
    let (shop, _database) = large().await;
    sqlx::raw_sql(EXPEDITIONS).execute(shop.pool()).await.expect("stored");
    let quiet = || staff(Role::Warehouse, vec![QUIET.parse().expect("an id")]);
    for (actor, warehouse, status, page, expected, counted) in [
        (admin(), "", "", 1, 10_000, REACH),
        (admin(), "", "", 400, 10_000, REACH),
        (admin(), NEAR, "", 1, 10_000, REACH),
        (admin(), QUIET, "", 1, 10, 0),
        (admin(), "", "sent", 1, 20, 0),
        (quiet(), "", "", 1, 10, 0),
        (quiet(), "", "sent", 1, 0, 0),
    ] {
        let request = proto::ListExpeditionsRequest {
            page: Some(PageRequest { page, size: 24 }),
            statuses: if status.is_empty() { vec![] } else { vec![status.into()] },
            warehouse_id: warehouse.into(),
        };
        let work = shop.expeditions.list_expeditions(by(&actor, request));
        let (answer, reads) = Reads::of(shop.pool(), work).await;
        let what = format!("{warehouse:?} {status:?} {page}");
        assert_eq!(answer.expect("listed").into_inner().total, expected, "{what}");
        reads.assert_at_most(2 * counted + PAGE, &what);
    }
}

/// Whatever the words find, and whether or not it is free. Of an "ancien" the index finds more than a list reaches.
#[tokio::test]
async fn what_is_free_is_found_in_bounded_reads() {
    let (shop, _database) = large().await;
    for (query, expected, is_cut) in
        [("", 50, true), ("parfum", 50, true), ("zaatar", 1, false), ("ancien", 0, true), ("zzqx", 0, false)]
    {
        let request = proto::ListAvailableRequest { warehouse_id: NEAR.into(), query: query.into() };
        let work = shop.expeditions.list_available(by(&admin(), request));
        let (answer, reads) = Reads::of(shop.pool(), work).await;
        let found = answer.expect("found").into_inner();
        assert_eq!((found.stocks.len(), found.more), (expected, is_cut), "{query:?}");
        reads.assert_at_most(2 * LOOKED_THROUGH + 3 * REACH + PAGE, query);
    }
}
