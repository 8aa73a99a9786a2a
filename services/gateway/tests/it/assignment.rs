//! Orders that are given to employees: who is offered, and that only those get one.

use http::{Method, StatusCode};
use serde_json::json;
use souk_gateway::worker;
use souk_kernel::Role;
use souk_proto::orders::v1 as proto;
use souk_rpc::Failure;
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::support::{Gateway, SCHEMA};

const ORDER: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a501";
const NOBODY: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a509";
const OFFERED: &str = "/dashboard/api/orders/assignees";

#[souk_testkit::test(SCHEMA)]
async fn orders_go_to_employees_who_see_them_and_to_no_others(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let sales = gateway.employee(Role::Sales).await;
    let warehouse = gateway.employee(Role::Warehouse).await;
    let content = gateway.employee(Role::Content).await;
    let offered = gateway.get(&warehouse, OFFERED).await.json();
    let offered = offered.as_array().expect("a list");
    let names: Vec<_> = offered.iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["The sales", "The warehouse"], "by name, without who sees no orders");
    assert_eq!(gateway.get(&content, OFFERED).await.status, StatusCode::FORBIDDEN);

    let order = proto::Order { id: ORDER.into(), version: 8, ..proto::Order::default() };
    let detail = proto::OrderDetail { order: Some(order), ..proto::OrderDetail::default() };
    gateway.neighbour.says("AssignOrder", &detail);
    gateway.neighbour.says("GetOrder", &detail);
    let path = format!("/dashboard/api/orders/{ORDER}/assignee");
    let to = offered[1]["id"].clone();
    let answer = gateway.json(&sales, Method::PUT, &path, &json!({ "version": 7, "employeeId": to })).await;
    assert_eq!((answer.status, &answer.json()["version"]), (StatusCode::OK, &json!(8)));
    let sent = gateway.neighbour.asked::<proto::AssignOrderRequest>("AssignOrder").remove(0);
    assert_eq!((sent.version, sent.employee.expect("somebody").name.as_str()), (7, "The warehouse"));
    let answer = gateway.json(&sales, Method::PUT, &path, &json!({ "version": 8, "employeeId": null })).await;
    assert_eq!(answer.status, StatusCode::OK);
    let sent = gateway.neighbour.asked::<proto::AssignOrderRequest>("AssignOrder").pop().expect("sent");
    assert_eq!(sent.employee, None);

    let me = gateway.get(&content, "/dashboard/api/session").await.json()["employee"]["id"].clone();
    for unfit in [json!(NOBODY), json!("x"), me] {
        let body = json!({ "version": 8, "employeeId": unfit });
        let refused = gateway.json(&sales, Method::PUT, &path, &body).await;
        let expected = (StatusCode::UNPROCESSABLE_ENTITY, vec!["employeeId".to_owned()]);
        assert_eq!((refused.status, refused.fields()), expected, "{unfit}");
    }
    gateway.neighbour.fails("AssignOrder", || Failure::conflict("orders.stale_version", "changed"));
    let body = json!({ "version": 6, "employeeId": null });
    let stale = gateway.json(&sales, Method::PUT, &path, &body).await;
    assert_eq!((stale.status, &stale.json()["current"]["version"]), (StatusCode::CONFLICT, &json!(8)));
    let refused = gateway.json(&warehouse, Method::PUT, &path, &body).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
}

#[souk_testkit::test(SCHEMA)]
async fn the_list_is_narrowed_by_the_employee(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let sales = gateway.employee(Role::Sales).await;
    gateway.neighbour.says("ListOrders", &proto::ListOrdersResponse::default());
    let answer = gateway.get(&sales, &format!("/dashboard/api/orders?employee={NOBODY}")).await;
    assert_eq!(answer.status, StatusCode::OK);
    let asked = gateway.neighbour.asked::<proto::ListOrdersRequest>("ListOrders").remove(0);
    assert_eq!(asked.employee_id, NOBODY);
    let odd = gateway.get(&sales, "/dashboard/api/orders?employee=x").await;
    assert_eq!(odd.fields(), ["employee"]);
}

#[souk_testkit::test(SCHEMA)]
async fn the_list_is_narrowed_by_days(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let sales = gateway.employee(Role::Sales).await;
    gateway.neighbour.says("ListOrders", &proto::ListOrdersResponse::default());
    let answer = gateway.get(&sales, "/dashboard/api/orders?from=2026-11-01&until=2026-11-30").await;
    assert_eq!(answer.status, StatusCode::OK);
    let asked = gateway.neighbour.asked::<proto::ListOrdersRequest>("ListOrders").remove(0);
    let moments = (asked.placed_from.as_str(), asked.placed_before.as_str());
    assert_eq!(moments, ("2026-10-31T23:00:00Z", "2026-11-30T23:00:00Z"), "midnight in Algiers");
    for (odd, field) in [("from=x", "from"), ("until=2026-11-31", "until"), ("period=year", "period")] {
        let refused = gateway.get(&sales, &format!("/dashboard/api/orders?{odd}")).await;
        assert_eq!(refused.fields(), [field], "{odd}");
    }
}

fn answer(changed: bool, version: u64) -> proto::OrderDetail {
    let order = Some(proto::Order { version, ..proto::Order::default() });
    proto::OrderDetail { order, changed: Some(changed), ..proto::OrderDetail::default() }
}

#[souk_testkit::test(SCHEMA)]
async fn many_orders_are_given_to_an_employee_by_a_job_that_is_started_once(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let sales = gateway.employee(Role::Sales).await;
    let to = gateway.get(&sales, OFFERED).await.json()[0]["id"].clone();
    gateway.neighbour.says("AssignOrder", &answer(true, 0));
    let orders = json!([
        { "id": ORDER, "number": "A-1", "version": 3 },
        { "id": NOBODY, "number": "A-2", "version": 5 },
    ]);
    let headers = [("content-type", "application/json"), ("idempotency-key", "a-key")];
    let path = "/dashboard/api/orders/bulk/assignee";
    let body = json!({ "employeeId": to, "orders": orders });
    for _ in 0..2 {
        let answer = gateway.send(&sales, Method::POST, path, &headers, body.to_string().into()).await;
        assert_eq!((answer.status, &answer.json()["total"]), (StatusCode::ACCEPTED, &json!(2)));
        worker::work(&gateway.app, &CancellationToken::new()).await.expect("works");
    }
    let asked = gateway.neighbour.asked::<proto::AssignOrderRequest>("AssignOrder");
    let mut given: Vec<_> = asked.iter().map(|request| (request.id.as_str(), request.version)).collect();
    given.sort_unstable();
    assert_eq!(given, [(ORDER, 3), (NOBODY, 5)]);
    assert!(asked.iter().all(|it| it.employee.as_ref().is_some_and(|it| it.name == "The sales")));

    // A colleague gave them to the same employee meanwhile: they are done, and not by this job, whose undo leaves them alone.
    gateway.neighbour.says("AssignOrder", &answer(false, 4));
    let started = gateway.json(&sales, Method::POST, path, &body).await;
    worker::work(&gateway.app, &CancellationToken::new()).await.expect("works");
    let job = format!("/dashboard/api/jobs/{}", started.json()["id"].as_str().expect("an id"));
    let job = gateway.get(&sales, &job).await.json();
    let rows = job["rows"].as_array().expect("rows").iter();
    assert!(rows.map(|row| &row["changed"]).eq([&json!(false); 2]) && job["done"] == json!(2), "{job}");

    // Its own call came through and the answer did not, or the database's did not: the second one finds the next version, and it is the
    // job's. A call that was refused changed nothing: then it is a colleague's.
    let away = || Failure::unavailable("the database is away");
    for (is_answered, is_lost) in [(false, true), (true, true), (true, false)] {
        match (is_answered, is_lost) {
            (false, _) => gateway.neighbour.loses("AssignOrder"),
            (true, true) => gateway.neighbour.fails("AssignOrder", move || away().uncertain()),
            (true, false) => gateway.neighbour.fails("AssignOrder", away),
        }
        let one = json!({ "employeeId": to, "orders": [orders[0]] });
        let started = gateway.json(&sales, Method::POST, path, &one).await;
        worker::work(&gateway.app, &CancellationToken::new()).await.expect("works");
        gateway.neighbour.says("AssignOrder", &answer(false, 4));
        gateway.clock.advance(time::Duration::seconds(6));
        worker::work(&gateway.app, &CancellationToken::new()).await.expect("works");
        let job = format!("/dashboard/api/jobs/{}", started.json()["id"].as_str().expect("an id"));
        let row = gateway.get(&sales, &job).await.json()["rows"][0].clone();
        assert_eq!((&row["outcome"], &row["changed"]), (&json!("done"), &json!(is_lost)));
    }

    let unfit = json!({ "employeeId": NOBODY, "orders": orders });
    let refused = gateway.json(&sales, Method::POST, path, &unfit).await;
    assert_eq!(refused.fields(), ["employeeId"]);
    let none = gateway.json(&sales, Method::POST, path, &json!({ "employeeId": to, "orders": [] })).await;
    assert_eq!(none.fields(), ["orders"]);
}
