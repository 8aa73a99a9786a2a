//! Reviews: the specification's form, what is published, and what staff decide.

use http::{Method, StatusCode};
use serde_json::json;
use souk_gateway::worker;
use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_rpc::Failure;
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::support::{Answer, Gateway, Person, SCHEMA};

const SUBMIT: &str = "/web/api/product/submit/review";
const ID: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a501";
const OTHER: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a502";
const FORM: [(&str, &str); 9] = [
    ("productUuid", ID),
    ("name", "Amina"),
    ("email", "amina@example.dz"),
    ("phone", "0550123456"),
    ("purchaseDate", "2026-01-02"),
    ("rating", "4"),
    ("text", "Il sent bon."),
    ("boughtHere", "true"),
    ("acceptedPolicy", "on"),
];

/// A form as a browser sends it, with a picture.
fn multipart(fields: &[(&str, &str)], picture: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, value) in fields {
        let part = format!("--line\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        body.extend(part.into_bytes());
    }
    let file = "--line\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a.jpg\"\r\n\r\n";
    body.extend([file.as_bytes(), picture, b"\r\n--line--\r\n"].concat());
    body
}

async fn send(gateway: &Gateway, person: &Person, key: Option<&str>, body: Vec<u8>) -> Answer {
    let mut headers = vec![("content-type", "multipart/form-data; boundary=line")];
    headers.extend(key.map(|key| ("idempotency-key", key)));
    gateway.send(person, Method::POST, SUBMIT, &headers, body.into()).await
}

fn asked(gateway: &Gateway) -> Vec<proto::SubmitReviewRequest> {
    gateway.neighbour.asked("SubmitReview")
}

#[souk_testkit::test(SCHEMA)]
async fn the_form_is_taken_as_the_specification_sends_it(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    gateway.neighbour.says("SubmitReview", &proto::SubmitReviewResponse { id: OTHER.into() });
    let shopper = gateway.shopper().await.without("x-csrf-token");
    let answer = send(&gateway, &shopper, None, multipart(&FORM, b"jpeg")).await;
    assert_eq!((answer.status, answer.json()), (StatusCode::CREATED, json!({ "id": OTHER })));
    let sent = asked(&gateway).remove(0);
    let texts = [&sent.product_id, &sent.name, &sent.email, &sent.phone, &sent.purchase_date, &sent.text];
    assert_eq!(texts, [ID, "Amina", "amina@example.dz", "0550123456", "2026-01-02", "Il sent bon."]);
    assert_eq!((sent.rating, sent.bought_here, sent.accepted_policy), (4, true, true));
    assert_eq!(sent.image, b"jpeg");

    send(&gateway, &shopper, None, multipart(&FORM[..5], b"")).await;
    let without = asked(&gateway).remove(1);
    assert_eq!((without.rating, without.bought_here, without.image.len()), (5, false, 0), "what is left out");
    let nobody = send(&gateway, &Person::default(), None, multipart(&FORM, b"")).await;
    assert_eq!(nobody.status, StatusCode::UNAUTHORIZED);
    let odd = send(&gateway, &shopper, None, multipart(&[("state", "approved")], b"")).await;
    assert_eq!((odd.status, odd.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["state".to_owned()]));
    let large = send(&gateway, &shopper, None, multipart(&FORM, &vec![0; 2_200_000])).await;
    assert_eq!((large.status, large.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["image".to_owned()]));
}

#[souk_testkit::test(SCHEMA)]
async fn a_repeat_has_the_key_of_the_first_and_nobody_elses(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    gateway.neighbour.says("SubmitReview", &proto::SubmitReviewResponse::default());
    let (one, other) = (gateway.shopper().await, gateway.shopper().await);
    for (person, key) in
        [(&one, Some("k")), (&one, Some("k")), (&other, Some("k")), (&one, None), (&one, None)]
    {
        send(&gateway, person, key, multipart(&FORM, b"")).await;
    }
    send(&gateway, &one, None, multipart(&FORM[..8], b"")).await;
    let keys: Vec<_> = asked(&gateway).into_iter().map(|sent| sent.idempotency_key).collect();
    assert_eq!(keys[0], keys[1]);
    assert_ne!(keys[0], keys[2], "another shopper's");
    assert_eq!(keys[3], keys[4], "the same form");
    assert_ne!(keys[4], keys[5], "another form");
}

#[souk_testkit::test(SCHEMA)]
async fn shoppers_read_what_is_published_by_page_and_order(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let page = json!({ "reviews": [], "rating": { "average": 4.5, "count": 2, "counts": [0, 0, 0, 1, 1] } });
    let json = page.to_string().into_bytes();
    gateway.neighbour.says("GetProductReviews", &proto::GetProductReviewsResponse { json });
    let shopper = gateway.shopper().await;
    let path = "/web/public/api/product/savon/reviews";
    let answer = gateway.get(&shopper, &format!("{path}?page=2&size=24&sort=rating_asc")).await;
    assert_eq!(answer.json(), page);
    let sent = gateway.neighbour.asked::<proto::GetProductReviewsRequest>("GetProductReviews").remove(0);
    let wanted = sent.page.expect("a page");
    assert_eq!(
        (wanted.page, wanted.size, sent.slug.as_str(), sent.sort.as_str()),
        (2, 24, "savon", "rating_asc")
    );
    for (query, field) in [("size=13", "size"), ("sort=odd", "sort"), ("colour=red", "colour")] {
        let answer = gateway.get(&shopper, &format!("{path}?{query}")).await;
        assert_eq!(
            (answer.status, answer.fields()),
            (StatusCode::UNPROCESSABLE_ENTITY, vec![field.to_owned()])
        );
    }
}

fn review() -> proto::Review {
    proto::Review { id: ID.into(), version: 3, state: "approved".into(), rating: 4, ..Default::default() }
}

fn stale() -> Failure {
    Failure::conflict("catalog.stale_version", "it is at version 3").with("version", 3)
}

#[souk_testkit::test(SCHEMA)]
async fn staff_decide_and_answer(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let sales = gateway.employee(Role::Sales).await;
    gateway.neighbour.says("ModerateReview", &review());
    gateway.neighbour.says("GetReview", &review());
    let path = format!("/dashboard/api/reviews/{ID}");
    let approve = json!({ "to": "approved", "version": 2 });
    let decided = gateway.post(&sales, &format!("{path}/decision"), &approve).await;
    assert_eq!((decided.status, &decided.json()["state"]), (StatusCode::OK, &json!("approved")));
    let odd =
        gateway.post(&sales, &format!("{path}/decision"), &json!({ "to": "pending", "version": 2 })).await;
    assert_eq!(odd.fields(), ["to"]);
    for (method, call, body) in [
        ("ModerateReview", "decision", approve),
        ("ReplyToReview", "reply", json!({ "version": 2, "text": "Merci" })),
    ] {
        gateway.neighbour.fails(method, stale);
        let stale = gateway.post(&sales, &format!("{path}/{call}"), &body).await;
        assert_eq!((stale.status, &stale.json()["current"]["version"]), (StatusCode::CONFLICT, &json!(3)));
    }
    gateway
        .neighbour
        .says("ListReviews", &proto::ListReviewsResponse { reviews: vec![review()], total: 1, more: false });
    let list = gateway.get(&sales, "/dashboard/api/reviews?state=pending&rating=4&sort=oldest").await;
    assert_eq!(list.json()["reviews"][0]["id"], json!(ID));
    assert_eq!(list.header("cache-control"), "no-store", "who wrote is kept in no browser");
    let sent = gateway.neighbour.asked::<proto::ListReviewsRequest>("ListReviews").remove(0);
    assert_eq!((sent.state.as_str(), sent.rating, sent.sort.as_str()), ("pending", 4, "oldest"));
}

#[souk_testkit::test(SCHEMA)]
async fn many_reviews_are_decided_by_a_job(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let picked = |id: &str| json!({ "id": id, "label": "Amina, Savon", "version": 2 });
    let body = json!({ "to": "refused", "reviews": [picked(ID), picked(OTHER)] });
    // A colleague was quicker with those that are not changed: they are done, and not by this job, whose undo leaves them alone. A
    // catalog of the release before doesn't tell.
    for (told, changed) in [(Some(true), true), (Some(false), false), (None, true)] {
        gateway.neighbour.says("ModerateReview", &proto::Review { changed: told, ..review() });
        let started = gateway.post(&content, "/dashboard/api/reviews/bulk", &body).await;
        assert_eq!(started.status, StatusCode::ACCEPTED, "{started:?}");
        worker::work(&gateway.app, &CancellationToken::new()).await.expect("works");
        let job = format!("/dashboard/api/jobs/{}", started.json()["id"].as_str().expect("an id"));
        let job = gateway.get(&content, &job).await.json();
        assert_eq!((&job["kind"], &job["done"]), (&json!("review-decision"), &json!(2)));
        let rows = job["rows"].as_array().expect("rows").iter();
        assert!(rows.map(|row| &row["changed"]).eq([&json!(changed); 2]), "{told:?}: {job}");
    }
    let sent = gateway.neighbour.asked::<proto::ModerateReviewRequest>("ModerateReview");
    assert!(sent.iter().all(|sent| sent.state == "refused" && sent.version == 2) && sent.len() == 6);
    let twice = json!({ "to": "refused", "reviews": [picked(ID), picked(ID)] });
    let twice = gateway.post(&content, "/dashboard/api/reviews/bulk", &twice).await;
    assert_eq!(twice.fields(), ["reviews[1].id"]);
}

#[souk_testkit::test(SCHEMA)]
async fn a_review_that_a_colleague_changed_is_refused_and_tried_again_from_there(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    gateway.neighbour.fails("ModerateReview", stale);
    let picked = json!({ "id": ID, "label": "Amina, Savon", "version": 2 });
    let body = json!({ "to": "approved", "reviews": [picked] });
    let started = gateway.post(&content, "/dashboard/api/reviews/bulk", &body).await;
    worker::work(&gateway.app, &CancellationToken::new()).await.expect("works");
    let job = format!("/dashboard/api/jobs/{}", started.json()["id"].as_str().expect("an id"));
    let row = gateway.get(&content, &job).await.json()["rows"][0].clone();
    assert_eq!((&row["outcome"], &row["code"]), (&json!("refused"), &json!("catalog.stale_version")));
    gateway.neighbour.says("ModerateReview", &review());
    gateway.post(&content, &format!("{job}/retry"), &json!({})).await;
    worker::work(&gateway.app, &CancellationToken::new()).await.expect("works");
    let sent = gateway.neighbour.asked::<proto::ModerateReviewRequest>("ModerateReview");
    assert_eq!(sent.last().map(|sent| sent.version), Some(3));
}
