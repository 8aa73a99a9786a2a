//! Signing in and out, sessions, the audit log.

use base64::Engine as _;
use http::{Method, StatusCode};
use serde_json::json;
use souk_kernel::{Clock as _, Role};
use souk_proto::catalog::v1::{Product, UpdateProductRequest};
use souk_proto::orders::v1::{AddNoteRequest, GetOrderRequest, Order, OrderDetail};
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{Gateway, PASSWORD, Person};

const SESSION: &str = "/dashboard/api/session";
const ORDER: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a509";

#[sqlx::test]
async fn a_session_knows_who_it_is_and_what_they_may(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let person = gateway.employee(Role::Sales).await;
    let session = gateway.get(&person, SESSION).await.json();
    assert_eq!(session["employee"]["email"], "sales@souk.test");
    let permissions = session["permissions"].as_array().expect("a list");
    assert!(permissions.contains(&json!("orders.confirm")) && !permissions.contains(&json!("stock.write")));
    assert_eq!(gateway.get(&person, "/dashboard/api/employees/me").await.json()["name"], "The sales");
}

#[sqlx::test]
async fn the_cookie_is_the_browsers_alone(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    gateway.employee(Role::Sales).await;
    let answer = gateway.sign_in(" Sales@SOUK.test ", PASSWORD).await;
    let cookie = answer.header("set-cookie");
    assert!(cookie.starts_with("souk_session=") && cookie.contains("HttpOnly"), "{cookie}");
    assert!(cookie.contains("SameSite=Strict") && cookie.contains("Path=/"), "{cookie}");
    assert_eq!(answer.header("cache-control"), "no-store");
}

#[sqlx::test]
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

#[sqlx::test]
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

#[sqlx::test]
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

#[sqlx::test]
async fn a_new_password_ends_the_old_sessions(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let old = gateway.employee(Role::Sales).await;
    let new = gateway.employee(Role::Sales).await;
    assert_eq!(gateway.get(&old, SESSION).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(gateway.get(&new, SESSION).await.status, StatusCode::OK);
}

#[sqlx::test]
async fn the_database_holds_no_session_id(pool: PgPool) {
    let gateway = Gateway::open(pool.clone()).await;
    gateway.employee(Role::Sales).await;
    let hash: Vec<u8> =
        sqlx::query_scalar("SELECT id_hash FROM sessions").fetch_one(&pool).await.expect("one");
    let stolen = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(hash);
    let thief = Person { headers: vec![("cookie", format!("souk_session={stolen}"))] };
    assert_eq!(gateway.get(&thief, SESSION).await.status, StatusCode::UNAUTHORIZED);
}

/// What an authenticator app makes of the secret.
fn totp_of(secret: &str) -> totp_rs::Totp {
    let secret = totp_rs::Secret::try_from_base32(secret).expect("is base 32");
    totp_rs::Builder::new().with_secret(secret).build().expect("is long enough")
}

#[sqlx::test]
async fn a_second_factor_is_asked_for_and_its_code_is_good_once(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    gateway.employee(Role::Admin).await;
    assert_eq!(gateway.app.staff.enrol_totp("nobody@souk.test").await.expect("asks"), None);
    let secret = gateway.app.staff.enrol_totp("admin@souk.test").await.expect("asks").expect("is known");
    assert_eq!(gateway.sign_in("admin@souk.test", PASSWORD).await.problem(), "staff.totp_required");
    assert_eq!(gateway.sign_in("admin@souk.test", "wrong horse battery").await.problem(), "staff.refused");
    let now = u64::try_from(gateway.clock.now().unix_timestamp()).expect("after 1970");
    let totp = totp_of(&secret);
    let code = totp.generate(now).to_string();
    let body = json!({ "email": "admin@souk.test", "password": PASSWORD, "totp": code });
    let nobody = Person::default();
    assert_eq!(gateway.post(&nobody, SESSION, &body).await.status, StatusCode::OK);
    assert_eq!(gateway.post(&nobody, SESSION, &body).await.problem(), "staff.refused");
}

#[sqlx::test]
async fn every_change_leaves_one_audit_row_that_stays(pool: PgPool) {
    let gateway = Gateway::open(pool.clone()).await;
    let person = gateway.employee(Role::Sales).await;
    gateway.neighbour.says("AddNote", &OrderDetail::default());
    let path = format!("/dashboard/api/orders/{ORDER}/notes");
    gateway.post(&person, &path, &json!({ "note": "called" })).await;
    gateway.get(&person, "/dashboard/api/orders").await;
    let rows: Vec<(String, String, String, i16)> =
        sqlx::query_as("SELECT staff_name, method, path, status FROM audit")
            .fetch_all(&pool)
            .await
            .expect("reads");
    assert_eq!(rows, [("The sales".into(), "POST".into(), path, 200)]);
    assert_eq!(gateway.neighbour.asked::<AddNoteRequest>("AddNote")[0].note, "called");
    for statement in ["UPDATE audit SET status = 500", "DELETE FROM audit", "TRUNCATE audit"] {
        assert!(sqlx::query(statement).execute(&pool).await.is_err(), "{statement}");
    }
}

#[sqlx::test]
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

#[sqlx::test]
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
