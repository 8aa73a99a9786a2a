//! The merchant's own words for products: edited, told on cards, chosen from, shown together on the home page.

use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::content_server::Content as _;
use souk_proto::catalog::v1::products_server::Products as _;
use souk_rpc::{Failure, Kind};
use souk_views as views;
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, by, content, everything, fields, listing_of, staff};

/// A product with tags; each is newer than those before.
async fn tagged(shop: &Shop, name: &str, category: &str, tags: &[&str]) -> proto::Product {
    let tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
    shop.create(proto::CreateProductRequest { tags, ..shop.new_product(name, category) }).await
}

fn edit(product: &proto::Product, tags: &[&str]) -> proto::UpdateProductRequest {
    proto::UpdateProductRequest {
        id: product.id.clone(),
        version: product.version,
        tags: Some(proto::ProductTags { tags: tags.iter().map(|tag| (*tag).to_owned()).collect() }),
        ..Default::default()
    }
}

async fn in_use(shop: &Shop) -> Vec<String> {
    let answer = shop.products.list_tags(by(&staff(Role::Sales), proto::ListTagsRequest {})).await;
    answer.expect("listed").into_inner().tags
}

#[souk_testkit::test(SCHEMA)]
async fn tags_are_edited_told_and_on_the_card_in_their_order(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = tagged(&shop, "Savon", &shop.category("Bain", "").await, &["  Fait \n main "]).await;
    assert_eq!(product.tags, ["Fait main"]);
    let edited = shop.update(edit(&product, &["Cadeau", "Fait main"])).await.expect("edited");
    assert_eq!((edited.version, &*edited.tags), (2, &["Cadeau".to_owned(), "Fait main".to_owned()][..]));
    let mut told = shop.events::<proto::AuditRecorded>().await.into_iter().filter_map(|event| event.entry);
    let told = told.rfind(|entry| entry.action == "catalog.product_changed").expect("told");
    let (before, after) = (r#"{"tags":["Fait main"]}"#, r#"{"tags":["Cadeau","Fait main"]}"#);
    assert_eq!((told.before.as_str(), told.after.as_str()), (before, after));
    let card = shop.listing(everything()).await.expect("listed").products.remove(0);
    assert_eq!(card.tags_read[0].name, "Cadeau");
    let found = shop.listing(listing_of(proto::get_listing_request::Scope::Search, "cadeau")).await;
    assert_eq!(found.expect("found").total, 1, "a tag is a word that finds it");

    let price = proto::UpdateProductRequest { tags: None, price_ht: Some(5), ..edit(&edited, &[]) };
    let kept = shop.update(price).await.expect("edited");
    assert_eq!(kept.tags.len(), 2, "who names none leaves them");
    assert!(shop.update(edit(&kept, &[])).await.expect("edited").tags.is_empty());
}

#[souk_testkit::test(SCHEMA)]
async fn a_wrong_tag_is_named_by_its_place(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = shop.create(shop.new_product("Savon", &shop.category("Bain", "").await)).await;
    let wrong = edit(&product, &["Été", " ", &"é".repeat(41), "ÉTÉ", "a\u{0}b"]);
    let refused = shop.update(wrong).await.expect_err("refused");
    assert_eq!(
        (refused.kind, fields(&refused)),
        (Kind::Invalid, vec!["tags[1]", "tags[2]", "tags[3]", "tags[4]"])
    );
    let many: Vec<String> = (0..21).map(|number| number.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert_eq!(fields(&shop.update(edit(&product, &many)).await.expect_err("refused")), ["tags"]);
    shop.update(edit(&product, &many[1..])).await.expect("20 are fine");
}

#[souk_testkit::test(SCHEMA)]
async fn tags_in_use_are_offered_once_those_of_most_products_first(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    assert_eq!(in_use(&shop).await, Vec::<String>::new());
    tagged(&shop, "Savon", &category, &["cadeau", "local"]).await;
    let hidden = proto::CreateProductRequest {
        active: false,
        tags: vec!["Hiver".into()],
        ..shop.new_product("Gant", &category)
    };
    shop.create(hidden).await;
    let last = tagged(&shop, "Bougie", &category, &["Cadeau"]).await;
    assert_eq!(in_use(&shop).await, ["Cadeau", "Hiver", "local"], "as the newest product has it");
    shop.update(edit(&last, &[])).await.expect("edited");
    assert_eq!(in_use(&shop).await, ["cadeau", "Hiver", "local"]);
    let shopper = by(&souk_rpc::Actor::shopper(), proto::ListTagsRequest {});
    assert_eq!(
        shop.products.list_tags(shopper).await.expect_err("refused").code(),
        tonic::Code::PermissionDenied
    );
}

#[souk_testkit::test(SCHEMA)]
async fn a_block_shows_what_has_its_tag_and_nothing_where_nothing_has(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    tagged(&shop, "Savon", &category, &["Cadeau"]).await;
    let candle = tagged(&shop, "Bougie", &category, &["local", "CADEAU"]).await;
    tagged(&shop, "Gant", &category, &["Cadeaux"]).await;
    let save = async |source: &str| {
        let block = proto::HomeBlock {
            id: shop.id(),
            r#type: "tag_products".into(),
            source: source.into(),
            active: true,
            ..Default::default()
        };
        let request = proto::SaveHomeBlockRequest { block: Some(block) };
        let saved = shop.content.save_home_block(by(&content(), request)).await;
        saved.map(|saved| saved.into_inner().source).map_err(Failure::from)
    };
    for wrong in ["new", "tag:", "tag: \t", &format!("tag:{}", "x".repeat(41))] {
        assert_eq!(fields(&save(wrong).await.expect_err("refused")), ["source"], "{wrong}");
    }
    assert_eq!(save("tag: cadeau ").await.expect("saved"), "tag:cadeau");
    save("tag:Ramadan").await.expect("saved");
    let shown = async || {
        let blocks = shop.home().await.blocks.into_iter().map(|module| module.block);
        let names = blocks.map(|block| match block {
            views::HomeBlock::TagProducts(block) => {
                assert_eq!(block.link, "", "no listing has the same products");
                block.products.into_iter().map(|card| card.name).collect::<Vec<_>>()
            }
            other => panic!("{other:?}"),
        });
        names.collect::<Vec<_>>()
    };
    assert_eq!(shown().await, [["Bougie", "Savon"]], "newest first, whatever the case");
    shop.update(edit(&candle, &["local"])).await.expect("edited");
    assert_eq!(shown().await, [["Savon"]]);
}

#[souk_testkit::test(SCHEMA)]
async fn the_staff_s_list_is_narrowed_by_a_tag_whatever_its_case(pool: PgPool) {
    let shop = Shop::open(pool);
    let [bath, gifts] = [shop.category("Bain", "").await, shop.category("Cadeaux", "").await];
    tagged(&shop, "Savon", &bath, &["Cadeau", "Été"]).await;
    let candle = tagged(&shop, "Bougie", &gifts, &["local", "CADEAU"]).await;
    tagged(&shop, "Savon vert", &bath, &["Cadeaux"]).await;
    let hidden = proto::UpdateProductRequest { active: Some(false), tags: None, ..edit(&candle, &[]) };
    shop.update(hidden).await.expect("edited");
    let list = async |request: proto::ListProductsRequest| {
        let answer = shop.products.list_products(by(&staff(Role::Sales), request)).await;
        let answer = answer.map_err(Failure::from)?.into_inner();
        let names: Vec<_> = answer.products.into_iter().map(|row| row.name).collect();
        Ok::<_, Failure>((names, answer.total))
    };
    let of = |tag: &str| proto::ListProductsRequest { tag: tag.into(), ..Default::default() };
    let found = list(of(" cadeau ")).await.expect("listed");
    assert_eq!(found, (vec!["Bougie".into(), "Savon".into()], 2), "newest first, hidden ones too");
    assert_eq!(list(of("ÉTÉ")).await.expect("listed").0, ["Savon"]);
    assert_eq!(list(of("rien")).await.expect("listed"), (Vec::new(), 0));
    let sold = proto::ListProductsRequest { active: Some(true), ..of("cadeau") };
    assert_eq!(list(sold).await.expect("listed").0, ["Savon"]);
    let filed = proto::ListProductsRequest { category_id: gifts, ..of("cadeau") };
    assert_eq!(list(filed).await.expect("listed").0, ["Bougie"]);
    let called = proto::ListProductsRequest { query: "savon".into(), ..of("cadeau") };
    assert_eq!(list(called).await.expect("listed").0, ["Savon"], "the words and the tag");
    for wrong in [" ", "a, b", &"x".repeat(41)] {
        assert_eq!(fields(&list(of(wrong)).await.expect_err("no tag")), ["tag"], "{wrong}");
    }
}
