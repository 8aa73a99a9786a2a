//! Wrong input to every route: always 4xx, always a problem that names the field, never 5xx.

use bytes::Bytes;
use http::{Method, StatusCode};
use serde_json::json;
use souk_kernel::Role;
use sqlx::PgPool;

use crate::support::{Answer, Gateway, Person, SCHEMA};

/// An id that nothing has.
const NOBODY: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a509";

/// One documented operation.
struct Operation {
    method: Method,
    path: String,
    takes_json: bool,
    query: Vec<String>,
}

impl Operation {
    fn all() -> Vec<Self> {
        let document = serde_json::to_value(souk_gateway::openapi::document()).expect("writes");
        let paths = document["paths"].as_object().expect("has paths").clone();
        let of_path = |(path, item): (String, serde_json::Value)| {
            let item = item.as_object().expect("has operations").clone();
            item.into_iter().map(move |(method, operation)| Self::read(&path, &method, &operation))
        };
        paths.into_iter().flat_map(of_path).collect()
    }

    fn read(path: &str, method: &str, operation: &serde_json::Value) -> Self {
        let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
        let query = parameters.iter().filter(|one| one["in"] == "query");
        Self {
            method: method.to_uppercase().parse().expect("a method"),
            path: path.to_owned(),
            takes_json: operation["requestBody"]["content"]["application/json"].is_object(),
            query: query.map(|one| one["name"].as_str().expect("a name").to_owned()).collect(),
        }
    }

    /// The address with every part of it filled by `id`.
    fn at(&self, id: &str) -> String {
        let parts = self.path.split('/').map(|part| if part.starts_with('{') { id } else { part });
        parts.collect::<Vec<_>>().join("/")
    }

    fn is_staff(&self) -> bool {
        self.path.starts_with("/dashboard/")
    }

    /// Signing out would end the test's own session; the stream does not end.
    fn is_asked(&self) -> bool {
        self.method != Method::DELETE && !self.path.ends_with("/live")
    }
}

struct People {
    admin: Person,
    shopper: Person,
}

impl People {
    async fn of(gateway: &Gateway) -> Self {
        Self { admin: gateway.employee(Role::Admin).await, shopper: gateway.shopper().await }
    }

    fn who(&self, operation: &Operation) -> &Person {
        if operation.is_staff() { &self.admin } else { &self.shopper }
    }
}

fn assert_refused(answer: &Answer, what: &str) {
    assert!(answer.status.is_client_error(), "{what}: {answer:?}");
    answer.problem();
}

#[souk_testkit::test(SCHEMA)]
async fn a_picture_that_cannot_be_is_not_there(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let product = uuid::Uuid::now_v7();
    let folder = std::env::temp_dir().join(format!("souk-gateway-tests/products/{product}"));
    std::fs::create_dir_all(&folder).expect("makes");
    std::fs::write(folder.join("0f0f-160.jpg"), "a picture").expect("writes");
    let stored = format!("/media/products/{product}/0f0f-160.jpg");
    let answer = gateway.get(&Person::default(), &stored).await;
    assert_eq!((answer.status, answer.header("content-type")), (StatusCode::OK, "image/jpeg"));
    std::fs::write(folder.join("0f0f-320.webp"), "the same").expect("writes");
    let lighter = format!("/media/products/{product}/0f0f-320.webp");
    let answer = gateway.get(&Person::default(), &lighter).await;
    assert_eq!((answer.status, answer.header("content-type")), (StatusCode::OK, "image/webp"));
    assert!(answer.header("cache-control").contains("immutable"));
    for format in ["avif", "svg", "webp.jpg", "html"] {
        let other = format!("/media/products/{product}/0f0f-320.{format}");
        assert_eq!(gateway.get(&Person::default(), &other).await.problem(), "not_found", "{format}");
    }
    let long = format!("/media/shop/{}-160.jpg", "f".repeat(300));
    for path in [long, format!("/media/{}.jpg", "x".repeat(300)), format!("{stored}/0f0f-160.jpg")] {
        assert_eq!(gateway.get(&Person::default(), &path).await.problem(), "not_found", "{path}");
    }
    std::fs::remove_dir_all(folder).expect("removes");
}

#[souk_testkit::test(SCHEMA)]
async fn bodies_that_are_no_json_are_refused(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let people = People::of(&gateway).await;
    for operation in Operation::all().iter().filter(|operation| operation.takes_json) {
        let path = operation.at(NOBODY);
        let send = |kind: &'static str, body: Bytes| {
            let headers = [("content-type", kind)];
            let (gateway, person, path) = (&gateway, people.who(operation), path.clone());
            async move { gateway.send(person, operation.method.clone(), &path, &headers, body).await }
        };
        let broken = send("application/json", Bytes::from_static(b"{")).await;
        assert_eq!(
            (broken.status, broken.problem().as_str()),
            (StatusCode::BAD_REQUEST, "malformed_json"),
            "{path}"
        );
        let deep = send("application/json", "[".repeat(30_000).into()).await;
        assert_refused(&deep, &path);
        let list = send("application/json", Bytes::from_static(b"[]")).await;
        assert_refused(&list, &path);
        let text = send("text/plain", Bytes::from_static(b"{}")).await;
        assert_eq!(text.status, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{path}");
        assert_eq!(text.problem(), "unsupported_media_type");
        // A home block, a brand line, a collection, a promotion, an attribute, the settings and the blog come with their pictures, a page
        // and a product with their texts, combinations by the thousand, a file of products in portions.
        let pictured =
            ["/home-blocks/0", "/brand-lines/0", "/collections/0", "/promotions", "/attributes", "/blog-"];
        let is_large =
            pictured.iter().chain(&["/cms-pages/0", "/home-blocks/preview"]).any(|one| path.contains(one))
                || path.ends_with("/combinations")
                || path.contains("/portions/0")
                || path == "/dashboard/api/products"
                || path == "/dashboard/api/settings"
                || path == format!("/dashboard/api/products/{NOBODY}");
        let most = if is_large { 2_200_000 } else { 70_000 };
        let large = send("application/json", format!("\"{}\"", "x".repeat(most)).into()).await;
        assert_eq!(
            (large.status, large.problem().as_str()),
            (StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
            "{path}"
        );
        let empty = send("application/json", Bytes::from_static(b"{}")).await;
        assert_refused(&empty, &path);
        if !empty.path_names_nobody(operation) {
            assert!(!empty.fields().is_empty(), "{path}: {empty:?}");
        }
    }
}

impl Answer {
    /// Whether the empty body was fine and only the thing named by the path is missing.
    fn path_names_nobody(&self, operation: &Operation) -> bool {
        self.status == StatusCode::NOT_FOUND && operation.path.contains('{')
    }
}

#[souk_testkit::test(SCHEMA)]
async fn ids_that_nothing_has_are_not_found_and_odd_ones_are_named(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let people = People::of(&gateway).await;
    let with_id = |operation: &&Operation| operation.path.contains('{') && operation.method == Method::GET;
    for operation in Operation::all().iter().filter(with_id) {
        let person = people.who(operation);
        for odd in ["x", "0", "-1", "%00", "%27", "..%2f..", "%E0%A4%A", "1e308", "صابون"] {
            let odd = odd.replace("صابون", "%D8%B5");
            let answer = gateway.get(person, &operation.at(&odd)).await;
            assert_refused(&answer, &operation.at(&odd));
            // What is no text at all has no name to be refused under.
            let is_text = odd != "%E0%A4%A";
            let is_named = answer.status == StatusCode::NOT_FOUND || !answer.fields().is_empty();
            assert!(is_named || !is_text, "{}: {answer:?}", operation.at(&odd));
        }
        let nobody = match &operation.path {
            path if path.contains("{commune_id}") => "9999",
            path if path.contains("{wilaya_id}") => "99",
            _ => NOBODY,
        };
        let known_shape = operation.at(nobody);
        let unknown = gateway.get(person, &known_shape).await;
        assert_refused(&unknown, &known_shape);
        assert_eq!(unknown.status, StatusCode::NOT_FOUND, "{known_shape}: {unknown:?}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn queries_that_mean_nothing_are_named(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let people = People::of(&gateway).await;
    for operation in Operation::all().iter().filter(|operation| !operation.query.is_empty()) {
        let base = operation.at(NOBODY);
        let asks = |name: &str| operation.query.iter().any(|known| known == name);
        let words = if asks("q") { "q=a&" } else { "" };
        let words = if asks("version") { "version=1&" } else { words };
        for (name, value) in [("page", "0"), ("page", "x"), ("size", "13"), ("size", "-1"), ("nonsense", "1")]
        {
            if name != "nonsense" && !asks(name) {
                continue;
            }
            let path = format!("{base}?{words}{name}={value}");
            // Its address may be of no GET.
            let method = if operation.method == Method::DELETE { Method::DELETE } else { Method::GET };
            let answer = gateway.send(people.who(operation), method, &path, &[], Bytes::new()).await;
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{path}: {answer:?}");
            assert_eq!(answer.fields(), [name], "{path}");
        }
    }
}

#[souk_testkit::test(SCHEMA)]
async fn listings_refuse_what_they_do_not_know(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let shopper = gateway.shopper().await;
    for (query, field) in [
        ("sort=cheap", "sort"),
        ("priceMin=-1", "priceMin"),
        ("priceMax=1e308", "priceMax"),
        ("priceMin=NaN", "priceMin"),
        ("attributes.=x", "attributes."),
        ("q=a", "q"),
        ("page=99999999999", "page"),
    ] {
        let answer = gateway.get(&shopper, &format!("/web/public/api/new/products?{query}")).await;
        assert_eq!(
            (answer.status, answer.fields()),
            (StatusCode::UNPROCESSABLE_ENTITY, vec![field.to_owned()])
        );
    }
    for query in ["", "q=", "q=%20"] {
        let answer = gateway.get(&shopper, &format!("/web/public/api/search/products?{query}")).await;
        assert_eq!(answer.fields(), ["q"]);
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_nul_is_named_wherever_it_stands(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let people = People::of(&gateway).await;
    for operation in Operation::all().iter().filter(|operation| operation.takes_json) {
        let path = operation.at(NOBODY);
        let body = json!({ "lines": [{ "note": "a\0b" }] });
        let answer = gateway.json(people.who(operation), operation.method.clone(), &path, &body).await;
        assert_eq!(
            (answer.status, answer.fields()),
            (StatusCode::UNPROCESSABLE_ENTITY, vec!["lines[0].note".to_owned()]),
            "{path}"
        );
    }
    for operation in Operation::all().iter().filter(|operation| !operation.query.is_empty()) {
        let path = format!("{}?q=a%00b", operation.at(NOBODY));
        assert_eq!(gateway.get(people.who(operation), &path).await.fields(), ["q"], "{path}");
    }
    assert_eq!(gateway.get(&people.shopper, "/catalog/product/a/%00").await.problem(), "not_found");
}

#[souk_testkit::test(SCHEMA)]
async fn a_sign_in_comes_from_our_own_page(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    gateway.employee(Role::Admin).await;
    let body =
        serde_json::json!({ "email": "admin@souk.test", "password": crate::support::PASSWORD }).to_string();
    for (header, foreign, own) in [
        ("sec-fetch-site", "cross-site", "same-origin"),
        ("origin", "https://evil.example", "http://localhost"),
    ] {
        for (value, status) in [(foreign, StatusCode::FORBIDDEN), (own, StatusCode::OK)] {
            let headers = [("content-type", "application/json"), ("host", "localhost"), (header, value)];
            let path = "/dashboard/api/session";
            let answer = gateway
                .send(&Person::default(), Method::POST, path, &headers, Bytes::from(body.clone()))
                .await;
            assert_eq!(answer.status, status, "{header}: {value}");
        }
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_change_of_a_shopper_comes_from_our_own_page(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let shopper = gateway.shopper().await;
    for path in ["/web/api/cart/checkout", "/web/api/cart/create/", "/web/api/order/track"] {
        for foreign in [&[("sec-fetch-site", "cross-site")][..], &[("origin", "null"), ("host", "localhost")]]
        {
            let headers = [foreign, &[("content-type", "application/json")]].concat();
            let answer =
                gateway.send(&shopper, Method::POST, path, &headers, Bytes::from_static(b"{}")).await;
            assert_eq!(answer.problem(), "cross_origin", "{path}");
        }
    }
}

#[souk_testkit::test(SCHEMA)]
async fn shoppers_need_their_tokens(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let (one, other) = (gateway.shopper().await, gateway.shopper().await);
    let path = "/web/api/order/track";
    let body = json!({ "number": "A-10234", "phone": "0555123456" });
    assert_eq!(
        gateway.post(&one.without("authorization"), path, &body).await.status,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(gateway.post(&one.without("x-csrf-token"), path, &body).await.problem(), "csrf");
    let mut mixed = one.without("x-csrf-token");
    mixed.headers.extend(other.without("authorization").headers);
    assert_eq!(gateway.post(&mixed, path, &body).await.problem(), "csrf");
    gateway.clock.advance(time::Duration::hours(13));
    assert_eq!(gateway.post(&one, path, &body).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(gateway.get(&one, "/web/public/api/home").await.status, StatusCode::UNAUTHORIZED);
}

#[souk_testkit::test(SCHEMA)]
async fn wrong_addresses_and_methods_are_problems_too(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let nobody = Person::default();
    for path in [
        "/web/nothing",
        "/dashboard/nothing",
        "/api/nothing",
        "/media/shop/0f0f-160.jpg",
        "/assets/nothing.js",
    ] {
        assert_eq!(gateway.get(&nobody, path).await.problem(), "not_found", "{path}");
    }
    let answer = gateway.json(&nobody, Method::PUT, "/web/api/session", &json!({})).await;
    assert_eq!(
        (answer.status, answer.problem().as_str()),
        (StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed")
    );
    for operation in Operation::all().iter().filter(|operation| operation.is_asked()) {
        let answer = gateway.json(&nobody, Method::OPTIONS, &operation.at(NOBODY), &json!({})).await;
        assert_refused(&answer, &operation.path);
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_neighbour_that_is_away_is_503_with_a_time_to_wait(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    gateway.neighbour.fails("ListWilayas", || souk_rpc::Failure::unavailable("away"));
    let answer = gateway.get(&Person::default(), "/public/utilis/api/wilayas").await;
    assert_eq!((answer.status, answer.problem().as_str()), (StatusCode::SERVICE_UNAVAILABLE, "unavailable"));
    assert_eq!(answer.header("retry-after"), "1");
}

#[souk_testkit::test(SCHEMA)]
async fn every_answer_carries_the_security_headers(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let people = People::of(&gateway).await;
    for operation in Operation::all().iter().filter(|operation| operation.is_asked()) {
        for person in [people.who(operation), &Person::default()] {
            let answer =
                gateway.json(person, operation.method.clone(), &operation.at(NOBODY), &json!({})).await;
            for header in
                ["content-security-policy", "x-content-type-options", "referrer-policy", "permissions-policy"]
            {
                assert!(!answer.header(header).is_empty(), "{header} of {}", operation.path);
            }
        }
    }
}
