//! Goods on their way between warehouses, as the specification's calls name them.

use http::{Method, StatusCode};
use serde_json::json;
use souk_kernel::Role;
use souk_proto::common::v1::LocalizedText;
use souk_proto::inventory::v1 as proto;
use souk_rpc::{Failure, Violation};
use sqlx::PgPool;

use crate::support::{Gateway, SCHEMA};

const EXPEDITION: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a601";
const PART: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a602";
const ALGER: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a603";
const ORAN: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a604";
const PRODUCT: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a605";

fn expedition(status: &str, version: u64) -> proto::Expedition {
    let part = proto::ExpeditionPart {
        id: PART.into(),
        product_id: PRODUCT.into(),
        product_name: Some(LocalizedText {
            fr: "Savon".into(), ar: "صابون".into(), ..Default::default()
        }),
        quantity: 4,
        received: 1,
        ..Default::default()
    };
    proto::Expedition {
        id: EXPEDITION.into(),
        number: "E-201".into(),
        status: status.into(),
        source_id: ALGER.into(),
        source_name: "Alger".into(),
        destination_id: ORAN.into(),
        destination_name: "Oran".into(),
        version,
        created_at: "2026-11-23T09:00:00Z".into(),
        parts: vec![part],
        part_count: 1,
        pieces: 4,
        received: 1,
        ..Default::default()
    }
}

#[souk_testkit::test(SCHEMA)]
async fn the_editors_calls_have_the_specifications_names(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let clerk = gateway.employee(Role::Warehouse).await;
    let level = proto::StockLevel {
        product_id: PRODUCT.into(),
        product_name: Some(LocalizedText { fr: "Savon".into(), ..Default::default() }),
        available: 7,
        ..Default::default()
    };
    gateway
        .neighbour
        .says("ListAvailable", &proto::ListAvailableResponse { stocks: vec![level], more: true });
    let path =
        format!("/dashboard/api/warehouse/{ALGER}/available-products?search=savon&expeditionId={EXPEDITION}");
    let found = gateway.get(&clerk, &path).await.json();
    let wanted = json!({ "product_id": PRODUCT, "combination_id": null, "type": "product", "product_name": "Savon",
        "combination_name": "", "available_stock": 7, "sku": "", "image": "" });
    assert_eq!(found, json!([wanted]));
    let asked = gateway.neighbour.asked::<proto::ListAvailableRequest>("ListAvailable").remove(0);
    assert_eq!((asked.warehouse_id.as_str(), asked.query.as_str()), (ALGER, "savon"));
    let path = format!("/dashboard/api/warehouse/{ALGER}/free-products?search=savon");
    assert_eq!(gateway.get(&clerk, &path).await.json(), json!({ "products": found, "more": true }));

    gateway.neighbour.says("AddItem", &expedition("inprogress", 2));
    let item = json!({ "productId": PRODUCT, "combinationId": null, "quantity": 4 });
    let path = format!("/dashboard/api/internal-expedition/{EXPEDITION}/add-item");
    let answer = gateway.json(&clerk, Method::POST, &path, &item).await.json();
    assert_eq!(
        (&answer["success"], &answer["expedition"]["parts"][0]["quantity"]),
        (&json!(true), &json!(4))
    );
    let sent = gateway.neighbour.asked::<proto::AddItemRequest>("AddItem").remove(0);
    assert_eq!(
        (sent.expedition_id.as_str(), sent.quantity, sent.idempotency_key.is_empty()),
        (EXPEDITION, 4, false)
    );

    gateway.neighbour.says("ChangeItem", &expedition("inprogress", 3));
    let path = format!("/dashboard/api/internal-expedition/{EXPEDITION}/update-item");
    assert_eq!(gateway.json(&clerk, Method::POST, &path, &item).await.json()["success"], true);
    gateway.neighbour.says("RemoveItem", &expedition("inprogress", 4));
    let path = format!("/dashboard/api/internal-expedition/{EXPEDITION}/remove-item");
    let removed = json!({ "productId": PRODUCT, "combinationId": null });
    assert_eq!(gateway.json(&clerk, Method::POST, &path, &removed).await.json()["success"], true);

    gateway.neighbour.says("ReceivePart", &expedition("partially_recieved", 5));
    let path = format!("/dashboard/api/internal-expedition/receive/part/{PART}");
    let answer = gateway.json(&clerk, Method::POST, &path, &json!({ "qtyReceived": 1 })).await.json();
    assert_eq!(answer["expedition"]["status"], "partially_recieved");
    let sent = gateway.neighbour.asked::<proto::ReceivePartRequest>("ReceivePart").remove(0);
    assert_eq!((sent.part_id.as_str(), sent.quantity), (PART, 1));

    gateway.neighbour.says("RefreshStocks", &proto::RefreshStocksResponse {});
    let path = format!("/dashboard/api/warehouse/update-stocks/{ALGER}");
    let answer = gateway.json(&clerk, Method::POST, &path, &json!({})).await.json();
    assert_eq!(answer, json!({ "status": "success", "message": "Stocks updated successfully" }));
}

#[souk_testkit::test(SCHEMA)]
async fn a_stale_step_answers_with_the_present_expedition_and_a_wrong_number_with_its_field(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let clerk = gateway.employee(Role::Warehouse).await;
    gateway.neighbour.fails("SendExpedition", || Failure::conflict("inventory.stale_version", "changed"));
    gateway.neighbour.says("GetExpedition", &expedition("sent", 7));
    let path = format!("/dashboard/api/internal-expeditions/{EXPEDITION}/send");
    let refused = gateway.json(&clerk, Method::POST, &path, &json!({ "version": 6 })).await;
    assert_eq!(
        (refused.status, refused.problem().as_str()),
        (StatusCode::CONFLICT, "inventory.stale_version")
    );
    let current = &refused.json()["current"];
    assert_eq!((&current["version"], &current["destinationName"]), (&json!(7), &json!("Oran")));

    gateway.neighbour.fails("ReceivePart", || {
        let wrong = Violation::new("qtyReceived", "form.validation.quantity", "1 or more");
        Failure::precondition("inventory.invalid_expedition", "no quantity").violating(vec![wrong])
    });
    let path = format!("/dashboard/api/internal-expedition/receive/part/{PART}");
    let refused = gateway.json(&clerk, Method::POST, &path, &json!({ "qtyReceived": 0 })).await;
    assert!(refused.json()["errors"]["qtyReceived"].is_array());
}

/// A clerk of one warehouse sends goods to the others.
#[souk_testkit::test(SCHEMA)]
async fn destinations_are_listed_by_name(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let clerk = gateway.employee(Role::Warehouse).await;
    let open = proto::Destination { id: ORAN.into(), name: "Oran".into() };
    gateway.neighbour.says("ListDestinations", &proto::ListDestinationsResponse { warehouses: vec![open] });
    let found = gateway.get(&clerk, "/dashboard/api/internal-expeditions/destinations").await.json();
    assert_eq!(found, json!([{ "id": ORAN, "name": "Oran" }]));
    let payments = gateway.employee(Role::Payments).await;
    let refused = gateway.get(&payments, "/dashboard/api/internal-expeditions/destinations").await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
}
