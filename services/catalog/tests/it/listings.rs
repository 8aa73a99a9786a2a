//! Listings through their gRPC service.

use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::get_listing_request::Scope;
use souk_proto::catalog::v1::listings_server::Listings as _;
use souk_proto::common::v1::PageRequest;
use souk_rpc::{Actor, Failure, Kind};
use souk_views as views;
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, by, everything, fields, listing_of, product_text};

/// Beauté > {Parfums, Soins} with four products of two brands.
async fn beauty(shop: &Shop) {
    let root = shop.category("Beauté", "").await;
    let (perfumes, care) = (shop.category("Parfums", &root).await, shop.category("Soins", &root).await);
    let (nour, zahra) = (shop.brand("Nour").await, shop.brand("Zahra").await);
    for (name, price, category, brand, color) in [
        ("Ambre", 300_000, &perfumes, &nour, "Rouge"),
        ("Jasmin", 200_000, &perfumes, &zahra, "Bleu"),
        ("Crème", 100_000, &care, &nour, "Rouge"),
        ("Baume", 150_000, &care, &nour, "Vert"),
    ] {
        let mut request = shop.new_product(name, category);
        request.price_ht = price;
        request.brand_id.clone_from(brand);
        request.featured = name == "Ambre";
        request.texts.push(product_text("ar", "عطر"));
        request.combinations = vec![shop.combination(color, true)];
        shop.create(request).await;
    }
}

fn names(listing: &views::Listing) -> Vec<&str> {
    listing.products.iter().map(|card| card.name.as_str()).collect()
}

fn filter(name: &str, values: &[&str]) -> proto::Filter {
    proto::Filter { name: name.into(), values: values.iter().map(|value| (*value).into()).collect() }
}

#[souk_testkit::test(SCHEMA)]
async fn a_category_lists_everything_below_it(pool: PgPool) {
    let shop = Shop::open(pool);
    beauty(&shop).await;
    let all = shop.listing(listing_of(Scope::Category, "beaute")).await.expect("listed");
    assert_eq!(names(&all), ["Baume", "Crème", "Jasmin", "Ambre"], "newest first");
    assert_eq!(
        (all.total, all.page_count, all.title.as_str(), all.sort.as_str()),
        (4, 1, "Beauté", "default")
    );
    assert_eq!(all.breadcrumb[0].products, 4);

    let mut sorted = listing_of(Scope::Category, "soins");
    sorted.sort = "price_desc".into();
    let sorted = shop.listing(sorted).await.expect("listed");
    assert_eq!(names(&sorted), ["Baume", "Crème"]);
    assert!(sorted.filter_data.sub_categories.is_empty(), "its own name is no choice");
}

#[souk_testkit::test(SCHEMA)]
async fn other_lists_hold_what_they_say(pool: PgPool) {
    let shop = Shop::open(pool);
    beauty(&shop).await;
    for (scope, key, expected) in [
        (Scope::Brand, "zahra", &["Jasmin"][..]),
        (Scope::Featured, "", &["Ambre"]),
        (Scope::New, "", &["Baume", "Crème", "Jasmin", "Ambre"]),
        (Scope::Search, "jasmn", &["Jasmin"]),
        (Scope::Search, "creme", &["Crème"]),
        (Scope::Search, "nour vert", &["Baume"]),
    ] {
        let listing = shop.listing(listing_of(scope, key)).await.expect("listed");
        assert_eq!(names(&listing), expected, "{scope:?} {key}");
    }
    let arabic = shop.listing(listing_of(Scope::Search, "العِطر")).await.expect("listed");
    assert_eq!(arabic.total, 4);
}

#[souk_testkit::test(SCHEMA)]
async fn filters_narrow_and_show_what_is_left(pool: PgPool) {
    let shop = Shop::open(pool);
    beauty(&shop).await;
    let mut request = listing_of(Scope::Category, "beaute");
    request.filters = vec![
        filter("brands", &["NOUR"]),
        filter("attributes.color", &["rouge"]),
        filter("priceMax", &["2500.00"]),
    ];
    let listing = shop.listing(request).await.expect("listed");
    assert_eq!(names(&listing), ["Crème"]);
    let data = &listing.filter_data;
    let count = |values: &[views::FacetValue]| {
        values.iter().map(|value| (value.value.clone(), value.count)).collect::<Vec<_>>()
    };
    assert_eq!(count(&data.brands), [("Nour".into(), 1), ("Zahra".into(), 0)], "impossible: shown, at zero");
    assert_eq!(count(&data.sub_categories), [("Parfums".into(), 0), ("Soins".into(), 1)]);
    assert_eq!(data.attributes[0].label, "color");
    assert_eq!(
        count(&data.attributes[0].data),
        [("Rouge".into(), 1), ("Bleu".into(), 0), ("Vert".into(), 1)],
        "in the order of the options"
    );
    let range = (data.price_range.min.0.centimes(), data.price_range.max.0.centimes());
    assert_eq!(range, (100_000, 300_000), "of the whole category");
}

#[souk_testkit::test(SCHEMA)]
async fn the_sizes_of_the_specification_page(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    for number in 0..13 {
        shop.create(shop.new_product(&format!("Savon {number}"), &category)).await;
    }
    let mut request = everything();
    request.page = Some(PageRequest { page: 2, size: 12 });
    let second = shop.listing(request).await.expect("listed");
    assert_eq!((names(&second), second.page_count, second.total), (vec!["Savon 0"], 2, 13));
}

#[souk_testkit::test(SCHEMA)]
async fn what_nobody_knows_is_refused_by_name(pool: PgPool) {
    let shop = Shop::open(pool);
    beauty(&shop).await;
    let refused = async |change: fn(&mut proto::GetListingRequest)| {
        let mut request = everything();
        change(&mut request);
        let failure = shop.listing(request).await.expect_err("refused");
        assert_eq!(failure.kind, Kind::Invalid);
        fields(&failure).join(",")
    };
    assert_eq!(refused(|request| request.sort = "newest".into()).await, "sort");
    assert_eq!(refused(|request| request.language = "kab".into()).await, "language");
    assert_eq!(refused(|request| request.page = Some(PageRequest { page: 1, size: 13 })).await, "size");
    assert_eq!(refused(|request| request.page = Some(PageRequest { page: 10_001, size: 12 })).await, "page");
    assert_eq!(refused(|request| request.page = Some(PageRequest { page: 1_001, size: 12 })).await, "page");
    assert_eq!(refused(|request| request.page = Some(PageRequest { page: 61, size: 200 })).await, "page");
    assert_eq!(refused(|request| request.filters = vec![filter("' OR 1=1", &["x"])]).await, "' OR 1=1");
    assert_eq!(refused(|request| request.filters = vec![filter("priceMin", &["1e308"])]).await, "priceMin");
    assert_eq!(refused(|request| request.filters = vec![filter("priceMax", &[])]).await, "priceMax");
    assert_eq!(refused(|request| request.set_scope(Scope::Unspecified)).await, "scope");
    for scope in [Scope::Category, Scope::Brand] {
        let failure = shop.listing(listing_of(scope, "nowhere")).await.expect_err("unknown");
        assert_eq!(failure.kind, Kind::NotFound);
    }
}

#[souk_testkit::test(SCHEMA)]
async fn before_the_first_index_lists_say_to_come_back(pool: PgPool) {
    let shop = Shop::open(pool);
    let answer = shop.listings.get_listing(by(&Actor::shopper(), everything())).await;
    let failure = Failure::from(answer.expect_err("not yet"));
    assert_eq!(failure.kind, Kind::Unavailable);
    assert!(failure.retry_after.is_some());
}

#[souk_testkit::test(SCHEMA)]
async fn typing_suggests_products_categories_and_brands(pool: PgPool) {
    let shop = Shop::open(pool);
    beauty(&shop).await;
    shop.catalog.catch_up().await.expect("caught up");
    let suggest = async |words: &str| -> views::Suggestions {
        let request = proto::SuggestRequest { words: words.into(), language: "fr".into() };
        let answer = shop.listings.suggest(by(&Actor::shopper(), request)).await.expect("suggests");
        serde_json::from_slice(&answer.into_inner().json).expect("suggestions")
    };
    let beau = suggest("beau").await;
    assert_eq!(beau.categories[0].name, "Beauté");
    assert_eq!(suggest("zah").await.brands[0].name, "Zahra");
    assert_eq!(suggest("jas").await.products[0].name, "Jasmin");
    assert_eq!(suggest("  ").await, views::Suggestions::default());
}

#[souk_testkit::test(SCHEMA)]
async fn what_sells_across_a_product_is_never_the_product(pool: PgPool) {
    let shop = Shop::open(pool);
    beauty(&shop).await;
    shop.catalog.catch_up().await.expect("caught up");
    let page = shop.page("creme").await.expect("found");
    let request = proto::GetCrossSellingRequest {
        product_id: page.id,
        brand_id: page.brand_read.expect("a brand").uuid,
        category_id: page.main_category_read.expect("a category").uuid,
        language: "fr".into(),
    };
    let answer = shop.listings.get_cross_selling(by(&Actor::shopper(), request)).await.expect("answers");
    let sections: views::CrossSelling = serde_json::from_slice(&answer.into_inner().json).expect("sections");
    let names = |cards: &[views::ProductCard]| cards.iter().map(|card| card.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&sections.products_from_same_brand), ["Baume", "Ambre"]);
    assert_eq!(names(&sections.products_from_same_category), ["Baume"]);
    assert_eq!(names(&sections.related_products), ["Baume", "Jasmin", "Ambre"]);
    assert_eq!(names(&sections.new_products), ["Baume", "Jasmin", "Ambre"]);
}
