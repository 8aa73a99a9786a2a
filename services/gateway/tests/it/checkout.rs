//! Taking orders: what reaches the orders service of what a browser sends.

use std::path::PathBuf;
use std::time::Duration;

use http::StatusCode;
use serde_json::{Value, json};
use souk_gateway::limits::LimitsConfig;
use souk_proto::orders::v1::{
    CreateDraftCartRequest, CreateDraftCartResponse, PlaceOrderRequest, PlaceOrderResponse,
};
use souk_rpc::{Failure, Kind, Violation};
use sqlx::PgPool;

use crate::support::{Gateway, NO_LIMITS, Person, SCHEMA};

const CHECKOUT: &str = "/web/api/cart/checkout";
const PRODUCT: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a501";
const COMBINATION: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a502";
const TRANSPORTER: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a503";

fn form() -> Value {
    json!({
        "cartId": "cart_1700000000_12", "product": PRODUCT, "combination": COMBINATION, "quantity": 2,
        "firstname": "Amina", "lastname": "Ben Ali", "phone": "05 55 12 34 56", "wilaya": "16",
        "commune": "1601", "transporter": TRANSPORTER, "deliveryType": "home", "address": "12 rue Didouche",
    })
}

fn with(mut body: Value, changes: &Value) -> Value {
    for (name, value) in changes.as_object().expect("an object") {
        body[name] = value.clone();
    }
    body
}

async fn open(pool: PgPool) -> (Gateway, Person) {
    let gateway = Gateway::open(pool).await;
    let placed = PlaceOrderResponse {
        order_id: "01a1fdf1-e03e-76e9-a51e-afe4c853a504".into(),
        order_number: "A-10234".into(),
        total: 552_050,
        ..PlaceOrderResponse::default()
    };
    gateway.neighbour.says("PlaceOrder", &placed);
    let shopper = gateway.shopper().await;
    (gateway, shopper)
}

fn placed(gateway: &Gateway) -> Vec<PlaceOrderRequest> {
    gateway.neighbour.asked("PlaceOrder")
}

#[souk_testkit::test(SCHEMA)]
async fn an_order_is_answered_with_its_number_and_total(pool: PgPool) {
    let (gateway, shopper) = open(pool).await;
    let answer = gateway.post(&shopper, CHECKOUT, &form()).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    let expected =
        r#"{"orderId":"01a1fdf1-e03e-76e9-a51e-afe4c853a504","orderNumber":"A-10234","total":5520.5}"#;
    assert_eq!(answer.text(), expected);
    let request = placed(&gateway).remove(0);
    let form = request.form.expect("a form");
    assert_eq!((form.first_name.as_str(), form.wilaya_id.as_str()), ("Amina", "16"));
    assert_eq!(request.lines.len(), 1);
    assert_eq!((request.lines[0].product_id.as_str(), request.lines[0].quantity), (PRODUCT, 2));
    assert_eq!(request.shown_total, None);
}

#[souk_testkit::test(SCHEMA)]
async fn an_order_says_how_long_the_next_one_waits(pool: PgPool) {
    let (gateway, shopper) = open(pool).await;
    let placed = PlaceOrderResponse { cooldown_seconds: Some(900), ..PlaceOrderResponse::default() };
    gateway.neighbour.says("PlaceOrder", &placed);
    let answer = gateway.post(&shopper, CHECKOUT, &form()).await;
    assert_eq!(answer.json()["cooldownSeconds"], 900, "{answer:?}");
}

#[souk_testkit::test(SCHEMA)]
async fn the_browsers_amounts_are_never_read(pool: PgPool) {
    let (gateway, shopper) = open(pool).await;
    gateway.post(&shopper, CHECKOUT, &form()).await;
    for amount in
        [json!(0.01), json!(-1), json!("NaN"), json!(1e308), json!([1]), json!({ "a": 1 }), json!(null)]
    {
        let tampered = json!({
            "unitPrice": amount, "totalPrice": amount, "deliveryPrice": amount, "total": amount, "name": amount,
            "price": amount,
        });
        let answer = gateway.post(&shopper, CHECKOUT, &with(form(), &tampered)).await;
        assert_eq!(answer.status, StatusCode::OK, "{amount}: {answer:?}");
    }
    let requests = placed(&gateway);
    assert!(requests.iter().all(|request| *request == requests[0]));
}

#[souk_testkit::test(SCHEMA)]
async fn a_cart_has_its_lines(pool: PgPool) {
    let (gateway, shopper) = open(pool).await;
    let products = json!({ "products": [
        { "product": PRODUCT, "combination": COMBINATION, "unitPrice": "abc", "quantity": "3" },
        { "product": PRODUCT, "combination": null, "unitPrice": 1e308, "quantity": 1 },
    ], "shownTotal": 5520.5 });
    let answer = gateway.post(&shopper, CHECKOUT, &with(form(), &products)).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    let request = placed(&gateway).remove(0);
    let lines: Vec<_> =
        request.lines.iter().map(|line| (line.combination_id.as_str(), line.quantity)).collect();
    assert_eq!(lines, [(COMBINATION, 3), ("", 1)]);
    assert_eq!(request.shown_total, Some(552_050));
}

#[souk_testkit::test(SCHEMA)]
async fn what_was_chosen_of_a_pack_is_asked_for_and_part_of_what_a_repeat_compares(pool: PgPool) {
    let (gateway, shopper) = open(pool).await;
    let cart =
        |choices: Value| json!({ "products": [{ "product": PRODUCT, "quantity": 1, "choices": choices }] });
    let single = json!({ "choices": [COMBINATION], "combination": null });
    let asked =
        [cart(json!([COMBINATION, PRODUCT])), cart(json!([PRODUCT, COMBINATION])), cart(Value::Null), single];
    for change in &asked {
        let answer = gateway.post(&shopper, CHECKOUT, &with(form(), change)).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    }
    let requests = placed(&gateway);
    let choices: Vec<_> = requests.iter().map(|request| request.lines[0].choices.join(" ")).collect();
    let both = |one: &str, other: &str| format!("{one} {other}");
    let expected =
        [both(COMBINATION, PRODUCT), both(PRODUCT, COMBINATION), String::new(), COMBINATION.to_owned()];
    assert_eq!(choices, expected);
    let mut hashes: Vec<_> = requests.iter().map(|request| &request.request_hash).collect();
    hashes.sort();
    hashes.dedup();
    assert_eq!(hashes.len(), 4);
}

#[souk_testkit::test(SCHEMA)]
async fn every_mistake_is_named_at_once(pool: PgPool) {
    let (gateway, shopper) = open(pool).await;
    let answer = gateway.post(&shopper, CHECKOUT, &json!({})).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    let expected =
        ["commune", "firstname", "lastname", "phone", "product", "quantity", "transporter", "wilaya"];
    assert_eq!(answer.fields(), expected);
    assert_eq!(answer.json()["errors"]["firstname"][0]["key"], "form.validation.firstname");
    for (change, field) in [
        (json!({ "quantity": 0 }), "quantity"),
        (json!({ "quantity": -1 }), "quantity"),
        (json!({ "quantity": 1.5 }), "quantity"),
        (json!({ "quantity": "many" }), "quantity"),
        (json!({ "quantity": 2_147_483_648_i64 }), "quantity"),
        (json!({ "quantity": 1e18 }), "quantity"),
        (json!({ "quantity": null }), "quantity"),
        (json!({ "firstname": "Al" }), "firstname"),
        (json!({ "lastname": ["x"] }), "lastname"),
        (json!({ "phone": "1555123456" }), "phone"),
        (json!({ "wilaya": "160" }), "wilaya"),
        (json!({ "commune": {} }), "commune"),
        (json!({ "transporter": "nobody" }), "transporter"),
        (json!({ "deliveryType": "drone" }), "deliveryType"),
        (json!({ "product": "1" }), "product"),
        (json!({ "combination": 1 }), "combination"),
        (json!({ "choices": COMBINATION }), "choices"),
        (json!({ "choices": [COMBINATION, null] }), "choices[1]"),
        (json!({ "choices": vec![COMBINATION; 101] }), "choices"),
        (
            json!({ "products": [{ "product": PRODUCT, "quantity": 1, "choices": ["x"] }] }),
            "products[0].choices[0]",
        ),
        (json!({ "shownTotal": -1 }), "shownTotal"),
        (json!({ "shownTotal": "NaN" }), "shownTotal"),
        (json!({ "shownTotal": 1.234 }), "shownTotal"),
        (json!({ "address": "x".repeat(301) }), "address"),
        (
            json!({ "products": [{ "product": PRODUCT, "quantity": 1 }, { "product": PRODUCT, "quantity": 0 }] }),
            "products[1].quantity",
        ),
        (json!({ "products": "x" }), "products"),
    ] {
        let answer = gateway.post(&shopper, CHECKOUT, &with(form(), &change)).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{change}: {answer:?}");
        assert_eq!(answer.fields(), [field], "{change}");
    }
    let many = vec![json!({ "product": PRODUCT, "quantity": 1 }); 201];
    let answer = gateway.post(&shopper, CHECKOUT, &with(form(), &json!({ "products": many }))).await;
    assert_eq!(answer.fields(), ["products"]);
    assert!(placed(&gateway).is_empty());
}

#[souk_testkit::test(SCHEMA)]
async fn the_same_submission_has_the_same_key(pool: PgPool) {
    let (gateway, shopper) = open(pool).await;
    let other = gateway.shopper().await;
    gateway.post(&shopper, CHECKOUT, &form()).await;
    gateway.post(&shopper, CHECKOUT, &with(form(), &json!({ "unitPrice": 5 }))).await;
    gateway.post(&shopper, CHECKOUT, &with(form(), &json!({ "quantity": 3 }))).await;
    gateway.post(&other, CHECKOUT, &form()).await;
    let keys: Vec<_> = placed(&gateway).into_iter().map(|request| request.idempotency_key).collect();
    assert_eq!(keys[0], keys[1]);
    assert!(keys[0] != keys[2] && keys[0] != keys[3]);
}

#[souk_testkit::test(SCHEMA)]
async fn a_browser_may_buy_the_same_again_later(pool: PgPool) {
    let (gateway, shopper) = open(pool).await;
    for body in [form(), with(form(), &json!({ "cartId": null }))] {
        gateway.post(&shopper, CHECKOUT, &body).await;
        gateway.post(&shopper, CHECKOUT, &body).await;
        gateway.clock.advance(time::Duration::minutes(11));
        gateway.post(&shopper, CHECKOUT, &body).await;
    }
    let keys: Vec<_> = placed(&gateway).into_iter().map(|request| request.idempotency_key).collect();
    for keys in keys.chunks(3) {
        assert!(keys[0] == keys[1] && keys[1] != keys[2]);
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_given_key_is_the_visitors_own(pool: PgPool) {
    let (gateway, mut shopper) = open(pool).await;
    let mut other = gateway.shopper().await;
    shopper.headers.push(("idempotency-key", "abc".into()));
    other.headers.push(("idempotency-key", "abc".into()));
    gateway.post(&shopper, CHECKOUT, &form()).await;
    gateway.post(&other, CHECKOUT, &form()).await;
    let keys: Vec<_> = placed(&gateway).into_iter().map(|request| request.idempotency_key).collect();
    assert!(keys[0].ends_with(":abc") && keys[1].ends_with(":abc") && keys[0] != keys[1]);
    shopper.headers.push(("idempotency-key", "x".repeat(129)));
    shopper.headers.remove(2);
    assert_eq!(gateway.post(&shopper, CHECKOUT, &form()).await.fields(), ["Idempotency-Key"]);
}

#[souk_testkit::test(SCHEMA)]
async fn refusals_say_what_to_do(pool: PgPool) {
    let (gateway, shopper) = open(pool).await;
    let refuse = |failure: fn() -> Failure| gateway.neighbour.fails("PlaceOrder", failure);
    refuse(|| Failure::precondition("orders.price_changed", "the price changed").with("total", 600_050));
    let answer = gateway.post(&shopper, CHECKOUT, &form()).await;
    assert_eq!((answer.status, answer.problem().as_str()), (StatusCode::CONFLICT, "orders.price_changed"));
    assert_eq!(answer.json()["facts"]["total"], json!(6000.5));
    refuse(|| {
        let short = Violation::new("products[0].quantity", "form.validation.outOfStock", "2 left");
        Failure::precondition("orders.out_of_stock", "not enough").violating(vec![short])
    });
    let answer = gateway.post(&shopper, CHECKOUT, &form()).await;
    assert_eq!((answer.status, answer.fields()), (StatusCode::CONFLICT, vec!["products[0].quantity".into()]));
    refuse(|| {
        let wait = Failure::new(Kind::RateLimited, "orders.cooldown", "wait");
        wait.with("seconds", 42).retry_after(Duration::from_secs(42))
    });
    let answer = gateway.post(&shopper, CHECKOUT, &form()).await;
    assert_eq!((answer.status, answer.header("retry-after")), (StatusCode::TOO_MANY_REQUESTS, "42"));
    assert_eq!(answer.json()["facts"]["seconds"], 42);
}

/// Orders stay for ever, and a refusal for the sake of a phone says that it ordered: both have an end, nothing else counts.
#[souk_testkit::test(SCHEMA)]
async fn an_address_orders_and_asks_of_phones_so_often_an_hour(pool: PgPool) {
    let limits = LimitsConfig { limit_orders: Some(60), ..NO_LIMITS };
    let gateway = Gateway::open_limited(pool, PathBuf::from("no web app"), limits).await;
    let order = async |phone: &str| {
        // Another visitor each time: what they are is up to them.
        let shopper = gateway.shopper().await;
        gateway.post(&shopper, CHECKOUT, &with(form(), &json!({ "phone": phone }))).await
    };
    gateway.neighbour.fails("PlaceOrder", || Failure::precondition("orders.out_of_stock", "not enough"));
    for _ in 0..100 {
        assert_eq!(order("0555123456").await.status, StatusCode::CONFLICT, "told nothing of anybody");
    }
    gateway.neighbour.fails("PlaceOrder", || Failure::new(Kind::RateLimited, "orders.cooldown", "wait"));
    let mut asked = Vec::new();
    for _ in 0..4 {
        asked.push(order("0555123456").await.problem());
    }
    assert_eq!(asked, ["orders.cooldown", "orders.cooldown", "rate_limited", "rate_limited"]);
    let again = PlaceOrderResponse { replayed: true, ..PlaceOrderResponse::default() };
    gateway.neighbour.says("PlaceOrder", &again);
    for _ in 0..100 {
        assert_eq!(order("0666123456").await.status, StatusCode::OK, "an order that is there already");
    }
    gateway.neighbour.says("PlaceOrder", &PlaceOrderResponse::default());
    let before = placed(&gateway).len();
    for number in 0..100 {
        let answer = order(&format!("07700000{number:02}")).await;
        if answer.status != StatusCode::OK {
            assert_eq!(
                (answer.status, answer.problem().as_str()),
                (StatusCode::TOO_MANY_REQUESTS, "rate_limited")
            );
            assert!(!answer.header("retry-after").is_empty());
        }
    }
    assert_eq!(placed(&gateway).len() - before, 56, "with the four that asked of a phone");
}

#[souk_testkit::test(SCHEMA)]
async fn a_draft_needs_no_address_but_somebody_to_call(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let shopper = gateway.shopper().await;
    gateway.neighbour.says("CreateDraftCart", &CreateDraftCartResponse { cart_id: "cart_1".into() });
    let person = json!({ "firstname": "Amina", "lastname": "Ben Ali", "phone": "0555123456", "product": PRODUCT, "quantity": 1 });
    let answer = gateway.post(&shopper, "/web/api/cart/create/", &person).await;
    assert_eq!(answer.text(), r#"{"cartId":"cart_1"}"#);
    let answer =
        gateway.post(&shopper, "/web/api/cart/create/", &json!({ "product": PRODUCT, "quantity": 1 })).await;
    assert_eq!(answer.fields(), ["firstname", "lastname", "phone"]);
    assert_eq!(gateway.neighbour.asked::<CreateDraftCartRequest>("CreateDraftCart").len(), 1);
}
