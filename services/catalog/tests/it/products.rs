//! Products through their gRPC service: created, edited, shown.

use std::sync::Arc;

use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::listings_server::Listings as _;
use souk_proto::catalog::v1::products_server::Products as _;
use souk_proto::common::v1::PageRequest;
use souk_rpc::{Actor, Failure, Kind};
use souk_testkit::eventually;
use souk_views as views;
use sqlx::PgPool;
use tokio_stream::StreamExt as _;

use crate::support::{QueryCount, SCHEMA, Shop, by, everything, fields, product_text, staff};

#[souk_testkit::test(SCHEMA)]
async fn a_product_is_shown_in_the_language_asked_for(pool: PgPool) {
    let shop = Shop::open(pool);
    let root = shop.category("Beauté", "").await;
    let leaf = shop.category("Parfums", &root).await;
    let mut request = shop.new_product("Crème à la figue", &leaf);
    request.brand_id = shop.brand("Nour").await;
    request.texts.push(product_text("ar", "كريم التين"));
    shop.create(request).await;

    let page = shop.page_in("creme-a-la-figue", "ar").await.expect("found");
    assert_eq!(page.name, "كريم التين");
    assert_eq!(serde_json::to_string(&page.price_ht).expect("writes"), "1000");
    let names: Vec<_> = page.breadcrumb.iter().map(|category| category.name.as_str()).collect();
    assert_eq!(names, ["Beauté", "Parfums"], "not translated: the French name");
    assert_eq!(page.brand_read.expect("a brand").logo, "default-logo.png");
    assert_eq!(shop.page_in("creme-a-la-figue", "en").await.expect("found").name, "Crème à la figue");
}

#[souk_testkit::test(SCHEMA)]
async fn creating_twice_is_creating_once(pool: PgPool) {
    let shop = Shop::open(pool);
    let request = shop.new_product("Savon", &shop.category("Bain", "").await);
    let first = shop.create(request.clone()).await;
    assert_eq!(shop.create(request).await, first);
    assert_eq!(shop.events::<proto::SellableChanged>().await.len(), 1);
    let twin = shop.new_product("Bougie", &first.category_id);
    let (one, other) = tokio::join!(shop.create(twin.clone()), shop.create(twin));
    assert_eq!(one, other, "at once, too");
}

#[souk_testkit::test(SCHEMA)]
async fn an_edit_changes_what_it_names_and_tells_everyone(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let mut request = shop.new_product("Savon", &category);
    request.combinations = vec![shop.combination("Rouge", true), shop.combination("Bleu", false)];
    let product = shop.create(request).await;
    let blue = product.combinations[1].id.clone();

    let edit = proto::UpdateProductRequest {
        id: product.id.clone(),
        version: 1,
        price_ht: Some(120_050),
        combination_prices: vec![proto::CombinationPrice { id: blue.clone(), price_ht: 99_999 }],
        ..Default::default()
    };
    let edited = shop.update(edit.clone()).await.expect("edited");
    assert_eq!((edited.version, edited.price_ht, edited.price_ttc), (2, 120_050, 142_860));

    let announced = shop.announced(&product.id).await;
    assert_eq!((announced.price_ht, announced.combinations[1].price_ht), (120_050, 99_999));
    let page = shop.page("savon").await.expect("found");
    let prices: Vec<_> = page.combinations.iter().map(|own| own.price_ht.0.centimes()).collect();
    assert_eq!(prices, [120_050, 99_999], "own price if there is one, else the product's");

    let stale = shop.update(edit).await.expect_err("stale");
    assert_eq!((stale.kind, &*stale.code), (Kind::Conflict, "catalog.stale_version"));
    assert_eq!(stale.metadata["version"], "2");
}

#[souk_testkit::test(SCHEMA)]
async fn a_price_edit_is_told_with_who_before_and_after(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = shop.create(shop.new_product("Savon", &shop.category("Bain", "").await)).await;
    let edit = proto::UpdateProductRequest {
        id: product.id.clone(),
        version: 1,
        price_ht: Some(123_400),
        ..Default::default()
    };
    shop.update(edit.clone()).await.expect("edited");
    shop.update(edit).await.expect_err("stale");
    let told = shop.events::<proto::AuditRecorded>().await.into_iter().filter_map(|event| event.entry);
    let edits: Vec<_> = told.filter(|entry| entry.action == "catalog.product_changed").collect();
    assert_eq!(edits.len(), 1);
    let entry = &edits[0];
    assert_eq!((entry.before.as_str(), entry.after.as_str()), (r#"{"price":100000}"#, r#"{"price":123400}"#));
    assert_eq!((entry.actor_name.as_str(), entry.subject_name.as_str()), ("Amel K.", "Savon"));
}

#[souk_testkit::test(SCHEMA)]
async fn an_edit_that_changes_nothing_tells_nobody(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = shop.create(shop.new_product("Savon", &shop.category("Bain", "").await)).await;
    let edit = proto::UpdateProductRequest {
        id: product.id,
        version: 1,
        price_ht: Some(100_000),
        ..Default::default()
    };
    assert_eq!(shop.update(edit).await.expect("fine").version, 1);
    assert_eq!(shop.events::<proto::SellableChanged>().await.len(), 1);
}

#[souk_testkit::test(SCHEMA)]
async fn two_staff_edit_at_once_and_one_wins(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = shop.create(shop.new_product("Savon", &shop.category("Bain", "").await)).await;
    let edit = |price| proto::UpdateProductRequest {
        id: product.id.clone(),
        version: 1,
        price_ht: Some(price),
        ..Default::default()
    };
    let (first, second) = tokio::join!(shop.update(edit(1)), shop.update(edit(2)));
    assert_eq!([&first, &second].iter().filter(|result| result.is_ok()).count(), 1);
    assert_eq!(shop.announced(&product.id).await.price_ht, first.or(second).expect("one won").price_ht);
}

#[souk_testkit::test(SCHEMA)]
async fn an_inactive_product_is_nowhere_in_the_shop(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = shop.create(shop.new_product("Savon", &shop.category("Bain", "").await)).await;
    assert_eq!(shop.listing(everything()).await.expect("listed").total, 1);
    let edit =
        proto::UpdateProductRequest { id: product.id, version: 1, active: Some(false), ..Default::default() };
    shop.update(edit).await.expect("edited");
    assert_eq!(shop.page("savon").await.expect_err("hidden").kind, Kind::NotFound);
    assert_eq!(shop.listing(everything()).await.expect("listed").total, 0);
}

#[souk_testkit::test(SCHEMA)]
async fn descriptions_can_t_carry_scripts(pool: PgPool) {
    let shop = Shop::open(pool);
    let mut request = shop.new_product("Savon", &shop.category("Bain", "").await);
    request.texts[0].long_description = "<p onclick=x()>Doux</p><script>alert(1)</script>".into();
    shop.create(request).await;
    assert_eq!(shop.page("savon").await.expect("found").long_description, "<p>Doux</p>");
    let past_the_service =
        "UPDATE product_texts SET long_description = '<p>Doux</p><img src=x onerror=alert(1)>'";
    sqlx::query(past_the_service).execute(shop.pool()).await.expect("written");
    let page = shop.page_in("savon", "ar").await.expect("found");
    assert_eq!(page.long_description, "<p>Doux</p><img src=\"x\">");
    assert_eq!(page.product_langs_read[0].long_description, page.long_description);
}

#[souk_testkit::test(SCHEMA)]
async fn a_description_is_edited_cleaned_and_no_longer_than_is_kept(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = shop.create(shop.new_product("Savon", &shop.category("Bain", "").await)).await;
    let edit = |html: &str| proto::UpdateProductRequest {
        id: product.id.clone(),
        version: product.version,
        texts: vec![
            proto::ProductText { long_description: html.into(), ..product_text("fr", "Savon") },
            proto::ProductText { seo_title: "ص".repeat(301), ..product_text("ar", "صابون") },
        ],
        ..Default::default()
    };
    let refused = shop.update(edit(&"ص".repeat(50_001))).await.expect_err("too long");
    assert_eq!(fields(&refused), ["texts[0].longDescription", "texts[1].seoTitle"]);
    let longest = "ص".repeat(50_000);
    let mut sound = edit(&format!("{longest}<script>x()</script>"));
    sound.texts.truncate(1);
    let edited = shop.update(sound).await.expect("edited");
    assert_eq!(edited.texts[0].long_description, longest, "as it is kept");
    assert_eq!(shop.page("savon").await.expect("found").long_description, longest);
}

#[souk_testkit::test(SCHEMA)]
async fn a_pack_shows_its_parts(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let mut part = shop.new_product("Savon", &category);
    part.combinations = vec![shop.combination("Rouge", true)];
    let part = shop.create(part).await;
    let mut pack = shop.new_product("Coffret", &category);
    pack.pack = vec![proto::PackComponent {
        product_id: part.id.clone(),
        combination_id: part.combinations[0].id.clone(),
        quantity: 2,
        ..proto::PackComponent::default()
    }];
    let pack = shop.create(pack).await;
    let page = shop.page("coffret").await.expect("found");
    let item = &page.products_in_pack_serialized[0];
    assert_eq!((item.name.as_str(), item.quantity), ("Savon", 2));
    assert_eq!(item.combination_name.as_deref(), Some("Rouge"));
    assert_eq!(shop.announced(&pack.id).await.pack, pack.pack);
}

#[souk_testkit::test(SCHEMA)]
async fn the_page_of_a_pack_hears_of_its_parts(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let part = shop.create(shop.new_product("Savon", &category)).await;
    let mut pack = shop.new_product("Coffret", &category);
    pack.pack = vec![proto::PackComponent { product_id: part.id.clone(), quantity: 1, ..Default::default() }];
    shop.create(pack).await;
    let shown = async || {
        let page = shop.page("coffret").await.expect("found");
        (page.products_in_pack_serialized[0].name.clone(), page.version)
    };
    let (_, before) = shown().await;
    let counting = QueryCount::start();
    shown().await;
    assert_eq!(counting.stop(), 1, "it is kept");
    let renamed = proto::UpdateProductRequest {
        id: part.id,
        version: part.version,
        texts: vec![product_text("fr", "Savon noir")],
        ..Default::default()
    };
    shop.update(renamed).await.expect("renamed");
    let (name, after) = shown().await;
    assert_eq!(name, "Savon noir");
    assert!(after > before, "whoever kept the page of before is told so");
    let counting = QueryCount::start();
    shown().await;
    assert_eq!(counting.stop(), 1, "it is kept again");
}

#[souk_testkit::test(SCHEMA)]
async fn staff_list_what_they_look_for(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    for (name, price) in [("Savon noir", 300), ("Savon vert", 200), ("Bougie 100%", 100)] {
        let request = proto::CreateProductRequest { price_ht: price, ..shop.new_product(name, &category) };
        shop.create(request).await;
    }
    let list = async |query: &str, sort: &str| {
        let request =
            proto::ListProductsRequest { query: query.into(), sort: sort.into(), ..Default::default() };
        let answer = shop.products.list_products(by(&staff(Role::Sales), request)).await.expect("listed");
        let answer = answer.into_inner();
        (answer.products.into_iter().map(|row| row.name).collect::<Vec<_>>(), answer.total)
    };
    assert_eq!(list("savon", "price_asc").await, (vec!["Savon vert".into(), "Savon noir".into()], 2));
    assert_eq!(list("100%", "").await.1, 1);
    assert_eq!(list("%", "").await.1, 0, "a wildcard is a character, and punctuation alone finds nothing");
    assert_eq!(list("", "").await.0[0], "Bougie 100%", "newest first");
    assert_eq!(list("", "name").await.0[0], "Bougie 100%");
}

#[souk_testkit::test(SCHEMA)]
async fn only_the_content_role_writes(pool: PgPool) {
    let shop = Shop::open(pool);
    let request = shop.new_product("Savon", &shop.category("Bain", "").await);
    for role in [Role::Sales, Role::Warehouse, Role::Payments] {
        let answer = shop.products.create_product(by(&staff(role), request.clone())).await;
        assert_eq!(answer.expect_err("refused").code(), tonic::Code::PermissionDenied, "{role}");
    }
    let nobody = shop.products.create_product(tonic::Request::new(request)).await;
    assert_eq!(nobody.expect_err("refused").code(), tonic::Code::Unauthenticated);
}

#[souk_testkit::test(SCHEMA)]
async fn everything_wrong_with_a_product_is_named(pool: PgPool) {
    let shop = Shop::open(pool);
    let mut wrong = shop.new_product("Savon", "no-id");
    wrong.price_ht = -1;
    wrong.tax_rate = 10_001;
    wrong.slug = "Un Slug".into();
    wrong.brand_id = "x".into();
    wrong.texts = vec![product_text("fr", " "), product_text("de", "Seife")];
    wrong.combinations = vec![proto::Combination { id: "?".into(), price_ht: -5, ..Default::default() }];
    wrong.pack = vec![proto::PackComponent { product_id: shop.id(), quantity: 0, ..Default::default() }];
    let failure = shop.try_create(wrong).await.expect_err("refused");
    assert_eq!(failure.kind, Kind::Invalid);
    assert_eq!(
        fields(&failure),
        [
            "texts[0].name",
            "texts[1].language",
            "texts",
            "slug",
            "priceHt",
            "tax",
            "categoryId",
            "brandId",
            "combinations[0].id",
            "combinations[0].priceHt",
            "combinations[0].values",
            "pack[0].quantity",
        ]
    );
    let unknown = shop.try_create(shop.new_product("Savon", &shop.id())).await.expect_err("refused");
    assert_eq!(fields(&unknown), ["categoryId"]);
}

#[souk_testkit::test(SCHEMA)]
async fn an_address_belongs_to_one_product(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    shop.create(shop.new_product("Savon", &category)).await;
    shop.clock.advance(time::Duration::seconds(1));
    let taken = shop.try_create(shop.new_product("Savon", &category)).await.expect_err("refused");
    assert_eq!((taken.kind, taken.metadata["field"].as_str()), (Kind::Conflict, "slug"));
}

#[souk_testkit::test(SCHEMA)]
async fn every_sellable_streams_out_in_steps(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    for number in 0..3 {
        shop.create(shop.new_product(&format!("Savon {number}"), &category)).await;
    }
    let sellables = async |after: &str| -> Vec<proto::Sellable> {
        let request = proto::ListSellablesRequest { after_product_id: after.to_owned() };
        let stream = shop.products.list_sellables(by(&staff(Role::Admin), request)).await;
        stream.expect("streams").into_inner().map(|sellable| sellable.expect("comes")).collect().await
    };
    let all = sellables("").await;
    let names: Vec<_> = all.iter().map(|sellable| sellable.name.clone().expect("a name").fr).collect();
    assert_eq!(names, ["Savon 0", "Savon 1", "Savon 2"]);
    assert_eq!(sellables(&all[0].product_id).await, all[1..], "and from where it broke");
    assert_eq!(sellables(&all[2].product_id).await, []);
}

#[souk_testkit::test(SCHEMA)]
async fn a_list_of_two_hundred_takes_as_many_queries_as_one_of_twelve(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    for number in 0..40 {
        shop.create(shop.new_product(&format!("Savon {number}"), &category)).await;
    }
    shop.catalog.catch_up().await.expect("caught up");
    for size in [12, 200] {
        let page = Some(PageRequest { page: 1, size });
        let request = proto::ListProductsRequest { page, ..Default::default() };
        let counting = QueryCount::start();
        let answer = shop.products.list_products(by(&staff(Role::Admin), request)).await.expect("listed");
        assert_eq!(counting.stop(), 4, "staff list of {size}");
        assert_eq!(answer.into_inner().products.len(), 40.min(size as usize));

        let counting = QueryCount::start();
        let request = proto::GetListingRequest { page, ..everything() };
        shop.listings.get_listing(by(&Actor::shopper(), request)).await.expect("listed");
        assert_eq!(counting.stop(), 0, "public list of {size}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn what_shoppers_can_open_is_listed_in_parts(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    shop.category("Vide", "").await;
    let mut savon = shop.new_product("Savon", &category);
    savon.brand_id = shop.brand("Nour").await;
    shop.create(savon).await;
    let mut hidden = shop.new_product("Gant", &category);
    hidden.active = false;
    shop.create(hidden).await;

    let running = shop.promote(shop.promotion(1_000)).await.expect("saved");
    shop.promote(proto::Promotion { active: false, ..shop.promotion(1_000) }).await.expect("saved");

    let list = async |part| {
        let request = by(&Actor::shopper(), proto::ListAddressesRequest { part });
        let answer = shop.products.list_addresses(request).await.expect("listed").into_inner();
        let slug = |address: &proto::Address| format!("{}/{}", address.category_slug, address.slug);
        (answer.addresses.iter().map(slug).collect::<Vec<_>>(), answer.parts)
    };
    assert_eq!(list(0).await, (vec!["/bain".to_owned(), "/nour".to_owned(), format!("/{}", running.id)], 2));
    assert_eq!(list(1).await, (vec!["bain/savon".to_owned()], 2));
    assert_eq!(list(2).await, (Vec::new(), 2));
}

#[souk_testkit::test(SCHEMA)]
async fn a_page_takes_as_many_statements_whatever_belongs_to_the_product(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    shop.create(shop.new_product("Savon", &category)).await;
    let mut large = shop.new_product("Bougie", &category);
    large.combinations = (0..40).map(|at| shop.combination(&format!("Couleur {at}"), at == 0)).collect();
    let large = shop.create(large).await;
    let mut pack = shop.new_product("Coffret", &category);
    let part = |combination: &proto::Combination| proto::PackComponent {
        product_id: large.id.clone(),
        combination_id: combination.id.clone(),
        quantity: 1,
        ..proto::PackComponent::default()
    };
    pack.pack = large.combinations.iter().map(part).collect();
    shop.create(pack).await;
    shop.page("savon").await.expect("found");
    for (slug, language, statements) in
        [("savon", "fr", 1), ("savon", "ar", 5), ("bougie", "fr", 5), ("coffret", "fr", 6)]
    {
        let counting = QueryCount::start();
        shop.page_in(slug, language).await.expect("found");
        assert_eq!(counting.stop(), statements, "{slug} in {language}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn two_hundred_changed_products_are_followed_with_as_many_statements_as_one(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    for number in 0..200 {
        let mut request = shop.new_product(&format!("Savon {number}"), &category);
        request.combinations = vec![shop.combination("Rouge", true), shop.combination("Bleu", false)];
        shop.create(request).await;
    }
    shop.catalog.catch_up().await.expect("caught up");
    let mut counted = Vec::new();
    for changed in [1, 200] {
        sqlx::query("UPDATE revision SET current = current + 1").execute(shop.pool()).await.expect("moved");
        sqlx::query("UPDATE products SET revision = (SELECT current FROM revision) WHERE number <= $1")
            .bind(changed)
            .execute(shop.pool())
            .await
            .expect("changed");
        let counting = QueryCount::start();
        shop.catalog.catch_up().await.expect("caught up");
        counted.push(counting.stop());
    }
    assert_eq!(counted[0], counted[1]);
}

#[souk_testkit::test(SCHEMA)]
async fn a_kept_page_goes_with_what_the_product_stands_among(pool: PgPool) {
    let shop = Shop::open(pool);
    let mut request = shop.new_product("Savon", &shop.category("Bain", "").await);
    request.brand_id = shop.brand("Nour").await;
    shop.create(request).await;
    let brand = async || shop.page("savon").await.expect("found").brand_read.expect("a brand").name;
    assert_eq!(brand().await, "Nour");
    for statement in [
        "UPDATE brands SET name = 'Zahra'",
        "UPDATE revision SET current = current + 1, reference = current + 1",
    ] {
        sqlx::query(statement).execute(shop.pool()).await.expect(statement);
    }
    assert_eq!(brand().await, "Zahra");
}

/// An edit commits while a reader is between what it reads: what it took from before must not pass as the edited product.
#[souk_testkit::test(SCHEMA)]
async fn a_product_read_during_an_edit_is_not_kept_as_the_edited_one(pool: PgPool) {
    let shop = Arc::new(Shop::open(pool));
    let mut request = shop.new_product("Ambre", &shop.category("Parfums", "").await);
    request.combinations = vec![proto::Combination { price_ht: 50_000, ..shop.combination("Rouge", true) }];
    shop.create(request).await;
    let mut edit = shop.pool().begin().await.expect("a transaction");
    sqlx::query("LOCK TABLE pack_components IN ACCESS EXCLUSIVE MODE")
        .execute(&mut *edit)
        .await
        .expect("locked");
    let reader = tokio::spawn({
        let shop = shop.clone();
        async move { shop.page("ambre").await.expect("found") }
    });
    let is_waiting = async || {
        let waiting = "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted
                                         AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))";
        sqlx::query_scalar(waiting).fetch_one(shop.pool()).await.expect("asked")
    };
    eventually("the reader waits", std::time::Duration::from_secs(10), is_waiting).await;
    for statement in [
        "UPDATE combinations SET price_ht = 70000",
        "UPDATE revision SET current = current + 1",
        "UPDATE products SET revision = (SELECT current FROM revision)",
    ] {
        sqlx::query(statement).execute(&mut *edit).await.expect(statement);
    }
    edit.commit().await.expect("committed");
    reader.await.expect("read");
    let page = shop.page("ambre").await.expect("found");
    assert_eq!(page.combinations[0].price_ht.0.centimes(), 70_000);
}

#[souk_testkit::test(SCHEMA)]
async fn what_staff_keep_of_a_product_comes_back_is_edited_told_and_looked_for(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let details = proto::ProductDetails {
        sku: " SAV-100 ".into(),
        barcode: "6130000000017".into(),
        supply_price_ht: 60_000,
        wholesale_price_ht: 80_000,
        weight: 120,
        height: 4,
        width: 6,
        length: 9,
        wholesale_min_order_quantity: 24,
    };
    let request = shop.new_product("Savon", &category);
    let product =
        shop.create(proto::CreateProductRequest { details: Some(details.clone()), ..request }).await;
    let kept = proto::ProductDetails { sku: "SAV-100".into(), ..details };
    assert_eq!(product.details.as_ref(), Some(&kept));
    let told = shop.announced(&product.id).await.wholesale;
    assert_eq!(told, Some(proto::Wholesale { price_ht: 80_000, minimum_quantity: 24 }));
    for (role, cost) in [(Role::Content, 60_000), (Role::Sales, 0), (Role::Warehouse, 0)] {
        let request = proto::GetProductRequest { id: product.id.clone() };
        let told = shop.products.get_product(by(&staff(role), request)).await.expect("told").into_inner();
        let details = told.details.expect("details");
        assert_eq!((details.supply_price_ht, details.wholesale_price_ht), (cost, 80_000), "{role}");
    }

    let lighter = proto::ProductDetails { weight: 110, wholesale_min_order_quantity: 0, ..kept };
    let edit = |details| proto::UpdateProductRequest {
        id: product.id.clone(),
        version: 1,
        details: Some(details),
        ..Default::default()
    };
    let edited = shop.update(edit(lighter.clone())).await.expect("edited");
    assert_eq!((edited.version, edited.details.as_ref()), (2, Some(&lighter)));
    let told = shop.events::<proto::AuditRecorded>().await.into_iter().filter_map(|event| event.entry);
    let mut edits = told.filter(|entry| entry.action == "catalog.product_changed");
    let entry = edits.next().expect("told");
    let detail = |facts: &str, name: &str| {
        let facts: serde_json::Value = serde_json::from_str(facts).expect("JSON");
        facts["details"][name].clone()
    };
    let changed = |name: &str| (detail(&entry.before, name), detail(&entry.after, name));
    assert_eq!(changed("weight"), (120.into(), 110.into()));
    assert_eq!(changed("wholesaleMinOrderQuantity"), (24.into(), 0.into()));
    let told = shop.announced(&product.id).await.wholesale.expect("told");
    assert_eq!(told.minimum_quantity, 1, "by the piece where nothing is said");

    let list = proto::ListProductsRequest { query: "SAV-1".into(), ..Default::default() };
    let found = shop.products.list_products(by(&staff(Role::Content), list)).await.expect("listed");
    assert_eq!(found.into_inner().products.len(), 1, "the beginning of its own stock number");

    let branded = proto::UpdateProductRequest {
        id: product.id.clone(),
        version: 2,
        brand_id: Some(shop.brand("Nour").await),
        ..Default::default()
    };
    assert!(!shop.update(branded.clone()).await.expect("edited").brand_id.is_empty());
    let unbranded = proto::UpdateProductRequest { version: 3, brand_id: Some(String::new()), ..branded };
    assert_eq!(shop.update(unbranded).await.expect("edited").brand_id, "", "taken away");

    let twin = proto::CreateProductRequest {
        details: Some(proto::ProductDetails { sku: "SAV-100".into(), ..Default::default() }),
        ..shop.new_product("Bougie", &category)
    };
    let taken = shop.try_create(twin).await.expect_err("taken");
    assert_eq!((&*taken.code, taken.metadata["field"].as_str()), ("catalog.taken", "sku"));
    let wrong = proto::ProductDetails {
        sku: "x".repeat(65),
        supply_price_ht: -1,
        weight: 1_000_001,
        length: 10_001,
        wholesale_min_order_quantity: 1_000_001,
        ..Default::default()
    };
    let refused = shop.update(edit(wrong)).await.expect_err("wrong");
    let at = [
        "details.sku",
        "details.supplyPriceHt",
        "details.weight",
        "details.length",
        "details.wholesaleMinOrderQuantity",
    ];
    assert_eq!(fields(&refused), at);
}

#[souk_testkit::test(SCHEMA)]
async fn a_product_is_on_the_page_that_was_chosen_for_it(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let mut request = shop.new_product("Savon", &category);
    request.combinations = vec![shop.combination("Rouge", false), shop.combination("Bleu", true)];
    request.page = "simpler".into();
    let product = shop.create(request).await;
    let [red, blue] = [0, 1].map(|at| product.combinations[at].id.clone());
    shop.available(&product.id, &red, 1, 3).await;
    let names = |page: &souk_views::ProductPage| {
        page.combinations.iter().map(|one| one.display_name.clone()).collect::<Vec<_>>()
    };
    let page = shop.page("savon").await.expect("found");
    assert_eq!((page.page.as_str(), product.page.as_str()), ("simpler", "simpler"));
    assert_eq!((names(&page), page.available), (vec!["Rouge".to_owned(), "Bleu".into()], true));

    let edit = |version, page: &str| proto::UpdateProductRequest {
        id: product.id.clone(),
        version,
        page: Some(page.into()),
        ..Default::default()
    };
    let edited = shop.update(edit(1, "no_picker")).await.expect("edited");
    assert_eq!((edited.page.as_str(), edited.combinations.len()), ("no_picker", 2), "staff have both");
    let page = shop.page("savon").await.expect("found");
    assert_eq!(
        (names(&page), page.available),
        (vec!["Bleu".to_owned()], false),
        "what can't be chosen is not had"
    );
    shop.available(&product.id, &blue, 2, 1).await;
    assert!(shop.page("savon").await.expect("found").available);

    let mut told = shop.events::<proto::AuditRecorded>().await.into_iter().filter_map(|event| event.entry);
    let entry = told.next_back().expect("told");
    let page_in = |facts: &str| {
        let facts: serde_json::Value = serde_json::from_str(facts).expect("JSON");
        facts["page"].clone()
    };
    assert_eq!((page_in(&entry.before), page_in(&entry.after)), ("simpler".into(), "no_picker".into()));
    for unknown in ["", "Full", "maximal"] {
        assert_eq!(fields(&shop.update(edit(2, unknown)).await.expect_err("refused")), ["page"]);
    }
    let wrong = proto::CreateProductRequest { page: "x".into(), ..shop.new_product("Bougie", &category) };
    assert_eq!(fields(&shop.try_create(wrong).await.expect_err("refused")), ["page"]);
    assert_eq!(shop.create(shop.new_product("Bougie", &category)).await.page, "full");
}

#[souk_testkit::test(SCHEMA)]
async fn a_former_address_leads_to_its_product_and_is_no_other_s(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let product = shop.create(shop.new_product("Savon", &category)).await;
    let other = shop.create(shop.new_product("Bougie", &category)).await;
    let edit = |of: &proto::Product, version, slug: &str| proto::UpdateProductRequest {
        id: of.id.clone(),
        version,
        slug: Some(slug.into()),
        ..Default::default()
    };
    let edited = shop.update(edit(&product, 1, "savon-d-alep")).await.expect("edited");
    assert_eq!((edited.slug.as_str(), edited.version), ("savon-d-alep", 2));
    assert_eq!(shop.page("savon-d-alep").await.expect("found").slug, "savon-d-alep");
    let moved = shop.page("savon").await.expect_err("elsewhere now");
    assert_eq!((moved.kind, &*moved.code), (Kind::NotFound, "catalog.moved"));
    assert_eq!((&*moved.metadata["movedTo"], &*moved.metadata["movedBelow"]), ("savon-d-alep", "bain"));
    let told = shop.events::<proto::AuditRecorded>().await.into_iter().filter_map(|event| event.entry);
    let mut edits = told.filter(|entry| entry.action == "catalog.product_changed");
    let entry = edits.next_back().expect("told");
    assert_eq!((&*entry.before, &*entry.after), (r#"{"slug":"savon"}"#, r#"{"slug":"savon-d-alep"}"#));

    for taken in ["savon-d-alep", "savon"] {
        let refused = shop.update(edit(&other, 1, taken)).await.expect_err("it is another's");
        assert_eq!((&*refused.code, refused.metadata["field"].as_str()), ("catalog.taken", "slug"));
    }
    let namesake = shop.new_product("Savon", &category);
    let namesake = shop.try_create(namesake).await.expect_err("it leads elsewhere");
    assert_eq!(namesake.metadata["field"], "slug");
    for wrong in ["", "é è"] {
        let refused = shop.update(edit(&product, 2, wrong)).await.expect_err("no address");
        assert_eq!(fields(&refused), ["slug"]);
    }

    let hidden = proto::UpdateProductRequest { active: Some(false), ..edit(&product, 2, "savon-noir") };
    shop.update(hidden).await.expect("edited");
    for former in ["savon", "savon-d-alep", "savon-noir"] {
        assert_eq!(&*shop.page(former).await.expect_err("hidden").code, "catalog.unknown_product");
    }
    let back = proto::UpdateProductRequest { active: Some(true), ..edit(&product, 3, "savon") };
    shop.update(back).await.expect("its own former address is free");
    assert_eq!(shop.page("savon").await.expect("found").id, product.id);
    assert_eq!(shop.page("savon-noir").await.expect_err("moved").metadata["movedTo"], "savon");
}

#[souk_testkit::test(SCHEMA)]
async fn an_address_that_is_left_and_wanted_at_once_leads_to_one_product(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let product = shop.create(shop.new_product("Savon", &category)).await;
    let edit = proto::UpdateProductRequest {
        id: product.id.clone(),
        version: 1,
        slug: Some("savon-noir".into()),
        ..Default::default()
    };
    let namesake = shop.new_product("Savon", &category);
    let (left, made) = tokio::join!(shop.update(edit), shop.try_create(namesake));
    assert_eq!(left.expect("edited").slug, "savon-noir");
    assert_eq!(made.expect_err("had or has by the first").metadata["field"], "slug");
    assert_eq!(shop.page("savon").await.expect_err("moved").metadata["movedTo"], "savon-noir");
}

#[souk_testkit::test(SCHEMA)]
async fn cards_are_had_by_their_ids_in_the_order_asked_for(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let mut ids = Vec::new();
    for name in ["Savon", "Bougie", "Cachée"] {
        let mut request = shop.new_product(name, &category);
        request.active = name != "Cachée";
        request.texts.push(product_text("ar", "صابون"));
        ids.push(shop.create(request).await.id);
    }
    let listed = shop.listing(everything()).await.expect("listed").products;
    let cards = async |ids: Vec<String>, language: &str| {
        let request = proto::GetCardsRequest { ids, language: language.into() };
        let answer = shop.listings.get_cards(by(&Actor::shopper(), request)).await;
        let json = answer.map_err(souk_rpc::Failure::from)?.into_inner().json;
        Ok::<souk_views::Cards, souk_rpc::Failure>(serde_json::from_slice(&json).expect("the type of cards"))
    };
    let wanted = vec![ids[1].clone(), shop.id(), ids[2].clone(), ids[0].clone()];
    let found = cards(wanted, "fr").await.expect("found").products;
    let names: Vec<_> = found.iter().map(|card| card.name.as_str()).collect();
    assert_eq!(names, ["Bougie", "Savon"], "the hidden one and the unknown one are left out");
    assert!(found.iter().all(|card| listed.contains(card)), "as lists show them");
    assert_eq!(cards(vec![ids[0].clone()], "ar").await.expect("found").products[0].name, "صابون");
    assert_eq!(cards(Vec::new(), "en").await.expect("none").products, []);
    let many = cards((0..13).map(|_| shop.id()).collect(), "fr").await.expect_err("too many");
    assert_eq!(fields(&many), ["ids"]);
    assert_eq!(fields(&cards(vec!["x".into()], "fr").await.expect_err("no id")), ["ids"]);
}

#[souk_testkit::test(SCHEMA)]
async fn a_product_out_of_sale_is_seen_by_its_link(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let new = proto::CreateProductRequest { active: false, ..shop.new_product("Savon", &category) };
    let product = shop.create(new).await;
    assert_eq!(shop.page("savon").await.expect_err("hidden").kind, Kind::NotFound);
    let seen = shop.products.get_draft_product(Shop::draft_of(&product.id)).await;
    let seen = seen.expect("found").into_inner();
    let page: views::ProductPage = serde_json::from_slice(&seen.json).expect("a page");
    assert_eq!((page.name.as_str(), seen.link.as_str()), ("Savon", "/catalog/product/bain/savon"));
    assert!(!seen.shown);
    let unknown = shop.products.get_draft_product(Shop::draft_of(&category)).await;
    assert_eq!(Failure::from(unknown.expect_err("none")).kind, Kind::NotFound);
}
