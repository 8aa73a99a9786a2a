//! What prices were: written with each change, whoever makes it, kept within bounds, and compared with where something is reduced.

use souk_catalog::price_changes::PriceChangesRpc;
use souk_kernel::{Clock as _, rfc3339};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::content_server::Content as _;
use souk_proto::catalog::v1::price_changes_server::PriceChanges as _;
use souk_proto::catalog::v1::product_files_server::ProductFiles as _;
use souk_proto::catalog::v1::products_server::Products as _;
use souk_proto::common::v1::PageRequest;
use souk_rpc::{Actor, Failure, Kind};
use sqlx::PgPool;
use time::Duration;

use crate::support::{SCHEMA, Shop, by, content, fields};

impl Shop {
    fn price_changes(&self) -> PriceChangesRpc {
        self.catalog.price_changes()
    }

    /// What each change was of, before and after; the last first.
    async fn prices_of(&self, product: &str) -> Vec<(String, Option<i64>, i64)> {
        let request = proto::ListPriceChangesRequest { product_id: product.into(), page: None };
        let listed = self.price_changes().list_price_changes(by(&content(), request)).await.expect("listed");
        let listed = listed.into_inner();
        assert_eq!((listed.total, listed.more), (listed.changes.len() as u64, false));
        let told = |one: proto::PriceChange| (one.combination_id, one.before, one.after);
        listed.changes.into_iter().map(told).collect()
    }

    async fn reprice(&self, product: &proto::Product, price_ht: i64) -> proto::Product {
        self.clock.advance(Duration::seconds(1));
        let (id, version, price_ht) = (product.id.clone(), product.version, Some(price_ht));
        let request = proto::UpdateProductRequest { id, version, price_ht, ..Default::default() };
        self.update(request).await.expect("saved")
    }

    async fn tell_lowest_prices(&self, is_told: bool) {
        let asked = by(&content(), proto::GetSettingsRequest {});
        let settings = self.content.get_settings(asked).await.expect("read").into_inner();
        let settings = Some(proto::Settings { show_lowest_price: Some(is_told), ..settings });
        let saved = by(&content(), proto::UpdateSettingsRequest { settings });
        assert_eq!(
            self.content.update_settings(saved).await.expect("saved").into_inner().show_lowest_price,
            Some(is_told)
        );
    }

    /// What the page says that the product, and its first combination, cost before the reduction.
    async fn lowest(&self, slug: &str) -> (Option<i64>, Option<i64>) {
        let page = self.page(slug).await.expect("found");
        let own = page.combinations.first().and_then(|own| own.lowest_price);
        let centimes = |price: Option<souk_views::Dinars>| price.map(|price| price.0.centimes());
        (centimes(page.lowest_price), centimes(own))
    }
}

#[souk_testkit::test(SCHEMA)]
async fn each_change_is_kept_with_who_made_it_wherever_it_was_made(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Parfums", "").await;
    let mut request = shop.new_product("Ambre", &category);
    request.combinations = vec![shop.combination("Rouge", true)];
    let red = request.combinations[0].id.clone();
    let product = shop.create(request).await;
    assert_eq!(shop.prices_of(&product.id).await, [], "since it was made it costs the same");

    let product = shop.reprice(&product, 120_000).await;
    shop.clock.advance(Duration::seconds(1));
    let own = proto::CombinationPrice { id: red.clone(), price_ht: 90_000 };
    let request = proto::UpdateProductRequest {
        id: product.id.clone(),
        version: product.version,
        featured: Some(true),
        combination_prices: vec![own],
        ..Default::default()
    };
    let product = shop.update(request).await.expect("saved");
    shop.clock.advance(Duration::seconds(1));
    let kept = |own: &proto::Combination| proto::WantedCombination {
        id: own.id.clone(),
        price_ht: own.price_ht,
        active: true,
        ..Default::default()
    };
    let red_again = proto::WantedCombination { price_ht: 80_000, ..kept(&product.combinations[0]) };
    let (id, version) = (product.id.clone(), product.version);
    let combinations = vec![red_again];
    let request = proto::SetCombinationsRequest { product_id: id, version, combinations };
    shop.products.set_combinations(by(&content(), request)).await.expect("saved");
    let expected = [
        (red.clone(), Some(90_000), 80_000),
        (red.clone(), Some(0), 90_000),
        (String::new(), Some(100_000), 120_000),
    ];
    assert_eq!(shop.prices_of(&product.id).await, expected);

    let page = PageRequest { page: 2, size: 12 };
    let request = proto::ListPriceChangesRequest { product_id: product.id.clone(), page: Some(page) };
    let listed = shop.price_changes().list_price_changes(by(&content(), request)).await.expect("listed");
    assert_eq!(listed.into_inner().changes, []);
    let request = proto::ListPriceChangesRequest { product_id: product.id.clone(), page: None };
    let listed = shop.price_changes().list_price_changes(by(&content(), request)).await.expect("listed");
    let last = listed.into_inner().changes.remove(0);
    let who = last.by.expect("somebody");
    assert_eq!((uuid::Uuid::try_parse(&who.id).is_ok(), who.name.as_str()), (true, "Amel K."));
    assert_eq!(last.at, rfc3339(shop.clock.now()));

    let copy = shop.duplicate(&product.id, "a copy").await.expect("made");
    assert_eq!(shop.prices_of(&copy.id).await, [], "it never cost anything else");
}

#[souk_testkit::test(SCHEMA)]
async fn files_and_parts_of_packs_write_it_too(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Parfums", "").await;
    let part = shop.create(shop.new_product("Savon", &category)).await;
    let mut pack = shop.new_product("Coffret", &category);
    pack.pack = vec![proto::PackComponent { product_id: part.id.clone(), quantity: 2, ..Default::default() }];
    pack.pack_price = Some(proto::PackPrice { kind: "sum".into(), rule_type: "amount".into(), value: 1_000 });
    let pack = shop.create(pack).await;
    while shop.catalog.product_cases().follow_parts().await.expect("a step") {}
    assert_eq!((pack.price_ht, shop.prices_of(&pack.id).await), (199_000, vec![]));

    shop.clock.advance(Duration::seconds(1));
    let line = proto::FileProduct {
        new_id: shop.id(),
        id: part.id.clone(),
        price_ht: Some(60_000),
        ..Default::default()
    };
    let portion_id = shop.id();
    let request = proto::ImportProductsRequest {
        products: vec![line],
        import_id: shop.id(),
        portion_id: portion_id.clone(),
        ..Default::default()
    };
    let answer = shop.catalog.product_files().import_products(by(&content(), request)).await;
    let told = answer.expect("told").into_inner().products.remove(0);
    assert_eq!(told.outcome(), proto::imported_product::Outcome::Changed, "{told:?}");
    assert_eq!(shop.prices_of(&part.id).await, [(String::new(), Some(100_000), 60_000)]);
    while shop.catalog.product_cases().follow_parts().await.expect("a step") {}
    assert_eq!(shop.prices_of(&pack.id).await, [(String::new(), Some(199_000), 119_000)]);
    let who: String = sqlx::query_scalar(
        "SELECT employee_name FROM price_changes WHERE product_id = $1::text::uuid AND employee_id IS NULL",
    )
    .bind(&pack.id)
    .fetch_one(shop.pool())
    .await
    .expect("by nobody of the team");
    assert_eq!(who, "souk");

    shop.clock.advance(Duration::seconds(1));
    let request = proto::UndoImportRequest { portion_id, after: 0 };
    shop.catalog.product_files().undo_import(by(&content(), request)).await.expect("taken back");
    let expected = [(String::new(), Some(60_000), 100_000), (String::new(), Some(100_000), 60_000)];
    assert_eq!(shop.prices_of(&part.id).await, expected);
}

#[souk_testkit::test(SCHEMA)]
async fn a_page_says_what_a_reduced_product_cost_before_where_the_shop_wants_it(pool: PgPool) {
    let shop = Shop::open(pool);
    let mut request = shop.new_product("Ambre", &shop.category("Parfums", "").await);
    request.combinations = vec![proto::Combination { price_ht: 70_000, ..shop.combination("Rouge", true) }];
    let product = shop.create(request).await;
    shop.tell_lowest_prices(true).await;
    shop.clock.advance(Duration::days(100));
    assert_eq!(shop.lowest("ambre").await, (None, None), "nothing is reduced");

    let product = shop.reprice(&product, 150_000).await;
    shop.clock.advance(Duration::days(5));
    let promotion = shop.promote(shop.promotion(5_000)).await.expect("saved");
    assert_eq!(shop.lowest("ambre").await, (Some(100_000), Some(70_000)), "raised five days before");
    shop.clock.advance(Duration::days(10));
    let more = proto::Promotion { value: 6_000, ..promotion };
    let promotion = shop.promote(more).await.expect("saved");
    assert_eq!(
        shop.lowest("ambre").await,
        (Some(100_000), Some(70_000)),
        "a reduction that grew is the same one"
    );

    shop.clock.advance(Duration::days(1));
    let over = proto::Promotion { active: false, ..promotion };
    let promotion = shop.promote(over).await.expect("saved");
    assert_eq!(shop.lowest("ambre").await, (None, None));
    shop.clock.advance(Duration::days(10));
    let again = proto::Promotion { active: true, value: 1_000, ..promotion };
    shop.promote(again).await.expect("saved");
    assert_eq!(shop.lowest("ambre").await, (Some(60_000), Some(28_000)), "it cost less ten days before");

    shop.reprice(&product, 200_000).await;
    assert_eq!(shop.lowest("ambre").await.0, Some(60_000), "what comes afterwards is not compared");
    shop.tell_lowest_prices(false).await;
    assert_eq!(shop.lowest("ambre").await, (None, None));
}

#[souk_testkit::test(SCHEMA)]
async fn what_was_never_offered_is_no_price_of_the_past(pool: PgPool) {
    let shop = Shop::open(pool);
    let mut request = shop.new_product("Ambre", &shop.category("Parfums", "").await);
    request.active = false;
    let product = shop.create(request).await;
    shop.tell_lowest_prices(true).await;
    let activate = async |product: &proto::Product, active: bool| {
        let (id, version, active) = (product.id.clone(), product.version, Some(active));
        shop.update(proto::UpdateProductRequest { id, version, active, ..Default::default() })
            .await
            .expect("saved")
    };
    let product = shop.reprice(&product, 150_000).await;
    let product = activate(&product, true).await;
    shop.clock.advance(Duration::days(5));
    let promotion = shop.promote(shop.promotion(5_000)).await.expect("saved");
    assert_eq!(shop.lowest("ambre").await.0, Some(150_000), "not what stood in for it");

    shop.promote(proto::Promotion { active: false, ..promotion }).await.expect("saved");
    shop.clock.advance(Duration::days(40));
    let mut product = activate(&product, false).await;
    for price in [120_000, 180_000] {
        product = shop.reprice(&product, price).await;
    }
    let product = activate(&product, true).await;
    let product = shop.reprice(&product, 0).await;
    shop.reprice(&product, 200_000).await;
    shop.clock.advance(Duration::days(1));
    shop.promote(shop.promotion(1_000)).await.expect("saved");
    assert_eq!(
        shop.lowest("ambre").await.0,
        Some(150_000),
        "nor what was tried while nobody saw it, nor nothing"
    );
    assert_eq!(shop.prices_of(&product.id).await.len(), 5, "staff see each");
}

#[souk_testkit::test(SCHEMA)]
async fn a_kept_page_follows_the_days_that_are_compared(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = shop.create(shop.new_product("Ambre", &shop.category("Parfums", "").await)).await;
    shop.tell_lowest_prices(true).await;
    shop.clock.advance(Duration::days(100));
    let product = shop.reprice(&product, 150_000).await;
    shop.clock.advance(Duration::days(5));
    let promotion = shop.promote(shop.promotion(5_000)).await.expect("saved");
    assert_eq!(shop.lowest("ambre").await.0, Some(100_000));
    shop.clock.advance(Duration::days(1));
    let title =
        promotion.title.map(|title| souk_proto::common::v1::LocalizedText { fr: "Soldes".into(), ..title });
    shop.promote(proto::Promotion { title, ..promotion }).await.expect("saved");
    let past: i64 = sqlx::query_scalar("SELECT count(*) FROM past_promotions")
        .fetch_one(shop.pool())
        .await
        .expect("counted");
    assert_eq!((past, shop.lowest("ambre").await.0), (0, Some(100_000)), "its terms are what they were");
    shop.clock.advance(Duration::days(100));
    assert_eq!(shop.lowest("ambre").await.0, Some(75_000), "what goes on for so long is the price");

    let many = "INSERT INTO price_changes (product_id, priced_id, nth, changed_at, before, after, employee_name)
        SELECT $1::text::uuid, gen_random_uuid(), 1, $2 - interval '1 hour', 5, 6, 'souk' FROM generate_series(1, 5001)";
    sqlx::query(many).bind(&product.id).bind(shop.clock.now()).execute(shop.pool()).await.expect("filled");
    shop.clock.advance(Duration::hours(1));
    assert_eq!(shop.lowest("ambre").await, (None, None), "more than are looked at: nobody can say it");
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_kept_has_a_bound_and_belongs_to_its_product(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = shop.create(shop.new_product("Ambre", &shop.category("Parfums", "").await)).await;
    let filled = "INSERT INTO price_changes (product_id, priced_id, nth, changed_at, before, after, employee_name)
        SELECT $1::text::uuid, $1::text::uuid, n, $2 - (2000 - n) * interval '1 minute', 0, 100000, 'souk' FROM generate_series(1, 1500) n";
    sqlx::query(filled).bind(&product.id).bind(shop.clock.now()).execute(shop.pool()).await.expect("filled");
    let kept = async || {
        let rows: (i64, i64) = sqlx::query_as("SELECT count(*), coalesce(min(nth), 0) FROM price_changes")
            .fetch_one(shop.pool())
            .await
            .expect("counted");
        rows
    };
    let product = shop.reprice(&product, 110_000).await;
    assert_eq!(kept().await, (1_000, 502));
    shop.clock.advance(Duration::days(800));
    let product = shop.reprice(&product, 120_000).await;
    assert_eq!(kept().await, (1, 1_502), "the others are older than two years");

    let wrong = proto::ListPriceChangesRequest { product_id: "ambre".into(), page: None };
    let refused = shop.price_changes().list_price_changes(by(&content(), wrong)).await.expect_err("refused");
    assert_eq!(fields(&Failure::from(refused)), ["productId"]);
    let request = proto::ListPriceChangesRequest { product_id: product.id.clone(), page: None };
    let refused = shop.price_changes().list_price_changes(by(&Actor::shopper(), request)).await;
    assert_eq!(Failure::from(refused.expect_err("refused")).kind, Kind::Forbidden);
    sqlx::query("DELETE FROM products").execute(shop.pool()).await.expect("gone");
    assert_eq!(kept().await, (0, 0));
}
