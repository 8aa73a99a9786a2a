//! Creating and listing warehouses.

use souk_kernel::Role;
use souk_proto::inventory::v1 as proto;
use souk_proto::inventory::v1::warehouses_server::Warehouses as _;
use souk_rpc::{Failure, Kind};
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, admin, by, new_order, staff};

#[souk_testkit::test(SCHEMA)]
async fn warehouses_are_listed_by_priority_and_saved_over(pool: PgPool) {
    let shop = Shop::open(pool);
    let far = shop.warehouse("Oran", 2).await;
    let near = shop.warehouse("Alger", 1).await;
    shop.save_warehouse(&far, "Oran Est", 0, true).await;
    let listed = shop.warehouses.list_warehouses(by(&admin(), proto::ListWarehousesRequest {})).await;
    let listed = listed.expect("listed").into_inner().warehouses;
    let listed: Vec<_> = listed.iter().map(|warehouse| (&warehouse.id, warehouse.name.as_str())).collect();
    assert_eq!(listed, [(&far, "Oran Est"), (&near, "Alger")]);
}

#[souk_testkit::test(SCHEMA)]
async fn of_two_who_edit_a_warehouse_at_once_the_later_one_is_told(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.warehouse("Oran", 1).await;
    let read = shop.list_warehouses(&admin()).await.remove(0);
    assert_eq!(read.version, 1);
    let renamed = proto::Warehouse { name: "Oran Est".into(), ..read.clone() };
    assert_eq!(shop.save(renamed.clone()).await.expect("saved").version, 2);
    assert_eq!(shop.save(renamed).await.expect("the same once more").version, 2);
    let moved = proto::Warehouse { priority: 7, ..read };
    let refused = shop.save(moved).await.expect_err("stale");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Conflict, "inventory.stale_version"));
    let unknown = proto::Warehouse { id: shop.id(), ..shop.list_warehouses(&admin()).await.remove(0) };
    assert_eq!(shop.save(unknown).await.expect_err("unknown").kind, Kind::NotFound);
}

#[souk_testkit::test(SCHEMA)]
async fn only_opening_or_closing_a_warehouse_is_news_about_its_stock(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Oran", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 5).await;
    sqlx::query("DELETE FROM warehouse_notes").execute(shop.pool()).await.expect("told");
    let notes = async || -> i64 {
        let count = sqlx::query_scalar("SELECT count(*) FROM warehouse_notes");
        count.fetch_one(shop.pool()).await.expect("read")
    };
    shop.save_warehouse(&warehouse, "Oran Est", 3, true).await;
    assert_eq!(notes().await, 0);
    shop.save_warehouse(&warehouse, "Oran Est", 3, false).await;
    assert_eq!(notes().await, 1);
}

#[souk_testkit::test(SCHEMA)]
async fn a_warehouse_stays_open_while_orders_wait_for_what_stands_there(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Oran", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 5).await;
    let order = new_order(&shop);
    shop.reserve(&order, &[(&key, 2)]).await.expect("held");
    let read = shop.list_warehouses(&admin()).await.remove(0);
    let closed = proto::Warehouse { active: false, ..read.clone() };
    let refused = shop.save(closed.clone()).await.expect_err("two pieces are promised");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Precondition, "inventory.warehouse_reserved"));
    assert_eq!(refused.metadata.get("reserved").map(String::as_str), Some("2"));
    assert!(shop.list_warehouses(&admin()).await.remove(0).active);
    let renamed =
        shop.save(proto::Warehouse { name: "Oran Est".into(), ..read }).await.expect("still edited");
    shop.release(&order).await;
    let closed = proto::Warehouse { version: renamed.version, ..closed };
    assert!(!shop.save(closed).await.expect("three pieces are nobody's").active);
    assert_eq!(shop.level(&warehouse, &key).await, (5, 0), "what stands there stays");
}

#[souk_testkit::test(SCHEMA)]
async fn all_that_is_wrong_with_a_warehouse_is_said_at_once(pool: PgPool) {
    let shop = Shop::open(pool);
    let warehouse = proto::Warehouse {
        wilaya_id: "7".into(),
        name: " ".into(),
        priority: u32::MAX,
        ..Default::default()
    };
    let request = proto::SaveWarehouseRequest { warehouse: Some(warehouse) };
    let refused = shop.warehouses.save_warehouse(by(&admin(), request.clone())).await;
    let refused = Failure::from(refused.expect_err("wrong"));
    let fields: Vec<_> = refused.violations.iter().map(|violation| violation.field.as_str()).collect();
    assert_eq!(fields, ["id", "name", "wilaya", "priority"]);
    let refused = shop.warehouses.save_warehouse(by(&staff(Role::Warehouse, Vec::new()), request)).await;
    assert_eq!(Failure::from(refused.expect_err("admins only")).kind, Kind::Forbidden);
}
