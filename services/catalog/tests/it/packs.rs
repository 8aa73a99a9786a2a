//! What a pack holds, as staff edit it.

use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::products_server::Products as _;
use souk_rpc::{Failure, Kind};
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, by, content, everything, fields};

fn part(product: &proto::Product, combination: &str, quantity: u32) -> proto::PackComponent {
    proto::PackComponent {
        product_id: product.id.clone(),
        combination_id: combination.into(),
        quantity,
        ..Default::default()
    }
}

/// A part whose combination the shopper chooses, among some or all.
fn chosen(product: &proto::Product, among: &[&proto::Combination]) -> proto::PackComponent {
    let choices = among.iter().map(|combination| combination.id.clone()).collect();
    proto::PackComponent { chosen: true, choices, ..part(product, "", 1) }
}

fn sum(rule_type: &str, value: i64) -> proto::PackPrice {
    proto::PackPrice { kind: "sum".into(), rule_type: rule_type.into(), value }
}

async fn pack(
    shop: &Shop,
    product: &proto::Product,
    parts: Vec<proto::PackComponent>,
) -> Result<proto::Product, Failure> {
    let edit = proto::UpdateProductRequest {
        id: product.id.clone(),
        version: product.version,
        pack: Some(proto::PackParts { parts }),
        ..Default::default()
    };
    shop.update(edit).await
}

#[souk_testkit::test(SCHEMA)]
async fn a_product_becomes_a_pack_changes_and_is_none_again(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let mut soap = shop.new_product("Savon", &category);
    soap.combinations = ["Rouge", "Bleu"].map(|color| shop.combination(color, color == "Rouge")).to_vec();
    let soap = shop.create(soap).await;
    let candle = shop.create(shop.new_product("Bougie", &category)).await;
    let product = shop.create(shop.new_product("Coffret", &category)).await;
    let [red, blue] = soap.combinations.as_slice() else { panic!("two") };
    shop.available(&soap.id, &red.id, 1, 5).await;
    shop.available(&candle.id, "", 1, 5).await;

    let wanted = vec![part(&candle, "", 2), part(&soap, &red.id, 1)];
    let made = pack(&shop, &product, wanted.clone()).await.expect("a pack");
    assert_eq!((made.version, &made.pack), (2, &wanted));
    assert_eq!(shop.announced(&made.id).await.pack, wanted, "who sells and stocks it hears of it");
    let page = shop.page("coffret").await.expect("found");
    let names: Vec<_> = page.products_in_pack_serialized.iter().map(|item| item.name.as_str()).collect();
    assert_eq!((names, page.available), (vec!["Bougie", "Savon"], true));
    let mut told = shop.events::<proto::AuditRecorded>().await.into_iter().filter_map(|event| event.entry);
    let told = told.rfind(|entry| entry.action == "catalog.product_changed").expect("told");
    assert_eq!(told.before, r#"{"pack":[]}"#);
    assert!(told.after.contains(&candle.id) && told.after.contains(&red.id), "{}", told.after);

    let same = pack(&shop, &made, wanted.clone()).await.expect("fine");
    assert_eq!(same.version, 2, "nothing changed");
    let priced = proto::UpdateProductRequest {
        id: made.id.clone(),
        version: 2,
        price_ht: Some(5),
        ..Default::default()
    };
    let priced = shop.update(priced).await.expect("edited");
    assert_eq!(priced.pack, wanted, "who names no parts leaves them");
    let other = vec![part(&soap, &blue.id, 3), part(&candle, "", 2)];
    let other = pack(&shop, &priced, other).await.expect("edited");
    assert_eq!(other.pack.iter().map(|part| part.quantity).collect::<Vec<_>>(), [3, 2]);
    assert!(!shop.page("coffret").await.expect("found").available, "nothing of the blue one");
    let plain = pack(&shop, &other, Vec::new()).await.expect("edited");
    assert!(plain.pack.is_empty() && shop.announced(&plain.id).await.pack.is_empty());
}

#[souk_testkit::test(SCHEMA)]
async fn everything_wrong_with_a_pack_is_named(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let mut soap = shop.new_product("Savon", &category);
    soap.combinations = vec![shop.combination("Rouge", true)];
    let soap = shop.create(soap).await;
    let candle = shop.create(shop.new_product("Bougie", &category)).await;
    let product = shop.create(shop.new_product("Coffret", &category)).await;
    let mut other = shop.new_product("Panier", &category);
    other.pack = vec![part(&candle, "", 1)];
    let other = shop.create(other).await;
    let nobody = proto::Product { id: shop.id(), ..Default::default() };
    let wrong = vec![
        part(&candle, "", 1),
        part(&product, "", 1),
        part(&nobody, "", 1),
        part(&other, "", 1),
        part(&soap, "", 1),
        part(&soap, &shop.id(), 1),
        part(&candle, &soap.combinations[0].id, 1),
        part(&candle, "", 2),
    ];
    let refused = pack(&shop, &product, wrong.clone()).await.expect_err("refused");
    let expected = [
        "pack[1].productId",
        "pack[2].productId",
        "pack[3].productId",
        "pack[4].combinationId",
        "pack[5].combinationId",
        "pack[6].combinationId",
        "pack[7].productId",
    ];
    assert_eq!((refused.kind, fields(&refused)), (Kind::Invalid, expected.to_vec()));
    let new = proto::CreateProductRequest { pack: wrong[2..].to_vec(), ..shop.new_product("Lot", &category) };
    assert_eq!(
        fields(&shop.try_create(new).await.expect_err("refused")).len(),
        5,
        "as when it is made: the candle stands once"
    );
    let odd = pack(&shop, &product, vec![part(&candle, "", 0), part(&candle, "x", 1_000)]).await;
    let odd = odd.expect_err("refused");
    assert_eq!(fields(&odd), ["pack[0].quantity", "pack[1].combinationId", "pack[1].quantity"]);
    let many = vec![part(&candle, "", 1); 101];
    assert_eq!(fields(&pack(&shop, &product, many).await.expect_err("refused")), ["pack"]);
    let stale = proto::Product { version: 9, ..product.clone() };
    let stale = pack(&shop, &stale, vec![part(&candle, "", 1)]).await.expect_err("refused");
    assert_eq!(&*stale.code, "catalog.stale_version");
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_packed_combined_or_stocked_becomes_no_pack(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let candle = shop.create(shop.new_product("Bougie", &category)).await;
    let soap = shop.create(shop.new_product("Savon", &category)).await;
    let product = shop.create(shop.new_product("Coffret", &category)).await;
    pack(&shop, &product, vec![part(&candle, "", 1)]).await.expect("a pack");
    let refused = pack(&shop, &candle, vec![part(&soap, "", 1)]).await.expect_err("a part");
    assert_eq!((refused.kind, fields(&refused)), (Kind::Invalid, vec!["pack"]));
    let red = shop.combination("Rouge", true);
    let mut combined = shop.new_product("Gant", &category);
    combined.combinations = vec![red];
    let combined = shop.create(combined).await;
    let refused = pack(&shop, &combined, vec![part(&soap, "", 1)]).await.expect_err("combined");
    assert_eq!((refused.kind, &*refused.code), (Kind::Precondition, "catalog.pack_combined"));
    shop.available(&soap.id, "", 1, 0).await;
    let refused = pack(&shop, &soap, vec![part(&candle, "", 1)]).await.expect_err("stocked");
    assert_eq!(fields(&refused), ["pack"]);
}

#[souk_testkit::test(SCHEMA)]
async fn two_products_that_take_each_other_in_at_once_make_one_pack(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let one = shop.create(shop.new_product("Un", &category)).await;
    let other = shop.create(shop.new_product("Deux", &category)).await;
    let (first, second) = tokio::join!(
        pack(&shop, &one, vec![part(&other, "", 1)]),
        pack(&shop, &other, vec![part(&one, "", 1)])
    );
    assert!(first.is_ok() != second.is_ok(), "{first:?} {second:?}");
}

#[souk_testkit::test(SCHEMA)]
async fn a_pack_of_before_that_names_a_part_twice_is_folded(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let mut soap = shop.new_product("Savon", &category);
    soap.combinations = vec![shop.combination("Rouge", true)];
    let soap = shop.create(soap).await;
    let candle = shop.create(shop.new_product("Bougie", &category)).await;
    let product = shop.create(shop.new_product("Coffret", &category)).await;
    let parts = vec![part(&candle, "", 2), part(&soap, &soap.combinations[0].id, 1)];
    pack(&shop, &product, parts).await.expect("a pack");
    let index = "DROP INDEX pack_components_fixed_once";
    sqlx::query(index).execute(shop.pool()).await.expect("as before");
    let twice = "INSERT INTO pack_components (product_id, position, component_id, combination_id, quantity)
        SELECT product_id, position + 2, component_id, combination_id, 998 FROM pack_components";
    sqlx::query(twice).execute(shop.pool()).await.expect("as before");

    for file in [
        include_str!("../../migrations/20261123000058_fold_repeated_parts.sql"),
        include_str!("../../migrations/20261123000059_packs_name_a_part_once.sql"),
    ] {
        sqlx::raw_sql(file).execute(shop.pool()).await.expect("migrates");
    }
    let left: Vec<(i32, i32)> =
        sqlx::query_as("SELECT position, quantity FROM pack_components ORDER BY position")
            .fetch_all(shop.pool())
            .await
            .expect("read");
    assert_eq!(left, [(0, 999), (1, 999)], "two more than fit in one line, and one");
}

#[souk_testkit::test(SCHEMA)]
async fn a_flexible_pack_shows_its_choices_and_is_sold_while_one_of_each_part_is_left(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let mut soap = shop.new_product("Savon", &category);
    soap.combinations =
        ["Rouge", "Bleu", "Vert"].map(|color| shop.combination(color, color == "Bleu")).to_vec();
    soap.combinations[2].active = false;
    let soap = shop.create(soap).await;
    let candle = shop.create(shop.new_product("Bougie", &category)).await;
    let product = shop.create(shop.new_product("Coffret", &category)).await;
    let [red, blue, green] = soap.combinations.as_slice() else { panic!("three") };
    shop.available(&candle.id, "", 1, 5).await;

    let two = proto::PackComponent { quantity: 2, ..chosen(&soap, &[]) };
    let wanted = vec![two, part(&candle, "", 1), chosen(&soap, &[red])];
    let made = pack(&shop, &product, wanted.clone()).await.expect("a pack");
    assert_eq!(made.pack, wanted);
    assert_eq!(shop.announced(&made.id).await.pack, wanted, "who sells it hears what can be chosen");
    assert_eq!(made.pack_price.map(|price| price.kind).as_deref(), Some("own"));
    let shown = async || {
        let page = shop.page("coffret").await.expect("found");
        let [first, candles, second] = page.products_in_pack_serialized.as_slice() else { panic!("three") };
        assert_eq!((page.pack_mode.as_str(), candles.combinations.len()), ("flexible", 0));
        assert_eq!(second.combinations.len(), 1, "among what staff named");
        assert!(first.combinations[1].is_default && second.combinations[0].is_default);
        let card = shop.listing(everything()).await.expect("listed").products;
        let card = card.into_iter().find(|card| card.id == product.id).expect("listed");
        assert_eq!((card.pack_mode.as_str(), card.available), ("flexible", page.available));
        let can_be_had = first.combinations.iter().map(|own| own.available).collect::<Vec<_>>();
        (page.available, can_be_had, page.available_combinations_by_product[&soap.id].len())
    };
    assert_eq!(shown().await, (false, vec![false, false], 0));
    shop.available(&soap.id, &green.id, 1, 9).await;
    shop.available(&soap.id, &blue.id, 1, 2).await;
    assert_eq!(shown().await, (false, vec![false, true], 1), "the second soap is always red");
    shop.available(&soap.id, &red.id, 1, 1).await;
    assert_eq!(shown().await, (true, vec![false, true], 2));
    shop.available(&soap.id, &blue.id, 2, 1).await;
    assert_eq!(shown().await, (false, vec![false, false], 1), "of the first soap there are two in a pack");
}

#[souk_testkit::test(SCHEMA)]
async fn everything_wrong_with_a_choice_is_named_and_what_can_be_chosen_stays(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let mut soap = shop.new_product("Savon", &category);
    soap.combinations = ["Rouge", "Bleu"].map(|color| shop.combination(color, false)).to_vec();
    let soap = shop.create(soap).await;
    let candle = shop.create(shop.new_product("Bougie", &category)).await;
    let product = shop.create(shop.new_product("Coffret", &category)).await;
    let [red, _] = soap.combinations.as_slice() else { panic!("two") };
    let foreign = proto::Combination { id: shop.id(), ..Default::default() };
    let wrong = vec![
        chosen(&soap, &[red]),
        chosen(&candle, &[]),
        chosen(&soap, &[&foreign]),
        chosen(&soap, &[red, red]),
    ];
    let refused = pack(&shop, &product, wrong).await.expect_err("refused");
    assert_eq!(fields(&refused), ["pack[1].choices", "pack[2].choices", "pack[3].choices"]);
    let many = proto::PackComponent { choices: vec![shop.id(); 101], ..chosen(&soap, &[]) };
    assert_eq!(fields(&pack(&shop, &product, vec![many]).await.expect_err("refused")), ["pack[0].choices"]);
    pack(&shop, &product, vec![chosen(&soap, &[red])]).await.expect("a pack");
    let one = |id: &str| proto::WantedCombination { id: id.into(), active: true, ..Default::default() };
    let blue = &soap.combinations[1];
    let without = proto::SetCombinationsRequest {
        product_id: soap.id.clone(),
        version: soap.version,
        combinations: vec![one(&blue.id)],
    };
    let without = shop.products.set_combinations(by(&content(), without)).await;
    let without = Failure::from(without.expect_err("a pack names the red one"));
    assert_eq!(&*without.code, "catalog.combination_in_use");
}

#[souk_testkit::test(SCHEMA)]
async fn a_pack_at_the_sum_of_its_parts_follows_their_prices(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let mut soap = shop.new_product("Savon", &category);
    soap.price_ht = 10_000;
    soap.combinations = ["Rouge", "Bleu"].map(|color| shop.combination(color, color == "Rouge")).to_vec();
    soap.combinations[1].price_ht = 15_050;
    let soap = shop.create(soap).await;
    let candle = shop
        .create(proto::CreateProductRequest { price_ht: 5_005, ..shop.new_product("Bougie", &category) })
        .await;
    let product = shop.create(shop.new_product("Coffret", &category)).await;
    let edit = |product: &proto::Product, pack_price, pack| proto::UpdateProductRequest {
        id: product.id.clone(),
        version: product.version,
        pack_price,
        pack,
        ..Default::default()
    };
    let parts = vec![chosen(&soap, &[]), part(&candle, "", 3)];
    let parts = Some(proto::PackParts { parts });
    let made = shop.update(edit(&product, Some(sum("percentage", 1_000)), parts)).await.expect("a pack");
    assert_eq!((made.price_ht, made.pack_price.clone()), (22_513, Some(sum("percentage", 1_000))));
    let page = shop.page("coffret").await.expect("found");
    let pricing = page.pack_price_read.expect("it follows the choice");
    let choices: Vec<_> = pricing.parts[0].choices.iter().map(|price| price.0.centimes()).collect();
    assert_eq!((choices, page.price_ht.0.centimes()), (vec![10_000, 15_050], 22_513));

    let dearer = proto::UpdateProductRequest {
        id: candle.id.clone(),
        version: candle.version,
        price_ht: Some(6_005),
        ..Default::default()
    };
    let candle = shop.update(dearer).await.expect("edited");
    assert_eq!(
        shop.page("coffret").await.expect("found").price_ht.0.centimes(),
        25_213,
        "at once on its page"
    );
    assert_eq!(shop.announced(&made.id).await.price_ht, 22_513);
    while shop.catalog.product_cases().follow_parts().await.expect("followed") {}
    let told = shop.announced(&made.id).await;
    assert_eq!((told.price_ht, told.pack_price), (25_213, Some(sum("percentage", 1_000))));
    let version = made.version;
    let ignored =
        proto::UpdateProductRequest { id: made.id.clone(), version, price_ht: Some(1), ..Default::default() };
    let kept = shop.update(ignored).await.expect("edited");
    assert_eq!(kept.price_ht, 25_213, "what follows its parts has no price of its own");
    let less = shop.update(edit(&kept, Some(sum("amount", 99_999)), None)).await.expect("edited");
    assert_eq!(less.price_ht, 28_015, "an amount gives nothing away");

    let other_rate = proto::UpdateProductRequest {
        id: candle.id.clone(),
        version: candle.version,
        tax_rate: Some(900),
        ..Default::default()
    };
    shop.update(other_rate).await.expect("a part's tax is its own");
    let refused = shop.update(edit(&less, Some(sum("amount", 0)), None)).await.expect_err("another rate");
    assert_eq!(fields(&refused), ["pack[1].productId"]);
    let renamed = proto::UpdateProductRequest { featured: Some(true), ..edit(&less, None, None) };
    let renamed = shop.update(renamed).await.expect("nothing of the pack changes");
    let own = Some(proto::PackPrice { kind: "own".into(), ..Default::default() });
    let own = proto::UpdateProductRequest { price_ht: Some(20_000), ..edit(&renamed, own, None) };
    assert_eq!(shop.update(own).await.expect("edited").price_ht, 20_000);
    for (kind, rule_type, value) in [("sum", "percentage", 10_001), ("sum", "x", 1), ("sum", "amount", -1)] {
        let odd = Some(proto::PackPrice { kind: kind.into(), rule_type: rule_type.into(), value });
        let refused = shop.update(edit(&renamed, odd, None)).await.expect_err("refused");
        assert_eq!(fields(&refused), ["packPrice.value"], "{rule_type} {value}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn the_card_of_a_flexible_pack_follows_what_its_parts_offer(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let mut soap = shop.new_product("Savon", &category);
    soap.combinations = ["Rouge", "Bleu"].map(|color| shop.combination(color, color == "Rouge")).to_vec();
    let soap = shop.create(soap).await;
    let [red, blue] = soap.combinations.as_slice() else { panic!("two") };
    shop.available(&soap.id, &red.id, 1, 0).await;
    shop.available(&soap.id, &blue.id, 1, 3).await;
    let named = shop.create(shop.new_product("Coffret", &category)).await;
    pack(&shop, &named, vec![chosen(&soap, &[])]).await.expect("a pack");
    // At the sum of its parts, which is the same with either.
    let mut summed = shop.new_product("Panier", &category);
    (summed.pack, summed.pack_price) = (vec![chosen(&soap, &[])], Some(sum("amount", 0)));
    let summed = shop.create(summed).await;
    let follow = async || while shop.catalog.product_cases().follow_parts().await.expect("followed") {};
    let available = async || {
        let cards = shop.listing(everything()).await.expect("listed").products;
        let of = |id: &str| cards.iter().find(|card| card.id == id).expect("listed").available;
        (of(&named.id), of(&summed.id))
    };
    follow().await;
    assert_eq!(available().await, (true, true));

    let one = |id: &str, active| proto::WantedCombination { id: id.into(), active, ..Default::default() };
    let without = proto::SetCombinationsRequest {
        product_id: soap.id.clone(),
        version: soap.version,
        combinations: vec![one(&red.id, true), one(&blue.id, false)],
    };
    shop.products.set_combinations(by(&content(), without)).await.expect("the blue one is sold no more");
    let told = shop.events::<proto::SellableChanged>().await.len();
    follow().await;
    assert_eq!(available().await, (false, false), "of the red one there is none");
    assert_eq!(
        shop.events::<proto::SellableChanged>().await.len(),
        told,
        "the other services know it from the soap"
    );
}
