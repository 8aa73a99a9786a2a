//! Brands on staff screens: edits that collide, what a removal is refused for, and the whole list as a file.

use http::{Method, StatusCode};
use serde_json::json;
use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{Gateway, SCHEMA};

const ID: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a501";

fn brand(name: &str) -> proto::Brand {
    proto::Brand {
        id: ID.into(),
        name: name.into(),
        slug: "nour".into(),
        logo: "default-logo.png".into(),
        version: 4,
        position: 1_000,
        products: 7,
        ..Default::default()
    }
}

#[souk_testkit::test(SCHEMA)]
async fn an_edit_sends_what_it_names_and_a_stale_one_answers_with_the_present_brand(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    gateway.neighbour.says("GetBrand", &brand("Nour"));
    gateway.neighbour.says("UpdateBrand", &brand("Nour"));
    let path = format!("/dashboard/api/brands/{ID}");
    let change = json!({ "version": 3, "about": { "fr": "", "ar": "منذ 1962", "en": "" }, "logo": "AAEC" });
    let answer = gateway.json(&content, Method::PATCH, &path, &change).await;
    assert_eq!((answer.status, &answer.json()["link"]), (StatusCode::OK, &json!("/catalog/brands/nour")));
    let sent = gateway.neighbour.asked::<proto::UpdateBrandRequest>("UpdateBrand").remove(0);
    assert_eq!((sent.version, sent.name, sent.logo), (3, None, Some(vec![0, 1, 2])));
    assert_eq!(sent.about.expect("sent").ar, "منذ 1962");

    gateway
        .neighbour
        .fails("UpdateBrand", || Failure::conflict("catalog.stale_version", "it is at version 4"));
    let stale = gateway.json(&content, Method::PATCH, &path, &json!({ "version": 3, "name": "Zahra" })).await;
    assert_eq!(stale.status, StatusCode::CONFLICT);
    assert_eq!(stale.json()["current"]["version"], json!(4));
    let odd = gateway.json(&content, Method::PATCH, &path, &json!({ "version": 3, "logo": "…" })).await;
    assert_eq!(odd.fields(), ["logo"]);
}

#[souk_testkit::test(SCHEMA)]
async fn a_removal_is_refused_with_how_many_name_the_brand(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    gateway.neighbour.fails("DeleteBrand", || {
        Failure::conflict("catalog.brand_in_use", "it is named").with("products", 12).with("promotions", 0)
    });
    let path = format!("/dashboard/api/brands/{ID}");
    let refused = gateway.json(&content, Method::DELETE, &path, &json!({})).await;
    assert_eq!((refused.status, refused.problem().as_str()), (StatusCode::CONFLICT, "catalog.brand_in_use"));
    assert_eq!(refused.json()["facts"], json!({ "products": 12, "promotions": 0 }));
}

#[souk_testkit::test(SCHEMA)]
async fn an_export_is_the_whole_list_as_text(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let sales = gateway.employee(Role::Sales).await;
    let page = proto::ListBrandsResponse { brands: vec![brand("=1+1"), brand("Nour, fils")], total: 401 };
    gateway.neighbour.says("ListBrands", &page);
    let answer = gateway.get(&sales, "/dashboard/api/brands/export?q=nour&sort=name").await;
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"brands.csv\"");
    let text = std::str::from_utf8(&answer.body).expect("UTF-8");
    assert!(text.starts_with("\u{feff}\"id\";\"name\";\"link\";\"position\";\"products\";"), "{text}");
    let cells = [ID, "'=1+1", "/catalog/brands/nour", "1000", "7", "", "", ""];
    let line = format!("\"{}\"\r\n", cells.join("\";\""));
    assert_eq!(text.matches(&line).count(), 3, "401 brands are three steps of 200");
    assert!(text.contains(";\"Nour, fils\";"), "{text}");
    let asked = gateway.neighbour.asked::<proto::ListBrandsRequest>("ListBrands");
    let pages: Vec<_> = asked.iter().map(|asked| asked.page.expect("a page").page).collect();
    assert_eq!(pages, [1, 2, 3]);
    assert!(asked.iter().all(|asked| asked.query == "nour" && asked.sort == "name"));
}
