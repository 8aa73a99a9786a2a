//! What pages say of themselves to search engines: of each kind what it has to have, and nothing that is not known.

use serde_json::{Value, json};
use souk_proto::catalog::v1::{
    GetHomeResponse, GetListingResponse, GetProductPageResponse, GetPublishedBlogPostResponse,
    GetPublishedCmsPageResponse, Settings, ShopPicture,
};
use souk_proto::common::v1::LocalizedText;
use sqlx::PgPool;

use crate::pages::{card, listing, open, page, product};
use crate::support::{Gateway, SCHEMA};

/// What each kind of thing has to have.
const REQUIRED: [(&str, &[&str]); 14] = [
    ("Product", &["name", "offers"]),
    ("Offer", &["price", "priceCurrency", "availability", "url"]),
    ("Brand", &["name"]),
    ("AggregateRating", &["ratingValue", "reviewCount"]),
    ("BreadcrumbList", &["itemListElement"]),
    ("ItemList", &["itemListElement"]),
    ("ListItem", &["position", "name"]),
    ("OnlineStore", &["name", "url"]),
    ("Organization", &["name", "url"]),
    ("WebSite", &["name", "url"]),
    ("WebPage", &["name", "url"]),
    (
        "BlogPosting",
        &["headline", "datePublished", "dateModified", "author", "publisher", "mainEntityOfPage"],
    ),
    ("Blog", &["name", "url"]),
    ("SearchAction", &["target", "query-input"]),
];
/// Members that are whole addresses.
const ADDRESSES: [&str; 7] = ["url", "image", "item", "logo", "availability", "mainEntityOfPage", "@context"];

/// The blocks of a page.
fn told(html: &str) -> Vec<Value> {
    let begin = "<script type=\"application/ld+json\">";
    let blocks = html.split(begin).skip(1).filter_map(|rest| rest.split_once("</script>"));
    blocks.map(|(json, _)| serde_json::from_str(json).expect("is JSON")).collect()
}

fn assert_valid(value: &Value) {
    match value {
        Value::Null => panic!("nothing is told"),
        Value::String(text) => assert!(!text.trim().is_empty(), "an empty text"),
        Value::Array(items) => {
            assert!(!items.is_empty(), "an empty list");
            items.iter().for_each(assert_valid);
        }
        Value::Object(members) => {
            let kind = members.get("@type").and_then(Value::as_str).expect("a kind");
            let required = REQUIRED.iter().find(|(known, _)| *known == kind);
            let (_, required) = required.unwrap_or_else(|| panic!("nobody knows {kind}"));
            for member in *required {
                assert!(members.contains_key(*member), "{kind} without {member}: {value}");
            }
            for (name, member) in members {
                assert_valid(member);
                if ADDRESSES.contains(&name.as_str()) {
                    let address = member.as_str().unwrap_or_default();
                    assert!(address.starts_with("http"), "{kind}.{name}: {member}");
                }
            }
        }
        Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The kinds that a page at this path tells of, each valid, with what it tells.
async fn at(gateway: &Gateway, path: &str) -> (Vec<String>, Vec<Value>) {
    gateway.app.catalog.reads().drop_all();
    let (_, html) = page(gateway, path).await;
    let told = told(&html);
    for block in &told {
        assert_eq!(block["@context"], "https://schema.org");
        assert_valid(block);
    }
    (told.iter().map(|block| block["@type"].as_str().expect("a kind").to_owned()).collect(), told)
}

fn show(gateway: &Gateway, product: &Value) {
    let json = product.to_string().into_bytes();
    gateway.neighbour.says("GetProductPage", &GetProductPageResponse { json, version: 4 });
}

#[souk_testkit::test(SCHEMA)]
async fn a_product_tells_what_is_known_of_it(pool: PgPool) {
    let gateway = open(pool).await;
    let mut whole = product();
    whole["brandRead"] = json!({ "uuid": "b", "name": "Tassili", "slug": "tassili", "logo": "" });
    whole["rating"] = json!({ "average": 4.7, "count": 18, "counts": [0, 0, 1, 3, 14] });
    show(&gateway, &whole);
    let (kinds, told) = at(&gateway, "/catalog/product/soins/savon").await;
    assert_eq!(kinds, ["Product", "BreadcrumbList"]);
    assert_eq!(told[0]["brand"]["name"], "Tassili");

    let mut bare = product();
    bare["images"] = json!([]);
    bare["shortDescription"] = json!("");
    bare["breadcrumb"] = json!([]);
    bare["mainCategoryRead"] = Value::Null;
    show(&gateway, &bare);
    let (kinds, told) = at(&gateway, "/catalog/product/soins/savon").await;
    assert_eq!(kinds, ["Product"]);
    let members: Vec<_> = told[0].as_object().expect("a product").keys().map(String::as_str).collect();
    assert_eq!(members, ["@context", "@type", "name", "offers"]);
}

#[souk_testkit::test(SCHEMA)]
async fn each_other_page_tells_what_is_known_of_it(pool: PgPool) {
    let gateway = open(pool).await;
    let json = json!({ "blocks": [] }).to_string().into_bytes();
    gateway.neighbour.says("GetHome", &GetHomeResponse { json, version: 1 });
    assert_eq!(at(&gateway, "/").await.0, ["OnlineStore"]);
    let logo =
        Some(ShopPicture { url: "/media/shop/l.jpg".into(), width: 9, height: 9, ..ShopPicture::default() });
    let shop_name = Some(LocalizedText { fr: "Souk".into(), ..Default::default() });
    gateway.neighbour.says("GetSettings", &Settings { shop_name, logo, ..Settings::default() });
    let (_, told) = at(&gateway, "/ar").await;
    assert!(told[0]["logo"].as_str().is_some_and(|logo| logo.ends_with("/media/shop/l.jpg")), "{told:?}");

    let listed = listing(&[card("")]).to_string().into_bytes();
    gateway.neighbour.says("GetListing", &GetListingResponse { json: listed, version: 1 });
    let (kinds, _) = at(&gateway, "/catalog/category/soins").await;
    assert!(kinds.contains(&"ItemList".to_owned()), "{kinds:?}");

    let text = json!({ "title": "Livraison", "slug": "livraison", "html": "", "seoTitle": "", "seoDescription": "" });
    let published = GetPublishedCmsPageResponse { json: text.to_string().into_bytes() };
    gateway.neighbour.says("GetPublishedCmsPage", &published);
    assert_eq!(at(&gateway, "/pages/livraison").await.0, ["WebPage"]);

    let mut post = json!({
        "title": "Un guide", "slug": "guide", "excerpt": "", "html": "", "picture": null,
        "publishedAt": "2026-11-20T10:00:00Z", "changedAt": "2026-11-21T10:00:00Z",
        "category": { "name": "Guides", "slug": "guides" }, "seoTitle": "", "seoDescription": "",
    });
    for picture in [
        Value::Null,
        json!({ "name": "PRODUCT_PAGE_LARGE", "displayUrl": "/media/shop/g.jpg", "url": "/media/shop/g.jpg", "width": 9, "height": 9 }),
    ] {
        post["picture"] = picture.clone();
        let published = GetPublishedBlogPostResponse { json: post.to_string().into_bytes() };
        gateway.neighbour.says("GetPublishedBlogPost", &published);
        let (kinds, told) = at(&gateway, "/en/blog/guide").await;
        assert_eq!(kinds, ["BlogPosting", "BreadcrumbList"]);
        assert_eq!(told[0].get("image").is_some(), !picture.is_null());
    }
}
