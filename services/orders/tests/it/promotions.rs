//! What is charged follows the promotions and the moment, and needs nobody to tell that one began or ended.

use std::sync::Arc;

use prost::Message as _;
use souk_kernel::{Clock as _, rfc3339};
use souk_orders::checkout::Policy;
use souk_proto::catalog::v1 as catalog;
use souk_proto::orders::v1 as proto;
use souk_rpc::Kind;
use sqlx::PgPool;
use time::Duration;

use crate::support::{CATEGORY, HOME_PRICE, POLICY, SCHEMA, Shop};

async fn open(pool: PgPool) -> Arc<Shop> {
    Shop::with_cooldown(pool, std::time::Duration::ZERO).await
}

/// A percentage off everything.
fn off(shop: &Shop, hundredths: i64) -> catalog::Promotion {
    catalog::Promotion {
        id: shop.id(),
        rule_type: "percentage".into(),
        value: hundredths,
        rule: "all".into(),
        active: true,
        ..catalog::Promotion::default()
    }
}

async fn charged(shop: &Shop, product: &str) -> i64 {
    shop.place(shop.cart(product)).await.expect("placed").total - HOME_PRICE
}

#[souk_testkit::test(SCHEMA)]
async fn a_start_an_edit_and_an_end_are_charged_from_their_moment_on(pool: PgPool) {
    let shop = open(pool).await;
    let product = shop.product(10_000).await;
    let now = shop.clock.now();
    let planned = catalog::Promotion {
        starts_at: rfc3339(now + Duration::hours(1)),
        ends_at: rfc3339(now + Duration::hours(2)),
        ..off(&shop, 2_000)
    };
    shop.announce_promotions(7, vec![planned.clone()]).await;
    assert_eq!(charged(&shop, &product).await, 10_000, "it is planned");
    shop.clock.advance(Duration::hours(1) - Duration::microseconds(1));
    assert_eq!(charged(&shop, &product).await, 10_000, "a moment before its start");
    shop.clock.advance(Duration::microseconds(1));
    assert_eq!(charged(&shop, &product).await, 8_000, "at its start");

    let edited = catalog::Promotion { value: 5_000, version: 2, ..planned.clone() };
    shop.announce_promotions(8, vec![edited]).await;
    shop.announce_promotions(7, vec![planned]).await;
    assert_eq!(charged(&shop, &product).await, 5_000, "the newer set, whatever came last");

    let shown = proto::PlaceOrderRequest { shown_total: Some(5_000 + HOME_PRICE), ..shop.cart(&product) };
    shop.clock.advance(Duration::hours(1) - Duration::microseconds(1));
    assert_eq!(charged(&shop, &product).await, 5_000, "a moment before its end");
    shop.clock.advance(Duration::microseconds(1));
    assert_eq!(charged(&shop, &product).await, 10_000, "at its end");
    let refused = shop.place(shown).await.expect_err("it was shown the price of before");
    assert_eq!((refused.kind, &*refused.code), (Kind::Precondition, "orders.price_changed"));
}

#[souk_testkit::test(SCHEMA)]
async fn nothing_is_charged_before_catalog_told_the_promotions_even_if_there_are_none(pool: PgPool) {
    let shop = Shop::untold(pool, Policy { cooldown: std::time::Duration::ZERO, ..POLICY }).await;
    let product = shop.product(10_000).await;
    let refused = shop.place(shop.cart(&product)).await.expect_err("half of it may be off");
    assert_eq!(refused.kind, Kind::Unavailable);
    shop.announce_promotions(0, Vec::new()).await;
    assert_eq!(charged(&shop, &product).await, 10_000);
    shop.announce_promotions(1, vec![off(&shop, 5_000)]).await;
    shop.announce_promotions(0, Vec::new()).await;
    assert_eq!(charged(&shop, &product).await, 5_000, "what came late is older");
}

/// A process of a newer release runs beside this one and keeps what it alone reads.
#[souk_testkit::test(SCHEMA)]
async fn promotions_that_a_newer_release_keeps_are_no_fault_of_this_one(pool: PgPool) {
    let shop = open(pool).await;
    let product = shop.product(10_000).await;
    let newer = catalog::Promotion { rule: "tag".into(), ..off(&shop, 5_000) };
    let body = catalog::PromotionsChanged { version: 5, promotions: vec![newer] }.encode_to_vec();
    let kept = sqlx::query("UPDATE promotions SET version = 5, body = $1").bind(body);
    kept.execute(&shop.pool).await.expect("kept");
    let refused = shop.place(shop.cart(&product)).await.expect_err("its price is not known here");
    assert_eq!(refused.kind, Kind::Unavailable);
}

#[souk_testkit::test(SCHEMA)]
async fn only_what_a_promotion_targets_is_reduced_and_the_best_one_counts(pool: PgPool) {
    let shop = open(pool).await;
    let (reduced, other) = (shop.product(10_000).await, shop.product(10_000).await);
    let brand = catalog::Sellable { brand_id: shop.id(), ..crate::support::sellable(&shop.id(), 10_000) };
    shop.announce(&brand).await;
    let on = |rule: &str, entity: &str, hundredths| catalog::Promotion {
        rule: rule.into(),
        entity_id: entity.into(),
        ..off(&shop, hundredths)
    };
    let set = vec![
        on("product", &reduced, 1_000),
        on("product", &reduced, 3_000),
        on("brand", &brand.brand_id, 2_500),
        catalog::Promotion { active: false, ..on("product", &other, 9_000) },
    ];
    shop.announce_promotions(1, set).await;
    assert_eq!(charged(&shop, &reduced).await, 7_000);
    assert_eq!(charged(&shop, &brand.product_id).await, 7_500);
    assert_eq!(charged(&shop, &other).await, 10_000);
}

#[souk_testkit::test(SCHEMA)]
async fn what_stands_nobody_knows_where_is_charged_unless_a_promotion_in_force_asks_where(pool: PgPool) {
    let shop = open(pool).await;
    let told = crate::support::sellable(&shop.id(), 10_000);
    let before = catalog::Sellable { category_path: Vec::new(), ..told.clone() };
    shop.announce(&before).await;
    let start = shop.clock.now() + Duration::hours(1);
    let planned = catalog::Promotion {
        rule: "category".into(),
        entity_id: CATEGORY.into(),
        starts_at: rfc3339(start),
        ..off(&shop, 5_000)
    };
    shop.announce_promotions(1, vec![off(&shop, 1_000), planned]).await;
    assert_eq!(charged(&shop, &told.product_id).await, 9_000, "none in force asks where it stands");
    shop.clock.advance(Duration::hours(1));
    let refused = shop.place(shop.cart(&told.product_id)).await.expect_err("it may stand in that category");
    assert_eq!(refused.kind, Kind::Unavailable);
    shop.announce(&catalog::Sellable { version: 2, ..told.clone() }).await;
    assert_eq!(charged(&shop, &told.product_id).await, 5_000);
}
