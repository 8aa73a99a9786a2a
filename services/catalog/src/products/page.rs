//! The public page of a product.

use std::collections::{BTreeMap, HashMap};

use souk_kernel::{Language, LocalizedText, Money, ProductId, StockKey};
use souk_pricing::{Discount, PastPrice, PastPrices};
use souk_views as views;
use time::OffsetDateTime;

use super::card::{
    brand_line_view, brand_view, category_view, discount_view, pack_mode, promotion_view, quantity_rule,
    sized, tags,
};
use super::model::{Combination, FeatureValue, PackComponent, Product};
use super::packs::{MOST_CHOICES, Part};
use crate::availability::Availability;
use crate::categories::tile;
use crate::html;
use crate::media::{SizeName, image_view};
use crate::price_changes::Past;
use crate::reference::ReferenceData;

/// Everything that a page is made of.
pub struct PageSource<'a> {
    pub product: &'a Product,
    pub reference: &'a ReferenceData,
    pub availability: &'a Availability,
    /// The parts of the product if it is a pack.
    pub parts: &'a HashMap<ProductId, Product>,
    /// The first page of its reviews.
    pub reviews: views::Reviews,
    /// What its prices were, where the page says it.
    pub past: Option<&'a Past>,
    pub language: Language,
    /// The moment that prices are of.
    pub at: OffsetDateTime,
}

/// What the product cost before, read once for all of its combinations.
struct Before<'a> {
    past: &'a Past,
    product: PastPrice,
    /// The lowest price before the present reduction of what costs as the product does.
    lowest: Option<views::Dinars>,
}

impl PageSource<'_> {
    pub fn page(self) -> views::ProductPage {
        let product = self.product;
        let prices = &self.reference.prices;
        let price = prices.shown_price(&product.pricing(None), self.at);
        let text = product.text(self.language);
        let written = |read: fn(&super::model::Text) -> &String| text.map(read).cloned().unwrap_or_default();
        let languages = self.languages();
        let own =
            text.and_then(|text| languages.iter().find(|own| own.language_code == text.language.code()));
        let category = self.reference.categories.get(product.category);
        let version = self.revision();
        let items: Vec<_> = product.pack.iter().filter_map(|part| self.part(part)).collect();
        let fixed = product.pack.iter().filter_map(|part| part.combination);
        let before = self.before();
        let before = before.as_ref();
        views::ProductPage {
            id: product.id.to_string(),
            uid: product.id.to_string(),
            page: <&str>::from(product.page).to_owned(),
            name: written(|text| &text.name),
            slug: product.slug.clone(),
            price_ht: price.base.into(),
            product_price_after_promotion: price.after_promotion.map(Into::into),
            lowest_price: before.and_then(|before| before.lowest),
            price_basis: <&str>::from(prices.basis).to_owned(),
            main_category_read: category.map(|category| category_view(category, self.language)),
            breadcrumb: self.breadcrumb(),
            brand_read: self.reference.brand(product.brand).map(brand_view),
            brand_line_read: self.reference.brand_line(product.brand_line).map(brand_line_view),
            promotion_read: self.promotion(),
            tags_read: tags(product),
            short_description: written(|text| &text.short_description),
            long_description: own.map(|own| own.long_description.clone()).unwrap_or_default(),
            product_langs_read: languages,
            seo_title: written(|text| &text.seo_title),
            seo_description: written(|text| &text.seo_description),
            feature_values_read: self.features(),
            images: self.images(),
            combinations: product.offered().map(|own| self.combination(own, before)).collect(),
            pack_mode: pack_mode(product),
            available_combinations_by_product: Self::available_choices(&items),
            strict_pack_combinations: fixed.map(|id| id.to_string()).collect(),
            pack_price_read: self.pack_price(),
            products_in_pack_serialized: items,
            available: product.is_available(self.availability),
            quantity_rule: quantity_rule(product),
            reviews_serialized: self.reviews.reviews,
            rating: self.reviews.rating,
            version,
        }
    }

    /// At which what the page shows changed last: the page of a pack names its parts.
    fn revision(&self) -> u64 {
        self.parts.values().map(|part| part.revision).fold(self.product.revision, u64::max)
    }

    /// The promotion of what is chosen first, which is what the page shows first.
    fn promotion(&self) -> Option<views::Promotion> {
        let first = self.product.pricing(self.product.preselected());
        self.reference.prices.best(&first, self.at).map(|(_, promotion)| promotion_view(promotion))
    }

    fn before(&self) -> Option<Before<'_>> {
        let past = self.past?;
        let product = past.of(None, self.product.price, self.product.created_at);
        let lowest = self.lowest_before(&product, None);
        Some(Before { past, product, lowest })
    }

    /// The lowest price of the 30 days before the present reduction of one of its combinations.
    fn lowest_price(&self, combination: &Combination, before: Option<&Before<'_>>) -> Option<views::Dinars> {
        let Before { past, product, lowest } = before?;
        if combination.price == Money::ZERO && !past.knows(combination.id) {
            return *lowest;
        }
        let own = past.of(Some(combination.id), combination.price, self.product.created_at);
        self.lowest_before(product, Some(&own))
    }

    fn lowest_before(&self, product: &PastPrice, combination: Option<&PastPrice>) -> Option<views::Dinars> {
        let (prices, promotions) = (&self.reference.prices, self.reference.promotions_before.as_ref()?);
        let pricing = self.product.pricing(None);
        let before = PastPrices { product, combination };
        let lowest = before.lowest_before_reduction(promotions, prices.place(&pricing), self.at)?;
        Some(prices.shown(lowest, pricing.tax_rate).into())
    }

    fn breadcrumb(&self) -> Vec<views::CategoryTile> {
        let path = self.reference.categories.path(self.product.category);
        let categories = path.iter().filter_map(|id| self.reference.categories.get(*id));
        categories.map(|category| tile(category, self.language)).collect()
    }

    fn languages(&self) -> Vec<views::ProductLang> {
        let lang = |text: &super::model::Text| views::ProductLang {
            language_code: text.language.code().to_owned(),
            name: text.name.clone(),
            short_description: text.short_description.clone(),
            long_description: shown_description(text),
        };
        self.product.texts.iter().map(lang).collect()
    }

    fn features(&self) -> Vec<views::FeatureValue> {
        let langs = |text: &LocalizedText| {
            let lang = |language: Language| views::LocaleText {
                locale: language.code().to_owned(),
                name: text.get(language).to_owned(),
            };
            Language::ALL.map(lang).to_vec()
        };
        let value = |(position, line): (usize, &FeatureValue)| views::FeatureValue {
            id: line.said.as_ref().map_or_else(|| position.to_string(), |said| said.feature.to_string()),
            kind: line.kind.clone(),
            value: line.value.get(self.language).to_owned(),
            type_label: line.label.get(self.language).to_owned(),
            type_langs: langs(&line.label),
            value_langs: langs(&line.value),
        };
        self.product.features.iter().enumerate().map(value).collect()
    }

    fn images(&self) -> Vec<views::ProductImage> {
        let image = |image: &super::model::Image| views::ProductImage {
            id: image.id.to_string(),
            alt: image.alt.clone(),
            images_ids_and_sizes: image.sizes.iter().map(image_view).collect(),
        };
        self.product.images.iter().map(image).collect()
    }

    fn combination(&self, combination: &Combination, before: Option<&Before<'_>>) -> views::Combination {
        let product = self.product;
        views::Combination {
            is_default: product.preselected().is_some_and(|first| first.id == combination.id),
            available: product.is_combination_available(combination, self.availability),
            lowest_price: self.lowest_price(combination, before),
            ..self.combination_of(product, combination)
        }
    }

    /// As it is told of any product; that it can be had, or is chosen first, is for the caller to say.
    fn combination_of(&self, product: &Product, combination: &Combination) -> views::Combination {
        let pricing = product.pricing(Some(combination));
        let price = self.reference.prices.shown_price(&pricing, self.at);
        let lang = |language: Language| views::CombinationLang {
            language_code: language.code().to_owned(),
            name: combination.name(language),
        };
        let value = |chosen: &super::model::ChosenValue| views::CombinationValue {
            kind: chosen.kind.clone(),
            type_label: chosen.label.get(self.language).to_owned(),
            value: chosen.value.get(self.language).to_owned(),
            color: Some(chosen.color.clone()).filter(|color| !color.is_empty()),
            picture: Some(chosen.picture.clone()).filter(|picture| !picture.is_empty()),
        };
        views::Combination {
            id: combination.id.to_string(),
            is_default: false,
            price_ht: price.base.into(),
            price_after_promotion: price.after_promotion.map(Into::into),
            lowest_price: None,
            images: combination.images.iter().map(ToString::to_string).collect(),
            display_name: combination.name(self.language),
            combination_langs_read: Language::ALL.map(lang).to_vec(),
            values: combination.values.iter().map(value).collect(),
            available: false,
            sku: combination.sku.clone(),
        }
    }

    fn part(&self, part: &PackComponent) -> Option<views::PackItem> {
        let product = self.parts.get(&part.product)?;
        let fixed = part.combination.and_then(|id| product.combinations.iter().find(|own| own.id == id));
        let priced = Part::from(product);
        let first = priced.first_choice(part).map(|first| first.id);
        let choices: Vec<&Combination> = choices(&priced, part, product).collect();
        let shown = fixed.or_else(|| choices.iter().copied().find(|own| Some(own.id) == first));
        let told = |own: &Combination| {
            let key = StockKey { product: product.id, combination: Some(own.id) };
            views::Combination {
                is_default: Some(own.id) == first,
                available: self.availability.pieces(key) >= self.product.fewest_of(part),
                ..self.combination_of(product, own)
            }
        };
        Some(views::PackItem {
            product_id: product.id.to_string(),
            name: product.name().get(self.language).to_owned(),
            slug: product.slug.clone(),
            quantity: part.quantity,
            thumb: product.face(shown).and_then(|image| sized(image, SizeName::SmallProduct)),
            combination_id: part.combination.map(|id| id.to_string()),
            combination_name: fixed.map(|combination| combination.name(self.language)),
            combination: fixed.map(told),
            combinations: choices.into_iter().map(told).collect(),
        })
    }

    /// Of the parts of a flexible pack, by their product, what can be chosen and had.
    fn available_choices(items: &[views::PackItem]) -> BTreeMap<String, Vec<String>> {
        let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for item in items.iter().filter(|item| !item.combinations.is_empty()) {
            let ids = found.entry(item.product_id.clone()).or_default();
            for combination in item.combinations.iter().filter(|combination| combination.available) {
                if !ids.contains(&combination.id) {
                    ids.push(combination.id.clone());
                }
            }
        }
        found
    }

    /// What the price follows from; `None` where it is the same whatever is chosen.
    fn pack_price(&self) -> Option<views::PackPrice> {
        let discount = self.product.pack_discount?;
        let parts: Vec<views::PackPartPrice> =
            self.product.pack.iter().filter_map(|part| self.part_price(part)).collect();
        let follows = |part: &views::PackPartPrice| part.choices.iter().any(|price| *price != part.price_ht);
        parts.iter().any(follows).then(|| views::PackPrice {
            discount: pack_discount(discount),
            promotions: self.discounts().map(pack_discount).collect(),
            tax_rate: Money::from_centimes(i64::from(self.product.tax_rate.hundredths())).into(),
            parts,
        })
    }

    fn part_price(&self, of: &PackComponent) -> Option<views::PackPartPrice> {
        let product = self.parts.get(&of.product)?;
        let priced = Part::from(product);
        let choices = choices(&priced, of, product);
        let choices = choices.map(|own| souk_pricing::base_price(product.price, Some(own.price)).into());
        Some(views::PackPartPrice { price_ht: priced.piece(of).into(), choices: choices.collect() })
    }

    /// The promotions in force that may make the pack cheapest: the highest percentage, and each amount, of which the highest below
    /// the price of what is chosen counts.
    fn discounts(&self) -> impl Iterator<Item = Discount> {
        let pricing = self.product.pricing(None);
        let in_force = self.reference.prices.in_force(&pricing, self.at);
        let (mut rates, mut amounts): (Vec<_>, Vec<_>) = in_force
            .map(|promotion| promotion.discount)
            .partition(|discount| matches!(discount, Discount::Percentage(_)));
        let highest_first = |one: &Discount| std::cmp::Reverse(one.value());
        rates.sort_unstable_by_key(highest_first);
        amounts.sort_unstable_by_key(highest_first);
        rates.truncate(1);
        amounts.dedup();
        rates.into_iter().chain(amounts)
    }
}

/// What the shopper chooses among, as many as a page shows.
fn choices<'a>(
    priced: &'a Part,
    part: &'a PackComponent,
    product: &'a Product,
) -> impl Iterator<Item = &'a Combination> {
    let offered =
        priced.choices(part).filter_map(|own| product.combinations.iter().find(|it| it.id == own.id));
    offered.take(MOST_CHOICES)
}

fn pack_discount(discount: Discount) -> views::PackDiscount {
    let (value, rule_type) = discount_view(discount);
    views::PackDiscount { value, rule_type }
}

/// Cleaned again: what was written past the service, as by a restored dump, is shown to strangers too.
fn shown_description(text: &super::model::Text) -> String {
    html::clean(&text.long_description)
}
