//! A promotion as staff keep it. What it does to a price is said in `souk_pricing`. Pure.

use souk_kernel::LocalizedText;
use time::OffsetDateTime;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promotion {
    pub version: u64,
    pub title: LocalizedText,
    pub rule: souk_pricing::Promotion,
    /// Whether staff want it at all.
    pub active: bool,
}

impl Promotion {
    /// Whether shoppers see it.
    pub fn is_shown(&self, at: OffsetDateTime) -> bool {
        self.active && self.rule.is_in_force(at)
    }
}
