//! What stands in the index: products, how values of filters are shown, and the state of it all. Only products are in lists.

use std::collections::{BTreeMap, HashSet};

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use souk_kernel::{BrandId, CategoryId, Language, Money, ProductId, TaxRate};

use super::given::Given;
use crate::prices::Pricing;
use crate::search::joining_words::ARABIC_ARTICLE;
use crate::search::{CARD_LANGUAGES, Document, Facet, Hit, Phrase, Synonyms};

/// Raised with every change of the rows: replicas of two releases go on beside each other, each with its index.
pub const FORMAT: u32 = 2;
/// Id of the row that says where the index stands, and what finds it.
const STATE: &str = "state";
pub const THE_STATE: &str = "id = \"state\"";
/// What finds all products, and nothing else.
pub const PRODUCTS: &str = "scopes = \"all\"";
/// What the price of a product follows from.
pub const PRICING: [&str; 7] = ["id", "base", "tax", "category", "brand", "price", "reduced"];
/// What is shown of a product.
pub const SHOWN: [&str; 9] =
    ["id", "base", "tax", "category", "brand", "card", "card_fr", "card_ar", "card_en"];

/// Values of filters that one list may have.
const MOST_VALUES: u32 = 50_000;
/// Totals are exact up to here.
const MOST_COUNTED: u32 = 100_000_000;
/// Bytes of a digest: no two values of a shop share one.
const DIGEST_BYTES: usize = 16;

/// Where an index stands.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct State {
    pub revision: u64,
}

/// What the price of a row follows from, and the price that it is sorted by.
#[derive(Debug, Deserialize)]
pub struct PricedRow {
    #[serde(flatten)]
    pricing: PricingRow,
    price: i64,
    reduced: bool,
}

/// A price and no more.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct PriceRow {
    id: ProductId,
    price: i64,
    reduced: bool,
}

#[derive(Debug, Deserialize)]
pub struct PricingRow {
    id: ProductId,
    base: i64,
    tax: u32,
    category: CategoryId,
    brand: Option<BrandId>,
}

/// A product as it is shown.
#[derive(Debug, Deserialize)]
pub struct ShownRow {
    #[serde(flatten)]
    pricing: PricingRow,
    card: String,
    card_fr: String,
    card_ar: String,
    card_en: String,
}

/// How a value is shown.
#[derive(Debug, Deserialize)]
pub struct FacetRow {
    pub id: String,
    pub facet: Facet,
}

impl PricingRow {
    pub fn read(&self) -> anyhow::Result<Pricing> {
        Ok(Pricing {
            product: self.id,
            base: Money::from_centimes(self.base),
            tax_rate: TaxRate::from_hundredths(self.tax)?,
            category: self.category,
            brand: self.brand,
        })
    }
}

impl PricedRow {
    /// The price that it should have, where that is another one.
    pub fn repriced(&self, given: &Given) -> anyhow::Result<Option<PriceRow>> {
        let (price, reduced) = given.price(&self.pricing.read()?);
        let is_new = (price, reduced) != (self.price, self.reduced);
        Ok(is_new.then_some(PriceRow { id: self.pricing.id, price, reduced }))
    }
}

impl ShownRow {
    pub fn product(&self) -> ProductId {
        self.pricing.id
    }

    pub fn hit(self, language: Language) -> anyhow::Result<Hit> {
        let pricing = self.pricing.read()?;
        let localized = match language {
            Language::Fr => self.card_fr,
            Language::Ar => self.card_ar,
            Language::En => self.card_en,
        };
        Ok(Hit { pricing, members: [localized, self.card].map(Bytes::from) })
    }
}

/// The rows of some products, and of the values among theirs that are not in `sent` yet.
pub fn of_products(
    documents: &[Document],
    given: Option<&Given>,
    sent: &mut HashSet<String>,
) -> anyhow::Result<Vec<Value>> {
    let mut rows = Vec::with_capacity(documents.len());
    for document in documents {
        let ids = document.facets.iter().map(facet_id).collect::<anyhow::Result<Vec<_>>>()?;
        for (facet, id) in document.facets.iter().zip(&ids) {
            if sent.insert(id.clone()) {
                rows.push(json!({ "id": id, "facet": facet }));
            }
        }
        rows.push(of_product(document, given, &ids)?);
    }
    Ok(rows)
}

/// Takes the place of a product that shoppers don't see any more: it is in no list.
pub fn of_removed(product: ProductId) -> Value {
    json!({ "id": product })
}

pub fn of_state(revision: u64) -> Value {
    json!({ "id": STATE, "revision": revision })
}

/// Stands for the values that one choice of a filter has.
pub fn choice(group: &str, key: &str) -> String {
    digest(&[group, key])
}

/// The order of a search is that of the embedded engine: what has more of the words, as they were typed, in its name, whole; then the
/// newest. The synonyms stay as they are where none are given.
pub fn settings(synonyms: Option<&Synonyms>) -> Value {
    let mut settings = json!({
        "searchableAttributes": ["names", "words"],
        "filterableAttributes": ["id", "scopes", "facets", "choices", "price", "reduced", "made_at"],
        "sortableAttributes": ["number", "price"],
        "rankingRules": ["sort", "words", "typo", "attribute", "exactness", "proximity", "number:desc"],
        "stopWords": [ARABIC_ARTICLE],
        "typoTolerance": { "enabled": true, "minWordSizeForTypos": { "oneTypo": 5, "twoTypos": 9 } },
        "localizedAttributes": [{ "attributePatterns": ["names", "words"], "locales": ["ara", "fra", "eng"] }],
        "pagination": { "maxTotalHits": MOST_COUNTED },
        "faceting": { "maxValuesPerFacet": MOST_VALUES },
    });
    if let Some(synonyms) = synonyms {
        settings["synonyms"] = called(synonyms);
    }
    settings
}

/// What is asked of each phrase, with all that is taken for it: whole, since the server finds a few words side by side.
fn called(synonyms: &Synonyms) -> Value {
    let text = |phrase: &Phrase| phrase.join(" ");
    let texts = |others: &[Phrase]| others.iter().map(text).collect::<Vec<_>>();
    let called: BTreeMap<_, _> =
        synonyms.all().map(|(phrase, others)| (text(phrase), texts(others))).collect();
    json!(called)
}

fn of_product(document: &Document, given: Option<&Given>, facets: &[String]) -> anyhow::Result<Value> {
    let pricing = document.pricing;
    let (price, reduced) = given.map_or((pricing.base.centimes(), false), |given| given.price(&pricing));
    let choices: Vec<_> = document.facets.iter().map(|facet| choice(&facet.group, &facet.key)).collect();
    let scopes: Vec<_> = document.scopes.iter().map(|scope| scope.term()).collect();
    let mut row = json!({
        "id": pricing.product,
        "number": document.number,
        "made_at": document.made_at.unix_timestamp(),
        "scopes": scopes,
        "names": document.names,
        "words": document.words,
        "facets": facets,
        "choices": choices,
        "base": pricing.base.centimes(),
        "tax": pricing.tax_rate.hundredths(),
        "category": pricing.category,
        "brand": pricing.brand,
        "price": price,
        "reduced": reduced,
        "card": std::str::from_utf8(&document.card.shared)?,
    });
    for (language, members) in CARD_LANGUAGES.iter().zip(&document.card.localized) {
        row[format!("card_{}", language.code())] = std::str::from_utf8(members)?.into();
    }
    Ok(row)
}

/// Of a value as it is shown: one that is called otherwise, or has another colour, is another one.
fn facet_id(facet: &Facet) -> anyhow::Result<String> {
    Ok(format!("value-{}", digest(&[&serde_json::to_string(facet)?])))
}

fn digest(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.len().to_be_bytes());
        hash.update(part);
    }
    let mut digest = [0; DIGEST_BYTES];
    for (own, byte) in digest.iter_mut().zip(hash.finalize()) {
        *own = byte;
    }
    format!("{:032x}", u128::from_be_bytes(digest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_its_group_and_its_key() {
        assert_eq!(choice("brands", "nour").len(), 2 * DIGEST_BYTES);
        assert_ne!(choice("brands", "nour"), choice("brandsn", "our"));
    }

    #[test]
    fn the_settings_name_every_word_that_is_taken_for_another() {
        let group = [&["lave", "linge"][..], &["machine", "a", "laver"], &["غساله"]];
        let group = group.map(|words| words.iter().map(ToString::to_string).collect()).to_vec();
        let settings = settings(Some(&[group].into_iter().collect()));
        let expected = json!({
            "lave linge": ["machine a laver", "غساله"],
            "machine laver": ["lave linge", "غساله"],
            "غساله": ["lave linge", "machine a laver"],
        });
        assert_eq!(settings["synonyms"], expected);
    }

    #[test]
    fn synonyms_that_nobody_gave_are_left_as_they_are() {
        assert_eq!(settings(None)["synonyms"], Value::Null);
    }
}
