//! A promotion as staff keep it. What it does to a price is said in `souk_pricing`. Pure.

use souk_audit::Subject;
use souk_kernel::{LocalizedText, rfc3339};
use souk_pricing::{Discount, Target};
use time::OffsetDateTime;

use crate::media::StoredSize;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promotion {
    pub version: u64,
    pub title: LocalizedText,
    /// Said on its page, below the title.
    pub subtitle: LocalizedText,
    /// Said on its page, over its banner.
    pub slogan: LocalizedText,
    pub banner: Option<StoredSize>,
    pub rule: souk_pricing::Promotion,
    /// Whether staff want it at all.
    pub active: bool,
}

impl Promotion {
    /// As the audit log names it.
    pub fn subject(&self) -> Subject {
        Subject::new("promotion", self.rule.id, self.title.fr.clone())
    }

    /// What the audit log tells of it; an amount in centimes, a percentage in hundredths.
    pub fn facts(&self) -> serde_json::Value {
        let discount = match self.rule.discount {
            Discount::Percentage(rate) => serde_json::json!({ "percentage": rate.hundredths() }),
            Discount::Amount(amount) => serde_json::json!({ "amount": amount.centimes() }),
        };
        let target = match self.rule.target {
            Target::All => serde_json::json!("all"),
            Target::Product(id) => serde_json::json!({ "product": id }),
            Target::Category(id) => serde_json::json!({ "category": id }),
            Target::Brand(id) => serde_json::json!({ "brand": id }),
        };
        serde_json::json!({
            "title": self.title, "subtitle": self.subtitle, "slogan": self.slogan,
            "banner": self.banner.as_ref().map(|banner| &banner.url),
            "active": self.active, "discount": discount, "target": target,
            "startsAt": self.rule.starts_at.map(rfc3339), "endsAt": self.rule.ends_at.map(rfc3339),
        })
    }

    /// Whether shoppers see it.
    pub fn is_shown(&self, at: OffsetDateTime) -> bool {
        self.active && self.rule.is_in_force(at)
    }
}
