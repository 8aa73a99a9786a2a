//! Home page, menus and settings through their gRPC service.

use souk_catalog::MIGRATOR;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::content_server::Content as _;
use souk_proto::orders::v1 as orders;
use souk_rpc::{Actor, Failure, Kind};
use souk_views as views;
use sqlx::PgPool;

use crate::support::{Shop, by, content, everything, fields, png, text};

fn block(kind: &str, source: &str) -> proto::HomeBlock {
    proto::HomeBlock {
        r#type: kind.into(),
        title: Some(text("Titre")),
        source: source.into(),
        ..Default::default()
    }
}

async fn set_home(shop: &Shop, blocks: Vec<proto::HomeBlock>) -> Result<(), Failure> {
    let answer = shop.content.set_home(by(&content(), proto::SetHomeRequest { blocks })).await;
    answer.map(|_| ()).map_err(Failure::from)
}

#[sqlx::test(migrator = "MIGRATOR")]
async fn the_home_page_shows_its_blocks_in_order_and_none_that_is_empty(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let category = shop.category("Bain", "").await;
    let mut request = shop.new_product("Savon", &category);
    request.brand_id = shop.brand("Nour").await;
    shop.create(request).await;
    let banner = proto::HomeBlock { link: "/new".into(), image: png(1), ..block("banner", "") };
    let blocks = vec![
        banner,
        block("products_carousel", "new"),
        block("products_grid", "featured"),
        block("products_carousel", "category:bain"),
        block("products_carousel", "bestsellers"),
        block("categories_carousel", ""),
        block("brands_carousel", ""),
    ];
    set_home(&shop, blocks).await.expect("set");
    let home = shop.home().await;
    let [
        views::HomeBlock::Banner(banner),
        views::HomeBlock::ProductsCarousel(new),
        views::HomeBlock::ProductsCarousel(bath),
        views::HomeBlock::CategoriesCarousel(categories),
        views::HomeBlock::BrandsCarousel(brands),
    ] = home.blocks.as_slice()
    else {
        panic!("{home:?}");
    };
    assert!(banner.image.as_ref().is_some_and(|image| image.url.starts_with("/media/shop/")));
    assert_eq!((new.products[0].name.as_str(), new.link.as_str()), ("Savon", "/new"));
    assert_eq!(bath.link, "/catalog/category/bain");
    assert_eq!((categories.categories[0].products, brands.brands[0].products), (1, 1));
    let newest = shop.events::<proto::ContentChanged>().await.into_iter().max_by_key(|event| event.version);
    assert_eq!(newest.expect("told").kind, "home");
}

#[sqlx::test(migrator = "MIGRATOR")]
async fn a_discount_is_told_with_its_end_while_it_is_in_force_and_texts_take_turns_by_line(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let ends_at = "2099-11-30T22:59:59Z".to_owned();
    let current = proto::Promotion { ends_at, ..shop.promotion(2_000) };
    let stopped = proto::Promotion { active: false, ..shop.promotion(1_000) };
    let source = |promotion: &proto::Promotion| format!("promotion:{}", promotion.id);
    let lines = proto::HomeBlock { text: Some(text("Un\n\n Deux ")), ..block("text_carousel", "") };
    let blocks = vec![
        block("discount_block", &source(&current)),
        block("discount_block", &source(&stopped)),
        lines,
        block("text_carousel", ""),
    ];
    for promotion in [current, stopped] {
        shop.promote(promotion).await.expect("saved");
    }
    set_home(&shop, blocks).await.expect("set");
    let home = shop.home().await;
    let [views::HomeBlock::DiscountBlock(discount), views::HomeBlock::TextCarousel(texts)] =
        home.blocks.as_slice()
    else {
        panic!("{home:?}");
    };
    assert_eq!(
        (discount.discount_value.0.centimes(), discount.rule_type),
        (2_000, views::RuleType::Percentage)
    );
    assert_eq!(discount.discount_end_date.as_deref(), Some("2099-11-30 CET 23:59:59"));
    assert_eq!(texts.items, ["Un", "Deux"]);
}

#[sqlx::test(migrator = "MIGRATOR")]
async fn delivered_orders_make_bestsellers(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let category = shop.category("Bain", "").await;
    let soap = shop.create(shop.new_product("Savon", &category)).await;
    let candle = shop.create(shop.new_product("Bougie", &category)).await;
    for (product, quantity) in [(&soap.id, 5), (&candle.id, 2)] {
        let line = orders::OrderLine { product_id: product.clone(), quantity, ..Default::default() };
        let order = orders::Order { id: shop.id(), lines: vec![line], ..Default::default() };
        for _repeat in 0..3 {
            let mut tx = shop.pool().begin().await.expect("a transaction");
            souk_catalog::sales::record_in(&mut tx, &shop.clock, &order).await.expect("noted");
            tx.commit().await.expect("committed");
        }
    }
    set_home(&shop, vec![block("products_carousel", "bestsellers")]).await.expect("set");
    let views::HomeBlock::ProductsCarousel(best) = shop.home().await.blocks.remove(0) else {
        panic!("a carousel")
    };
    let names: Vec<_> = best.products.iter().map(|card| card.name.as_str()).collect();
    assert_eq!(names, ["Savon", "Bougie"]);
}

#[sqlx::test(migrator = "MIGRATOR")]
async fn what_sold_long_ago_is_no_bestseller(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let category = shop.category("Bain", "").await;
    let soap = shop.create(shop.new_product("Savon", &category)).await;
    let candle = shop.create(shop.new_product("Bougie", &category)).await;
    let best = async || {
        souk_catalog::sales::forget_old(&shop.catalog.context).await.expect("looked");
        let mut conn = shop.pool().acquire().await.expect("a connection");
        let best = souk_catalog::sales::bestsellers(&mut conn, 10).await.expect("read");
        best.into_iter().map(|id| id.to_string()).collect::<Vec<_>>()
    };
    for (product, quantity) in [(&soap.id, 50), (&candle.id, 2), (&soap.id, 1)] {
        let line = orders::OrderLine { product_id: product.clone(), quantity, ..Default::default() };
        let order = orders::Order { id: shop.id(), lines: vec![line], ..Default::default() };
        let mut tx = shop.pool().begin().await.expect("a transaction");
        souk_catalog::sales::record_in(&mut tx, &shop.clock, &order).await.expect("noted");
        tx.commit().await.expect("committed");
        shop.clock.advance(time::Duration::days(30));
    }
    assert_eq!(best().await, [soap.id.clone(), candle.id.clone()], "90 days: all of it");
    shop.clock.advance(time::Duration::days(1));
    assert_eq!(best().await, [candle.id.clone(), soap.id.clone()], "the fifty are gone");
    shop.clock.advance(time::Duration::days(60));
    assert!(best().await.is_empty());
}

#[sqlx::test(migrator = "MIGRATOR")]
async fn blocks_that_can_t_be_shown_are_refused_by_name(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let elsewhere = proto::HomeBlock { link: "https://example.org".into(), ..block("banner", "") };
    let blocks = vec![block("marquee", ""), block("products_carousel", "tag:x"), elsewhere];
    let failure = set_home(&shop, blocks).await.expect_err("refused");
    assert_eq!(fields(&failure), ["blocks[0].type", "blocks[1].source", "blocks[2].link"]);
}

#[sqlx::test(migrator = "MIGRATOR")]
async fn the_price_basis_changes_every_price_at_once(pool: PgPool) {
    let shop = Shop::open(pool).await;
    shop.create(shop.new_product("Savon", &shop.category("Bain", "").await)).await;
    let get = async || {
        let request = by(&Actor::shopper(), proto::GetSettingsRequest {});
        shop.content.get_settings(request).await.expect("read").into_inner()
    };
    assert_eq!(shop.page("savon").await.expect("found").price_ht.0.centimes(), 100_000);
    let settings = proto::Settings { price_basis: "ttc".into(), ..get().await };
    let update = async |settings: proto::Settings| {
        let request = proto::UpdateSettingsRequest { settings: Some(settings) };
        let answer = shop.content.update_settings(by(&content(), request)).await;
        answer.map(tonic::Response::into_inner).map_err(Failure::from)
    };
    assert_eq!(update(settings.clone()).await.expect("saved").version, 2);
    let told = shop.events::<proto::SettingsChanged>().await.pop().and_then(|event| event.settings);
    assert_eq!(told, Some(get().await), "orders charges by it");
    let page = shop.page("savon").await.expect("found");
    assert_eq!((page.price_ht.0.centimes(), page.price_basis.as_str()), (119_000, "ttc"));
    let card = &shop.listing(everything()).await.expect("listed").products[0];
    assert_eq!(card.price_ht.0.centimes(), 119_000);

    let stale = proto::Settings { phone: "0550123456".into(), ..settings.clone() };
    assert_eq!(update(stale).await.expect_err("stale").kind, Kind::Conflict);
    let wrong = proto::Settings { price_basis: "net".into(), shop_name: None, ..settings };
    assert_eq!(fields(&update(wrong).await.expect_err("refused")), ["priceBasis", "shopName.fr"]);
}

#[sqlx::test(migrator = "MIGRATOR")]
async fn what_the_merchant_promises_is_his_to_say(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let request = by(&Actor::shopper(), proto::GetSettingsRequest {});
    let settings = shop.content.get_settings(request).await.expect("read").into_inner();
    assert!(settings.promises.is_empty(), "the program promises nothing by itself");
    let update = async |promises: Vec<proto::ShopPromise>| {
        let settings =
            proto::Settings { promises, opening_hours: Some(text("9 à 19 h")), ..settings.clone() };
        let request = proto::UpdateSettingsRequest { settings: Some(settings) };
        let answer = shop.content.update_settings(by(&content(), request)).await;
        answer.map(tonic::Response::into_inner).map_err(Failure::from)
    };
    let promise = |kind: &str, title: &str| proto::ShopPromise {
        kind: kind.into(),
        title: Some(text(title)),
        text: Some(text("Le livreur reprend le produit")),
    };
    let wrong = update(vec![promise("exchange", "Échange"), promise("gift", "")]).await.expect_err("refused");
    assert_eq!(fields(&wrong), ["promises[1].kind", "promises[1].title.fr"]);
    let many = update(vec![promise("call", "Appel"); 9]).await.expect_err("refused");
    assert_eq!(fields(&many), ["promises"]);
    let wanted = vec![promise("exchange", "Échange sous 7 jours")];
    let saved = update(wanted.clone()).await.expect("saved");
    assert_eq!((saved.promises, saved.opening_hours), (wanted, Some(text("9 à 19 h"))));
}

#[sqlx::test(migrator = "MIGRATOR")]
async fn menus_follow_the_category_tree(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let root = shop.category("Beauté", "").await;
    let perfumes = shop.category("Parfums", &root).await;
    shop.category("Extraits", &perfumes).await;
    shop.catalog.catch_up().await.expect("caught up");
    let request = proto::GetMenusRequest { language: "ar".into() };
    let answer = shop.content.get_menus(by(&Actor::shopper(), request)).await.expect("answers").into_inner();
    let menus: views::Menus = serde_json::from_slice(&answer.json).expect("menus");
    let beauty = &menus.menus[0].items[0];
    assert_eq!(beauty.link, "/catalog/category/beaute");
    assert_eq!(beauty.children[0].label, "Parfums");
    assert!(
        beauty.children[0].children.is_empty(),
        "every page carries the menus: no more than the app shows"
    );
}
