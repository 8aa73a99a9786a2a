//! What a query lists, over one snapshot: its scope, and what a selection has of that. Which lists a product has to be in is a
//! question to the index; what else a rule says is looked at document by document, as prices are.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use souk_kernel::{Money, ProductId};
use tantivy::query::{BooleanQuery, EmptyQuery, Query, TermQuery, TermSetQuery};
use tantivy::schema::IndexRecordOption;
use tantivy::{Score, Term};

use super::schema::Fields;
use super::segment::Segment;
use crate::prices::Prices;
use crate::search::{Rule, Scope, Selection};

/// What a selection asks of a document beside its lists and its price.
pub struct Selected<'a> {
    rule: Option<&'a Rule>,
    prices: &'a Prices,
    /// Of picked products, the first highest.
    places: HashMap<ProductId, Score>,
}

/// The groups of lists of which each product is in one at least.
pub fn groups<'a>(scope: &'a Scope, within: Option<&'a Selection>) -> impl Iterator<Item = &'a [Scope]> {
    let groups = rule(within).map_or(&[][..], |rule| &rule.groups);
    std::iter::once(std::slice::from_ref(scope)).chain(groups.iter().map(Vec::as_slice))
}

/// Finds the products of the lists; `None` where that is all of them.
pub fn query(fields: &Fields, scope: &Scope, within: Option<&Selection>) -> Option<Box<dyn Query>> {
    let is_narrow = |lists: &&[Scope]| *lists != [Scope::All];
    let mut queries: Vec<_> =
        groups(scope, within).filter(is_narrow).map(|lists| in_one_of(fields, lists)).collect();
    if let Some(Selection::Picked(products)) = within {
        queries.push(Box::new(TermSetQuery::new(products.iter().map(|id| fields.id_term(*id)))));
    }
    if queries.len() > 1 { Some(Box::new(BooleanQuery::intersection(queries))) } else { queries.pop() }
}

/// Finds the products of one list at least.
pub fn in_one_of(fields: &Fields, lists: &[Scope]) -> Box<dyn Query> {
    let term = |list: &Scope| match list {
        Scope::Product(id) => fields.id_term(*id),
        list => Term::from_field_text(fields.scope, &list.term()),
    };
    match lists {
        [] => Box::new(EmptyQuery),
        [list] => Box::new(TermQuery::new(term(list), IndexRecordOption::Basic)),
        lists => Box::new(TermSetQuery::new(lists.iter().map(term))),
    }
}

/// What products may cost, in centimes as shown.
pub fn price_range(within: Option<&Selection>) -> RangeInclusive<i64> {
    let bounds = rule(within).map(|rule| (rule.price_min, rule.price_max));
    let (least, most) = bounds.unwrap_or_default();
    least.map_or(i64::MIN, Money::centimes)..=most.map_or(i64::MAX, Money::centimes)
}

fn rule(within: Option<&Selection>) -> Option<&Rule> {
    match within {
        Some(Selection::Ruled(rule)) => Some(rule),
        Some(Selection::Picked(_)) | None => None,
    }
}

impl<'a> Selected<'a> {
    /// `in_order`: whether picked products come as they were picked.
    pub fn new(within: Option<&'a Selection>, in_order: bool, prices: &'a Prices) -> Self {
        let picked = match within {
            Some(Selection::Picked(products)) if in_order => &products[..],
            _ => &[],
        };
        let places = picked.iter().rev().copied().zip((1_u16..).map(Score::from)).collect();
        Self { rule: rule(within), prices, places }
    }

    /// Whether a document fits that costs so many centimes.
    pub fn has(&self, segment: &Segment, document: u32, price: i64) -> bool {
        self.rule.is_none_or(|rule| {
            let is_new = rule.made_from.is_none_or(|from| segment.made_at(document) >= from.unix_timestamp());
            let is_reduced =
                || self.prices.is_reduced(&segment.pricing(document), Money::from_centimes(price));
            is_new && (!rule.on_promotion || is_reduced())
        })
    }

    /// What a document scores: where products come as they were picked, that.
    pub fn score(&self, segment: &Segment, document: u32, of_words: Score) -> Score {
        if self.places.is_empty() {
            return of_words;
        }
        self.places.get(&segment.product(document)).copied().unwrap_or(of_words)
    }
}
