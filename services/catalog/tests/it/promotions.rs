//! Promotions through their gRPC service: what they do to prices, and when.

use std::collections::HashSet;
use std::sync::Arc;

use souk_kernel::{Clock as _, rfc3339};
use souk_pricing::MOST_PROMOTIONS;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::get_listing_request::Scope;
use souk_proto::catalog::v1::listings_server::Listings as _;
use souk_proto::catalog::v1::promotions_server::Promotions as _;
use souk_proto::common::v1::LocalizedText;
use souk_rpc::{Actor, Kind};
use souk_views as views;
use sqlx::PgPool;
use time::Duration;

use crate::support::{SCHEMA, Shop, by, content, everything, fields, listing_of, png, text};

#[souk_testkit::test(SCHEMA)]
async fn page_and_list_agree_on_the_best_price_and_the_product_is_not_announced(pool: PgPool) {
    let shop = Shop::open(pool);
    let root = shop.category("Beauté", "").await;
    let leaf = shop.category("Parfums", &root).await;
    let mut request = shop.new_product("Ambre", &leaf);
    request.brand_id = shop.brand("Nour").await;
    request.combinations = vec![proto::Combination { price_ht: 50_000, ..shop.combination("Rouge", true) }];
    let product = shop.create(request.clone()).await;
    shop.promote(shop.promotion(1_000)).await.expect("saved");
    let amount = proto::Promotion {
        rule_type: "amount".into(),
        value: 20_000,
        rule: "category".into(),
        entity_id: root.clone(),
        ..shop.promotion(0)
    };
    shop.promote(amount).await.expect("saved");

    let page = shop.page("ambre").await.expect("found");
    let price = page.product_price_after_promotion.expect("reduced").0.centimes();
    assert_eq!(price, 80_000, "200 dinars off 1000, not 10 % and not both");
    assert_eq!(page.combinations[0].price_after_promotion.expect("reduced").0.centimes(), 30_000);
    let card = &shop.listing(everything()).await.expect("listed").products[0];
    assert_eq!(card.price_ht.0.centimes(), 50_000, "what is chosen first");
    assert_eq!(card.product_price_after_promotion.expect("reduced").0.centimes(), 30_000);

    let announced = shop.events::<proto::SellableChanged>().await;
    assert_eq!(announced.len(), 1, "when it was made");
    let sellable = announced[0].sellable.clone().expect("a sellable");
    assert_eq!((sellable.category_path, sellable.brand_id), (vec![root, leaf], request.brand_id));
    assert_eq!((sellable.price_ht, sellable.product_id), (100_000, product.id));
}

#[souk_testkit::test(SCHEMA)]
async fn a_dated_promotion_comes_and_goes_by_itself(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.create(shop.new_product("Ambre", &shop.category("Parfums", "").await)).await;
    let now = shop.clock.now();
    let dated = proto::Promotion {
        starts_at: rfc3339(now + Duration::hours(1)),
        ends_at: rfc3339(now + Duration::hours(2)),
        ..shop.promotion(5_000)
    };
    shop.promote(dated).await.expect("saved");
    for price in [None, Some(50_000), None] {
        let page = shop.page("ambre").await.expect("found");
        assert_eq!(page.product_price_after_promotion.map(|price| price.0.centimes()), price, "the page");
        let card = &shop.listing(everything()).await.expect("listed").products[0];
        assert_eq!(card.product_price_after_promotion.map(|price| price.0.centimes()), price, "the card");
        shop.clock.advance(Duration::hours(1));
    }
}

#[souk_testkit::test(SCHEMA)]
async fn what_a_promotion_no_longer_reaches_has_its_own_price_in_lists_again(pool: PgPool) {
    let shop = Shop::open(pool);
    let (root, other) = (shop.category("Beauté", "").await, shop.category("Maison", "").await);
    let leaf = shop.category("Parfums", &root).await;
    let mut branded = shop.new_product("Bougie", &other);
    branded.brand_id = shop.brand("Nour").await;
    shop.create(shop.new_product("Ambre", &leaf)).await;
    let vase = shop.create(shop.new_product("Vase", &other)).await;
    shop.create(branded.clone()).await;
    let mut promotion =
        proto::Promotion { rule: "category".into(), entity_id: root, ..shop.promotion(1_000) };
    for (rule, entity, reduced) in [
        ("category", promotion.entity_id.clone(), "Ambre"),
        ("brand", branded.brand_id, "Bougie"),
        ("product", vase.id, "Vase"),
    ] {
        (promotion.rule, promotion.entity_id) = (rule.into(), entity);
        promotion.version = shop.promote(promotion.clone()).await.expect("saved").version;
        let cards = shop.listing(everything()).await.expect("listed").products;
        let cards = cards.into_iter().filter(|card| card.product_price_after_promotion.is_some());
        assert_eq!(cards.map(|card| card.name).collect::<Vec<_>>(), [reduced]);
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_process_that_was_away_for_an_end_shows_no_old_price(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.create(shop.new_product("Ambre", &shop.category("Parfums", "").await)).await;
    let ends_at = rfc3339(shop.clock.now() + Duration::hours(1));
    shop.promote(proto::Promotion { ends_at, ..shop.promotion(1_000) }).await.expect("saved");
    assert!(shop.listing(everything()).await.expect("listed").products[0].promotion_read.is_some());
    let shop = shop.restart();
    shop.clock.advance(Duration::hours(1));
    assert!(shop.listing(everything()).await.expect("listed").products[0].promotion_read.is_none());
}

#[souk_testkit::test(SCHEMA)]
async fn every_save_tells_the_whole_set_without_what_is_over_or_unwanted(pool: PgPool) {
    let shop = Shop::open(pool);
    let now = shop.clock.now();
    let ended = proto::Promotion { ends_at: rfc3339(now + Duration::hours(1)), ..shop.promotion(1) };
    let planned = proto::Promotion { starts_at: rfc3339(now + Duration::days(9)), ..shop.promotion(2) };
    shop.promote(ended.clone()).await.expect("saved");
    shop.promote(planned.clone()).await.expect("saved");
    shop.promote(proto::Promotion { active: false, ..shop.promotion(3) }).await.expect("saved");
    shop.clock.advance(Duration::hours(1));
    let last = shop.promotion(4);
    shop.promote(last.clone()).await.expect("saved");
    let mut told = shop.events::<proto::PromotionsChanged>().await;
    told.sort_by_key(|set| set.version);
    let ids = |at: usize| told[at].promotions.iter().map(|it| it.id.clone()).collect::<HashSet<_>>();
    assert_eq!(ids(1), HashSet::from([ended.id, planned.id.clone()]));
    assert_eq!(ids(2), ids(1), "nobody wants it");
    assert_eq!(ids(3), HashSet::from([planned.id, last.id]));
    assert!(told.windows(2).all(|pair| pair[0].version < pair[1].version));
    let set = shop.promotions.get_promotion_set(by(&content(), proto::GetPromotionSetRequest {})).await;
    let set = set.expect("answers").into_inner();
    assert_eq!((set.version, &set.promotions), (told[3].version, &told[3].promotions));
}

/// Two who save at once must not each tell a set without the other's.
#[souk_testkit::test(SCHEMA)]
async fn the_newest_set_holds_what_all_saved_at_once(pool: PgPool) {
    let shop = Arc::new(Shop::open(pool));
    let mut savers = tokio::task::JoinSet::new();
    for _ in 0..12 {
        let shop = shop.clone();
        savers.spawn(async move { shop.promote(shop.promotion(100)).await.expect("saved") });
    }
    assert_eq!(savers.join_all().await.len(), 12);
    let told = shop.events::<proto::PromotionsChanged>().await;
    let newest = told.iter().max_by_key(|set| set.version).expect("told");
    assert_eq!(newest.promotions.len(), 12);
}

/// Promotions on everything that are in force already.
async fn has_promotions(shop: &Shop, count: usize) {
    sqlx::query(
        "INSERT INTO promotions (id, version, title, rule_type, value, rule, active)
         SELECT gen_random_uuid(), 1, '{}', 'percentage', 1, 'all', true FROM generate_series(1, $1)",
    )
    .bind(i32::try_from(count).expect("few"))
    .execute(shop.pool())
    .await
    .expect("filled");
}

#[souk_testkit::test(SCHEMA)]
async fn a_shop_that_comes_with_too_many_promotions_can_end_some(pool: PgPool) {
    let shop = Shop::open(pool);
    let one = shop.promote(shop.promotion(1)).await.expect("the first");
    has_promotions(&shop, MOST_PROMOTIONS + 10).await;
    shop.promote(shop.promotion(1)).await.expect_err("one more");
    let changed = shop.promote(proto::Promotion { value: 2, ..one }).await.expect("no more than before");
    shop.promote(proto::Promotion { active: false, ..changed }).await.expect("ended");
}

#[souk_testkit::test(SCHEMA)]
async fn a_promotion_more_than_a_shop_may_have_is_refused_and_one_that_ended_makes_room(pool: PgPool) {
    let shop = Shop::open(pool);
    has_promotions(&shop, MOST_PROMOTIONS - 1).await;
    let last = shop.promote(shop.promotion(1)).await.expect("the last one");
    let refused = shop.promote(shop.promotion(1)).await.expect_err("one more");
    assert_eq!((refused.kind, fields(&refused)), (Kind::Invalid, vec!["active"]));
    shop.promote(proto::Promotion { active: false, ..shop.promotion(1) }).await.expect("a draft");
    shop.promote(proto::Promotion { active: false, ..last }).await.expect("given up");
    shop.promote(shop.promotion(1)).await.expect("room again");
}

/// Staff hold every product while a promotion on the whole shop begins, changes and ends.
#[souk_testkit::test(SCHEMA)]
async fn a_promotion_waits_for_no_product_and_no_product_for_it(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Parfums", "").await;
    for name in ["Ambre", "Musc", "Oud"] {
        shop.create(shop.new_product(name, &category)).await;
    }
    let revisions = async || -> Vec<i64> {
        let revisions = sqlx::query_scalar("SELECT revision FROM products ORDER BY id");
        revisions.fetch_all(shop.pool()).await.expect("read")
    };
    let before = revisions().await;
    let mut editor = shop.pool().begin().await.expect("a transaction");
    sqlx::query("SELECT FROM products FOR UPDATE").execute(&mut *editor).await.expect("held");
    let saved = shop.promote(shop.promotion(1_000)).await.expect("begun");
    let edited = shop.promote(proto::Promotion { value: 2_000, ..saved }).await.expect("edited");
    let shown = async || shop.page("oud").await.expect("found").product_price_after_promotion;
    assert_eq!(shown().await.map(|price| price.0.centimes()), Some(80_000));
    shop.promote(proto::Promotion { active: false, ..edited }).await.expect("ended");
    assert_eq!(shown().await, None);
    editor.commit().await.expect("committed");
    assert_eq!(revisions().await, before);
}

#[souk_testkit::test(SCHEMA)]
async fn saving_again_changes_nothing_and_a_stale_version_is_refused(pool: PgPool) {
    let shop = Shop::open(pool);
    let promotion = shop.promotion(1_000);
    let saved = shop.promote(promotion.clone()).await.expect("saved");
    assert_eq!(shop.promote(promotion.clone()).await.expect("the same").version, 1);
    let other = proto::Promotion { value: 2_000, ..promotion };
    assert_eq!(shop.promote(other.clone()).await.expect_err("stale").kind, Kind::Conflict);
    let changed = proto::Promotion { version: saved.version, ..other };
    assert_eq!(shop.promote(changed).await.expect("changed").version, 2);
}

#[souk_testkit::test(SCHEMA)]
async fn everything_wrong_with_a_promotion_is_named(pool: PgPool) {
    let shop = Shop::open(pool);
    let wrong = proto::Promotion {
        id: "x".into(),
        value: 10_001,
        rule: "product".into(),
        starts_at: "tomorrow".into(),
        ..shop.promotion(0)
    };
    let failure = shop.promote(wrong).await.expect_err("refused");
    assert_eq!(fields(&failure), ["id", "discountValue", "rule", "startsAt"]);
    let backwards = proto::Promotion {
        starts_at: "2026-12-01T00:00:00Z".into(),
        ends_at: "2026-11-01T00:00:00Z".into(),
        ..shop.promotion(1)
    };
    assert_eq!(fields(&shop.promote(backwards).await.expect_err("refused")), ["endsAt"]);
    for rule in ["product", "category", "brand"] {
        let nothing = proto::Promotion { rule: rule.into(), entity_id: shop.id(), ..shop.promotion(1_000) };
        assert_eq!(fields(&shop.promote(nothing).await.expect_err("refused")), ["ruleEntityId"], "{rule}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_promotion_waits_for_who_takes_away_what_it_is_for(pool: PgPool) {
    let shop = Shop::open(pool);
    let brand = shop.brand("Nour").await;
    let mut taking = shop.pool().begin().await.expect("a transaction");
    let taken =
        sqlx::query("DELETE FROM brands WHERE id = $1::uuid").bind(&brand).execute(&mut *taking).await;
    assert_eq!(taken.expect("taken").rows_affected(), 1);
    let promotion = proto::Promotion { rule: "brand".into(), entity_id: brand, ..shop.promotion(1_000) };
    let committed = async {
        shop.somebody_waits().await;
        taking.commit().await
    };
    let (promoted, committed) = tokio::join!(shop.promote(promotion), committed);
    committed.expect("committed");
    assert_eq!(fields(&promoted.expect_err("it is gone")), ["ruleEntityId"]);
}

#[souk_testkit::test(SCHEMA)]
async fn a_promotion_lists_what_it_reaches_whatever_its_rule(pool: PgPool) {
    let shop = Shop::open(pool);
    let (root, other) = (shop.category("Beauté", "").await, shop.category("Maison", "").await);
    let leaf = shop.category("Parfums", &root).await;
    let mut branded = shop.new_product("Bougie", &other);
    branded.brand_id = shop.brand("Nour").await;
    shop.create(shop.new_product("Ambre", &leaf)).await;
    let vase = shop.create(shop.new_product("Vase", &other)).await;
    shop.create(branded.clone()).await;
    let mut promotion = proto::Promotion { title: Some(text("Soldes")), ..shop.promotion(1_000) };
    for (rule, entity, reached, name) in [
        ("category", root, vec!["Ambre"], "Beauté"),
        ("brand", branded.brand_id, vec!["Bougie"], "Nour"),
        ("product", vase.id, vec!["Vase"], "Vase"),
        ("all", String::new(), vec!["Bougie", "Vase", "Ambre"], ""),
    ] {
        (promotion.rule, promotion.entity_id) = (rule.into(), entity);
        promotion.version = shop.promote(promotion.clone()).await.expect("saved").version;
        let listing = shop.listing(listing_of(Scope::Promotion, &promotion.id)).await.expect("listed");
        let discount = listing.discount.expect("told");
        assert_eq!((listing.title.as_str(), discount.rule_entity_name.as_str()), ("Soldes", name));
        let names: Vec<_> = listing.products.into_iter().map(|card| card.name).collect();
        assert_eq!(names, reached, "{rule}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn an_amount_lists_what_costs_more_than_it(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    for (name, price_ht) in [("Savon", 40_000), ("Peignoir", 40_001)] {
        shop.create(proto::CreateProductRequest { price_ht, ..shop.new_product(name, &category) }).await;
    }
    let off = proto::Promotion { rule_type: "amount".into(), ..shop.promotion(40_000) };
    let saved = shop.promote(off).await.expect("saved");
    let listing = shop.listing(listing_of(Scope::Promotion, &saved.id)).await.expect("listed");
    let names: Vec<_> = listing.products.iter().map(|card| card.name.as_str()).collect();
    assert_eq!((names, listing.total), (vec!["Peignoir"], 1), "nothing else is reduced");
}

/// Of a shared index that is half a minute.
#[souk_testkit::test(SCHEMA)]
async fn an_amount_that_begins_lists_nothing_until_the_index_has_its_prices(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.create(shop.new_product("Savon", &shop.category("Bain", "").await)).await;
    let planned = proto::Promotion {
        rule_type: "amount".into(),
        starts_at: rfc3339(shop.clock.now() + Duration::hours(1)),
        ..shop.promotion(40_000)
    };
    let saved = shop.promote(planned).await.expect("saved");
    let request = listing_of(Scope::Promotion, &saved.id);
    assert_eq!(shop.listing(request.clone()).await.expect_err("planned").kind, Kind::NotFound);
    shop.clock.advance(Duration::hours(1));
    let page = shop.listings.get_listing(by(&Actor::shopper(), request.clone())).await.expect("in force");
    let early: views::Listing = serde_json::from_slice(&page.into_inner().json).expect("a listing");
    assert_eq!((early.total, early.discount.is_some()), (0, true), "the page is there");
    assert_eq!(shop.listing(request).await.expect("in force").total, 1);
}

#[souk_testkit::test(SCHEMA)]
async fn the_page_of_a_promotion_says_all_of_it_while_it_is_in_force_and_nothing_else(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.create(shop.new_product("Ambre", &shop.category("Parfums", "").await)).await;
    let now = shop.clock.now();
    let promotion = proto::Promotion {
        title: Some(LocalizedText { ar: "تخفيضات".into(), ..text("Soldes") }),
        subtitle: Some(text("Jusqu’à vendredi")),
        slogan: Some(text("Tout doit partir")),
        banner: png(7),
        starts_at: rfc3339(now + Duration::hours(1)),
        ends_at: rfc3339(now + Duration::hours(2)),
        ..shop.promotion(2_000)
    };
    let saved = shop.promote(promotion).await.expect("saved");
    assert!(saved.banner_url.starts_with("/media/shop/"), "{}", saved.banner_url);
    let page = async || shop.listing(listing_of(Scope::Promotion, &saved.id)).await;
    assert_eq!(page().await.expect_err("planned").kind, Kind::NotFound);
    shop.clock.advance(Duration::hours(1));
    let listing = page().await.expect("in force");
    let discount = listing.discount.expect("told");
    assert_eq!((listing.total, listing.description.as_str()), (1, "Jusqu’à vendredi"));
    assert_eq!(discount.banner_thumb.expect("a banner").url, saved.banner_url);
    assert_eq!(discount.discount_value.0.centimes(), 2_000, "20 with two decimals");
    assert!(discount.discount_end_date.is_some_and(|end| end.contains("CET")));
    let titles: Vec<_> = discount.discount_lang_read.iter().map(|text| text.title.as_str()).collect();
    let french = discount.discount_lang_read.iter().find(|text| text.language == "fr").expect("French");
    assert!(titles.contains(&"تخفيضات") && french.slogan == "Tout doit partir");
    let joined = shop.listing(listing_of(Scope::Promotion, &saved.id.replace('-', ""))).await;
    assert_eq!(joined.expect_err("another spelling").kind, Kind::NotFound);
    shop.clock.advance(Duration::hours(1));
    assert_eq!(page().await.expect_err("over").kind, Kind::NotFound);
    let unknown = shop.listing(listing_of(Scope::Promotion, "soldes")).await.expect_err("no id");
    assert_eq!((unknown.kind, unknown.code.as_ref()), (Kind::NotFound, "catalog.unknown_listing"));
}

#[souk_testkit::test(SCHEMA)]
async fn a_banner_stays_is_replaced_and_goes_and_is_no_part_of_prices(pool: PgPool) {
    let shop = Shop::open(pool);
    let first = proto::Promotion { banner: png(1), subtitle: Some(text("Vite")), ..shop.promotion(1_000) };
    let first = shop.promote(first).await.expect("saved");
    let kept = shop.promote(proto::Promotion { value: 500, ..first.clone() }).await.expect("kept");
    assert_eq!((kept.version, &kept.banner_url), (2, &first.banner_url));
    assert_eq!(kept.subtitle, Some(text("Vite")));
    let other = shop.promote(proto::Promotion { banner: png(2), ..kept.clone() }).await.expect("replaced");
    assert_ne!(other.banner_url, first.banner_url);
    let strange = proto::Promotion { banner_url: "/media/shop/x.jpg".into(), ..other.clone() };
    assert_eq!(fields(&shop.promote(strange).await.expect_err("not its own")), ["banner"]);
    // Who read the banner that a colleague replaced is told so.
    let late = proto::Promotion { value: 700, ..kept };
    assert_eq!(shop.promote(late).await.expect_err("replaced since").code, "catalog.stale_version");
    let broken = proto::Promotion { banner: b"GIF89a".to_vec(), ..other.clone() };
    assert_eq!(fields(&shop.promote(broken).await.expect_err("no picture")), ["banner"]);
    let gone = proto::Promotion { banner_url: String::new(), ..other };
    assert_eq!(shop.promote(gone).await.expect("taken away").banner_url, "");
    let told = shop.events::<proto::PromotionsChanged>().await;
    assert!(told.iter().flat_map(|set| &set.promotions).all(|told| told.banner_url.is_empty()));
}
