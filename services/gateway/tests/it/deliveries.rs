//! A delivery of many articles, on its way to inventory, and the lines that are refused.

use http::{Method, StatusCode};
use serde_json::json;
use souk_kernel::Role;
use souk_proto::inventory::v1 as proto;
use souk_rpc::{Failure, Violation};
use sqlx::PgPool;

use crate::support::{Gateway, SCHEMA};

const WAREHOUSE: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a501";
const PRODUCT: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a502";
const COMBINATION: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a503";

#[souk_testkit::test(SCHEMA)]
async fn a_delivery_is_sent_line_by_line_and_refused_by_line(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let clerk = gateway.employee(Role::Warehouse).await;
    let path = format!("/dashboard/api/warehouse/{WAREHOUSE}/receive-stock");
    let delivery = json!({ "lines": [{ "productId": PRODUCT, "combinationId": COMBINATION, "quantity": 12 },
        { "productId": PRODUCT, "quantity": 30 }], "reason": "BL 2026-118" });
    gateway.neighbour.says("ReceiveStock", &proto::ReceiveStockResponse { articles: 2, pieces: 42 });
    let answer = gateway.json(&clerk, Method::POST, &path, &delivery).await;
    assert_eq!((answer.status, answer.json()), (StatusCode::OK, json!({ "articles": 2, "pieces": 42 })));
    let sent = gateway.neighbour.asked::<proto::ReceiveStockRequest>("ReceiveStock").remove(0);
    assert!(!sent.idempotency_key.is_empty());
    let line = |combination: &str, quantity| proto::ReceivedLine {
        product_id: PRODUCT.into(),
        combination_id: combination.into(),
        quantity,
    };
    let wanted = proto::ReceiveStockRequest {
        idempotency_key: sent.idempotency_key.clone(),
        warehouse_id: WAREHOUSE.into(),
        lines: vec![line(COMBINATION, 12), line("", 30)],
        reason: "BL 2026-118".into(),
    };
    assert_eq!(sent, wanted);

    gateway.neighbour.fails("ReceiveStock", || {
        let unknown = Violation::new("lines[1].productId", "form.validation.product", "none");
        Failure::not_found("inventory.unknown_item", "none").violating(vec![unknown])
    });
    let refused = gateway.json(&clerk, Method::POST, &path, &delivery).await;
    assert_eq!(
        (refused.status, refused.problem().as_str()),
        (StatusCode::NOT_FOUND, "inventory.unknown_item")
    );
    assert!(refused.json()["errors"]["lines[1].productId"].is_array());
}
