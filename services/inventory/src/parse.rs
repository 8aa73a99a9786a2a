//! Parts of requests that several features read, each noting what is wrong with it (house 6).

use std::fmt::Display;
use std::str::FromStr;

use souk_kernel::{Page, ProductId, StockKey};
use souk_proto::common::v1::PageRequest;
use souk_rpc::Violations;

/// Longest text that a list is searched for.
const LONGEST_QUERY: usize = 100;

/// A stock key of two ids; the fields' names get `prefix`.
pub fn key(violations: &mut Violations, prefix: &str, product: &str, combination: &str) -> Option<StockKey> {
    let product =
        violations.check(format!("{prefix}productId"), "validation.id", product.parse::<ProductId>());
    let combination = optional_id(violations, &format!("{prefix}combinationId"), combination);
    Some(StockKey { product: product?, combination })
}

/// An id that may be empty. `None` also after noting that it is malformed: the caller looks whether anything was.
pub fn optional_id<T>(violations: &mut Violations, field: &str, text: &str) -> Option<T>
where
    T: FromStr<Err: Display>,
{
    if text.is_empty() { None } else { violations.check(field, "validation.id", text.parse()) }
}

pub fn page(violations: &mut Violations, page: Option<&PageRequest>) -> Option<Page> {
    let page = page.copied().unwrap_or_default();
    let result = Page::new(page.page, page.size);
    let field = result.err().map_or("page", souk_kernel::PageError::field);
    violations.check(field, "validation.page", result)
}

pub fn query(violations: &mut Violations, text: &str) -> String {
    if text.chars().count() > LONGEST_QUERY {
        violations.push("query", "validation.too_long", "a query has at most 100 characters");
    }
    text.trim().to_owned()
}
