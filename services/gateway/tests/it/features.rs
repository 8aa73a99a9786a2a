//! Features and data sheets on staff screens: what is sent on, edits that collide, what a removal is refused for.

use http::{Method, StatusCode};
use serde_json::json;
use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::feature_value::Given;
use souk_proto::common::v1::LocalizedText;
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{Gateway, SCHEMA};

const ID: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a601";
const LINEN: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a602";

fn text(fr: &str) -> LocalizedText {
    LocalizedText { fr: fr.into(), ..Default::default() }
}

fn cloth() -> proto::Feature {
    proto::Feature {
        id: ID.into(),
        version: 4,
        kind: "tissu".into(),
        input: "choice".into(),
        name: Some(text("Tissu")),
        unit: Some(text("")),
        options: vec![proto::FeatureOption { id: LINEN.into(), name: Some(text("Lin")) }],
        position: 3,
        is_changing: false,
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_feature_is_edited_as_it_was_read(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    gateway.neighbour.says("GetFeature", &cloth());
    gateway.neighbour.says("UpdateFeature", &cloth());
    gateway.neighbour.says("CreateFeature", &cloth());
    let path = format!("/dashboard/api/features/{ID}");
    let read = gateway.get(&content, &path).await.json();
    assert_eq!((&read["input"], &read["position"]), (&json!("choice"), &json!(3)));
    let change = json!({ "version": 4, "options": read["options"], "unit": read["unit"], "position": 8 });
    let saved = gateway.json(&content, Method::PATCH, &path, &change).await;
    assert_eq!((saved.status, saved.json()), (StatusCode::OK, read.clone()));
    let sent = gateway.neighbour.asked::<proto::UpdateFeatureRequest>("UpdateFeature").remove(0);
    assert_eq!((sent.version, sent.name, sent.unit, sent.position), (4, None, Some(text("")), Some(8)));
    assert_eq!(sent.options.expect("sent").options, cloth().options);

    let new = json!({ "id": ID, "input": "yes_no", "name": read["name"] });
    let made = gateway.json(&content, Method::POST, "/dashboard/api/features", &new).await;
    assert_eq!(made.status, StatusCode::CREATED);
    let sent = gateway.neighbour.asked::<proto::CreateFeatureRequest>("CreateFeature").remove(0);
    assert_eq!((sent.input.as_str(), sent.position, sent.name), ("yes_no", None, Some(text("Tissu"))));

    gateway
        .neighbour
        .fails("UpdateFeature", || Failure::conflict("catalog.stale_version", "it is at version 4"));
    let stale = gateway.json(&content, Method::PATCH, &path, &json!({ "version": 3 })).await;
    assert_eq!((stale.status, &stale.json()["current"]["version"]), (StatusCode::CONFLICT, &json!(4)));
    gateway.neighbour.fails("DeleteFeature", || {
        Failure::conflict("catalog.feature_in_use", "it is said").with("products", 12)
    });
    let refused = gateway.json(&content, Method::DELETE, &path, &json!({})).await;
    assert_eq!(
        (refused.status, &refused.json()["facts"]),
        (StatusCode::CONFLICT, &json!({ "products": 12 }))
    );
}

#[souk_testkit::test(SCHEMA)]
async fn another_kind_of_values_is_checked_and_sent_with_what_may_be_lost(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let lost = proto::LostFeatureValue {
        value: Some(text("Lin")),
        products: 2,
        product_id: LINEN.into(),
        product_name: "Savon".into(),
    };
    let check = proto::CheckFeatureInputResponse {
        products: 12,
        lost: 2,
        first_lost: vec![lost],
        options: vec![text("Coton")],
    };
    gateway.neighbour.says("CheckFeatureInput", &check);
    let changing = proto::Feature { is_changing: true, ..cloth() };
    gateway.neighbour.says("ChangeFeatureInput", &changing);
    gateway.neighbour.says("GetFeature", &cloth());
    let path = format!("/dashboard/api/features/{ID}/input");
    let wanted = json!({ "input": "number", "unit": { "fr": "cm", "ar": "", "en": "" } });
    let read = gateway.json(&content, Method::POST, &format!("{path}/check"), &wanted).await.json();
    let value = json!({ "fr": "Lin", "ar": "", "en": "" });
    let first = json!({ "value": value, "products": 2, "productId": LINEN, "productName": "Savon" });
    let option = json!({ "fr": "Coton", "ar": "", "en": "" });
    assert_eq!(read, json!({ "products": 12, "lost": 2, "firstLost": [first], "options": [option] }));
    let asked = gateway.neighbour.asked::<proto::CheckFeatureInputRequest>("CheckFeatureInput").remove(0);
    let sent = proto::FeatureInput { input: "number".into(), unit: Some(text("cm")) };
    assert_eq!((asked.id.as_str(), asked.wanted.as_ref()), (ID, Some(&sent)));

    let mut change = wanted;
    change["version"] = json!(4);
    change["mostLost"] = json!(2);
    let saved = gateway.json(&content, Method::PUT, &path, &change).await;
    assert_eq!((saved.status, &saved.json()["isChanging"]), (StatusCode::OK, &json!(true)));
    let asked = gateway.neighbour.asked::<proto::ChangeFeatureInputRequest>("ChangeFeatureInput").remove(0);
    assert_eq!((asked.version, asked.wanted, asked.most_lost), (4, Some(sent), 2));
    gateway.neighbour.fails("ChangeFeatureInput", || {
        Failure::conflict("catalog.feature_values_lost", "they would lose it").with("products", 3)
    });
    let refused = gateway.json(&content, Method::PUT, &path, &change).await;
    assert_eq!((refused.status, &refused.json()["facts"]), (StatusCode::CONFLICT, &json!({ "products": 3 })));
    gateway
        .neighbour
        .fails("ChangeFeatureInput", || Failure::conflict("catalog.stale_version", "it is at version 4"));
    let stale = gateway.json(&content, Method::PUT, &path, &change).await;
    assert_eq!((stale.status, &stale.json()["current"]["version"]), (StatusCode::CONFLICT, &json!(4)));
}

#[souk_testkit::test(SCHEMA)]
async fn a_data_sheet_is_read_and_sent_with_one_value_a_line(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let line = |given| proto::FeatureValue {
        r#type: "tissu".into(),
        type_label: Some(text("Tissu")),
        value: Some(text("Lin")),
        feature_id: ID.into(),
        given: Some(given),
    };
    let given = [
        Given::Text(text("Lin")),
        Given::Number("8.5".into()),
        Given::OptionId(LINEN.into()),
        Given::Yes(false),
    ];
    let mut features: Vec<_> = given.iter().cloned().map(line).collect();
    features.push(proto::FeatureValue { r#type: "hold".into(), ..Default::default() });
    let product = proto::Product { id: ID.into(), version: 7, features, ..Default::default() };
    gateway.neighbour.says("GetProduct", &product);
    gateway.neighbour.says("UpdateProduct", &product);
    let path = format!("/dashboard/api/products/{ID}");
    let mut lines = gateway.get(&content, &path).await.json()["features"].clone();
    let lines = lines.as_array_mut().expect("lines");
    assert_eq!(lines[0]["words"]["fr"], json!("Lin"));
    assert_eq!(lines.pop().expect("a line").get("value"), None, "said before features were kept");
    let values: Vec<_> = lines.iter().map(|line| line["value"].clone()).collect();
    assert_eq!(
        json!(values),
        json!([
            { "text": { "fr": "Lin", "ar": "", "en": "" } },
            { "number": "8.5" },
            { "optionId": LINEN },
            { "yes": false },
        ])
    );

    let sheet: Vec<_> = values.iter().map(|value| json!({ "featureId": ID, "value": value })).collect();
    let change = json!({ "version": 7, "features": sheet });
    let saved = gateway.json(&content, Method::PATCH, &path, &change).await;
    assert_eq!(saved.status, StatusCode::OK);
    let sent = gateway.neighbour.asked::<proto::UpdateProductRequest>("UpdateProduct").remove(0);
    let sent = sent.features.expect("sent").values.into_iter().filter_map(|line| line.given);
    assert_eq!(sent.collect::<Vec<_>>(), given);

    let two = json!({ "featureId": ID, "value": { "yes": true, "number": "8" } });
    let refused = json!({ "version": 7, "features": [two] });
    let refused = gateway.json(&content, Method::PATCH, &path, &refused).await;
    assert!(refused.status.is_client_error(), "each feature takes exactly one value: {}", refused.status);
    assert_eq!(
        gateway.neighbour.asked::<proto::UpdateProductRequest>("UpdateProduct").len(),
        1,
        "not sent on"
    );
}

#[souk_testkit::test(SCHEMA)]
async fn the_form_of_a_language_saves_its_four_texts(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let text = proto::ProductText {
        language: "ar".into(),
        name: "صابون".into(),
        long_description: "<p>طويل</p>".into(),
        ..Default::default()
    };
    let product = proto::Product { id: ID.into(), version: 7, texts: vec![text], ..Default::default() };
    gateway.neighbour.says("GetProduct", &product);
    gateway.neighbour.says("UpdateProduct", &product);
    let path = format!("/dashboard/api/products/{ID}/languages/ar");
    let form = json!({
        "name": " صابون الغار ", "shortDescription": "لطيف", "seoTitle": "صابون", "seoDescription": "صابون الغار",
    });
    let answer = gateway.json(&content, Method::POST, &path, &form).await;
    let saved = json!({ "status": "ok", "message": "Language updated successfully" });
    assert_eq!((answer.status, answer.json()), (StatusCode::OK, saved));
    let sent = gateway.neighbour.asked::<proto::UpdateProductRequest>("UpdateProduct").remove(0);
    let wanted = proto::ProductText {
        language: "ar".into(),
        name: "صابون الغار".into(),
        short_description: "لطيف".into(),
        long_description: "<p>طويل</p>".into(),
        seo_title: "صابون".into(),
        seo_description: "صابون الغار".into(),
    };
    assert_eq!((sent.version, sent.texts), (7, vec![wanted]), "what the form has no field for stays");

    let empty =
        json!({ "name": "صابون", "shortDescription": " ", "seoTitle": "", "seoDescription": "\u{a0}" });
    let refused = gateway.json(&content, Method::POST, &path, &empty).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let refused = refused.json();
    assert_eq!(refused["detail"], json!("Please fill in all required fields."));
    let fields: Vec<_> = refused["errors"].as_object().expect("fields").keys().cloned().collect();
    assert_eq!(fields, ["seoDescription", "seoTitle", "shortDescription"]);
    let elsewhere = format!("/dashboard/api/products/{ID}/languages/de");
    let unknown = gateway.json(&content, Method::POST, &elsewhere, &form).await;
    assert_eq!(unknown.status, StatusCode::UNPROCESSABLE_ENTITY);

    gateway.neighbour.fails("UpdateProduct", || Failure::internal(std::io::Error::other("no room")));
    let failed = gateway.json(&content, Method::POST, &path, &form).await;
    assert_eq!(failed.status, StatusCode::INTERNAL_SERVER_ERROR);
    assert_eq!(failed.json()["detail"], json!("An error occurred while updating the language."));
    gateway
        .neighbour
        .fails("UpdateProduct", || Failure::conflict("catalog.stale_version", "it is at version 7"));
    let mut stale = form;
    stale["version"] = json!(6);
    let stale = gateway.json(&content, Method::POST, &path, &stale).await;
    assert_eq!((stale.status, &stale.json()["current"]["version"]), (StatusCode::CONFLICT, &json!(7)));
    let asked = gateway.neighbour.asked::<proto::UpdateProductRequest>("UpdateProduct");
    assert_eq!(asked.len(), 3, "nothing is sent while a field is empty");
}
