//! Collections as staff put them together, and what shoppers see of them.

use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::collections_server::Collections as _;
use souk_proto::catalog::v1::content_server::Content as _;
use souk_proto::catalog::v1::get_listing_request::Scope;
use souk_proto::catalog::v1::listings_server::Listings as _;
use souk_proto::catalog::v1::menus_server::Menus as _;
use souk_proto::catalog::v1::products_server::Products as _;
use souk_proto::common::v1::{LocalizedText, PageRequest};
use souk_rpc::{Actor, Failure, Kind};
use souk_views as views;
use sqlx::PgPool;
use time::Duration;

use crate::support::{QueryCount, SCHEMA, Shop, by, content, fields, listing_of, png, staff, text};

/// Calls as the role that may write the catalogue.
macro_rules! call {
    ($shop:expr, $method:ident, $request:expr) => {
        $shop
            .collections
            .$method(by(&content(), $request))
            .await
            .map(|it| it.into_inner())
            .map_err(Failure::from)
    };
}

fn collection(shop: &Shop, name: &str) -> proto::Collection {
    proto::Collection { id: shop.id(), name: Some(text(name)), active: true, ..Default::default() }
}

fn by_hand(shop: &Shop, name: &str, products: &[&proto::Product]) -> proto::Collection {
    let picked =
        |product: &&proto::Product| proto::PickedProduct { id: product.id.clone(), ..Default::default() };
    proto::Collection { products: products.iter().map(picked).collect(), ..collection(shop, name) }
}

fn by_rule(shop: &Shop, name: &str, rule: proto::CollectionRule) -> proto::Collection {
    proto::Collection { rule: Some(rule), ..collection(shop, name) }
}

async fn save(shop: &Shop, collection: proto::Collection) -> Result<proto::Collection, Failure> {
    call!(shop, save_collection, proto::SaveCollectionRequest { collection: Some(collection) })
}

async fn delete(shop: &Shop, id: &str) -> Result<proto::DeleteCollectionResponse, Failure> {
    call!(shop, delete_collection, proto::DeleteCollectionRequest { id: id.into() })
}

async fn product(shop: &Shop, name: &str, category: &str) -> proto::Product {
    shop.create(shop.new_product(name, category)).await
}

/// Names of the products of a listing.
fn shown(listing: &views::Listing) -> Vec<&str> {
    listing.products.iter().map(|card| card.name.as_str()).collect()
}

async fn listed(shop: &Shop, slug: &str) -> Result<views::Listing, Failure> {
    shop.listing(listing_of(Scope::Collection, slug)).await
}

async fn preview(shop: &Shop, rule: proto::CollectionRule) -> Result<views::RulePreview, Failure> {
    shop.catalog.catch_up().await.expect("caught up");
    let request = proto::GetRulePreviewRequest { rule: Some(rule), language: "fr".into() };
    let answer = shop.listings.get_rule_preview(by(&content(), request)).await.map_err(Failure::from)?;
    Ok(serde_json::from_slice(&answer.into_inner().json).expect("a preview"))
}

async fn names(shop: &Shop, request: proto::ListCollectionsRequest) -> (Vec<String>, u64) {
    let answer = call!(shop, list_collections, request).expect("listed");
    let name = |found: proto::Collection| found.name.unwrap_or_default().fr;
    (answer.collections.into_iter().map(name).collect(), answer.total)
}

#[souk_testkit::test(SCHEMA)]
async fn the_list_is_searched_narrowed_sorted_and_paged(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Parfums", "").await;
    let ambre = product(&shop, "Ambre", &category).await;
    let draft = proto::Collection { active: false, position: 9, ..by_hand(&shop, "Cadeaux", &[&ambre]) };
    save(&shop, draft).await.expect("saved");
    let featured = proto::CollectionRule { featured: true, ..Default::default() };
    let ruled = by_rule(&shop, "Sélection", featured.clone());
    save(&shop, proto::Collection { position: 3, ..ruled }).await.expect("saved");
    let list = |query: &str, state: &str, sort: &str| proto::ListCollectionsRequest {
        page: Some(PageRequest { page: 1, size: 12 }),
        query: query.into(),
        state: state.into(),
        sort: sort.into(),
    };
    assert_eq!(names(&shop, list("", "", "")).await.0, ["Sélection", "Cadeaux"]);
    assert_eq!(names(&shop, list("", "", "name")).await.0, ["Cadeaux", "Sélection"]);
    assert_eq!(names(&shop, list("", "draft", "")).await, (vec!["Cadeaux".to_owned()], 1));
    assert_eq!(names(&shop, list("LECT", "active", "")).await, (vec!["Sélection".to_owned()], 1));
    let all = call!(shop, list_collections, list("", "", "name")).expect("listed").collections;
    assert_eq!((all[0].picked, all[0].rule.clone(), all[1].picked), (1, None, 0));
    assert_eq!(all[1].rule, Some(featured));
    let count = QueryCount::start();
    names(&shop, list("", "", "")).await;
    let for_two = count.stop();
    for number in 0..10 {
        save(&shop, collection(&shop, &format!("Collection {number}"))).await.expect("saved");
    }
    let count = QueryCount::start();
    assert_eq!(names(&shop, list("", "", "")).await.1, 12);
    assert_eq!(count.stop(), for_two, "as many statements for two as for twelve");

    let wrong = call!(shop, list_collections, list("", "x", "y")).expect_err("wrong");
    assert_eq!(fields(&wrong), ["state", "sort"]);
    let payments = shop.collections.list_collections(by(&staff(Role::Payments), list("", "", ""))).await;
    assert_eq!(Failure::from(payments.expect_err("refused")).kind, Kind::Forbidden);
    let sales = proto::SaveCollectionRequest { collection: Some(collection(&shop, "Été")) };
    let sales = shop.collections.save_collection(by(&staff(Role::Sales), sales)).await;
    assert_eq!(Failure::from(sales.expect_err("refused")).kind, Kind::Forbidden);
}

#[souk_testkit::test(SCHEMA)]
async fn a_collection_is_made_once_and_edited_at_the_version_that_was_read(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Parfums", "").await;
    let [ambre, jasmin] =
        [product(&shop, "Ambre", &category).await, product(&shop, "Jasmin", &category).await];
    let texts = |fr: &str| Some(LocalizedText { fr: fr.into(), ar: "صيف".into(), en: "en".into() });
    let wanted = proto::Collection {
        name: texts("Été"),
        picture: png(1),
        about: texts("Pour les beaux jours"),
        seo_title: texts("Été, chez nous"),
        seo_description: texts("Des parfums d’été"),
        position: 4,
        ..by_hand(&shop, "", &[&jasmin, &ambre])
    };
    let saved = save(&shop, wanted.clone()).await.expect("made");
    assert_eq!((saved.version, saved.slug.as_str(), saved.position, saved.picked), (1, "ete", 4, 2));
    assert_eq!((&saved.name, &saved.about), (&wanted.name, &wanted.about));
    assert_eq!((&saved.seo_title, &saved.seo_description), (&wanted.seo_title, &wanted.seo_description));
    assert!(saved.picture_url.starts_with("/media/shop/"), "{}", saved.picture_url);
    let picked: Vec<_> =
        saved.products.iter().map(|product| product.name.clone().expect("named").fr).collect();
    assert_eq!(picked, ["Jasmin", "Ambre"]);
    assert!(saved.products.iter().all(|product| product.active));
    assert_eq!(save(&shop, wanted).await.expect("its answer was lost"), saved);

    let rule = proto::CollectionRule {
        category_ids: vec![category.clone()],
        brand_ids: vec![shop.brand("Nour").await],
        tags: vec!["été".into()],
        price_from: Some(0),
        price_to: Some(250_050),
        new_within_days: 30,
        featured: true,
        on_promotion: true,
    };
    let edit = proto::Collection { rule: Some(rule.clone()), products: Vec::new(), ..saved.clone() };
    let edited = save(&shop, edit.clone()).await.expect("edited");
    assert_eq!((edited.version, edited.picked, edited.rule.as_ref()), (2, 0, Some(&rule)));
    assert_eq!(edited.picture_url, saved.picture_url);
    let stale = save(&shop, proto::Collection { position: 6, ..edit }).await.expect_err("stale");
    assert_eq!((stale.kind, stale.code.as_ref()), (Kind::Conflict, "catalog.stale_version"));
    let again = proto::Collection { rule: None, products: saved.products[..1].to_vec(), ..edited.clone() };
    let again = save(&shop, again).await.expect("by hand again");
    assert_eq!((again.version, again.picked, again.rule), (3, 1, None));
    let bare = proto::Collection { picture_url: String::new(), active: false, version: 3, ..edited.clone() };
    assert_eq!(save(&shop, bare).await.expect("edited").picture_url, "");
    let entries = shop.events::<proto::AuditRecorded>().await;
    let told: Vec<_> = entries.into_iter().filter_map(|told| told.entry).collect();
    let mut of_collections = told.iter().filter(|entry| entry.action == "catalog.collection_saved");
    assert_eq!(of_collections.clone().count(), 4, "a making and three edits");
    let last = of_collections.next_back().expect("told");
    assert!(last.before.contains(&jasmin.id) && last.after.contains(&category), "{last:?}");

    let unknown = proto::Collection { id: shop.id(), version: 2, ..edited };
    assert_eq!(save(&shop, unknown).await.expect_err("gone").kind, Kind::NotFound);
}

#[souk_testkit::test(SCHEMA)]
async fn all_that_is_wrong_with_a_collection_is_said_at_once(pool: PgPool) {
    let shop = Shop::open(pool);
    let long = Some(LocalizedText { ar: "ن".repeat(2_001), ..Default::default() });
    let wrong = proto::Collection {
        id: "x".into(),
        about: long.clone(),
        seo_title: long.clone(),
        seo_description: long,
        position: u32::MAX,
        rule: Some(proto::CollectionRule {
            category_ids: vec!["y".into()],
            tags: vec!["été".into(), " ".into()],
            price_from: Some(200),
            price_to: Some(100),
            new_within_days: 4_000,
            ..Default::default()
        }),
        products: vec![proto::PickedProduct::default()],
        ..Default::default()
    };
    let refused = save(&shop, wrong).await.expect_err("wrong");
    let expected = [
        "id",
        "name.fr",
        "about.ar",
        "seoTitle.ar",
        "seoDescription.ar",
        "position",
        "products",
        "rule.priceTo",
        "rule.newWithinDays",
        "rule.categories[0]",
        "rule.tags[1]",
    ];
    assert_eq!(fields(&refused), expected);
    let refused = async |wanted| save(&shop, wanted).await.expect_err("wrong");
    let rule = |rule| by_rule(&shop, "Été", rule);
    let empty = refused(rule(proto::CollectionRule::default())).await;
    assert_eq!(fields(&empty), ["rule"]);
    let many = proto::CollectionRule { tags: vec!["x".into(); 51], ..Default::default() };
    assert_eq!(fields(&refused(rule(many)).await), ["rule.tags"]);
    let gone = proto::CollectionRule { brand_ids: vec![shop.id()], ..Default::default() };
    assert_eq!(fields(&refused(rule(gone)).await), ["rule.brands[0]"]);

    let category = shop.category("Parfums", "").await;
    let ambre = product(&shop, "Ambre", &category).await;
    let twice = by_hand(&shop, "Été", &[&ambre, &ambre]);
    assert_eq!(fields(&refused(twice).await), ["products[1]"]);
    let nobody = proto::Product { id: shop.id(), ..Default::default() };
    assert_eq!(fields(&refused(by_hand(&shop, "Été", &[&ambre, &nobody])).await), ["products[1]"]);
    let mut crowd = collection(&shop, "Été");
    crowd.products = (0..501).map(|_| proto::PickedProduct { id: shop.id(), ..Default::default() }).collect();
    assert_eq!(fields(&refused(crowd).await), ["products"]);
    let no_picture = proto::Collection { picture: b"text".to_vec(), ..collection(&shop, "Été") };
    assert_eq!(fields(&refused(no_picture).await), ["picture"]);
    save(&shop, collection(&shop, "Été")).await.expect("one without products may wait");
    let taken = refused(collection(&shop, "Été")).await;
    assert_eq!((taken.kind, taken.code.as_ref()), (Kind::Conflict, "catalog.taken"));
}

#[souk_testkit::test(SCHEMA)]
async fn picked_products_are_listed_in_their_order(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Parfums", "").await;
    let mut products = Vec::new();
    for name in ["Ambre", "Jasmin", "Oud"] {
        products.push(product(&shop, name, &category).await);
    }
    let [ambre, jasmin, oud] = &products[..] else { panic!("three") };
    let wanted = proto::Collection {
        about: Some(text("Nos préférés")),
        seo_title: Some(text("Coups de cœur")),
        ..by_hand(&shop, "Favoris", &[jasmin, oud, ambre])
    };
    let saved = save(&shop, wanted).await.expect("saved");
    let listing = listed(&shop, "favoris").await.expect("listed");
    assert_eq!(shown(&listing), ["Jasmin", "Oud", "Ambre"]);
    assert_eq!((listing.title.as_str(), listing.description.as_str()), ("Favoris", "Nos préférés"));
    assert_eq!(listing.seo_title, "Coups de cœur");
    let counts: Vec<_> = listing.filter_data.sub_categories.iter().map(|facet| facet.count).collect();
    assert_eq!(counts, [3]);
    let mut narrowed = listing_of(Scope::Collection, "favoris");
    narrowed.filters = vec![proto::Filter { name: "subCategories".into(), values: vec!["parfums".into()] }];
    assert_eq!(shown(&shop.listing(narrowed).await.expect("listed")), ["Jasmin", "Oud", "Ambre"]);

    let hidden = proto::UpdateProductRequest {
        id: oud.id.clone(),
        version: oud.version,
        active: Some(false),
        ..Default::default()
    };
    shop.update(hidden).await.expect("saved");
    assert_eq!(shown(&listed(&shop, "favoris").await.expect("listed")), ["Jasmin", "Ambre"]);
    let turned =
        proto::Collection { products: saved.products.iter().rev().cloned().collect(), ..saved.clone() };
    save(&shop, turned).await.expect("saved");
    assert_eq!(shown(&listed(&shop, "favoris").await.expect("at once")), ["Ambre", "Jasmin"]);
}

#[souk_testkit::test(SCHEMA)]
async fn a_rule_lists_what_fits_all_its_conditions(pool: PgPool) {
    let shop = Shop::open(pool);
    let root = shop.category("Beauté", "").await;
    let (perfumes, soaps) = (shop.category("Parfums", &root).await, shop.category("Savons", "").await);
    let (nour, zahra) = (shop.brand("Nour").await, shop.brand("Zahra").await);
    let made = |name: &str, category: &str, brand: &str, price_ht: i64, tags: &[&str], featured: bool| {
        proto::CreateProductRequest {
            brand_id: brand.to_owned(),
            price_ht,
            tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
            featured,
            ..shop.new_product(name, category)
        }
    };
    shop.create(made("Ambre", &perfumes, &nour, 100_000, &["Été"], true)).await;
    shop.create(made("Jasmin", &perfumes, &zahra, 300_000, &["hiver"], false)).await;
    shop.create(made("Savon", &soaps, &nour, 50_000, &["été", "bain"], false)).await;
    let rule = proto::CollectionRule::default;
    let cases = [
        (proto::CollectionRule { category_ids: vec![root.clone()], ..rule() }, &["Jasmin", "Ambre"][..]),
        (
            proto::CollectionRule { category_ids: vec![root.clone(), soaps], ..rule() },
            &["Savon", "Jasmin", "Ambre"],
        ),
        (proto::CollectionRule { brand_ids: vec![nour.clone()], ..rule() }, &["Savon", "Ambre"]),
        (proto::CollectionRule { tags: vec!["ÉTÉ ".into()], ..rule() }, &["Savon", "Ambre"]),
        (proto::CollectionRule { featured: true, ..rule() }, &["Ambre"]),
        (
            proto::CollectionRule { price_from: Some(50_000), price_to: Some(100_000), ..rule() },
            &["Savon", "Ambre"],
        ),
        (
            proto::CollectionRule {
                category_ids: vec![root],
                brand_ids: vec![nour],
                price_to: Some(99_999),
                ..rule()
            },
            &[],
        ),
    ];
    for (at, (rule, expected)) in cases.into_iter().enumerate() {
        let preview = preview(&shop, rule.clone()).await.expect("previewed");
        let names: Vec<_> = preview.products.iter().map(|card| card.name.as_str()).collect();
        assert_eq!((names, preview.total), (expected.to_vec(), expected.len() as u64), "{rule:?}");
        let saved = save(&shop, by_rule(&shop, &format!("Collection {at}"), rule)).await.expect("saved");
        assert_eq!(shown(&listed(&shop, &saved.slug).await.expect("listed")), expected);
    }
    let refused = preview(&shop, rule()).await.expect_err("no condition");
    assert_eq!(fields(&refused), ["rule"]);
    let request = || proto::GetRulePreviewRequest {
        rule: Some(proto::CollectionRule { featured: true, ..rule() }),
        ..Default::default()
    };
    for nobody in [Actor::shopper(), staff(Role::Payments)] {
        let refused = shop.listings.get_rule_preview(by(&nobody, request())).await;
        assert_eq!(Failure::from(refused.expect_err("for staff")).kind, Kind::Forbidden);
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_rule_follows_time_and_promotions_by_itself(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Parfums", "").await;
    product(&shop, "Ambre", &category).await;
    let new = proto::CollectionRule { new_within_days: 7, ..Default::default() };
    save(&shop, by_rule(&shop, "Arrivages", new)).await.expect("saved");
    let reduced = proto::CollectionRule { on_promotion: true, ..Default::default() };
    let reduced = save(&shop, by_rule(&shop, "Bonnes affaires", reduced)).await.expect("saved");
    let block = proto::HomeBlock {
        id: shop.id(),
        r#type: "collection_products".into(),
        source: format!("collection:{}", reduced.id),
        active: true,
        ..Default::default()
    };
    let request = proto::SaveHomeBlockRequest { block: Some(block) };
    shop.content.save_home_block(by(&content(), request)).await.expect("saved");
    assert_eq!(shown(&listed(&shop, "arrivages").await.expect("listed")), ["Ambre"]);
    assert!(listed(&shop, "bonnes-affaires").await.expect("listed").products.is_empty());
    assert!(shop.home().await.blocks.is_empty(), "what has nothing to show is not shown");

    let promotion = shop.promotion(1_000);
    shop.promote(promotion).await.expect("saved");
    assert_eq!(shown(&listed(&shop, "bonnes-affaires").await.expect("listed")), ["Ambre"]);
    assert_eq!(shop.home().await.blocks.len(), 1);
    shop.clock.advance(Duration::days(7) + Duration::hours(1));
    product(&shop, "Jasmin", &category).await;
    assert_eq!(shown(&listed(&shop, "arrivages").await.expect("listed")), ["Jasmin"], "one is new no longer");
}

#[souk_testkit::test(SCHEMA)]
async fn a_block_of_what_is_new_is_made_again_as_time_passes(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Parfums", "").await;
    product(&shop, "Ambre", &category).await;
    let new = proto::CollectionRule { new_within_days: 1, ..Default::default() };
    let saved = save(&shop, by_rule(&shop, "Arrivages", new)).await.expect("saved");
    let block = proto::HomeBlock {
        id: shop.id(),
        r#type: "collection_products".into(),
        source: format!("collection:{}", saved.id),
        active: true,
        ..Default::default()
    };
    let request = proto::SaveHomeBlockRequest { block: Some(block) };
    shop.content.save_home_block(by(&content(), request)).await.expect("saved");
    let home = shop.home().await;
    let Some(views::HomeBlock::CollectionProducts(block)) = home.blocks.first().map(|module| &module.block)
    else {
        panic!("{home:?}")
    };
    assert_eq!((block.link.as_str(), block.products.len()), ("/catalog/collections/arrivages", 1));
    shop.clock.advance(Duration::hours(25));
    assert!(shop.home().await.blocks.is_empty(), "nothing else changed");
}

#[souk_testkit::test(SCHEMA)]
async fn a_draft_is_nowhere_and_a_former_address_leads_on(pool: PgPool) {
    let shop = Shop::open(pool);
    let saved = save(&shop, collection(&shop, "Été")).await.expect("saved");
    let renamed = proto::Collection { slug: "ete-2027".into(), ..saved };
    let renamed = save(&shop, renamed).await.expect("saved");
    let moved = listed(&shop, "ete").await.expect_err("elsewhere now");
    assert_eq!(moved.metadata.get("movedTo").map(String::as_str), Some("ete-2027"));
    assert_eq!(addresses(&shop).await, ["ete-2027"]);
    let draft = proto::Collection { active: false, ..renamed };
    let draft = save(&shop, draft).await.expect("saved");
    for slug in ["ete", "ete-2027"] {
        let gone = listed(&shop, slug).await.expect_err("a draft");
        assert_eq!((gone.code.as_ref(), gone.metadata.get("movedTo")), ("catalog.unknown_listing", None));
    }
    assert!(addresses(&shop).await.is_empty());
    delete(&shop, &draft.id).await.expect("gone");
    for slug in ["ete", "ete-2027"] {
        assert_eq!(listed(&shop, slug).await.expect_err("gone").code, "catalog.gone");
    }
    let next = save(&shop, collection(&shop, "Été")).await.expect("saved");
    assert_eq!(next.slug, "ete", "its address is free again");
}

async fn addresses(shop: &Shop) -> Vec<String> {
    shop.catalog.catch_up().await.expect("caught up");
    let request = proto::ListAddressesRequest { part: 0 };
    let answer = shop.products.list_addresses(by(&Actor::shopper(), request)).await.expect("listed");
    let addresses = answer.into_inner().addresses.into_iter();
    let own = addresses.filter(|address| address.kind() == proto::address::Kind::Collection);
    own.map(|address| address.slug).collect()
}

#[souk_testkit::test(SCHEMA)]
async fn menus_and_blocks_lead_to_a_collection_that_stays_while_they_do(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Parfums", "").await;
    let ambre = product(&shop, "Ambre", &category).await;
    let saved = save(&shop, by_hand(&shop, "Été", &[&ambre])).await.expect("saved");
    let targets = proto::ListMenuTargetsRequest { r#type: "collectionPage".into() };
    let targets = shop.menus.list_menu_targets(by(&content(), targets)).await.expect("listed").into_inner();
    let [target] = &targets.targets[..] else { panic!("{targets:?}") };
    assert_eq!((&target.id, target.name.as_ref().expect("named").fr.as_str()), (&saved.id, "Été"));
    let item = proto::MenuItem {
        id: shop.id(),
        menu: "main".into(),
        r#type: "collectionPage".into(),
        target_id: saved.id.clone(),
        active: true,
        ..Default::default()
    };
    let request = proto::SaveMenuItemRequest { item: Some(item) };
    let item = shop.menus.save_menu_item(by(&content(), request)).await.expect("saved").into_inner();
    assert!(item.leads && item.target_name.expect("named").fr == "Été");
    let block = proto::HomeBlock {
        id: shop.id(),
        r#type: "collection_products".into(),
        source: format!("collection:{}", saved.id),
        active: true,
        ..Default::default()
    };
    let request = proto::SaveHomeBlockRequest { block: Some(block.clone()) };
    shop.content.save_home_block(by(&content(), request)).await.expect("saved");
    let no_source = proto::HomeBlock { id: shop.id(), source: String::new(), ..block.clone() };
    let request = proto::SaveHomeBlockRequest { block: Some(no_source) };
    let refused =
        Failure::from(shop.content.save_home_block(by(&content(), request)).await.expect_err("none"));
    assert_eq!(fields(&refused), ["source"]);

    let refused = delete(&shop, &saved.id).await.expect_err("in use");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Conflict, "catalog.collection_in_use"));
    let count = |name: &str| refused.metadata.get(name).map(String::as_str);
    assert_eq!([count("items"), count("blocks")], [Some("1"), Some("1")]);
    let draft = save(&shop, proto::Collection { active: false, ..saved.clone() }).await.expect("saved");
    let items = shop.menus.list_menu_items(by(&content(), proto::ListMenuItemsRequest {})).await;
    assert!(!items.expect("listed").into_inner().items[0].leads, "shoppers can't open a draft");
    let request = proto::DeleteMenuItemRequest { id: item.id };
    shop.menus.delete_menu_item(by(&content(), request)).await.expect("gone");
    let request = proto::DeleteHomeBlockRequest { id: block.id };
    shop.content.delete_home_block(by(&content(), request)).await.expect("gone");
    delete(&shop, &draft.id).await.expect("gone");
    assert_eq!(delete(&shop, &draft.id).await.expect_err("unknown").kind, Kind::NotFound);
}

#[souk_testkit::test(SCHEMA)]
async fn what_a_rule_names_may_be_gone_and_fits_nothing_then(pool: PgPool) {
    let shop = Shop::open(pool);
    let nour = shop.brand("Nour").await;
    let category = shop.category("Parfums", "").await;
    product(&shop, "Ambre", &category).await;
    let rule = proto::CollectionRule { brand_ids: vec![nour.clone()], ..Default::default() };
    let saved = save(&shop, by_rule(&shop, "Nour", rule.clone())).await.expect("saved");
    sqlx::query("DELETE FROM brands WHERE id = $1::uuid")
        .bind(&nour)
        .execute(shop.pool())
        .await
        .expect("gone");
    assert!(listed(&shop, "nour").await.expect("listed").products.is_empty());
    let edited = save(&shop, proto::Collection { position: 5, ..saved }).await.expect("something else");
    assert_eq!(edited.rule, Some(rule));
}

#[souk_testkit::test(SCHEMA)]
async fn who_takes_a_collection_away_waits_for_a_block_that_is_to_show_it(pool: PgPool) {
    let shop = Shop::open(pool);
    let saved = save(&shop, by_hand(&shop, "Cadeaux", &[])).await.expect("saved");
    let block = proto::HomeBlock {
        id: shop.id(),
        r#type: "products_carousel".into(),
        source: "new".into(),
        active: true,
        ..Default::default()
    };
    let request = proto::SaveHomeBlockRequest { block: Some(block) };
    shop.content.save_home_block(by(&content(), request)).await.expect("saved");
    let mut saving = shop.pool().begin().await.expect("a transaction");
    for statement in [
        "SELECT id FROM collections WHERE id = $1::uuid FOR KEY SHARE",
        "UPDATE home_blocks SET block = jsonb_set(block, '{source}', to_jsonb('collection:' || $1::uuid))",
    ] {
        sqlx::query(statement).bind(&saved.id).execute(&mut *saving).await.expect("done");
    }
    let committed = async {
        shop.somebody_waits().await;
        saving.commit().await
    };
    let (deleted, committed) = tokio::join!(delete(&shop, &saved.id), committed);
    committed.expect("committed");
    let refused = deleted.expect_err("a block shows it");
    assert_eq!((refused.kind, refused.metadata["blocks"].as_str()), (Kind::Conflict, "1"));
}
