//! Attributes and combinations on staff screens: what is sent on, edits that collide, what a removal is refused for.

use http::{Method, StatusCode};
use serde_json::json;
use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::common::v1::LocalizedText;
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{Gateway, SCHEMA};

const ID: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a501";
const RED: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a502";

fn text(fr: &str) -> LocalizedText {
    LocalizedText { fr: fr.into(), ..Default::default() }
}

fn color() -> proto::Attribute {
    let red = proto::AttributeOption {
        id: RED.into(),
        name: Some(text("Rouge")),
        color: "#aa0044".into(),
        picture_url: Some("/media/shop/a-160.jpg".into()),
        ..Default::default()
    };
    proto::Attribute {
        id: ID.into(),
        version: 4,
        kind: "couleur".into(),
        input: "color".into(),
        name: Some(text("Couleur")),
        options: vec![red],
    }
}

#[souk_testkit::test(SCHEMA)]
async fn an_attribute_is_edited_as_it_was_read(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    gateway.neighbour.says("GetAttribute", &color());
    gateway.neighbour.says("UpdateAttribute", &color());
    let path = format!("/dashboard/api/attributes/{ID}");
    let read = gateway.get(&content, &path).await.json();
    assert_eq!(read["options"][0]["color"], json!("#aa0044"));
    let change = json!({ "version": 4, "options": read["options"] });
    let saved = gateway.json(&content, Method::PATCH, &path, &change).await;
    assert_eq!((saved.status, saved.json()), (StatusCode::OK, read));
    let sent = gateway.neighbour.asked::<proto::UpdateAttributeRequest>("UpdateAttribute").remove(0);
    assert_eq!((sent.version, sent.name), (4, None));
    assert_eq!(sent.options.expect("sent").options, color().options);
    let picture = |given: &str| {
        let option = json!({ "id": RED, "name": { "fr": "Rouge", "ar": "", "en": "" }, "picture": given });
        json!({ "version": 4, "options": [option] })
    };
    for (given, bytes) in [("AQID", &b"\x01\x02\x03"[..]), ("", &b""[..])] {
        let saved = gateway.json(&content, Method::PATCH, &path, &picture(given)).await;
        assert_eq!(saved.status, StatusCode::OK);
        let sent = gateway.neighbour.asked::<proto::UpdateAttributeRequest>("UpdateAttribute");
        let option = &sent.last().expect("sent").options.as_ref().expect("options").options[0];
        assert_eq!((option.picture.as_slice(), option.picture_url.as_deref()), (bytes, Some("")));
    }
    let wrong = gateway.json(&content, Method::PATCH, &path, &picture("no picture!")).await;
    assert_eq!(wrong.fields(), ["options[0].picture"]);

    gateway
        .neighbour
        .fails("UpdateAttribute", || Failure::conflict("catalog.stale_version", "it is at version 4"));
    let stale = gateway.json(&content, Method::PATCH, &path, &json!({ "version": 3 })).await;
    assert_eq!((stale.status, &stale.json()["current"]["version"]), (StatusCode::CONFLICT, &json!(4)));
    gateway.neighbour.fails("DeleteAttribute", || {
        Failure::conflict("catalog.attribute_in_use", "it is had").with("products", 12)
    });
    let refused = gateway.json(&content, Method::DELETE, &path, &json!({})).await;
    assert_eq!(
        (refused.status, &refused.json()["facts"]),
        (StatusCode::CONFLICT, &json!({ "products": 12 }))
    );
}

#[souk_testkit::test(SCHEMA)]
async fn the_combinations_of_a_product_are_sent_whole(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let value = proto::CombinationValue {
        r#type: "couleur".into(),
        value: Some(text("Rouge")),
        option_id: RED.into(),
        ..Default::default()
    };
    let own = proto::Combination {
        id: ID.into(),
        values: vec![value],
        barcode: "6130000000011".into(),
        ..Default::default()
    };
    let product = proto::Product { id: ID.into(), version: 7, combinations: vec![own], ..Default::default() };
    gateway.neighbour.says("SetCombinations", &product);
    let path = format!("/dashboard/api/products/{ID}/combinations");
    let wanted = json!({ "id": RED, "optionIds": [RED], "sku": "R", "barcode": "6130000000011", "priceHt": 12.5,
        "isActive": true });
    let change = json!({ "version": 6, "combinations": [wanted] });
    let answer = gateway.json(&content, Method::PUT, &path, &change).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(
        answer.json()["combinations"][0]["options"],
        json!([{ "id": RED, "kind": "couleur", "name": "Rouge" }])
    );
    assert_eq!(answer.json()["combinations"][0]["barcode"], "6130000000011");
    let sent = gateway.neighbour.asked::<proto::SetCombinationsRequest>("SetCombinations").remove(0);
    assert_eq!((sent.product_id.as_str(), sent.version), (ID, 6));
    let wanted = &sent.combinations[0];
    assert_eq!(wanted.barcode.as_deref(), Some("6130000000011"));
    assert_eq!(
        (wanted.option_ids.as_slice(), wanted.price_ht, wanted.active),
        (&[RED.to_owned()][..], 1_250, true)
    );

    let many = vec![
        json!({ "id": RED, "optionIds": [RED, ID], "sku": "SAV-0000-ROUGE", "priceHt": 0, "isActive": true });
        2_000
    ];
    let change = json!({ "version": 6, "combinations": many });
    let answer = gateway.json(&content, Method::PUT, &path, &change).await;
    assert_eq!(answer.status, StatusCode::OK, "as many as a product may have are taken");
}

#[souk_testkit::test(SCHEMA)]
async fn the_form_of_a_combination_saves_both_prices(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let product = proto::Product { id: ID.into(), version: 7, ..Default::default() };
    gateway.neighbour.says("GetProduct", &product);
    gateway.neighbour.says("UpdateProduct", &product);
    let path = format!("/dashboard/api/products/{ID}/combinations/{RED}");
    let form = json!({ "name": "Rouge", "product_price": 1000, "combination_price": 1250.5 });
    let answer = gateway.json(&content, Method::POST, &path, &form).await;
    assert_eq!((answer.status, answer.json()), (StatusCode::OK, json!({ "success": true })));
    let sent = gateway.neighbour.asked::<proto::UpdateProductRequest>("UpdateProduct").remove(0);
    assert_eq!((sent.version, sent.price_ht, sent.active), (7, Some(100_000), None));
    let own = proto::CombinationPrice { id: RED.into(), price_ht: 125_050 };
    assert_eq!(sent.combination_prices, [own]);
}
