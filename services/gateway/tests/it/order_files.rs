//! Orders as a file: what it tells, and what the audit log tells of it.

use http::StatusCode;
use serde_json::json;
use souk_kernel::Role;
use souk_proto::common::v1::{Actor, LocalizedText};
use souk_proto::orders::v1 as proto;
use sqlx::PgPool;

use crate::support::Gateway;

const PATH: &str = "/dashboard/api/orders/export";

fn line(sku: &str, name: &str, quantity: u32) -> proto::OrderLine {
    let name = Some(LocalizedText { fr: name.into(), ..Default::default() });
    proto::OrderLine { sku: sku.into(), name, quantity, ..Default::default() }
}

fn order() -> proto::Order {
    proto::Order {
        number: "A-10234".into(),
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

#[sqlx::test]
async fn a_file_has_a_line_for_each_order_of_the_list_and_the_log_says_who_has_it(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let (sales, admin) = (gateway.employee(Role::Sales).await, gateway.employee(Role::Admin).await);
    let step = proto::ListWholeOrdersResponse { orders: vec![order()], next: 0 };
    gateway.neighbour.says("ListWholeOrders", &step);
    let asked = format!("{PATH}?q=0555123456&status=shipped,attempted&wilaya=16&from=2026-11-01");
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
    ];
    assert_eq!(lines[1..], [format!("\"{}\"", cells.join("\";\""))], "one order, in the time of Algiers");
    let asked = gateway.neighbour.asked::<proto::ListWholeOrdersRequest>("ListWholeOrders").remove(0);
    let filter = asked.filter.expect("a filter");
    assert_eq!((asked.after, filter.query.as_str(), filter.wilaya_id.as_str()), (0, "0555123456", "16"));
    assert_eq!(
        (filter.statuses, filter.placed_from.as_str()),
        (vec!["shipped".to_owned(), "attempted".to_owned()], "2026-10-31T23:00:00Z")
    );
    let journal = gateway.get(&admin, "/dashboard/api/journal?action=staff.orders_exported").await;
    let told = &journal.json()["entries"][0]["after"];
    assert_eq!(
        (&told["isSearched"], &told["wilaya"], &told["from"]),
        (&json!(true), &json!("16"), &json!("2026-11-01"))
    );
    assert!(!journal.text().contains("0555123456"), "no person's phone");
}

#[sqlx::test]
async fn a_file_of_orders_is_for_who_may_see_them(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    assert_eq!(gateway.get(&content, PATH).await.status, StatusCode::FORBIDDEN);
    let sales = gateway.employee(Role::Sales).await;
    assert_eq!(gateway.get(&sales, &format!("{PATH}?wilaya=x")).await.fields(), ["wilaya"]);
}
