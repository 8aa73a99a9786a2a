//! The card of a product: what every list shows of it.

use bytes::Bytes;
use serde::Serialize;
use souk_kernel::{Language, Money, QuantityRule};
use souk_pricing::{Discount, Promotion};
use souk_views as views;
use time::{OffsetDateTime, UtcOffset};

use super::model::{Image, Product};
use crate::availability::Availability;
use crate::brand_lines::BrandLine;
use crate::brands::Brand;
use crate::categories::Category;
use crate::media::{SizeName, image_view};
use crate::prices::Prices;
use crate::reference::ReferenceData;
use crate::search::{CARD_LANGUAGES, Card, Hit};

/// Members of [`views::ProductCard`] that are the same in all languages.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Shared<'a> {
    id: String,
    uid: String,
    slug: &'a str,
    brand_read: Option<views::Brand>,
    brand_line_read: Option<views::BrandLine>,
    tags_read: Vec<views::Tag>,
    grid_display_images_for_web: views::GridImages,
    available: bool,
    combinations_count: u32,
    default_combination_id: Option<String>,
    pack_mode: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    quantity_rule: Option<views::QuantityRule>,
}

/// Members that each language has of its own.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Localized<'a> {
    name: &'a str,
    main_category_read: Option<views::Category>,
}

/// Members that follow from the promotions and the moment.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CardPrice {
    price_ht: views::Dinars,
    product_price_after_promotion: Option<views::Dinars>,
    promotion_read: Option<views::Promotion>,
}

/// The card but for its price, as the index keeps it.
pub fn card(
    product: &Product,
    reference: &ReferenceData,
    availability: &Availability,
) -> serde_json::Result<Card> {
    let shared = Shared {
        id: product.id.to_string(),
        uid: product.id.to_string(),
        slug: &product.slug,
        brand_read: reference.brand(product.brand).map(brand_view),
        brand_line_read: reference.brand_line(product.brand_line).map(brand_line_view),
        tags_read: tags(product),
        grid_display_images_for_web: grid_images(product),
        available: product.is_available(availability),
        combinations_count: u32::try_from(product.offered().count()).unwrap_or(u32::MAX),
        default_combination_id: product.preselected().map(|combination| combination.id.to_string()),
        pack_mode: pack_mode(product),
        quantity_rule: quantity_rule(product),
    };
    let category = reference.categories.get(product.category);
    let [fr, ar, en] = CARD_LANGUAGES.map(|language| {
        members(&Localized {
            name: product.text(language).map(|text| text.name.as_str()).unwrap_or_default(),
            main_category_read: category.map(|category| category_view(category, language)),
        })
    });
    Ok(Card { shared: members(&shared)?, localized: [fr?, ar?, en?] })
}

/// The whole card at the prices of a moment: what the index keeps is copied, only the price is written.
pub fn write_card(hit: &Hit, prices: &Prices, at: OffsetDateTime) -> serde_json::Result<Bytes> {
    let Hit { pricing, members: kept } = hit;
    let price = prices.shown_price(pricing, at);
    let price = members(&CardPrice {
        price_ht: price.base.into(),
        product_price_after_promotion: price.after_promotion.map(Into::into),
        promotion_read: price.promotion.map(promotion_view),
    })?;
    let [localized, shared] = kept;
    let parts: [&[u8]; 7] = [b"{", &price, b",", localized, b",", shared, b"}"];
    Ok(parts.concat().into())
}

/// The members of a value's JSON object.
fn members(value: &impl Serialize) -> serde_json::Result<Bytes> {
    let object = Bytes::from(serde_json::to_vec(value)?);
    Ok(object.slice(1..object.len() - 1))
}

pub fn category_view(category: &Category, language: Language) -> views::Category {
    views::Category {
        uuid: category.id.to_string(),
        name: category.name.get(language).to_owned(),
        slug: category.slug.clone(),
    }
}

pub fn brand_view(brand: &Brand) -> views::Brand {
    views::Brand {
        uuid: brand.id.to_string(),
        name: brand.name.clone(),
        slug: brand.slug.clone(),
        logo: brand.logo.clone(),
    }
}

pub fn brand_line_view(line: &BrandLine) -> views::BrandLine {
    views::BrandLine { uuid: line.id.to_string(), name: line.name.clone(), slug: line.slug.clone() }
}

pub fn promotion_view(promotion: &Promotion) -> views::Promotion {
    let (value, rule_type) = discount_view(promotion.discount);
    views::Promotion { value, rule_type, end_date: promotion.ends_at.map(countdown_end) }
}

pub fn discount_view(discount: Discount) -> (views::Dinars, views::RuleType) {
    let rule_type = match discount {
        Discount::Percentage(_) => views::RuleType::Percentage,
        Discount::Amount(_) => views::RuleType::Amount,
    };
    // Hundredths of a percent read as centimes give the percent as a number with two decimals.
    (Money::from_centimes(discount.value()).into(), rule_type)
}

/// `strict` or `flexible`; empty of what is no pack.
pub fn pack_mode(product: &Product) -> String {
    product.pack_mode().map(<&str>::from).unwrap_or_default().to_owned()
}

/// `None` where any number can be ordered.
pub fn quantity_rule(product: &Product) -> Option<views::QuantityRule> {
    let rule = product.quantity_rule;
    (rule != QuantityRule::default()).then(|| views::QuantityRule {
        minimum_quantity: rule.minimum(),
        maximum_quantity: rule.maximum(),
        quantity_step: rule.step(),
    })
}

pub fn tags(product: &Product) -> Vec<views::Tag> {
    product.tags.iter().map(|name| views::Tag { name: name.clone() }).collect()
}

/// One size of an image.
pub fn sized(image: &Image, name: SizeName) -> Option<views::ImageSize> {
    image.sizes.iter().find(|size| size.name == name).map(image_view)
}

fn grid_images(product: &Product) -> views::GridImages {
    let face = product.face(product.preselected());
    let other = product.images.iter().find(|image| face.is_some_and(|face| face.id != image.id));
    let grid = |image: &Image| sized(image, SizeName::GridDisplay);
    views::GridImages { thumb: face.and_then(grid), second_image: other.and_then(grid) }
}

/// A promotion's end as the storefront's countdown reads it: `date CET time`, one hour ahead of UTC (spec 4).
fn countdown_end(end: OffsetDateTime) -> String {
    let cet = end.to_offset(UtcOffset::from_hms(1, 0, 0).unwrap_or(UtcOffset::UTC));
    format!("{} CET {:02}:{:02}:{:02}", cet.date(), cet.hour(), cet.minute(), cet.second())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_countdown_ends_one_hour_ahead_of_utc() {
        let end = OffsetDateTime::from_unix_timestamp(1_796_083_199).expect("a time");
        assert_eq!(countdown_end(end), "2026-12-01 CET 00:59:59");
    }
}
