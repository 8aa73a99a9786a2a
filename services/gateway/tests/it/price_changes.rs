//! What a product cost before, on the staff's screen.

use http::StatusCode;
use serde_json::json;
use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::common::v1::Actor;
use sqlx::PgPool;

use crate::support::{Gateway, SCHEMA};

const PRODUCT: &str = "019a0000-0000-7000-8000-000000000001";

#[souk_testkit::test(SCHEMA)]
async fn changes_are_told_in_dinars_with_who_made_them(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let sales = gateway.employee(Role::Sales).await;
    let of_product = proto::PriceChange {
        at: "2026-11-21T09:00:00Z".into(),
        before: Some(120_050),
        after: 99_000,
        by: Some(Actor { id: "e".into(), name: "Amel K.".into() }),
        ..Default::default()
    };
    let of_combination = proto::PriceChange {
        combination_id: "c".into(),
        before: None,
        after: 0,
        by: Some(Actor { id: String::new(), name: "souk".into() }),
        ..of_product.clone()
    };
    let changes = vec![of_product, of_combination];
    let listed = proto::ListPriceChangesResponse { changes, total: 30, more: false };
    gateway.neighbour.says("ListPriceChanges", &listed);
    let path = format!("/dashboard/api/products/{PRODUCT}/price-changes");
    let list = gateway.get(&sales, &format!("{path}?page=2&size=12")).await.json();
    let at = "2026-11-21T09:00:00Z";
    let expected = json!({
        "changes": [
            { "combinationId": null, "at": at, "before": 1200.5, "after": 990, "by": "Amel K." },
            { "combinationId": "c", "at": at, "before": null, "after": 0, "by": "souk" },
        ],
        "total": 30, "more": false, "page": 2, "size": 12, "pageCount": 3,
    });
    assert_eq!(list, expected);
    let asked = gateway.neighbour.asked::<proto::ListPriceChangesRequest>("ListPriceChanges").remove(0);
    assert_eq!((asked.product_id.as_str(), asked.page.map(|page| page.page)), (PRODUCT, Some(2)));

    let wrong = gateway.get(&sales, "/dashboard/api/products/ambre/price-changes").await;
    assert_eq!((wrong.status, wrong.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["id".to_owned()]));
    let payments = gateway.employee(Role::Payments).await;
    assert_eq!(gateway.get(&payments, &path).await.status, StatusCode::FORBIDDEN);
}
