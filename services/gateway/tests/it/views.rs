//! Lists as somebody narrowed them, under names of their own.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use souk_kernel::Role;
use sqlx::PgPool;
use uuid::Uuid;

use crate::support::{Answer, Gateway, Person, SCHEMA};

fn view(name: &str, search: &str, is_default: bool) -> Value {
    json!({ "screen": "orders", "name": name, "search": search, "isDefault": is_default })
}

async fn put(gateway: &Gateway, person: &Person, id: Uuid, view: &Value) -> Answer {
    gateway.json(person, Method::PUT, &format!("/dashboard/api/views/{id}"), view).await
}

async fn names(gateway: &Gateway, person: &Person, screen: &str) -> Vec<(String, bool)> {
    let answer = gateway.get(person, &format!("/dashboard/api/views?screen={screen}")).await.json();
    let views = answer["views"].as_array().expect("a list").iter();
    views.map(|one| (one["name"].as_str().expect("a name").to_owned(), one["isDefault"] == true)).collect()
}

fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

#[souk_testkit::test(SCHEMA)]
async fn a_view_is_saved_once_changed_and_forgotten(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let person = gateway.employee(Role::Sales).await;
    for _ in 0..2 {
        let answer = put(&gateway, &person, id(1), &view(" Alger ", "status=placed&wilaya=16", false)).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        assert_eq!(
            (&answer.json()["name"], &answer.json()["search"]),
            (&json!("Alger"), &json!("status=placed&wilaya=16"))
        );
    }
    assert_eq!(names(&gateway, &person, "orders").await, [("Alger".to_owned(), false)]);
    assert!(names(&gateway, &person, "products").await.is_empty());
    let taken = put(&gateway, &person, id(2), &view("ALGER", "", false)).await;
    assert_eq!((taken.status, taken.problem().as_str()), (StatusCode::CONFLICT, "views.taken"));
    put(&gateway, &person, id(1), &view("Oran", "wilaya=31", false)).await;
    assert_eq!(names(&gateway, &person, "orders").await, [("Oran".to_owned(), false)]);
    for _ in 0..2 {
        let gone = gateway
            .json(&person, Method::DELETE, &format!("/dashboard/api/views/{}", id(1)), &json!({}))
            .await;
        assert_eq!(gone.status, StatusCode::NO_CONTENT);
    }
    assert!(names(&gateway, &person, "orders").await.is_empty());
}

#[souk_testkit::test(SCHEMA)]
async fn a_list_opens_with_one_view_at_most(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let person = gateway.employee(Role::Sales).await;
    put(&gateway, &person, id(1), &view("a", "", true)).await;
    put(&gateway, &person, id(2), &view("b", "", true)).await;
    assert_eq!(names(&gateway, &person, "orders").await, [("a".to_owned(), false), ("b".to_owned(), true)]);
}

#[souk_testkit::test(SCHEMA)]
async fn a_view_is_nobody_elses(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let (own, other) = (gateway.employee(Role::Sales).await, gateway.employee(Role::Admin).await);
    put(&gateway, &own, id(1), &view("a", "", true)).await;
    let foreign = put(&gateway, &other, id(1), &view("b", "", false)).await;
    assert_eq!((foreign.status, foreign.problem().as_str()), (StatusCode::NOT_FOUND, "views.unknown"));
    gateway.json(&other, Method::DELETE, &format!("/dashboard/api/views/{}", id(1)), &json!({})).await;
    assert_eq!(names(&gateway, &own, "orders").await, [("a".to_owned(), true)]);
    assert!(names(&gateway, &other, "orders").await.is_empty());
}

#[souk_testkit::test(SCHEMA)]
async fn what_can_not_be_a_view_is_refused_at_its_field(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let person = gateway.employee(Role::Sales).await;
    let cases = [
        (view(" ", "", false), "name"),
        (view(&"é".repeat(61), "", false), "name"),
        (view("a\u{202e}b", "", false), "name"),
        (view("a", &"x".repeat(2001), false), "search"),
    ];
    for (view, field) in cases {
        let answer = put(&gateway, &person, id(1), &view).await;
        assert_eq!(
            (answer.status, answer.fields()),
            (StatusCode::UNPROCESSABLE_ENTITY, vec![field.to_owned()])
        );
    }
    for number in 1..=20 {
        put(&gateway, &person, id(number), &view(&format!("{number}"), "", false)).await;
    }
    assert_eq!(put(&gateway, &person, id(21), &view("21", "", false)).await.problem(), "views.too_many");
    assert_eq!(put(&gateway, &person, id(20), &view("twenty", "", false)).await.status, StatusCode::OK);
}
