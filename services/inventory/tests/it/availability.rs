//! What others are told about what can be sold.

use futures::TryStreamExt as _;
use prost::Message as _;
use souk_proto::inventory::v1 as proto;
use souk_proto::inventory::v1::stock_server::Stock as _;
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{Key, SCHEMA, Shop, admin, by, new_order, sellable};

#[souk_testkit::test(SCHEMA)]
async fn many_changes_of_a_moment_are_one_event_with_a_growing_version(pool: PgPool) {
    let shop = Shop::open(pool);
    let (near, far) = (shop.warehouse("Alger", 1).await, shop.warehouse("Oran", 2).await);
    let key = shop.key(true).await;
    shop.add(&near, &key, 5).await;
    shop.add(&far, &key, 4).await;
    let order = new_order(&shop);
    shop.reserve(&order, &[(&key, 2)]).await.expect("held");
    announce(&shop).await;
    assert_eq!(told(&shop).await, [(7, 1)]);

    shop.release(&order).await;
    shop.reserve(&order, &[(&key, 2)]).await.expect("held again");
    announce(&shop).await;
    assert_eq!(told(&shop).await, [(7, 1)], "the same number is no news");

    shop.save_warehouse(&far, "Oran", 2, false).await;
    announce(&shop).await;
    assert_eq!(told(&shop).await, [(7, 1), (3, 2)], "what stands in a closed warehouse is not for sale");
}

#[souk_testkit::test(SCHEMA)]
async fn what_runs_out_is_listed_scarcest_first(pool: PgPool) {
    let shop = Shop::open(pool);
    let (near, far) = (shop.warehouse("Alger", 1).await, shop.warehouse("Oran", 2).await);
    let keys = [shop.key(true).await, shop.key(false).await, shop.key(true).await];
    for (key, pieces) in keys.iter().zip([3, 1, 9]) {
        shop.add(&near, key, pieces).await;
        shop.add(&far, key, 1).await;
    }
    announce(&shop).await;
    let low = async |threshold, limit| {
        let request = by(&admin(), proto::ListLowStockRequest { threshold, limit });
        let answer = shop.stock.list_low_stock(request).await?.into_inner();
        let pieces: Vec<u64> = answer.items.iter().map(|item| item.available).collect();
        Ok::<_, tonic::Status>((pieces, answer.total))
    };
    assert_eq!(low(5, 10).await.expect("listed"), (vec![2, 4], 2));
    assert_eq!(low(5, 1).await.expect("listed"), (vec![2], 2));
    assert_eq!(low(0, 1).await.expect("listed"), (Vec::new(), 0));
    for (threshold, limit, field) in [(5, 0, "limit"), (5, 101, "limit"), (101, 10, "threshold")] {
        let refused = Failure::from(low(threshold, limit).await.expect_err("out of range"));
        assert_eq!(refused.violations[0].field, field);
    }
}

#[souk_testkit::test(SCHEMA)]
async fn what_catalog_dropped_runs_out_no_more_until_it_is_sold_again(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    let listed = async || {
        announce(&shop).await;
        let request = by(&admin(), proto::ListLowStockRequest { threshold: 100, limit: 10 });
        let answer = shop.stock.list_low_stock(request).await.expect("listed").into_inner();
        assert_eq!(answer.items.len() as u64, answer.total);
        answer.items.into_iter().map(|item| item.available).collect::<Vec<_>>()
    };
    shop.add(&warehouse, &key, 100).await;
    assert_eq!(listed().await, [100]);
    shop.add(&warehouse, &key, 1).await;
    assert_eq!(listed().await, [0; 0], "that is plenty");
    shop.reserve(&new_order(&shop), &[(&key, 96)]).await.expect("held");
    assert_eq!(listed().await, [5]);

    let other = Key { combination: shop.id(), ..key.clone() };
    shop.sellable_changed(sellable(&other, 2, "Savon")).await;
    assert_eq!(listed().await, [0; 0], "its combination is sold no more");
    shop.reserve(&new_order(&shop), &[(&key, 2)]).await.expect("by who had it in the cart");
    assert_eq!(listed().await, [0; 0]);
    shop.sellable_changed(sellable(&key, 3, "Savon")).await;
    assert_eq!(listed().await, [3], "and again");
}

#[souk_testkit::test(SCHEMA)]
async fn announcers_at_once_neither_lose_nor_disorder_news(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    for _ in 0..10 {
        let added = async {
            for _ in 0..5 {
                shop.add(&warehouse, &key, 1).await;
            }
        };
        let ((), first, second, third) = tokio::join!(
            added,
            shop.availability.announce(),
            shop.availability.announce(),
            shop.availability.announce()
        );
        for announced in [first, second, third] {
            announced.expect("announced");
        }
    }
    announce(&shop).await;
    let told = told(&shop).await;
    assert_eq!(told.last().map(|(available, _)| *available), Some(50));
    assert!(told.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1), "{told:?}");
}

/// Ten thousand keys stand in a warehouse that closes: what is sold meanwhile doesn't wait for them, and all of them are told.
#[souk_testkit::test(SCHEMA)]
async fn a_warehouse_that_closes_holds_up_no_other_news(pool: PgPool) {
    let shop = Shop::open(pool);
    let (near, far) = (shop.warehouse("Alger", 1).await, shop.warehouse("Oran", 2).await);
    let levels = "INSERT INTO stock_levels (product_id, combination_id, warehouse_id, on_hand)
                  SELECT gen_random_uuid(), gen_random_uuid(), $1::uuid, 5 FROM generate_series(1, 10000)";
    sqlx::query(levels).bind(&far).execute(shop.pool()).await.expect("stored");
    shop.save_warehouse(&far, "Oran", 2, false).await;
    shop.save_warehouse(&far, "Oran", 2, true).await;
    let sold = shop.key(true).await;
    shop.add(&near, &sold, 7).await;
    assert!(shop.availability.announce().await.expect("announced"), "there is more");
    assert!(told(&shop).await.contains(&(7, 1)), "the sale is out");
    announce(&shop).await;
    assert_eq!(told(&shop).await.len(), 10_001);
    shop.save_warehouse(&far, "Oran", 2, false).await;
    announce(&shop).await;
    let closed = told(&shop).await.into_iter().filter(|news| *news == (0, 2)).count();
    assert_eq!(closed, 10_000, "nothing of it is for sale");
}

#[souk_testkit::test(SCHEMA)]
async fn a_read_model_can_be_rebuilt_from_the_stream(pool: PgPool) {
    let shop = Shop::open(pool);
    let warehouse = shop.warehouse("Alger", 1).await;
    let (soap, oil) = (shop.key(true).await, shop.key(false).await);
    shop.add(&warehouse, &soap, 5).await;
    shop.add(&warehouse, &oil, 3).await;
    announce(&shop).await;
    shop.reserve(&new_order(&shop), &[(&oil, 3)]).await.expect("held");

    let stream = shop.stock.list_availability(by(&admin(), proto::ListAvailabilityRequest::default())).await;
    let all: Vec<_> = stream.expect("streamed").into_inner().try_collect().await.expect("all of it");
    for (index, one) in all.iter().enumerate() {
        let (after_product_id, after_combination_id) = (one.product_id.clone(), one.combination_id.clone());
        let request = proto::ListAvailabilityRequest { after_product_id, after_combination_id };
        let rest = shop.stock.list_availability(by(&admin(), request)).await.expect("streamed").into_inner();
        assert_eq!(rest.try_collect::<Vec<_>>().await.expect("the rest"), all[index + 1..]);
    }
    let mut all: Vec<_> =
        all.iter().map(|one| (one.combination_id.as_str(), one.available, one.version)).collect();
    all.sort_unstable();
    assert_eq!(
        all,
        [("", 3, 1), (soap.combination.as_str(), 5, 1)],
        "what was told last, under its version: the present would stay if it passes before it is told"
    );

    let request = proto::GetAvailabilityRequest { product_ids: vec![soap.product.clone(), shop.id()] };
    let some = shop.stock.get_availability(by(&admin(), request)).await.expect("answered").into_inner();
    assert_eq!(some.availability.iter().map(|one| one.available).collect::<Vec<_>>(), [5]);
}

async fn announce(shop: &Shop) {
    while shop.availability.announce().await.expect("announced") {}
}

/// Available and version of every key of every event in the outbox, in the order of their versions.
async fn told(shop: &Shop) -> Vec<(i64, u64)> {
    let payloads: Vec<Vec<u8>> = sqlx::query_scalar(
        "SELECT payload FROM bus.outbox WHERE type = 'souk.inventory.v1.AvailabilityChanged'",
    )
    .fetch_all(shop.pool())
    .await
    .expect("read");
    let events =
        payloads.iter().map(|payload| proto::AvailabilityChanged::decode(payload.as_slice()).expect("ours"));
    let mut told: Vec<_> =
        events.flat_map(|event| event.keys).map(|key| (key.available, key.version)).collect();
    told.sort_unstable_by_key(|(_, version)| *version);
    told
}
