//! Changes told to open screens.

use std::path::PathBuf;
use std::time::Duration;

use futures::StreamExt as _;
use http::{Method, StatusCode};
use serde_json::json;
use souk_gateway::limits::LimitsConfig;
use souk_gateway::live::ChangeKind;
use souk_kernel::Role;
use sqlx::PgPool;

use crate::support::{Gateway, NO_LIMITS, SCHEMA};

const LIVE: &str = "/dashboard/api/live";
const PATIENCE: Duration = Duration::from_secs(20);

async fn next(body: &mut axum::body::BodyDataStream) -> Option<String> {
    let chunk = tokio::time::timeout(PATIENCE, body.next()).await.expect("in time")?;
    Some(String::from_utf8(chunk.expect("a chunk").to_vec()).expect("is UTF-8"))
}

#[souk_testkit::test(SCHEMA)]
async fn a_screen_is_told_what_it_may_see(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let person = gateway.employee(Role::Payments).await;
    let mut body = gateway.listen(&person).await;
    gateway.app.live.tell(ChangeKind::Stock, "not for payments", 1);
    gateway.app.live.tell(ChangeKind::Order, "an order", 3);
    let event = next(&mut body).await.expect("an event");
    assert_eq!(event, "data: {\"kind\":\"order\",\"id\":\"an order\",\"version\":3}\n\n");
}

/// A browser shows no comments to the page: what keeps the stream alive has a name.
#[souk_testkit::test(SCHEMA)]
async fn a_silent_stream_says_that_it_is_alive(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let person = gateway.employee(Role::Sales).await;
    let mut body = gateway.listen(&person).await;
    tokio::time::pause();
    assert_eq!(next(&mut body).await.as_deref(), Some("event: alive\ndata: 15\n\n"));
}

/// A stream that is never silent is never asked by the heartbeat: what it tells asks.
#[souk_testkit::test(SCHEMA)]
async fn a_busy_stream_ends_with_its_session_too(pool: PgPool) {
    let gateway = Gateway::open(pool.clone()).await;
    let person = gateway.employee(Role::Sales).await;
    let mut body = gateway.listen(&person).await;
    gateway.app.live.tell(ChangeKind::Order, "before", 1);
    assert!(next(&mut body).await.is_some_and(|event| event.contains("before")));
    sqlx::query("UPDATE staff SET active = false").execute(&pool).await.expect("updates");
    gateway.clock.advance(time::Duration::seconds(15));
    gateway.app.live.tell(ChangeKind::Order, "after", 2);
    assert_eq!(next(&mut body).await, None);
}

#[souk_testkit::test(SCHEMA)]
async fn who_loses_a_role_hears_no_more_of_what_it_showed(pool: PgPool) {
    let gateway = Gateway::open(pool.clone()).await;
    let person = gateway.employee(Role::Sales).await;
    let mut body = gateway.listen(&person).await;
    gateway.app.live.tell(ChangeKind::Order, "before", 1);
    assert!(next(&mut body).await.is_some_and(|event| event.contains("before")));
    sqlx::query("UPDATE staff SET roles = '{content}'").execute(&pool).await.expect("updates");
    gateway.clock.advance(time::Duration::seconds(15));
    gateway.app.live.tell(ChangeKind::Order, "after", 2);
    gateway.app.live.tell(ChangeKind::Content, "a page", 1);
    assert!(next(&mut body).await.is_some_and(|event| event.contains("a page")));
}

#[souk_testkit::test(SCHEMA)]
async fn a_stream_ends_with_its_session(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let person = gateway.employee(Role::Sales).await;
    let mut body = gateway.listen(&person).await;
    gateway.json(&person, Method::DELETE, "/dashboard/api/session", &json!({})).await;
    assert_eq!(next(&mut body).await, None);
}

#[souk_testkit::test(SCHEMA)]
async fn an_employee_holds_so_many_screens_open_and_no_more(pool: PgPool) {
    let limits = LimitsConfig { limit_streams: 2, ..NO_LIMITS };
    let gateway = Gateway::open_limited(pool, PathBuf::from("no web app"), limits).await;
    let person = gateway.employee(Role::Sales).await;
    let (first, _second) = (gateway.stream(&person, LIVE).await, gateway.stream(&person, LIVE).await);
    assert_eq!(gateway.stream(&person, LIVE).await.status(), StatusCode::TOO_MANY_REQUESTS);
    drop(first);
    assert_eq!(gateway.stream(&person, LIVE).await.status(), StatusCode::OK);
}

/// Whoever asks for a session, as anybody may, makes no open screen ask the database.
#[souk_testkit::test(SCHEMA)]
async fn a_sign_in_that_fails_wakes_no_screen(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let signed_out = gateway.app.live.signed_out.subscribe();
    gateway.sign_in("nobody@souk.test", "wrong horse battery").await;
    assert!(!signed_out.has_changed().expect("is open"));
}
