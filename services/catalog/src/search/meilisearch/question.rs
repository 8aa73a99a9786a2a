//! A query in the server's words. All that an answer is made of is asked for at once: first where the index stands, so that what
//! follows is of that revision or a later one; what the list has before any filter, and its lowest and highest price; the page; and for each chosen group what there
//! would be without it, so that its own choices never lower its own counts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use souk_kernel::{LISTING_REACH, Language, Money, ProductId};

use super::rows::{PRODUCTS, SHOWN, THE_STATE, choice};
use crate::search::{Filters, Rule, Scope, SearchQuery, Selection, Sort, telling, words};

/// No product is in no list.
const NOTHING: &str = "id IN []";
/// More than a shopper types; the rest of a pasted page is not looked at.
const MOST_TYPED: usize = 400;

/// One search.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Search<'a> {
    index_uid: &'a str,
    q: String,
    filter: Vec<Value>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    sort: &'static [&'static str],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    facets: &'static [&'static str],
    attributes_to_retrieve: &'static [&'static str],
    page: u32,
    hits_per_page: u32,
    matching_strategy: Matching,
}

/// How many of the words must be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Matching {
    All,
    /// The first ones, where no product has all.
    Last,
}

/// The answer to a [`Search`].
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Answer {
    pub hits: Vec<Value>,
    pub total_hits: u64,
    facet_distribution: BTreeMap<String, BTreeMap<String, u64>>,
}

/// The answers that one page is made of.
pub struct Answers {
    pub state: Answer,
    pub unfiltered: Answer,
    cheapest: Answer,
    dearest: Answer,
    pub page: Answer,
    /// Of each chosen group, in the order of the filters.
    pub open: Vec<Answer>,
}

impl Answer {
    /// Products by the id of a value.
    pub fn values(&self) -> impl Iterator<Item = (&str, u64)> {
        let values = self.facet_distribution.get("facets").into_iter().flatten();
        values.map(|(id, products)| (id.as_str(), *products))
    }

    pub fn products_with(&self, value: &str) -> u64 {
        let values = self.facet_distribution.get("facets");
        values.and_then(|values| values.get(value)).copied().unwrap_or_default()
    }

    /// The price of its first product.
    fn price(&self) -> Option<Money> {
        self.hits.first()?["price"].as_i64().map(Money::from_centimes)
    }
}

impl Answers {
    /// Of the answers to [`searches`].
    pub fn read(answers: Vec<Answer>) -> Option<Self> {
        let mut answers = answers.into_iter();
        Some(Self {
            state: answers.next()?,
            unfiltered: answers.next()?,
            cheapest: answers.next()?,
            dearest: answers.next()?,
            page: answers.next()?,
            open: answers.collect(),
        })
    }

    /// The lowest and the highest price before any filter.
    pub fn price_bounds(&self) -> Option<(Money, Money)> {
        Some((self.cheapest.price()?, self.dearest.price()?))
    }
}

/// How many products have all words of each text.
pub fn counts<'a>(index: &'a str, texts: &[String]) -> Vec<Search<'a>> {
    let count = |text: &String| {
        let query = SearchQuery { words: text.clone(), ..SearchQuery::newest(Scope::All, Language::Fr) };
        counting(index, &query, Matching::All, (listed(&query), &[]))
    };
    texts.iter().map(count).collect()
}

/// How many rows match of those that a filter finds, in all and with each value of the facets.
fn counting<'a>(
    index: &'a str,
    query: &SearchQuery,
    matching_strategy: Matching,
    (filter, facets): (Vec<Value>, &'static [&'static str]),
) -> Search<'a> {
    Search {
        index_uid: index,
        q: asked(&query.words),
        filter,
        sort: &[],
        facets,
        attributes_to_retrieve: &["id"],
        page: 1,
        hits_per_page: 0,
        matching_strategy,
    }
}

/// What was typed, without the words that join others where it has some.
fn asked(typed: &str) -> String {
    let typed: String = typed.trim().chars().take(MOST_TYPED).collect();
    let words = words(&typed);
    let telling = telling(&words);
    if telling == words { typed } else { telling.join(" ") }
}

/// All that a page is made of.
pub fn searches<'a>(index: &'a str, query: &SearchQuery, matching: Matching) -> Vec<Search<'a>> {
    let counting = |filter, facets| counting(index, query, matching, (filter, facets));
    let state = Search {
        q: String::new(),
        attributes_to_retrieve: &["revision"],
        hits_per_page: 1,
        ..counting(vec![json!(THE_STATE)], &[])
    };
    let listed = listed(query);
    let filtered = |left_out: Option<&str>| {
        let chosen = query.filters.groups.iter().filter(|(group, _)| Some(group.as_str()) != left_out);
        let chosen = chosen
            .map(|(group, keys)| Value::from(is_in("choices", keys.iter().map(|key| choice(group, key)))));
        listed.iter().cloned().chain(prices(&query.filters)).chain(chosen).collect::<Vec<_>>()
    };
    let unfiltered = counting(listed.clone(), &["facets"]);
    // Asked as a facet, every price that there is would be told.
    let first = |sort: &'static [&'static str]| Search {
        sort,
        attributes_to_retrieve: &["price"],
        hits_per_page: 1,
        ..counting(listed.clone(), &[])
    };
    let page = paged(counting(filtered(None), &["facets"]), query);
    let open = query.filters.groups.keys();
    let open = open.map(|group| counting(filtered(Some(group.as_str())), &["facets"]));
    [state, unfiltered, first(&["price:asc"]), first(&["price:desc"]), page].into_iter().chain(open).collect()
}

/// The products that come in an order of their own, which the server doesn't know.
pub fn in_own_order(query: &SearchQuery) -> Option<&[ProductId]> {
    match query.within.as_deref() {
        Some(Selection::Picked(products)) if query.words.trim().is_empty() && query.sort == Sort::Default => {
            Some(products)
        }
        _ => None,
    }
}

/// What finds some products.
pub fn these(products: impl IntoIterator<Item = ProductId>) -> String {
    is_in("id", products.into_iter().map(|product| product.to_string()))
}

/// What finds rows of these ids.
pub fn is_in(field: &str, values: impl IntoIterator<Item = String>) -> String {
    let values: Vec<_> = values.into_iter().map(|value| format!("\"{value}\"")).collect();
    format!("{field} IN [{}]", values.join(", "))
}

fn paged<'a>(search: Search<'a>, query: &SearchQuery) -> Search<'a> {
    if let Some(products) = in_own_order(query) {
        let most = u32::try_from(products.len()).unwrap_or(u32::MAX);
        return Search { hits_per_page: most, ..search };
    }
    let sort: &'static [&'static str] = match query.sort {
        Sort::PriceAsc => &["price:asc", "number:desc"],
        Sort::PriceDesc => &["price:desc", "number:desc"],
        Sort::Default if search.q.is_empty() => &["number:desc"],
        Sort::Default => &[],
    };
    let is_reached = query.page.offset() < i64::from(LISTING_REACH);
    let hits_per_page = if is_reached { query.page.size() } else { 0 };
    Search { sort, attributes_to_retrieve: &SHOWN, page: query.page.number(), hits_per_page, ..search }
}

/// What is listed before any filter.
fn listed(query: &SearchQuery) -> Vec<Value> {
    let mut filter = vec![json!(PRODUCTS)];
    if query.scope != Scope::All {
        filter.push(json!(list(&query.scope)));
    }
    match query.within.as_deref() {
        Some(Selection::Picked(products)) => filter.push(these(products.iter().copied()).into()),
        Some(Selection::Ruled(rule)) => filter.extend(ruled(rule)),
        None => {}
    }
    // Without a word the server would list everything.
    if !query.words.trim().is_empty() && words(&query.words).is_empty() {
        filter.push(json!(NOTHING));
    }
    filter
}

fn ruled(rule: &Rule) -> impl Iterator<Item = Value> {
    let groups = rule.groups.iter().map(|lists| match lists.as_slice() {
        [] => json!(NOTHING),
        lists => lists.iter().map(list).collect(),
    });
    let conditions = [
        rule.price_min.map(|least| format!("price >= {}", least.centimes())),
        rule.price_max.map(|most| format!("price <= {}", most.centimes())),
        rule.made_from.map(|from| format!("made_at >= {}", from.unix_timestamp())),
        rule.on_promotion.then(|| "reduced = true".to_owned()),
    ];
    groups.chain(conditions.into_iter().flatten().map(Value::from))
}

fn list(scope: &Scope) -> String {
    match scope {
        Scope::Product(id) => format!("id = \"{id}\""),
        scope => format!("scopes = \"{}\"", scope.term()),
    }
}

fn prices(filters: &Filters) -> impl Iterator<Item = Value> {
    let least = filters.price_min.map(|least| format!("price >= {}", least.centimes()));
    let most = filters.price_max.map(|most| format!("price <= {}", most.centimes()));
    least.into_iter().chain(most).map(Value::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filters(query: &SearchQuery) -> Vec<Vec<Value>> {
        searches("souk", query, Matching::All).into_iter().map(|search| search.filter).collect()
    }

    #[test]
    fn a_group_is_left_out_of_its_own_count_and_prices_of_none_but_the_first() {
        let mut query = SearchQuery::newest(Scope::Featured, Language::Fr);
        query.filters.price_max = Some(Money::from_centimes(900));
        query.filters.groups.insert("brands".to_owned(), vec!["nour".to_owned()]);
        let [_, unfiltered, cheapest, dearest, page, open] =
            filters(&query).try_into().expect("six searches");
        let listed = vec![json!(PRODUCTS), json!("scopes = \"featured\"")];
        let priced = [listed.clone(), vec![json!("price <= 900")]].concat();
        let brand = json!(format!("choices IN [\"{}\"]", choice("brands", "nour")));
        assert_eq!([unfiltered, cheapest, dearest], [(); 3].map(|()| listed.clone()));
        assert_eq!(page, [priced.clone(), vec![brand]].concat());
        assert_eq!(open, priced);
    }

    #[test]
    fn words_that_join_others_are_not_asked_for() {
        for (typed, expected) in [
            (" Rouge à Lèvres", "rouge levres"),
            ("huile d’argan", "huile argan"),
            ("حقيبة من الجلد", "حقيبه جلد"),
            ("Crème-mains ", "Crème-mains"),
            ("la", "la"),
        ] {
            assert_eq!(asked(typed), expected);
        }
    }

    #[test]
    fn signs_alone_find_nothing() {
        let query = SearchQuery { words: "%%%".to_owned(), ..SearchQuery::newest(Scope::All, Language::Fr) };
        assert_eq!(filters(&query)[1], [json!(PRODUCTS), json!(NOTHING)]);
    }
}
