//! Promotions through their gRPC service: what they do to prices, and when.

use souk_catalog::MIGRATOR;
use souk_kernel::{Clock as _, rfc3339};
use souk_proto::catalog::v1 as proto;
use souk_rpc::Kind;
use sqlx::PgPool;
use time::Duration;

use crate::support::{Shop, everything, fields};

#[sqlx::test(migrator = "MIGRATOR")]
async fn page_list_and_event_agree_on_the_best_price(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let root = shop.category("Beauté", "").await;
    let leaf = shop.category("Parfums", &root).await;
    let mut request = shop.new_product("Ambre", &leaf);
    request.combinations = vec![proto::Combination { price_ht: 50_000, ..shop.combination("Rouge", true) }];
    let product = shop.create(request).await;
    shop.promote(shop.promotion(1_000)).await.expect("saved");
    let amount = proto::Promotion {
        rule_type: "amount".into(),
        value: 20_000,
        rule: "category".into(),
        entity_id: root,
        ..shop.promotion(0)
    };
    shop.promote(amount).await.expect("saved");

    let announced = shop.announced(&product.id).await;
    assert_eq!(announced.promotion_price, Some(80_000), "200 dinars off 1000, not 10 % and not both");
    assert_eq!(announced.combinations[0].promotion_price, Some(30_000));
    let page = shop.page("ambre").await.expect("found");
    assert_eq!(page.product_price_after_promotion.expect("reduced").0.centimes(), 80_000);
    assert_eq!(page.combinations[0].price_after_promotion.expect("reduced").0.centimes(), 30_000);
    let card = &shop.listing(everything()).await.expect("listed").products[0];
    assert_eq!(card.price_ht.0.centimes(), 50_000, "what is chosen first");
    assert_eq!(card.product_price_after_promotion.expect("reduced").0.centimes(), 30_000);
}

#[sqlx::test(migrator = "MIGRATOR")]
async fn a_dated_promotion_comes_and_goes_by_itself(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.create(shop.new_product("Ambre", &shop.category("Parfums", "").await)).await;
    let now = shop.clock.now();
    let dated = proto::Promotion {
        starts_at: rfc3339(now + Duration::hours(1)),
        ends_at: rfc3339(now + Duration::hours(2)),
        ..shop.promotion(5_000)
    };
    shop.promote(dated).await.expect("saved");
    let promotions = shop.catalog.promotions();
    let mut versions = Vec::new();
    for (turned, price) in [(0, None), (1, Some(50_000)), (1, None)] {
        assert_eq!(promotions.turn().await.expect("looked"), turned);
        assert_eq!(promotions.turn().await.expect("looked"), 0, "once");
        let announced = shop.announced(&product.id).await;
        assert_eq!(announced.promotion_price, price);
        versions.push(announced.version);
        shop.clock.advance(Duration::hours(1));
    }
    assert!(versions.is_sorted() && versions[1] < versions[2], "{versions:?}");
}

#[sqlx::test(migrator = "MIGRATOR")]
async fn saving_again_changes_nothing_and_a_stale_version_is_refused(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let promotion = shop.promotion(1_000);
    let saved = shop.promote(promotion.clone()).await.expect("saved");
    assert_eq!(shop.promote(promotion.clone()).await.expect("the same").version, 1);
    let other = proto::Promotion { value: 2_000, ..promotion };
    assert_eq!(shop.promote(other.clone()).await.expect_err("stale").kind, Kind::Conflict);
    let changed = proto::Promotion { version: saved.version, ..other };
    assert_eq!(shop.promote(changed).await.expect("changed").version, 2);
}

#[sqlx::test(migrator = "MIGRATOR")]
async fn everything_wrong_with_a_promotion_is_named(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let wrong = proto::Promotion {
        id: "x".into(),
        value: 10_001,
        rule: "product".into(),
        starts_at: "tomorrow".into(),
        ..shop.promotion(0)
    };
    let failure = shop.promote(wrong).await.expect_err("refused");
    assert_eq!(fields(&failure), ["id", "value", "rule", "startsAt"]);
    let backwards = proto::Promotion {
        starts_at: "2026-12-01T00:00:00Z".into(),
        ends_at: "2026-11-01T00:00:00Z".into(),
        ..shop.promotion(1)
    };
    assert_eq!(fields(&shop.promote(backwards).await.expect_err("refused")), ["endsAt"]);
}
