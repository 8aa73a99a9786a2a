//! Brands as staff look after them, and what products show of theirs.

use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::brands_server::Brands as _;
use souk_proto::catalog::v1::get_listing_request::Scope;
use souk_proto::common::v1::{LocalizedText, PageRequest};
use souk_rpc::{Failure, Kind};
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, by, content, everything, fields, listing_of, png, staff};

/// Calls as the role that may write the catalogue.
macro_rules! call {
    ($shop:expr, $method:ident, $request:expr) => {
        $shop.brands.$method(by(&content(), $request)).await.map(|it| it.into_inner()).map_err(Failure::from)
    };
}

async fn brand(shop: &Shop, id: &str) -> proto::Brand {
    call!(shop, get_brand, proto::GetBrandRequest { id: id.into() }).expect("is there")
}

/// Lets products follow their brands to the end; how many steps it took.
async fn follow(shop: &Shop) -> usize {
    let products = shop.catalog.product_cases();
    let mut steps = 0;
    while products.follow_brand().await.expect("a step") {
        steps += 1;
    }
    steps
}

async fn listed(shop: &Shop, query: &str, sort: &str, page: u32) -> (Vec<String>, u64) {
    let page = Some(PageRequest { page, size: 12 });
    let request = proto::ListBrandsRequest { page, query: query.into(), sort: sort.into() };
    let answer = call!(shop, list_brands, request).expect("listed");
    (answer.brands.into_iter().map(|brand| brand.name).collect(), answer.total)
}

#[souk_testkit::test(SCHEMA)]
async fn the_list_is_searched_sorted_and_paged(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    for name in ["zahra", "Nour", "Amira"] {
        shop.brand(name).await;
    }
    let nour = proto::CreateBrandRequest {
        id: shop.id(),
        name: "Nour fils".into(),
        position: Some(1),
        ..Default::default()
    };
    let nour = call!(shop, create_brand, nour).expect("created");
    let mut savon = shop.new_product("Savon", &category);
    let request = proto::ListBrandsRequest {
        query: "zah".into(),
        page: Some(PageRequest::default()),
        ..Default::default()
    };
    savon.brand_id = call!(shop, list_brands, request).expect("listed").brands.remove(0).id;
    shop.create(savon).await;
    assert_eq!(listed(&shop, "", "", 1).await.0, ["Nour fils", "Amira", "Nour", "zahra"]);
    assert_eq!(listed(&shop, "", "name", 1).await.0, ["Amira", "Nour", "Nour fils", "zahra"]);
    assert_eq!(listed(&shop, "", "products", 1).await.0, ["zahra", "Amira", "Nour", "Nour fils"]);
    assert_eq!(listed(&shop, "NOUR", "name", 1).await, (vec!["Nour".into(), nour.name], 2));
    assert_eq!(listed(&shop, "%", "name", 2).await, (Vec::new(), 0));
    let sort = proto::ListBrandsRequest {
        page: Some(PageRequest::default()),
        sort: "x".into(),
        ..Default::default()
    };
    assert_eq!(fields(&call!(shop, list_brands, sort.clone()).expect_err("unknown")), ["sort"]);
    let payments = shop.brands.list_brands(by(&staff(Role::Payments), sort)).await;
    assert_eq!(Failure::from(payments.expect_err("refused")).kind, Kind::Forbidden);
}

#[souk_testkit::test(SCHEMA)]
async fn an_edit_changes_what_it_names_once(pool: PgPool) {
    let shop = Shop::open(pool);
    let id = shop.brand("Nour").await;
    let about = LocalizedText { fr: "Depuis 1962".into(), ar: "منذ 1962".into(), en: "Since 1962".into() };
    let edit = proto::UpdateBrandRequest {
        id: id.clone(),
        version: 1,
        about: Some(about.clone()),
        position: Some(3),
        logo: Some(png(1)),
        ..Default::default()
    };
    let edited = call!(shop, update_brand, edit.clone()).expect("saved");
    assert_eq!((edited.name.as_str(), edited.version, edited.position), ("Nour", 2, 3));
    assert_eq!(edited.about, Some(about));
    assert!(edited.logo.starts_with("/media/shop/"), "{}", edited.logo);
    let stale = call!(shop, update_brand, edit.clone()).expect_err("stale");
    assert_eq!((stale.kind, stale.code.as_ref()), (Kind::Conflict, "catalog.stale_version"));
    let same = call!(shop, update_brand, proto::UpdateBrandRequest { version: 2, ..edit }).expect("the same");
    assert_eq!(same.version, 2);
    let bare = proto::UpdateBrandRequest { id, version: 2, logo: Some(Vec::new()), ..Default::default() };
    assert_eq!(call!(shop, update_brand, bare).expect("saved").logo, "default-logo.png");
    let told = shop.events::<proto::AuditRecorded>().await;
    assert_eq!(told.len(), 3, "a creation and two edits");
}

#[souk_testkit::test(SCHEMA)]
async fn all_that_is_wrong_with_an_edit_is_said_at_once(pool: PgPool) {
    let shop = Shop::open(pool);
    let wrong = proto::UpdateBrandRequest {
        id: "x".into(),
        name: Some(" ".into()),
        about: Some(LocalizedText { ar: "ن".repeat(2_001), ..Default::default() }),
        position: Some(u32::MAX),
        ..Default::default()
    };
    let refused = call!(shop, update_brand, wrong).expect_err("wrong");
    assert_eq!(fields(&refused), ["id", "name", "about.ar", "position"]);
    let id = shop.brand("Nour").await;
    let text = proto::UpdateBrandRequest { id, version: 1, logo: Some(b"text".into()), ..Default::default() };
    assert_eq!(fields(&call!(shop, update_brand, text).expect_err("no picture")), ["logo"]);
    let nobody = proto::GetBrandRequest { id: shop.id() };
    assert_eq!(call!(shop, get_brand, nobody).expect_err("unknown").kind, Kind::NotFound);
}

#[souk_testkit::test(SCHEMA)]
async fn products_show_and_are_found_by_the_new_name_of_their_brand(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let id = shop.brand("Nour").await;
    for name in ["Savon", "Bougie"] {
        let mut product = shop.new_product(name, &category);
        product.brand_id.clone_from(&id);
        shop.create(product).await;
    }
    assert_eq!(shop.listing(everything()).await.expect("listed").filter_data.brands[0].label, "Nour");
    let about = LocalizedText { fr: "Depuis 1962".into(), ..Default::default() };
    let edit = proto::UpdateBrandRequest {
        id,
        version: 1,
        name: Some("Zahra".into()),
        about: Some(about),
        ..Default::default()
    };
    call!(shop, update_brand, edit).expect("saved");
    assert_eq!(follow(&shop).await, 2, "the products, and that there are no more");
    let listing = shop.listing(listing_of(Scope::Brand, "nour")).await.expect("its address stays");
    assert_eq!((listing.title.as_str(), listing.description.as_str()), ("Zahra", "Depuis 1962"));
    let names = listing.products.iter().map(|card| card.brand_read.as_ref().expect("a brand").name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["Zahra", "Zahra"]);
    assert_eq!(listing.filter_data.brands[0].label, "Zahra");
    assert_eq!(follow(&shop).await, 0);
}

#[souk_testkit::test(SCHEMA)]
async fn a_brand_goes_when_nothing_names_it(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let id = shop.brand("Nour").await;
    let mut hidden = shop.new_product("Savon", &category);
    (hidden.brand_id, hidden.active) = (id.clone(), false);
    let hidden = shop.create(hidden).await;
    let promotion = proto::Promotion { rule: "brand".into(), entity_id: id.clone(), ..shop.promotion(1_000) };
    let promotion = shop.promote(promotion).await.expect("saved");
    let refused =
        call!(shop, delete_brand, proto::DeleteBrandRequest { id: id.clone() }).expect_err("in use");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Conflict, "catalog.brand_in_use"));
    let count = |name: &str| refused.metadata.get(name).map(String::as_str);
    assert_eq!([count("products"), count("promotions"), count("blocks")], [Some("1"), Some("1"), Some("0")]);

    let other = proto::UpdateProductRequest {
        id: hidden.id,
        version: 1,
        brand_id: Some(shop.brand("Zahra").await),
        ..Default::default()
    };
    shop.update(other).await.expect("saved");
    shop.promote(proto::Promotion { active: false, ..promotion }).await.expect("saved");
    call!(shop, delete_brand, proto::DeleteBrandRequest { id: id.clone() }).expect("gone");
    let again = call!(shop, delete_brand, proto::DeleteBrandRequest { id }).expect_err("unknown");
    assert_eq!(again.kind, Kind::NotFound);
}

#[souk_testkit::test(SCHEMA)]
async fn products_are_filed_under_a_brand_while_it_is_taken_away(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    for round in 0..10 {
        let id = shop.brand(&format!("Nour {round}")).await;
        let mut product = shop.new_product(&format!("Savon {round}"), &category);
        product.brand_id.clone_from(&id);
        let request = proto::DeleteBrandRequest { id };
        let delete = async { call!(shop, delete_brand, request) };
        let (created, deleted) = tokio::join!(shop.try_create(product), delete);
        match (created, deleted) {
            (Ok(_), Err(refused)) => assert_eq!(refused.code, "catalog.brand_in_use"),
            (Err(refused), Ok(_)) => assert_eq!(fields(&refused), ["brandId"]),
            (created, deleted) => panic!("one of both: {created:?}, {deleted:?}"),
        }
    }
}

#[souk_testkit::test(SCHEMA)]
async fn two_processes_bring_products_to_a_brand_in_turn(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let (from, into) = (shop.brand("Nour").await, shop.brand("Zahra").await);
    let mut product = shop.new_product("Savon", &category);
    product.brand_id.clone_from(&from);
    let product = shop.create(product).await;
    let before = shop.events::<proto::SellableChanged>().await.len();
    let merge = proto::MergeBrandRequest { id: from.clone(), version: 1, into: into.clone() };
    call!(shop, merge_brand, merge).expect("begun");
    let (one, other) = (shop.catalog.product_cases(), shop.catalog.product_cases());
    while {
        let (one, other) = tokio::join!(one.follow_brand(), other.follow_brand());
        one.expect("no error") | other.expect("no error")
    } {}
    assert_eq!(shop.announced(&product.id).await.brand_id, into);
    assert_eq!(shop.events::<proto::SellableChanged>().await.len(), before + 1, "announced once");
    let gone = call!(shop, get_brand, proto::GetBrandRequest { id: from }).expect_err("gone");
    assert_eq!(gone.kind, Kind::NotFound);
    let moved = shop.listing(listing_of(Scope::Brand, "nour")).await.expect_err("another's now");
    assert_eq!((moved.code.as_ref(), moved.metadata["movedTo"].as_str()), ("catalog.moved", "zahra"));
}

#[souk_testkit::test(SCHEMA)]
async fn a_merged_brand_hands_its_products_over_and_goes(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let (from, into) = (shop.brand("Nour").await, shop.brand("Zahra").await);
    let mut product = shop.new_product("Savon", &category);
    product.brand_id.clone_from(&from);
    let product = shop.create(product).await;
    let merge = proto::MergeBrandRequest { id: from.clone(), version: 1, into: into.clone() };
    let itself = proto::MergeBrandRequest { into: from.clone(), ..merge.clone() };
    assert_eq!(fields(&call!(shop, merge_brand, itself).expect_err("itself")), ["into"]);
    assert_eq!(call!(shop, merge_brand, merge.clone()).expect("begun").merged_into, into);

    // Neither is touched while products move.
    let repeated = call!(shop, merge_brand, merge.clone()).expect("the answer may have been lost");
    assert_eq!((repeated.version, repeated.merged_into.as_str()), (2, into.as_str()));
    let third = proto::MergeBrandRequest { version: 2, into: shop.brand("Amira").await, ..merge };
    let refused = call!(shop, merge_brand, third).expect_err("under way");
    assert_eq!(refused.code, "catalog.brand_merging");
    let target = proto::DeleteBrandRequest { id: into.clone() };
    assert_eq!(call!(shop, delete_brand, target).expect_err("under way").code, "catalog.brand_merging");
    let promotion =
        proto::Promotion { rule: "brand".into(), entity_id: from.clone(), ..shop.promotion(1_000) };
    assert_eq!(fields(&shop.promote(promotion).await.expect_err("it goes")), ["ruleEntityId"]);

    assert_eq!(follow(&shop).await, 2, "the product, and the end of the brand");
    let gone = call!(shop, get_brand, proto::GetBrandRequest { id: from }).expect_err("gone");
    assert_eq!(gone.kind, Kind::NotFound);
    assert_eq!(brand(&shop, &into).await.products, 1);
    let announced = shop.announced(&product.id).await;
    assert_eq!(announced.brand_id, into);
    let listing = shop.listing(listing_of(Scope::Brand, "zahra")).await.expect("listed");
    assert_eq!((listing.total, listing.products[0].name.as_str()), (1, "Savon"));
}
