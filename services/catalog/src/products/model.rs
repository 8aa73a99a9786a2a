//! A product and what belongs to it. Pure.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use souk_audit::Subject;
use souk_kernel::{
    AttributeOptionId, BrandId, BrandLineId, CategoryId, Changed, CombinationId, ImageId, Language,
    LocalizedText, Money, ProductId, QuantityRule, StockKey, TaxRate,
};
use souk_pricing::Discount;
use strum::{EnumString, IntoStaticStr};
use time::OffsetDateTime;

use super::details::Details;
use crate::availability::Availability;
use crate::features::Said;
use crate::media::StoredSize;
use crate::price_changes::Priced;
use crate::prices::Pricing;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Product {
    pub id: ProductId,
    /// Grows with each product made.
    pub number: u64,
    /// Grows with each edit; a stale edit is refused.
    pub version: u64,
    /// The catalogue's revision at which anything shown of it last changed.
    pub revision: u64,
    pub slug: String,
    pub active: bool,
    pub featured: bool,
    pub price: Money,
    pub tax_rate: TaxRate,
    pub category: CategoryId,
    pub brand: Option<BrandId>,
    /// A line of its brand.
    pub brand_line: Option<BrandLineId>,
    /// Each once whatever its case; the first is on the card.
    pub tags: Vec<String>,
    /// The data sheet, in its order.
    pub features: Vec<FeatureValue>,
    pub texts: Vec<Text>,
    /// In display order.
    pub combinations: Vec<Combination>,
    /// In display order; the first is the product's face.
    pub images: Vec<Image>,
    pub pack: Vec<PackComponent>,
    /// What is taken off the sum of its parts; `None`: it has a price of its own.
    pub pack_discount: Option<Discount>,
    /// Combinations on offer of the parts whose combination the shopper chooses; as it was read, no edit changes it.
    pub on_offer: HashMap<ProductId, Vec<CombinationId>>,
    pub details: Details,
    /// In what numbers shoppers order each of its combinations. A pack has its own; those of its parts don't bind it.
    pub quantity_rule: QuantityRule,
    pub page: PageVariant,
    pub created_at: OffsetDateTime,
}

/// How much its public page shows (spec 2 "Product page variants").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum PageVariant {
    #[default]
    Full,
    /// Pictures, name, rating, price, picker, order form.
    Simpler,
    /// Name and order form.
    Minimal,
    /// The full page without the picker.
    NoPicker,
}

/// What is written about a product in one language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Text {
    pub language: Language,
    pub name: String,
    pub short_description: String,
    /// Sanitised HTML.
    pub long_description: String,
    pub seo_title: String,
    pub seo_description: String,
}

/// A line of the data sheet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeatureValue {
    /// Machine name of the feature.
    pub kind: String,
    pub label: LocalizedText,
    /// In words, the unit included.
    pub value: LocalizedText,
    /// None of what was said before features were kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<Said>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combination {
    pub id: CombinationId,
    pub sku: String,
    /// No other combination's of the product; may be empty.
    pub barcode: String,
    /// Own price; zero means the product's (design 5).
    pub price: Money,
    pub is_default: bool,
    pub active: bool,
    pub values: Vec<ChosenValue>,
    /// Images that show it, in the product's order.
    pub images: Vec<ImageId>,
}

/// One chosen value of a combination, such as colour: red.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChosenValue {
    /// Machine name of the attribute.
    pub kind: String,
    pub label: LocalizedText,
    pub value: LocalizedText,
    /// `#rrggbb` for colours, else empty.
    pub color: String,
    /// Path of the picture that is shown instead of the colour; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub picture: String,
    /// The attribute's option that it is; none of what was chosen before attributes were kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<AttributeOptionId>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    pub id: ImageId,
    pub alt: String,
    pub sizes: Vec<StoredSize>,
}

/// A part of a pack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PackComponent {
    pub product: ProductId,
    /// None of a product without combinations, and where the shopper chooses.
    pub combination: Option<CombinationId>,
    pub quantity: u32,
    /// What the shopper chooses among; empty: all that the product offers. `None`: it is always the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<Vec<CombinationId>>,
}

/// Whether what a pack holds is always the same (spec 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum PackMode {
    Strict,
    Flexible,
}

/// An edit by staff: what is named changes, the rest stays.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Edit {
    pub slug: Option<String>,
    pub active: Option<bool>,
    pub featured: Option<bool>,
    pub price: Option<Money>,
    pub tax_rate: Option<TaxRate>,
    pub category: Option<CategoryId>,
    /// `Some(None)` takes it away.
    pub brand: Option<Option<BrandId>>,
    /// `Some(None)` takes it away, as another brand does where none is named.
    pub brand_line: Option<Option<BrandLineId>>,
    /// Replaces the texts of their languages.
    pub texts: Vec<Text>,
    /// Takes those of all other languages away.
    pub replaces_texts: bool,
    pub combination_prices: Vec<(CombinationId, Money)>,
    pub details: Option<Details>,
    pub quantity_rule: Option<QuantityRule>,
    pub page: Option<PageVariant>,
    /// Replaces the data sheet.
    pub sheet: Option<Vec<Said>>,
    /// Replaces what it holds; nothing: it is no pack.
    pub pack: Option<Vec<PackComponent>>,
    /// `Some(None)`: a price of its own.
    pub pack_discount: Option<Option<Discount>>,
    /// Replaces the tags.
    pub tags: Option<Vec<String>>,
}

/// The edit names a combination of another product, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the product has no such combination")]
pub struct ForeignCombination;

impl Product {
    /// As the audit log names it.
    pub fn subject(&self) -> Subject {
        Subject::new("product", self.id, self.text(Language::default()).map_or("", |text| &text.name))
    }

    /// What the audit log tells of it; prices in centimes, the rate in hundredths of a percent.
    pub fn facts(&self) -> serde_json::Value {
        let prices = self.combinations.iter().map(|one| (one.id.to_string(), one.price.centimes().into()));
        let texts = self.texts.iter().map(|text| (text.language.to_string(), serde_json::json!(text)));
        serde_json::json!({
            "slug": self.slug, "active": self.active, "featured": self.featured, "price": self.price.centimes(),
            "taxRate": self.tax_rate.hundredths(), "category": self.category, "brand": self.brand,
            "brandLine": self.brand_line,
            "texts": texts.collect::<serde_json::Map<_, _>>(),
            "combinationPrices": prices.collect::<serde_json::Map<_, _>>(), "details": self.details,
            "quantityRule": self.quantity_rule, "page": self.page, "features": self.told_sheet(), "tags": self.tags, "pack": self.pack,
            "packDiscount": self.pack_discount.map(|off| serde_json::json!({ off.rule_type(): off.value() })),
        })
    }

    /// The text in a language, in the fallback's where it was not written (spec 1).
    pub fn text(&self, language: Language) -> Option<&Text> {
        let written = |language| self.texts.iter().find(move |text| text.language == language);
        written(language).or_else(|| written(Language::default())).or_else(|| self.texts.first())
    }

    /// Its name in all languages.
    pub fn name(&self) -> LocalizedText {
        let mut name = LocalizedText::default();
        for text in &self.texts {
            name.set(text.language, &text.name);
        }
        name
    }

    /// Combinations that shoppers can choose: of a page without a picker, the one that is chosen for them.
    pub fn offered(&self) -> impl Iterator<Item = &Combination> {
        let only = if self.page.has_picker() { None } else { self.preselected() };
        self.sold().filter(move |combination| only.is_none_or(|only| only.id == combination.id))
    }

    /// The one chosen first: the default, else the first (spec 4).
    pub fn preselected(&self) -> Option<&Combination> {
        self.sold().find(|combination| combination.is_default).or_else(|| self.sold().next())
    }

    fn sold(&self) -> impl Iterator<Item = &Combination> {
        self.combinations.iter().filter(|combination| combination.active)
    }

    /// What its price follows from. Its base is the combination's own price if greater than 0, else the product's
    /// (design 5).
    pub fn pricing(&self, combination: Option<&Combination>) -> Pricing {
        Pricing {
            product: self.id,
            base: souk_pricing::base_price(self.price, combination.map(|combination| combination.price)),
            tax_rate: self.tax_rate,
            category: self.category,
            brand: self.brand,
        }
    }

    /// Its prices, for telling what changed of them.
    pub fn priced(&self) -> Priced {
        let own = self.combinations.iter().map(|combination| (combination.id, combination.price));
        Priced { product: self.id, price: self.price, own: own.collect() }
    }

    /// The products whose stock decides whether it can be ordered: itself, and the parts of a pack.
    pub fn stocked_products(&self) -> impl Iterator<Item = ProductId> {
        std::iter::once(self.id).chain(self.pack.iter().map(|part| part.product))
    }

    /// Whether what it holds is always the same; `None` of what is no pack.
    pub fn pack_mode(&self) -> Option<PackMode> {
        let is_flexible = self.pack.iter().any(|part| part.choices.is_some());
        let mode = if is_flexible { PackMode::Flexible } else { PackMode::Strict };
        (!self.pack.is_empty()).then_some(mode)
    }

    /// Whether there is enough of a part for the fewest packs that can be ordered: of one of its choices, where there are several. Whether
    /// there is enough of all parts together is found when they are reserved.
    fn has_part(&self, part: &PackComponent, availability: &Availability) -> bool {
        let suffices = |combination| {
            let key = StockKey { product: part.product, combination };
            availability.pieces(key) >= self.fewest_of(part)
        };
        if part.choices.is_none() {
            return suffices(part.combination);
        }
        let mut choices = self.on_offer.get(&part.product).into_iter().flatten();
        choices.any(|id| part.may_be(*id) && suffices(Some(*id)))
    }

    /// Pieces of a part in the fewest packs that can be ordered.
    pub fn fewest_of(&self, part: &PackComponent) -> i64 {
        i64::from(part.quantity) * self.fewest()
    }

    /// Fewer than this is as good as nothing.
    fn fewest(&self) -> i64 {
        self.quantity_rule.minimum().into()
    }

    /// Whether it can be ordered in some form. A pack has no stock but its parts'.
    pub fn is_available(&self, availability: &Availability) -> bool {
        if !self.pack.is_empty() {
            return self.pack.iter().all(|part| self.has_part(part, availability));
        }
        if self.combinations.is_empty() {
            return availability.pieces(StockKey { product: self.id, combination: None }) >= self.fewest();
        }
        self.offered().any(|combination| self.is_combination_available(combination, availability))
    }

    /// Whether this combination can be ordered.
    pub fn is_combination_available(&self, combination: &Combination, availability: &Availability) -> bool {
        let key = StockKey { product: self.id, combination: Some(combination.id) };
        combination.active && availability.pieces(key) >= self.fewest()
    }

    /// The picture of a combination, else the product's first.
    pub fn face(&self, combination: Option<&Combination>) -> Option<&Image> {
        let own = combination.and_then(|combination| combination.images.first());
        own.and_then(|id| self.images.iter().find(|image| image.id == *id)).or_else(|| self.images.first())
    }

    /// Its pictures in another order: those named first, the others after them as they stand. None where one is not its own, or
    /// is named twice.
    pub fn images_from(&self, first: &[ImageId]) -> Option<Vec<ImageId>> {
        let (named, rest): (Vec<ImageId>, Vec<ImageId>) =
            self.images.iter().map(|image| image.id).partition(|id| first.contains(id));
        (named.len() == first.len()).then(|| first.iter().copied().chain(rest).collect())
    }

    /// Applies an edit; the version grows when it changed something. `sheet`: the lines that say what the edit says.
    pub fn edit(
        &mut self,
        edit: Edit,
        sheet: Option<Vec<FeatureValue>>,
    ) -> Result<Changed, ForeignCombination> {
        let mut edited = self.clone();
        edited.slug = edit.slug.unwrap_or(edited.slug);
        edited.active = edit.active.unwrap_or(edited.active);
        edited.featured = edit.featured.unwrap_or(edited.featured);
        edited.price = edit.price.unwrap_or(edited.price);
        edited.tax_rate = edit.tax_rate.unwrap_or(edited.tax_rate);
        edited.category = edit.category.unwrap_or(edited.category);
        edited.brand = edit.brand.unwrap_or(edited.brand);
        let kept = edited.brand_line.filter(|_| edited.brand == self.brand);
        edited.brand_line = edit.brand_line.unwrap_or(kept);
        edited.details = edit.details.unwrap_or(edited.details);
        edited.quantity_rule = edit.quantity_rule.unwrap_or(edited.quantity_rule);
        edited.tags = edit.tags.unwrap_or(edited.tags);
        edited.pack = edit.pack.unwrap_or(edited.pack);
        let discount = edit.pack_discount.unwrap_or(edited.pack_discount);
        edited.pack_discount = discount.filter(|_| !edited.pack.is_empty());
        edited.page = edit.page.unwrap_or(edited.page);
        for (id, price) in edit.combination_prices {
            let combination = edited.combinations.iter_mut().find(|combination| combination.id == id);
            combination.ok_or(ForeignCombination)?.price = price;
        }
        if edit.replaces_texts {
            edited.texts.clear();
        }
        for text in edit.texts {
            edited.texts.retain(|before| before.language != text.language);
            edited.texts.push(text);
        }
        edited.texts.sort_by_key(|text| text.language);
        edited.features = sheet.map_or(edited.features, |lines| self.sheet_of(lines));
        if edited == *self {
            return Ok(Changed::Already);
        }
        edited.version += 1;
        *self = edited;
        Ok(Changed::Yes)
    }
}

impl PackComponent {
    /// Whether the shopper may choose this combination, where the product offers it.
    pub fn may_be(&self, combination: CombinationId) -> bool {
        self.choices.as_ref().is_some_and(|among| among.is_empty() || among.contains(&combination))
    }
}

impl PageVariant {
    const fn has_picker(self) -> bool {
        matches!(self, Self::Full | Self::Simpler)
    }
}

impl Combination {
    /// Its values joined by a slash (spec 4, option modal).
    pub fn name(&self, language: Language) -> String {
        name_of(&self.values, language)
    }

    pub fn names(&self) -> LocalizedText {
        names_of(&self.values)
    }
}

/// What a combination of these values is called.
pub fn names_of(values: &[ChosenValue]) -> LocalizedText {
    let mut names = LocalizedText::default();
    for language in Language::ALL {
        names.set(language, name_of(values, language));
    }
    names
}

fn name_of(values: &[ChosenValue], language: Language) -> String {
    let values: Vec<&str> = values.iter().map(|chosen| chosen.value.get(language)).collect();
    values.join(" / ")
}
