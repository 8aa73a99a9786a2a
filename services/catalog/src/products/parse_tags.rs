//! The tags of requests.

use std::collections::HashSet;

use souk_rpc::Violations;

use super::tags::MOST_TAGS;
use crate::search::{fold, tag};

/// The tags, each once however it is spelt.
pub fn tags(given: &[String], found: &mut Violations) -> Vec<String> {
    if given.len() > MOST_TAGS {
        found.push("tags", "form.validation.tooMany", format!("{MOST_TAGS} tags at most"));
        return Vec::new();
    }
    let mut seen = HashSet::new();
    let mut read = Vec::with_capacity(given.len());
    for (at, given) in given.iter().enumerate() {
        let field = format!("tags[{at}]");
        match tag(given) {
            Ok(tag) if seen.insert(fold(&tag)) => read.push(tag),
            Ok(_) => found.push(field, "form.validation.repeated", "given twice, maybe in other letters"),
            Err(wrong) => found.push(field, wrong.rule(), wrong.to_string()),
        }
    }
    read
}

/// The tag that a list is narrowed by.
pub fn optional_tag(given: &str, found: &mut Violations) -> Option<String> {
    if given.is_empty() {
        return None;
    }
    let read = tag(given).map_err(|wrong| found.push("tag", wrong.rule(), wrong.to_string()));
    read.ok()
}
