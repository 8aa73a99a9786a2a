//! Orders as a file: what it tells, and what the audit log tells of it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::BodyDataStream;
use bytes::Bytes;
use futures::StreamExt as _;
use http::{Method, StatusCode};
use serde_json::{Value, json};
use souk_kernel::Role;
use souk_proto::common::v1::{Actor, LocalizedText};
use souk_proto::orders::v1 as proto;
use souk_rpc::Failure;
use souk_testkit::eventually;
use sqlx::PgPool;

use crate::support::{Gateway, Person, SCHEMA};

const PATH: &str = "/dashboard/api/orders/export";
const PATIENCE: Duration = Duration::from_secs(10);

fn line(sku: &str, name: &str, quantity: u32) -> proto::OrderLine {
    let name = Some(LocalizedText { fr: name.into(), ..Default::default() });
    proto::OrderLine { sku: sku.into(), name, quantity, ..Default::default() }
}

fn order() -> proto::Order {
    proto::Order {
        number: "A-10234".into(),
        r#type: "wholesalerorder".into(),
        status: "shipped".into(),
        first_name: "=Amina".into(),
        last_name: "Haddad".into(),
        phone: "0555123456".into(),
        wilaya_id: "16".into(),
        wilaya_name: "Alger".into(),
        commune_name: "Kouba".into(),
        address: "12; rue \"B\"".into(),
        delivery_type: "desk".into(),
        transporter_name: "Rahil".into(),
        tracking_number: "RHL-1".into(),
        lines: vec![line("SAV-R", "Savon", 2), line("", "Bougie", 1)],
        products_total: 120_000,
        delivery_price: 40_050,
        total: 160_050,
        placed_at: "2026-11-21T23:30:00Z".into(),
        assignee: Some(Actor { id: String::new(), name: "Samira".into() }),
        ..proto::Order::default()
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_file_has_a_line_for_each_order_of_the_list_and_the_log_says_who_has_it(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let (sales, admin) = (gateway.employee(Role::Sales).await, gateway.employee(Role::Admin).await);
    let step = proto::ListWholeOrdersResponse { orders: vec![order()], next: 0 };
    gateway.neighbour.says("ListWholeOrders", &step);
    let asked = format!("{PATH}?q=0555123456&status=shipped,,attempted,shipped,&wilaya=16&from=2026-11-01");
    let answer = gateway.get(&sales, &asked).await;
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"orders.csv\"");
    let text = std::str::from_utf8(&answer.body).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].starts_with("\u{feff}\"number\";\"placed_at\";\"status\";\"customer\";\"phone\";"),
        "{text}"
    );
    let cells = [
        "A-10234",
        "2026-11-22 00:30",
        "shipped",
        "'=Amina Haddad",
        "0555123456",
        "16",
        "Alger",
        "Kouba",
        "12; rue \"\"B\"\"",
        "desk",
        "Rahil",
        "RHL-1",
        "SAV-R × 2 | Bougie × 1",
        "3",
        "1200.00",
        "400.50",
        "1600.50",
        "Samira",
        "wholesalerorder",
    ];
    assert_eq!(lines[1..], [format!("\"{}\"", cells.join("\";\""))], "one order, in the time of Algiers");
    let asked = gateway.neighbour.asked::<proto::ListWholeOrdersRequest>("ListWholeOrders").remove(0);
    let filter = asked.filter.expect("a filter");
    assert_eq!((asked.after, filter.query.as_str(), filter.wilaya_id.as_str()), (0, "0555123456", "16"));
    assert_eq!(
        (filter.statuses, filter.placed_from.as_str()),
        (vec!["attempted".to_owned(), "shipped".to_owned()], "2026-10-31T23:00:00Z")
    );
    let journal = gateway.get(&admin, "/dashboard/api/journal?action=staff.orders_exported").await;
    let entries = journal.json()["entries"].clone();
    let (ended, told) = (&entries[0]["after"], &entries[1]["after"]);
    assert_eq!(
        (&told["isSearched"], &told["wilaya"], &told["from"], &told["status"]),
        (&json!(true), &json!("16"), &json!("2026-11-01"), &json!("attempted,shipped"))
    );
    assert_eq!(ended, &json!({ "orders": 1, "isCut": false }));
    assert!(!journal.text().contains("0555123456"), "no person's phone");
}

/// What the audit log tells of files, newest first.
async fn told(gateway: &Gateway, admin: &Person) -> Vec<Value> {
    let journal = gateway.get(admin, "/dashboard/api/journal?action=staff.orders_exported").await.json();
    journal["entries"].as_array().expect("entries").iter().map(|entry| entry["after"].clone()).collect()
}

async fn chunk(body: &mut BodyDataStream) -> Option<Result<String, axum::Error>> {
    let chunk = tokio::time::timeout(PATIENCE, body.next()).await.expect("in time")?;
    Some(chunk.map(|chunk| String::from_utf8(chunk.to_vec()).expect("is UTF-8")))
}

/// A file without an end, of which the first step was taken.
async fn begun(gateway: &Gateway, person: &Person) -> BodyDataStream {
    let step = proto::ListWholeOrdersResponse { orders: vec![order()], next: 10_234 };
    gateway.neighbour.says("ListWholeOrders", &step);
    let response = gateway.stream(person, PATH).await;
    assert_eq!(response.status(), StatusCode::OK);
    let mut body = response.into_body().into_data_stream();
    while !chunk(&mut body).await.expect("a step").expect("is read").contains("A-10234") {}
    body
}

#[souk_testkit::test(SCHEMA)]
async fn a_file_is_cut_when_its_reader_may_not_read_it_any_more(pool: PgPool) {
    let gateway = Gateway::open(pool.clone()).await;
    let (sales, admin) = (gateway.employee(Role::Sales).await, gateway.employee(Role::Admin).await);
    for lost in ["active = false", "roles = '{warehouse}'"] {
        let mut body = begun(&gateway, &sales).await;
        chunk(&mut body).await.expect("another step").expect("is read");
        let lose = format!("UPDATE staff SET {lost} WHERE email LIKE 'sales%'");
        sqlx::query(sqlx::AssertSqlSafe(lose)).execute(&pool).await.expect("updates");
        assert!(
            chunk(&mut body).await.expect("an end").is_err(),
            "{lost}: half a file is not taken for a whole one"
        );
        assert!(chunk(&mut body).await.is_none());
        assert_eq!(told(&gateway, &admin).await[0], json!({ "orders": 2, "isCut": true }), "{lost}");
        let back = "UPDATE staff SET active = true, roles = '{sales}' WHERE email LIKE 'sales%'";
        sqlx::query(back).execute(&pool).await.expect("updates");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn an_employee_takes_one_file_at_a_time_and_a_gateway_writes_a_few(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let (sales, admin) = (gateway.employee(Role::Sales).await, gateway.employee(Role::Admin).await);
    let body = begun(&gateway, &sales).await;
    let second = gateway.get(&sales, PATH).await;
    assert_eq!((second.status, second.header("retry-after")), (StatusCode::TOO_MANY_REQUESTS, "30"));
    assert_eq!(
        gateway.get(&sales, "/dashboard/api/products/export").await.status,
        StatusCode::TOO_MANY_REQUESTS
    );
    drop(begun(&gateway, &admin).await);
    drop(body);
    eventually("both ends are told", PATIENCE, async || told(&gateway, &admin).await.len() == 4).await;
    let cut = told(&gateway, &admin).await.into_iter().filter(|entry| entry["isCut"] == true);
    assert_eq!(cut.count(), 2, "their readers went away");
    let last = proto::ListWholeOrdersResponse::default();
    gateway.neighbour.says("ListWholeOrders", &last);
    let mut begun = 0;
    while gateway.get(&sales, PATH).await.status == StatusCode::OK {
        begun += 1;
    }
    assert_eq!(begun, 29, "with the one before, those of an hour");
}

#[souk_testkit::test(SCHEMA)]
async fn who_only_asks_for_the_head_takes_nothing_out(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let (sales, admin) = (gateway.employee(Role::Sales).await, gateway.employee(Role::Admin).await);
    let head = gateway.send(&sales, Method::HEAD, PATH, &[], Bytes::new()).await;
    assert_eq!((head.status, head.body.len()), (StatusCode::OK, 0));
    assert_eq!(told(&gateway, &admin).await, Vec::<Value>::new());
    assert_eq!(gateway.neighbour.asked::<proto::ListWholeOrdersRequest>("ListWholeOrders"), []);
}

#[souk_testkit::test(SCHEMA)]
async fn a_step_without_an_order_is_not_the_last(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let sales = gateway.employee(Role::Sales).await;
    gateway.neighbour.answers("ListWholeOrders", |asked: proto::ListWholeOrdersRequest| match asked.after {
        0 => proto::ListWholeOrdersResponse { orders: Vec::new(), next: 20_000 },
        _ => proto::ListWholeOrdersResponse { orders: vec![order()], next: 0 },
    });
    assert!(gateway.get(&sales, PATH).await.text().contains("A-10234"));
}

#[souk_testkit::test(SCHEMA)]
async fn a_step_that_nobody_answers_is_tried_again_and_a_file_that_none_answers_is_cut(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let (sales, admin) = (gateway.employee(Role::Sales).await, gateway.employee(Role::Admin).await);
    let second = proto::Order { number: "A-10233".into(), ..order() };
    let of_second = AtomicUsize::new(0);
    gateway.neighbour.tries("ListWholeOrders", move |asked: proto::ListWholeOrdersRequest| {
        match asked.after {
            0 => Ok(proto::ListWholeOrdersResponse { orders: vec![order()], next: 10_234 }),
            _ if of_second.fetch_add(1, Ordering::Relaxed) == 0 => Err(Failure::unavailable("restarts")),
            _ => Ok(proto::ListWholeOrdersResponse { orders: vec![second.clone()], next: 0 }),
        }
    });
    let text = gateway.get(&sales, PATH).await.text();
    assert_eq!((text.matches("A-10234").count(), text.matches("A-10233").count()), (1, 1), "{text}");
    assert_eq!(told(&gateway, &admin).await[0], json!({ "orders": 2, "isCut": false }));

    let mut body = begun(&gateway, &sales).await;
    gateway.neighbour.fails("ListWholeOrders", || Failure::unavailable("stays away"));
    while chunk(&mut body).await.expect("an end").is_ok() {}
    let end = &told(&gateway, &admin).await[0];
    assert_eq!(end["isCut"], true, "{end}");
}

#[souk_testkit::test(SCHEMA)]
async fn a_file_of_orders_is_for_who_may_take_them_out(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    for role in [Role::Content, Role::Warehouse, Role::Payments] {
        let person = gateway.employee(role).await;
        assert_eq!(gateway.get(&person, PATH).await.status, StatusCode::FORBIDDEN, "{role}");
    }
    let sales = gateway.employee(Role::Sales).await;
    assert_eq!(gateway.get(&sales, &format!("{PATH}?wilaya=x")).await.fields(), ["wilaya"]);
}
