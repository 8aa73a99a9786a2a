//! What is indexed of a product.

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use souk_kernel::{BrandId, BrandLineId, CategoryId, Language, LocalizedText, ProductId};
use souk_pricing::Target;
use time::OffsetDateTime;

use crate::prices::Pricing;

/// The languages of [`Card::localized`], in their order.
pub const CARD_LANGUAGES: [Language; 3] = Language::ALL;

/// One visible product.
#[derive(Debug, Clone)]
pub struct Document {
    pub pricing: Pricing,
    /// Grows with each product made: newest first is the highest number first.
    pub number: u64,
    /// When it was made.
    pub made_at: OffsetDateTime,
    /// The lists that the product is in.
    pub scopes: Vec<Scope>,
    /// Its names, one per language written.
    pub names: Vec<String>,
    /// Other words that find it: brand, categories, tags, values, SKUs, short descriptions.
    pub words: Vec<String>,
    pub facets: Vec<Facet>,
    pub card: Card,
}

/// What is shown of a product in lists, but for its price: members of JSON objects, ready to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    pub shared: Bytes,
    /// What each of [`CARD_LANGUAGES`] says otherwise.
    pub localized: [Bytes; 3],
}

/// A list of products.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    All,
    Featured,
    /// The category or anything below it.
    Category(CategoryId),
    Brand(BrandId),
    BrandLine(BrandLineId),
    Tag(TagKey),
    /// One product, to take its card or to list what a promotion of it reaches.
    Product(ProductId),
}

/// Stands for a tag, in whatever case it is written: as long for each, so that a scope is passed on like a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TagKey(u128);

/// A value that lists can be narrowed by. A product has any number, and a list those of all its products: shoppers are sent the chosen
/// ones and the first of each group (`listings/filter_data.rs`).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Facet {
    /// Name of the filter: `brands`, `brandlines`, `subCategories`, `attributes.<type>`, `features.<type>` (spec 3).
    pub group: String,
    /// What a filter gives to choose it: the raw value, folded (spec 9: matching is case-insensitive).
    pub key: String,
    /// Name of the group to show, for attributes and features.
    pub label: LocalizedText,
    pub value: LocalizedText,
    /// `#rrggbb` of a colour, else empty.
    pub color: String,
    /// Path of the picture that is shown instead of the colour; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub picture: String,
}

/// What a promotion reaches.
impl From<Target> for Scope {
    fn from(target: Target) -> Self {
        match target {
            Target::All => Self::All,
            Target::Category(id) => Self::Category(id),
            Target::Brand(id) => Self::Brand(id),
            Target::Product(id) => Self::Product(id),
        }
    }
}

impl TagKey {
    /// Of a tag, whatever spaces stand between its words: stored ones may be older than the rule of one.
    pub fn of(tag: &str) -> Self {
        let words = tag.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut key = [0; 16];
        for (own, byte) in key.iter_mut().zip(Sha256::digest(fold(&words))) {
            *own = byte;
        }
        Self(u128::from_be_bytes(key))
    }
}

impl Scope {
    /// The term that stands for the scope in an index.
    pub fn term(self) -> String {
        match self {
            Self::All => "all".to_owned(),
            Self::Featured => "featured".to_owned(),
            Self::Category(id) => format!("category:{id}"),
            Self::Brand(id) => format!("brand:{id}"),
            Self::BrandLine(id) => format!("brand_line:{id}"),
            Self::Tag(TagKey(key)) => format!("tag:{key:032x}"),
            Self::Product(id) => format!("product:{id}"),
        }
    }
}

/// The form in which filter values are compared.
pub fn fold(value: &str) -> String {
    value.trim().to_lowercase()
}
