//! What papers tell of several orders.

use http::StatusCode;
use serde_json::json;
use souk_kernel::Role;
use souk_proto::common::v1::LocalizedText;
use souk_proto::inventory::v1 as inventory;
use souk_proto::orders::v1 as proto;
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{Gateway, SCHEMA};

const PATH: &str = "/dashboard/api/orders/papers";
const FIRST: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a501";
const SECOND: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a502";

fn text(fr: &str, ar: &str) -> LocalizedText {
    LocalizedText { fr: fr.into(), ar: ar.into(), en: String::new() }
}

fn order() -> proto::Order {
    let part = proto::OrderLinePart {
        product_id: SECOND.into(),
        combination_id: FIRST.into(),
        name: Some(text("Savon", "صابون")),
        combination_name: Some(text("Rose", "وردي")),
        quantity: 2,
    };
    let line = proto::OrderLine {
        product_id: FIRST.into(),
        name: Some(text("Coffret", "علبة")),
        sku: "COF-1".into(),
        image: "/media/coffret.webp".into(),
        quantity: 3,
        unit_price: 100_050,
        total: 300_150,
        parts: vec![part],
        ..proto::OrderLine::default()
    };
    proto::Order {
        id: FIRST.into(),
        number: "A-10234".into(),
        status: "confirmed".into(),
        first_name: "Amina".into(),
        last_name: "Haddad".into(),
        phone: "0555123456".into(),
        address: "12 rue Didouche Mourad".into(),
        wilaya_id: "16".into(),
        wilaya_name: "Alger".into(),
        commune_id: "1601".into(),
        commune_name: "Kouba".into(),
        transporter_id: SECOND.into(),
        transporter_name: "Rahil".into(),
        delivery_type: "home".into(),
        tracking_number: "RHL-1".into(),
        lines: vec![line],
        products_total: 300_150,
        delivery_price: 40_000,
        total: 340_150,
        placed_at: "2026-11-21T23:30:00Z".into(),
        ..proto::Order::default()
    }
}

#[souk_testkit::test(SCHEMA)]
async fn papers_tell_orders_and_where_their_goods_are(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let warehouse = gateway.employee(Role::Warehouse).await;
    let found = proto::GetOrdersResponse { orders: vec![order()], left_ids: vec![SECOND.into()] };
    gateway.neighbour.says("GetOrders", &found);
    let held = inventory::Held {
        warehouse_id: FIRST.into(),
        product_id: SECOND.into(),
        combination_id: FIRST.into(),
        quantity: 6,
    };
    let held =
        inventory::OrderHeld { order_id: FIRST.into(), held: Some(held), warehouse_name: "Alger".into() };
    gateway.neighbour.says("ListHeld", &inventory::ListHeldResponse { held: vec![held] });
    let path = format!("{PATH}?ids={FIRST},{SECOND},{FIRST}");
    let answer = gateway.get(&warehouse, &path).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    insta::assert_json_snapshot!("papers", answer.json());
    let asked = gateway.neighbour.asked::<proto::GetOrdersRequest>("GetOrders").remove(0);
    assert_eq!(asked.ids, [FIRST, SECOND], "each once");
    let asked = gateway.neighbour.asked::<inventory::ListHeldRequest>("ListHeld").remove(0);
    assert_eq!(asked.order_ids, [FIRST], "of what came");

    gateway.neighbour.fails("ListHeld", || Failure::unavailable("inventory is away"));
    let answer = gateway.get(&warehouse, &path).await.json();
    assert_eq!((&answer["held"], answer["orders"][0]["number"].as_str()), (&json!(null), Some("A-10234")));
}

#[souk_testkit::test(SCHEMA)]
async fn who_reads_orders_papers_is_told_and_nobodys_name(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let (admin, sales) = (gateway.employee(Role::Admin).await, gateway.employee(Role::Sales).await);
    let told = async || {
        gateway.get(&admin, "/dashboard/api/journal?action=staff.order_papers_read").await.json()["entries"]
            .clone()
    };
    let path = format!("{PATH}?ids={FIRST},{SECOND}");
    let second = proto::Order { id: SECOND.into(), number: "A-10230".into(), ..order() };
    let says = |orders, left_ids| {
        gateway.neighbour.says("GetOrders", &proto::GetOrdersResponse { orders, left_ids });
    };
    says(vec![], vec![]);
    assert_eq!(gateway.get(&sales, &path).await.status, StatusCode::OK);
    assert_eq!(told().await, json!([]), "nothing was read");
    says(vec![order()], vec![]);
    assert_eq!(gateway.get(&sales, &format!("{PATH}?ids={FIRST}")).await.status, StatusCode::OK);
    says(vec![order(), second], vec![]);
    assert_eq!(gateway.get(&sales, &path).await.status, StatusCode::OK);
    let entries = told().await;
    assert_eq!(entries.as_array().map(Vec::len), Some(2));
    assert_eq!(entries[0]["after"], json!({ "orders": ["A-10234", "A-10230"] }));
    assert_eq!(entries[1]["after"], json!({ "orders": ["A-10234"] }), "the last of several, or one alone");
    assert!(!entries.to_string().contains("Haddad"), "{entries}");
}

#[souk_testkit::test(SCHEMA)]
async fn what_asks_for_too_much_or_for_no_order_names_its_field(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let sales = gateway.employee(Role::Sales).await;
    let many: Vec<_> = (0..51).map(|n| format!("01a1fdf1-e03e-76e9-a51e-afe4c853a5{n:02}")).collect();
    for query in ["", "?ids=", "?ids=x", &format!("?ids={FIRST},"), &format!("?ids={}", many.join(","))] {
        let refused = gateway.get(&sales, &format!("{PATH}{query}")).await;
        assert!(refused.status.is_client_error(), "{query}: {refused:?}");
        assert_eq!(refused.fields(), ["ids"], "{query}");
    }
    gateway.neighbour.says("GetOrders", &proto::GetOrdersResponse::default());
    let answer = gateway.get(&sales, &format!("{PATH}?ids={}", many[1..].join(","))).await;
    assert_eq!(answer.status, StatusCode::OK);
}
