//! Brand lines on staff screens, and their listing for shoppers.

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
const BRAND: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a501";

fn stored() -> proto::BrandLine {
    proto::BrandLine {
        id: ID.into(),
        version: 4,
        brand_id: BRAND.into(),
        brand_name: "Nour".into(),
        name: "Sahara".into(),
        slug: "sahara".into(),
        picture_url: "/media/shop/a-480.webp".into(),
        about: Some(LocalizedText { fr: "Le désert".into(), ..Default::default() }),
        position: 2,
        products: 7,
        ..Default::default()
    }
}

#[souk_testkit::test(SCHEMA)]
async fn lines_are_listed_and_chosen_from(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    gateway
        .neighbour
        .says("ListBrandLines", &proto::ListBrandLinesResponse { lines: vec![stored()], total: 30 });
    let path = format!("/dashboard/api/brand-lines?brand={BRAND}&q=sah&sort=products&page=2");
    let list = gateway.get(&content, &path).await.json();
    let row = &list["lines"][0];
    assert_eq!((&row["link"], &row["brand"]), (&json!("/catalog/brandlines/sahara"), &json!("Nour")));
    assert_eq!((&row["productsCount"], &list["pageCount"]), (&json!(7), &json!(3)));
    let of_one = format!("/dashboard/menu/api/brand-lines?brand={BRAND}");
    assert_eq!(gateway.get(&content, &of_one).await.json(), json!([[{ "id": ID, "name": "Sahara" }]]));
    let all = gateway.get(&content, "/dashboard/menu/api/brand-lines").await.json();
    assert_eq!(all, json!([[{ "id": ID, "name": "Nour · Sahara" }]]), "whose line it is");
    let asked = gateway.neighbour.asked::<proto::ListBrandLinesRequest>("ListBrandLines");
    let first = (asked[0].brand_id.as_str(), asked[0].query.as_str(), asked[0].sort.as_str());
    assert_eq!(first, (BRAND, "sah", "products"));
    assert_eq!(asked[0].page.expect("a page").page, 2);
    assert!(asked[1].page.is_none() && asked[1].brand_id == BRAND && asked[2].brand_id.is_empty());
    let odd = gateway.get(&content, "/dashboard/api/brand-lines?brand=x").await;
    assert_eq!((odd.status, odd.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["brand".to_owned()]));
}

#[souk_testkit::test(SCHEMA)]
async fn a_line_is_saved_whole_and_a_stale_one_answers_with_the_present_line(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    gateway.neighbour.says("SaveBrandLine", &stored());
    let path = format!("/dashboard/api/brand-lines/{ID}");
    let body = json!({
        "version": 3, "brandId": BRAND, "name": "Sahara", "slug": "sahara", "picture": "AAEC", "position": 2,
        "about": { "fr": "Le désert", "ar": "الصحراء", "en": "" },
        "seoTitle": { "fr": "Titre", "ar": "", "en": "" }, "seoDescription": { "fr": "Texte", "ar": "", "en": "" },
    });
    let answer = gateway.json(&content, Method::PUT, &path, &body).await;
    assert_eq!(
        (answer.status, &answer.json()["picture"]),
        (StatusCode::OK, &json!("/media/shop/a-480.webp"))
    );
    let kept = json!({ "version": 4, "brandId": BRAND, "name": "Sahara", "picture": "/media/a.webp", "position": 2 });
    gateway.json(&content, Method::PUT, &path, &kept).await;
    let sent = gateway.neighbour.asked::<proto::SaveBrandLineRequest>("SaveBrandLine");
    let [first, second] = &sent[..] else { panic!("{sent:?}") };
    let (first, second) = (first.line.clone().expect("a line"), second.line.clone().expect("a line"));
    assert_eq!((first.id.as_str(), first.version, first.brand_id.as_str()), (ID, 3, BRAND));
    assert_eq!((first.picture, first.about.expect("texts").ar), (vec![0, 1, 2], "الصحراء".to_owned()));
    let seo = (first.seo_title.expect("texts").fr, first.seo_description.expect("texts").fr);
    assert_eq!(seo, ("Titre".to_owned(), "Texte".to_owned()));
    assert_eq!((second.picture.len(), second.picture_url.as_str()), (0, "/media/a.webp"));

    gateway
        .neighbour
        .fails("SaveBrandLine", || Failure::conflict("catalog.stale_version", "it is at version 4"));
    gateway.neighbour.says("GetBrandLine", &stored());
    let stale = gateway.json(&content, Method::PUT, &path, &body).await;
    assert_eq!((stale.status, &stale.json()["current"]["version"]), (StatusCode::CONFLICT, &json!(4)));
    gateway.neighbour.fails("DeleteBrandLine", || {
        Failure::conflict("catalog.brand_line_in_use", "it is named").with("products", 12).with("blocks", 0)
    });
    let refused = gateway.json(&content, Method::DELETE, &path, &json!({})).await;
    let told = (refused.status, &refused.json()["facts"]);
    assert_eq!(told, (StatusCode::CONFLICT, &json!({ "products": 12, "blocks": 0 })));
}

#[souk_testkit::test(SCHEMA)]
async fn shoppers_list_a_line_and_narrow_lists_by_lines(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    gateway.neighbour.says("GetListing", &proto::GetListingResponse { json: b"{}".to_vec(), version: 1 });
    let shopper = gateway.shopper().await;
    let path = "/web/public/api/brandLine/products/sahara?brandlines=Sahara&brandlines=Casbah";
    assert_eq!(gateway.get(&shopper, path).await.status, StatusCode::OK);
    let asked = gateway.neighbour.asked::<proto::GetListingRequest>("GetListing").remove(0);
    assert_eq!((asked.scope(), asked.key.as_str()), (Scope::BrandLine, "sahara"));
    let filter = &asked.filters[0];
    assert_eq!((filter.name.as_str(), filter.values.join(" ").as_str()), ("brandlines", "Casbah Sahara"));
    let nobody = gateway.get(&Person::default(), path).await;
    assert_eq!(nobody.status, StatusCode::UNAUTHORIZED);
}
