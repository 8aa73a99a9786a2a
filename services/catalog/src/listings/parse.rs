//! A listing's request, read into closed words: nothing unknown is ignored, all that is wrong is named.

use souk_kernel::{LISTING_REACH, Language, Money, Page};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::get_listing_request::Scope as ProtoScope;
use souk_rpc::{Failure, Violations};

use crate::failure::checked;
use crate::parse;
use crate::search::{Filters, Sort, fold};

/// Groups that one request may choose of, and values of one group.
const MOST_GROUPS: usize = 20;
const MOST_VALUES: usize = 100;
/// Longest search and longest filter value, in characters.
const LONGEST_WORDS: usize = 200;
/// Longest machine name of an attribute or feature.
const LONGEST_KIND: usize = 60;

/// What is listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Of {
    /// By slug.
    Category(String),
    /// By slug.
    Brand(String),
    /// By slug.
    BrandLine(String),
    /// By slug.
    Collection(String),
    Featured,
    New,
    /// By id.
    Promotion(String),
    /// What was typed.
    Search(String),
}

#[derive(Debug, Clone)]
pub struct ListingQuery {
    pub of: Of,
    pub filters: Filters,
    pub sort: Sort,
    pub page: Page,
    pub language: Language,
}

impl ListingQuery {
    pub fn words(&self) -> &str {
        match &self.of {
            Of::Search(words) => words,
            _ => "",
        }
    }

    /// Whether it is what a search answers first: of what filters leave out there is something.
    pub fn is_first_of_search(&self) -> bool {
        matches!(self.of, Of::Search(_)) && self.filters == Filters::default() && self.page.number() == 1
    }

    pub fn read(request: proto::GetListingRequest) -> Result<Self, Failure> {
        let mut found = Violations::default();
        let of = of(request.scope(), request.key, &mut found);
        let filters = filters(&request.filters, &mut found);
        let sort = sort(&request.sort, &mut found);
        let page = found.page(request.page);
        if page.is_some_and(|page| !page.is_within(LISTING_REACH)) {
            found.push("page", "form.validation.page", format!("a listing shows {LISTING_REACH} products"));
        }
        let language = parse::language(&request.language, &mut found);
        let query = of.zip(sort).zip(page).zip(language).map(|(((of, sort), page), language)| Self {
            of,
            filters,
            sort,
            page,
            language,
        });
        checked(query, found)
    }
}

fn of(scope: ProtoScope, key: String, found: &mut Violations) -> Option<Of> {
    match scope {
        ProtoScope::Category => Some(Of::Category(key)),
        ProtoScope::Brand => Some(Of::Brand(key)),
        ProtoScope::BrandLine => Some(Of::BrandLine(key)),
        ProtoScope::Collection => Some(Of::Collection(key)),
        ProtoScope::Featured => Some(Of::Featured),
        ProtoScope::New => Some(Of::New),
        ProtoScope::Promotion => Some(Of::Promotion(key)),
        ProtoScope::Search => words(&key, found).map(Of::Search),
        ProtoScope::Unspecified => {
            found.push("scope", "form.validation.unknown", "the request names no list");
            None
        }
    }
}

/// What a shopper typed, if it is no longer than anyone types.
pub fn words(typed: &str, found: &mut Violations) -> Option<String> {
    if typed.chars().count() > LONGEST_WORDS {
        found.push("q", "form.validation.tooLong", "200 characters at most");
        return None;
    }
    Some(typed.to_owned())
}

fn sort(sort: &str, found: &mut Violations) -> Option<Sort> {
    if sort.is_empty() {
        return Some(Sort::default());
    }
    let unknown = |_| "the sort is one of default, price_asc, price_desc";
    found.check("sort", "form.validation.sort", sort.parse().map_err(unknown))
}

fn filters(given: &[proto::Filter], found: &mut Violations) -> Filters {
    let mut filters = Filters::default();
    for filter in given {
        match filter.name.as_str() {
            "priceMin" => filters.price_min = price(filter, found),
            "priceMax" => filters.price_max = price(filter, found),
            name if is_group(name) => group(&mut filters, filter, found),
            name => found.push(name, "form.validation.unknownFilter", "there is no such filter"),
        }
    }
    if filters.groups.len() > MOST_GROUPS {
        found.push("filters", "form.validation.tooMany", "20 filters at most");
    }
    if let (Some(low), Some(high)) = (filters.price_min, filters.price_max)
        && low > high
    {
        found.push("priceMin", "form.validation.range", "the lowest price is above the highest");
    }
    filters
}

fn is_group(name: &str) -> bool {
    let kind = name.strip_prefix("attributes.").or_else(|| name.strip_prefix("features."));
    let is_kind = |kind: &str| !kind.is_empty() && kind.chars().count() <= LONGEST_KIND;
    matches!(name, "brands" | "brandlines" | "subCategories") || kind.is_some_and(is_kind)
}

fn group(filters: &mut Filters, filter: &proto::Filter, found: &mut Violations) {
    let values = filter.values.iter().filter(|value| !value.trim().is_empty());
    let values: Vec<String> = values.map(|value| fold(value)).collect();
    if values.len() > MOST_VALUES || values.iter().any(|value| value.chars().count() > LONGEST_WORDS) {
        found.push(&filter.name, "form.validation.tooLong", "100 values of 200 characters at most");
    } else if !values.is_empty() {
        let chosen = filters.groups.entry(filter.name.clone()).or_default();
        chosen.extend(values);
        chosen.sort_unstable();
        chosen.dedup();
    }
}

fn price(filter: &proto::Filter, found: &mut Violations) -> Option<Money> {
    let [value] = filter.values.as_slice() else {
        found.push(&filter.name, "form.validation.price", "one price is expected");
        return None;
    };
    found.check(&filter.name, "form.validation.price", value.parse())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn request(filters: &[(&str, &[&str])]) -> proto::GetListingRequest {
        let filter = |(name, values): &(&str, &[&str])| proto::Filter {
            name: (*name).to_owned(),
            values: values.iter().map(|value| (*value).to_owned()).collect(),
        };
        let mut request = proto::GetListingRequest {
            filters: filters.iter().map(filter).collect(),
            ..proto::GetListingRequest::default()
        };
        request.set_scope(ProtoScope::New);
        request
    }

    fn wrong_fields(request: proto::GetListingRequest) -> Vec<String> {
        let failure = ListingQuery::read(request).expect_err("refused");
        failure.violations.into_iter().map(|violation| violation.field).collect()
    }

    #[test]
    fn everything_wrong_is_named() {
        let mut wrong = request(&[("colour", &["red"]), ("priceMin", &["1e3"]), ("attributes.", &["x"])]);
        wrong.sort = "name".to_owned();
        wrong.language = "de".to_owned();
        wrong.page = Some(souk_proto::common::v1::PageRequest { page: 1, size: 13 });
        wrong.set_scope(ProtoScope::Unspecified);
        let fields = wrong_fields(wrong);
        assert_eq!(fields, ["scope", "colour", "priceMin", "attributes.", "sort", "size", "language"]);
    }

    #[test]
    fn a_price_range_is_in_order() {
        assert_eq!(wrong_fields(request(&[("priceMin", &["10"]), ("priceMax", &["9.99"])])), ["priceMin"]);
    }

    #[test]
    fn values_are_compared_without_case_and_once() {
        let query = ListingQuery::read(request(&[("brands", &["Nour", " NOUR "]), ("brands", &["Zahra"])]));
        assert_eq!(query.expect("read").filters.groups["brands"], ["nour", "zahra"]);
    }

    proptest! {
        #[test]
        fn no_filter_makes_it_panic(name in ".{0,40}", value in ".{0,40}") {
            let _ = ListingQuery::read(request(&[(&name, &[&value])]));
        }
    }
}
