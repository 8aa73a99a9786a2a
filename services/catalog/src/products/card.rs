//! The card of a product: what every list shows of it.

use souk_kernel::{Language, Money, TaxRate};
use souk_pricing::{Discount, Promotion};
use souk_views as views;
use time::{OffsetDateTime, UtcOffset};

use super::model::{Image, Product};
use crate::availability::Availability;
use crate::brands::Brand;
use crate::categories::Category;
use crate::media::{SizeName, StoredSize};
use crate::shelf::{Priced, Shelf};

/// The card in one language, with the price of a moment.
pub fn card(
    product: &Product,
    shelf: &Shelf,
    availability: &Availability,
    language: Language,
    at: OffsetDateTime,
) -> views::ProductCard {
    let preselected = product.preselected();
    let priced = shelf.priced(product, preselected, at);
    let category = shelf.categories.get(product.category);
    views::ProductCard {
        id: product.id.to_string(),
        uid: product.id.to_string(),
        name: product.text(language).map(|text| text.name.clone()).unwrap_or_default(),
        slug: product.slug.clone(),
        price_ht: shown(shelf, priced.base, product.tax_rate),
        product_price_after_promotion: after_promotion(shelf, priced, product.tax_rate),
        main_category_read: category.map(|category| category_view(category, language)),
        brand_read: shelf.brand(product).map(brand_view),
        promotion_read: priced.promotion.map(|(_, promotion)| promotion_view(promotion)),
        tags_read: tags(product),
        grid_display_images_for_web: grid_images(product),
        available: availability.product(product),
        combinations_count: u32::try_from(product.offered().count()).unwrap_or(u32::MAX),
        default_combination_id: preselected.map(|combination| combination.id.to_string()),
    }
}

/// A price as the shop shows it.
pub fn shown(shelf: &Shelf, before_tax: Money, rate: TaxRate) -> views::Dinars {
    shelf.settings.shown(before_tax, rate).into()
}

pub fn after_promotion(shelf: &Shelf, priced: Priced<'_>, rate: TaxRate) -> Option<views::Dinars> {
    priced.promotion.map(|(after, _)| shown(shelf, after, rate))
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

pub fn promotion_view(promotion: &Promotion) -> views::Promotion {
    let (value, rule_type) = match promotion.discount {
        // Hundredths of a percent read as centimes give the percent as a number with two decimals.
        Discount::Percentage(rate) => {
            (Money::from_centimes(i64::from(rate.hundredths())), views::RuleType::Percentage)
        }
        Discount::Amount(amount) => (amount, views::RuleType::Amount),
    };
    views::Promotion { value: value.into(), rule_type, end_date: promotion.ends_at.map(countdown_end) }
}

pub fn tags(product: &Product) -> Vec<views::Tag> {
    product.tags.iter().map(|name| views::Tag { name: name.clone() }).collect()
}

pub fn image_view(size: &StoredSize) -> views::ImageSize {
    views::ImageSize {
        name: <&str>::from(size.name).to_owned(),
        display_url: size.url.clone(),
        url: size.url.clone(),
        width: size.width,
        height: size.height,
    }
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
