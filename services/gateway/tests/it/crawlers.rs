//! What search engines and advertisers ask for, and the address that people guess.

use std::sync::atomic::{AtomicUsize, Ordering};

use http::StatusCode;
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use souk_proto::catalog::v1::address::Kind;
use souk_proto::catalog::v1::{
    Address, GetHomeResponse, GetProductPageRequest, GetProductPageResponse, ListAddressesRequest,
    ListAddressesResponse,
};
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{Gateway, Person, SCHEMA};

fn address(kind: Kind, category_slug: &str, slug: &str) -> Address {
    let (slug, category_slug) = (slug.into(), category_slug.into());
    Address { kind: kind.into(), slug, category_slug, ..Address::default() }
}

fn numbered(number: u64, slug: &str) -> Address {
    Address { number, ..address(Kind::Product, "soins", slug) }
}

#[souk_testkit::test(SCHEMA)]
async fn the_sitemap_names_every_page_in_every_language(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let addresses = vec![
        address(Kind::Category, "", "soins"),
        address(Kind::Promotion, "", "01a1"),
        address(Kind::Product, "soins", "كريم"),
        address(Kind::CmsPage, "", "livraison"),
        address(Kind::Collection, "", "cadeaux"),
        address(Kind::BlogCategory, "", "guides"),
        address(Kind::BlogPost, "", "tailles"),
    ];
    gateway.neighbour.says("ListAddresses", &ListAddressesResponse { addresses, parts: 2 });
    let nobody = Person::default();
    let index = gateway.get(&nobody, "/sitemap.xml").await;
    assert_eq!((index.status, index.header("content-type")), (StatusCode::OK, "application/xml"));
    assert_eq!(index.text().matches("/sitemap.xml?part=").count(), 2);
    let part = gateway.get(&nobody, "/sitemap.xml?part=0").await.text();
    for path in [
        "/ar",
        "/en/new",
        "/catalog/category/soins",
        "/ar/promotions/01a1",
        "/ar/pages/livraison",
        "/ar/catalog/collections/cadeaux",
        "/ar/blog",
        "/en/blog/categories/guides",
        "/ar/blog/tailles",
        "/ar/catalog/product/soins/%D9%83%D8%B1%D9%8A%D9%85",
    ] {
        let entry = format!("<url><loc>http://localhost:8080{path}</loc></url>");
        assert!(part.contains(&entry), "{path}: {part}");
    }
    let second = gateway.get(&nobody, "/sitemap.xml?part=1").await.text();
    for once in ["/ar/new", "/ar/blog"] {
        assert!(!second.contains(&format!("{once}</loc>")), "{once} stands in the first part alone");
    }
    let asked = gateway.neighbour.asked::<ListAddressesRequest>("ListAddresses");
    gateway.get(&nobody, "/sitemap.xml?part=0").await;
    assert_eq!(gateway.neighbour.asked::<ListAddressesRequest>("ListAddresses").len(), asked.len());
}

#[souk_testkit::test(SCHEMA)]
async fn the_sitemap_names_a_products_pictures_with_its_page_in_each_language(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let images = vec!["/media/a.jpg".to_owned(), "/media/b.jpg".to_owned()];
    let addresses = vec![Address { images, ..numbered(1, "savon") }, numbered(2, "creme")];
    gateway.neighbour.says("ListAddresses", &ListAddressesResponse { addresses, parts: 2 });
    let part = gateway.get(&Person::default(), "/sitemap.xml?part=1").await.text();
    assert!(part.contains(" xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\""), "{part}");
    for path in ["", "/ar", "/en"] {
        let entry = format!(
            "<url><loc>http://localhost:8080{path}/catalog/product/soins/savon</loc>\
             <image:image><image:loc>http://localhost:8080/media/a.jpg</image:loc></image:image>\
             <image:image><image:loc>http://localhost:8080/media/b.jpg</image:loc></image:image></url>"
        );
        assert!(part.contains(&entry), "{path}: {part}");
    }
    assert!(part.contains("/creme</loc></url>"), "{part}");
}

#[souk_testkit::test(SCHEMA)]
async fn whoever_reads_the_whole_sitemap_takes_nothing_from_shoppers(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    // More than the four mebibytes that are kept for shoppers.
    let slug = "x".repeat(600);
    let addresses = vec![address(Kind::Product, "soins", &slug); 200];
    gateway.neighbour.says("ListAddresses", &ListAddressesResponse { addresses, parts: 20 });
    gateway.neighbour.says("GetHome", &GetHomeResponse { json: b"{}".to_vec(), version: 1 });
    let (nobody, shopper) = (Person::default(), gateway.shopper().await);
    gateway.get(&shopper, "/web/public/api/home").await;
    for part in (0..20).chain(0..20) {
        let answer = gateway.get(&nobody, &format!("/sitemap.xml?part={part}")).await;
        assert_eq!(answer.status, StatusCode::OK);
        // What changes in the catalogue makes pages old, and no sitemap.
        gateway.app.catalog.reads().drop_all();
    }
    assert_eq!(gateway.neighbour.asked::<ListAddressesRequest>("ListAddresses").len(), 20);
    gateway.neighbour.fails("GetHome", || Failure::unavailable("away"));
    let home = gateway.get(&shopper, "/web/public/api/home").await;
    assert_eq!(home.status, StatusCode::OK, "it is still kept");
}

#[souk_testkit::test(SCHEMA)]
async fn a_part_that_is_not_there_is_not_found(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    gateway.neighbour.says("ListAddresses", &ListAddressesResponse { addresses: Vec::new(), parts: 1 });
    let nobody = Person::default();
    assert_eq!(gateway.get(&nobody, "/sitemap.xml?part=1").await.problem(), "not_found");
    assert_eq!(gateway.get(&nobody, "/sitemap.xml?part=-1").await.fields(), ["part"]);
}

#[souk_testkit::test(SCHEMA)]
async fn robots_are_told_where_the_sitemap_is_and_what_is_no_page(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let robots = gateway.get(&Person::default(), "/robots.txt").await;
    assert_eq!(robots.header("content-type"), "text/plain; charset=utf-8");
    assert!(robots.text().contains("Sitemap: http://localhost:8080/sitemap.xml"));
    assert!(robots.text().contains("Disallow: /dashboard/") && !robots.text().contains("Disallow: /catalog"));
}

#[souk_testkit::test(SCHEMA)]
async fn the_address_of_the_staffs_calls_leads_to_their_screens(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    for path in ["/dashboard", "/dashboard/"] {
        let answer = gateway.get(&Person::default(), path).await;
        assert_eq!((answer.status, answer.header("location")), (StatusCode::PERMANENT_REDIRECT, "/admin/"));
    }
}

fn lipstick() -> Value {
    let combination = |id: &str, name: &str, images: &[&str], available: bool| {
        json!({
            "id": id, "isDefault": false, "priceHt": 1550, "priceAfterPromotion": 1200.5, "images": images, "displayName": name,
            "combinationLangsRead": [], "values": [], "available": available, "sku": if id == "red" { "RL-1" } else { "" },
        })
    };
    let image = |id: &str| {
        json!({ "id": id, "alt": "", "imagesIdsAndSizes": [
            { "name": "PRODUCT_PAGE_LARGE", "displayUrl": format!("/media/{id}.jpg"), "url": format!("/media/{id}.jpg"), "width": 9, "height": 9 },
        ] })
    };
    json!({
        "id": "p", "uid": "p", "name": "Rouge & <noir>\u{b}\u{fffe}\u{ffff}", "slug": "rouge", "priceHt": 1550, "productPriceAfterPromotion": null,
        "priceBasis": "ttc", "mainCategoryRead": { "uuid": "c", "name": "Soins", "slug": "soins" },
        "breadcrumb": [{ "id": "a", "name": "Beauté", "slug": "beaute", "image": "", "products": 3 },
            { "id": "c", "name": "Soins", "slug": "soins", "image": "", "products": 3 }],
        "brandRead": { "uuid": "b", "name": "Kahina", "slug": "kahina", "logo": "Kahina" }, "promotionRead": null, "tagsRead": [],
        "productLangsRead": [], "shortDescription": "Tient douze heures", "longDescription": "", "seoTitle": "", "seoDescription": "",
        "featureValuesRead": [], "images": [image("one"), image("two")],
        "combinations": [combination("red", "Rouge", &["two"], true), combination("plum", "Prune", &[], false)],
        "productsInPackSerialized": [], "available": true, "version": 1,
    })
}

#[souk_testkit::test(SCHEMA)]
async fn a_feed_has_an_entry_for_all_that_can_be_ordered(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let addresses = vec![address(Kind::Product, "soins", "rouge")];
    gateway.neighbour.says("ListAddresses", &ListAddressesResponse { addresses, parts: 3 });
    let json = serde_json::to_vec(&lipstick()).expect("writes");
    gateway.neighbour.says("GetProductPage", &GetProductPageResponse { json, version: 1 });
    let nobody = Person::default();
    let feed = gateway.get(&nobody, "/feeds/ar.xml").await;
    assert_eq!(
        (feed.status, feed.header("content-type")),
        (StatusCode::OK, "application/xml; charset=utf-8")
    );
    let text = feed.text();
    assert_eq!(text.matches("<item>").count(), 4, "two of each of two parts");
    let red = text.lines().find(|line| line.contains("<g:id>red</g:id>")).expect("told");
    insta::assert_snapshot!(red.replace("><g:", ">\n<g:"), @r"
    <item>
    <g:id>red</g:id>
    <g:item_group_id>p</g:item_group_id>
    <g:title>Rouge &amp; &lt;noir&gt; – Rouge</g:title>
    <g:link>http://localhost:8080/ar/catalog/product/soins/rouge?combination=red</g:link>
    <g:description>Tient douze heures</g:description>
    <g:availability>in_stock</g:availability>
    <g:price>1550.00 DZD</g:price>
    <g:sale_price>1200.50 DZD</g:sale_price>
    <g:image_link>http://localhost:8080/media/two.jpg</g:image_link>
    <g:additional_image_link>http://localhost:8080/media/one.jpg</g:additional_image_link>
    <g:condition>new</g:condition>
    <g:product_type>Beauté &gt; Soins</g:product_type>
    <g:brand>Kahina</g:brand>
    <g:mpn>RL-1</g:mpn></item>
    ");
    let plum = text.lines().find(|line| line.contains("<g:id>plum</g:id>")).expect("told");
    assert!(plum.contains("out_of_stock") && plum.contains("/media/one.jpg</g:image_link>"), "{plum}");
    assert!(text.ends_with("</channel></rss>\n"));
    let asked = gateway.neighbour.asked::<GetProductPageRequest>("GetProductPage").len();
    gateway.get(&nobody, "/feeds/ar.xml").await;
    assert_eq!(
        gateway.neighbour.asked::<GetProductPageRequest>("GetProductPage").len(),
        asked,
        "its parts are kept"
    );
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_awaited_is_out_of_stock_of_a_feed_until_its_day(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let addresses = vec![address(Kind::Product, "soins", "rouge")];
    gateway.neighbour.says("ListAddresses", &ListAddressesResponse { addresses, parts: 2 });
    let mut awaited = lipstick();
    awaited["availableFrom"] = json!("2026-12-12");
    let json = serde_json::to_vec(&awaited).expect("writes");
    gateway.neighbour.says("GetProductPage", &GetProductPageResponse { json, version: 1 });
    let text = gateway.get(&Person::default(), "/feeds/fr.xml").await.text();
    assert_eq!(text.matches("<g:availability>out_of_stock</g:availability><g:price>").count(), 2, "{text}");
}

#[souk_testkit::test(SCHEMA)]
async fn a_feed_has_the_price_of_the_fewest_pieces_that_can_be_ordered(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let addresses = vec![address(Kind::Product, "soins", "rouge")];
    gateway.neighbour.says("ListAddresses", &ListAddressesResponse { addresses, parts: 2 });
    let mut by_the_dozen = lipstick();
    by_the_dozen["quantityRule"] =
        json!({ "minimumQuantity": 12, "maximumQuantity": null, "quantityStep": 6 });
    let json = serde_json::to_vec(&by_the_dozen).expect("writes");
    gateway.neighbour.says("GetProductPage", &GetProductPageResponse { json, version: 1 });
    let text = gateway.get(&Person::default(), "/feeds/fr.xml").await.text();
    let red = text.lines().find(|line| line.contains("<g:id>red</g:id>")).expect("told");
    let price = "<g:price>18600.00 DZD</g:price><g:sale_price>14406.00 DZD</g:sale_price>";
    assert!(red.contains(price), "{red}");
}

/// 200 combinations, each with a text of 10 KB: the feed has them all, once, in pieces of a size.
#[souk_testkit::test(SCHEMA)]
async fn a_product_of_any_size_is_told_in_small_pieces(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let addresses = [(1, "rouge"), (2, "prune")].map(|(number, slug)| numbered(number, slug)).to_vec();
    gateway.neighbour.says("ListAddresses", &ListAddressesResponse { addresses, parts: 2 });
    let mut large = lipstick();
    large["shortDescription"] = json!("é".repeat(5_000));
    let one = large["combinations"][0].clone();
    let combinations = (0..200).map(|number| {
        let mut combination = one.clone();
        combination["id"] = json!(format!("c{number}"));
        combination
    });
    large["combinations"] = combinations.collect();
    let json = serde_json::to_vec(&large).expect("writes");
    gateway.neighbour.says("GetProductPage", &GetProductPageResponse { json, version: 1 });
    let mut body = gateway.stream(&Person::default(), "/feeds/fr.xml").await.into_body();
    let (mut text, mut largest) = (String::new(), 0);
    while let Some(frame) = body.frame().await {
        let bytes = frame.expect("goes on").into_data().expect("is data");
        largest = largest.max(bytes.len());
        text.push_str(std::str::from_utf8(&bytes).expect("is UTF-8"));
    }
    for number in 0..200 {
        let id = format!("<g:id>c{number}</g:id>");
        assert_eq!(text.matches(&id).count(), 2, "{id}");
    }
    assert!((1_000_000..1_100_000).contains(&largest), "{largest} of {}", text.len());
}

/// A piece goes on after the one before, whatever went or came meanwhile.
#[souk_testkit::test(SCHEMA)]
async fn what_is_hidden_shown_or_renamed_between_two_pieces_moves_nothing_else(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let asked = AtomicUsize::new(0);
    let list = move |_: ListAddressesRequest| {
        // How many parts there are, then each piece.
        let products: &[(u64, &str)] = match asked.fetch_add(1, Ordering::Relaxed) {
            0 | 1 => &[(1, "a"), (2, "b"), (3, "c"), (4, "d")],
            _ => &[(2, "b"), (3, "a-c"), (4, "d"), (5, "e")],
        };
        let addresses = products.iter().map(|(number, slug)| numbered(*number, slug)).collect();
        ListAddressesResponse { addresses, parts: 2 }
    };
    gateway.neighbour.answers("ListAddresses", list);
    let times = AtomicUsize::new(0);
    let page = move |GetProductPageRequest { slug, .. }: GetProductPageRequest| {
        let mut product = lipstick();
        // 60 entries of 10 KB: a piece takes one product and some of the next.
        product["shortDescription"] = json!("é".repeat(5_000));
        let one = product["combinations"][0].clone();
        let name = slug.trim_start_matches("a-");
        let is_less = name == "b" && times.fetch_add(1, Ordering::Relaxed) > 0;
        let combinations = (if is_less { 10..60 } else { 0..60 }).rev().map(|number| {
            let mut combination = one.clone();
            combination["id"] = json!(format!("{name}{number:02}"));
            combination
        });
        product["combinations"] = combinations.collect();
        GetProductPageResponse { json: serde_json::to_vec(&product).expect("writes"), version: 1 }
    };
    gateway.neighbour.answers("GetProductPage", page);
    let feed = gateway.get(&Person::default(), "/feeds/fr.xml").await.text();
    assert!(feed.ends_with("</rss>\n"));
    for name in ["a", "b", "c", "d", "e"] {
        for number in 0..60 {
            let id = format!("<g:id>{name}{number:02}</g:id>");
            assert_eq!(feed.matches(&id).count(), 1, "{id}");
        }
    }
}

/// Who asks again before they have read to the end takes no place from the others.
#[souk_testkit::test(SCHEMA)]
async fn one_address_reads_the_feeds_of_three_languages_at_a_time(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    gateway.neighbour.says("ListAddresses", &ListAddressesResponse { addresses: Vec::new(), parts: 2 });
    let nobody = Person::default();
    // Streams come from nowhere, other requests from 127.0.0.1.
    let mut reading = Vec::new();
    for language in ["fr", "ar", "en"] {
        reading.push(gateway.stream(&nobody, &format!("/feeds/{language}.xml")).await);
    }
    assert!(reading.iter().all(|feed| feed.status() == StatusCode::OK));
    let again = gateway.stream(&nobody, "/feeds/ar.xml").await;
    assert_eq!(again.status(), StatusCode::TOO_MANY_REQUESTS);
    assert!(again.headers().contains_key("retry-after"));
    assert_eq!(gateway.get(&nobody, "/feeds/ar.xml").await.status, StatusCode::OK, "another address");
    assert_eq!(gateway.get(&nobody, "/feeds/ar.xml").await.status, StatusCode::OK, "once it was read");
    reading.pop();
    assert_eq!(gateway.stream(&nobody, "/feeds/ar.xml").await.status(), StatusCode::OK);
}

#[souk_testkit::test(SCHEMA)]
async fn a_product_that_is_gone_is_in_no_feed_and_what_fails_leaves_none_whole(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let addresses = vec![address(Kind::Product, "soins", "rouge")];
    gateway.neighbour.says("ListAddresses", &ListAddressesResponse { addresses, parts: 2 });
    gateway.neighbour.fails("GetProductPage", || Failure::not_found("not_found", "gone"));
    let nobody = Person::default();
    let empty = gateway.get(&nobody, "/feeds/fr.xml").await.text();
    assert!(!empty.contains("<item>") && empty.ends_with("</rss>\n"), "{empty}");
    for method in ["GetProductPage", "ListAddresses"] {
        gateway.neighbour.fails(method, || Failure::unavailable("away"));
        // As often as an address may begin one in an hour: none has begun.
        for _ in 0..6 {
            let feed = gateway.get(&nobody, "/feeds/en.xml").await;
            assert_eq!(feed.status, StatusCode::SERVICE_UNAVAILABLE, "{method}");
        }
    }
    let addresses = vec![address(Kind::Product, "soins", "rouge")];
    gateway.neighbour.says("ListAddresses", &ListAddressesResponse { addresses, parts: 2 });
    gateway.neighbour.fails("GetProductPage", || Failure::not_found("not_found", "gone"));
    // Another one: what could not be had is not asked for again at once.
    assert_eq!(gateway.get(&nobody, "/feeds/ar.xml").await.status, StatusCode::OK);
    for none in ["/feeds/de.xml", "/feeds/fr", "/feeds/", "/feeds/fr.xml/x"] {
        assert_eq!(gateway.get(&nobody, none).await.status, StatusCode::NOT_FOUND, "{none}");
    }
}
