//! A shop that is closed for maintenance: its pages, its feeds and its checkout, for shoppers and for staff.

use std::path::PathBuf;
use std::time::Duration;

use http::{Method, StatusCode};
use serde_json::{Value, json};
use souk_gateway::visitor::Purpose;
use souk_kernel::Role;
use souk_proto::catalog::v1 as catalog;
use souk_proto::common::v1::LocalizedText;
use souk_proto::orders::v1::{PlaceOrderRequest, PlaceOrderResponse};
use souk_rpc::Failure;
use souk_testkit::eventually;
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::pages::product as product_page;
use crate::sheets::without_looks;
use crate::support::{Gateway, Person, SCHEMA};

const PATH: &str = "/dashboard/api/maintenance";
const CHECKOUT: &str = "/web/api/cart/checkout";
const PRODUCT: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a501";

async fn open(pool: PgPool) -> Gateway {
    let web_app = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/web"));
    let gateway = Gateway::open_with(pool, web_app).await;
    let text = |fr: &str, ar: &str| LocalizedText { fr: fr.into(), ar: ar.into(), en: String::new() };
    let settings = catalog::Settings {
        version: 2,
        price_basis: "ht".into(),
        shop_name: Some(text("Zahra", "زهرة")),
        phone: "0560123456".into(),
        identity: Some(catalog::ShopIdentity { rc: "16/00-1234567".into(), ..Default::default() }),
        ..Default::default()
    };
    gateway.neighbour.says("GetSettings", &settings);
    let menus =
        catalog::GetMenusResponse { json: json!({ "menus": [] }).to_string().into_bytes(), version: 1 };
    gateway.neighbour.says("GetMenus", &menus);
    let home = json!({ "blocks": [], "version": 1 }).to_string().into_bytes();
    gateway.neighbour.says("GetHome", &catalog::GetHomeResponse { json: home, version: 1 });
    gateway
}

fn closing(version: u64, message: &Value, ends_at: &Value) -> Value {
    json!({ "version": version, "isClosed": true, "message": message, "endsAt": ends_at })
}

fn silent() -> Value {
    json!({ "fr": "", "ar": "", "en": "" })
}

async fn close(gateway: &Gateway, staff: &Person) {
    let answer = gateway.json(staff, Method::PUT, PATH, &closing(1, &silent(), &Value::Null)).await;
    assert_eq!((answer.status, &answer.json()["version"]), (StatusCode::OK, &json!(2)), "{answer:?}");
}

fn form() -> Value {
    json!({
        "product": PRODUCT, "quantity": 1, "firstname": "Amina", "lastname": "Ben Ali", "phone": "0555123456",
        "wilaya": "16", "commune": "1601", "transporter": PRODUCT, "deliveryType": "home", "address": "12 rue Didouche",
    })
}

#[souk_testkit::test(SCHEMA)]
async fn shoppers_and_search_engines_find_a_closed_shop_and_staff_an_open_one(pool: PgPool) {
    let gateway = open(pool).await;
    let (content, nobody) = (gateway.employee(Role::Content).await, Person::default());
    assert_eq!(gateway.get(&nobody, "/").await.status, StatusCode::OK);
    let menus = gateway.neighbour.asked::<catalog::GetMenusRequest>("GetMenus").len();
    let message = json!({ "fr": "Inventaire <b>annuel</b>", "ar": "جرد سنوي", "en": "" });
    let wanted = closing(1, &message, &json!("2099-03-01T13:30:00Z"));
    let closed = gateway.json(&content, Method::PUT, PATH, &wanted).await;
    assert_eq!(closed.status, StatusCode::OK, "{closed:?}");

    let page = gateway.get(&nobody, "/catalog/product/soins/savon").await;
    assert_eq!(page.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert_eq!((page.header("retry-after"), page.header("cache-control")), ("86400", "no-store"));
    assert_eq!(page.header("x-envoy-ratelimited"), "true", "no replica is taken for one that fails");
    assert_eq!(without_looks(&page.text()), [""; 0]);
    insta::assert_snapshot!(page.text().replace("><", ">\n<"));
    let arabic = gateway.get(&nobody, "/ar/new").await.text();
    assert!(arabic.contains("<html lang=\"ar\" dir=\"rtl\">") && arabic.contains("جرد سنوي"), "{arabic}");
    let english = gateway.get(&nobody, "/en/").await.text();
    assert!(english.contains("Inventaire"), "what is not translated is said in French: {english}");
    for address in ["/robots.txt", "/sitemap.xml", "/feeds/fr.xml", "/checkout/thanks", "/nothing"] {
        let answer = gateway.get(&nobody, address).await;
        assert_eq!(
            (answer.status, answer.header("retry-after")),
            (StatusCode::SERVICE_UNAVAILABLE, "86400"),
            "{address}"
        );
    }
    let alternate =
        format!("hreflang=\"ar\" href=\"{}/ar/catalog/product/soins/savon\"", gateway.app.public_url);
    assert!(page.text().contains(&alternate), "{}", page.text());
    assert!(
        gateway.neighbour.asked::<catalog::GetMenusRequest>("GetMenus").len() <= menus,
        "it shows no menu"
    );
    let shopper = gateway.shopper().await;
    for call in ["/web/public/api/home", "/web/public/api/product/savon"] {
        let refused = gateway.get(&shopper, call).await;
        assert_eq!(
            (refused.status, refused.problem()),
            (StatusCode::SERVICE_UNAVAILABLE, "shop.closed".to_owned())
        );
        assert_eq!((refused.header("x-envoy-ratelimited"), refused.header("retry-after")), ("true", "86400"));
    }
    for address in ["/order/track", "/ar/order/track", "/admin/"] {
        assert_eq!(gateway.get(&nobody, address).await.status, StatusCode::OK, "{address}");
    }
    let preview = gateway.get(&content, "/").await;
    assert_eq!(preview.status, StatusCode::OK, "staff look at the shop");

    let opened = json!({ "version": 2, "isClosed": false, "message": message, "endsAt": null });
    assert_eq!(gateway.json(&content, Method::PUT, PATH, &opened).await.status, StatusCode::OK);
    assert_eq!(gateway.get(&nobody, "/").await.status, StatusCode::OK);
}

#[souk_testkit::test(SCHEMA)]
async fn no_order_is_taken_and_one_that_was_placed_is_still_answered(pool: PgPool) {
    let gateway = open(pool).await;
    close(&gateway, &gateway.employee(Role::Content).await).await;
    let shopper = gateway.shopper().await;
    let draft = gateway.post(&shopper, "/web/api/cart/create/", &form()).await;
    assert_eq!((draft.status, draft.problem()), (StatusCode::SERVICE_UNAVAILABLE, "shop.closed".to_owned()));
    gateway
        .neighbour
        .fails("PlaceOrder", || Failure::precondition("orders.not_placed", "nothing was placed"));
    let refused = gateway.post(&shopper, CHECKOUT, &form()).await;
    assert_eq!(
        (refused.status, refused.problem()),
        (StatusCode::SERVICE_UNAVAILABLE, "shop.closed".to_owned())
    );
    assert_eq!(refused.header("retry-after"), "600");

    let placed = PlaceOrderResponse { order_number: "A-7".into(), replayed: true, ..Default::default() };
    gateway.neighbour.says("PlaceOrder", &placed);
    let again = gateway.post(&shopper, CHECKOUT, &form()).await;
    assert_eq!((again.status, &again.json()["orderNumber"]), (StatusCode::OK, &json!("A-7")));
    let asked = gateway.neighbour.asked::<PlaceOrderRequest>("PlaceOrder");
    assert!(asked.iter().all(|request| request.only_placed), "none of them may place one");
}

/// As above, of the form where no script runs.
#[souk_testkit::test(SCHEMA)]
async fn the_form_without_a_script_finds_the_shop_closed_too(pool: PgPool) {
    let gateway = open(pool).await;
    let mut told = product_page();
    told["id"] = json!(PRODUCT);
    let json = told.to_string().into_bytes();
    gateway.neighbour.says("GetProductPage", &catalog::GetProductPageResponse { json, version: 4 });
    let path = "/order/form?product=savon";
    let first = gateway.get(&Person::default(), path).await;
    let cookie = first.header("set-cookie").split(';').next().expect("a cookie").to_owned();
    let shopper = Person { headers: vec![("cookie", cookie)] };
    let content = gateway.employee(Role::Content).await;
    close(&gateway, &content).await;
    gateway
        .neighbour
        .fails("PlaceOrder", || Failure::precondition("orders.not_placed", "nothing was placed"));
    let visitor = shopper.headers[0].1.split_once('=').expect("a value").1;
    let csrf = gateway
        .app
        .visitors
        .csrf(gateway.app.visitors.verify(Purpose::Cookie, visitor, gateway.app.clock.now()).expect("known"));
    let send = async |person: &Person, step: &str| {
        let sent = [
            ("language", "ar"),
            ("product", "savon"),
            ("quantity", "1"),
            ("wilaya", "16"),
            ("commune", "1601"),
            ("offer", &format!("{PRODUCT}:home:1")),
            ("lastname", "Saadi"),
            ("firstname", "Amina"),
            ("phone", "0555123456"),
            ("csrf", &csrf),
            ("step", step),
        ];
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(sent).finish();
        gateway.send(person, Method::POST, "/web/api/cart/form", &[], body.into()).await
    };
    for (person, step) in [(&shopper, ""), (&shopper, "place"), (&Person::default(), "")] {
        let closed = send(person, step).await;
        assert_eq!(
            (closed.status, closed.header("retry-after")),
            (StatusCode::SERVICE_UNAVAILABLE, "600"),
            "{closed:?}"
        );
        assert!(closed.text().contains("<h1>المتجر مغلق</h1>"), "{closed:?}");
    }
    let placed = PlaceOrderResponse { order_number: "A-7".into(), replayed: true, ..Default::default() };
    gateway.neighbour.says("PlaceOrder", &placed);
    let again = send(&shopper, "").await;
    assert_eq!(again.status, StatusCode::OK);
    assert!(again.text().contains("<b>A-7</b>"), "{again:?}");
}

#[souk_testkit::test(SCHEMA)]
async fn every_replica_follows_and_a_restart_changes_nothing(pool: PgPool) {
    let gateway = open(pool.clone()).await;
    let other = open(pool.clone()).await;
    close(&gateway, &gateway.employee(Role::Content).await).await;
    assert!(!other.app.maintenance.is_known(), "it is not ready before it knows");
    let (maintenance, stop) = (other.app.maintenance.clone(), CancellationToken::new());
    let follows = tokio::spawn({
        let stop = stop.clone();
        async move { maintenance.keep_up(stop).await }
    });
    let sees = async |status: StatusCode| {
        eventually("the other replica follows", Duration::from_secs(10), async || {
            other.get(&Person::default(), "/").await.status == status
        })
        .await;
    };
    sees(StatusCode::SERVICE_UNAVAILABLE).await;
    let opened = json!({ "version": 2, "isClosed": false, "message": silent(), "endsAt": null });
    let content = gateway.employee(Role::Content).await;
    assert_eq!(gateway.json(&content, Method::PUT, PATH, &opened).await.status, StatusCode::OK);
    sees(StatusCode::OK).await;
    stop.cancel();
    follows.await.expect("ends when it is asked to");
}

#[souk_testkit::test(SCHEMA)]
async fn who_may_close_it_and_what_is_wrong_with_it(pool: PgPool) {
    let gateway = open(pool).await;
    let (content, sales) = (gateway.employee(Role::Content).await, gateway.employee(Role::Sales).await);
    let refused = gateway.json(&sales, Method::PUT, PATH, &closing(1, &silent(), &Value::Null)).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert_eq!(gateway.get(&sales, PATH).await.json()["isClosed"], json!(false), "all of the team see it");
    let long = json!({ "fr": "a".repeat(301), "ar": "", "en": "b".repeat(300) });
    let wrong = gateway.json(&content, Method::PUT, PATH, &closing(1, &long, &Value::Null)).await;
    assert_eq!(
        (wrong.status, wrong.fields()),
        (StatusCode::UNPROCESSABLE_ENTITY, vec!["message.fr".to_owned()])
    );
    let wrong = gateway.json(&content, Method::PUT, PATH, &closing(1, &silent(), &json!("demain"))).await;
    assert_eq!(wrong.fields(), ["endsAt"]);
    let past = json!("2020-01-01T00:00:00Z");
    let wrong = gateway.json(&content, Method::PUT, PATH, &closing(1, &silent(), &past)).await;
    assert_eq!((wrong.status, wrong.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["endsAt".to_owned()]));

    close(&gateway, &content).await;
    let stale = gateway.json(&content, Method::PUT, PATH, &closing(1, &silent(), &Value::Null)).await;
    assert_eq!((stale.status, &stale.json()["current"]["isClosed"]), (StatusCode::CONFLICT, &json!(true)));
    let again = gateway.json(&content, Method::PUT, PATH, &closing(2, &silent(), &Value::Null)).await;
    assert_eq!(again.json()["version"], json!(2), "nothing changed");
    let admin = gateway.employee(Role::Admin).await;
    let journal = gateway.get(&admin, "/dashboard/api/journal?action=staff.shop_closed").await.json();
    assert_eq!(journal["entries"].as_array().map(Vec::len), Some(1), "{journal}");
}
