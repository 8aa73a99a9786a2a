//! Customers on staff screens: what an edit leaves out stays, and edits that collide.

use http::{Method, StatusCode};
use serde_json::json;
use souk_kernel::Role;
use souk_proto::orders::v1 as proto;
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{Gateway, SCHEMA};

const ID: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a501";

fn amina() -> proto::Customer {
    proto::Customer {
        id: ID.into(),
        version: 2,
        phone: "0555123456".into(),
        card: Some(proto::CustomerCard {
            first_name: "Amina".into(),
            last_name: "Haddad".into(),
            wilaya_id: "16".into(),
            commune_id: "1601".into(),
            ..proto::CustomerCard::default()
        }),
        wilaya_name: "Alger".into(),
        commune_name: "Alger Centre".into(),
        outcomes: Some(proto::Outcomes {
            delivered: 3,
            delivered_total: 1_250_050,
            ..proto::Outcomes::default()
        }),
        last_order_at: String::new(),
    }
}

fn detail() -> proto::CustomerDetail {
    let order = proto::CustomerOrder {
        id: ID.into(),
        number: "A-10001".into(),
        status: "delivered".into(),
        total: 250_000,
        placed_at: "2026-11-20T10:00:00Z".into(),
    };
    proto::CustomerDetail { customer: Some(amina()), orders: vec![order] }
}

#[souk_testkit::test(SCHEMA)]
async fn customers_are_listed_and_written_down(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let sales = gateway.employee(Role::Sales).await;
    let listed = proto::ListCustomersResponse { customers: vec![amina()], total: 1, more: true };
    gateway.neighbour.says("ListCustomers", &listed);
    let answer = gateway.get(&sales, "/dashboard/api/customers?q=amina").await;
    assert_eq!(answer.status, StatusCode::OK);
    let list = answer.json();
    let row = &list["customers"][0];
    assert_eq!((&list["total"], &list["more"]), (&json!(1), &json!(true)));
    assert_eq!((&row["fullName"], &row["lastOrderAt"]), (&json!("Amina Haddad"), &json!(null)));
    assert_eq!(row["outcomes"]["deliveredTotal"], json!(12_500.5));

    gateway.neighbour.says("CreateCustomer", &detail());
    let new = json!({ "id": ID, "phone": "0555123456", "firstname": "Amina", "lastname": "Haddad" });
    let made = gateway.json(&sales, Method::POST, "/dashboard/api/customers", &new).await;
    assert_eq!((made.status, &made.json()["orders"][0]["total"]), (StatusCode::CREATED, &json!(2500)));
}

#[souk_testkit::test(SCHEMA)]
async fn an_edit_leaves_what_it_does_not_name_and_a_stale_one_answers_with_the_present_customer(
    pool: PgPool,
) {
    let gateway = Gateway::open(pool).await;
    let sales = gateway.employee(Role::Sales).await;
    gateway.neighbour.says("GetCustomer", &detail());
    gateway.neighbour.says("UpdateCustomer", &detail());
    let path = format!("/dashboard/api/customers/{ID}");
    let change = json!({ "version": 1, "note": "calls back" });
    let answer = gateway.json(&sales, Method::PATCH, &path, &change).await;
    assert_eq!((answer.status, &answer.json()["firstname"]), (StatusCode::OK, &json!("Amina")));
    let sent = gateway.neighbour.asked::<proto::UpdateCustomerRequest>("UpdateCustomer").remove(0);
    let card = proto::CustomerCard { note: "calls back".into(), ..amina().card.expect("a card") };
    assert_eq!((sent.version, sent.card), (1, Some(card)));

    gateway.neighbour.fails("UpdateCustomer", || Failure::conflict("orders.stale_version", "changed"));
    let stale = gateway.json(&sales, Method::PATCH, &path, &change).await;
    assert_eq!((stale.status, &stale.json()["current"]["version"]), (StatusCode::CONFLICT, &json!(2)));
}
