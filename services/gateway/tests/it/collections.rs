//! Collections on staff screens, and their listing for shoppers.

use http::{Method, StatusCode};
use serde_json::json;
use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::get_listing_request::Scope;
use souk_proto::common::v1::LocalizedText;
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{Gateway, Person, SCHEMA};

const ID: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a503";
const PRODUCT: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a504";
const CATEGORY: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a505";

fn text(fr: &str) -> LocalizedText {
    LocalizedText { fr: fr.into(), ..Default::default() }
}

fn stored() -> proto::Collection {
    proto::Collection {
        id: ID.into(),
        version: 4,
        name: Some(text("Cadeaux")),
        slug: "cadeaux".into(),
        active: true,
        picture_url: "/media/shop/a-480.webp".into(),
        about: Some(text("À offrir")),
        position: 2,
        products: vec![proto::PickedProduct { id: PRODUCT.into(), name: Some(text("Ambre")), active: true }],
        picked: 1,
        ..Default::default()
    }
}

fn rule() -> proto::CollectionRule {
    proto::CollectionRule {
        category_ids: vec![CATEGORY.into()],
        brand_ids: vec![PRODUCT.into()],
        tags: vec!["été".into()],
        price_from: Some(0),
        price_to: Some(250_050),
        new_within_days: 30,
        featured: true,
        on_promotion: true,
    }
}

#[souk_testkit::test(SCHEMA)]
async fn collections_are_listed_and_read(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let ruled = proto::Collection { rule: Some(rule()), products: Vec::new(), picked: 0, ..stored() };
    let collections = vec![stored(), ruled.clone()];
    gateway.neighbour.says("ListCollections", &proto::ListCollectionsResponse { collections, total: 30 });
    let path = "/dashboard/api/collections?q=cad&state=active&sort=name&page=2";
    let list = gateway.get(&content, path).await.json();
    let [first, second] = [&list["collections"][0], &list["collections"][1]];
    assert_eq!((&first["link"], &first["picked"]), (&json!("/catalog/collections/cadeaux"), &json!(1)));
    assert_eq!((&first["isRuled"], &second["isRuled"]), (&json!(false), &json!(true)));
    assert_eq!(list["pageCount"], json!(3));
    let asked = gateway.neighbour.asked::<proto::ListCollectionsRequest>("ListCollections").remove(0);
    let told = (asked.query.as_str(), asked.state.as_str(), asked.sort.as_str());
    assert_eq!((told, asked.page.expect("a page").page), (("cad", "active", "name"), 2));

    gateway.neighbour.says("GetCollection", &ruled);
    let path = format!("/dashboard/api/collections/{ID}");
    let detail = gateway.get(&content, &path).await.json();
    assert_eq!(
        detail["rule"],
        json!({
            "categories": [CATEGORY], "brands": [PRODUCT], "tags": ["été"], "priceFrom": 0, "priceTo": 2500.5,
            "newWithinDays": 30, "isFeatured": true, "isOnPromotion": true,
        })
    );
    gateway.neighbour.says("GetCollection", &stored());
    let detail = gateway.get(&content, &path).await.json();
    assert_eq!(
        (&detail["rule"], &detail["products"]),
        (&json!(null), &json!([{ "id": PRODUCT, "name": "Ambre", "isActive": true }]))
    );
}

#[souk_testkit::test(SCHEMA)]
async fn a_collection_is_saved_whole_and_a_stale_one_answers_with_the_present_one(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    gateway.neighbour.says("SaveCollection", &stored());
    let path = format!("/dashboard/api/collections/{ID}");
    let body = json!({
        "version": 3, "slug": "cadeaux", "picture": "AAEC", "position": 2, "isActive": true,
        "name": { "fr": "Cadeaux", "ar": "هدايا", "en": "" }, "about": { "fr": "À offrir", "ar": "", "en": "" },
        "seoTitle": { "fr": "Titre", "ar": "", "en": "" }, "seoDescription": { "fr": "Texte", "ar": "", "en": "" },
        "products": [PRODUCT],
    });
    let answer = gateway.json(&content, Method::PUT, &path, &body).await;
    assert_eq!((answer.status, &answer.json()["version"]), (StatusCode::OK, &json!(4)));
    let ruled = json!({
        "version": 4, "name": { "fr": "Cadeaux", "ar": "", "en": "" }, "picture": "/media/a.webp", "position": 2,
        "isActive": false,
        "rule": {
            "categories": [CATEGORY], "brands": [PRODUCT], "tags": ["été"], "priceFrom": 0, "priceTo": 2500.5,
            "newWithinDays": 30, "isFeatured": true, "isOnPromotion": true,
        },
    });
    gateway.json(&content, Method::PUT, &path, &ruled).await;
    let sent = gateway.neighbour.asked::<proto::SaveCollectionRequest>("SaveCollection");
    let [first, second] = &sent[..] else { panic!("{sent:?}") };
    let (first, second) =
        (first.collection.clone().expect("a collection"), second.collection.clone().expect("a collection"));
    assert_eq!((first.id.as_str(), first.version, first.active, first.rule), (ID, 3, true, None));
    assert_eq!((first.picture, first.name.expect("texts").ar), (vec![0, 1, 2], "هدايا".to_owned()));
    assert_eq!(first.products[0].id, PRODUCT);
    let seo = (first.seo_title.expect("texts").fr, first.seo_description.expect("texts").fr);
    assert_eq!(seo, ("Titre".to_owned(), "Texte".to_owned()));
    assert_eq!((second.active, second.rule, second.products.len()), (false, Some(rule()), 0));
    assert_eq!((second.picture.len(), second.picture_url.as_str()), (0, "/media/a.webp"));

    gateway
        .neighbour
        .fails("SaveCollection", || Failure::conflict("catalog.stale_version", "it is at version 4"));
    gateway.neighbour.says("GetCollection", &stored());
    let stale = gateway.json(&content, Method::PUT, &path, &body).await;
    assert_eq!((stale.status, &stale.json()["current"]["version"]), (StatusCode::CONFLICT, &json!(4)));
    gateway.neighbour.fails("DeleteCollection", || {
        Failure::conflict("catalog.collection_in_use", "it is named").with("items", 2).with("blocks", 0)
    });
    let refused = gateway.json(&content, Method::DELETE, &path, &json!({})).await;
    let told = (refused.status, &refused.json()["facts"]);
    assert_eq!(told, (StatusCode::CONFLICT, &json!({ "items": 2, "blocks": 0 })));
}

#[souk_testkit::test(SCHEMA)]
async fn a_rule_is_tried_before_it_is_saved(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let sales = gateway.employee(Role::Sales).await;
    let json = json!({ "products": [], "total": 12 }).to_string().into_bytes();
    gateway.neighbour.says("GetRulePreview", &proto::GetRulePreviewResponse { json });
    let path = "/dashboard/api/collections/preview";
    let body = json!({ "rule": { "categories": [CATEGORY], "priceTo": 19.99 } });
    let answer = gateway.json(&sales, Method::POST, path, &body).await;
    assert_eq!((answer.status, answer.json()), (StatusCode::OK, json!({ "products": [], "total": 12 })));
    let asked = gateway.neighbour.asked::<proto::GetRulePreviewRequest>("GetRulePreview").remove(0);
    let expected = proto::CollectionRule {
        category_ids: vec![CATEGORY.into()],
        price_to: Some(1_999),
        ..Default::default()
    };
    assert_eq!(asked.rule, Some(expected));
    let odd = json!({ "rule": { "colour": "red" } });
    let odd = gateway.json(&sales, Method::POST, path, &odd).await;
    assert_eq!(
        (odd.status, odd.fields()),
        (StatusCode::UNPROCESSABLE_ENTITY, vec!["rule.colour".to_owned()])
    );
}

#[souk_testkit::test(SCHEMA)]
async fn shoppers_list_a_collection(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    gateway.neighbour.says("GetListing", &proto::GetListingResponse { json: b"{}".to_vec(), version: 1 });
    let shopper = gateway.shopper().await;
    let path = "/web/public/api/collection/products/cadeaux?brands=Nour";
    assert_eq!(gateway.get(&shopper, path).await.status, StatusCode::OK);
    let asked = gateway.neighbour.asked::<proto::GetListingRequest>("GetListing").remove(0);
    assert_eq!((asked.scope(), asked.key.as_str()), (Scope::Collection, "cadeaux"));
    assert_eq!(asked.filters[0].name, "brands");
    let nobody = gateway.get(&Person::default(), path).await;
    assert_eq!(nobody.status, StatusCode::UNAUTHORIZED);
}
