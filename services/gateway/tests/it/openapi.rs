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

/// Nobody has to read our code to use the interface.
#[test]
fn everything_is_described() {
    let document = serde_json::to_value(souk_gateway::openapi::document()).expect("writes");
    let of = |value: &serde_json::Value| value.as_object().cloned().unwrap_or_default();
    for (path, item) in of(&document["paths"]) {
        for (method, operation) in of(&item) {
            assert!(operation["summary"].is_string(), "{method} {path}");
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                let is_described = parameter["description"].as_str().is_some_and(|text| !text.is_empty());
                assert!(is_described, "{method} {path}: {}", parameter["name"]);
            }
            for (status, answer) in of(&operation["responses"]) {
                if !status.starts_with(['4', '5']) {
                    continue;
                }
                let kinds: Vec<_> = of(&answer["content"]).into_iter().map(|(kind, _)| kind).collect();
                assert_eq!(kinds, ["application/problem+json"], "{method} {path} {status}");
            }
        }
    }
    for (name, schema) in of(&document["components"]["schemas"]) {
        for (field, described) in of(&schema["properties"]) {
            let says = described["description"].is_string() || described["$ref"].is_string();
            let has = says || described["oneOf"].is_array() || described["allOf"].is_array();
            assert!(has, "{name}.{field}");
        }
    }
}

#[sqlx::test]
async fn it_is_served_to_machines_and_to_people(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let document = gateway.get(&Person::default(), "/api/openapi.json").await.json();
    assert!(document["paths"]["/web/api/cart/checkout"]["post"].is_object());
    let page = gateway.get(&Person::default(), "/api/docs").await;
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    let policy = page.header("content-security-policy");
    assert!(policy.contains("script-src 'self';") && !policy.contains("unsafe"), "{policy}");
    assert!(!page.text().contains("<style") && !page.text().contains("<script>"));
    for file in ["/api/docs.css", "/api/docs.js"] {
        assert!(page.text().contains(file));
        assert_eq!(gateway.get(&Person::default(), file).await.status, http::StatusCode::OK);
    }
}
