//! The HTML that browsers load.

use std::path::PathBuf;

use http::StatusCode;
use serde_json::{Value, json};
use souk_proto::catalog::v1::{GetListingResponse, GetMenusResponse, GetProductPageResponse};
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{Gateway, Person};

/// A built web app of one file.
fn web_app() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/web"))
}

fn product() -> Value {
    json!({
        "id": "p", "uid": "p", "name": "Savon </script><b>", "slug": "savon", "priceHt": 1200, "productPriceAfterPromotion": 990.5,
        "priceBasis": "ht", "mainCategoryRead": { "uuid": "c", "name": "Soins", "slug": "soins" },
        "breadcrumb": [{ "id": "c", "name": "Soins", "slug": "soins", "image": "", "products": 3 }],
        "brandRead": null, "promotionRead": null, "tagsRead": [], "productLangsRead": [],
        "shortDescription": "Doux", "longDescription": "", "seoTitle": "", "seoDescription": "",
        "featureValuesRead": [],
        "images": [{ "id": "i", "alt": "Un savon", "imagesIdsAndSizes": [
            { "name": "PRODUCT_PAGE_LARGE", "displayUrl": "/media/s-1080.webp", "url": "/media/s-1080.webp", "width": 1080, "height": 1080 },
        ] }],
        "combinations": [], "productsInPackSerialized": [], "available": true, "version": 4,
    })
}

async fn open(pool: PgPool) -> Gateway {
    let gateway = Gateway::open_with(pool, web_app()).await;
    let bytes = |json: Value| json.to_string().into_bytes();
    gateway.neighbour.says("GetMenus", &GetMenusResponse { json: bytes(json!({ "menus": [] })), version: 1 });
    gateway.neighbour.says("GetProductPage", &GetProductPageResponse { json: bytes(product()), version: 4 });
    let listing = json!({
        "products": [], "title": "Soins", "description": "", "breadcrumb": [], "page": 1, "size": 12,
        "pageCount": 0, "total": 0, "sort": "default",
        "filterData": { "brands": [], "subCategories": [], "attributes": [], "features": [], "priceRange": { "min": 0, "max": 0 } },
    });
    gateway.neighbour.says("GetListing", &GetListingResponse { json: bytes(listing), version: 1 });
    gateway
}

async fn page(gateway: &Gateway, path: &str) -> (StatusCode, String) {
    let answer = gateway.get(&Person::default(), path).await;
    assert_eq!(answer.header("content-type"), "text/html; charset=utf-8", "{answer:?}");
    (answer.status, answer.text())
}

/// The data that the app reads from the page.
fn queries(html: &str) -> Value {
    let (_, rest) = html.split_once("<script id=\"__q\" type=\"application/json\">").expect("has data");
    let (json, _) = rest.split_once("</script>").expect("ends");
    serde_json::from_str(json).expect("is JSON")
}

#[sqlx::test]
async fn a_product_page_can_be_read_before_any_script_runs(pool: PgPool) {
    let gateway = open(pool).await;
    let (status, html) = page(&gateway, "/catalog/product/soins/savon").await;
    assert_eq!(status, StatusCode::OK);
    insta::assert_snapshot!(html.replace("><", ">\n<"));
}

#[sqlx::test]
async fn the_data_has_the_keys_that_the_app_asks_with(pool: PgPool) {
    let gateway = open(pool).await;
    let (_, html) = page(&gateway, "/catalog/product/soins/savon").await;
    let key = json!(["get", "/web/public/api/product/{slug}", { "params": { "path": { "slug": "savon" } } }]);
    assert_eq!(queries(&html)[0][0], json!(["get", "/web/public/api/menus"]));
    assert_eq!(queries(&html)[1], json!([key, product()]));
    let path = "/catalog/category/soins?utm_source=x&page=2&size=24&brands=b&brands=a&priceMin=10&sort=odd";
    let (_, html) = page(&gateway, path).await;
    let query = json!({ "page": 2, "size": 24, "brands": ["a", "b"], "priceMin": "10" });
    let init = json!({ "params": { "path": { "category": "soins" }, "query": query } });
    assert_eq!(queries(&html)[1][0], json!(["get", "/web/public/api/category/products/{category}", init]));
    assert!(html.contains("<meta name=\"robots\" content=\"noindex\">"));
}

#[sqlx::test]
async fn the_path_says_the_language(pool: PgPool) {
    let gateway = open(pool).await;
    let (_, html) = page(&gateway, "/ar/new").await;
    assert!(html.starts_with("<!doctype html><html lang=\"ar\" dir=\"rtl\">"));
    assert!(html.contains("<link rel=\"canonical\" href=\"http://localhost:8080/ar/new\">"));
    assert!(html.contains("hreflang=\"x-default\" href=\"http://localhost:8080/new\""));
}

#[sqlx::test]
async fn a_page_has_one_address_however_it_is_spelled(pool: PgPool) {
    let gateway = open(pool).await;
    for (path, canonical) in [
        ("/catalog/product/elsewhere/savon/", "/catalog/product/soins/savon"),
        ("/en/catalog/category/%d8%b5?utm_source=x", "/en/catalog/category/%D8%B5"),
        ("/new/?page=2", "/new?page=2"),
    ] {
        let (_, html) = page(&gateway, path).await;
        let link = format!("<link rel=\"canonical\" href=\"http://localhost:8080{canonical}\">");
        assert!(html.contains(&link), "{path}: {html}");
    }
    // The test's catalogue has nothing on page 2: there is nothing to find there.
    let (_, html) = page(&gateway, "/new?page=2").await;
    assert!(html.contains("noindex"));
}

#[sqlx::test]
async fn every_page_says_what_it_is(pool: PgPool) {
    let gateway = open(pool).await;
    for (path, title) in [
        ("/search", "Rechercher"),
        ("/en/checkout/cart/view", "Cart"),
        ("/checkout/thanks", "Commande enregistrée"),
        ("/order/track", "Suivre ma commande"),
    ] {
        let (_, html) = page(&gateway, path).await;
        assert!(html.contains(&format!("<title>{title} · Souk</title>")), "{path}: {html}");
    }
    let (_, html) = page(&gateway, "/catalog/category/soins").await;
    assert!(html.contains("name=\"description\" content=\"Soins chez Souk : livraison partout en Algérie"));
}

#[sqlx::test]
async fn only_the_dashboard_takes_styles_from_its_own_scripts(pool: PgPool) {
    let gateway = open(pool).await;
    let policy = async |path: &str| {
        gateway.get(&Person::default(), path).await.header("content-security-policy").to_owned()
    };
    assert!(!policy("/new").await.contains("unsafe") && !policy("/nowhere").await.contains("unsafe"));
    assert!(policy("/admin/orders").await.contains("script-src 'self'; style-src 'self' 'unsafe-inline'"));
}

#[sqlx::test]
async fn what_is_not_there_is_a_real_404(pool: PgPool) {
    let gateway = open(pool).await;
    gateway.neighbour.fails("GetProductPage", || Failure::not_found("catalog.unknown", "no such product"));
    for path in ["/nowhere", "/en/nowhere", "/catalog/product/soins/gone", "/catalog/category/%ff"] {
        let (status, html) = page(&gateway, path).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        assert!(html.contains("<meta name=\"souk-status\" content=\"404\">") && html.contains("noindex"));
    }
}

#[sqlx::test]
async fn a_shop_whose_catalogue_is_away_still_loads_its_app(pool: PgPool) {
    let gateway = open(pool).await;
    gateway.neighbour.fails("GetProductPage", || Failure::unavailable("away"));
    let (status, html) = page(&gateway, "/catalog/product/soins/savon").await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(html.contains("src=\"/assets/main.js\""));
}

#[sqlx::test]
async fn nothing_of_the_visitor_is_in_a_page(pool: PgPool) {
    let gateway = open(pool).await;
    let answer = gateway.get(&gateway.shopper().await, "/checkout/cart/view").await;
    assert_eq!(answer.header("set-cookie"), "");
    assert!(!answer.text().contains("csrf") && answer.text().contains("noindex"));
}

#[sqlx::test]
async fn built_files_are_kept_for_good_and_sent_as_the_build_compressed_them(pool: PgPool) {
    let gateway = open(pool).await;
    let takes_brotli = Person { headers: vec![("accept-encoding", "br".into())] };
    let answer = gateway.get(&takes_brotli, "/assets/main.js").await;
    assert_eq!((answer.header("content-encoding"), answer.text().as_str()), ("br", "compressed\n"));
    assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable");
    let plain = gateway.get(&Person::default(), "/assets/main.js").await;
    assert_eq!(plain.header("content-type"), "text/javascript");
}
