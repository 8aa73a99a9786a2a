//! Ordering a product where no script runs.

use std::path::PathBuf;

use http::{Method, StatusCode};
use serde_json::{Value, json};
use souk_proto::catalog::v1 as catalog;
use souk_proto::orders::v1 as proto;
use souk_rpc::{Failure, Kind};
use sqlx::PgPool;

use crate::pages::product;
use crate::sheets::without_looks;
use crate::support::{Answer, Gateway, Person, SCHEMA};

const PRODUCT: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a501";
const TRANSPORTER: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a503";
const SEND: &str = "/web/api/cart/form";

/// What orders refuses with, and how the page tells it.
type Refusal = (fn() -> Failure, StatusCode, &'static str);

fn soap() -> Value {
    let mut told = product();
    told["id"] = json!(PRODUCT);
    told
}

fn show(gateway: &Gateway, product: &Value) {
    let json = product.to_string().into_bytes();
    gateway.neighbour.says("GetProductPage", &catalog::GetProductPageResponse { json, version: 4 });
    gateway.app.catalog.reads().drop_all();
}

async fn open(pool: PgPool) -> Gateway {
    let web_app = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/web"));
    let gateway = Gateway::open_with(pool, web_app).await;
    show(&gateway, &soap());
    let wilaya = |id: &str, name: &str, name_ar: &str, deliverable| proto::Wilaya {
        id: id.into(),
        name: name.into(),
        name_ar: name_ar.into(),
        deliverable,
        ..Default::default()
    };
    let wilayas = vec![wilaya("16", "Alger", "الجزائر", true), wilaya("33", "Illizi", "إليزي", false)];
    gateway.neighbour.says("ListWilayas", &proto::ListWilayasResponse { wilayas });
    let commune = proto::Commune {
        id: "1601".into(),
        name: "Alger Centre".into(),
        name_ar: "الجزائر الوسطى".into(),
        deliverable: true,
        ..Default::default()
    };
    gateway.neighbour.says("ListCommunes", &proto::ListCommunesResponse { communes: vec![commune] });
    let offer = proto::Offer {
        transporter_id: TRANSPORTER.into(),
        name: "Rapide".into(),
        delivery_type: "home".into(),
        price: 40_000,
        ..Default::default()
    };
    gateway.neighbour.says("ListForCommune", &proto::ListForCommuneResponse { offers: vec![offer] });
    let placed = proto::PlaceOrderResponse {
        order_id: PRODUCT.into(),
        order_number: "A-10234".into(),
        total: 238_100,
        ..Default::default()
    };
    gateway.neighbour.says("PlaceOrder", &placed);
    gateway
}

/// The value of a field of the form.
fn field<'a>(html: &'a str, name: &str) -> &'a str {
    let (_, rest) =
        html.split_once(&format!("name=\"{name}\" value=\"")).unwrap_or_else(|| panic!("{name}: {html}"));
    rest.split_once('"').expect("ends").0
}

async fn send(gateway: &Gateway, person: &Person, form: &[(&str, &str)]) -> Answer {
    let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
    let kind = [("content-type", "application/x-www-form-urlencoded")];
    gateway.send(person, Method::POST, SEND, &kind, body.into()).await
}

/// The last step as a browser has it, with its cookie.
async fn last_step(gateway: &Gateway) -> (Person, String) {
    let path = "/order/form?product=savon&quantity=2&wilaya=16&commune=1601";
    let answer = gateway.get(&Person::default(), path).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    let cookie = answer.header("set-cookie").split(';').next().expect("a cookie").to_owned();
    (Person { headers: vec![("cookie", cookie)] }, answer.text())
}

fn filled<'a>(html: &'a str, changes: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let (_, html) = html.split_once("method=\"post\"").expect("a form that is sent");
    let mut form: Vec<_> = ["language", "product", "quantity", "wilaya", "commune", "csrf", "key", "offer"]
        .map(|name| (name, field(html, name)))
        .to_vec();
    form.extend([
        ("lastname", "Saâdi"),
        ("firstname", "Amina"),
        ("phone", "0555 12 34 56"),
        ("address", "1 rue Didouche"),
    ]);
    for (name, value) in changes {
        form.iter_mut().filter(|(known, _)| known == name).for_each(|(_, was)| *was = *value);
    }
    form
}

fn placed(gateway: &Gateway) -> Vec<proto::PlaceOrderRequest> {
    gateway.neighbour.asked("PlaceOrder")
}

#[souk_testkit::test(SCHEMA)]
async fn it_begins_with_the_fewest_pieces_that_can_be_ordered(pool: PgPool) {
    let gateway = open(pool).await;
    let mut by_the_dozen = soap();
    by_the_dozen["quantityRule"] = json!({ "minimumQuantity": 12, "maximumQuantity": 60, "quantityStep": 6 });
    show(&gateway, &by_the_dozen);
    let html = gateway.get(&Person::default(), "/order/form?product=savon").await.text();
    let asked = r#"name="quantity" value="12" type="number" min="12" step="6" max="60""#;
    assert!(html.contains(asked), "{html}");
}

#[souk_testkit::test(SCHEMA)]
async fn a_product_is_ordered_step_by_step(pool: PgPool) {
    let gateway = open(pool).await;
    let product = gateway.get(&Person::default(), "/catalog/product/soins/savon").await.text();
    let link = "<noscript><p><a class=\"button button_primary\" href=\"/order/form?product=savon\">Commander</a></p></noscript>";
    assert!(product.contains(link), "{product}");

    let first = gateway.get(&Person::default(), "/ar/order/form?product=savon").await;
    assert_eq!((first.status, first.header("cache-control")), (StatusCode::OK, "no-store"));
    assert!(first.header("x-robots-tag").contains("noindex"));
    let html = first.text();
    assert!(html.contains("<html lang=\"ar\" dir=\"rtl\">") && html.contains("الجزائر</option>"), "{html}");
    assert!(!html.contains("إليزي"), "nobody delivers there");
    assert!(!html.contains("<script") && !html.contains("method=\"post\""), "{html}");

    let (browser, html) = last_step(&gateway).await;
    assert_eq!(without_looks(&html), [""; 0]);
    let total = "2\u{202f}381\u{a0}DA";
    assert!(html.contains(total), "{html}");
    let answer = send(&gateway, &browser, &filled(&html, &[])).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    assert!(answer.text().contains("<b>A-10234</b>"), "{answer:?}");
    let asked = placed(&gateway).remove(0);
    let form = asked.form.expect("a form");
    assert_eq!(
        [
            form.first_name,
            form.last_name,
            form.phone,
            form.commune_id,
            form.transporter_id,
            form.delivery_type
        ],
        ["Amina", "Saâdi", "0555 12 34 56", "1601", TRANSPORTER, "home"]
    );
    assert_eq!((asked.lines[0].product_id.as_str(), asked.lines[0].quantity), (PRODUCT, 2));
    assert_eq!(asked.shown_total, Some(238_100), "what is shown is what is charged");
    // Sent again it is the same submission.
    send(&gateway, &browser, &filled(&html, &[])).await;
    let keys: Vec<_> = placed(&gateway).into_iter().map(|asked| asked.idempotency_key).collect();
    assert!(keys[0] == keys[1] && keys[0].ends_with(field(&html, "key")), "{keys:?}");
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_wrong_stands_at_its_field_with_what_was_typed(pool: PgPool) {
    let gateway = open(pool).await;
    let (browser, html) = last_step(&gateway).await;
    let form = filled(&html, &[("lastname", "B\"x"), ("phone", "12"), ("offer", "")]);
    let answer = send(&gateway, &browser, &form).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    let page = answer.text();
    assert!(page.contains("value=\"B&quot;x\"") && page.contains("De 3 à 20 lettres."), "{page}");
    assert!(page.contains("10 chiffres, qui commencent par 0."), "{page}");
    assert_eq!(page.matches("role=\"alert\"").count(), 4, "the notice and three fields: {page}");
    assert_eq!(field(&page, "key"), field(&html, "key"));
    assert!(placed(&gateway).is_empty());

    let refusals: [Refusal; 3] = [
        (
            || Failure::conflict("orders.price_changed", "other").with("total", 1_u64),
            StatusCode::CONFLICT,
            "Le prix a changé",
        ),
        (
            || Failure::precondition("orders.out_of_stock", "none"),
            StatusCode::CONFLICT,
            "Il n’en reste plus assez.",
        ),
        (
            || Failure::new(Kind::RateLimited, "orders.cooldown", "wait"),
            StatusCode::TOO_MANY_REQUESTS,
            "Vous venez de commander.",
        ),
    ];
    for (failure, status, word) in refusals {
        gateway.neighbour.fails("PlaceOrder", failure);
        let answer = send(&gateway, &browser, &filled(&html, &[])).await;
        assert_eq!(answer.status, status, "{word}");
        assert!(answer.text().contains(word), "{word}: {answer:?}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn an_order_comes_from_the_visitors_own_page_alone(pool: PgPool) {
    let gateway = open(pool).await;
    let (browser, html) = last_step(&gateway).await;
    let (other, _) = last_step(&gateway).await;
    let foreign = Person {
        headers: [browser.headers.clone(), vec![("sec-fetch-site", "cross-site".to_owned())]].concat(),
    };
    for person in [&Person::default(), &other, &foreign] {
        let answer = send(&gateway, person, &filled(&html, &[])).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN);
        assert!(answer.text().contains("value=\"Amina\""), "what was typed is there still");
    }
    let forged = filled(&html, &[("csrf", "AAAA")]);
    assert_eq!(send(&gateway, &browser, &forged).await.status, StatusCode::FORBIDDEN);
    assert!(placed(&gateway).is_empty());
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_not_sold_so_is_not_offered(pool: PgPool) {
    let gateway = open(pool).await;
    let mut told = soap();
    told["available"] = json!(false);
    show(&gateway, &told);
    let page = gateway.get(&Person::default(), "/catalog/product/soins/savon").await.text();
    assert!(!page.contains("/order/form"), "{page}");
    let form = gateway.get(&Person::default(), "/order/form?product=savon&wilaya=16").await.text();
    assert!(form.contains("Il n’en reste plus assez.") && !form.contains("<form"), "{form}");
    gateway.neighbour.fails("GetProductPage", || Failure::not_found("catalog.unknown_product", "none"));
    gateway.app.catalog.reads().drop_all();
    let none = gateway.get(&Person::default(), "/order/form?product=rien").await;
    assert_eq!(none.status, StatusCode::NOT_FOUND);
}
