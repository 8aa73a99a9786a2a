//! Who wants to be called when something is back: what shoppers send, what staff see and note.

use http::{Method, StatusCode};
use serde_json::json;
use souk_gateway::worker;
use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::common::v1::LocalizedText;
use souk_rpc::{Failure, Violations};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::support::{Gateway, Person, SCHEMA};

const SUBMIT: &str = "/web/api/product/restock-requests";
const REQUESTS: &str = "/dashboard/api/restock-requests";
const ITEMS: &str = "/dashboard/api/restock-items";
const ID: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a501";
const OTHER: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a502";

fn text(fr: &str) -> LocalizedText {
    LocalizedText { fr: fr.into(), ..Default::default() }
}

#[souk_testkit::test(SCHEMA)]
async fn a_shopper_leaves_a_phone(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    gateway.neighbour.says("SubmitRestockRequest", &proto::SubmitRestockRequestResponse {});
    let shopper = gateway.shopper().await;
    let whole = json!({ "product": ID, "combination": OTHER, "phone": "0550 12 34 56", "name": "Amina" });
    for body in [whole.clone(), json!({ "product": ID, "combination": null, "phone": "0550123456" })] {
        let answer = gateway.post(&shopper, SUBMIT, &body).await;
        assert_eq!((answer.status, answer.body.len()), (StatusCode::NO_CONTENT, 0));
    }
    let sent = gateway.neighbour.asked::<proto::SubmitRestockRequestRequest>("SubmitRestockRequest");
    let texts = |at: usize| {
        let proto::SubmitRestockRequestRequest { product_id, combination_id, phone, name } = &sent[at];
        [product_id.as_str(), combination_id, phone, name]
    };
    assert_eq!(texts(0), [ID, OTHER, "0550 12 34 56", "Amina"]);
    assert_eq!(texts(1), [ID, "", "0550123456", ""]);

    for person in [Person::default(), shopper.without("x-csrf-token")] {
        let refused = gateway.post(&person, SUBMIT, &whole).await;
        assert!([StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN].contains(&refused.status), "{refused:?}");
    }
    gateway.neighbour.fails("SubmitRestockRequest", || {
        let mut found = Violations::default();
        found.push("phone", "form.validation.phone", "no phone");
        Failure::invalid("invalid_request", found)
    });
    let odd = gateway.post(&shopper, SUBMIT, &json!({ "product": ID, "phone": "12" })).await;
    assert_eq!((odd.status, odd.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["phone".to_owned()]));
}

#[souk_testkit::test(SCHEMA)]
async fn staff_see_what_is_waited_for_and_who_waits(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let sales = gateway.employee(Role::Sales).await;
    let item = proto::RestockItem {
        product_id: ID.into(),
        combination_id: OTHER.into(),
        product_name: Some(text("Foulard")),
        combination_name: Some(text("Bleu")),
        waiting: 3,
        since: "2026-11-21T09:00:00Z".into(),
        last_at: "2026-11-22T09:00:00Z".into(),
        available: true,
    };
    let listed = proto::ListRestockItemsResponse { items: vec![item], total: 1, to_tell: 3 };
    gateway.neighbour.says("ListRestockItems", &listed);
    let list = gateway.get(&sales, &format!("{ITEMS}?available=true&sort=waiting")).await;
    insta::assert_json_snapshot!("restock_items", list.json());
    let sent = gateway.neighbour.asked::<proto::ListRestockItemsRequest>("ListRestockItems").remove(0);
    assert_eq!((sent.available, sent.sort.as_str()), (Some(true), "waiting"));

    let request = proto::RestockRequest {
        id: ID.into(),
        version: 1,
        product_id: OTHER.into(),
        product_name: Some(text("Savon")),
        phone: "0550123456".into(),
        name: "Amina".into(),
        asked_at: "2026-11-21T09:00:00Z".into(),
        ..Default::default()
    };
    let listed = proto::ListRestockRequestsResponse { requests: vec![request], total: 1 };
    gateway.neighbour.says("ListRestockRequests", &listed);
    let list = gateway.get(&sales, &format!("{REQUESTS}?product={OTHER}&combination={ID}&told=false")).await;
    insta::assert_json_snapshot!("restock_requests", list.json());
    assert_eq!(list.header("cache-control"), "no-store", "who waits is kept in no browser");
    let sent = gateway.neighbour.asked::<proto::ListRestockRequestsRequest>("ListRestockRequests").remove(0);
    assert_eq!((sent.product_id.as_str(), sent.combination_id.as_str(), sent.told), (OTHER, ID, Some(false)));
    for wrong in ["product=x", "combination=x", "told=maybe", "size=13"] {
        let answer = gateway.get(&sales, &format!("{REQUESTS}?{wrong}")).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}: {answer:?}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn what_was_told_is_noted_one_by_one_and_many_at_once(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let (sales, payments) = (gateway.employee(Role::Sales).await, gateway.employee(Role::Payments).await);
    let answers = |changed| {
        gateway
            .neighbour
            .says("MarkRestockRequest", &proto::MarkRestockRequestResponse { changed, version: 9 });
    };
    gateway.neighbour.says("RemoveRestockRequest", &proto::RemoveRestockRequestResponse {});
    let (path, note) = (format!("{REQUESTS}/{ID}"), json!({ "told": true, "version": 1 }));
    for changed in [true, false] {
        answers(changed);
        let noted = gateway.json(&sales, Method::PUT, &path, &note).await;
        assert_eq!((noted.status, noted.json()), (StatusCode::OK, json!({ "changed": changed })));
    }
    assert_eq!(gateway.json(&payments, Method::PUT, &path, &note).await.status, StatusCode::FORBIDDEN);

    let picked = |id: &str| json!({ "id": id, "label": "Savon", "version": 2 });
    // A colleague was quicker with those that are put back: they are done, and not by this job.
    for (to, changed) in [("waiting", false), ("told", true), ("removed", true)] {
        answers(changed);
        let body = json!({ "to": to, "requests": [picked(ID), picked(OTHER)] });
        let started = gateway.post(&sales, &format!("{REQUESTS}/bulk"), &body).await;
        assert_eq!(started.status, StatusCode::ACCEPTED, "{started:?}");
        worker::work(&gateway.app, &CancellationToken::new()).await.expect("works");
        let job = format!("/dashboard/api/jobs/{}", started.json()["id"].as_str().expect("an id"));
        let job = gateway.get(&sales, &job).await.json();
        assert_eq!(
            (&job["kind"], &job["detail"], &job["done"]),
            (&json!("restock-note"), &json!(to), &json!(2))
        );
        let rows = job["rows"].as_array().expect("rows").iter();
        assert!(rows.map(|row| &row["changed"]).eq([&json!(changed); 2]), "{to}: {job}");
    }
    let marked = gateway.neighbour.asked::<proto::MarkRestockRequestRequest>("MarkRestockRequest");
    let marked: Vec<_> = marked.iter().map(|sent| (sent.version, sent.told)).collect();
    assert_eq!(marked, [(1, true), (1, true), (2, false), (2, false), (2, true), (2, true)]);
    let removed = gateway.neighbour.asked::<proto::RemoveRestockRequestRequest>("RemoveRestockRequest");
    assert_eq!(removed.len(), 2);
    let twice = json!({ "to": "told", "requests": [picked(ID), picked(ID)] });
    assert_eq!(gateway.post(&sales, &format!("{REQUESTS}/bulk"), &twice).await.fields(), ["requests[1].id"]);
}
