//! Ordering a product where no script runs.

use std::path::PathBuf;

use http::{Method, StatusCode};
use metrics_exporter_prometheus::PrometheusBuilder;
use serde_json::{Value, json};
use souk_proto::catalog::v1 as catalog;
use souk_proto::orders::v1 as proto;
use souk_rpc::{Failure, Kind, Violation};
use sqlx::PgPool;

use crate::pages::product;
use crate::sheets::without_looks;
use crate::support::{Answer, Gateway, Person, SCHEMA};

const PRODUCT: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a501";
const TRANSPORTER: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a503";
const RED: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a505";
const PLUM: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a506";
const SEND: &str = "/web/api/cart/form";

/// What orders refuses with, and how the page tells it.
type Refusal = (fn() -> Failure, StatusCode, &'static str);

fn soap() -> Value {
    let mut told = product();
    told["id"] = json!(PRODUCT);
    told
}

/// Its first colour, and one that costs more.
fn lipstick(plum_is_available: bool) -> Value {
    let mut told = soap();
    let combination = |id: &str, name: &str, price: u32, is_default: bool, available: bool| {
        json!({
            "id": id, "isDefault": is_default, "priceHt": price, "priceAfterPromotion": null, "images": [],
            "displayName": name, "combinationLangsRead": [], "values": [], "available": available, "sku": "",
        })
    };
    told["combinations"] = json!([
        combination(RED, "Rouge", 1100, true, true),
        combination(PLUM, "Prune", 1300, false, plum_is_available)
    ]);
    told
}

fn by_the_dozen() -> Value {
    let mut told = soap();
    told["quantityRule"] = json!({ "minimumQuantity": 12, "maximumQuantity": 60, "quantityStep": 6 });
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
    gateway.neighbour.says("PlaceOrder", &answer());
    gateway
}

fn answer() -> proto::PlaceOrderResponse {
    proto::PlaceOrderResponse {
        order_id: PRODUCT.into(),
        order_number: "A-10234".into(),
        total: 238_100,
        ..Default::default()
    }
}

/// What is chosen of a field's choices.
fn chosen<'a>(html: &'a str, name: &str) -> &'a str {
    let (_, rest) =
        html.split_once(&format!("<select name=\"{name}\"")).unwrap_or_else(|| panic!("{name}: {html}"));
    let (choices, _) = rest.split_once("</select>").expect("ends");
    let before = choices.split_once("\" selected=\"\"").map_or("", |(before, _)| before);
    before.rsplit_once("value=\"").map_or("", |(_, value)| value)
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
    let mut form: Vec<_> = ["language", "id", "product", "quantity", "csrf", "key", "offer"]
        .map(|name| (name, field(html, name)))
        .to_vec();
    form.extend(["wilaya", "commune"].map(|name| (name, chosen(html, name))));
    if html.contains("name=\"combination\"") {
        form.push(("combination", chosen(html, "combination")));
    }
    form.extend([
        ("lastname", "Saâdi"),
        ("firstname", "Amina"),
        ("phone", "0555 12 34 56"),
        ("address", "1 rue Didouche"),
        // Of the button that asks for the form again.
        ("step", ""),
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
    show(&gateway, &by_the_dozen());
    let html = gateway.get(&Person::default(), "/order/form?product=savon").await.text();
    let asked = r#"name="quantity" value="12" type="number" min="12" step="6" max="60""#;
    assert!(html.contains(asked), "{html}");
    assert!(html.contains(r#"id="quantity" aria-describedby="quantity-hint""#), "{html}");
    assert!(html.contains(r#"id="quantity-hint">Par lots de 6, à partir de 12, 60 au plus<"#), "{html}");
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
    assert_eq!(page.matches("role=\"alert\"").count(), 1, "{page}");
    assert!(page.contains("role=\"alert\"><a href=\"#offer\">Livraison : "), "the first of three: {page}");
    for wrong in ["offer", "lastname", "phone"] {
        let told = format!("aria-invalid=\"true\" aria-describedby=\"{wrong}-wrong\"");
        assert!(page.contains(&told) && page.contains(&format!("id=\"{wrong}-wrong\"")), "{wrong}: {page}");
    }
    assert_eq!(without_looks(&page), [""; 0]);
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
        assert_eq!(answer.header("set-cookie"), "", "nobody is made somebody else");
        assert!(answer.text().contains("value=\"Amina\""), "what was typed is there still");
    }
    let forged = send(&gateway, &browser, &filled(&html, &[("csrf", "AAAA")])).await;
    assert_eq!((forged.status, forged.header("set-cookie")), (StatusCode::FORBIDDEN, ""));
    assert_eq!(field(&forged.text(), "csrf"), field(&html, "csrf"), "the visitor is who it was");
    assert!(forged.text().contains("restée ouverte trop longtemps"), "{forged:?}");
    assert!(placed(&gateway).is_empty());
    // Without a cookie nothing that is sent is taken: the page gives one.
    let lost = send(&gateway, &Person::default(), &filled(&html, &[])).await.text();
    let again = "href=\"/order/form?product=savon&amp;quantity=2&amp;wilaya=16&amp;commune=1601\"";
    assert!(lost.contains("cookie") && lost.contains(again), "{lost}");
}

#[souk_testkit::test(SCHEMA)]
async fn a_chosen_model_is_never_another_one(pool: PgPool) {
    let gateway = open(pool).await;
    show(&gateway, &lipstick(true));
    let path = "/order/form?product=savon&quantity=2&wilaya=16&commune=1601";
    let first = gateway.get(&Person::default(), path).await.text();
    assert_eq!(chosen(&first, "combination"), RED, "before anything is chosen");
    let plum = gateway.get(&Person::default(), &format!("{path}&combination={PLUM}")).await.text();
    assert_eq!(chosen(&plum, "combination"), PLUM);
    let total = "<bdi>Prune</bdi> × 2, total <b>3\u{202f}000\u{a0}DA</b>";
    assert!(plum.contains(total), "what is ordered stands beside its total: {plum}");

    show(&gateway, &lipstick(false));
    for (given, word) in [
        (PLUM, "Ce modèle n’est plus disponible."),
        ("x", "Ce modèle n’est plus disponible."),
        ("", "À corriger ou à choisir."),
    ] {
        let html = gateway.get(&Person::default(), &format!("{path}&combination={given}")).await.text();
        assert_eq!(chosen(&html, "combination"), "", "{given}: {html}");
        assert!(html.contains(&format!("role=\"alert\"><a href=\"#combination\">Modèle : {word}")), "{html}");
        assert!(!html.contains("method=\"post\""), "nothing is ordered yet: {html}");
        assert_eq!((chosen(&html, "commune"), field(&html, "quantity")), ("1601", "2"));
    }
    let (browser, html) = last_step(&gateway).await;
    let refused = send(&gateway, &browser, &filled(&html, &[("combination", "")])).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(chosen(&refused.text(), "combination"), "");
    assert!(placed(&gateway).is_empty());
}

#[souk_testkit::test(SCHEMA)]
async fn a_failure_is_told_as_all_others(pool: PgPool) {
    let recorder = PrometheusBuilder::new().build_recorder();
    let metrics = recorder.handle();
    let _here = metrics::set_default_local_recorder(&recorder);
    let counted = |code: &str, times: u32| {
        let line = format!("souk_problems_total{{code=\"{code}\"}} {times}\n");
        assert!(metrics.render().contains(&line), "{line} is not in {}", metrics.render());
    };
    let gateway = open(pool).await;
    let (browser, html) = last_step(&gateway).await;
    let wait = std::time::Duration::from_secs(7);
    gateway.neighbour.fails("PlaceOrder", move || Failure::busy("orders.busy", "many").retry_after(wait));
    let busy = send(&gateway, &browser, &filled(&html, &[])).await;
    assert_eq!((busy.status, busy.header("retry-after")), (StatusCode::SERVICE_UNAVAILABLE, "7"));
    assert_eq!(busy.header("x-envoy-ratelimited"), "true");
    counted("orders.busy", 1);
    assert!(busy.text().contains("n’a pas pu être envoyée"), "{busy:?}");

    // Neither the order's answer nor the form is to be had: one failure, told once.
    gateway.neighbour.fails("PlaceOrder", || Failure::unavailable("away"));
    gateway.neighbour.fails("GetProductPage", || Failure::unavailable("away"));
    gateway.app.catalog.reads().drop_all();
    let doubtful = send(&gateway, &browser, &filled(&html, &[("product", "rien")])).await;
    assert_eq!((doubtful.status, doubtful.header("retry-after")), (StatusCode::SERVICE_UNAVAILABLE, "1"));
    assert!(doubtful.text().contains("Rechargez cette page"), "{doubtful:?}");
    counted("unavailable", 1);
    let away = gateway.get(&Person::default(), "/order/form?product=rien").await;
    assert_eq!((away.status, away.header("retry-after")), (StatusCode::SERVICE_UNAVAILABLE, "1"));
    counted("unavailable", 2);
}

#[souk_testkit::test(SCHEMA)]
async fn what_can_not_be_read_is_named(pool: PgPool) {
    let gateway = open(pool).await;
    let (browser, html) = last_step(&gateway).await;
    for address in ["rue\0Didouche".to_owned(), "x".repeat(301)] {
        let answer = send(&gateway, &browser, &filled(&html, &[("address", &address)])).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        let page = answer.text();
        assert!(page.contains("<a href=\"#address\">Adresse : Trop long"), "{page}");
        assert!(page.contains("value=\"Amina\"") && !page.contains(&address), "{page}");
    }
    let asked = || gateway.neighbour.asked::<catalog::GetProductPageRequest>("GetProductPage").len();
    let before = asked();
    for product in ["sa\0von", "Savon d’Alep", &"x".repeat(10_000)] {
        let answer = send(&gateway, &browser, &filled(&html, &[("product", product)])).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        let page = answer.text();
        assert!(page.contains("<h1>Produit : ") && !page.contains("<form"), "{page}");
    }
    let none = gateway.get(&Person::default(), "/order/form").await;
    assert_eq!(none.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(asked(), before, "the catalogue is not asked for what can't be");
    assert!(placed(&gateway).is_empty());
}

/// What is wrong with the quantity or the model is told by orders of a line, and by the page of a field.
#[souk_testkit::test(SCHEMA)]
async fn what_orders_says_of_a_line_stands_at_the_forms_field(pool: PgPool) {
    let refusals: [(&str, &str, &str, &str); 6] = [
        ("quantity", "form.validation.belowMinimum", "quantity", "Trop peu : au moins 12."),
        ("quantity", "form.validation.aboveMaximum", "quantity", "Trop : au plus 60."),
        ("quantity", "form.validation.offStep", "quantity", "Par lots de 6, à partir de 12."),
        ("quantity", "form.validation.outOfStock", "quantity", "Plus assez de stock : il en reste 2."),
        ("combination", "form.validation.combination", "combination", "Ce modèle n’est plus disponible."),
        ("product", "form.validation.awaited", "product", "Disponible à partir du 1er janv. 2027"),
    ];
    let gateway = open(pool).await;
    show(&gateway, &lipstick(true));
    let (browser, html) = last_step(&gateway).await;
    for (part, key, field, word) in refusals {
        gateway.neighbour.fails("PlaceOrder", move || {
            let violation = Violation::new(format!("products[0].{part}"), key, "wrong");
            Failure::new(Kind::Invalid, "orders.invalid_lines", "wrong")
                .violating(vec![violation])
                .with("products[0].minimumQuantity", 12)
                .with("products[0].maximumQuantity", 60)
                .with("products[0].quantityStep", 6)
                .with("products[0].available", 2)
                .with("products[0].availableFrom", "2027-01-01")
        });
        let answer = send(&gateway, &browser, &filled(&html, &[])).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        let page = answer.text();
        let (_, alert) = page.split_once("role=\"alert\">").expect("told above");
        let (alert, _) = alert.split_once("</p>").expect("ends");
        assert!(alert.contains(word), "{word} is not in {alert}");
        if field != "product" {
            let linked = format!("id=\"{field}\" aria-invalid=\"true\" aria-describedby=\"{field}-wrong\"");
            assert!(page.contains(&linked), "{linked} is not in {page}");
        }
    }
}

#[souk_testkit::test(SCHEMA)]
async fn pieces_that_can_not_be_ordered_are_told_before_anything_is_sent(pool: PgPool) {
    let gateway = open(pool).await;
    show(&gateway, &by_the_dozen());
    let path = |pieces: &str| format!("/order/form?product=savon&wilaya=16&commune=1601&quantity={pieces}");
    for (pieces, word) in [
        ("5", "Trop peu : au moins 12."),
        ("66", "Trop : au plus 60."),
        ("13", "Par lots de 6, à partir de 12."),
        ("x", "Un nombre de 1 à 999."),
    ] {
        let html = gateway.get(&Person::default(), &path(pieces)).await.text();
        assert!(html.contains(word) && !html.contains("method=\"post\""), "{pieces}: {html}");
        assert!(html.contains("aria-describedby=\"quantity-hint quantity-wrong\""), "{html}");
        assert_eq!(field(&html, "quantity"), pieces, "it stays what was typed");
    }
    let html = gateway.get(&Person::default(), &path("18")).await.text();
    assert!(html.contains("× 18, total"), "{html}");
}

#[souk_testkit::test(SCHEMA)]
async fn what_was_typed_stays_when_another_choice_is_made(pool: PgPool) {
    let gateway = open(pool).await;
    let (browser, html) = last_step(&gateway).await;
    assert_eq!(html.matches("<form").count(), 1, "{html}");
    assert!(html.contains("name=\"step\" value=\"place\" formnovalidate=\"\">Continuer<"), "{html}");
    let place = [("step", "place"), ("quantity", "3"), ("phone", "12"), ("csrf", ""), ("lastname", "B\"x")];
    for person in [&browser, &Person::default()] {
        let answer = send(&gateway, person, &filled(&html, &place)).await;
        assert_eq!((answer.status, answer.header("set-cookie")), (StatusCode::OK, ""), "{answer:?}");
        let page = answer.text();
        assert!(page.contains("value=\"B&quot;x\"") && page.contains("value=\"12\""), "{page}");
        assert!(page.contains("× 3, total") && !page.contains("role=\"alert\""), "{page}");
        assert_eq!(field(&page, "key"), field(&html, "key"));
    }
    // Of another wilaya nothing is chosen yet, and there is nothing to send.
    let elsewhere = [("step", "place"), ("wilaya", "31"), ("commune", "3101")];
    let page = send(&gateway, &browser, &filled(&html, &elsewhere)).await.text();
    assert!(page.contains("value=\"Amina\"") && !page.contains("Envoyer la commande"), "{page}");
    assert!(placed(&gateway).is_empty());
    let again = send(&gateway, &browser, &filled(&html, &place[..2])).await.text();
    assert_eq!(send(&gateway, &browser, &filled(&again, &[])).await.status, StatusCode::OK);
    assert_eq!(placed(&gateway)[0].lines[0].quantity, 3);
}

/// Guests read what is kept: orders is not asked for each step, and may be away.
#[souk_testkit::test(SCHEMA)]
async fn places_are_known_while_orders_is_away(pool: PgPool) {
    let gateway = open(pool).await;
    last_step(&gateway).await;
    for call in ["ListWilayas", "ListCommunes", "ListForCommune"] {
        gateway.neighbour.fails(call, || Failure::unavailable("away"));
    }
    gateway.app.catalog.reads().drop_all();
    let (_, html) = last_step(&gateway).await;
    assert!(html.contains("Rapide"), "{html}");
}

#[souk_testkit::test(SCHEMA)]
async fn the_form_is_shown_in_time_while_orders_hangs(pool: PgPool) {
    let gateway = open(pool).await;
    let (browser, html) = last_step(&gateway).await;
    for call in ["ListWilayas", "ListCommunes", "ListForCommune", "PlaceOrder"] {
        gateway.neighbour.hangs(call);
    }
    gateway.app.catalog.reads().drop_all();
    let (_, shown) = last_step(&gateway).await;
    assert!(shown.contains("Rapide"), "{shown}");
    let lost = send(&gateway, &browser, &filled(&html, &[])).await;
    assert_eq!(lost.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(lost.text().contains("On ne sait pas encore si la commande est arrivée."), "{lost:?}");
}

#[souk_testkit::test(SCHEMA)]
async fn a_delivery_is_free_from_its_amount_on(pool: PgPool) {
    let gateway = open(pool).await;
    // Two of them cost 1 981.
    let mut told = soap();
    told["name"] = json!("Savon");
    show(&gateway, &told);
    for (free_from, told) in [
        (
            198_100,
            "gratuite</span><span class=\"delivery_detail\"><bdi>Savon</bdi> × 2, total <b>1\u{202f}981",
        ),
        (198_101, "2\u{202f}381"),
    ] {
        let offer = proto::Offer {
            transporter_id: TRANSPORTER.into(),
            name: "Rapide".into(),
            delivery_type: "home".into(),
            price: 40_000,
            free_from,
            ..Default::default()
        };
        gateway.neighbour.says("ListForCommune", &proto::ListForCommuneResponse { offers: vec![offer] });
        gateway.app.catalog.reads().drop_all();
        let (_, html) = last_step(&gateway).await;
        assert!(html.contains(told), "{html}");
    }
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
    let mut flexible = soap();
    flexible["packMode"] = json!("flexible");
    let mut awaited = soap();
    awaited["availableFrom"] = json!("2026-12-12");
    for (told, word) in
        [(flexible, "Le contenu de ce pack se choisit"), (awaited, "Disponible à partir du 12 déc. 2026")]
    {
        show(&gateway, &told);
        let page = gateway.get(&Person::default(), "/catalog/product/soins/savon").await.text();
        assert!(!page.contains("/order/form"), "{page}");
        let form = gateway.get(&Person::default(), "/order/form?product=savon").await.text();
        assert!(form.contains(word) && !form.contains("plus assez") && !form.contains("<form"), "{form}");
    }
    gateway.neighbour.fails("GetProductPage", || Failure::not_found("catalog.unknown_product", "none"));
    gateway.app.catalog.reads().drop_all();
    let none = gateway.get(&Person::default(), "/order/form?product=rien").await;
    assert_eq!(none.status, StatusCode::NOT_FOUND);
}

#[souk_testkit::test(SCHEMA)]
async fn a_lost_answer_is_told_as_one_and_what_was_placed_is_answered_again(pool: PgPool) {
    let gateway = open(pool).await;
    let (browser, html) = last_step(&gateway).await;
    gateway.neighbour.fails("PlaceOrder", || Failure::unavailable("late"));
    let lost = send(&gateway, &browser, &filled(&html, &[])).await;
    assert_eq!(lost.status, StatusCode::SERVICE_UNAVAILABLE);
    let page = lost.text();
    assert!(page.contains("On ne sait pas encore") && page.contains("sans rien changer"), "{page}");
    assert_eq!((field(&page, "key"), field(&page, "id")), (field(&html, "key"), PRODUCT));
    // Whoever changes something all the same hears that there is an order.
    gateway.neighbour.fails("PlaceOrder", || {
        let violation =
            Violation::new("Idempotency-Key", "form.validation.idempotencyKeyReused", "used before");
        Failure::new(Kind::Invalid, "orders.idempotency_key_reused", "used").violating(vec![violation])
    });
    let used = send(&gateway, &browser, &filled(&page, &[("address", "2 rue Didouche")])).await.text();
    assert!(
        used.contains("Une commande est déjà enregistrée") && !used.contains("Idempotency-Key"),
        "{used}"
    );
    assert!(used.contains("href=\"/order/form?product=savon&amp;"), "another order has another page: {used}");
    // The product is out of sale meanwhile.
    gateway.neighbour.says("PlaceOrder", &proto::PlaceOrderResponse { replayed: true, ..answer() });
    gateway.neighbour.fails("GetProductPage", || Failure::not_found("catalog.unknown_product", "gone"));
    gateway.app.catalog.reads().drop_all();
    let answered = send(&gateway, &browser, &filled(&page, &[])).await;
    assert_eq!(answered.status, StatusCode::OK, "{answered:?}");
    assert!(answered.text().contains("<b>A-10234</b>"), "{answered:?}");
}
