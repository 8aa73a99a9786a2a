//! What staff counted, on its way to inventory, and what it collides with.

use http::{Method, StatusCode};
use serde_json::json;
use souk_kernel::Role;
use souk_proto::common::v1::LocalizedText;
use souk_proto::inventory::v1 as proto;
use souk_rpc::{Failure, Violation};
use sqlx::PgPool;

use crate::support::{Gateway, SCHEMA};

const WAREHOUSE: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a501";
const PRODUCT: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a502";
const COMBINATION: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a503";

fn level() -> proto::StockLevel {
    proto::StockLevel {
        warehouse_id: WAREHOUSE.into(),
        product_id: PRODUCT.into(),
        combination_id: COMBINATION.into(),
        product_name: Some(LocalizedText { fr: "Savon".into(), ..Default::default() }),
        on_hand: 9,
        reserved: 2,
        available: 7,
        ..Default::default()
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_count_is_sent_with_what_was_read_and_answers_with_the_level(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let clerk = gateway.employee(Role::Warehouse).await;
    gateway.neighbour.says("AdjustStock", &level());
    let path = format!("/dashboard/api/warehouse/{WAREHOUSE}/adjust-stock");
    let count = json!({ "productId": PRODUCT, "combinationId": COMBINATION, "onHand": 12, "counted": 9,
        "reason": "Inventaire" });
    let answer = gateway.json(&clerk, Method::POST, &path, &count).await;
    assert_eq!(answer.status, StatusCode::OK);
    let told = answer.json();
    assert_eq!(
        (&told["onHand"], &told["available"], &told["productName"]),
        (&json!(9), &json!(7), &json!("Savon"))
    );
    let sent = gateway.neighbour.asked::<proto::AdjustStockRequest>("AdjustStock").remove(0);
    assert!(!sent.idempotency_key.is_empty());
    let wanted = proto::AdjustStockRequest {
        idempotency_key: sent.idempotency_key.clone(),
        warehouse_id: WAREHOUSE.into(),
        product_id: PRODUCT.into(),
        combination_id: COMBINATION.into(),
        on_hand: 12,
        counted: 9,
        reason: "Inventaire".into(),
    };
    assert_eq!(sent, wanted);

    let nameless =
        json!({ "productId": "x", "combinationId": "y", "onHand": 12, "counted": 9, "reason": "" });
    let refused = gateway.json(&clerk, Method::POST, &path, &nameless).await;
    assert_eq!(refused.problem(), "stock.invalid");
    let fields: Vec<String> = refused.json()["errors"].as_object().expect("fields").keys().cloned().collect();
    assert_eq!(fields, ["combinationId", "productId"]);
    let less = json!({ "productId": PRODUCT, "onHand": -1, "counted": 9, "reason": "Inventaire" });
    let refused = gateway.json(&clerk, Method::POST, &path, &less).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(gateway.neighbour.asked::<proto::AdjustStockRequest>("AdjustStock").len(), 1);
}

#[souk_testkit::test(SCHEMA)]
async fn a_count_that_collides_answers_with_the_present_level(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let clerk = gateway.employee(Role::Warehouse).await;
    let path = format!("/dashboard/api/warehouse/{WAREHOUSE}/adjust-stock");
    let count = json!({ "productId": PRODUCT, "onHand": 12, "counted": 1, "reason": "Inventaire" });
    gateway.neighbour.fails("AdjustStock", || {
        Failure::conflict("inventory.stock_moved", "moved").with("onHand", 13).with("reserved", 4)
    });
    let moved = gateway.json(&clerk, Method::POST, &path, &count).await;
    assert_eq!((moved.status, moved.problem().as_str()), (StatusCode::CONFLICT, "inventory.stock_moved"));
    assert_eq!(moved.json()["current"], json!({ "onHand": 13, "reserved": 4, "available": 9 }));

    gateway.neighbour.fails("AdjustStock", || {
        let held = Violation::new("counted", "form.validation.belowReserved", "4 are held");
        let failure = Failure::precondition("inventory.count_below_reserved", "4 are held");
        failure.violating(vec![held]).with("onHand", 12).with("reserved", 4)
    });
    let held = gateway.json(&clerk, Method::POST, &path, &count).await;
    assert_eq!(
        (held.status, held.problem().as_str()),
        (StatusCode::CONFLICT, "inventory.count_below_reserved")
    );
    assert_eq!(held.json()["current"]["reserved"], json!(4));
    assert!(held.json()["errors"]["counted"].is_array());

    gateway.neighbour.fails("AdjustStock", || Failure::not_found("inventory.unknown_item", "none"));
    let unknown = gateway.json(&clerk, Method::POST, &path, &count).await;
    assert_eq!((unknown.status, &unknown.json()["current"]), (StatusCode::NOT_FOUND, &json!(null)));
}
