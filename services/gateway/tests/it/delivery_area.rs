//! Where the shop delivers, on staff screens.

use http::{Method, StatusCode};
use serde_json::json;
use souk_kernel::Role;
use souk_proto::orders::v1 as proto;
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{Gateway, SCHEMA};

const PATH: &str = "/dashboard/api/delivery-area";

fn area(version: u64, deliverable: bool) -> proto::DeliveryArea {
    let commune = proto::Commune {
        id: "1601".into(),
        wilaya_id: "16".into(),
        name: "Alger Centre".into(),
        name_ar: "الجزائر الوسطى".into(),
        deliverable,
    };
    proto::DeliveryArea { version, communes: vec![commune] }
}

#[souk_testkit::test(SCHEMA)]
async fn communes_are_closed_and_a_stale_edit_answers_with_the_present_area(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let admin = gateway.employee(Role::Admin).await;
    gateway.neighbour.says("GetDeliveryArea", &area(5, true));
    gateway.neighbour.says("SaveDeliveryArea", &area(6, false));
    let read = gateway.get(&admin, PATH).await;
    let commune = json!({ "id": "1601", "wilayaId": "16", "name": "Alger Centre",
        "nameAr": "الجزائر الوسطى", "deliverable": true });
    assert_eq!((read.status, read.json()), (StatusCode::OK, json!({ "version": 5, "communes": [commune] })));

    let change = json!({ "version": 5, "closed": ["1601"] });
    let saved = gateway.json(&admin, Method::PATCH, PATH, &change).await;
    assert_eq!((saved.status, &saved.json()["communes"][0]["deliverable"]), (StatusCode::OK, &json!(false)));
    let sent = gateway.neighbour.asked::<proto::SaveDeliveryAreaRequest>("SaveDeliveryArea").remove(0);
    assert_eq!((sent.version, sent.opened, sent.closed), (5, Vec::new(), vec!["1601".to_owned()]));

    gateway.neighbour.fails("SaveDeliveryArea", || Failure::conflict("orders.stale_version", "changed"));
    let stale = gateway.json(&admin, Method::PATCH, PATH, &change).await;
    assert_eq!((stale.status, &stale.json()["current"]["version"]), (StatusCode::CONFLICT, &json!(5)));

    let sales = gateway.employee(Role::Sales).await;
    assert_eq!(gateway.get(&sales, PATH).await.status, StatusCode::OK);
    let refused = gateway.json(&sales, Method::PATCH, PATH, &change).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
}
