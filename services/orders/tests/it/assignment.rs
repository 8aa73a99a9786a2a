//! Orders that are given to employees: who may, what it records and tells, and finding them again.

use std::time::Duration;

use serde_json::json;
use souk_kernel::Role;
use souk_proto::common::v1 as common;
use souk_proto::orders::v1 as proto;
use souk_proto::orders::v1::orders_server::Orders as _;
use souk_rpc::{Actor, Failure, Kind};
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, admin, by, fields, staff};

fn employee(shop: &Shop, name: &str) -> common::Actor {
    common::Actor { id: shop.id(), name: name.into() }
}

async fn assign(
    shop: &Shop,
    actor: &Actor,
    order: &proto::Order,
    to: Option<&common::Actor>,
) -> Result<(proto::OrderDetail, bool), Failure> {
    let request =
        proto::AssignOrderRequest { id: order.id.clone(), version: order.version, employee: to.cloned() };
    let assigned = shop.orders.assign_order(by(actor, request)).await;
    let detail = assigned.map_err(Failure::from)?.into_inner();
    let changed = detail.changed.expect("it says so");
    Ok((detail, changed))
}

/// Whoever is told that it failed finds it as it was.
#[souk_testkit::test(SCHEMA)]
async fn an_order_whose_answer_can_not_be_read_is_given_to_nobody(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let samira = employee(&shop, "Samira");
    let placed = shop.order("0555123456").await;
    let unreadable = "UPDATE order_timeline SET data = '[]'";
    sqlx::query(unreadable).execute(&pool).await.expect("written");
    let failed = assign(&shop, &admin(), &placed, Some(&samira)).await.expect_err("can't be read");
    assert_eq!((failed.kind, failed.is_lost()), (Kind::Internal, false));
    let version: i64 =
        sqlx::query_scalar("SELECT version FROM orders").fetch_one(&pool).await.expect("reads");
    assert_eq!(version, 1);
}

#[souk_testkit::test(SCHEMA)]
async fn an_order_is_given_to_one_employee_after_the_other_and_everybody_hears_of_it(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let nadia = admin();
    let (samira, omar) = (employee(&shop, "Samira"), employee(&shop, "Omar"));
    let placed = shop.order("0555123456").await;
    assert_eq!(placed.assignee, None);
    let (detail, changed) = assign(&shop, &nadia, &placed, Some(&samira)).await.expect("assigned");
    assert!(changed);
    let order = detail.order.expect("an order");
    assert_eq!((order.version, order.assignee.as_ref()), (2, Some(&samira)));
    let entry = detail.timeline.last().expect("an entry");
    assert_eq!((entry.kind.as_str(), entry.data["assignee"].as_str()), ("note", "Samira"));
    assert_eq!(shop.events().await.last().map(String::as_str), Some("souk.orders.v1.OrderAssigned"));

    let (again, changed) =
        assign(&shop, &staff("Sana", Role::Sales), &placed, Some(&samira)).await.expect("so already");
    assert_eq!((again.order.expect("an order").version, again.timeline.len()), (2, 2));
    assert!(!changed, "Nadia did, and Sana has nothing to take back");
    let stale = assign(&shop, &nadia, &placed, Some(&omar)).await.expect_err("stale");
    assert_eq!((stale.kind, stale.code.as_ref()), (Kind::Conflict, "orders.stale_version"));
    // A step leaves it with whom it is.
    let confirmed = shop.step(&nadia, &order, "confirmed").await.expect("confirmed");
    assert_eq!(confirmed.assignee.as_ref(), Some(&samira));

    let (detail, changed) = assign(&shop, &nadia, &confirmed, None).await.expect("taken back");
    assert!(changed);
    assert_eq!(detail.order.expect("an order").assignee, None);
    let told = shop.audit().await;
    let told: Vec<_> = told.iter().filter(|entry| entry.action == "orders.order_assigned").collect();
    let parsed = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
    let of_samira = json!({ "assignee": "Samira", "assigneeId": samira.id });
    assert_eq!(parsed(&told[0].after), of_samira);
    assert_eq!(parsed(&told[1].before), of_samira);
    let request = proto::TrackOrderRequest { number: placed.number.clone(), phone: placed.phone.clone() };
    let tracked = shop.orders.track_order(by(&Actor::shopper(), request)).await.expect("found").into_inner();
    let kinds: Vec<_> = tracked.timeline.iter().map(|entry| entry.kind.as_str()).collect();
    assert_eq!(kinds, ["placed", "confirmed"], "shoppers are told nothing of it");
}

/// Who assigns an order changes it; a call that they tried before is no repeat of that.
#[souk_testkit::test(SCHEMA)]
async fn an_assignment_makes_no_step_look_taken(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let (nadia, samira) = (admin(), employee(&shop, "Samira"));
    let placed = shop.order("0555123456").await;
    let called = shop.step(&nadia, &placed, "unreachable").await.expect("called");
    assign(&shop, &nadia, &called, Some(&samira)).await.expect("assigned");
    let again = shop.step(&nadia, &called, "unreachable").await.expect_err("the second call is not lost");
    assert_eq!(again.code, "orders.stale_version");
}

#[souk_testkit::test(SCHEMA)]
async fn an_assignment_is_checked_and_made_by_those_who_confirm_orders(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let order = shop.order("0555123456").await;
    let nobody = common::Actor { id: "x".into(), name: String::new() };
    let refused = assign(&shop, &admin(), &order, Some(&nobody)).await.expect_err("refused");
    assert_eq!((refused.kind, fields(&refused)), (Kind::Invalid, vec!["employeeId", "employeeId"]));
    let samira = employee(&shop, "Samira");
    let unknown = proto::Order { id: shop.id(), ..order.clone() };
    let refused = assign(&shop, &admin(), &unknown, Some(&samira)).await.expect_err("refused");
    assert_eq!(refused.kind, Kind::NotFound);
    let omar = staff("Omar", Role::Warehouse);
    let refused = assign(&shop, &omar, &order, Some(&samira)).await.expect_err("refused");
    assert_eq!(refused.kind, Kind::Forbidden);
    let sales = staff("Sana", Role::Sales);
    assert!(assign(&shop, &sales, &order, Some(&samira)).await.is_ok());
}

#[souk_testkit::test(SCHEMA)]
async fn the_list_is_narrowed_to_the_orders_of_an_employee_with_words_and_without(pool: PgPool) {
    let shop = Shop::with_cooldown(pool, Duration::ZERO).await;
    let (samira, omar) = (employee(&shop, "Samira"), employee(&shop, "Omar"));
    for (phone, to) in [("0555000001", &samira), ("0555000002", &omar), ("0555000003", &samira)] {
        let order = shop.order(phone).await;
        assign(&shop, &admin(), &order, Some(to)).await.expect("assigned");
    }
    shop.order("0555000004").await;
    for (query, sort, expected) in [
        ("", "", vec!["A-10003", "A-10001"]),
        ("", "oldest", vec!["A-10001", "A-10003"]),
        ("0555000003", "", vec!["A-10003"]),
        ("0555000002", "", vec![]),
    ] {
        let request = proto::ListOrdersRequest {
            employee_id: samira.id.clone(),
            query: query.into(),
            sort: sort.into(),
            ..proto::ListOrdersRequest::default()
        };
        let listed = shop.orders.list_orders(by(&admin(), request)).await.expect("listed").into_inner();
        let numbers: Vec<_> = listed.orders.iter().map(|order| order.number.as_str()).collect();
        assert_eq!((numbers, listed.total), (expected.clone(), expected.len() as u64), "{query} {sort}");
    }
}
