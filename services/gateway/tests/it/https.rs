//! What https adds: the only way in which a real shop is open.

use http::Method;
use serde_json::json;
use souk_kernel::Role;
use sqlx::PgPool;

use crate::support::{Gateway, Person, SCHEMA};

const SESSION: &str = "/dashboard/api/session";

#[souk_testkit::test(SCHEMA)]
async fn every_answer_says_that_the_shop_is_never_plain_http(pool: PgPool) {
    let gateway = Gateway::open_secure(pool).await;
    for path in [
        "/",
        "/new",
        "/nowhere",
        "/admin/",
        "/robots.txt",
        "/sitemap.xml",
        "/web/api/session",
        "/web/api/nothing",
        "/web/public/api/home",
        "/dashboard",
        SESSION,
        "/media/shop/0f0f-160.jpg",
        "/assets/nothing.js",
        "/a%00b",
    ] {
        for method in [Method::GET, Method::HEAD, Method::POST] {
            let answer = gateway.json(&Person::default(), method.clone(), path, &json!({})).await;
            assert_eq!(
                answer.header("strict-transport-security"),
                "max-age=31536000; includeSubDomains",
                "{method} {path}"
            );
        }
    }
}

#[souk_testkit::test(SCHEMA)]
async fn cookies_are_bound_to_the_host_and_to_https(pool: PgPool) {
    let gateway = Gateway::open_secure(pool).await;
    let shopper = gateway.get(&Person::default(), "/web/api/session").await;
    let employee = gateway.employee(Role::Sales).await;
    let ended = gateway.json(&employee, Method::DELETE, SESSION, &json!({})).await;
    let signed_in = gateway.sign_in("sales@souk.test", crate::support::PASSWORD).await;
    for answer in [shopper, signed_in, ended] {
        let cookie = answer.header("set-cookie");
        assert!(cookie.starts_with("__Host-"), "{cookie}");
        for attribute in ["Secure", "HttpOnly", "Path=/", "SameSite="] {
            assert!(cookie.contains(attribute), "{cookie}");
        }
        assert!(!cookie.contains("Domain"), "{cookie}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn over_plain_http_nothing_is_promised(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let answer = gateway.get(&Person::default(), "/web/api/session").await;
    assert_eq!(answer.header("strict-transport-security"), "");
    assert!(!answer.header("set-cookie").contains("Secure"));
}
