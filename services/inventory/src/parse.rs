//! Parts of requests that several features read, each noting what is wrong with it.

use souk_kernel::{ProductId, StockKey};
use souk_rpc::Violations;

/// Longest text that a list is searched for.
const LONGEST_QUERY: usize = 100;

/// A stock key of two ids; the fields' names get `prefix`.
pub fn key(violations: &mut Violations, prefix: &str, product: &str, combination: &str) -> Option<StockKey> {
    let product: Option<ProductId> = violations.id(format!("{prefix}productId"), product);
    let combination = violations.optional_id(format!("{prefix}combinationId"), combination);
    Some(StockKey { product: product?, combination })
}

pub fn query(violations: &mut Violations, text: &str) -> String {
    if text.chars().count() > LONGEST_QUERY {
        violations.push("query", "form.validation.tooLong", "a query has at most 100 characters");
    }
    text.trim().to_owned()
}
