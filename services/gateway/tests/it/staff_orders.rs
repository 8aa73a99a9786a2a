//! What staff order for customers and change of an order: what is sent, and what a refusal says.

use http::{Method, StatusCode};
use serde_json::json;
use souk_kernel::Role;
use souk_proto::common::v1::LocalizedText;
use souk_proto::orders::v1 as proto;
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{Gateway, SCHEMA};

const ORDER: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a501";

fn detail() -> proto::OrderDetail {
    let order = proto::Order {
        id: ORDER.into(),
        version: 8,
        r#type: "wholesalerorder".into(),
        ..proto::Order::default()
    };
    let name = LocalizedText { fr: "Savon".into(), ar: "صابون".into(), en: "Soap".into() };
    let line = proto::LineChange { name: Some(name), combination_name: None, before: 1, after: 3 };
    let entry = proto::TimelineEntry { kind: "note".into(), lines: vec![line], ..Default::default() };
    proto::OrderDetail { order: Some(order), timeline: vec![entry], ..proto::OrderDetail::default() }
}

#[souk_testkit::test(SCHEMA)]
async fn what_an_order_has_is_quoted_and_changed(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let sales = gateway.employee(Role::Sales).await;
    let quote = proto::OrderQuote {
        lines: vec![proto::OrderLine { quantity: 3, unit_price: 150, ..Default::default() }],
        sources: vec![1],
        short: vec![0],
        products_total: 450,
        delivery_price: None,
        total: 450,
    };
    gateway.neighbour.says("QuoteOrder", &quote);
    let products = json!([{ "line": 0, "product": ORDER, "quantity": 3 }, { "product": ORDER, "quantity": 1, "choices": [ORDER] }]);
    let path = "/dashboard/api/orders/quote";
    let answer =
        gateway.json(&sales, Method::POST, path, &json!({ "order": ORDER, "products": products })).await;
    assert_eq!(answer.status, StatusCode::OK);
    let body = answer.json();
    assert_eq!(
        (&body["total"], &body["deliveryPrice"], &body["short"]),
        (&json!(4.5), &json!(null), &json!([0]))
    );
    let sent = gateway.neighbour.asked::<proto::QuoteOrderRequest>("QuoteOrder").remove(0);
    assert_eq!((sent.order_id.as_str(), sent.lines[0].line, sent.lines[1].line), (ORDER, Some(0), None));
    gateway.neighbour.fails("QuoteOrder", || {
        let violation =
            souk_rpc::Violation::new("products[0].quantity", "form.validation.wholesaleMinimum", "too few");
        let few = Failure::new(souk_rpc::Kind::Invalid, "orders.invalid_lines", "too few")
            .violating(vec![violation]);
        few.with("products[0].wholesaleMinimum", 10)
    });
    let wholesale = json!({ "products": [{ "product": ORDER, "quantity": 9 }], "type": "wholesalerorder" });
    let few = gateway.json(&sales, Method::POST, path, &wholesale).await;
    assert_eq!(
        (few.status, few.fields()),
        (StatusCode::UNPROCESSABLE_ENTITY, vec!["products[0].quantity".to_owned()])
    );
    assert_eq!(few.json()["facts"]["products[0].wholesaleMinimum"], json!(10));
    let asked = gateway.neighbour.asked::<proto::QuoteOrderRequest>("QuoteOrder");
    assert_eq!(
        asked.iter().map(|one| one.r#type.as_str()).collect::<Vec<_>>(),
        ["phoneorder", "wholesalerorder"]
    );
    let choices = sent.lines[1].product.as_ref().map(|product| product.choices.as_slice());
    assert_eq!(choices, Some(&[ORDER.to_owned()][..]));

    gateway.neighbour.says("ChangeLines", &detail());
    gateway.neighbour.says("GetOrder", &detail());
    let path = format!("/dashboard/api/orders/{ORDER}/products");
    let body = json!({ "version": 7, "products": products, "shownTotal": 4.5 });
    let answer = gateway.json(&sales, Method::PUT, &path, &body).await;
    assert_eq!(answer.status, StatusCode::OK);
    let change = &answer.json()["timeline"][0]["lines"][0];
    assert_eq!(
        (&change["name"], &change["before"], &change["after"]),
        (&json!("Savon"), &json!(1), &json!(3))
    );
    let sent = gateway.neighbour.asked::<proto::ChangeLinesRequest>("ChangeLines").remove(0);
    assert_eq!((sent.version, sent.shown_total, sent.lines.len()), (7, Some(450), 2));
    gateway.neighbour.fails("ChangeLines", || Failure::precondition("orders.goods_taken", "packed"));
    let late = gateway.json(&sales, Method::PUT, &path, &body).await;
    assert_eq!((late.status, &late.json()["current"]["version"]), (StatusCode::CONFLICT, &json!(8)));
    let warehouse = gateway.employee(Role::Warehouse).await;
    let refused = gateway.json(&warehouse, Method::PUT, &path, &body).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
}

#[souk_testkit::test(SCHEMA)]
async fn an_order_for_a_customer_is_sent_whole_under_its_key(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let sales = gateway.employee(Role::Sales).await;
    gateway.neighbour.says("CreateOrder", &detail());
    let body = json!({
        "firstname": "Amina", "lastname": "Haddad", "phone": "0555123456", "wilaya": "16", "commune": "1601",
        "transporter": ORDER, "deliveryType": "desk", "products": [{ "product": ORDER, "quantity": 2 }], "confirm": true,
    });
    let path = "/dashboard/api/orders";
    let headers = [("content-type", "application/json"), ("idempotency-key", "a-telephone-order")];
    let keyed = async |body: &serde_json::Value| {
        gateway.send(&sales, Method::POST, path, &headers, body.to_string().into()).await
    };
    for _ in 0..2 {
        let answer = keyed(&body).await;
        assert_eq!((answer.status, &answer.json()["id"]), (StatusCode::CREATED, &json!(ORDER)));
    }
    let refused = gateway.json(&sales, Method::POST, path, &body).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "two clicks must not make two orders");
    let sent = gateway.neighbour.asked::<proto::CreateOrderRequest>("CreateOrder");
    assert_eq!((sent[0].confirm, sent[0].lines[0].quantity, sent[0].language.as_str()), (true, 2, "fr"));
    assert_eq!(sent[0].request_hash, sent[1].request_hash);
    assert_eq!(sent[0].idempotency_key, sent[1].idempotency_key);
    assert_eq!((sent[0].r#type.as_str(), sent.len()), ("phoneorder", 2));
    let mut wholesale = body.clone();
    wholesale["type"] = json!("wholesalerorder");
    let answer = keyed(&wholesale).await;
    assert_eq!((answer.status, &answer.json()["type"]), (StatusCode::CREATED, &json!("wholesalerorder")));
    let other = gateway.neighbour.asked::<proto::CreateOrderRequest>("CreateOrder").remove(2);
    assert_eq!(other.r#type, "wholesalerorder");
    assert_ne!(other.request_hash, sent[0].request_hash, "another order than at the prices of shoppers");
    let mut named = body.clone();
    named["products"][0]["line"] = json!(0);
    for wrong in [json!({ "firstname": "Amina" }), named] {
        let refused = keyed(&wrong).await;
        assert!(refused.status.is_client_error(), "{}", refused.status);
    }
}
