//! The JSON of products on staff screens.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use souk_kernel::{Language, Money, Page, TaxRate};
use souk_proto::catalog::v1 as proto;
use souk_views::{Dinars, ImageSize};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use super::pack::{PackPart, PackPricing};
use super::sheet::ProductFeature;
use crate::pages::product_path;
use crate::text::pick;

/// A page of the product list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductList {
    /// The rows of the page.
    pub products: Vec<ProductRow>,
    /// How many match, as far as they were counted.
    pub total: u64,
    /// Whether more match than `total` says.
    pub more: bool,
    /// From 1.
    pub page: u32,
    /// Rows per page.
    pub size: u32,
    /// Pages that can be asked for: as many as 10,000 rows fill, at most.
    pub page_count: u64,
}

/// One row (spec 3 "Dashboard product list row").
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductRow {
    /// Id.
    pub id: String,
    /// In the answer's language.
    pub name: String,
    /// The product's page in the shop.
    pub link: String,
    /// Category's name.
    pub category: String,
    /// Brand's name; empty without one.
    pub brand: String,
    /// Whether shoppers see it.
    pub is_active: bool,
    /// Before tax.
    pub price_ht: Dinars,
    /// With tax.
    pub price_ttc: Dinars,
    /// Path of a small picture; may be empty.
    pub image: String,
    /// To be sent back with an edit.
    pub version: u64,
    /// How many combinations it has.
    pub combinations_count: u32,
}

/// One product as staff edit it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Product {
    /// Id.
    pub id: String,
    /// To be sent back with an edit.
    pub version: u64,
    /// Part of its address.
    pub slug: String,
    /// Its page in the shop.
    pub link: String,
    /// Whether shoppers see it.
    pub is_active: bool,
    /// Shown among the featured products.
    pub is_featured: bool,
    /// In the seasonal sale: a badge says so where no reduction says more.
    pub is_on_sale: bool,
    /// Before tax.
    pub price_ht: Dinars,
    /// With tax.
    pub price_ttc: Dinars,
    /// Percent of tax.
    pub tax_rate: Percent,
    /// Category that it is filed under.
    pub category_id: String,
    /// Empty without a brand.
    pub brand_id: String,
    /// Empty where it is of no line of its brand.
    pub brand_line_id: String,
    /// What it is called and said of it, per language.
    pub texts: Vec<ProductText>,
    /// What can be chosen of it, in order.
    pub combinations: Vec<ProductCombination>,
    /// Its pictures in order.
    pub images: Vec<StaffImage>,
    /// Words of the merchant such as `cadeau`, in their order: the first is on the card.
    pub tags: Vec<String>,
    /// How much its public page shows (spec 2): `full`, `simpler` (pictures, name, rating, price, picker, order form), `minimal`
    /// (name and order form) or `no_picker` (the full page without the picker).
    pub page: String,
    /// What shoppers are not shown.
    pub details: ProductDetails,
    /// In what numbers shoppers order it, each of its combinations.
    pub quantity_rule: ProductQuantityRule,
    /// `2026-12-12`: the day of Algiers from which on shoppers can order it; empty: always.
    pub available_from: String,
    /// The data sheet, in its order.
    pub features: Vec<ProductFeature>,
    /// What it holds, in order; empty: it is no pack.
    pub pack: Vec<PackPart>,
    /// How its price is made; null of what is no pack.
    pub pack_price: Option<PackPricing>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProductText {
    /// `fr`, `ar` or `en`.
    pub language: String,
    /// 1 to 300 characters.
    pub name: String,
    /// One line.
    pub short_description: String,
    /// HTML, at most 50,000 characters; what is not allowed in it is dropped.
    pub long_description: String,
    /// At most 300 characters.
    pub seo_title: String,
    /// For search engines.
    pub seo_description: String,
}

/// What staff keep of a product beside what shoppers are shown; empty and 0: not said.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ProductDetails {
    /// The merchant's stock number, no other product's; at most 64 characters.
    pub sku: String,
    /// At most 64 characters.
    pub barcode: String,
    /// What it is bought for, before tax, in dinars.
    pub supply_price_ht: Dinars,
    /// What wholesalers pay, before tax, in dinars.
    pub whole_sale_price_ht: Dinars,
    /// Grams.
    pub weight: u32,
    /// Centimetres.
    pub height: u32,
    /// Centimetres.
    pub width: u32,
    /// Centimetres.
    pub length: u32,
    /// Fewest pieces in one wholesale order, its combinations together: 1 to 1,000,000.
    pub wholesale_min_order_quantity: u32,
}

/// In what numbers shoppers order a product: the minimum, or that and some steps, up to the maximum. Staff are not bound by it.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProductQuantityRule {
    /// 1 to 999.
    pub minimum_quantity: u32,
    /// From the minimum to 999; null without one.
    #[serde(default)]
    pub maximum_quantity: Option<u32>,
    /// 1 to 999.
    pub quantity_step: u32,
}

/// What a catalogue of the release before says.
const ANY_NUMBER: ProductQuantityRule =
    ProductQuantityRule { minimum_quantity: 1, maximum_quantity: None, quantity_step: 1 };

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductCombination {
    /// Id.
    pub id: String,
    /// Value labels joined by ` / `.
    pub display_name: String,
    /// What it is of each attribute.
    pub options: Vec<CombinationOption>,
    /// The merchant's stock number; may be empty.
    pub sku: String,
    /// May be empty.
    pub barcode: String,
    /// 0 means the product's.
    pub price_ht: Dinars,
    /// Chosen first; one at most is.
    pub is_default: bool,
    /// Whether it is offered.
    pub is_active: bool,
    /// Ids of the pictures that show it.
    pub image_ids: Vec<String>,
}

/// What a combination is of one attribute.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CombinationOption {
    /// Id of the attribute's option; empty of what was chosen before attributes were kept.
    pub id: String,
    /// Machine name of the attribute.
    pub kind: String,
    /// What it is called, in the answer's language.
    pub name: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffImage {
    /// Id.
    pub id: String,
    /// From 0.
    pub position: u32,
    /// Its files.
    pub images_ids_and_sizes: Vec<ImageSize>,
}

/// What `GET /dashboard/api/product/product/{id}/combinations` answers (spec 7).
#[derive(Debug, Serialize, ToSchema)]
pub struct Combinations {
    /// In the order of the product.
    pub combinations: Vec<CombinationChoice>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct CombinationChoice {
    /// Combination's id.
    pub id: String,
    /// Its label.
    pub combination: String,
}

/// A rate in percent with at most two decimals.
#[derive(Debug, Clone, Copy)]
pub struct Percent(pub TaxRate);

impl Serialize for Percent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Dinars(Money::from_centimes(i64::from(self.0.hundredths()))).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Percent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error as _;
        let hundredths = Dinars::deserialize(deserializer)?.0.centimes();
        let rate = u32::try_from(hundredths).ok().and_then(|rate| TaxRate::from_hundredths(rate).ok());
        rate.map(Self).ok_or_else(|| D::Error::custom("a rate is from 0 to 100 percent"))
    }
}

impl PartialSchema for Percent {
    fn schema() -> RefOr<Schema> {
        let description = "Percent with at most two decimals.";
        ObjectBuilder::new().schema_type(Type::Number).description(Some(description)).into()
    }
}

impl ToSchema for Percent {}

fn dinars(centimes: i64) -> Dinars {
    Money::from_centimes(centimes).into()
}

impl ProductList {
    pub fn new(answer: proto::ListProductsResponse, page: Page) -> Self {
        Self {
            products: answer.products.into_iter().map(ProductRow::from).collect(),
            total: answer.total,
            more: answer.more,
            page: page.number(),
            size: page.size(),
            page_count: page.count_within_reach(answer.total),
        }
    }
}

impl From<proto::ProductRow> for ProductRow {
    fn from(row: proto::ProductRow) -> Self {
        Self {
            link: product_path(&row.category_slug, &row.slug),
            id: row.id,
            name: row.name,
            category: row.category,
            brand: row.brand,
            is_active: row.active,
            price_ht: dinars(row.price_ht),
            price_ttc: dinars(row.price_ttc),
            image: row.image,
            version: row.version,
            combinations_count: row.combinations,
        }
    }
}

impl Product {
    pub fn new(product: proto::Product, language: Language) -> Self {
        // The wire's type is bounded by the catalogue's own check.
        let tax_rate = TaxRate::from_hundredths(product.tax_rate).unwrap_or_default();
        let combinations = product.combinations.into_iter();
        Self {
            link: product_path(&product.category_slug, &product.slug),
            id: product.id,
            version: product.version,
            slug: product.slug,
            is_active: product.active,
            is_featured: product.featured,
            is_on_sale: product.on_sale,
            price_ht: dinars(product.price_ht),
            price_ttc: dinars(product.price_ttc),
            tax_rate: Percent(tax_rate),
            category_id: product.category_id,
            brand_id: product.brand_id,
            brand_line_id: product.brand_line_id,
            texts: product.texts.into_iter().map(ProductText::from).collect(),
            combinations: combinations.map(|one| ProductCombination::new(one, language)).collect(),
            images: product.images.into_iter().map(StaffImage::from).collect(),
            tags: product.tags,
            page: product.page,
            details: product.details.unwrap_or_default().into(),
            available_from: product.available_from,
            quantity_rule: product.quantity_rule.map_or(ANY_NUMBER, ProductQuantityRule::from),
            features: product.features.into_iter().map(ProductFeature::from).collect(),
            pack: product.pack.into_iter().map(PackPart::from).collect(),
            pack_price: product.pack_price.map(PackPricing::from),
        }
    }
}

impl From<proto::QuantityRule> for ProductQuantityRule {
    fn from(proto::QuantityRule { minimum, maximum, step }: proto::QuantityRule) -> Self {
        Self { minimum_quantity: minimum, maximum_quantity: maximum, quantity_step: step }
    }
}

impl From<ProductQuantityRule> for proto::QuantityRule {
    fn from(rule: ProductQuantityRule) -> Self {
        let ProductQuantityRule { minimum_quantity, maximum_quantity, quantity_step } = rule;
        Self { minimum: minimum_quantity, maximum: maximum_quantity, step: quantity_step }
    }
}

impl From<proto::ProductText> for ProductText {
    fn from(text: proto::ProductText) -> Self {
        let proto::ProductText {
            language,
            name,
            short_description,
            long_description,
            seo_title,
            seo_description,
        } = text;
        Self { language, name, short_description, long_description, seo_title, seo_description }
    }
}

impl From<ProductText> for proto::ProductText {
    fn from(text: ProductText) -> Self {
        let ProductText { language, name, short_description, long_description, seo_title, seo_description } =
            text;
        Self { language, name, short_description, long_description, seo_title, seo_description }
    }
}

impl From<proto::ProductDetails> for ProductDetails {
    fn from(details: proto::ProductDetails) -> Self {
        let proto::ProductDetails { sku, barcode, weight, height, width, length, .. } = details;
        let supply_price_ht = dinars(details.supply_price_ht);
        let whole_sale_price_ht = dinars(details.wholesale_price_ht);
        let wholesale_min_order_quantity = details.wholesale_min_order_quantity;
        Self {
            sku,
            barcode,
            supply_price_ht,
            whole_sale_price_ht,
            weight,
            height,
            width,
            length,
            wholesale_min_order_quantity,
        }
    }
}

impl From<ProductDetails> for proto::ProductDetails {
    fn from(details: ProductDetails) -> Self {
        let ProductDetails { sku, barcode, weight, height, width, length, .. } = details;
        let supply_price_ht = details.supply_price_ht.0.centimes();
        let wholesale_price_ht = details.whole_sale_price_ht.0.centimes();
        let wholesale_min_order_quantity = details.wholesale_min_order_quantity;
        Self {
            sku,
            barcode,
            supply_price_ht,
            wholesale_price_ht,
            weight,
            height,
            width,
            length,
            wholesale_min_order_quantity,
        }
    }
}

impl ProductCombination {
    fn new(combination: proto::Combination, language: Language) -> Self {
        Self {
            display_name: label(&combination, language),
            options: combination
                .values
                .into_iter()
                .map(|value| CombinationOption::new(value, language))
                .collect(),
            id: combination.id,
            sku: combination.sku,
            barcode: combination.barcode,
            price_ht: dinars(combination.price_ht),
            is_default: combination.is_default,
            is_active: combination.active,
            image_ids: combination.image_ids,
        }
    }
}

impl CombinationOption {
    fn new(value: proto::CombinationValue, language: Language) -> Self {
        Self { id: value.option_id, kind: value.r#type, name: pick(value.value.as_ref(), language) }
    }
}

impl From<proto::Image> for StaffImage {
    fn from(image: proto::Image) -> Self {
        let size = |size: proto::ImageSize| ImageSize {
            name: size.name,
            display_url: size.url.clone(),
            url: size.url,
            width: size.width,
            height: size.height,
            // Staff see the JPEG files.
            webp_srcset: String::new(),
            tone: String::new(),
        };
        let sizes = image.sizes.into_iter().map(size).collect();
        Self { id: image.id, position: image.position, images_ids_and_sizes: sizes }
    }
}

impl Combinations {
    pub fn new(product: proto::Product, language: Language) -> Self {
        let choice = |combination: proto::Combination| CombinationChoice {
            combination: label(&combination, language),
            id: combination.id,
        };
        Self { combinations: product.combinations.into_iter().map(choice).collect() }
    }
}

fn label(combination: &proto::Combination, language: Language) -> String {
    let values = combination.values.iter().map(|value| pick(value.value.as_ref(), language));
    values.collect::<Vec<_>>().join(" / ")
}
