//! Goods as rows of catalog, and as the copies that orders and inventory keep of them.

use prost::Message as _;
use serde::Serialize;
use souk_kernel::{Language, LocalizedText};
use souk_proto::catalog::v1 as catalog;
use souk_proto::common::v1 as common;
use uuid::Uuid;

use super::copy::{Batch, Rows, Value};
use super::goods::{Combination, Product};
use super::range::Range;
use super::stock;
use super::words::{NOTES, Words};
use crate::ids;

/// Machine name of the feature that all goods say, what it is called, and its place: after the demo's.
const NOTE: &str = "note";
const NOTE_LABEL: Words = ["Note", "النفحة", "Note"];
const NOTE_POSITION: i64 = 100;

/// One portion of goods, for each lane.
#[derive(Debug)]
pub struct Portion {
    pub catalog: Batch,
    pub orders: Batch,
    pub shelves: Batch,
    pub names: Batch,
}

/// What the goods refer to, which goes in first.
pub fn reference(range: &Range) -> Batch {
    let mut categories = Rows::of("categories");
    for (position, category) in (100_i64..).zip(&range.categories) {
        categories.add(&[
            ("id", Value::Uuid(category.id)),
            ("parent_id", Value::opt_uuid(category.parent.map(|place| range.categories[place].id))),
            ("slug", Value::Text(&category.slug)),
            ("name", Value::json(&category.name)),
            ("position", Value::Int(position)),
            ("created_at", Value::Time(range.now)),
        ]);
    }
    let mut brands = Rows::of("brands");
    for brand in &range.brands {
        brands.add(&[
            ("id", Value::Uuid(brand.id)),
            ("slug", Value::Text(&brand.slug)),
            ("name", Value::Text(&brand.name)),
            ("created_at", Value::Time(range.now)),
        ]);
    }
    vec![categories, brands, notes()]
}

/// The feature that all goods say, a choice among the notes.
fn notes() -> Rows {
    #[derive(Serialize)]
    struct Choice {
        id: Uuid,
        name: Localized,
    }
    let options: Vec<Choice> =
        NOTES.iter().map(|note| Choice { id: note_id(*note), name: localized(*note) }).collect();
    let mut features = Rows::of("features");
    features.add(&[
        ("id", Value::Uuid(ids::uuid("feature", NOTE))),
        ("kind", Value::Text(NOTE)),
        ("input", Value::Text("choice")),
        ("name", Value::json(&localized(NOTE_LABEL))),
        ("options", Value::json(&options)),
        ("position", Value::Int(NOTE_POSITION)),
    ]);
    features
}

fn note_id(note: Words) -> Uuid {
    ids::uuid("feature-option", &format!("{NOTE}/{}", note[0]))
}

/// The products of these numbers, changed at `revision`.
pub fn portion(range: &Range, revision: i64, numbers: std::ops::Range<u64>) -> Portion {
    let mut rows = Writer::new(range, revision);
    for number in numbers {
        rows.add(&Product::of(range, number), number);
    }
    Portion {
        catalog: vec![rows.products, rows.texts, rows.combinations, rows.images, rows.combination_images],
        orders: vec![rows.sellables],
        shelves: vec![rows.levels, rows.movements],
        names: vec![rows.sellable_products, rows.sellable_items],
    }
}

struct Writer<'a> {
    range: &'a Range,
    revision: i64,
    products: Rows,
    texts: Rows,
    combinations: Rows,
    images: Rows,
    combination_images: Rows,
    sellables: Rows,
    levels: Rows,
    movements: Rows,
    sellable_products: Rows,
    sellable_items: Rows,
}

#[derive(Serialize)]
struct Chosen<'a> {
    kind: &'a str,
    label: Localized,
    value: Localized,
    color: &'a str,
}

#[derive(Serialize)]
struct FeatureValue {
    kind: &'static str,
    label: Localized,
    value: Localized,
    said: Said,
}

#[derive(Serialize)]
struct Said {
    feature: Uuid,
    given: Given,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Given {
    Choice(Uuid),
}

#[derive(Serialize)]
struct Localized {
    fr: &'static str,
    ar: &'static str,
    en: &'static str,
}

impl<'a> Writer<'a> {
    const fn new(range: &'a Range, revision: i64) -> Self {
        Self {
            range,
            revision,
            products: Rows::of("products"),
            texts: Rows::of("product_texts"),
            combinations: Rows::of("combinations"),
            images: Rows::of("images"),
            combination_images: Rows::of("combination_images"),
            sellables: Rows::of("sellables"),
            levels: Rows::of("stock_levels"),
            movements: Rows::of("stock_movements"),
            sellable_products: Rows::of("sellable_products"),
            sellable_items: Rows::of("sellable_items"),
        }
    }

    fn add(&mut self, product: &Product, number: u64) {
        self.product(product);
        self.texts(product);
        for (position, combination) in (0..).zip(&product.combinations) {
            self.combination(product, combination, position);
        }
        self.images(product, number);
        self.copies(product);
        stock::add(self.range, product, number, &mut self.levels, &mut self.movements);
    }

    fn product(&mut self, product: &Product) {
        let said = Said { feature: ids::uuid("feature", NOTE), given: Given::Choice(note_id(product.note)) };
        let (label, value) = (localized(NOTE_LABEL), localized(product.note));
        let features = [FeatureValue { kind: NOTE, label, value, said }];
        self.products.add(&[
            ("id", Value::Uuid(product.id)),
            ("revision", Value::Int(self.revision)),
            ("slug", Value::Text(&product.slug)),
            ("active", Value::Bool(product.active)),
            ("featured", Value::Bool(product.featured)),
            ("price_ht", Value::Int(product.price)),
            ("tax_rate", Value::Int(product.tax_rate.into())),
            ("category_id", Value::Uuid(self.range.categories[product.category].id)),
            ("brand_id", Value::Uuid(self.range.brands[product.brand].id)),
            ("tags", Value::Owned(format!("{{{}}}", product.tags.join(",")))),
            ("features", Value::json(&features)),
            ("features_entered", Value::Bool(true)),
            ("created_at", Value::Time(product.created_at)),
            ("updated_at", Value::Time(product.created_at)),
        ]);
    }

    fn texts(&mut self, product: &Product) {
        for language in Language::ALL {
            self.texts.add(&[
                ("product_id", Value::Uuid(product.id)),
                ("language", Value::Text(language.code())),
                ("name", Value::Text(product.name.get(language))),
                ("short_description", Value::Text(product.short.get(language))),
                ("long_description", Value::Text(product.long.get(language))),
                ("seo_title", Value::Text(product.name.get(language))),
                ("seo_description", Value::Text(product.short.get(language))),
            ]);
        }
    }

    fn combination(&mut self, product: &Product, combination: &Combination, position: i64) {
        let (value, color) = product.choice.values[combination.value];
        let (kind, label) = (product.choice.kind, localized(product.choice.label));
        self.combinations.add(&[
            ("id", Value::Uuid(combination.id)),
            ("product_id", Value::Uuid(product.id)),
            ("position", Value::Int(position)),
            ("sku", Value::Text(&combination.sku)),
            ("price_ht", Value::Int(combination.price)),
            ("is_default", Value::Bool(position == 0)),
            ("active", Value::Bool(true)),
            ("chosen", Value::json(&[Chosen { kind, label, value: localized(value), color }])),
        ]);
    }

    /// Of two pictures the second shows the second combination.
    fn images(&mut self, product: &Product, number: u64) {
        for (position, picture) in (0_usize..).zip(&product.pictures) {
            let stored = &self.range.pictures[*picture];
            let kind = if position == 0 { "first picture" } else { "second picture" };
            let id = super::dice::Dice::of(self.range.seed, kind, number).uuid(product.created_at);
            self.images.add(&[
                ("id", Value::Uuid(id)),
                ("product_id", Value::Uuid(product.id)),
                ("position", Value::Int(i64::try_from(position).unwrap_or_default())),
                ("content_hash", Value::Text(&stored.content_hash)),
                ("alt", Value::Text(&product.name.fr)),
                ("sizes", Value::Text(&stored.sizes)),
            ]);
            if let Some(combination) = product.combinations.get(position).filter(|_| position > 0) {
                self.combination_images
                    .add(&[("combination_id", Value::Uuid(combination.id)), ("image_id", Value::Uuid(id))]);
            }
        }
    }

    fn copies(&mut self, product: &Product) {
        let sellable = sellable(self.range, product, self.revision);
        self.sellables.add(&[
            ("product_id", Value::Uuid(product.id)),
            ("version", Value::Int(self.revision)),
            ("body", Value::Bytes(&sellable.encode_to_vec())),
        ]);
        self.sellable_products
            .add(&[("product_id", Value::Uuid(product.id)), ("version", Value::Int(self.revision))]);
        if product.combinations.is_empty() {
            self.item(product, &sellable.image, Uuid::nil(), "", [""; 3]);
        }
        for combination in &product.combinations {
            let (value, _) = product.choice.values[combination.value];
            self.item(product, &sellable.image, combination.id, &combination.sku, value);
        }
    }

    fn item(&mut self, product: &Product, image: &str, combination: Uuid, sku: &str, name: Words) {
        self.sellable_items.add(&[
            ("product_id", Value::Uuid(product.id)),
            ("combination_id", Value::Uuid(combination)),
            ("product_name_fr", Value::Text(&product.name.fr)),
            ("product_name_ar", Value::Text(&product.name.ar)),
            ("product_name_en", Value::Text(&product.name.en)),
            ("combination_name_fr", Value::Text(name[0])),
            ("combination_name_ar", Value::Text(name[1])),
            ("combination_name_en", Value::Text(name[2])),
            ("sku", Value::Text(sku)),
            ("image", Value::Text(image)),
            ("listed", Value::Bool(true)),
        ]);
    }
}

/// What catalog tells the others about it.
fn sellable(range: &Range, product: &Product, revision: i64) -> catalog::Sellable {
    let image = product.small_picture(range).to_owned();
    let combination = |(position, own): (usize, &Combination)| {
        let [fr, ar, en] = product.choice.values[own.value].0.map(str::to_owned);
        catalog::SellableCombination {
            combination_id: own.id.to_string(),
            price_ht: own.price,
            name: Some(common::LocalizedText { fr, ar, en }),
            active: true,
            is_default: position == 0,
            image: image.clone(),
            sku: own.sku.clone(),
        }
    };
    catalog::Sellable {
        product_id: product.id.to_string(),
        version: revision.unsigned_abs(),
        active: product.active,
        slug: product.slug.clone(),
        name: Some(message(&product.name)),
        price_ht: product.price,
        tax_rate: product.tax_rate,
        image: image.clone(),
        combinations: product.combinations.iter().enumerate().map(combination).collect(),
        category_path: range.category_path(product.category).iter().map(Uuid::to_string).collect(),
        brand_id: range.brands[product.brand].id.to_string(),
        ..Default::default()
    }
}

fn message(text: &LocalizedText) -> common::LocalizedText {
    common::LocalizedText { fr: text.fr.clone(), ar: text.ar.clone(), en: text.en.clone() }
}

const fn localized([fr, ar, en]: Words) -> Localized {
    Localized { fr, ar, en }
}
