//! What is done to many things at once: once, to its end, whatever happens to the page or to the process.

use std::time::Duration;

use futures::StreamExt as _;
use futures::future::join_all;
use http::{Method, StatusCode};
use serde_json::{Value, json};
use souk_gateway::jobs::Outcome;
use souk_gateway::worker::{self, Progress};
use souk_kernel::Role;
use souk_proto::orders::v1::{ListOrdersResponse, Order, OrderDetail, TransitionOrderRequest};
use souk_rpc::Failure;
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::support::{Answer, Gateway, Person, SCHEMA};

const BULK: &str = "/dashboard/api/orders/bulk";
const JOBS: &str = "/dashboard/api/jobs";
const KINDS: [&str; 1] = ["order-step"];

fn order_id(index: usize) -> String {
    format!("01a1fdf1-e03e-76e9-a51e-{index:012}")
}

fn shipping(orders: usize) -> Value {
    let order = |index| json!({ "id": order_id(index), "number": format!("A-{index}"), "version": 3, "trackingNumber": format!("T-{index}") });
    json!({ "to": "shipped", "orders": (0..orders).map(order).collect::<Vec<_>>() })
}

async fn start(gateway: &Gateway, person: &Person, key: &str, body: &Value) -> Answer {
    let headers = [("content-type", "application/json"), ("idempotency-key", key)];
    gateway.send(person, Method::POST, BULK, &headers, body.to_string().into()).await
}

/// The id of a job that was started.
async fn started(gateway: &Gateway, person: &Person, body: &Value) -> String {
    let answer = start(gateway, person, "a-key", body).await;
    assert_eq!(answer.status, StatusCode::ACCEPTED, "{answer:?}");
    answer.json()["id"].as_str().expect("an id").to_owned()
}

async fn work(gateway: &Gateway) {
    worker::work(&gateway.app, &CancellationToken::new()).await.expect("works");
}

async fn job(gateway: &Gateway, person: &Person, id: &str) -> Value {
    gateway.get(person, &format!("{JOBS}/{id}")).await.json()
}

fn outcomes(job: &Value) -> Vec<(&str, &str)> {
    let rows = job["rows"].as_array().expect("rows");
    rows.iter()
        .map(|row| (row["outcome"].as_str().expect("one"), row["code"].as_str().expect("one")))
        .collect()
}

fn moved(gateway: &Gateway) -> Vec<(String, u64, String)> {
    let asked = gateway.neighbour.asked::<TransitionOrderRequest>("TransitionOrder");
    asked.into_iter().map(|request| (request.id, request.version, request.tracking_number)).collect()
}

#[souk_testkit::test(SCHEMA)]
async fn a_job_takes_the_step_of_each_row_once_however_often_it_is_started(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let person = gateway.employee(Role::Warehouse).await;
    gateway.neighbour.says("TransitionOrder", &OrderDetail::default());
    let id = started(&gateway, &person, &shipping(9)).await;
    assert_eq!(started(&gateway, &person, &shipping(9)).await, id);
    work(&gateway).await;
    assert_eq!(started(&gateway, &person, &shipping(9)).await, id);
    work(&gateway).await;
    let mut moved = moved(&gateway);
    moved.sort();
    let expected: Vec<_> = (0..9).map(|index| (order_id(index), 3, format!("T-{index}"))).collect();
    assert_eq!(moved, expected);
    let job = job(&gateway, &person, &id).await;
    assert_eq!((&job["done"], &job["refused"]), (&json!(9), &json!(0)));
    assert!(job["endedAt"].is_string());
    assert_eq!(job["rows"][8]["label"], "A-8");
    let other = start(&gateway, &person, "a-key", &shipping(1)).await;
    assert_eq!(
        (other.status, other.fields()),
        (StatusCode::UNPROCESSABLE_ENTITY, vec!["Idempotency-Key".to_owned()])
    );
}

#[souk_testkit::test(SCHEMA)]
async fn a_refused_row_says_why_and_is_tried_again_from_the_state_it_met(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let person = gateway.employee(Role::Warehouse).await;
    gateway.neighbour.fails("TransitionOrder", || Failure::conflict("orders.stale_version", "it is newer"));
    let order = Order { version: 7, ..Order::default() };
    gateway.neighbour.says("GetOrder", &OrderDetail { order: Some(order), ..OrderDetail::default() });
    let id = started(&gateway, &person, &shipping(1)).await;
    work(&gateway).await;
    assert_eq!(outcomes(&job(&gateway, &person, &id).await), [("refused", "orders.stale_version")]);
    gateway.neighbour.says("TransitionOrder", &OrderDetail::default());
    let retry = format!("{JOBS}/{id}/retry");
    for _ in 0..2 {
        assert_eq!(gateway.post(&person, &retry, &json!({})).await.json()["refused"], 0);
    }
    work(&gateway).await;
    assert_eq!(outcomes(&job(&gateway, &person, &id).await), [("done", "")]);
    assert_eq!(gateway.post(&person, &retry, &json!({})).await.json()["done"], 1, "nothing is left to try");
    work(&gateway).await;
    let tried: Vec<_> =
        moved(&gateway).into_iter().map(|(_, version, tracking)| (version, tracking)).collect();
    assert_eq!(tried, [(3, "T-0".to_owned()), (7, "T-0".to_owned())]);
}

#[souk_testkit::test(SCHEMA)]
async fn a_row_that_nobody_answers_waits_and_in_the_end_says_so(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let person = gateway.employee(Role::Warehouse).await;
    gateway.neighbour.fails("TransitionOrder", || Failure::unavailable("away"));
    let id = started(&gateway, &person, &shipping(1)).await;
    for tries in 1..=5 {
        work(&gateway).await;
        let job = job(&gateway, &person, &id).await;
        let expected = if tries < 5 { ("waiting", "") } else { ("refused", "unavailable") };
        assert_eq!(outcomes(&job), [expected], "after {tries}");
        gateway.clock.advance(time::Duration::seconds(6));
    }
}

/// A file's thousands of lines don't keep a colleague's one order waiting.
#[souk_testkit::test(SCHEMA)]
async fn jobs_take_turns_and_the_rows_of_each_stay_in_order(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let person = gateway.employee(Role::Warehouse).await;
    let clock = gateway.clock.clone();
    gateway.neighbour.makes("TransitionOrder", move || {
        clock.advance(time::Duration::seconds(1));
        OrderDetail::default()
    });
    let long = started(&gateway, &person, &shipping(12)).await;
    gateway.clock.advance(time::Duration::seconds(1));
    let order = json!({ "id": order_id(99), "number": "A-99", "version": 3, "trackingNumber": "T-99" });
    let short = start(&gateway, &person, "b-key", &json!({ "to": "shipped", "orders": [order] })).await;
    work(&gateway).await;
    let taken: Vec<_> = moved(&gateway).into_iter().map(|(id, _, _)| id).collect();
    assert!(taken.iter().position(|id| *id == order_id(99)).is_some_and(|place| place <= 4), "{taken:?}");
    let place = |index| taken.iter().position(|id| *id == order_id(index)).expect("taken");
    assert!((0..4).all(|early| (4..8).all(|later| place(early) < place(later))), "{taken:?}");
    assert!((4..8).all(|early| (8..12).all(|later| place(early) < place(later))), "{taken:?}");
    let short = short.json()["id"].as_str().expect("an id").to_owned();
    assert_eq!(job(&gateway, &person, &long).await["done"], 12);
    assert_eq!(job(&gateway, &person, &short).await["done"], 1);
}

/// A worker that was taken for dead writes nothing any more: its rows are another's.
#[souk_testkit::test(SCHEMA)]
async fn one_worker_at_a_time_has_a_job_and_a_dead_ones_is_gone_on_with(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let person = gateway.employee(Role::Warehouse).await;
    gateway.neighbour.says("TransitionOrder", &OrderDetail::default());
    let id = started(&gateway, &person, &shipping(2)).await;
    let jobs = &gateway.app.jobs;
    let dead = jobs.claim(&KINDS, &[]).await.expect("asks").expect("waits");
    let rows = jobs.waiting(&dead, 1).await.expect("asks");
    assert!(jobs.claim(&KINDS, &[]).await.expect("asks").is_none(), "it has a worker");
    gateway.clock.advance(time::Duration::seconds(61));
    work(&gateway).await;
    assert_eq!(job(&gateway, &person, &id).await["done"], 2);
    let late = rows.into_iter().map(|row| (row, Outcome::Done)).collect();
    jobs.record(&dead, late).await.expect_err("is not its turn");
    assert_eq!(job(&gateway, &person, &id).await["done"], 2);
}

#[souk_testkit::test(SCHEMA)]
async fn a_release_leaves_alone_what_it_can_not_do(pool: PgPool) {
    let gateway = Gateway::open(pool.clone()).await;
    let person = gateway.employee(Role::Warehouse).await;
    let id = started(&gateway, &person, &shipping(1)).await;
    sqlx::query("UPDATE jobs SET kind = 'of.tomorrow'").execute(&pool).await.expect("updates");
    work(&gateway).await;
    assert_eq!(outcomes(&job(&gateway, &person, &id).await), [("waiting", "")]);
}

#[souk_testkit::test(SCHEMA)]
async fn who_is_switched_off_has_nothing_done_any_more(pool: PgPool) {
    let gateway = Gateway::open(pool.clone()).await;
    let person = gateway.employee(Role::Warehouse).await;
    started(&gateway, &person, &shipping(1)).await;
    sqlx::query("UPDATE staff SET active = false").execute(&pool).await.expect("updates");
    work(&gateway).await;
    assert!(moved(&gateway).is_empty());
    let refused: i32 = sqlx::query_scalar("SELECT refused FROM jobs").fetch_one(&pool).await.expect("one");
    assert_eq!(refused, 1);
}

#[souk_testkit::test(SCHEMA)]
async fn all_that_a_filter_finds_are_counted_first_and_no_others_moved(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let person = gateway.employee(Role::Admin).await;
    let order =
        |index| Order { id: order_id(index), number: format!("A-{index}"), version: 4, ..Order::default() };
    let found =
        ListOrdersResponse { orders: vec![order(0), order(1)], total: 2, ..ListOrdersResponse::default() };
    gateway.neighbour.says("ListOrders", &found);
    let body = |expected: Option<u64>| json!({ "to": "preparing", "matching": { "wilaya": "16" }, "expected": expected });
    let preview = gateway.post(&person, &format!("{BULK}/preview"), &body(None)).await.json();
    let expected = json!({ "total": 2, "more": false, "will": 2, "willMore": false, "most": 1000 });
    assert_eq!(preview, expected);
    let moved = start(&gateway, &person, "k", &body(Some(3))).await;
    assert_eq!((moved.status, moved.problem().as_str()), (StatusCode::CONFLICT, "jobs.matching_changed"));
    assert_eq!(moved.json()["current"]["will"], 2);
    gateway.neighbour.says("ListOrders", &ListOrdersResponse { more: true, ..found.clone() });
    let preview = gateway.post(&person, &format!("{BULK}/preview"), &body(None)).await.json();
    assert_eq!((&preview["more"], &preview["willMore"]), (&json!(true), &json!(true)));
    let refused = start(&gateway, &person, "m", &body(Some(2))).await;
    let expected = (StatusCode::UNPROCESSABLE_ENTITY, vec!["matching".to_owned()]);
    assert_eq!((refused.status, refused.fields()), expected, "of some that weren't counted to their end");
    gateway.neighbour.says("ListOrders", &found);
    let id = started(&gateway, &person, &body(Some(2))).await;
    gateway.neighbour.says("ListOrders", &ListOrdersResponse::default());
    assert_eq!(started(&gateway, &person, &body(Some(2))).await, id, "a repeat asks for nothing");
    let rows = job(&gateway, &person, &id).await;
    assert_eq!(outcomes(&rows).len(), 2);
    let elsewhere = json!({ "to": "preparing", "matching": { "status": "delivered" }, "expected": 1 });
    assert_eq!(start(&gateway, &person, "l", &elsewhere).await.json()["current"]["will"], 0);
}

#[souk_testkit::test(SCHEMA)]
async fn orders_of_another_day_are_moved_by_no_step_of_a_day(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let person = gateway.employee(Role::Admin).await;
    let order =
        |index| Order { id: order_id(index), number: format!("A-{index}"), version: 4, ..Order::default() };
    let orders = vec![order(0), order(1)];
    let found = ListOrdersResponse { orders, total: 3, ..ListOrdersResponse::default() };
    gateway.neighbour.says("ListOrders", &found);
    let body = |expected: u64| json!({ "to": "preparing", "matching": { "from": "2026-11-21" }, "expected": expected });
    // A replica of the release before tells no days, and lists those of all.
    let refused = gateway.post(&person, &format!("{BULK}/preview"), &body(3)).await;
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(start(&gateway, &person, "k", &body(3)).await.status, StatusCode::SERVICE_UNAVAILABLE);
    let applied = ListOrdersResponse { placed_from: "2026-11-20T23:00:00Z".into(), ..found };
    gateway.neighbour.says("ListOrders", &applied);
    // One more was counted than is of those days.
    let moved = start(&gateway, &person, "l", &body(3)).await;
    assert_eq!((moved.status, moved.problem().as_str()), (StatusCode::CONFLICT, "jobs.matching_changed"));
    assert_eq!(moved.json()["current"]["will"], 2);
    started(&gateway, &person, &body(2)).await;
}

#[souk_testkit::test(SCHEMA)]
async fn what_can_not_be_done_is_refused_at_its_field(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let person = gateway.employee(Role::Admin).await;
    let cases = [
        (json!({ "to": "settled", "orders": [] }), "to"),
        (json!({ "to": "shipped", "orders": [] }), "orders"),
        (json!({ "to": "shipped", "matching": {} }), "expected"),
        (shipping(301), "orders"),
        (json!({ "to": "shipped", "orders": [{ "id": "x", "number": "", "version": 1 }] }), "orders[0].id"),
    ];
    for (body, field) in cases {
        let answer = start(&gateway, &person, "k", &body).await;
        assert_eq!(
            (answer.status, answer.fields()),
            (StatusCode::UNPROCESSABLE_ENTITY, vec![field.to_owned()])
        );
    }
}

#[souk_testkit::test(SCHEMA)]
async fn no_more_than_five_are_open_however_they_are_opened(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let person = gateway.employee(Role::Warehouse).await;
    gateway.neighbour.fails("TransitionOrder", || Failure::invalid_field("id", "form.validation.id", "no"));
    let id = started(&gateway, &person, &shipping(1)).await;
    work(&gateway).await;
    let keys: Vec<String> = (0..8).map(|key| key.to_string()).collect();
    let body = shipping(1);
    let starts = join_all(keys.iter().map(|key| start(&gateway, &person, key, &body))).await;
    let taken = starts.iter().filter(|answer| answer.status == StatusCode::ACCEPTED).count();
    assert_eq!(taken, 5, "of eight at once");
    let again = gateway.post(&person, &format!("{JOBS}/{id}/retry"), &json!({})).await;
    assert_eq!(again.problem(), "jobs.too_many", "an ended one is not opened over them");
}

#[souk_testkit::test(SCHEMA)]
async fn a_job_is_seen_and_told_to_nobody_but_whose_it_is(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let (own, other) = (gateway.employee(Role::Warehouse).await, gateway.employee(Role::Admin).await);
    let id = started(&gateway, &own, &shipping(1)).await;
    assert_eq!(gateway.get(&own, JOBS).await.json()["jobs"][0]["id"], json!(id));
    assert_eq!(gateway.get(&other, JOBS).await.json()["jobs"], json!([]));
    for answer in [
        gateway.get(&other, &format!("{JOBS}/{id}")).await,
        gateway.post(&other, &format!("{JOBS}/{id}/retry"), &json!({})).await,
    ] {
        assert_eq!(answer.problem(), "jobs.unknown");
    }
    let (mut mine, mut theirs) = (gateway.listen(&own).await, gateway.listen(&other).await);
    let progress = Progress::default();
    progress.tell(&gateway.app).await.expect("tells");
    let chunk = tokio::time::timeout(Duration::from_secs(10), mine.next()).await.expect("in time");
    let text = String::from_utf8(chunk.expect("one").expect("a chunk").to_vec()).expect("is UTF-8");
    assert!(text.contains("\"job\"") && text.contains(&id), "{text}");
    progress.tell(&gateway.app).await.expect("tells");
    gateway.app.live.tell(souk_gateway::live::ChangeKind::Order, "an order", 1);
    for stream in [&mut mine, &mut theirs] {
        let chunk = tokio::time::timeout(Duration::from_secs(10), stream.next()).await.expect("in time");
        let text = String::from_utf8(chunk.expect("one").expect("a chunk").to_vec()).expect("is UTF-8");
        assert!(text.contains("an order"), "told once, and to its own alone: {text}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn all_old_jobs_are_forgotten_however_many_and_no_other(pool: PgPool) {
    let gateway = Gateway::open(pool.clone()).await;
    let person = gateway.employee(Role::Warehouse).await;
    let id = started(&gateway, &person, &shipping(1)).await;
    let old = "INSERT INTO jobs (id, employee_id, idempotency_key, fingerprint, kind, detail, address, request_id, total, done,
                                 leased_until, created_at, changed_at, ended_at)
        SELECT gen_random_uuid(), employee_id, 'old ' || n, fingerprint, kind, detail, '', '', 1, 1, t, t, t, t
          FROM jobs, generate_series(1, 50) n, (VALUES (timestamptz '2020-01-01')) AS moment (t)";
    sqlx::query(old).execute(&pool).await.expect("stored");
    while gateway.app.jobs.forget_some().await.expect("forgets") {}
    let left: Vec<String> =
        sqlx::query_scalar("SELECT id::text FROM jobs").fetch_all(&pool).await.expect("read");
    assert_eq!(left, [id]);
}

#[souk_testkit::test(SCHEMA)]
async fn a_job_is_forgotten_a_week_after_it_ended(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let person = gateway.employee(Role::Warehouse).await;
    let id = started(&gateway, &person, &shipping(1)).await;
    gateway.clock.advance(time::Duration::days(8));
    while gateway.app.jobs.forget_some().await.expect("forgets") {}
    let person = gateway.sign_in("warehouse@souk.test", crate::support::PASSWORD).await.person();
    assert_eq!(outcomes(&job(&gateway, &person, &id).await).len(), 1, "it waits yet");
    work(&gateway).await;
    gateway.clock.advance(time::Duration::days(8));
    while gateway.app.jobs.forget_some().await.expect("forgets") {}
    let person = gateway.sign_in("warehouse@souk.test", crate::support::PASSWORD).await.person();
    assert_eq!(gateway.get(&person, &format!("{JOBS}/{id}")).await.status, StatusCode::NOT_FOUND);
}
