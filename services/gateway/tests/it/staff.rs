//! Signing in and out, sessions; edits that came too late.

use std::path::PathBuf;

use base64::Engine as _;
use http::{Method, StatusCode};
use serde_json::json;
use souk_gateway::limits::LimitsConfig;
use souk_kernel::{Clock as _, Role};
use souk_proto::catalog::v1::{Product, UpdateProductRequest};
use souk_proto::orders::v1::{GetOrderRequest, Order, OrderDetail};
use souk_rpc::{Actor, Failure};
use sqlx::PgPool;

use crate::support::{Gateway, NO_LIMITS, PASSWORD, Person, SCHEMA, totp_of};

const SESSION: &str = "/dashboard/api/session";
const ORDER: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a509";

#[souk_testkit::test(SCHEMA)]
async fn a_session_knows_who_it_is_and_what_they_may(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let person = gateway.employee(Role::Sales).await;
    let session = gateway.get(&person, SESSION).await.json();
    assert_eq!(session["employee"]["email"], "sales@souk.test");
    let permissions = session["permissions"].as_array().expect("a list");
    assert!(permissions.contains(&json!("orders.confirm")) && !permissions.contains(&json!("stock.write")));
    assert_eq!(gateway.get(&person, "/dashboard/api/employees/me").await.json()["name"], "The sales");
}

#[souk_testkit::test(SCHEMA)]
async fn the_cookie_is_the_browsers_alone(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    gateway.employee(Role::Sales).await;
    let answer = gateway.sign_in(" Sales@SOUK.test ", PASSWORD).await;
    let cookie = answer.header("set-cookie");
    assert!(cookie.starts_with("souk_session=") && cookie.contains("HttpOnly"), "{cookie}");
    assert!(cookie.contains("SameSite=Strict") && cookie.contains("Path=/"), "{cookie}");
    assert_eq!(answer.header("cache-control"), "no-store");
}

#[souk_testkit::test(SCHEMA)]
async fn a_wrong_password_and_an_unknown_account_look_the_same(pool: PgPool) {
    let gateway = Gateway::open(pool.clone()).await;
    gateway.employee(Role::Sales).await;
    let wrong = gateway.sign_in("sales@souk.test", "wrong horse battery").await;
    let unknown = gateway.sign_in("nobody@souk.test", PASSWORD).await;
    sqlx::query("UPDATE staff SET active = false").execute(&pool).await.expect("updates");
    let off = gateway.sign_in("sales@souk.test", PASSWORD).await;
    for answer in [&wrong, &unknown, &off] {
        assert_eq!((answer.status, answer.problem().as_str()), (StatusCode::UNAUTHORIZED, "staff.refused"));
        assert_eq!(answer.json()["detail"], wrong.json()["detail"]);
        assert_eq!(answer.header("set-cookie"), "");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_session_ends_unused_after_half_an_hour_and_in_any_case_after_twelve(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let person = gateway.employee(Role::Sales).await;
    for _ in 0..28 {
        gateway.clock.advance(time::Duration::minutes(25));
        assert_eq!(gateway.get(&person, SESSION).await.status, StatusCode::OK);
    }
    gateway.clock.advance(time::Duration::minutes(25));
    assert_eq!(gateway.get(&person, SESSION).await.status, StatusCode::UNAUTHORIZED);
    let person = gateway.employee(Role::Sales).await;
    gateway.clock.advance(time::Duration::minutes(31));
    assert_eq!(gateway.get(&person, SESSION).await.status, StatusCode::UNAUTHORIZED);
}

#[souk_testkit::test(SCHEMA)]
async fn sign_out_and_switching_off_end_a_session_at_once(pool: PgPool) {
    let gateway = Gateway::open(pool.clone()).await;
    let person = gateway.employee(Role::Sales).await;
    let answer = gateway.json(&person, Method::DELETE, SESSION, &json!({})).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT);
    assert!(answer.header("set-cookie").contains("Max-Age=0"), "{answer:?}");
    assert_eq!(gateway.get(&person, SESSION).await.status, StatusCode::UNAUTHORIZED);
    let person = gateway.employee(Role::Sales).await;
    sqlx::query("UPDATE staff SET active = false").execute(&pool).await.expect("updates");
    assert_eq!(gateway.get(&person, SESSION).await.status, StatusCode::UNAUTHORIZED);
}

#[souk_testkit::test(SCHEMA)]
async fn a_new_password_ends_the_old_sessions(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let old = gateway.employee(Role::Sales).await;
    let new = gateway.employee(Role::Sales).await;
    assert_eq!(gateway.get(&old, SESSION).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(gateway.get(&new, SESSION).await.status, StatusCode::OK);
}

#[souk_testkit::test(SCHEMA)]
async fn the_database_holds_no_session_id(pool: PgPool) {
    let gateway = Gateway::open(pool.clone()).await;
    gateway.employee(Role::Sales).await;
    let hash: Vec<u8> =
        sqlx::query_scalar("SELECT id_hash FROM sessions").fetch_one(&pool).await.expect("one");
    let stolen = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(hash);
    let thief = Person { headers: vec![("cookie", format!("souk_session={stolen}"))] };
    assert_eq!(gateway.get(&thief, SESSION).await.status, StatusCode::UNAUTHORIZED);
}

/// What is wrong, the password or the code, nobody is told: the answers agree to the letter.
#[souk_testkit::test(SCHEMA)]
async fn a_second_factor_is_asked_for_and_its_code_is_good_once(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    gateway.employee(Role::Admin).await;
    let (staff, me) = (&gateway.app.staff, Actor::system("tests"));
    assert_eq!(staff.enrol_totp(&me, "nobody@souk.test").await.expect("asks"), None);
    let secret = staff.enrol_totp(&me, "admin@souk.test").await.expect("asks").expect("is known");
    let now = u64::try_from(gateway.clock.now().unix_timestamp()).expect("after 1970");
    let code = totp_of(&secret).generate(now).to_string();
    let nobody = Person::default();
    let body = |password: &str, totp: &str| json!({ "email": "admin@souk.test", "password": password, "totp": totp });
    let wrong = [
        body("wrong horse battery", ""),
        body("wrong horse battery", &code),
        body(PASSWORD, ""),
        body(PASSWORD, "12345x"),
        body(PASSWORD, "k7wq-2mxe-9tra-hb4c"),
    ];
    let mut answers = Vec::new();
    for body in &wrong {
        let answer = gateway.post(&nobody, SESSION, body).await;
        assert_eq!((answer.status, answer.problem().as_str()), (StatusCode::UNAUTHORIZED, "staff.refused"));
        answers.push(answer.json()["detail"].clone());
    }
    answers.dedup();
    assert_eq!(answers.len(), 1);
    assert_eq!(gateway.post(&nobody, SESSION, &body(PASSWORD, &code)).await.status, StatusCode::OK);
    assert_eq!(gateway.post(&nobody, SESSION, &body(PASSWORD, &code)).await.problem(), "staff.refused");
}

/// Past the limit a right code is refused as a wrong one is, from that address alone.
#[souk_testkit::test(SCHEMA)]
async fn codes_are_not_guessed_and_one_address_keeps_nobody_out(pool: PgPool) {
    let trusted_proxies = vec!["127.0.0.1".parse().expect("an address")];
    let limits = LimitsConfig { limit_sign_ins: Some(6000), trusted_proxies, ..NO_LIMITS };
    let gateway = Gateway::open_limited(pool, PathBuf::from("no web app"), limits).await;
    gateway.employee(Role::Admin).await;
    let enrolled = gateway.app.staff.enrol_totp(&Actor::system("tests"), "admin@souk.test").await;
    let secret = enrolled.expect("asks").expect("is known");
    let now = u64::try_from(gateway.clock.now().unix_timestamp()).expect("after 1970");
    let code = totp_of(&secret).generate(now).to_string();
    let from = |address: &str| Person { headers: vec![("x-forwarded-for", address.to_owned())] };
    let body = |totp: &str| json!({ "email": "admin@souk.test", "password": PASSWORD, "totp": totp });
    for _ in 0..10 {
        let answer = gateway.post(&from("41.96.0.7"), SESSION, &body("abcdef")).await;
        assert_eq!(answer.problem(), "staff.refused");
    }
    assert_eq!(gateway.post(&from("41.96.0.7"), SESSION, &body(&code)).await.problem(), "staff.refused");
    assert_eq!(gateway.post(&from("105.98.1.2"), SESSION, &body(&code)).await.status, StatusCode::OK);
}

/// What a tab asks by itself, its stream of changes too, is no use.
#[souk_testkit::test(SCHEMA)]
async fn a_forgotten_tab_ends(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let person = gateway.employee(Role::Sales).await;
    let mut forgotten = person.clone();
    forgotten.headers.push(("x-unattended", "1".into()));
    let mut stream = person.clone();
    stream.headers.push(("accept", "text/event-stream".into()));
    for _ in 0..2 {
        gateway.clock.advance(time::Duration::minutes(14));
        assert_eq!(gateway.get(&forgotten, SESSION).await.status, StatusCode::OK);
        assert_eq!(gateway.stream(&stream, "/dashboard/api/live").await.status(), StatusCode::OK);
    }
    gateway.clock.advance(time::Duration::minutes(3));
    assert_eq!(gateway.get(&person, SESSION).await.status, StatusCode::UNAUTHORIZED);
}

#[souk_testkit::test(SCHEMA)]
async fn a_stale_edit_is_answered_with_the_present_product(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let person = gateway.employee(Role::Content).await;
    gateway.neighbour.fails("UpdateProduct", || Failure::conflict("catalog.stale_version", "it moved on"));
    let product = Product { id: ORDER.into(), version: 8, price_ht: 123_450, ..Product::default() };
    gateway.neighbour.says("GetProduct", &product);
    let path = format!("/dashboard/api/products/{ORDER}");
    let edit = json!({ "version": 7, "priceHt": 1000.5, "taxRate": 19 });
    let answer = gateway.json(&person, Method::PATCH, &path, &edit).await;
    assert_eq!((answer.status, answer.problem().as_str()), (StatusCode::CONFLICT, "catalog.stale_version"));
    let current = &answer.json()["current"];
    assert_eq!((&current["version"], &current["priceHt"]), (&json!(8), &json!(1234.5)));
    let asked = &gateway.neighbour.asked::<UpdateProductRequest>("UpdateProduct")[0];
    assert_eq!((asked.price_ht, asked.tax_rate), (Some(100_050), Some(1900)));
    for (field, value) in [("priceHt", json!(1.234)), ("priceHt", json!("5")), ("taxRate", json!(101))] {
        let answer =
            gateway.json(&person, Method::PATCH, &path, &json!({ "version": 7, field: value })).await;
        assert_eq!((answer.status, answer.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec![field.into()]));
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_stale_step_is_answered_with_the_present_order(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let person = gateway.employee(Role::Sales).await;
    gateway.neighbour.fails("TransitionOrder", || Failure::conflict("orders.stale", "somebody was faster"));
    let order = Order { id: ORDER.into(), version: 7, status: "confirmed".into(), ..Order::default() };
    gateway.neighbour.says("GetOrder", &OrderDetail { order: Some(order), ..OrderDetail::default() });
    let step = json!({ "to": "confirmed", "version": 6 });
    let answer = gateway.post(&person, &format!("/dashboard/api/orders/{ORDER}/transitions"), &step).await;
    assert_eq!((answer.status, answer.problem().as_str()), (StatusCode::CONFLICT, "orders.stale"));
    assert_eq!(answer.json()["current"]["version"], 7);
    assert_eq!(gateway.neighbour.asked::<GetOrderRequest>("GetOrder")[0].id, ORDER);
}
