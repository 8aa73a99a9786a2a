//! The description of the interface.

use sqlx::PgPool;

use crate::support::{Gateway, Person};

/// The web app's client is generated from the committed description: this one and that one are the same.
#[test]
fn the_committed_description_is_the_present_one() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/openapi/gateway.json");
    let committed = std::fs::read_to_string(path).expect("is committed");
    let present = souk_gateway::openapi::document().to_pretty_json().expect("writes");
    let advice = "run `cargo run -p souk-gateway -- openapi > web/openapi/gateway.json`";
    assert!(committed.trim() == present.trim(), "{advice}");
}

#[sqlx::test]
async fn it_is_served_to_machines_and_to_people(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let document = gateway.get(&Person::default(), "/api/openapi.json").await.json();
    assert!(document["paths"]["/web/api/cart/checkout"]["post"].is_object());
    let page = gateway.get(&Person::default(), "/api/docs").await;
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert!(page.header("content-security-policy").contains("script-src 'self';"));
}
