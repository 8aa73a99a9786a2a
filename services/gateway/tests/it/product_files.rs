//! Products as files have them.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use souk_gateway::worker;
use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::imported_product::Outcome;
use souk_proto::catalog::v1::undone_product::Outcome as Undone;
use souk_proto::common::v1::LocalizedText;
use souk_rpc::Failure;
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::support::{Answer, Gateway, Person, SCHEMA};

const ID: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a502";
const IMPORTS: &str = "/dashboard/api/product-imports";
const COLUMNS: &str = "/dashboard/api/product-import-columns";
const COMBINATION: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a503";

fn product() -> proto::Product {
    let red = proto::CombinationValue {
        r#type: "color".into(),
        value: Some(LocalizedText { fr: "Rouge".into(), ..Default::default() }),
        ..Default::default()
    };
    proto::Product {
        id: ID.into(),
        slug: "savon".into(),
        price_ht: 123_450,
        tax_rate: 1_900,
        texts: vec![proto::ProductText {
            language: "fr".into(),
            name: "=Savon; \"noir\"".into(),
            ..Default::default()
        }],
        combinations: vec![proto::Combination {
            id: COMBINATION.into(),
            sku: "SAV-R".into(),
            active: true,
            values: vec![red],
            ..Default::default()
        }],
        tags: vec!["cadeau".into(), "bain".into()],
        ..Default::default()
    }
}

#[souk_testkit::test(SCHEMA)]
async fn an_export_has_a_line_for_each_product_and_each_combination(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let sales = gateway.employee(Role::Sales).await;
    let mut product = product();
    product.details.get_or_insert_default().supply_price_ht = 77_770;
    product.on_sale = true;
    product.available_from = "2026-12-12".into();
    product.quantity_rule = Some(proto::QuantityRule { minimum: 12, maximum: None, step: 6 });
    let whole = proto::WholeProduct {
        product: Some(product),
        category_slug: "bain".into(),
        brand_slug: "nour".into(),
    };
    let step = proto::ListWholeProductsResponse { products: vec![whole], next: 0 };
    gateway.neighbour.says("ListWholeProducts", &step);
    let answer = gateway.get(&sales, "/dashboard/api/products/export?q=savon&active=true").await;
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"products.csv\"");
    let text = std::str::from_utf8(&answer.body).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[0].starts_with("\u{feff}\"id\";\"combination_id\";\"slug\";\"name_fr\";"), "{text}");
    let of_product = format!("\"{ID}\";\"\";\"savon\";\"'=Savon; \"\"noir\"\"\";");
    assert!(lines[1].starts_with(&of_product), "{text}");
    assert!(lines[1].contains("\"1234.50\";\"19.00\";\"bain\";\"nour\";\"cadeau|bain\";"), "{text}");
    assert!(lines[1].contains("\"12\";\"0\";\"6\";\"2026-12-12\";\"no\";\"no\";\"yes\""), "{text}");
    assert!(lines[2].starts_with(&format!("\"{ID}\";\"{COMBINATION}\";\"savon\";\"\";")), "{text}");
    assert!(lines[2].contains("\"SAV-R\""), "{text}");
    assert!(lines[2].contains("\"color\";\"Rouge\""), "{text}");
    assert!(!text.contains("777.70"), "what it was bought for is the matter of those who set prices");
    let content = gateway.employee(Role::Content).await;
    let answer = gateway.get(&content, "/dashboard/api/products/export").await;
    assert!(answer.text().contains("\"777.70\""));
    let asked = gateway.neighbour.asked::<proto::ListWholeProductsRequest>("ListWholeProducts").remove(0);
    assert_eq!((asked.query.as_str(), asked.active, asked.after), ("savon", Some(true), 0));
}

/// An import of as many portions as are given, all of them sent.
async fn sent(gateway: &Gateway, person: &Person, portions: &[Value]) -> String {
    sent_as(ID, gateway, person, portions).await
}

async fn sent_as(id: &str, gateway: &Gateway, person: &Person, portions: &[Value]) -> String {
    let body = json!({ "id": id, "name": "produits.csv", "portions": portions.len() });
    let opened = gateway.post(person, IMPORTS, &body).await;
    assert_eq!((opened.status, opened.json()["phase"].as_str()), (StatusCode::CREATED, Some("open")));
    for (position, products) in portions.iter().enumerate() {
        assert_eq!(put_to(id, gateway, person, position, products).await.status, StatusCode::NO_CONTENT);
    }
    format!("{IMPORTS}/{id}")
}

async fn put(gateway: &Gateway, person: &Person, position: usize, products: &Value) -> Answer {
    put_to(ID, gateway, person, position, products).await
}

async fn put_to(id: &str, gateway: &Gateway, person: &Person, position: usize, products: &Value) -> Answer {
    let path = format!("{IMPORTS}/{id}/portions/{position}");
    gateway.json(person, Method::PUT, &path, &json!({ "products": products })).await
}

async fn work(gateway: &Gateway) {
    worker::work(&gateway.app, &CancellationToken::new()).await.expect("works");
}

fn became(outcomes: &[Outcome]) -> proto::ImportProductsResponse {
    let fault = proto::ImportFault { code: "form.validation.unknown".into(), field: "categoryId".into() };
    let product = |outcome: &Outcome| proto::ImportedProduct {
        outcome: (*outcome).into(),
        faults: if *outcome == Outcome::Refused { vec![fault.clone()] } else { Vec::new() },
    };
    proto::ImportProductsResponse { products: outcomes.iter().map(product).collect() }
}

fn line(number: u32, name: &str, price: &str) -> Value {
    json!({ "line": number, "cells": { "name_fr": name, "price_ht": price, "category": "bain" } })
}

#[souk_testkit::test(SCHEMA)]
async fn a_file_is_checked_then_taken_in_and_its_refused_lines_are_told(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let first = json!([line(2, "Savon", "1 200,50"), line(3, "Bougie", "cher")]);
    let path = sent(&gateway, &content, &[first, json!([line(4, "Huile", "900")])]).await;
    let start = gateway.post(&content, &format!("{path}/start"), &json!({})).await;
    assert_eq!((start.status, start.problem().as_str()), (StatusCode::CONFLICT, "imports.not_ready"));

    gateway.neighbour.says("ImportProducts", &became(&[Outcome::Made]));
    for _ in 0..2 {
        let begun = gateway.post(&content, &format!("{path}/check"), &json!({})).await;
        assert_eq!((begun.status, begun.json()["total"].as_u64()), (StatusCode::ACCEPTED, Some(2)));
        work(&gateway).await;
    }
    let checked = gateway.get(&content, &path).await.json();
    assert_eq!((&checked["phase"], &checked["settled"]), (&json!("checked"), &json!(2)));
    assert_eq!((&checked["made"], &checked["refused"]), (&json!(2), &json!(1)));
    let asked = gateway.neighbour.asked::<proto::ImportProductsRequest>("ImportProducts");
    assert_eq!(asked.len(), 2, "each portion once");
    assert!(asked.iter().all(|asked| asked.check_only && asked.products.len() == 1));
    assert_eq!(put(&gateway, &content, 0, &json!([line(2, "A", "1")])).await.problem(), "imports.not_ready");

    gateway.neighbour.says("ImportProducts", &became(&[Outcome::Refused]));
    gateway.post(&content, &format!("{path}/start"), &json!({})).await;
    work(&gateway).await;
    let done = gateway.get(&content, &path).await.json();
    assert_eq!((&done["phase"], &done["made"], &done["refused"]), (&json!("done"), &json!(0), &json!(3)));
    let asked = gateway.neighbour.asked::<proto::ImportProductsRequest>("ImportProducts");
    let prices: Vec<_> = asked[2..].iter().map(|asked| asked.products[0].price_ht).collect();
    assert!(prices.contains(&Some(120_050)) && prices.contains(&Some(90_000)), "{prices:?}");
    let ids: Vec<_> = asked.iter().map(|asked| asked.products[0].new_id.clone()).collect();
    assert!(ids[2..].iter().all(|id| ids[..2].contains(id)), "the ids that were checked");

    let refused = gateway.get(&content, &format!("{path}/refused")).await.json();
    assert_eq!(refused["products"].as_array().map(Vec::len), Some(2));
    let fault = |line: u32, column: &str, code: &str| json!({ "line": line, "column": column, "code": code });
    assert_eq!(refused["faults"][0], fault(3, "price_ht", "form.validation.price"));
    assert_eq!(refused["faults"][1], fault(2, "category", "form.validation.unknown"));
    let second = gateway.get(&content, &format!("{path}/refused?from={}", refused["next"])).await.json();
    assert_eq!((&second["products"][0]["line"], &second["next"]), (&json!(4), &json!(2)));
    assert_eq!(gateway.get(&content, &format!("{path}/refused?from=2")).await.json()["next"], json!(null));
}

#[souk_testkit::test(SCHEMA)]
async fn a_portion_that_nobody_answers_for_is_gone_through_again(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let path = sent(&gateway, &content, &[json!([line(2, "Savon", "1200")])]).await;
    gateway.neighbour.fails("ImportProducts", || Failure::unavailable("away"));
    gateway.post(&content, &format!("{path}/check"), &json!({})).await;
    work(&gateway).await;
    assert_eq!(gateway.get(&content, &path).await.json()["phase"], "checking");
    gateway.neighbour.says("ImportProducts", &became(&[Outcome::Same]));
    gateway.clock.advance(time::Duration::seconds(6));
    work(&gateway).await;
    let checked = gateway.get(&content, &path).await.json();
    assert_eq!((&checked["phase"], &checked["same"]), (&json!("checked"), &json!(1)));
}

#[souk_testkit::test(SCHEMA)]
async fn an_import_is_its_employees_and_bounded(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let (content, admin) = (gateway.employee(Role::Content).await, gateway.employee(Role::Admin).await);
    let path = sent(&gateway, &content, &[json!([line(2, "Savon", "1200")])]).await;
    assert_eq!(gateway.get(&admin, &path).await.problem(), "imports.unknown");
    assert_eq!(gateway.post(&admin, &format!("{path}/check"), &json!({})).await.problem(), "imports.unknown");
    let wrong = json!({ "id": "1", "name": "n".repeat(201), "portions": 1001 });
    assert_eq!(gateway.post(&content, IMPORTS, &wrong).await.fields(), ["id", "name", "portions"]);
    let unknown = json!([{ "line": 2, "cells": { "colour": "red" } }]);
    assert_eq!(put(&gateway, &content, 0, &unknown).await.fields(), ["products[0].cells"]);
    let many: Vec<Value> = (0..101).map(|number| line(number, "Savon", "1")).collect();
    assert_eq!(put(&gateway, &content, 0, &json!(many)).await.fields(), ["products"]);
    assert_eq!(put(&gateway, &content, 1, &json!([line(2, "A", "1")])).await.problem(), "imports.not_ready");
}

/// Whatever the browser lets through; what a portion held that is sent again no longer counts.
#[souk_testkit::test(SCHEMA)]
async fn all_portions_of_an_import_together_are_bounded(pool: PgPool) {
    let gateway = Gateway::open(pool.clone()).await;
    let content = gateway.employee(Role::Content).await;
    let one = json!([line(2, "Savon", "1200")]);
    sent(&gateway, &content, &[one.clone(), one.clone()]).await;
    let bytes = "SELECT sum(bytes) FROM product_import_portions";
    let held: i64 = sqlx::query_scalar(bytes).fetch_one(&pool).await.expect("reads");
    let cells = i64::try_from("name_frSavonprice_ht1200categorybain".len()).expect("short");
    assert!(held > 2 * cells, "{held}");
    let fill = "UPDATE product_import_portions SET bytes = 128 * 1024 * 1024 - 200 WHERE position = 0";
    sqlx::query(fill).execute(&pool).await.expect("writes");
    assert_eq!(put(&gateway, &content, 1, &one).await.status, StatusCode::NO_CONTENT);
    let longer = json!([line(2, &"n".repeat(200), "1200")]);
    let refused = put(&gateway, &content, 1, &longer).await;
    assert_eq!((refused.status, refused.problem().as_str()), (StatusCode::CONFLICT, "imports.too_large"));
    for position in [0, 1] {
        assert_eq!(put(&gateway, &content, position, &longer).await.status, StatusCode::NO_CONTENT);
    }
}

#[souk_testkit::test(SCHEMA)]
async fn what_an_import_did_is_taken_back_and_its_pictures_are_told(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let mut soap = line(2, "Savon", "1200");
    soap["cells"]["images"] = json!("https://a.test/1.jpg, https://a.test/2.jpg|https://a.test/3.jpg");
    let path = sent(&gateway, &content, &[json!([soap, line(4, "Huile", "900")])]).await;
    let refused = gateway.post(&content, &format!("{path}/undo"), &json!({})).await;
    assert_eq!((refused.status, refused.problem().as_str()), (StatusCode::CONFLICT, "imports.not_ready"));
    gateway.neighbour.says("ImportProducts", &became(&[Outcome::Made, Outcome::Changed]));
    for step in ["check", "start"] {
        gateway.post(&content, &format!("{path}/{step}"), &json!({})).await;
        work(&gateway).await;
    }
    let asked = gateway.neighbour.asked::<proto::ImportProductsRequest>("ImportProducts").remove(1);
    assert_eq!((asked.import_id.as_str(), asked.portion_id.is_empty()), (ID, false));
    let pictures = ["https://a.test/1.jpg", "https://a.test/2.jpg", "https://a.test/3.jpg"];
    assert_eq!(
        (asked.products[0].pictures.as_slice(), asked.products[0].line),
        (&pictures.map(String::from)[..], 2)
    );

    let missed = proto::MissedPicture {
        line: 2,
        product_id: ID.into(),
        address: pictures[1].into(),
        code: "pictures.unreachable".into(),
    };
    let told =
        proto::GetImportPicturesResponse { had: 2, refused: 1, missed: vec![missed], ..Default::default() };
    gateway.neighbour.says("GetImportPictures", &told);
    let told = gateway.get(&content, &format!("{path}/pictures")).await.json();
    assert_eq!((&told["had"], &told["missed"][0]["code"]), (&json!(2), &json!("pictures.unreachable")));
    assert_eq!((&told["missed"][0]["address"], &told["next"]), (&json!(pictures[1]), &Value::Null));
    let other = gateway.employee(Role::Admin).await;
    assert_eq!(gateway.get(&other, &format!("{path}/pictures")).await.problem(), "imports.unknown");

    let undone = |line, outcome: Undone, code: &str| proto::UndoneProduct {
        line,
        product_id: ID.into(),
        outcome: outcome.into(),
        code: code.into(),
    };
    let products = vec![undone(2, Undone::Removed, ""), undone(4, Undone::Refused, "catalog.stale_version")];
    gateway.neighbour.says("UndoImport", &proto::UndoImportResponse { products, next: 0 });
    for _ in 0..2 {
        let begun = gateway.post(&content, &format!("{path}/undo"), &json!({})).await;
        assert_eq!(
            (begun.status, begun.json()["kind"].as_str()),
            (StatusCode::ACCEPTED, Some("product-undo"))
        );
        work(&gateway).await;
    }
    assert_eq!(gateway.neighbour.asked::<proto::UndoImportRequest>("UndoImport").len(), 1, "once");
    let found = gateway.get(&content, &path).await.json();
    assert_eq!(
        (&found["phase"], &found["made"], &found["refused"]),
        (&json!("undone"), &json!(1), &json!(1))
    );
    let kept = gateway.get(&content, &format!("{path}/refused")).await.json();
    assert_eq!((&kept["faults"][0]["line"], &kept["products"][0]["line"]), (&json!(4), &json!(4)));
    let again = gateway.post(&content, &format!("{path}/start"), &json!({})).await;
    assert_eq!(again.json()["kind"], json!("product-import"), "the job that there was");
}

/// Prices that were corrected while their file is taken in stay corrected.
#[souk_testkit::test(SCHEMA)]
async fn an_import_is_done_before_a_later_one_begins(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let portions: Vec<Value> = (2..14).map(|n| json!([line(n, "Savon", "1200")])).collect();
    let long = sent(&gateway, &content, &portions).await;
    let later = sent_as(COMBINATION, &gateway, &content, &[json!([line(99, "Savon", "900")])]).await;
    gateway.neighbour.says("ImportProducts", &became(&[Outcome::Changed]));
    for path in [&long, &later] {
        gateway.post(&content, &format!("{path}/check"), &json!({})).await;
    }
    work(&gateway).await;
    let clock = gateway.clock.clone();
    gateway.neighbour.makes("ImportProducts", move || {
        clock.advance(time::Duration::seconds(2));
        became(&[Outcome::Changed])
    });
    for path in [&long, &later] {
        gateway.post(&content, &format!("{path}/start"), &json!({})).await;
        gateway.clock.advance(time::Duration::seconds(1));
    }
    work(&gateway).await;
    let asked = gateway.neighbour.asked::<proto::ImportProductsRequest>("ImportProducts");
    let done = asked.iter().filter(|asked| !asked.check_only).map(|asked| asked.products[0].line);
    let done: Vec<_> = done.collect();
    assert_eq!((done.len(), done.last()), (13, Some(&99)), "{done:?}");
}

/// Until a row of a portion is refused that nobody answers for.
async fn work_in_vain(gateway: &Gateway) {
    gateway.neighbour.fails("ImportProducts", || Failure::unavailable("away"));
    for _ in 0..5 {
        work(gateway).await;
        gateway.clock.advance(time::Duration::seconds(6));
    }
}

#[souk_testkit::test(SCHEMA)]
async fn an_import_is_not_tried_again_once_a_later_one_was_begun(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let older = sent(&gateway, &content, &[json!([line(2, "Savon", "1200")])]).await;
    let later = sent_as(COMBINATION, &gateway, &content, &[json!([line(3, "Savon", "900")])]).await;
    gateway.neighbour.says("ImportProducts", &became(&[Outcome::Changed]));
    for path in [&older, &later] {
        gateway.post(&content, &format!("{path}/check"), &json!({})).await;
    }
    work(&gateway).await;
    let job = gateway.post(&content, &format!("{older}/start"), &json!({})).await.json();
    let retry = format!("/dashboard/api/jobs/{}/retry", job["id"].as_str().expect("an id"));
    work_in_vain(&gateway).await;
    let again = gateway.post(&content, &retry, &json!({})).await;
    assert_eq!((again.status, &again.json()["refused"]), (StatusCode::OK, &json!(0)), "it is the last");
    work_in_vain(&gateway).await;
    gateway.neighbour.says("ImportProducts", &became(&[Outcome::Changed]));
    gateway.post(&content, &format!("{later}/start"), &json!({})).await;
    work(&gateway).await;
    let refused = gateway.post(&content, &retry, &json!({})).await;
    assert_eq!((refused.status, refused.problem().as_str()), (StatusCode::CONFLICT, "jobs.overtaken"));
    let asked = gateway.neighbour.asked::<proto::ImportProductsRequest>("ImportProducts");
    work(&gateway).await;
    let unmoved = gateway.neighbour.asked::<proto::ImportProductsRequest>("ImportProducts");
    assert_eq!((asked.last().map(|last| last.products[0].line), unmoved.len()), (Some(3), asked.len()));
}

/// Neither a file of errors without them nor an import that never ends.
#[souk_testkit::test(SCHEMA)]
async fn products_that_nobody_answers_for_are_told_and_the_rest_can_be_undone(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let path = sent(&gateway, &content, &[json!([line(2, "Savon", "1200"), line(3, "Huile", "900")])]).await;
    gateway.neighbour.says("ImportProducts", &became(&[Outcome::Made, Outcome::Made]));
    gateway.post(&content, &format!("{path}/check"), &json!({})).await;
    work(&gateway).await;
    gateway.post(&content, &format!("{path}/start"), &json!({})).await;
    work_in_vain(&gateway).await;
    let ended = gateway.get(&content, &path).await.json();
    assert_eq!((&ended["phase"], &ended["refused"]), (&json!("done"), &json!(2)));
    let told = gateway.get(&content, &format!("{path}/refused")).await.json();
    let fault = |line: u32| json!({ "line": line, "column": "", "code": "unavailable" });
    assert_eq!(told["faults"], json!([fault(2), fault(3)]));
    assert_eq!(told["products"][1]["line"], 3);
    let undone = gateway.post(&content, &format!("{path}/undo"), &json!({})).await;
    assert_eq!(undone.status, StatusCode::ACCEPTED);
}

/// As a newer release may have stored it, before the programs went back.
#[souk_testkit::test(SCHEMA)]
async fn products_that_can_not_be_read_are_refused_and_hold_up_no_other_import(pool: PgPool) {
    let gateway = Gateway::open(pool.clone()).await;
    let content = gateway.employee(Role::Content).await;
    let path = sent(&gateway, &content, &[json!([line(2, "Savon", "1200"), line(3, "Huile", "900")])]).await;
    gateway.neighbour.says("ImportProducts", &became(&[Outcome::Made, Outcome::Made]));
    gateway.post(&content, &format!("{path}/check"), &json!({})).await;
    work(&gateway).await;
    let newer = "UPDATE product_import_portions SET content = '[{\"of\": \"another release\"}]'";
    sqlx::query(newer).execute(&pool).await.expect("stored");
    gateway.post(&content, &format!("{path}/start"), &json!({})).await;
    work_in_vain(&gateway).await;
    let ended = gateway.get(&content, &path).await.json();
    assert_eq!((&ended["phase"], &ended["refused"]), (&json!("done"), &json!(2)));
}

/// A product whose category and brand the catalogue refuses for these reasons.
fn refused_for(category: &str, brand: &str) -> proto::ImportProductsResponse {
    let faults =
        [("categoryId", category), ("brandId", brand)].into_iter().filter(|(_, rule)| !rule.is_empty());
    let fault = |(field, rule): (&str, &str)| proto::ImportFault {
        code: format!("form.validation.{rule}"),
        field: field.into(),
    };
    let faults = faults.map(fault).collect();
    let product = proto::ImportedProduct { outcome: Outcome::Refused.into(), faults };
    proto::ImportProductsResponse { products: vec![product] }
}

/// Also where the first portion with refusals lacks nothing.
#[souk_testkit::test(SCHEMA)]
async fn what_all_portions_lack_is_told_and_what_was_told_is_made(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let (content, other) = (gateway.employee(Role::Content).await, gateway.employee(Role::Admin).await);
    let filed = |number: u32, category: &str, brand: &str| json!([{ "line": number, "cells": { "name_fr": "Savon", "price_ht": "1", "category": category, "brand": brand } }]);
    let portions = [
        json!([line(2, "Savon", "cher")]),
        filed(3, "Maison > Cuisine", "Nour"),
        filed(4, "Maison > Cuisine", ""),
        filed(5, "Bain", "Rym"),
        filed(6, "Homme", ""),
        filed(7, &"x".repeat(1_001), ""),
    ];
    let path = sent(&gateway, &content, &portions).await;
    gateway.neighbour.answers("ImportProducts", |asked: proto::ImportProductsRequest| {
        match asked.products[0].line {
            3 => refused_for("unknown", "unknown"),
            5 => refused_for("required", "unknown"),
            6 => refused_for("several", ""),
            _ => refused_for("unknown", ""),
        }
    });
    gateway.post(&content, &format!("{path}/check"), &json!({})).await;
    work(&gateway).await;

    let missing = format!("{path}/missing");
    let told = proto::ListMissingResponse {
        categories: vec!["Maison".into(), "Maison > Cuisine".into()],
        brands: vec!["Nour".into()],
        more: true,
    };
    gateway.neighbour.says("ListMissing", &told);
    let expected = json!({ "categories": ["Maison", "Maison > Cuisine"], "brands": ["Nour"], "more": true });
    assert_eq!(gateway.get(&content, &missing).await.json(), expected);
    let asked = gateway.neighbour.asked::<proto::ListMissingRequest>("ListMissing").remove(0);
    assert_eq!(
        (asked.categories, asked.brands),
        (vec!["Maison > Cuisine".into()], vec!["Nour".into(), "Rym".into()])
    );

    gateway.neighbour.says("MakeMissing", &proto::MakeMissingResponse { made: 2 });
    let wanted = json!({ "categories": ["Maison"], "brands": ["Nour"] });
    let made = gateway.post(&content, &missing, &wanted).await;
    assert_eq!((made.status, made.json()), (StatusCode::OK, json!({ "made": 2 })));
    let asked = gateway.neighbour.asked::<proto::MakeMissingRequest>("MakeMissing").remove(0);
    assert_eq!((asked.categories, asked.brands), (vec!["Maison".into()], vec!["Nour".into()]));
    assert_eq!(gateway.get(&other, &missing).await.problem(), "imports.unknown");
    assert_eq!(gateway.post(&other, &missing, &wanted).await.problem(), "imports.unknown");
}

#[souk_testkit::test(SCHEMA)]
async fn an_undo_takes_the_last_portion_first_and_each_by_itself(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let portions: Vec<Value> = (0..3).map(|n| json!([line(2 + n, "Savon", "1200")])).collect();
    let path = sent(&gateway, &content, &portions).await;
    gateway.neighbour.says("ImportProducts", &became(&[Outcome::Changed]));
    gateway.neighbour.says("UndoImport", &proto::UndoImportResponse::default());
    for step in ["check", "start", "undo"] {
        gateway.post(&content, &format!("{path}/{step}"), &json!({})).await;
        work(&gateway).await;
    }
    let done = gateway.neighbour.asked::<proto::ImportProductsRequest>("ImportProducts");
    let of_line = |wanted: u32| {
        let of = done.iter().find(|asked| !asked.check_only && asked.products[0].line == wanted);
        of.expect("asked").portion_id.clone()
    };
    let undone = gateway.neighbour.asked::<proto::UndoImportRequest>("UndoImport");
    let undone: Vec<_> = undone.into_iter().map(|asked| asked.portion_id).collect();
    assert_eq!(undone, [of_line(4), of_line(3), of_line(2)]);
}

#[souk_testkit::test(SCHEMA)]
async fn pictures_of_an_import_end_with_the_rights_of_who_began_it(pool: PgPool) {
    let gateway = Gateway::open(pool.clone()).await;
    let (content, admin) = (gateway.employee(Role::Content).await, gateway.employee(Role::Admin).await);
    let ended = async || {
        worker::end_pictures(&gateway.app).await.expect("looked");
        gateway.neighbour.asked::<proto::EndImportPicturesRequest>("EndImportPictures")
    };
    gateway.neighbour.says("EndImportPictures", &proto::EndImportPicturesResponse::default());
    sent(&gateway, &content, &[json!([line(2, "Savon", "1200")])]).await;
    let importer: Uuid = sqlx::query_scalar("SELECT employee_id FROM product_imports")
        .fetch_one(&pool)
        .await
        .expect("an import");
    let body = json!({ "id": COMBINATION, "name": "p.csv", "portions": 1 });
    assert_eq!(gateway.post(&admin, IMPORTS, &body).await.status, StatusCode::CREATED);
    assert!(ended().await.is_empty(), "both may");
    for change in
        ["UPDATE staff SET roles = '{sales}' WHERE id = $1", "UPDATE staff SET active = false WHERE id = $1"]
    {
        let before = ended().await.len();
        sqlx::query(change).bind(importer).execute(&pool).await.expect("changed");
        let told = ended().await;
        assert!(told.len() > before, "{change}");
        assert!(told.iter().all(|asked| asked.employee_id == importer.to_string()), "{told:?}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn what_columns_are_is_remembered_for_the_shop(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let (content, admin) = (gateway.employee(Role::Content).await, gateway.employee(Role::Admin).await);
    let open = |number: usize, meaning: &str| {
        let id = format!("01a1fdf1-e03e-76e9-a51e-afe4c85{number:05}");
        let columns =
            json!({ "heads": ["Article", format!("Tarif {}", number % 25)], "meanings": ["", meaning] });
        json!({ "id": id, "name": "p.csv", "portions": 1, "columns": columns })
    };
    assert_eq!(gateway.post(&content, IMPORTS, &open(1, "price_ht")).await.status, StatusCode::CREATED);
    assert_eq!(gateway.post(&content, IMPORTS, &open(26, "sku")).await.status, StatusCode::CREATED);
    let told = gateway.get(&admin, COLUMNS).await.json();
    let expected = json!({ "files": [{ "heads": ["Article", "Tarif 1"], "meanings": ["", "sku"] }] });
    assert_eq!(told, expected, "as it was said last, to everybody");
    for number in 2..25 {
        gateway.post(&admin, IMPORTS, &open(number, "sku")).await;
    }
    let told = gateway.get(&admin, COLUMNS).await.json();
    assert_eq!(told["files"].as_array().map(Vec::len), Some(20));
    let uneven =
        json!({ "id": ID, "name": "p.csv", "portions": 1, "columns": { "heads": ["a"], "meanings": [] } });
    assert_eq!(gateway.post(&content, IMPORTS, &uneven).await.fields(), ["columns"]);
}
