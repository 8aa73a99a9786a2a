//! Collections. Pure.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use souk_audit::Subject;
use souk_kernel::{BrandId, CategoryId, LocalizedText, Money, ProductId};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::media::StoredSize;
use crate::search::{self, Scope, Selection, TagKey};
use crate::versions::Versioned;

/// Collections that a shop may have: each process remembers them.
pub const MOST_COLLECTIONS: u64 = 200;
/// Products that are picked for one.
pub const MOST_PICKED: usize = 500;
/// How exactly it is told when a product is no longer new, in seconds: answers are kept for as long.
const NEWNESS: i64 = 3_600;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collection {
    pub id: Uuid,
    pub version: u64,
    /// Last part of its address.
    pub slug: String,
    /// Others are seen by nobody outside.
    pub active: bool,
    pub name: LocalizedText,
    pub picture: Option<StoredSize>,
    /// Said over its listing.
    pub about: LocalizedText,
    /// What search engines show of its listing; empty: its name, what is said of it.
    pub seo_title: LocalizedText,
    pub seo_description: LocalizedText,
    /// Lower comes first; equal ones by name.
    pub position: u32,
    pub contents: Contents,
}

/// Which products it has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contents {
    /// Each once, in order.
    Picked(Arc<[ProductId]>),
    Ruled(Rule),
}

/// What its products have in common: all that is set, and something is. Of what is named one is enough. Conditions that a stored
/// one doesn't say are not set.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Rule {
    /// With what is below them.
    pub categories: Vec<CategoryId>,
    pub brands: Vec<BrandId>,
    /// Compared without their case.
    pub tags: Vec<String>,
    /// Bounds of the price as it is shown, both included.
    pub price_from: Option<Money>,
    pub price_to: Option<Money>,
    /// 0: whenever it was made.
    pub new_within_days: u32,
    pub featured: bool,
    /// A promotion in force lowers its price.
    pub on_promotion: bool,
}

/// A product that was picked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picked {
    pub id: ProductId,
    pub name: LocalizedText,
    pub active: bool,
}

impl Versioned for Collection {
    fn version(&self) -> u64 {
        self.version
    }

    fn at(self, version: u64) -> Self {
        Self { version, ..self }
    }
}

impl Collection {
    /// Its products at a moment.
    pub fn selection(&self, now: OffsetDateTime) -> Selection {
        match &self.contents {
            Contents::Picked(products) => Selection::Picked(products.clone()),
            Contents::Ruled(rule) => Selection::Ruled(rule.at(now)),
        }
    }

    /// When products may leave it next because time passes.
    pub fn next_change(&self, after: OffsetDateTime) -> Option<OffsetDateTime> {
        match &self.contents {
            Contents::Ruled(rule) if rule.new_within_days > 0 => {
                Some(whole_hour(after) + Duration::seconds(NEWNESS))
            }
            _ => None,
        }
    }

    /// As the audit log names it.
    pub fn subject(&self) -> Subject {
        Subject::new("collection", self.id, self.name.fr.clone())
    }

    /// What the audit log tells of it.
    pub fn facts(&self) -> serde_json::Value {
        let Self {
            slug, active, name, picture, about, seo_title, seo_description, position, contents, ..
        } = self;
        let (products, rule) = match contents {
            Contents::Picked(products) => (Some(&products[..]), None),
            Contents::Ruled(rule) => (None, Some(rule)),
        };
        serde_json::json!({
            "slug": slug, "active": active, "name": name, "picture": picture.as_ref().map(|picture| &picture.url),
            "about": about, "seoTitle": seo_title, "seoDescription": seo_description, "position": position,
            "products": products, "rule": rule,
        })
    }
}

impl Rule {
    /// What the rule asks of products at a moment.
    pub fn at(&self, now: OffsetDateTime) -> search::Rule {
        let lists = [
            self.categories.iter().copied().map(Scope::Category).collect(),
            self.brands.iter().copied().map(Scope::Brand).collect(),
            self.tags.iter().map(|tag| Scope::Tag(TagKey::of(tag))).collect(),
            if self.featured { vec![Scope::Featured] } else { Vec::new() },
        ];
        let days = Duration::days(self.new_within_days.into());
        search::Rule {
            groups: lists.into_iter().filter(|lists: &Vec<Scope>| !lists.is_empty()).collect(),
            price_min: self.price_from,
            price_max: self.price_to,
            made_from: (self.new_within_days > 0).then(|| whole_hour(now - days)),
            on_promotion: self.on_promotion,
        }
    }

    /// Whether it says nothing of products.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The beginning of the hour.
fn whole_hour(moment: OffsetDateTime) -> OffsetDateTime {
    moment.replace_time(time::Time::MIDNIGHT) + Duration::hours(moment.hour().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_asks_for_one_of_each_kind_that_is_named() {
        let [one, two] = [1, 2].map(|id| CategoryId::from_uuid(Uuid::from_u128(id)));
        let rule = Rule {
            categories: vec![one, two],
            tags: vec![" Été ".into()],
            featured: true,
            price_to: Some(Money::from_centimes(5)),
            ..Rule::default()
        };
        let asked = rule.at(OffsetDateTime::UNIX_EPOCH);
        let groups = [
            vec![Scope::Category(one), Scope::Category(two)],
            vec![Scope::Tag(TagKey::of("été"))],
            vec![Scope::Featured],
        ];
        assert_eq!(asked.groups, groups);
        assert_eq!((asked.price_min, asked.price_max), (None, rule.price_to));
        assert!(asked.made_from.is_none() && !asked.on_promotion);
        assert!(Rule::default().is_empty() && !rule.is_empty());
    }

    #[test]
    fn a_rule_of_another_release_is_read() {
        let read = |json| serde_json::from_str::<Rule>(json).expect("reads");
        assert!(read("{}").is_empty());
        let newer = read(r#"{"featured":true,"moon":"full"}"#);
        assert_eq!(newer, Rule { featured: true, ..Rule::default() });
    }

    #[test]
    fn what_is_new_is_told_by_the_hour() {
        let rule = Rule { new_within_days: 1, ..Rule::default() };
        let at = |seconds| OffsetDateTime::UNIX_EPOCH + Duration::seconds(seconds);
        let from = |seconds| rule.at(at(seconds)).made_from;
        assert_eq!(
            [from(2 * 86_400 + 3_599), from(2 * 86_400 + 3_600)],
            [Some(at(86_400)), Some(at(90_000))]
        );
        let collection = |contents| Collection {
            id: Uuid::nil(),
            version: 1,
            slug: "x".into(),
            active: true,
            name: LocalizedText::default(),
            picture: None,
            about: LocalizedText::default(),
            seo_title: LocalizedText::default(),
            seo_description: LocalizedText::default(),
            position: 0,
            contents,
        };
        assert_eq!(collection(Contents::Ruled(rule.clone())).next_change(at(10)), Some(at(3_600)));
        let featured = Contents::Ruled(Rule { featured: true, ..Rule::default() });
        assert_eq!(collection(featured).next_change(at(10)), None);
        assert_eq!(collection(Contents::Picked([].into())).next_change(at(10)), None);
    }
}
