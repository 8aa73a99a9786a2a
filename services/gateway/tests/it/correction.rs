//! Orders that are corrected before their parcel leaves: what is sent, and what a refusal says.

use http::{Method, StatusCode};
use serde_json::json;
use souk_kernel::Role;
use souk_proto::orders::v1 as proto;
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{Gateway, SCHEMA};

const ORDER: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a501";

#[souk_testkit::test(SCHEMA)]
async fn a_correction_is_sent_whole_and_a_refused_one_comes_with_the_present_order(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let sales = gateway.employee(Role::Sales).await;
    let order = proto::Order { id: ORDER.into(), version: 8, ..proto::Order::default() };
    let detail = proto::OrderDetail { order: Some(order), ..proto::OrderDetail::default() };
    gateway.neighbour.says("CorrectOrder", &detail);
    gateway.neighbour.says("GetOrder", &detail);
    let path = format!("/dashboard/api/orders/{ORDER}/details");
    let body = json!({
        "version": 7, "firstname": "Amina", "lastname": "Haddad", "phone": "0555123456", "email": "", "address": "12 rue",
        "wilaya": "16", "commune": "1601", "transporter": ORDER, "deliveryType": "home", "shownTotal": 1234.5,
    });
    let answer = gateway.json(&sales, Method::PUT, &path, &body).await;
    assert_eq!((answer.status, &answer.json()["version"]), (StatusCode::OK, &json!(8)));
    let sent = gateway.neighbour.asked::<proto::CorrectOrderRequest>("CorrectOrder").remove(0);
    let form = sent.form.expect("a form");
    assert_eq!((sent.version, form.first_name.as_str(), form.commune_id.as_str()), (7, "Amina", "1601"));
    assert_eq!(sent.shown_total, Some(123_450));
    assert_eq!((form.delivery_type.as_str(), form.transporter_id.as_str()), ("home", ORDER));

    gateway
        .neighbour
        .fails("CorrectOrder", || Failure::precondition("orders.already_left", "the parcel left already"));
    let left = gateway.json(&sales, Method::PUT, &path, &body).await;
    assert_eq!((left.status, &left.json()["current"]["version"]), (StatusCode::CONFLICT, &json!(8)));
    let mut part = body.clone();
    part.as_object_mut().expect("an object").remove("address");
    let refused = gateway.json(&sales, Method::PUT, &path, &part).await;
    assert!(
        refused.status.is_client_error(),
        "an address that is left out is not emptied: {}",
        refused.status
    );
    let warehouse = gateway.employee(Role::Warehouse).await;
    let refused = gateway.json(&warehouse, Method::PUT, &path, &body).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
}
