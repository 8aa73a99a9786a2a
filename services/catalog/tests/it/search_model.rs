//! A listing is what a plain look at every product says, whatever it is narrowed by and however the index came to be.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use proptest::prelude::*;
use souk_catalog::search::{
    Batch, Document, Filters, Rule, Scope, SearchEngine, SearchQuery, Selection, Sort, TagKey,
};
use souk_kernel::{Language, Money, Page};
use time::{Duration, OffsetDateTime};

use super::search_conformance::{category, document, engines, indexed, numbers, product};

const COLOURS: [&str; 3] = ["rouge", "bleu", "vert"];
const BRANDS: [&str; 3] = ["nour", "zahra", "sahara"];
const NAMES: [&str; 2] = ["savon", "parfum"];

#[derive(Debug, Clone)]
struct Goods {
    centimes: i64,
    name: usize,
    category: u128,
    brand: usize,
    /// They are its tags too.
    colours: BTreeSet<usize>,
    /// The day that it was made on.
    made: i64,
}

/// What a collection has.
#[derive(Debug, Clone)]
enum Within {
    Picked(Vec<u64>),
    Ruled {
        categories: BTreeSet<u128>,
        tags: BTreeSet<usize>,
        price: (Option<i64>, Option<i64>),
        from: Option<i64>,
    },
}

#[derive(Debug, Clone)]
struct Question {
    within: Option<Within>,
    category: Option<u128>,
    name: Option<usize>,
    brands: BTreeSet<usize>,
    colours: BTreeSet<usize>,
    price_min: Option<i64>,
    price_max: Option<i64>,
    sort: Sort,
}

fn goods() -> impl Strategy<Value = Goods> {
    let colours = prop::collection::btree_set(0..COLOURS.len(), 0..=2);
    (0..8_i64, 0..NAMES.len(), 1..=2_u128, 0..BRANDS.len(), colours, 0..4_i64).prop_map(
        |(dinars, name, category, brand, colours, made)| Goods {
            centimes: dinars * 100,
            name,
            category,
            brand,
            colours,
            made,
        },
    )
}

fn within() -> impl Strategy<Value = Within> {
    let price = || prop::option::of((0..8_i64).prop_map(|dinars| dinars * 100));
    let picked = Just((1..=60_u64).collect::<Vec<_>>()).prop_shuffle();
    let categories = prop::collection::btree_set(1..=3_u128, 0..=2);
    let tags = prop::collection::btree_set(0..COLOURS.len(), 0..=2);
    let ruled = (categories, tags, (price(), price()), prop::option::of(0..4_i64));
    prop_oneof![
        (picked, 0..20_usize).prop_map(|(numbers, most)| Within::Picked(numbers[..most].to_vec())),
        ruled.prop_map(|(categories, tags, price, from)| Within::Ruled { categories, tags, price, from }),
    ]
}

fn question() -> impl Strategy<Value = Question> {
    let of = |count| prop::collection::btree_set(0..count, 0..=2);
    let price = || prop::option::of((0..8_i64).prop_map(|dinars| dinars * 100));
    let sort = prop::sample::select(vec![Sort::Default, Sort::PriceAsc, Sort::PriceDesc]);
    let place = (prop::option::of(1..=2_u128), prop::option::of(0..NAMES.len()));
    let within = prop::option::of(within());
    (within, place, of(BRANDS.len()), of(COLOURS.len()), price(), price(), sort).prop_map(
        |(within, (category, name), brands, colours, price_min, price_max, sort)| Question {
            within,
            category,
            name,
            brands,
            colours,
            price_min,
            price_max,
            sort,
        },
    )
}

impl Goods {
    fn document(&self, number: u64) -> Document {
        let mut facets = vec![("brands", BRANDS[self.brand])];
        facets.extend(self.colours.iter().map(|at| ("attributes.color", COLOURS[*at])));
        let mut document = document(number, NAMES[self.name], &facets);
        document.pricing.base = Money::from_centimes(self.centimes);
        document.scopes.push(Scope::Category(category(self.category)));
        document.scopes.extend(self.colours.iter().map(|at| Scope::Tag(TagKey::of(COLOURS[*at]))));
        document.made_at = day(self.made);
        document
    }

    fn is_asked_for(&self, number: u64, question: &Question) -> bool {
        question.within.as_ref().is_none_or(|within| within.has(number, self))
            && question.category.is_none_or(|category| category == self.category)
            && question.name.is_none_or(|name| name == self.name)
    }

    fn costs_what_is_wanted(&self, question: &Question) -> bool {
        question.price_min.is_none_or(|least| self.centimes >= least)
            && question.price_max.is_none_or(|most| self.centimes <= most)
    }

    fn has_brand(&self, question: &Question) -> bool {
        question.brands.is_empty() || question.brands.contains(&self.brand)
    }

    fn has_colour(&self, question: &Question) -> bool {
        question.colours.is_empty() || !question.colours.is_disjoint(&self.colours)
    }
}

impl Within {
    fn has(&self, number: u64, goods: &Goods) -> bool {
        match self {
            Self::Picked(numbers) => numbers.contains(&number),
            Self::Ruled { categories, tags, price: (least, most), from } => {
                (categories.is_empty() || categories.contains(&goods.category))
                    && (tags.is_empty() || !tags.is_disjoint(&goods.colours))
                    && least.is_none_or(|least| goods.centimes >= least)
                    && most.is_none_or(|most| goods.centimes <= most)
                    && from.is_none_or(|from| goods.made >= from)
            }
        }
    }

    fn selection(&self) -> Selection {
        match self {
            Self::Picked(numbers) => {
                Selection::Picked(numbers.iter().map(|number| product(*number)).collect())
            }
            Self::Ruled { categories, tags, price: (least, most), from } => {
                let groups = [
                    categories.iter().map(|number| Scope::Category(category(*number))).collect::<Vec<_>>(),
                    tags.iter().map(|at| Scope::Tag(TagKey::of(COLOURS[*at]))).collect(),
                ];
                Selection::Ruled(Rule {
                    groups: groups.into_iter().filter(|lists| !lists.is_empty()).collect(),
                    price_min: least.map(Money::from_centimes),
                    price_max: most.map(Money::from_centimes),
                    made_from: from.map(day),
                    on_promotion: false,
                })
            }
        }
    }
}

fn day(days: i64) -> OffsetDateTime {
    OffsetDateTime::UNIX_EPOCH + Duration::days(days)
}

impl Question {
    fn query(&self) -> SearchQuery {
        let chosen = |names: &[&str], chosen: &BTreeSet<usize>| -> Vec<String> {
            chosen.iter().map(|at| names[*at].to_owned()).collect()
        };
        let groups = [
            ("brands", chosen(&BRANDS, &self.brands)),
            ("attributes.color", chosen(&COLOURS, &self.colours)),
        ];
        let groups = groups.into_iter().filter(|(_, values)| !values.is_empty());
        SearchQuery {
            scope: self.category.map_or(Scope::All, |number| Scope::Category(category(number))),
            within: self.within.as_ref().map(|within| Arc::new(within.selection())),
            words: self.name.map(|at| NAMES[at].to_owned()).unwrap_or_default(),
            filters: Filters {
                groups: groups.map(|(group, values)| (group.to_owned(), values)).collect(),
                price_min: self.price_min.map(Money::from_centimes),
                price_max: self.price_max.map(Money::from_centimes),
            },
            sort: self.sort,
            language: Language::Fr,
            page: Page::new(1, 100).expect("a page"),
        }
    }

    /// Products left, in the wanted order.
    fn expected(&self, shop: &BTreeMap<u64, Goods>) -> Vec<u64> {
        let matching = |number: u64, goods: &Goods| {
            goods.is_asked_for(number, self)
                && goods.costs_what_is_wanted(self)
                && goods.has_brand(self)
                && goods.has_colour(self)
        };
        let mut left: Vec<_> =
            shop.iter().rev().filter(|(number, goods)| matching(**number, goods)).collect();
        match self.sort {
            Sort::Default => {
                if let (Some(Within::Picked(numbers)), None) = (&self.within, self.name) {
                    left.sort_by_key(|(number, _)| numbers.iter().position(|picked| picked == *number));
                }
            }
            Sort::PriceAsc => left.sort_by_key(|(_, goods)| goods.centimes),
            Sort::PriceDesc => left.sort_by_key(|(_, goods)| Reverse(goods.centimes)),
        }
        left.into_iter().map(|(number, _)| *number).collect()
    }

    /// What choosing each value that the list has would leave, its own group's choices aside.
    fn expected_counts(&self, shop: &BTreeMap<u64, Goods>) -> BTreeMap<(&str, &str), u64> {
        let mut counts = BTreeMap::new();
        for (_, goods) in shop.iter().filter(|(number, goods)| goods.is_asked_for(**number, self)) {
            let wanted = goods.costs_what_is_wanted(self);
            let brand = counts.entry(("brands", BRANDS[goods.brand])).or_default();
            *brand += u64::from(wanted && goods.has_colour(self));
            for colour in &goods.colours {
                let colour = counts.entry(("attributes.color", COLOURS[*colour])).or_default();
                *colour += u64::from(wanted && goods.has_brand(self));
            }
        }
        counts
    }
}

/// An index that was made whole of the first part, then took the rest in and lost or changed some of the first.
async fn ask(first: Vec<Goods>, then: Vec<Goods>, questions: Vec<Question>) {
    for (engine, _folder) in engines() {
        ask_one(&engine, first.clone(), then.clone(), &questions).await;
    }
}

async fn ask_one(
    engine: &Arc<dyn SearchEngine>,
    first: Vec<Goods>,
    then: Vec<Goods>,
    questions: &[Question],
) {
    let mut shop: BTreeMap<u64, Goods> = (1_u64..).zip(first).collect();
    indexed(engine, shop.iter().map(|(number, goods)| goods.document(*number)).collect()).await;
    // Questions before the change are kept, and must not be answered with what was.
    for question in questions {
        check(engine, question, &shop).await;
    }
    // The newest are new; every second of the others replaces what had its number, and the first one goes.
    let numbers = (2_u64..).step_by(2);
    let changed: BTreeMap<u64, Goods> = numbers.zip(then).collect();
    let documents = changed.iter().map(|(number, goods)| goods.document(*number)).collect();
    let removed = vec![document(1, "", &[]).pricing.product];
    engine.apply(Batch { documents, removed, revision: 2 }).await.expect("applied");
    shop.extend(changed);
    shop.remove(&1);
    for question in questions {
        check(engine, question, &shop).await;
    }
}

async fn check(engine: &Arc<dyn SearchEngine>, question: &Question, shop: &BTreeMap<u64, Goods>) {
    let found = engine.search(question.query()).await.expect("answers");
    let expected = question.expected(shop);
    assert_eq!(numbers(engine, question.query()).await, expected, "{question:?}");
    assert_eq!(found.total, expected.len() as u64, "{question:?}");
    let counts: BTreeMap<_, _> = found
        .facets
        .iter()
        .flat_map(|group| &group.values)
        .map(|value| ((value.facet.group.as_str(), value.facet.key.as_str()), value.products))
        .collect();
    assert_eq!(counts, question.expected_counts(shop), "{question:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn a_listing_is_what_a_plain_look_says(
        first in prop::collection::vec(goods(), 0..40),
        then in prop::collection::vec(goods(), 0..30),
        questions in prop::collection::vec(question(), 1..12),
    ) {
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        runtime.block_on(ask(first, then, questions));
    }
}
