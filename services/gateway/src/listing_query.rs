//! What the address of a list asks for: its page, order and filters, its words, or the products that it names.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use souk_kernel::{LISTING_REACH, Money, Page, ProductId};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::get_listing_request::Scope;
use souk_proto::common::v1::PageRequest;
use souk_rpc::Violations;

use crate::extract::{id, page};
use crate::limits;
use crate::problem::Problem;

/// Cards that can be asked for by their ids at once: as many as a row shows.
const MOST_CARDS: usize = 12;
const SORTS: [&str; 3] = ["default", "price_asc", "price_desc"];
const FILTERS: [&str; 3] = ["brands", "brandlines", "subCategories"];
const PRICE_FILTERS: [&str; 2] = ["priceMin", "priceMax"];
const FILTER_GROUPS: [&str; 2] = ["attributes.", "features."];
/// Values that a page's address may choose beside its prices.
const CHOICES: usize = limits::FILTER_VALUES - PRICE_FILTERS.len();

/// The part of a listing that a query asks for, in one spelling: defaults filled in, filters sorted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingQuery {
    page: u32,
    size: u32,
    sort: String,
    filters: Vec<(String, Vec<String>)>,
}

impl ListingQuery {
    /// Reads a listing's query; all mistakes are named.
    pub fn parse(query: &str) -> Result<Self, Problem> {
        let (words, parsed) = Self::parse_with_words(query)?;
        match words {
            Some(_) => Err(unknown("q")),
            None => Ok(parsed),
        }
    }

    /// Reads a search's query: `q` and the rest.
    pub fn parse_search(query: &str) -> Result<(String, Self), Problem> {
        let (words, parsed) = Self::parse_with_words(query)?;
        Ok((check_words(words)?, parsed))
    }

    /// Counts before it looks at anything: what a caller sends costs no more than its limit.
    fn parse_with_words(query: &str) -> Result<(Option<String>, Self), Problem> {
        let mut violations = Violations::default();
        if form_urlencoded::parse(query.as_bytes()).take(limits::PARAMETERS + 1).count() > limits::PARAMETERS
        {
            return Err(too_many());
        }
        let (mut words, mut number, mut size, mut sort) = (None, None, None, None);
        let mut filters: Vec<(String, Vec<String>)> = Vec::new();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match name.as_ref() {
                "q" => words = Some(value.into_owned()),
                "page" => number = violations.check("page", "form.validation.page", value.parse()),
                "size" => size = violations.check("size", "form.validation.size", value.parse()),
                "sort" => sort = Some(value.into_owned()),
                name if is_filter(name) => add_value(&mut filters, name, value.into_owned()),
                name => violations.push(name, "form.validation.unknown", "there is no such parameter"),
            }
        }
        let sort = sort.unwrap_or_else(|| SORTS[0].into());
        if !SORTS.contains(&sort.as_str()) {
            violations.push("sort", "form.validation.sort", format!("one of {}", SORTS.join(", ")));
        }
        check_filters(&mut filters, &mut violations);
        violations.into_result("invalid_request").map_err(Problem::from)?;
        let page = page(number, size)?;
        if !page.is_within(LISTING_REACH) {
            let text = format!("a listing shows {LISTING_REACH} products: filters narrow it");
            return Err(Problem::field("page", "form.validation.page", text));
        }
        Ok((words, Self { page: page.number(), size: page.size(), sort, filters }))
    }

    /// Reads a page's address as the web app does (`vectors/listing-search.json`): what makes no sense, is no filter or is too much
    /// falls away.
    pub fn lenient(query: &str) -> (Option<String>, Self) {
        let mut seen = HashSet::new();
        // Of what is given once, the first counts.
        let mut kept: Vec<_> = form_urlencoded::parse(query.as_bytes())
            .filter(|(name, value)| seen.insert((name.clone(), is_choice(name).then(|| value.clone()))))
            .filter(|(name, value)| !value.is_empty() && makes_sense(name, value))
            .collect();
        let (mut filters, mut values) = (HashSet::new(), 0);
        kept.retain(|(name, _)| {
            if !is_choice(name) {
                return true;
            }
            let has_room = values < CHOICES && (filters.contains(name) || filters.len() < limits::FILTERS);
            if has_room {
                filters.insert(name.clone());
                values += 1;
            }
            has_room
        });
        let senseless = senseless_together(&kept);
        kept.retain(|(name, _)| !senseless.contains(&name.as_ref()));
        let clean = form_urlencoded::Serializer::new(String::new()).extend_pairs(kept).finish();
        let (words, parsed) = Self::parse_with_words(&clean).unwrap_or_default();
        (words.and_then(|words| check_words(Some(words)).ok()), parsed)
    }

    /// The page and its size alone, for a list that is neither narrowed nor put in another order.
    #[must_use]
    pub fn paging(&self) -> Self {
        Self { page: self.page, size: self.size, ..Self::default() }
    }

    /// The page that it asks for.
    pub fn wanted(&self) -> Page {
        Page::new(self.page, self.size).unwrap_or_default()
    }

    /// What differs from the defaults, as the web app names it in its query keys.
    pub fn shown(&self) -> serde_json::Value {
        let mut shown = serde_json::Map::new();
        if self.page != 1 {
            shown.insert("page".into(), self.page.into());
        }
        if self.size != Page::default().size() {
            shown.insert("size".into(), self.size.into());
        }
        if self.sort != SORTS[0] {
            shown.insert("sort".into(), self.sort.clone().into());
        }
        for (name, values) in &self.filters {
            let is_price = PRICE_FILTERS.contains(&name.as_str());
            let value = if is_price { values.first().cloned().into() } else { values.clone().into() };
            shown.insert(name.clone(), value);
        }
        shown.into()
    }

    pub fn page(&self) -> u32 {
        self.page
    }

    /// What the address of another of its pages says, with the words of a search; empty where it says nothing.
    pub fn address_of(&self, page: u64, words: Option<&str>) -> String {
        let mut pairs = form_urlencoded::Serializer::new(String::new());
        let mut say = |name: &str, value: &str| {
            pairs.append_pair(name, value);
        };
        if let Some(words) = words {
            say("q", words);
        }
        if page > 1 {
            say("page", &page.to_string());
        }
        if self.size != Page::default().size() {
            say("size", &self.size.to_string());
        }
        if self.sort != SORTS[0] {
            say("sort", &self.sort);
        }
        for (name, values) in &self.filters {
            for value in values {
                say(name, value);
            }
        }
        let said = pairs.finish();
        if said.is_empty() { said } else { format!("?{said}") }
    }

    /// Whether the query narrows or reorders its scope, so that its page is not the one to index.
    pub fn is_variation(&self) -> bool {
        !self.filters.is_empty() || self.sort != SORTS[0] || self.size != Page::default().size()
    }

    /// The part of a list that it asks for.
    pub fn request(&self, scope: Scope, key: String, language: String) -> proto::GetListingRequest {
        let filter = |(name, values): &(String, Vec<String>)| proto::Filter {
            name: name.clone(),
            values: values.clone(),
        };
        proto::GetListingRequest {
            scope: scope.into(),
            key,
            language,
            page: Some(PageRequest { page: self.page, size: self.size }),
            sort: self.sort.clone(),
            filters: self.filters.iter().map(filter).collect(),
        }
    }
}

impl Default for ListingQuery {
    fn default() -> Self {
        let page = Page::default();
        Self { page: page.number(), size: page.size(), sort: SORTS[0].into(), filters: Vec::new() }
    }
}

fn makes_sense(name: &str, value: &str) -> bool {
    match name {
        "q" => true,
        "page" => number(value).is_some_and(|number| (1..=Page::LAST).contains(&number)),
        "size" => number(value).is_some_and(|size| Page::SIZES.contains(&size)),
        "sort" => SORTS.contains(&value),
        name if PRICE_FILTERS.contains(&name) => {
            is_price(value) && value.split('.').all(|digits| number(digits).is_some())
        }
        name => {
            let is_short = value.chars().count() <= limits::FILTER_VALUE;
            is_filter(name) && filter_key(name).chars().count() <= limits::FILTER_KEY && is_short
        }
    }
}

/// A number as it stands in an address: up to nine digits and nothing else.
fn number(text: &str) -> Option<u32> {
    let is_plain = text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

/// Names of what makes no sense beside the rest: a page beyond what a listing shows, a lowest price above the highest.
fn senseless_together(given: &[(Cow<'_, str>, Cow<'_, str>)]) -> Vec<&'static str> {
    let value = |wanted: &str| given.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_ref());
    let number = |name| value(name).and_then(|value| value.parse().ok());
    let asked = page(number("page"), number("size"));
    let [lowest, highest] =
        PRICE_FILTERS.map(|name| value(name).and_then(|price| price.parse::<Money>().ok()));
    let is_beyond = asked.is_ok_and(|page| !page.is_within(LISTING_REACH));
    let is_empty = lowest.zip(highest).is_some_and(|(lowest, highest)| lowest > highest);
    let [price_min, _] = PRICE_FILTERS;
    is_beyond.then_some("page").into_iter().chain(is_empty.then_some(price_min)).collect()
}

fn is_price(text: &str) -> bool {
    text.parse::<Money>().is_ok_and(|price| !price.is_negative())
}

/// The query of a request that takes `q` alone.
pub fn words_only(query: &str) -> Result<String, Problem> {
    let mut words = None;
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        if name != "q" {
            return Err(unknown(&name));
        }
        words = Some(value.into_owned());
    }
    check_words(words)
}

/// The ids of a query that has nothing else, in one spelling: each once, in their order.
pub fn ids_only(query: &str) -> Result<Vec<ProductId>, Problem> {
    let mut ids = BTreeSet::new();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        if name != "ids" {
            return Err(unknown(&name));
        }
        for text in value.split(',') {
            ids.insert(id::<ProductId>("ids", text)?.uuid());
        }
    }
    if ids.is_empty() {
        return Err(Problem::field("ids", "form.validation.required", "one id at least is expected"));
    }
    if ids.len() > MOST_CARDS {
        let text = format!("{MOST_CARDS} ids at most");
        return Err(Problem::field("ids", "form.validation.tooMany", text));
    }
    Ok(ids.into_iter().map(ProductId::from_uuid).collect())
}

fn check_words(words: Option<String>) -> Result<String, Problem> {
    let words = words.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    if words.is_empty() || words.chars().count() > limits::WORDS {
        let text = format!("q has 1 to {} characters", limits::WORDS);
        return Err(Problem::field("q", "form.validation.words", text));
    }
    Ok(words)
}

fn too_many() -> Problem {
    Problem::field("filters", "form.validation.tooMany", too_many_values())
}

fn too_many_values() -> String {
    format!("{} filter values at most", limits::FILTER_VALUES)
}

fn unknown(name: &str) -> Problem {
    Problem::field(name, "form.validation.unknown", "there is no such parameter")
}

fn is_filter(name: &str) -> bool {
    is_choice(name) || PRICE_FILTERS.contains(&name)
}

/// Whether it names values, of which several may be chosen.
fn is_choice(name: &str) -> bool {
    FILTERS.contains(&name) || !filter_key(name).is_empty()
}

/// The attribute or feature whose values a filter names; empty where it names others.
fn filter_key(name: &str) -> &str {
    FILTER_GROUPS.iter().find_map(|group| name.strip_prefix(group)).unwrap_or_default()
}

fn add_value(filters: &mut Vec<(String, Vec<String>)>, name: &str, value: String) {
    match filters.iter_mut().find(|(earlier, _)| earlier == name) {
        Some((_, values)) => values.push(value),
        None => filters.push((name.to_owned(), vec![value])),
    }
}

/// Bounds the filters and brings them into one order.
fn check_filters(filters: &mut [(String, Vec<String>)], violations: &mut Violations) {
    if filters.iter().map(|(_, values)| values.len()).sum::<usize>() > limits::FILTER_VALUES {
        violations.push("filters", "form.validation.tooMany", too_many_values());
    }
    filters.sort();
    for (name, values) in filters {
        values.sort();
        values.dedup();
        let is_one_price = values.len() == 1 && values.iter().all(|value| is_price(value));
        if PRICE_FILTERS.contains(&name.as_str()) && !is_one_price {
            violations.push(name.clone(), "form.validation.amount", "one amount in dinars is expected");
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[test]
    fn a_pages_address_is_read_as_the_web_app_reads_it() {
        #[derive(Deserialize)]
        struct Case {
            is: String,
            query: String,
            read: serde_json::Value,
        }
        let cases = include_str!("../vectors/listing-search.json");
        let cases: Vec<Case> = serde_json::from_str(cases).expect("the vectors are JSON");
        for Case { is, query, read } in cases {
            let (words, parsed) = ListingQuery::lenient(&query);
            let mut shown = parsed.shown();
            if let Some(words) = words {
                shown["q"] = words.into();
            }
            assert_eq!(shown, read, "{is}");
            // What a page is made from is asked for by the app as well.
            let asked = parsed.address_of(1, None);
            ListingQuery::parse(asked.trim_start_matches('?')).expect("is no more than may be asked for");
        }
    }
}
