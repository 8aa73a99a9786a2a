//! Warehouses on staff screens: what an edit leaves out stays, and edits that collide.

use http::{Method, StatusCode};
use serde_json::json;
use souk_kernel::Role;
use souk_proto::inventory::v1 as proto;
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{Gateway, SCHEMA};

const ID: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a501";

fn oran() -> proto::Warehouse {
    proto::Warehouse {
        id: ID.into(),
        name: "Oran".into(),
        wilaya_id: "31".into(),
        priority: 2,
        active: true,
        version: 4,
    }
}

#[souk_testkit::test(SCHEMA)]
async fn an_edit_leaves_what_it_does_not_name_and_a_stale_one_answers_with_the_present_warehouse(
    pool: PgPool,
) {
    let gateway = Gateway::open(pool).await;
    let admin = gateway.employee(Role::Admin).await;
    gateway.neighbour.says("ListWarehouses", &proto::ListWarehousesResponse { warehouses: vec![oran()] });
    gateway.neighbour.says("SaveWarehouse", &proto::Warehouse { name: "Oran Est".into(), ..oran() });
    let path = format!("/dashboard/api/warehouses/{ID}");
    let change = json!({ "version": 3, "name": "Oran Est" });
    let answer = gateway.json(&admin, Method::PATCH, &path, &change).await;
    assert_eq!((answer.status, &answer.json()["version"]), (StatusCode::OK, &json!(4)));
    let sent = gateway.neighbour.asked::<proto::SaveWarehouseRequest>("SaveWarehouse").remove(0);
    let wanted = proto::Warehouse { name: "Oran Est".into(), version: 3, ..oran() };
    assert_eq!(sent.warehouse, Some(wanted));

    gateway.neighbour.fails("SaveWarehouse", || Failure::conflict("inventory.stale_version", "changed"));
    let stale = gateway.json(&admin, Method::PATCH, &path, &change).await;
    assert_eq!((stale.status, &stale.json()["current"]["name"]), (StatusCode::CONFLICT, &json!("Oran")));

    gateway.neighbour.fails("SaveWarehouse", || {
        Failure::precondition("inventory.warehouse_reserved", "promised").with("reserved", 12)
    });
    let close = json!({ "version": 4, "isActive": false });
    let refused = gateway.json(&admin, Method::PATCH, &path, &close).await;
    assert_eq!(refused.problem(), "inventory.warehouse_reserved");
    assert_eq!(refused.json()["facts"], json!({ "reserved": 12 }));
}
