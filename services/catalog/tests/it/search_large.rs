//! A hundred thousand products are listed, priced and changed as a few are, by both engines. Tried where `SOUK_MEILI_URL` names a
//! server, for it takes that one minutes.

use std::sync::Arc;

use futures::{StreamExt as _, stream};
use souk_catalog::prices::Prices;
use souk_catalog::search::{Batch, Document, Filters, Scope, SearchEngine, SearchQuery, Sort};
use souk_kernel::{Language, Money, Page};
use souk_pricing::{Discount, Promotion, Target};
use time::OffsetDateTime;
use uuid::Uuid;

use super::search_conformance::{category, document, engines, numbers, product};

const PRODUCTS: u64 = 100_000;
/// As catalog reads them.
const STEP: usize = 500;
const NAMES: [&str; 5] = ["savon", "parfum", "lampe", "tapis", "miroir"];
const BRANDS: u64 = 50;
const CATEGORIES: u64 = 10;
const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

/// One of `NAMES` in turn, with a word of its own; of a brand and a category in turn too.
fn goods(number: u64) -> Document {
    let name = NAMES[(number % 5) as usize];
    let brand = format!("marque {}", number % BRANDS);
    let mut document = document(number, &format!("{name} numero{number}"), &[("brands", &brand)]);
    document.scopes.push(Scope::Category(category(u128::from(number % CATEGORIES))));
    document
}

fn all() -> SearchQuery {
    SearchQuery::newest(Scope::All, Language::Fr)
}

async fn total(engine: &Arc<dyn SearchEngine>, query: SearchQuery) -> u64 {
    engine.search(query).await.expect("answers").total
}

#[tokio::test]
async fn a_hundred_thousand_products_are_a_shop_like_any_other() {
    let engines = engines();
    if engines.len() == 1 {
        return;
    }
    for (engine, _folder) in engines {
        let steps = stream::iter(1..=PRODUCTS).map(goods).chunks(STEP).map(Ok);
        engine.replace(Box::pin(steps), 1).await.expect("indexed");
        engine.reprice(Arc::default(), NOW).await.expect("priced");
        lists_all(&engine).await;
        follows_prices_and_changes(&engine).await;
    }
}

async fn lists_all(engine: &Arc<dyn SearchEngine>) {
    let found = engine.search(all()).await.expect("answers");
    assert_eq!(found.total, PRODUCTS);
    let price = |number: u64| Money::from_centimes(i64::try_from(number * 1_000).expect("small"));
    assert_eq!(found.price_bounds, Some((price(1), price(PRODUCTS))));
    let counts: Vec<u64> = found.facets[0].values.iter().map(|value| value.products).collect();
    assert_eq!(counts, vec![PRODUCTS / BRANDS; counts.len()]);
    assert_eq!(counts.len() as u64, BRANDS);

    let of_category = SearchQuery { scope: Scope::Category(category(3)), ..all() };
    assert_eq!(total(engine, of_category.clone()).await, PRODUCTS / CATEGORIES);
    let page = Page::new(40, 24).expect("a page");
    let dearest = SearchQuery { sort: Sort::PriceDesc, page, ..of_category };
    let expected = (0..24).map(|place| PRODUCTS - 7 - (39 * 24 + place) * CATEGORIES);
    assert_eq!(numbers(engine, dearest).await, expected.collect::<Vec<_>>());

    let searched = |words: &str| SearchQuery { words: words.to_owned(), ..all() };
    assert_eq!(total(engine, searched("parfum")).await, PRODUCTS / 5);
    assert_eq!(total(engine, searched("tapsi")).await, PRODUCTS / 5, "with a typo");
    assert_eq!(numbers(engine, searched("savon numero77775")).await, [77_775]);
    let groups = [("brands".to_owned(), vec!["marque 7".to_owned(), "marque 8".to_owned()])].into();
    let chosen = SearchQuery { filters: Filters { groups, ..Filters::default() }, ..searched("lampe") };
    assert_eq!(total(engine, chosen).await, PRODUCTS / BRANDS, "only one of the brands has lamps");
}

/// A promotion of the whole shop, and products that change, come and go.
async fn follows_prices_and_changes(engine: &Arc<dyn SearchEngine>) {
    let off = Promotion {
        id: Uuid::from_u128(1),
        discount: Discount::Amount(Money::from_centimes(500)),
        target: Target::All,
        starts_at: None,
        ends_at: None,
    };
    let prices = Prices { promotions: [off].into_iter().collect(), ..Prices::default() };
    engine.reprice(Arc::new(prices), NOW).await.expect("priced");
    let bounds = engine.search(all()).await.expect("answers").price_bounds;
    let highest = i64::try_from(PRODUCTS * 1_000).expect("small") - 500;
    assert_eq!(bounds, Some((Money::from_centimes(500), Money::from_centimes(highest))));

    let documents = vec![document(1, "bougie", &[]), document(PRODUCTS + 1, "bougie", &[])];
    let batch = Batch { documents, removed: vec![product(2)], revision: 2 };
    engine.apply(batch).await.expect("applied");
    assert_eq!(engine.revision().await.expect("answers"), Some(2));
    assert_eq!(total(engine, all()).await, PRODUCTS);
    let candles = SearchQuery { words: "bougie".to_owned(), sort: Sort::PriceAsc, ..all() };
    assert_eq!(numbers(engine, candles).await, [1, PRODUCTS + 1]);
}
