//! The HTML that browsers load.

use std::io::Read as _;
use std::path::PathBuf;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::StatusCode;
use metrics_exporter_prometheus::PrometheusBuilder;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use souk_gateway::limits::LimitsConfig;
use souk_proto::catalog::v1::get_listing_request::Scope;
use souk_proto::catalog::v1::{
    GetHomeResponse, GetListingRequest, GetListingResponse, GetMenusResponse, GetProductPageRequest,
    GetProductPageResponse, GetPublishedBlogPostResponse, GetPublishedCmsPageResponse,
    ListPublishedBlogPostsRequest, ListPublishedBlogPostsResponse, Settings, ShopIdentity, ShopPicture,
    ShopPromise, Theme, ThemeColor,
};
use souk_proto::common::v1::LocalizedText;
use souk_rpc::{Failure, Kind};
use sqlx::PgPool;

use crate::sheets::without_looks;
use crate::support::{Gateway, NO_LIMITS, Person, SCHEMA};

/// A built web app of one file.
fn web_app() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/web"))
}

pub fn product() -> Value {
    json!({
        "id": "p", "uid": "p", "name": "Savon </script><b>", "slug": "savon", "priceHt": 1200, "productPriceAfterPromotion": 990.5,
        "lowestPrice": 1050,
        "priceBasis": "ht", "mainCategoryRead": { "uuid": "c", "name": "Soins", "slug": "soins" },
        "breadcrumb": [{ "id": "c", "name": "Soins", "slug": "soins", "image": "", "products": 3 }],
        "brandRead": null, "promotionRead": null, "tagsRead": [], "productLangsRead": [],
        "shortDescription": "Doux", "longDescription": "", "seoTitle": "", "seoDescription": "",
        "featureValuesRead": [],
        "images": [{ "id": "i", "alt": "Un savon", "imagesIdsAndSizes": [
            { "name": "PRODUCT_PAGE_LARGE", "displayUrl": "/media/s-1080.jpg", "url": "/media/s-1080.jpg", "width": 1080, "height": 1080,
              "webpSrcset": "/media/s-480.webp 480w, /media/s-1080.webp 1080w", "tone": "#f0e6dc" },
        ] }],
        "combinations": [], "productsInPackSerialized": [], "available": true, "version": 4,
    })
}

pub fn listing(products: &[Value]) -> Value {
    json!({
        "products": products, "title": "Soins", "description": "", "breadcrumb": [], "page": 1, "size": 12,
        "pageCount": 0, "total": products.len(), "sort": "default",
        "filterData": { "brands": [], "subCategories": [], "attributes": [], "features": [], "priceRange": { "min": 0, "max": 0 } },
    })
}

/// A card of a brand with this logo.
pub fn card(logo: &str) -> Value {
    json!({
        "id": "p", "uid": "p", "name": "Savon", "slug": "savon", "priceHt": 1200, "productPriceAfterPromotion": null,
        "mainCategoryRead": { "uuid": "c", "name": "Soins", "slug": "soins" },
        "brandRead": { "uuid": "b", "name": "Tassili", "slug": "tassili", "logo": logo },
        "promotionRead": null, "tagsRead": [], "gridDisplayImagesForWeb": {}, "available": true,
        "combinationsCount": 0, "defaultCombinationId": null,
    })
}

fn settings() -> Settings {
    let text = |fr: &str| Some(LocalizedText { fr: fr.into(), ..LocalizedText::default() });
    let exchange = ShopPromise {
        kind: "exchange".into(),
        title: text("Échange sous 7 jours"),
        text: text("Le livreur reprend le produit"),
    };
    Settings {
        version: 2,
        active_add_to_cart: false,
        price_basis: "ht".into(),
        shop_name: text("Souk"),
        phone: "0560123456".into(),
        promo_messages: text("Livraison partout").into_iter().collect(),
        opening_hours: text("De 9 h à 19 h"),
        promises: vec![exchange],
        theme: None,
        logo: None,
        favicon: None,
        icons: Vec::new(),
        show_lowest_price: Some(true),
        cooldown_seconds: Some(0),
        hold_hours: Some(0),
        identity: Some(ShopIdentity { rc: "16/00-1234567".into(), ..ShopIdentity::default() }),
    }
}

const RED: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a509";
const PLUM: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a510";

/// A product of two combinations, of which the one that is not the default is sold out.
fn lipstick() -> Value {
    let combination = |id: &str, available: bool, price: u32| {
        json!({
            "id": id, "isDefault": id == RED, "priceHt": price, "priceAfterPromotion": null, "images": [id],
            "displayName": id, "combinationLangsRead": [], "values": [], "available": available, "sku": "",
        })
    };
    let image = |id: &str| {
        let url = format!("/media/{id}.jpg");
        let size =
            json!({ "name": "PRODUCT_PAGE_LARGE", "displayUrl": url, "url": url, "width": 9, "height": 9 });
        json!({ "id": id, "alt": "", "imagesIdsAndSizes": [size] })
    };
    let mut product = product();
    product["combinations"] = json!([combination(RED, true, 1100), combination(PLUM, false, 1300)]);
    product["images"] = json!([image(RED), image(PLUM)]);
    product
}

pub async fn open(pool: PgPool) -> Gateway {
    let gateway = Gateway::open_with(pool, web_app()).await;
    gateway.neighbour.says("GetSettings", &settings());
    let bytes = |json: Value| json.to_string().into_bytes();
    gateway.neighbour.says("GetMenus", &GetMenusResponse { json: bytes(json!({ "menus": [] })), version: 1 });
    gateway.neighbour.says("GetProductPage", &GetProductPageResponse { json: bytes(product()), version: 4 });
    gateway.neighbour.says("GetListing", &GetListingResponse { json: bytes(listing(&[])), version: 1 });
    gateway
}

pub async fn page(gateway: &Gateway, path: &str) -> (StatusCode, String) {
    let answer = gateway.get(&Person::default(), path).await;
    assert_eq!(answer.header("content-type"), "text/html; charset=utf-8", "{answer:?}");
    let html = answer.text();
    assert_eq!(without_looks(&html), [""; 0], "of {path}");
    (answer.status, html)
}

/// The data that the app reads from the page.
fn queries(html: &str) -> Value {
    let (_, rest) = html.split_once("<script id=\"__q\" type=\"application/json\">").expect("has data");
    let (json, _) = rest.split_once("</script>").expect("ends");
    serde_json::from_str(json).expect("is JSON")
}

#[souk_testkit::test(SCHEMA)]
async fn a_product_page_can_be_read_before_any_script_runs(pool: PgPool) {
    let gateway = open(pool).await;
    let (status, html) = page(&gateway, "/catalog/product/soins/savon").await;
    assert_eq!(status, StatusCode::OK);
    insta::assert_snapshot!(html.replace("><", ">\n<"));
}

#[souk_testkit::test(SCHEMA)]
async fn a_product_is_read_and_ordered_without_any_script(pool: PgPool) {
    let gateway = open(pool).await;
    let mut told = product();
    told["longDescription"] = json!("<p>Cuit <b>à froid</b></p>");
    told["featureValuesRead"] = json!([{
        "id": "f", "type": "poids", "value": "100 <g>", "typeLabel": "Poids", "typeLangs": [], "valueLangs": [],
    }]);
    let says = |told: &Value| GetProductPageResponse { json: told.to_string().into_bytes(), version: 5 };
    gateway.neighbour.says("GetProductPage", &says(&told));
    let (_, html) = page(&gateway, "/en/catalog/product/soins/savon").await;
    for part in [
        "<noscript><div class=\"prose\" dir=\"auto\"><p>Cuit <b>à froid</b></p></div>\
         <dl class=\"details_sheet\"><div><dt>Poids</dt><dd>100 &lt;g&gt;</dd></div></dl></noscript></main>\
         <noscript><footer class=\"site-foot\"><div class=\"wrap\"><p class=\"site-foot_end\"><bdi>RC 16/00-1234567</bdi></p></div></footer></noscript>",
        "<noscript><p>Without JavaScript, order from the product’s page or by phone: \
         <a class=\"link ltr num\" href=\"tel:0560123456\">0560123456</a></p></noscript></div></header>",
    ] {
        assert!(html.contains(part), "{part}: {html}");
    }
    told["page"] = json!("minimal");
    gateway.neighbour.says("GetProductPage", &says(&told));
    let (_, html) = page(&gateway, "/ar/catalog/product/soins/savon").await;
    assert!(!html.contains("<dl"), "{html}");
}

#[souk_testkit::test(SCHEMA)]
async fn a_description_does_not_end_what_only_browsers_without_scripts_read(pool: PgPool) {
    let gateway = open(pool).await;
    let mut told = product();
    told["longDescription"] = json!("<p title=\"</NoScript><form action='//elsewhere'>\">É</p>");
    let json = told.to_string().into_bytes();
    gateway.neighbour.says("GetProductPage", &GetProductPageResponse { json, version: 5 });
    let (_, html) = page(&gateway, "/catalog/product/soins/savon").await;
    let body = html.split("<script id=\"__q\"").next().unwrap();
    assert!(body.contains("<p title=\"&lt;/NoScript><form action='//elsewhere'>\">É</p></div>"), "{body}");
    assert_eq!(body.matches("</NoScript").count(), 0, "{body}");
}

/// Offered to shoppers alone: each leads to fewer words, and search engines follow none.
#[souk_testkit::test(SCHEMA)]
async fn a_search_in_vain_offers_others_in_the_same_answer(pool: PgPool) {
    let gateway = open(pool).await;
    let mut found = listing(&[card("")]);
    found["instead"] =
        json!([{ "words": "chaussure <rouge>", "total": 12 }, { "words": "حذاء", "total": 3 }]);
    let json = found.to_string().into_bytes();
    gateway.neighbour.says("GetListing", &GetListingResponse { json, version: 1 });
    let (_, html) = page(&gateway, "/search?q=chaussure+rouge+qqqq").await;
    let offered = "<p class=\"note instead\"><span>Aucun produit n’a tout ce que vous cherchez. Essayez : \
        <bdi><a rel=\"nofollow\" href=\"/search?q=chaussure%20%3Crouge%3E\">chaussure &lt;rouge&gt;</a> (12)</bdi> ";
    assert!(html.contains(offered), "{html}");
    assert_eq!(queries(&html).to_string().matches("\"instead\":[{").count(), 1, "{html}");
    assert!(html.contains("noindex"), "{html}");
    let (_, html) = page(&gateway, "/ar/search?q=chosure").await;
    assert!(
        html.contains(
            "<span>لا يوجد منتج يضم كل ما تبحث عنه. جرّب: <bdi><a rel=\"nofollow\" href=\"/ar/search?q=chaussure"
        ),
        "{html}"
    );
}

#[souk_testkit::test(SCHEMA)]
async fn a_product_with_reviews_says_what_they_come_to(pool: PgPool) {
    let gateway = open(pool).await;
    let (_, before) = page(&gateway, "/catalog/product/soins/savon").await;
    let mut rated = product();
    rated["rating"] = json!({ "average": 4.7, "count": 18, "counts": [0, 0, 1, 3, 14] });
    rated["reviewsSerialized"] = json!([]);
    let json = rated.to_string().into_bytes();
    gateway.neighbour.says("GetProductPage", &GetProductPageResponse { json, version: 5 });
    gateway.app.catalog.reads().drop_all();
    let (_, after) = page(&gateway, "/catalog/product/soins/savon").await;
    let data = r#""aggregateRating":{"@type":"AggregateRating","ratingValue":"4.7","reviewCount":18}"#;
    assert!(!before.contains("aggregateRating") && after.contains(data), "{after}");
    assert!(after.contains("<span class=\"num\">4.7</span> <span>Avis (18)</span>"), "{after}");
}

#[souk_testkit::test(SCHEMA)]
async fn a_product_page_shows_what_its_variant_does(pool: PgPool) {
    let gateway = open(pool).await;
    let html_of = async |variant: &str| {
        let mut shown = product();
        shown["page"] = json!(variant);
        shown["brandRead"] = json!({ "uuid": "b", "name": "Tassili", "slug": "tassili", "logo": "" });
        shown["rating"] = json!({ "average": 4.7, "count": 18, "counts": [0, 0, 1, 3, 14] });
        let json = shown.to_string().into_bytes();
        gateway.neighbour.says("GetProductPage", &GetProductPageResponse { json, version: 5 });
        gateway.app.catalog.reads().drop_all();
        page(&gateway, "/catalog/product/soins/savon").await.1
    };
    let parts = |html: &str| {
        let body =
            html.split_once("<main").and_then(|(_, rest)| rest.split_once("</main>")).expect("a body").0;
        let body_has = ["<h1>", "gallery_main", "buy-box_price", "4.7", "Tassili", "Doux"]
            .map(|part| body.contains(part));
        (
            body_has,
            ["rel=\"preload\" as=\"image\"", "aggregateRating", "og:image"].map(|part| html.contains(part)),
        )
    };
    for whole in ["full", "no_picker"] {
        assert_eq!(parts(&html_of(whole).await), ([true; 6], [true; 3]), "{whole}");
    }
    let simpler = parts(&html_of("simpler").await);
    assert_eq!(simpler, ([true, true, true, true, false, false], [true; 3]));
    let minimal = parts(&html_of("minimal").await);
    assert_eq!(minimal, ([true, false, false, false, false, false], [false, false, true]));
}

#[souk_testkit::test(SCHEMA)]
async fn the_data_has_the_keys_that_the_app_asks_with(pool: PgPool) {
    let gateway = open(pool).await;
    let (_, html) = page(&gateway, "/catalog/product/soins/savon").await;
    let key = json!(["get", "/web/public/api/product/{slug}", { "params": { "path": { "slug": "savon" } } }]);
    let settings = json!({
        "activeAddToCart": false, "priceBasis": "ht", "shopName": "Souk", "phone": "0560123456",
        "promoMessages": ["Livraison partout"], "openingHours": "De 9 h à 19 h",
        "promises": [{ "kind": "exchange", "title": "Échange sous 7 jours", "text": "Le livreur reprend le produit" }],
        "stylesheet": "", "logo": null, "favicon": "", "icons": [],
        "identity": { "name": "", "address": "", "email": "", "rc": "16/00-1234567", "nif": "", "nis": "", "ai": "" },
    });
    assert_eq!(queries(&html)[0], json!([["settings"], settings]));
    assert_eq!(queries(&html)[1][0], json!(["get", "/web/public/api/menus"]));
    assert_eq!(queries(&html)[2], json!([key, product()]));
    let path = "/catalog/category/soins?utm_source=x&page=2&size=24&brands=b&brands=a&priceMin=10&sort=odd";
    let (_, html) = page(&gateway, path).await;
    let query = json!({ "page": 2, "size": 24, "brands": ["a", "b"], "priceMin": "10" });
    let init = json!({ "params": { "path": { "category": "soins" }, "query": query } });
    assert_eq!(queries(&html)[2][0], json!(["get", "/web/public/api/category/products/{category}", init]));
    assert!(html.contains("<meta name=\"robots\" content=\"noindex\">"));
}

#[souk_testkit::test(SCHEMA)]
async fn what_nobody_told_of_the_shop_is_not_told_on(pool: PgPool) {
    let gateway = open(pool).await;
    gateway.neighbour.fails("GetSettings", || Failure::unavailable("away"));
    let (status, html) = page(&gateway, "/catalog/product/soins/savon").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(queries(&html)[0][0], json!(["get", "/web/public/api/menus"]));
    assert!(html.contains("<title>Savon &lt;/script&gt;&lt;b&gt; · Souk</title>"), "{html}");
}

#[souk_testkit::test(SCHEMA)]
async fn every_page_follows_the_settings_and_the_menus(pool: PgPool) {
    let gateway = open(pool).await;
    let (_, before) = page(&gateway, "/catalog/product/soins/savon").await;
    let item =
        json!({ "label": "Maison", "link": "/catalog/category/maison", "accent": false, "children": [] });
    let away = json!({ "label": "Nous", "link": "https://a.example/?b=1&c", "accent": true, "children": [] });
    let json = json!({ "menus": [{ "name": "main", "items": [item, away] }] });
    let menus = GetMenusResponse { json: json.to_string().into_bytes(), version: 2 };
    gateway.neighbour.says("GetMenus", &menus);
    let mut renamed = settings();
    renamed.shop_name.as_mut().expect("has a name").fr = "Bazar".into();
    let primary = ThemeColor { variable: "primary".into(), color: "#0a6b4f".into() };
    renamed.theme = Some(Theme { colors: vec![primary] });
    gateway.neighbour.says("GetSettings", &renamed);
    gateway.app.catalog.reads().drop_all();
    let (_, after) = page(&gateway, "/catalog/product/soins/savon").await;
    let link = "<a href=\"/catalog/category/maison\">Maison</a>";
    assert!(!before.contains(link) && after.contains(link), "{after}");
    let (_, arabic) = page(&gateway, "/ar/catalog/product/soins/savon").await;
    assert!(
        arabic.contains("<a class=\"menu_accent\" href=\"https://a.example/?b=1&amp;c\">Nous</a>"),
        "{arabic}"
    );
    assert!(after.contains("<title>Savon &lt;/script&gt;&lt;b&gt; · Bazar</title>"), "{after}");
    assert_eq!(queries(&after)[1], json!([["get", "/web/public/api/menus"], json]));
    let theme = "</style><style>:root{--primary:#0a6b4f;}</style>";
    assert!(!before.contains("--primary") && after.contains(theme), "over the app's own: {after}");
}

/// A first look waits for no other file.
#[souk_testkit::test(SCHEMA)]
async fn the_sheets_stand_in_a_page_and_its_policy_allows_them_alone(pool: PgPool) {
    let gateway = open(pool).await;
    let primary = ThemeColor { variable: "primary".into(), color: "#0a6b4f".into() };
    let theme = Some(Theme { colors: vec![primary] });
    gateway.neighbour.says("GetSettings", &Settings { theme, ..settings() });
    for path in ["/", "/catalog/product/soins/savon", "/preview", "/nowhere"] {
        let (_, html) = page(&gateway, path).await;
        assert!(!html.contains("rel=\"stylesheet\""), "{path}: {html}");
        let styles = html.split("<style").skip(1).filter_map(|rest| rest.split_once("</style>"));
        let styles: Vec<_> = styles.filter_map(|(style, _)| Some(style.split_once('>')?.1)).collect();
        assert_eq!(styles, ["main{display:block}\n", ":root{--primary:#0a6b4f;}"], "{path}");
        let hashes = styles.iter().map(|css| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(css))));
        let allowed = format!("style-src 'self' {};", hashes.collect::<Vec<_>>().join(" "));
        let answer = gateway.get(&Person::default(), path).await;
        assert!(answer.header("content-security-policy").contains(&allowed), "{path}: {answer:?}");
        for encoding in ["gzip", "br"] {
            let reader = Person { headers: vec![("accept-encoding", encoding.to_owned())] };
            let answer = gateway.get(&reader, path).await;
            assert_eq!(answer.header("content-encoding"), encoding, "{path}");
            let mut read = String::new();
            let done = match encoding {
                "gzip" => flate2::read::GzDecoder::new(&answer.body[..]).read_to_string(&mut read),
                _ => brotli::Decompressor::new(&answer.body[..], 4096).read_to_string(&mut read),
            };
            assert!(done.is_ok() && read == html, "{path} {encoding}: {read}");
        }
    }
    assert!(!page(&gateway, "/admin/orders").await.1.contains("<style"));
}

#[souk_testkit::test(SCHEMA)]
async fn a_browser_can_keep_a_page_for_when_there_is_no_network(pool: PgPool) {
    let gateway = open(pool).await;
    let (status, html) = page(&gateway, "/ar/offline").await;
    assert_eq!(status, StatusCode::OK);
    for told in [
        "<html lang=\"ar\" dir=\"rtl\">",
        "<meta name=\"robots\" content=\"noindex\">",
        "<h1>لا يوجد اتصال</h1>",
        "href=\"tel:0560123456\"",
        "<section id=\"kept\" hidden>",
        "<script type=\"module\" fetchpriority=\"low\" src=\"/offline.js\"></script>",
    ] {
        assert!(html.contains(told), "{told}: {html}");
    }
    // Nothing that it would have to ask for but its script, and no way that leads nowhere.
    assert_eq!(queries(&html), json!([]));
    assert!(!html.contains("src=\"/assets/") && !html.contains("rel=\"modulepreload\""), "{html}");
    let worker = gateway.get(&Person::default(), "/service-worker.js").await;
    let policy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";
    assert_eq!((worker.status, worker.header("content-security-policy")), (StatusCode::OK, policy));
}

#[souk_testkit::test(SCHEMA)]
async fn a_phone_is_told_what_to_call_the_shop(pool: PgPool) {
    let gateway = open(pool).await;
    let (_, html) = page(&gateway, "/en/new").await;
    assert!(html.contains("<link rel=\"manifest\" href=\"/en/manifest.webmanifest\">"), "{html}");
    let answer = gateway.get(&Person::default(), "/ar/manifest.webmanifest").await;
    assert_eq!(answer.header("content-type"), "application/manifest+json");
    let manifest: Value = serde_json::from_str(&answer.text()).expect("is JSON");
    let expected = json!(["Souk", "ar", "rtl", "/ar", "standalone"]);
    let told = ["name", "lang", "dir", "start_url", "display"].map(|name| &manifest[name]);
    assert_eq!(json!(told), expected);
    assert_eq!(manifest["icons"][0]["src"], "/favicon.svg");

    // Its own, as far as it is large enough.
    let mut own = settings();
    own.favicon = Some(ShopPicture { url: "/media/shop/cd-160.jpg".into(), ..Default::default() });
    for sides in [&[][..], &[192], &[192, 512]] {
        let icon = |side: &u32| ShopPicture {
            url: format!("/media/shop/cd-{side}.png"),
            width: *side,
            height: *side,
            content: Vec::new(),
        };
        own.icons = sides.iter().map(icon).collect();
        gateway.neighbour.says("GetSettings", &own);
        gateway.app.catalog.reads().drop_all();
        let manifest = gateway.get(&Person::default(), "/manifest.webmanifest").await.json();
        let told: Vec<_> = manifest["icons"].as_array().expect("icons").iter().collect();
        let told: Vec<_> = told.iter().map(|icon| [&icon["src"], &icon["sizes"], &icon["type"]]).collect();
        let expected: Vec<Value> = match sides {
            [] => vec![json!(["/media/shop/cd-160.jpg", "any", "image/jpeg"])],
            sides => sides
                .iter()
                .map(|side| {
                    json!([format!("/media/shop/cd-{side}.png"), format!("{side}x{side}"), "image/png"])
                })
                .collect(),
        };
        assert_eq!(json!(told), json!(expected));
        let (_, html) = page(&gateway, "/new").await;
        let touched = if sides.is_empty() { "160.jpg" } else { "192.png" };
        let touched = format!("<link rel=\"apple-touch-icon\" href=\"/media/shop/cd-{touched}\">");
        assert!(html.contains(&touched), "{html}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn every_page_has_the_shops_logo_and_favicon(pool: PgPool) {
    let gateway = open(pool).await;
    let json = json!({ "blocks": [] }).to_string().into_bytes();
    gateway.neighbour.says("GetHome", &GetHomeResponse { json, version: 1 });
    let (_, before) = page(&gateway, "/").await;
    assert!(before.contains("href=\"/favicon.svg\"") && !before.contains("\"logo\":\""), "{before}");
    let mut own = settings();
    let url = "/media/shop/ab-480.jpg".to_owned();
    own.logo = Some(ShopPicture { url, width: 480, height: 120, content: Vec::new() });
    own.favicon = Some(ShopPicture { url: "/media/shop/cd-160.jpg".into(), ..Default::default() });
    gateway.neighbour.says("GetSettings", &own);
    gateway.app.catalog.reads().drop_all();
    let (_, home) = page(&gateway, "/ar").await;
    let logo = "<a class=\"site-head_logo\" href=\"/ar\"><img src=\"/media/shop/ab-480.jpg\" width=\"480\" height=\"120\" alt=\"Souk\"></a>";
    assert!(home.contains(logo), "{home}");
    assert!(
        home.contains("<link rel=\"icon\" href=\"/media/shop/cd-160.jpg\" type=\"image/jpeg\">"),
        "{home}"
    );
    assert!(home.contains("\"logo\":\"http://localhost:8080/media/shop/ab-480.jpg\""), "{home}");
    let told = &queries(&home)[0][1];
    let picture = json!({ "url": "/media/shop/ab-480.jpg", "width": 480, "height": 120 });
    assert_eq!((&told["logo"], &told["favicon"]), (&picture, &json!("/media/shop/cd-160.jpg")));
}

#[souk_testkit::test(SCHEMA)]
async fn the_stylesheet_of_a_theme_is_what_its_address_says_and_nothing_else(pool: PgPool) {
    let gateway = open(pool).await;
    let shopper = gateway.shopper().await;
    let answer = gateway.get(&shopper, "/theme.css?primary=0a6b4f&success=ffee00").await;
    assert_eq!((answer.status, answer.header("content-type")), (StatusCode::OK, "text/css"));
    assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable");
    let css = answer.text();
    assert!(css.starts_with(":root{--primary:#0a6b4f;--success-soft-light:#"), "{css}");
    for (query, field) in
        [("primary=red", "primary"), ("shadow=000000", "shadow"), ("text=1%3B%7D%2A%7B", "text")]
    {
        let refused = gateway.get(&shopper, &format!("/theme.css?{query}")).await;
        assert_eq!(
            (refused.status, refused.fields()),
            (StatusCode::UNPROCESSABLE_ENTITY, vec![field.into()])
        );
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_product_page_shows_first_what_the_app_chooses_first(pool: PgPool) {
    let gateway = open(pool).await;
    let combination = |id: &str, is_default: bool, available: bool, price: u32| {
        json!({
            "id": id, "isDefault": is_default, "priceHt": price, "priceAfterPromotion": null, "images": [id],
            "displayName": id, "combinationLangsRead": [], "values": [], "available": available, "sku": "",
        })
    };
    let image = |id: &str| {
        let url = format!("/media/{id}.webp");
        let size =
            json!({ "name": "PRODUCT_PAGE_LARGE", "displayUrl": url, "url": url, "width": 9, "height": 9 });
        json!({ "id": id, "alt": "", "imagesIdsAndSizes": [size] })
    };
    let mut page_data = product();
    page_data["combinations"] =
        json!([combination("sold-out", true, false, 1100), combination("here", false, true, 1300)]);
    page_data["images"] = json!([image("sold-out"), image("here")]);
    let json = page_data.to_string().into_bytes();
    gateway.neighbour.says("GetProductPage", &GetProductPageResponse { json, version: 5 });
    let (_, html) = page(&gateway, "/catalog/product/soins/savon").await;
    assert!(html.contains("1\u{202f}300"), "{html}");
    assert!(html.contains("<img src=\"/media/here.webp\""), "{html}");
}

/// Where advertisers' feeds lead: the page, its preview and what search engines are told show the combination of the address.
#[souk_testkit::test(SCHEMA)]
async fn a_product_page_shows_the_combination_of_its_address(pool: PgPool) {
    let gateway = open(pool).await;
    let json = lipstick().to_string().into_bytes();
    gateway.neighbour.says("GetProductPage", &GetProductPageResponse { json, version: 5 });
    let path = "/catalog/product/soins/savon";
    let address = format!("http://localhost:8080{path}");
    let (_, plum) = page(&gateway, &format!("{path}?utm_source=x&combination={PLUM}")).await;
    for part in [
        "<bdi>1\u{202f}300".to_owned(),
        format!("<img src=\"/media/{PLUM}.jpg\""),
        "product:price:amount\" content=\"1300".to_owned(),
        "\"availability\":\"https://schema.org/OutOfStock\",\"price\":\"1300".to_owned(),
        format!("\"url\":\"{address}?combination={PLUM}\""),
        format!("<link rel=\"canonical\" href=\"{address}\">"),
    ] {
        assert!(plum.contains(&part), "{part} is not in {plum}");
    }
    let (_, first) = page(&gateway, path).await;
    assert!(
        first.contains("<bdi>1\u{202f}100") && first.contains(&format!("\"url\":\"{address}\"")),
        "{first}"
    );
    for other in ["x", "01a1fdf1-e03e-76e9-a51e-afe4c853a511", "savon"] {
        let (_, html) = page(&gateway, &format!("{path}?combination={other}")).await;
        assert_eq!(html, first, "{other}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_product_that_is_awaited_says_its_day_to_who_runs_no_script_and_to_search_engines(pool: PgPool) {
    let gateway = open(pool).await;
    let mut awaited = product();
    awaited["availableFrom"] = json!("2026-12-12");
    awaited["quantityRule"] = json!({ "minimumQuantity": 12, "maximumQuantity": 60, "quantityStep": 6 });
    let json = awaited.to_string().into_bytes();
    gateway.neighbour.says("GetProductPage", &GetProductPageResponse { json, version: 5 });
    let (_, html) = page(&gateway, "/catalog/product/soins/savon").await;
    for part in [
        "\"availability\":\"https://schema.org/OutOfStock\"",
        "\"availabilityStarts\":\"2026-12-12\"",
        "\"maxValue\":60,\"minValue\":12",
        "<noscript><p>Disponible à partir du 12 déc. 2026</p></noscript>",
    ] {
        assert!(html.contains(part), "{part} is not in {html}");
    }
}

/// Each is another copy, of which one address may not have thousands made.
#[souk_testkit::test(SCHEMA)]
async fn the_page_of_a_combination_counts_as_a_read_that_is_not_kept(pool: PgPool) {
    let limits = LimitsConfig { limit_misses: Some(1), ..NO_LIMITS };
    let gateway = Gateway::open_limited(pool, web_app(), limits).await;
    gateway.neighbour.says("GetSettings", &settings());
    gateway.neighbour.says("GetMenus", &GetMenusResponse { json: b"{\"menus\":[]}".to_vec(), version: 1 });
    let json = lipstick().to_string().into_bytes();
    gateway.neighbour.says("GetProductPage", &GetProductPageResponse { json, version: 4 });
    let path = "/catalog/product/soins/savon";
    // Two at once: the menus and the product.
    let (status, _) = page(&gateway, path).await;
    assert_eq!(status, StatusCode::OK);
    let (status, html) = page(&gateway, &format!("{path}?combination={PLUM}")).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "{html}");
    assert!(html.contains("src=\"/assets/main.js\""), "{html}");
}

/// Told by a catalogue of the release before, and of pictures from before: neither widths nor a tone.
#[souk_testkit::test(SCHEMA)]
async fn a_picture_with_jpeg_alone_is_fetched_first_as_it_is(pool: PgPool) {
    let gateway = open(pool).await;
    let mut shown = product();
    let size = &mut shown["images"][0]["imagesIdsAndSizes"][0];
    *size = json!({ "name": "PRODUCT_PAGE_LARGE", "displayUrl": "/media/s.jpg", "url": "/media/s.jpg", "width": 9, "height": 9 });
    let json = shown.to_string().into_bytes();
    gateway.neighbour.says("GetProductPage", &GetProductPageResponse { json, version: 5 });
    let (_, html) = page(&gateway, "/catalog/product/soins/savon").await;
    assert!(
        html.contains("<link rel=\"preload\" as=\"image\" fetchpriority=\"high\" href=\"/media/s.jpg\">"),
        "{html}"
    );
    assert!(html.contains("<picture><img src=\"/media/s.jpg\""), "{html}");
    assert!(!html.contains("class=\"picture_tone\""), "{html}");
}

#[souk_testkit::test(SCHEMA)]
async fn the_first_card_is_fetched_first_and_those_below_when_they_are_near(pool: PgPool) {
    let gateway = open(pool).await;
    let with_picture = |number: u32| {
        let mut card = card("");
        let url = format!("/media/{number}-480.jpg");
        card["gridDisplayImagesForWeb"] = json!({ "thumb": {
            "name": "GRID_DISPLAY", "displayUrl": url, "url": url, "width": 480, "height": 480,
            "webpSrcset": format!("/media/{number}-320.webp 320w"), "tone": "#f0e6dc",
        } });
        card
    };
    let json = listing(&(0..6).map(with_picture).collect::<Vec<_>>()).to_string().into_bytes();
    gateway.neighbour.says("GetListing", &GetListingResponse { json, version: 2 });
    let (_, html) = page(&gateway, "/new").await;
    let preload = "as=\"image\" fetchpriority=\"high\" type=\"image/webp\" imagesrcset=\"/media/0-320.webp 320w\" imagesizes=\"(";
    assert!(html.contains(preload), "{html}");
    let body = html.split_once("<main").map(|(_, body)| body).unwrap_or_default();
    let count = |part: &str| body.matches(part).count();
    assert_eq!(count("fetchpriority=\"high\""), 1, "{html}");
    assert_eq!(count("loading=\"lazy\" ") + count("loading=\"lazy\">"), 2, "{html}");
    assert_eq!(count("class=\"picture_tone\""), 4, "{html}");
    assert_eq!(count("<source type=\"image/webp\""), 6, "{html}");
}

#[souk_testkit::test(SCHEMA)]
async fn a_card_leads_to_its_category_and_shows_its_brand(pool: PgPool) {
    let gateway = open(pool).await;
    let cards = [card("/media/tassili.webp"), card("default-logo.png")];
    let json = listing(&cards).to_string().into_bytes();
    gateway.neighbour.says("GetListing", &GetListingResponse { json, version: 2 });
    let (_, html) = page(&gateway, "/new").await;
    let category = "<a href=\"/catalog/category/soins\">Soins</a>";
    let logo = "<img class=\"brand-mark\" src=\"/media/tassili.webp\" alt=\"Tassili\" loading=\"lazy\">";
    assert!(html.contains(&format!("<p class=\"card_brand\">{logo}{category}</p>")), "{html}");
    assert!(
        html.contains(&format!("<p class=\"card_brand\"><span lang=\"fr\">Tassili</span>{category}</p>")),
        "{html}"
    );
}

#[souk_testkit::test(SCHEMA)]
async fn the_pages_of_a_list_lead_to_each_other_without_a_script(pool: PgPool) {
    let gateway = open(pool).await;
    let list = |page: u32| {
        let mut list = listing(&[card("")]);
        (list["page"], list["pageCount"], list["total"]) = (json!(page), json!(3), json!(30));
        GetListingResponse { json: list.to_string().into_bytes(), version: 2 }
    };
    let steps = |html: &str| {
        let nav = html
            .split_once("</article></div><nav class=\"pages\"")
            .and_then(|(_, rest)| rest.split_once("</nav>"));
        nav.map(|(nav, _)| nav.to_owned()).unwrap_or_default()
    };
    gateway.neighbour.says("GetListing", &list(2));
    let (_, html) = page(&gateway, "/ar/new?page=2&brands=b&q=savon&utm_source=x&priceMin=10").await;
    assert_eq!(
        steps(&html),
        " aria-label=\"الصفحات\"><a class=\"pages_step\" href=\"/ar/new?brands=b&amp;priceMin=10\">السابق</a>\
         <a class=\"pages_step\" href=\"/ar/new?page=3&amp;brands=b&amp;priceMin=10\">التالي</a>"
    );
    gateway.neighbour.says("GetListing", &list(1));
    let (_, html) = page(&gateway, "/search?q=savon+noir").await;
    assert!(html.contains("<h1>Résultats pour «\u{a0}savon noir\u{a0}»</h1>"), "{html}");
    assert!(html.contains("<title>Résultats pour «\u{a0}savon noir\u{a0}»"), "{html}");
    // Who shares its address must not have the shop say what they wrote into it.
    let told = html.split("<meta").skip(1).map(|meta| meta.split('>').next().unwrap_or_default());
    assert!(told.clone().any(|meta| meta.contains("og:title\" content=\"Rechercher · ")), "{html}");
    assert!(told.clone().all(|meta| !meta.contains("savon")), "{html}");
    assert!(steps(&html).ends_with("href=\"/search?q=savon+noir&amp;page=2\">Suivant</a>"), "{html}");
    let (_, html) = page(&gateway, "/en/featured").await;
    assert!(steps(&html).ends_with("href=\"/en/featured?page=2\">Next</a>"), "{html}");
    gateway.neighbour.says("GetListing", &list(3));
    let (_, html) = page(&gateway, "/catalog/category/soins?page=3").await;
    assert!(steps(&html).ends_with("href=\"/catalog/category/soins?page=2\">Précédent</a>"), "{html}");
}

/// What the catalogue refuses, no address of a page asks for; whatever it refuses beyond that is no page.
#[souk_testkit::test(SCHEMA)]
async fn a_list_leaves_out_what_makes_no_sense_together(pool: PgPool) {
    let gateway = open(pool).await;
    let json = listing(&[card("")]).to_string().into_bytes();
    gateway.neighbour.says("GetListing", &GetListingResponse { json, version: 2 });
    let (status, html) = page(&gateway, "/new?priceMin=10&priceMax=5&brands=b").await;
    assert_eq!(status, StatusCode::OK);
    let key = |query: Value| json!(["get", "/web/public/api/new/products", { "params": { "query": query } }]);
    assert_eq!(queries(&html)[2][0], key(json!({ "brands": ["b"], "priceMax": "5" })));
    let (status, html) = page(&gateway, "/new?page=241&size=50&brands=b").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(queries(&html)[2][0], key(json!({ "brands": ["b"], "size": 50 })));
    assert!(html.contains("<link rel=\"canonical\" href=\"http://localhost:8080/new\">"), "{html}");
    let (_, last) = page(&gateway, "/new?page=240&size=50").await;
    assert_eq!(queries(&last)[2][0], key(json!({ "page": 240, "size": 50 })));
    gateway
        .neighbour
        .fails("GetListing", || Failure::invalid_field("priceMin", "form.validation.amount", "no"));
    let (status, html) = page(&gateway, "/featured?priceMin=1").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(html.contains("Page introuvable"), "{html}");
}

#[souk_testkit::test(SCHEMA)]
async fn the_path_says_the_language(pool: PgPool) {
    let gateway = open(pool).await;
    let (_, html) = page(&gateway, "/ar/new").await;
    assert!(html.starts_with("<!doctype html><html lang=\"ar\" dir=\"rtl\">"));
    assert!(html.contains("<link rel=\"canonical\" href=\"http://localhost:8080/ar/new\">"));
    assert!(html.contains("hreflang=\"x-default\" href=\"http://localhost:8080/new\""));
}

#[souk_testkit::test(SCHEMA)]
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

#[souk_testkit::test(SCHEMA)]
async fn every_page_says_what_it_is(pool: PgPool) {
    let gateway = open(pool).await;
    for (path, title) in [
        ("/search", "Rechercher"),
        ("/en/checkout/cart/view", "Cart"),
        ("/checkout/thanks", "Commande enregistrée"),
        ("/order/track", "Suivre ma commande"),
        ("/ar/preview", "معاينة"),
    ] {
        let (_, html) = page(&gateway, path).await;
        assert!(html.contains(&format!("<title>{title} · Souk</title>")), "{path}: {html}");
    }
    let (_, html) = page(&gateway, "/catalog/category/soins").await;
    assert!(html.contains("name=\"description\" content=\"Soins chez Souk : paiement à la livraison"));
}

#[souk_testkit::test(SCHEMA)]
async fn only_the_dashboard_takes_styles_from_its_own_scripts(pool: PgPool) {
    let gateway = open(pool).await;
    let policy = async |path: &str| {
        gateway.get(&Person::default(), path).await.header("content-security-policy").to_owned()
    };
    assert!(!policy("/new").await.contains("unsafe") && !policy("/nowhere").await.contains("unsafe"));
    assert!(policy("/admin/orders").await.contains("script-src 'self'; style-src 'self' 'unsafe-inline'"));
}

#[souk_testkit::test(SCHEMA)]
async fn only_the_preview_stands_in_another_page_and_only_in_one_of_ours(pool: PgPool) {
    let gateway = open(pool).await;
    for path in ["/preview", "/ar/preview", "/en/preview/"] {
        let answer = gateway.get(&Person::default(), path).await;
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("frame-ancestors 'self'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!((answer.status, answer.header("x-frame-options")), (StatusCode::OK, "SAMEORIGIN"));
        assert!(page(&gateway, path).await.1.contains("noindex"), "{path}");
    }
    for path in ["/", "/previews", "/preview/x", "/admin/preview", "/dashboard/api/home-blocks/preview"] {
        let answer = gateway.get(&Person::default(), path).await;
        assert!(answer.header("content-security-policy").contains("frame-ancestors 'none'"), "{path}");
        assert_eq!(answer.header("x-frame-options"), "DENY", "{path}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_not_there_is_a_real_404(pool: PgPool) {
    let gateway = open(pool).await;
    gateway.neighbour.fails("GetProductPage", || Failure::not_found("catalog.unknown", "no such product"));
    for path in ["/nowhere", "/en/nowhere", "/catalog/product/soins/gone", "/catalog/category/%ff"] {
        let (status, html) = page(&gateway, path).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        assert!(html.contains("<meta name=\"souk-status\" content=\"404\">") && html.contains("noindex"));
    }
    let asked = || gateway.neighbour.asked::<GetProductPageRequest>("GetProductPage").len();
    let before = asked();
    let (status, _) = page(&gateway, &format!("/catalog/product/soins/gone?combination={RED}")).await;
    assert_eq!((status, asked() - before), (StatusCode::NOT_FOUND, 1), "it is asked for once");
}

#[souk_testkit::test(SCHEMA)]
async fn what_was_taken_away_for_good_is_a_410_with_the_shops_page(pool: PgPool) {
    let gateway = open(pool).await;
    let gone = || Failure::not_found("catalog.gone", "it was taken away");
    for method in ["GetProductPage", "GetListing", "GetPublishedCmsPage", "GetPublishedBlogPost"] {
        gateway.neighbour.fails(method, gone);
    }
    gateway.neighbour.fails("ListPublishedBlogPosts", gone);
    for path in [
        "/catalog/product/soins/savon",
        "/catalog/category/bain",
        "/catalog/brands/nour",
        "/catalog/collections/ete",
        "/pages/livraison",
        "/blog/guide",
        "/blog/categories/guides",
    ] {
        let (status, html) = page(&gateway, path).await;
        assert_eq!(status, StatusCode::GONE, "{path}");
        assert!(html.contains("<h1>Cette page n’existe plus</h1>") && html.contains("noindex"), "{html}");
        assert!(html.contains("<meta name=\"souk-status\" content=\"410\">"), "{html}");
    }
    let (status, html) = page(&gateway, "/ar/pages/livraison").await;
    assert!(status == StatusCode::GONE && html.contains("<h1>لم تعد هذه الصفحة موجودة</h1>"), "{html}");
    // A thing that comes back is shown again.
    gateway.neighbour.says(
        "GetProductPage",
        &GetProductPageResponse { json: product().to_string().into_bytes(), version: 5 },
    );
    gateway.app.catalog.reads().drop_all();
    assert_eq!(page(&gateway, "/catalog/product/soins/savon").await.0, StatusCode::OK);
}

/// What is wrong with the shop says nothing of what it sells: search engines come again.
#[souk_testkit::test(SCHEMA)]
async fn a_page_that_the_catalogue_refuses_to_tell_is_away_and_not_gone(pool: PgPool) {
    let gateway = open(pool).await;
    for kind in [Kind::Unauthenticated, Kind::Forbidden, Kind::Conflict, Kind::Precondition] {
        gateway.neighbour.fails("GetProductPage", move || Failure::new(kind, "refused", "no"));
        for path in
            ["/catalog/product/soins/savon", &format!("/catalog/product/soins/savon?combination={RED}")]
        {
            let answer = gateway.get(&Person::default(), path).await;
            assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE, "{kind:?}: {answer:?}");
            assert_eq!(answer.header("retry-after"), "2", "{kind:?}");
            let html = answer.text();
            assert!(html.contains("src=\"/assets/main.js\"") && !html.contains("introuvable"), "{html}");
        }
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_shop_whose_catalogue_is_away_still_loads_its_app(pool: PgPool) {
    let recorder = PrometheusBuilder::new().build_recorder();
    let metrics = recorder.handle();
    let _here = metrics::set_default_local_recorder(&recorder);
    let gateway = open(pool).await;
    gateway.neighbour.fails("GetProductPage", || Failure::unavailable("away"));
    let (status, html) = page(&gateway, "/catalog/product/soins/savon").await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(html.contains("src=\"/assets/main.js\""));
    let told = metrics.render();
    assert!(told.contains("souk_problems_total{code=\"unavailable\"} 1\n"), "{told}");
}

/// Whoever reads too much, or stands behind the same address as one who does, still finds a shop.
#[souk_testkit::test(SCHEMA)]
async fn a_page_whose_reader_asked_for_too_much_still_loads_its_app(pool: PgPool) {
    let limits = LimitsConfig { limit_misses: Some(1), ..NO_LIMITS };
    let gateway = Gateway::open_limited(pool, web_app(), limits).await;
    gateway.neighbour.says("GetSettings", &settings());
    let json = product().to_string().into_bytes();
    gateway.neighbour.says("GetProductPage", &GetProductPageResponse { json, version: 4 });
    for number in 0..4 {
        gateway.get(&Person::default(), &format!("/catalog/product/soins/{number}")).await;
    }
    let answer = gateway.get(&Person::default(), "/catalog/product/soins/savon").await;
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (StatusCode::TOO_MANY_REQUESTS, "text/html; charset=utf-8")
    );
    assert_eq!(answer.header("retry-after"), "1");
    assert!(answer.text().contains("src=\"/assets/main.js\""), "{answer:?}");
}

#[souk_testkit::test(SCHEMA)]
async fn nothing_of_the_visitor_is_in_a_page(pool: PgPool) {
    let gateway = open(pool).await;
    let answer = gateway.get(&gateway.shopper().await, "/checkout/cart/view").await;
    assert_eq!(answer.header("set-cookie"), "");
    assert!(!answer.text().contains("csrf") && answer.text().contains("noindex"));
}

#[souk_testkit::test(SCHEMA)]
async fn built_files_are_kept_for_good_and_sent_as_the_build_compressed_them(pool: PgPool) {
    let gateway = open(pool).await;
    let takes_brotli = Person { headers: vec![("accept-encoding", "br".into())] };
    let answer = gateway.get(&takes_brotli, "/assets/main.js").await;
    assert_eq!((answer.header("content-encoding"), answer.text().as_str()), ("br", "compressed\n"));
    assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable");
    let plain = gateway.get(&Person::default(), "/assets/main.js").await;
    assert_eq!(plain.header("content-type"), "text/javascript");
}

#[souk_testkit::test(SCHEMA)]
async fn home_blocks_are_read_before_a_script_runs_and_stand_as_their_settings_say(pool: PgPool) {
    let gateway = open(pool).await;
    let block = |title: &str, size: u32, show_title: bool, own: Value| {
        let mut block = json!({
            "publicTitle": title, "size": size, "showTitle": show_title, "bgColor": "", "containerClass": "inner",
            "wrapperCssClass": "warm", "responsiveNumber": { "mobile": 0, "tablet": 0, "desktop": 0 },
        });
        for (name, value) in own.as_object().expect("members") {
            block[name] = value.clone();
        }
        block
    };
    let banner = json!({ "title": "Ramadan", "text": "", "button": "", "link": "", "image": null });
    let blocks = json!({ "blocks": [
        block("Nous <3", 6, false, json!({ "type": "html_block", "html": "<p>Ouvert <b>vendredi</b></p>" })),
        block("", 12, true, json!({ "type": "banner_carousel", "banners": [banner] })),
        block("En promo", 12, true, json!({ "type": "discounted_products", "link": "", "products": [card("")] })),
    ] });
    let mut blocks = blocks;
    let tiles = [
        json!({ "type": "categories_carousel", "categories": [{ "id": "c", "slug": "soins", "name": "Soins", "image": "", "products": 1 }] }),
        json!({ "type": "brand_lines_carousel", "lines": [
            { "uuid": "l", "slug": "sahara", "name": "Sahara", "brandName": "Nour", "picture": null, "products": 1 }] }),
        json!({ "type": "blog_categories_carousel", "categories": [
            { "name": "Conseils", "slug": "conseils", "description": "À lire", "picture": null, "posts": 1 }] }),
    ];
    blocks["blocks"].as_array_mut().expect("blocks").extend(tiles.map(|own| block("", 12, true, own)));
    let home = GetHomeResponse { json: blocks.to_string().into_bytes(), version: 1 };
    gateway.neighbour.says("GetHome", &home);
    let page = gateway.get(&Person::default(), "/").await.text();
    let promises = "</section></div></div><ul class=\"trust\"><li><svg class=\"icon\" data-size=\"large\" viewBox=\"0 0 20 20\" \
        aria-hidden=\"true\"></svg><div><b>Échange sous 7 jours</b><span>Le livreur reprend le produit</span></div></li></ul><div class";
    assert_eq!(page.matches(promises).count(), 1, "under the first block: {page}");
    for part in [
        "<div class=\"module_untitled warm\" data-size=\"6\"><div class=\"inner\">",
        "<h2>Nous &lt;3</h2>",
        "<div class=\"prose\"><p>Ouvert <b>vendredi</b></p></div>",
        "<h2>Ramadan</h2>",
        "<h2>En promo</h2>",
        "Savon",
        // With the room of the picture that is still to come.
        "<a href=\"/catalog/category/soins\"><span class=\"tiles_arch\"></span>Soins</a>",
        "<span class=\"lines_picture\"></span><b>Sahara</b><small>Nour</small></a>",
        "<span class=\"post-card_picture\"></span><b>Conseils</b><small>À lire</small></a>",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    // The merchant's own words stand beside ours.
    assert_eq!(without_looks(&page), ["warm", "inner"].repeat(6));
}

#[souk_testkit::test(SCHEMA)]
async fn the_page_of_a_promotion_says_what_it_is_until_it_is_over(pool: PgPool) {
    let gateway = open(pool).await;
    let mut reached = listing(&[card("/media/tassili.webp")]);
    reached["discount"] = json!({
        "discountValue": 20, "ruleType": "percentage", "rule": "all", "ruleEntityName": "", "subtitle": "",
        "discountEndDate": "2026-11-30 CET 23:59:59",
        "bannerThumb": { "name": "PRODUCT_PAGE_LARGE", "displayUrl": "/media/b.jpg", "url": "/media/b.jpg", "width": 1080, "height": 540 },
        "discountLangRead": [{ "language": "fr", "title": "Soldes", "slogan": "Tout doit <partir>" }],
    });
    let json = reached.to_string().into_bytes();
    gateway.neighbour.says("GetListing", &GetListingResponse { json, version: 2 });
    let (status, html) = page(&gateway, "/promotions/01a1").await;
    assert_eq!(status, StatusCode::OK);
    let init = json!({ "params": { "path": { "discount": "01a1" }, "query": {} } });
    assert_eq!(
        queries(&html)[2],
        json!([["get", "/web/public/api/promotions/products/{discount}", init], reached])
    );
    assert!(
        html.contains(
            "<section class=\"section deal\"><div class=\"deal_text\"><h2>Tout doit &lt;partir&gt;</h2>"
        ),
        "{html}"
    );
    assert!(
        html.contains("<meta property=\"og:image\" content=\"http://localhost:8080/media/b.jpg\">"),
        "{html}"
    );
    assert!(html.contains("href=\"http://localhost:8080/ar/promotions/01a1\""), "{html}");
    let asked = gateway.neighbour.asked::<GetListingRequest>("GetListing").remove(0);
    assert_eq!((asked.scope(), asked.key.as_str()), (Scope::Promotion, "01a1"));

    gateway.neighbour.fails("GetListing", || Failure::not_found("catalog.unknown_listing", "over"));
    let (status, html) = page(&gateway, "/ar/promotions/01a1").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(html.contains("<h1>هذا العرض غير سارٍ الآن</h1>") && html.contains("noindex"), "{html}");
}

#[souk_testkit::test(SCHEMA)]
async fn the_page_of_a_brand_line_is_below_its_brand_and_leads_on_when_it_moved(pool: PgPool) {
    let gateway = open(pool).await;
    let mut of_line = listing(&[card("")]);
    of_line["title"] = json!("Sahara");
    of_line["brand"] = json!({ "uuid": "b", "name": "Nour", "slug": "nour", "logo": "default-logo.png" });
    let json = of_line.to_string().into_bytes();
    gateway.neighbour.says("GetListing", &GetListingResponse { json, version: 2 });
    let (status, html) = page(&gateway, "/ar/catalog/brandlines/sahara").await;
    assert_eq!(status, StatusCode::OK);
    let init = json!({ "params": { "path": { "brandLine": "sahara" }, "query": {} } });
    assert_eq!(
        queries(&html)[2],
        json!([["get", "/web/public/api/brandLine/products/{brandLine}", init], of_line])
    );
    for part in [
        "<a href=\"/ar/catalog/brands/nour\">Nour</a></li><li><span>Sahara</span></li>",
        "\"item\":\"http://localhost:8080/ar/catalog/brands/nour\",\"name\":\"Nour\",\"position\":1",
        "\"item\":\"http://localhost:8080/ar/catalog/brandlines/sahara\",\"name\":\"Sahara\",\"position\":2",
        "<link rel=\"canonical\" href=\"http://localhost:8080/ar/catalog/brandlines/sahara\">",
    ] {
        assert!(html.contains(part), "{part} is not in {html}");
    }
    let moved = || Failure::not_found("catalog.moved", "it moved").with("movedTo", "hoggar");
    gateway.neighbour.fails("GetListing", moved);
    let answer = gateway.get(&Person::default(), "/en/catalog/brandlines/sahara-x").await;
    assert_eq!(answer.header("location"), "/en/catalog/brandlines/hoggar");
}

#[souk_testkit::test(SCHEMA)]
async fn the_page_of_a_collection_says_its_way_and_leads_on_when_it_moved(pool: PgPool) {
    let gateway = open(pool).await;
    let mut of_collection = listing(&[card("")]);
    of_collection["title"] = json!("Cadeaux");
    let json = of_collection.to_string().into_bytes();
    gateway.neighbour.says("GetListing", &GetListingResponse { json, version: 2 });
    let (status, html) = page(&gateway, "/ar/catalog/collections/cadeaux").await;
    assert_eq!(status, StatusCode::OK);
    let init = json!({ "params": { "path": { "collection": "cadeaux" }, "query": {} } });
    assert_eq!(
        queries(&html)[2],
        json!([["get", "/web/public/api/collection/products/{collection}", init], of_collection])
    );
    for part in [
        "</li><li><span>Cadeaux</span></li>",
        "\"item\":\"http://localhost:8080/ar/catalog/collections/cadeaux\",\"name\":\"Cadeaux\",\"position\":1",
        "<link rel=\"canonical\" href=\"http://localhost:8080/ar/catalog/collections/cadeaux\">",
    ] {
        assert!(html.contains(part), "{part} is not in {html}");
    }
    let moved = || Failure::not_found("catalog.moved", "it moved").with("movedTo", "idees");
    gateway.neighbour.fails("GetListing", moved);
    let answer = gateway.get(&Person::default(), "/en/catalog/collections/cadeaux-x").await;
    assert_eq!(answer.header("location"), "/en/catalog/collections/idees");
}

#[souk_testkit::test(SCHEMA)]
async fn a_product_s_former_address_leads_on(pool: PgPool) {
    let gateway = open(pool).await;
    let moved = || {
        let moved = Failure::not_found("catalog.moved", "it moved").with("movedTo", "savon-noir");
        moved.with("movedBelow", "soins")
    };
    gateway.neighbour.fails("GetProductPage", moved);
    let former = gateway.get(&Person::default(), "/ar/catalog/product/bain/savon?combination=r").await;
    let leads = (former.status, former.header("location"));
    let now = "/ar/catalog/product/soins/savon-noir?combination=r";
    assert_eq!(leads, (StatusCode::PERMANENT_REDIRECT, now));
    let shopper = gateway.shopper().await;
    let answer = gateway.get(&shopper, "/web/public/api/product/savon").await;
    assert_eq!((answer.status, answer.problem().as_str()), (StatusCode::NOT_FOUND, "catalog.moved"));
}

#[souk_testkit::test(SCHEMA)]
async fn a_page_of_text_is_read_before_a_script_runs_and_leads_on_when_it_moved(pool: PgPool) {
    let gateway = open(pool).await;
    let text = json!({
        "title": "Livraison <3", "slug": "livraison", "html": "<h2>Délais</h2><p>48 h</p>", "seoTitle": "",
        "seoDescription": "Délais 48 h",
    });
    let published = GetPublishedCmsPageResponse { json: text.to_string().into_bytes() };
    gateway.neighbour.says("GetPublishedCmsPage", &published);
    let (status, html) = page(&gateway, "/ar/pages/livraison").await;
    assert_eq!(status, StatusCode::OK);
    for part in [
        "<title>Livraison &lt;3 · Souk</title>",
        "<h1>Livraison &lt;3</h1>",
        "<div class=\"prose\" dir=\"auto\"><h2>Délais</h2><p>48 h</p></div>",
        "content=\"Délais 48 h\"",
        "<link rel=\"canonical\" href=\"http://localhost:8080/ar/pages/livraison\">",
        "hreflang=\"en\" href=\"http://localhost:8080/en/pages/livraison\"",
    ] {
        assert!(html.contains(part), "{part} is not in {html}");
    }
    let key =
        json!(["get", "/web/public/api/cms-page/{slug}", { "params": { "path": { "slug": "livraison" } } }]);
    let given = queries(&html).as_array().expect("answers").iter().any(|answer| answer[0] == key);
    assert!(given, "the app need not ask for it");

    let moved = || Failure::not_found("catalog.moved", "it moved").with("movedTo", "delais");
    gateway.neighbour.fails("GetPublishedCmsPage", moved);
    let former = gateway.get(&Person::default(), "/ar/pages/expedition?utm_source=x").await;
    let leads = (former.status, former.header("location"));
    assert_eq!(leads, (StatusCode::PERMANENT_REDIRECT, "/ar/pages/delais?utm_source=x"));
    gateway.neighbour.fails("GetPublishedCmsPage", || Failure::not_found("catalog.unknown_cms_page", "none"));
    assert_eq!(page(&gateway, "/pages/nulle-part").await.0, StatusCode::NOT_FOUND);
}

#[souk_testkit::test(SCHEMA)]
async fn a_post_is_read_before_a_script_runs_and_leads_on_when_it_moved(pool: PgPool) {
    let gateway = open(pool).await;
    let text = json!({
        "title": "Choisir <sa> taille", "slug": "tailles", "excerpt": "Mesurez", "html": "<h2>Mesures</h2><p>92 cm</p>",
        "picture": null, "publishedAt": "2026-11-20T23:30:00Z", "changedAt": "2026-11-19T10:00:00Z",
        "category": { "name": "Guides", "slug": "guides" }, "seoTitle": "", "seoDescription": "Mesurez",
    });
    let published = GetPublishedBlogPostResponse { json: text.to_string().into_bytes() };
    gateway.neighbour.says("GetPublishedBlogPost", &published);
    let (status, html) = page(&gateway, "/ar/blog/tailles").await;
    assert_eq!(status, StatusCode::OK);
    for part in [
        "<title>Choisir &lt;sa&gt; taille · Souk</title>",
        "<h1 dir=\"auto\">Choisir &lt;sa&gt; taille</h1>",
        "<time datetime=\"2026-11-20T23:30:00Z\">21 نوفمبر 2026</time>",
        "<div class=\"prose\" dir=\"auto\"><h2>Mesures</h2><p>92 cm</p></div>",
        "<meta property=\"og:type\" content=\"article\">",
        "\"@type\":\"BlogPosting\"",
        "\"datePublished\":\"2026-11-20T23:30:00Z\"",
        "\"dateModified\":\"2026-11-20T23:30:00Z\"",
        "\"item\":\"http://localhost:8080/ar/blog/categories/guides\",\"name\":\"Guides\",\"position\":2",
        "<link rel=\"canonical\" href=\"http://localhost:8080/ar/blog/tailles\">",
        "hreflang=\"en\" href=\"http://localhost:8080/en/blog/tailles\"",
    ] {
        assert!(html.contains(part), "{part} is not in {html}");
    }
    let key =
        json!(["get", "/web/public/api/blog/post/{slug}", { "params": { "path": { "slug": "tailles" } } }]);
    let given = queries(&html).as_array().expect("answers").iter().any(|answer| answer[0] == key);
    assert!(given, "the app need not ask for it");

    let moved = || Failure::not_found("catalog.moved", "it moved").with("movedTo", "mesures");
    gateway.neighbour.fails("GetPublishedBlogPost", moved);
    let former = gateway.get(&Person::default(), "/ar/blog/mensurations").await;
    assert_eq!(
        (former.status, former.header("location")),
        (StatusCode::PERMANENT_REDIRECT, "/ar/blog/mesures")
    );
    gateway
        .neighbour
        .fails("GetPublishedBlogPost", || Failure::not_found("catalog.unknown_blog_post", "none"));
    assert_eq!(page(&gateway, "/blog/nulle-part").await.0, StatusCode::NOT_FOUND);
}

#[souk_testkit::test(SCHEMA)]
async fn lists_of_posts_are_pages_of_their_own_that_lead_to_each_other(pool: PgPool) {
    let gateway = open(pool).await;
    let card = json!({
        "title": "Tailles", "slug": "tailles", "excerpt": "", "picture": null, "publishedAt": "2026-11-20T10:00:00Z",
        "category": { "name": "Guides", "slug": "guides" },
    });
    let category = json!({
        "name": "Guides", "slug": "guides", "description": "Bien choisir", "picture": null, "seoTitle": "",
        "seoDescription": "",
    });
    let list = json!({
        "category": category, "posts": [card], "categories": [{ "name": "Guides", "slug": "guides" }], "total": 25,
        "page": 2, "size": 12, "pageCount": 3,
    });
    let listed = ListPublishedBlogPostsResponse { json: list.to_string().into_bytes() };
    gateway.neighbour.says("ListPublishedBlogPosts", &listed);
    let (status, html) =
        page(&gateway, "/en/blog/categories/guides?page=2&sort=price_asc&utm_source=x").await;
    assert_eq!(status, StatusCode::OK);
    for part in [
        "<h1>Guides</h1><p>Bien choisir</p>",
        "<a class=\"post-card_name\" dir=\"auto\" href=\"/en/blog/tailles\">Tailles</a>",
        "href=\"/en/blog/categories/guides\">Previous</a>",
        "href=\"/en/blog/categories/guides?page=3\">Next</a>",
        "<link rel=\"canonical\" href=\"http://localhost:8080/en/blog/categories/guides?page=2\">",
    ] {
        assert!(html.contains(part), "{part} is not in {html}");
    }
    assert!(!html.contains("noindex"), "{html}");
    let asked = gateway.neighbour.asked::<ListPublishedBlogPostsRequest>("ListPublishedBlogPosts");
    assert_eq!((asked[0].category.as_str(), asked[0].page.map(|page| page.page)), ("guides", Some(2)));
    let init = json!({ "params": { "path": { "slug": "guides" }, "query": { "page": 2 } } });
    let key = json!(["get", "/web/public/api/blog/category/{slug}", init]);
    assert!(queries(&html).as_array().expect("answers").iter().any(|answer| answer[0] == key), "{html}");

    let empty = json!({
        "category": null, "posts": [], "categories": [], "total": 0, "page": 1, "size": 12, "pageCount": 0,
    });
    let listed = ListPublishedBlogPostsResponse { json: empty.to_string().into_bytes() };
    gateway.neighbour.says("ListPublishedBlogPosts", &listed);
    let (status, html) = page(&gateway, "/blog").await;
    assert_eq!(status, StatusCode::OK);
    assert!(html.contains("Aucun article pour le moment") && html.contains("noindex"), "{html}");
}
