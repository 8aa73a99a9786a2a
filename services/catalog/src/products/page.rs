//! The public page of a product.

use std::collections::HashMap;

use souk_kernel::{Language, ProductId};
use souk_views as views;
use time::OffsetDateTime;

use super::card::{
    after_promotion, brand_view, category_view, image_view, promotion_view, shown, sized, tags,
};
use super::model::{Combination, PackComponent, Product};
use crate::availability::Availability;
use crate::categories::tile;
use crate::media::SizeName;
use crate::shelf::Shelf;

/// Everything that a page is made of.
pub struct PageSource<'a> {
    pub product: &'a Product,
    pub shelf: &'a Shelf,
    pub availability: &'a Availability,
    /// The parts of the product if it is a pack.
    pub parts: &'a HashMap<ProductId, Product>,
    pub language: Language,
    /// The moment that prices are of.
    pub at: OffsetDateTime,
}

impl PageSource<'_> {
    pub fn page(&self) -> views::ProductPage {
        let product = self.product;
        let priced = self.shelf.priced(product, None, self.at);
        let text = product.text(self.language);
        let written = |read: fn(&super::model::Text) -> &String| text.map(read).cloned().unwrap_or_default();
        let category = self.shelf.categories.get(product.category);
        views::ProductPage {
            id: product.id.to_string(),
            uid: product.id.to_string(),
            name: written(|text| &text.name),
            slug: product.slug.clone(),
            price_ht: shown(self.shelf, priced.base, product.tax_rate),
            product_price_after_promotion: after_promotion(self.shelf, priced, product.tax_rate),
            price_basis: <&str>::from(self.shelf.settings.price_basis).to_owned(),
            main_category_read: category.map(|category| category_view(category, self.language)),
            breadcrumb: self.breadcrumb(),
            brand_read: self.shelf.brand(product).map(brand_view),
            promotion_read: self.promotion(),
            tags_read: tags(product),
            product_langs_read: self.languages(),
            short_description: written(|text| &text.short_description),
            long_description: written(|text| &text.long_description),
            seo_title: written(|text| &text.seo_title),
            seo_description: written(|text| &text.seo_description),
            feature_values_read: self.features(),
            images: self.images(),
            combinations: product.offered().map(|combination| self.combination(combination)).collect(),
            products_in_pack_serialized: product.pack.iter().filter_map(|part| self.part(part)).collect(),
            available: self.availability.product(product),
            version: product.revision,
        }
    }

    /// The promotion of what is chosen first, which is what the page shows first.
    fn promotion(&self) -> Option<views::Promotion> {
        let priced = self.shelf.priced(self.product, self.product.preselected(), self.at);
        priced.promotion.map(|(_, promotion)| promotion_view(promotion))
    }

    fn breadcrumb(&self) -> Vec<views::CategoryTile> {
        let path = self.shelf.categories.path(self.product.category);
        let categories = path.iter().filter_map(|id| self.shelf.categories.get(*id));
        categories.map(|category| tile(category, self.language)).collect()
    }

    fn languages(&self) -> Vec<views::ProductLang> {
        let lang = |text: &super::model::Text| views::ProductLang {
            language_code: text.language.code().to_owned(),
            name: text.name.clone(),
            short_description: text.short_description.clone(),
            long_description: text.long_description.clone(),
        };
        self.product.texts.iter().map(lang).collect()
    }

    fn features(&self) -> Vec<views::FeatureValue> {
        let value = |(position, feature): (usize, &super::model::Feature)| views::FeatureValue {
            id: position.to_string(),
            kind: feature.kind.clone(),
            value: feature.value.get(self.language).to_owned(),
            type_label: feature.label.get(self.language).to_owned(),
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

    fn combination(&self, combination: &Combination) -> views::Combination {
        let rate = self.product.tax_rate;
        let priced = self.shelf.priced(self.product, Some(combination), self.at);
        let lang = |language: Language| views::CombinationLang {
            language_code: language.code().to_owned(),
            name: combination.name(language),
        };
        let value = |chosen: &super::model::ChosenValue| views::CombinationValue {
            kind: chosen.kind.clone(),
            type_label: chosen.label.get(self.language).to_owned(),
            value: chosen.value.get(self.language).to_owned(),
            color: Some(chosen.color.clone()).filter(|color| !color.is_empty()),
        };
        views::Combination {
            id: combination.id.to_string(),
            is_default: self.product.preselected().is_some_and(|first| first.id == combination.id),
            price_ht: shown(self.shelf, priced.base, rate),
            price_after_promotion: after_promotion(self.shelf, priced, rate),
            images: combination.images.iter().map(ToString::to_string).collect(),
            display_name: combination.name(self.language),
            combination_langs_read: Language::ALL.map(lang).to_vec(),
            values: combination.values.iter().map(value).collect(),
            available: self.availability.combination(self.product, combination),
            sku: combination.sku.clone(),
        }
    }

    fn part(&self, part: &PackComponent) -> Option<views::PackItem> {
        let product = self.parts.get(&part.product)?;
        let chosen = part.combination.and_then(|id| product.combinations.iter().find(|known| known.id == id));
        Some(views::PackItem {
            product_id: product.id.to_string(),
            name: product.name().get(self.language).to_owned(),
            slug: product.slug.clone(),
            quantity: part.quantity,
            thumb: product.face(chosen).and_then(|image| sized(image, SizeName::SmallProduct)),
            combination_id: part.combination.map(|id| id.to_string()),
            combination_name: chosen.map(|combination| combination.name(self.language)),
        })
    }
}
