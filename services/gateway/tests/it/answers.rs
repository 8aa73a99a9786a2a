//! The answers as the specification names their fields (spec 3 and 7): a field that is renamed, lost or formatted in
//! another way shows here.

use std::collections::HashMap;

use http::StatusCode;
use serde_json::{Value, json};
use souk_kernel::Role;
use souk_proto::common::v1::{Actor, LocalizedText};
use souk_proto::orders::v1 as orders;
use souk_proto::payments::v1::{ListUnpaidRequest, ListUnpaidResponse, Payment, Receivable, Reversal};
use souk_rpc::{Failure, Violation};
use sqlx::PgPool;

use crate::support::{Gateway, Person, SCHEMA};

const ID: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a501";
const TRANSPORTER: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a503";
const AT: &str = "2026-03-01T09:30:00Z";

async fn read(gateway: &Gateway, person: &Person, path: &str) -> Value {
    let answer = gateway.get(person, path).await;
    assert_eq!(answer.status, StatusCode::OK, "{path}: {answer:?}");
    answer.json()
}

fn text(fr: &str, ar: &str, en: &str) -> LocalizedText {
    LocalizedText { fr: fr.into(), ar: ar.into(), en: en.into() }
}

fn order() -> orders::Order {
    let line = orders::OrderLine {
        product_id: ID.into(),
        combination_id: TRANSPORTER.into(),
        name: Some(text("Savon", "صابون", "Soap")),
        combination_name: Some(text("Rouge", "أحمر", "Red")),
        sku: "SAV-1".into(),
        image: "/media/a.jpg".into(),
        quantity: 2,
        unit_price: 246_025,
        unit_price_ht: 206_744,
        unit_price_ttc: 246_025,
        tax_rate: 1900,
        total: 492_050,
        stock_items: Vec::new(),
        parts: vec![orders::OrderLinePart {
            product_id: ID.into(),
            combination_id: TRANSPORTER.into(),
            name: Some(text("Galet", "حجر", "Pebble")),
            combination_name: Some(text("Gris", "رمادي", "Grey")),
            quantity: 1,
        }],
    };
    orders::Order {
        id: ID.into(),
        number: "A-10234".into(),
        version: 3,
        status: "shipped".into(),
        stock: "reserved".into(),
        first_name: "Amina".into(),
        last_name: "Ben Ali".into(),
        phone: "0555123456".into(),
        address: "12 rue Didouche".into(),
        wilaya_id: "16".into(),
        wilaya_name: "Alger".into(),
        commune_id: "1601".into(),
        commune_name: "Alger Centre".into(),
        transporter_id: TRANSPORTER.into(),
        transporter_name: "Rapide".into(),
        delivery_type: "home".into(),
        products_total: 492_050,
        delivery_price: 60_000,
        total: 552_050,
        lines: vec![line],
        placed_at: AT.into(),
        tracking_number: "YAL-1".into(),
        language: "fr".into(),
        assignee: Some(Actor { id: ID.into(), name: "Nadia".into() }),
        ..orders::Order::default()
    }
}

#[souk_testkit::test(SCHEMA)]
async fn places_and_offers(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let wilaya = orders::Wilaya {
        id: "16".into(),
        iso_code: "DZ-16".into(),
        name: "Alger".into(),
        name_ar: "الجزائر".into(),
        deliverable: true,
    };
    let commune = orders::Commune {
        id: "1601".into(),
        wilaya_id: "16".into(),
        name: "Alger Centre".into(),
        name_ar: "الجزائر الوسطى".into(),
        deliverable: true,
    };
    let offer = orders::Offer {
        transporter_id: TRANSPORTER.into(),
        name: "Rapide".into(),
        logo: "/media/rapide.svg".into(),
        delivery_type: "desk".into(),
        price: 45_050,
        delay_min_hours: 24,
        delay_max_hours: 48,
        delivery_commune_id: "1601".into(),
        desk_address: "1 rue de la Poste".into(),
        free_from: 500_000,
    };
    gateway.neighbour.says("ListWilayas", &orders::ListWilayasResponse { wilayas: vec![wilaya] });
    gateway.neighbour.says("ListCommunes", &orders::ListCommunesResponse { communes: vec![commune] });
    gateway.neighbour.says("ListForCommune", &orders::ListForCommuneResponse { offers: vec![offer] });
    let nobody = Person::default();
    let found = json!({
        "wilayas": read(&gateway, &nobody, "/public/utilis/api/wilayas").await,
        "communes": read(&gateway, &nobody, "/public/utilis/api/commune/wilaya/16").await,
        "offers": read(&gateway, &nobody, "/public/utilis/api/transport/commune/1601").await,
    });
    insta::assert_json_snapshot!(found);
}

#[souk_testkit::test(SCHEMA)]
async fn an_order_and_its_row(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let entry = orders::TimelineEntry {
        id: ID.into(),
        kind: "shipped".into(),
        note: String::new(),
        actor: Some(Actor { id: ID.into(), name: "Nadia".into() }),
        at: AT.into(),
        data: HashMap::from([("trackingNumber".to_owned(), "YAL-1".to_owned())]),
        lines: vec![orders::LineChange { name: None, combination_name: None, before: 1, after: 2 }],
    };
    let detail = orders::OrderDetail {
        order: Some(order()),
        timeline: vec![entry],
        allowed_transitions: vec!["attempted".into(), "delivered".into(), "returning".into()],
        customer: Some(orders::CustomerHistory {
            orders: 4,
            delivered: 2,
            refused: 1,
            delivered_total: 900_000,
            lost: 1,
            more: false,
        }),
        changed: None,
    };
    let counts = HashMap::from([("shipped".to_owned(), 1)]);
    let listed = orders::ListOrdersResponse { orders: vec![order()], total: 1, counts, ..Default::default() };
    gateway.neighbour.says("GetOrder", &detail);
    gateway.neighbour.says("ListOrders", &listed);
    let admin = gateway.employee(Role::Admin).await;
    let found = json!({
        "order": read(&gateway, &admin, &format!("/dashboard/api/orders/{ID}")).await,
        "orders": read(&gateway, &admin, "/dashboard/api/orders").await,
    });
    insta::assert_json_snapshot!(found);
}

#[souk_testkit::test(SCHEMA)]
async fn what_a_transporter_owes(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let receivable = Receivable {
        order_id: ID.into(),
        order_number: "A-10234".into(),
        transporter_id: TRANSPORTER.into(),
        transporter_name: "Rapide".into(),
        customer_name: "Amina Ben Ali".into(),
        wilaya_name: "Alger".into(),
        total: 552_050,
        delivered_at: AT.into(),
        ..Receivable::default()
    };
    gateway.neighbour.says("ListUnpaid", &ListUnpaidResponse { receivables: vec![receivable], more: true });
    let cashier = gateway.employee(Role::Payments).await;
    let path = format!("/dashboard/api/payments/get/transporters/nonPaidOrders/{TRANSPORTER}");
    let orders = read(&gateway, &cashier, &path).await;
    insta::assert_json_snapshot!(orders);
    let path = format!("/dashboard/api/payments/unpaid-orders?transporterId={TRANSPORTER}&number=10234");
    let found = read(&gateway, &cashier, &path).await;
    assert_eq!(found, json!({ "orders": orders, "more": true }));
    let asked = gateway.neighbour.asked::<ListUnpaidRequest>("ListUnpaid").pop().expect("asked");
    assert_eq!((asked.transporter_id.as_str(), asked.number.as_str()), (TRANSPORTER, "10234"));
}

#[souk_testkit::test(SCHEMA)]
async fn unpaid_orders_are_found_as_the_transporter_names_them(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let cashier = gateway.employee(Role::Payments).await;
    let order = |number: &str, tracking_number: &str| orders::Order {
        number: number.into(),
        tracking_number: tracking_number.into(),
        ..orders::Order::default()
    };
    // The last is of a replica that doesn't know the filter.
    let found =
        vec![order("A-10234", "RHL-99231X"), order("A-10236", "rhl-99231x"), order("A-10235", "RHL-99231X2")];
    gateway
        .neighbour
        .says("ListOrders", &orders::ListOrdersResponse { orders: found, total: 3, ..Default::default() });
    gateway.neighbour.says("ListUnpaid", &ListUnpaidResponse::default());
    let path = format!(
        "/dashboard/api/payments/unpaid-orders?transporterId={TRANSPORTER}&trackingNumber=rhl-99231x"
    );
    assert_eq!(read(&gateway, &cashier, &path).await, json!({ "orders": [], "more": false }));
    let asked = gateway.neighbour.asked::<orders::ListOrdersRequest>("ListOrders").remove(0);
    let told = (asked.tracking_number.as_str(), asked.query.as_str(), asked.transporter_id.as_str());
    assert_eq!(told, ("rhl-99231x", "", TRANSPORTER));
    let asked = gateway.neighbour.asked::<ListUnpaidRequest>("ListUnpaid");
    let numbers: Vec<_> = asked.into_iter().map(|asked| asked.numbers).collect();
    assert_eq!(numbers, [["A-10234", "A-10236"]], "all of them at once");
    read(&gateway, &cashier, &format!("{path}&number=99231")).await;
    let asked = gateway.neighbour.asked::<ListUnpaidRequest>("ListUnpaid");
    let asked: Vec<_> = asked[1..].iter().map(|asked| (asked.number.as_str(), asked.numbers.len())).collect();
    assert_eq!(asked, [("99231", 0), ("", 2)], "no order of that number is owed for");
    let owed = |number: &str| Receivable { order_number: number.into(), ..Receivable::default() };
    let receivables = vec![owed("A-10234"), owed("A-7")];
    gateway.neighbour.says("ListUnpaid", &ListUnpaidResponse { receivables, more: true });
    let found = vec![order("A-10234", "rhl-99231x")];
    gateway
        .neighbour
        .says("ListOrders", &orders::ListOrdersResponse { orders: found, total: 201, ..Default::default() });
    let told = read(&gateway, &cashier, &path).await;
    let numbers: Vec<_> =
        told["orders"].as_array().expect("orders").iter().map(|order| &order["number"]).collect();
    assert_eq!(
        (numbers, &told["more"]),
        (vec![&json!("A-10234")], &json!(true)),
        "no other order, and more were not looked through"
    );
    gateway.neighbour.says("ListOrders", &orders::ListOrdersResponse::default());
    assert_eq!(
        read(&gateway, &cashier, &path).await,
        json!({ "orders": [], "more": false }),
        "none is not all"
    );
    let long = format!(
        "/dashboard/api/payments/unpaid-orders?transporterId={TRANSPORTER}&trackingNumber={}",
        "x".repeat(65)
    );
    assert_eq!(gateway.get(&cashier, &long).await.fields(), ["trackingNumber"]);
}

#[souk_testkit::test(SCHEMA)]
async fn a_payment_with_a_reversed_order(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let order = |number: &str, reversal: &str| Receivable {
        order_id: ID.into(),
        order_number: number.into(),
        transporter_id: TRANSPORTER.into(),
        transporter_name: "Rapide".into(),
        customer_name: "Amina Ben Ali".into(),
        wilaya_name: "Alger".into(),
        total: 552_050,
        delivered_at: AT.into(),
        taken_back: !reversal.is_empty(),
        reversal_id: reversal.into(),
    };
    let nadia = Some(Actor { id: ID.into(), name: "Nadia K.".into() });
    let reversal = Reversal {
        id: ID.into(),
        orders: 1,
        total: 552_050,
        reason: "Colis revenu".into(),
        actor: nadia.clone(),
        reversed_at: AT.into(),
    };
    let payment = Payment {
        id: ID.into(),
        number: "P-101".into(),
        transporter_id: TRANSPORTER.into(),
        transporter_name: "Rapide".into(),
        reference: "VIR-1".into(),
        total: 1_104_100,
        difference: -3_067,
        difference_reason: "Frais".into(),
        receivables: vec![order("A-10234", ""), order("A-10235", ID)],
        recorded_at: AT.into(),
        actor: nadia,
        orders: 2,
        version: 2,
        reversed_total: 552_050,
        reversed_orders: 1,
        reversals: vec![reversal],
    };
    gateway.neighbour.says("ReversePayment", &payment);
    let cashier = gateway.employee(Role::Payments).await;
    let path = format!("/dashboard/api/payments/transporter-payments/{ID}/reversals");
    let body = json!({ "version": 1, "orderIds": [ID], "reason": "Colis revenu" });
    let answer = gateway.post(&cashier, &path, &body).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    insta::assert_json_snapshot!(answer.json());

    gateway
        .neighbour
        .fails("ReversePayment", || Failure::conflict("payments.stale_version", "somebody was faster"));
    gateway.neighbour.says("GetPayment", &payment);
    let refused = gateway.post(&cashier, &path, &body).await;
    assert_eq!(
        (refused.status, refused.problem().as_str()),
        (StatusCode::CONFLICT, "payments.stale_version")
    );
    assert_eq!(refused.json()["current"]["version"], 2);
}

#[souk_testkit::test(SCHEMA)]
async fn a_reversal_of_no_order_is_not_taken_for_one_of_all(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let cashier = gateway.employee(Role::Payments).await;
    let path = format!("/dashboard/api/payments/transporter-payments/{ID}/reversals");
    let answer = gateway.post(&cashier, &path, &json!({ "version": 1, "orderIds": [], "reason": "x" })).await;
    assert_eq!(
        (answer.status, answer.fields()),
        (StatusCode::UNPROCESSABLE_ENTITY, vec!["orderIds".to_owned()])
    );
}

#[souk_testkit::test(SCHEMA)]
async fn a_refusal(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    gateway.neighbour.fails("GetOrder", || {
        let short = Violation::new("products[0].quantity", "form.validation.outOfStock", "2 left");
        Failure::precondition("orders.out_of_stock", "there is not enough stock").violating(vec![short])
    });
    let admin = gateway.employee(Role::Admin).await;
    let answer = gateway.get(&admin, &format!("/dashboard/api/orders/{ID}")).await;
    assert_eq!(answer.header("content-type"), "application/problem+json");
    let mut body = answer.json();
    assert!(body["requestId"].take().is_string());
    insta::assert_json_snapshot!(body);
}
