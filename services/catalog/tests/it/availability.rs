//! The copy of what inventory says.

use souk_catalog::revision::Revision;
use souk_proto::catalog::v1 as proto;
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, everything};

#[souk_testkit::test(SCHEMA)]
async fn page_and_card_follow_what_can_be_ordered(pool: PgPool) {
    let shop = Shop::open(pool);
    let mut request = shop.new_product("Savon", &shop.category("Bain", "").await);
    request.combinations = vec![shop.combination("Rouge", true), shop.combination("Bleu", false)];
    let product = shop.create(request).await;
    let blue = product.combinations[1].id.clone();
    let shown = async || {
        let page = shop.page("savon").await.expect("found");
        let card = shop.listing(everything()).await.expect("listed").products.remove(0);
        assert_eq!(page.available, card.available);
        (page.available, page.combinations.iter().map(|own| own.available).collect::<Vec<_>>())
    };
    assert_eq!(shown().await, (false, vec![false, false]), "inventory never spoke of it");
    shop.available(&product.id, &blue, 2, 5).await;
    assert_eq!(shown().await, (true, vec![false, true]));
    shop.available(&product.id, &blue, 1, 0).await;
    assert_eq!(shown().await, (true, vec![false, true]), "an older event changes nothing");
    shop.available(&product.id, &blue, 3, 0).await;
    assert_eq!(shown().await, (false, vec![false, false]));
}

#[souk_testkit::test(SCHEMA)]
async fn a_pack_needs_all_of_its_parts(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let part = shop.create(shop.new_product("Savon", &category)).await;
    let mut pack = shop.new_product("Coffret", &category);
    pack.pack = vec![proto::PackComponent { product_id: part.id.clone(), quantity: 2, ..Default::default() }];
    shop.create(pack).await;
    for (version, pieces, orderable) in [(1, 1, false), (2, 2, true), (3, 1, false)] {
        shop.available(&part.id, "", version, pieces).await;
        assert_eq!(shop.page("coffret").await.expect("found").available, orderable, "{pieces}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn each_piece_sold_is_no_change_of_the_catalogue(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = shop.create(shop.new_product("Savon", &shop.category("Bain", "").await)).await;
    shop.available(&product.id, "", 1, 10).await;
    let before = revision(&shop).await;
    shop.available(&product.id, "", 2, 9).await;
    assert_eq!(revision(&shop).await, before);
}

async fn revision(shop: &Shop) -> Revision {
    let mut conn = shop.pool().acquire().await.expect("a connection");
    souk_catalog::revision::current(&mut conn).await.expect("read")
}
