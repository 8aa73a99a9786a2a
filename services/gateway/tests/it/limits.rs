//! What one client may ask for, and what it costs to ask for more.

use std::path::PathBuf;

use http::StatusCode;
use serde_json::json;
use souk_gateway::limits::LimitsConfig;
use souk_kernel::Role;
use souk_proto::catalog::v1::{GetListingRequest, GetListingResponse};
use souk_proto::orders::v1::{OrderDetail, TrackOrderRequest};
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{Answer, Gateway, NO_LIMITS, PASSWORD, Person, SCHEMA};

const TRACK: &str = "/web/api/order/track";
const SESSION: &str = "/dashboard/api/session";

async fn open(pool: PgPool, limits: LimitsConfig) -> Gateway {
    let trusted_proxies = vec!["127.0.0.1".parse().expect("an address")];
    Gateway::open_limited(pool, PathBuf::from("no web app"), LimitsConfig { trusted_proxies, ..limits }).await
}

/// Nobody in particular, at an address.
fn at(address: &str) -> Person {
    Person { headers: vec![("x-forwarded-for", format!("6.6.6.6, {address}"))] }
}

async fn shopper_at(gateway: &Gateway, address: &str) -> Person {
    let mut shopper = gateway.shopper().await;
    shopper.headers.extend(at(address).headers);
    shopper
}

async fn track(gateway: &Gateway, person: &Person, number: &str, phone: &str) -> Answer {
    gateway.post(person, TRACK, &json!({ "number": number, "phone": phone })).await
}

async fn sign_in(gateway: &Gateway, person: &Person, email: &str, password: &str) -> Answer {
    gateway.post(person, SESSION, &json!({ "email": email, "password": password })).await
}

#[souk_testkit::test(SCHEMA)]
async fn an_order_is_not_found_by_guessing(pool: PgPool) {
    let gateway = open(pool, LimitsConfig { limit_tracking: 640, ..NO_LIMITS }).await;
    gateway
        .neighbour
        .fails("TrackOrder", || Failure::not_found("orders.not_found", "there is no such order"));
    let mut found = [0, 0];
    for guess in 0..400 {
        // Another visitor each time: what they are is up to them.
        let shopper = shopper_at(&gateway, "9.9.9.9").await;
        let phones = ["0550123456".to_owned(), format!("06{guess:08}")];
        for (phone, looked) in phones.iter().zip(&mut found) {
            let answer = track(&gateway, &shopper, &format!("A-{}", 10_000 + guess), phone).await;
            *looked += usize::from(answer.status != StatusCode::TOO_MANY_REQUESTS);
        }
    }
    assert_eq!(found[0], 16, "one phone, a fortieth");
    assert!((300..400).contains(&found[1]), "what is refused counts too: {found:?}");
    let asked = gateway.neighbour.asked::<TrackOrderRequest>("TrackOrder").len();
    assert_eq!(asked, found.iter().sum::<usize>());
    let elsewhere = shopper_at(&gateway, "9.9.9.8").await;
    assert_eq!(track(&gateway, &elsewhere, "A-10001", "0550123456").await.status, StatusCode::NOT_FOUND);
}

#[souk_testkit::test(SCHEMA)]
async fn many_addresses_guess_one_phone_and_one_number_no_better(pool: PgPool) {
    let gateway = open(pool, LimitsConfig { limit_tracking: 650, ..NO_LIMITS }).await;
    gateway
        .neighbour
        .fails("TrackOrder", || Failure::not_found("orders.not_found", "there is no such order"));
    let spellings = ["A-10001", "a-10001", " A-00000000000000000000010001 "];
    let (mut by_phone, mut by_number) = (0, 0);
    for guess in 0..200 {
        let shopper = shopper_at(&gateway, &format!("9.9.{guess}.1")).await;
        let phones = ["0550123456", "+213 550 12 34 56"];
        let number = format!("A-{}", 20_000 + guess);
        let answer = track(&gateway, &shopper, &number, phones[guess % 2]).await;
        by_phone += usize::from(answer.status == StatusCode::NOT_FOUND);
        let phone = format!("0661123{guess:03}");
        let answer = track(&gateway, &shopper, spellings[guess % 3], &phone).await;
        by_number += usize::from(answer.status == StatusCode::NOT_FOUND);
    }
    // A fifth, and what half a minute each gives back.
    assert!([by_phone, by_number].iter().all(|found| (130..135).contains(found)), "{by_phone} {by_number}");
}

#[souk_testkit::test(SCHEMA)]
async fn whoever_has_an_order_looks_as_often_as_they_like(pool: PgPool) {
    let gateway = open(pool, LimitsConfig { limit_tracking: 2, ..NO_LIMITS }).await;
    gateway.neighbour.says("TrackOrder", &OrderDetail::default());
    let shopper = shopper_at(&gateway, "9.9.9.9").await;
    for _ in 0..20 {
        assert_eq!(track(&gateway, &shopper, "A-10001", "0550123456").await.status, StatusCode::OK);
    }
}

#[souk_testkit::test(SCHEMA)]
async fn bad_sign_ins_from_one_address_keep_nobody_else_out(pool: PgPool) {
    let gateway = open(pool, LimitsConfig { limit_sign_ins: Some(4), ..NO_LIMITS }).await;
    gateway.employee(Role::Admin).await;
    let mut statuses = Vec::new();
    for number in 0..12 {
        let email =
            if number < 4 { "admin@souk.test".to_owned() } else { format!("nobody{number}@souk.test") };
        statuses.push(sign_in(&gateway, &at("9.9.9.9"), &email, "wrong horse battery").await.status);
    }
    assert_eq!(statuses[..2], [StatusCode::UNAUTHORIZED; 2]);
    assert_eq!(statuses[2..4], [StatusCode::TOO_MANY_REQUESTS; 2], "half as often on one account");
    assert_eq!(statuses[4..], [StatusCode::TOO_MANY_REQUESTS; 8]);
    let elsewhere = sign_in(&gateway, &at("9.9.9.8"), "admin@souk.test", PASSWORD).await;
    assert_eq!(elsewhere.status, StatusCode::OK);
}

#[souk_testkit::test(SCHEMA)]
async fn no_spelling_of_an_address_is_another_account(pool: PgPool) {
    let gateway = open(pool, LimitsConfig { limit_sign_ins: Some(20), ..NO_LIMITS }).await;
    gateway.employee(Role::Admin).await;
    // Lower case of the dotted capital I is i in the database, and i with a dot above in Rust.
    let dotted = sign_in(&gateway, &at("9.9.9.9"), "adm\u{130}n@souk.test", PASSWORD).await;
    assert_eq!(dotted.problem(), "staff.refused");
    let mut tried = 0;
    for number in 0..40_usize {
        let email = ["admin@souk.test", "ADMIN@souk.test", " Admin@Souk.Test "][number % 3];
        let answer =
            sign_in(&gateway, &at(&format!("9.9.9.{}", number / 20)), email, "wrong horse battery").await;
        tried += usize::from(answer.status == StatusCode::UNAUTHORIZED);
    }
    assert_eq!(tried, 20, "ten from each of two addresses");
}

#[souk_testkit::test(SCHEMA)]
async fn an_email_that_nobody_has_is_neither_kept_nor_counted(pool: PgPool) {
    let gateway = open(pool, LimitsConfig { limit_sign_ins: Some(4), ..NO_LIMITS }).await;
    gateway.employee(Role::Admin).await;
    for number in 0..8 {
        let email = format!("{number}{}@souk.test", "x".repeat(60_000));
        assert_eq!(sign_in(&gateway, &at("9.9.9.9"), &email, "x").await.problem(), "staff.refused");
    }
    let signed_in = sign_in(&gateway, &at("9.9.9.9"), "admin@souk.test", PASSWORD).await;
    assert_eq!(signed_in.status, StatusCode::OK);
}

#[souk_testkit::test(SCHEMA)]
async fn a_sign_in_that_was_not_looked_at_is_no_guess(pool: PgPool) {
    let gateway = open(pool, LimitsConfig { limit_sign_ins: Some(60), ..NO_LIMITS }).await;
    let (gateway, nobody) = (&gateway, &at("9.9.9.9"));
    let guess = |number: usize| async move {
        let email = format!("{number}@souk.test");
        sign_in(gateway, nobody, &email, "wrong horse battery").await.status
    };
    let first = futures::future::join_all((0..60).map(guess)).await;
    let shed = first.iter().filter(|status| **status == StatusCode::SERVICE_UNAVAILABLE).count();
    assert!(shed >= 10, "the queue of hashes is shorter than sixty");
    let more = futures::future::join_all((60..70).map(guess)).await;
    assert_eq!(more, [StatusCode::UNAUTHORIZED; 10], "what was shed was given back");
}

#[souk_testkit::test(SCHEMA)]
async fn nobody_speaks_for_another_address_without_being_a_named_proxy(pool: PgPool) {
    let limits = LimitsConfig { limit_sign_ins: Some(4), ..NO_LIMITS };
    let gateway = Gateway::open_limited(pool, PathBuf::from("no web app"), limits).await;
    let mut refused = 0;
    for number in 0..10 {
        let answer =
            sign_in(&gateway, &at(&format!("9.9.9.{number}")), &format!("{number}@souk.test"), "x").await;
        refused += u32::from(answer.status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert_eq!(refused, 6);
}

#[souk_testkit::test(SCHEMA)]
async fn junk_in_a_query_is_counted_before_it_is_read(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let shopper = gateway.shopper().await;
    let path = "/web/public/api/new/products";
    let junk: Vec<_> = (0..900).map(|number| format!("&x{number}=1")).collect();
    let answer = gateway.get(&shopper, &format!("{path}?page=1{}", junk.concat())).await;
    assert_eq!(
        (answer.status, answer.fields()),
        (StatusCode::UNPROCESSABLE_ENTITY, vec!["filters".to_owned()])
    );
    assert!(answer.body.len() < 1000, "{}", answer.body.len());
    let values: Vec<_> = (0..51).map(|number| format!("&attributes.a{number}=1")).collect();
    assert_eq!(
        gateway.get(&shopper, &format!("{path}?page=1{}", values.concat())).await.fields(),
        ["filters"]
    );
    let endless = format!("{path}?q={}", "x".repeat(9000));
    assert_eq!(gateway.get(&shopper, &endless).await.problem(), "uri_too_long");
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_not_kept_is_counted_by_address(pool: PgPool) {
    let gateway = open(pool, LimitsConfig { limit_misses: Some(30), ..NO_LIMITS }).await;
    gateway.neighbour.says("GetListing", &GetListingResponse { json: b"{}".to_vec(), version: 1 });
    let path = "/web/public/api/new/products";
    let asked = || gateway.neighbour.asked::<GetListingRequest>("GetListing").len();
    let curious = shopper_at(&gateway, "9.9.9.9").await;
    let mut refused = 0;
    for page in 1..=300 {
        let answer = gateway.get(&curious, &format!("{path}?page={page}")).await;
        refused += usize::from(answer.status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(asked() < 200, "sixty at once and thirty a second, not {}", asked());
    assert_eq!(asked() + refused, 300);
    let other = shopper_at(&gateway, "9.9.9.8").await;
    for _ in 0..100 {
        assert_eq!(gateway.get(&other, &format!("{path}?page=400")).await.status, StatusCode::OK);
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_listing_has_an_end(pool: PgPool) {
    let web = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/web"));
    let gateway = Gateway::open_with(pool, web).await;
    let shopper = gateway.shopper().await;
    for (query, is_behind) in [("page=1000", false), ("page=1001", true), ("page=61&size=200", true)] {
        let answer = gateway.get(&shopper, &format!("/web/public/api/new/products?{query}")).await;
        assert_eq!(answer.fields() == ["page"], is_behind, "{query}");
    }
    gateway.get(&Person::default(), "/new?page=1001").await;
    let asked = gateway.neighbour.asked::<GetListingRequest>("GetListing");
    let pages: Vec<_> = asked.iter().map(|asked| asked.page.map_or(0, |page| page.page)).collect();
    assert_eq!(pages, [1000, 1], "a page's address that makes no sense shows the first");
}

#[souk_testkit::test(SCHEMA)]
async fn no_way_of_writing_an_address_makes_another_copy(pool: PgPool) {
    let web = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/web"));
    let gateway = Gateway::open_with(pool, web).await;
    let listing = json!({
        "products": [], "title": "Soins", "description": "", "breadcrumb": [], "page": 1, "size": 12,
        "pageCount": 0, "total": 0, "sort": "default",
        "filterData": { "brands": [], "subCategories": [], "attributes": [], "features": [], "priceRange": { "min": 0, "max": 0 } },
    });
    let listing = GetListingResponse { json: listing.to_string().into_bytes(), version: 1 };
    gateway.neighbour.says("GetListing", &listing);
    let mut pages = Vec::new();
    for number in 0..8 {
        let path = format!("/new?utm_source=mail{number}&fbclid=x{number}&size=12&q=savon{number}");
        pages.push(gateway.get(&Person::default(), &path).await.body);
        gateway
            .get(&gateway.shopper().await, &format!("/web/public/api/new/products?sort=default&x={number}"))
            .await;
        gateway.get(&gateway.shopper().await, "/web/public/api/new/products?page=1").await;
    }
    pages.dedup();
    assert_eq!(pages.len(), 1);
    assert_eq!(gateway.neighbour.asked::<GetListingRequest>("GetListing").len(), 1);
}
