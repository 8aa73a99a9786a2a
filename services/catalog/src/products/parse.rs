//! Requests about products, read into the words of the trade.

use std::collections::{HashMap, HashSet};

use souk_kernel::{BrandId, BrandLineId, CategoryId, CombinationId, ImageId, Language, ProductId, Quantity};
use souk_pricing::Discount;
use souk_proto::catalog::v1 as proto;
use souk_rpc::{Failure, Violations, localized_from_proto};
use time::OffsetDateTime;

use super::details::Details;
use super::list_ids::{ListFilter, ListSort};
use super::model::{ChosenValue, Combination, Edit, PackComponent, PageVariant, Product, Text};
use super::packs::MOST_CHOICES;
use super::{MOST_COMBINATIONS, NewImage, Wanted, parse_selling, parse_sheet as sheet, parse_tags};
use crate::failure::checked;
use crate::{html, parse};

/// Longest description, in characters; of HTML as it is kept.
const LONGEST_DESCRIPTION: usize = 50_000;
/// Longest stock number or barcode, in characters.
const LONGEST_CODE: usize = 64;
/// Heaviest and longest that a parcel could be.
const MOST_GRAMS: u32 = 1_000_000;
const MOST_CENTIMETRES: u32 = 10_000;
/// Most that wholesalers can be asked to order of a product at least.
const MOST_WHOLESALE_PIECES: u32 = 1_000_000;
/// Anything else that comes in lists.
const MOST_ENTRIES: usize = 100;

pub fn new_product(request: proto::CreateProductRequest, now: OffsetDateTime) -> Result<Product, Failure> {
    let mut found = Violations::default();
    let texts = texts(request.texts, &mut found);
    let french = texts.iter().find(|text| text.language == Language::Fr).map_or("", |text| &text.name);
    if french.is_empty() {
        found.push("texts", "form.validation.required", "the French name is required");
    }
    let id = found.id::<ProductId>("id", &request.id);
    let slug = parse::slug(&request.slug, french, &mut found);
    let price = parse::price("priceHt", request.price_ht, &mut found);
    let tax_rate = parse::rate("tax", request.tax_rate, &mut found);
    let category = found.id::<CategoryId>("categoryId", &request.category_id);
    let brand = found.optional_id::<BrandId>("brandId", &request.brand_id);
    let brand_line = found.optional_id::<BrandLineId>("brandLineId", &request.brand_line_id);
    let combinations = combinations(request.combinations, &mut found);
    let pack = pack(&request.pack, &mut found);
    let discount = request.pack_price.as_ref().and_then(|given| pack_price(given, &mut found));
    let details = details(&request.details.unwrap_or_default(), &mut found).unwrap_or_default();
    let available_from = parse_selling::available_from(&request.available_from, &mut found);
    let rule = request.quantity_rule.and_then(|given| parse_selling::quantity_rule(&given, &mut found));
    let tags = parse_tags::tags(&request.tags, &mut found);
    // Who says nothing of it means the full one.
    let wanted = Some(request.page.as_str()).filter(|given| !given.is_empty());
    let page = wanted.and_then(|given| page(given, &mut found)).unwrap_or_default();
    let features = sheet::new_sheet(request.features, &mut found);
    let parts = id.zip(slug).zip(price.zip(tax_rate)).zip(category);
    let product = parts.map(|(((id, slug), (price, tax_rate)), category)| Product {
        id,
        number: 0,
        version: 1,
        revision: 0,
        slug: slug.to_string(),
        active: request.active,
        featured: request.featured,
        on_sale: request.on_sale,
        price,
        tax_rate,
        category,
        brand,
        brand_line,
        tags,
        features,
        texts,
        combinations,
        images: Vec::new(),
        pack_discount: discount.filter(|_| !pack.is_empty()),
        pack,
        on_offer: HashMap::new(),
        details,
        quantity_rule: rule.unwrap_or_default(),
        available_from,
        page,
        created_at: now,
    });
    checked(product, found)
}

pub fn edit(request: proto::UpdateProductRequest) -> Result<(ProductId, u64, Edit), Failure> {
    let mut found = Violations::default();
    let id = found.id::<ProductId>("id", &request.id);
    let edit = Edit {
        slug: request.slug.and_then(|slug| parse::given_slug(&slug, &mut found)).map(|slug| slug.to_string()),
        active: request.active,
        featured: request.featured,
        on_sale: request.on_sale,
        price: request.price_ht.and_then(|price| parse::price("priceHt", price, &mut found)),
        tax_rate: request.tax_rate.and_then(|rate| parse::rate("tax", rate, &mut found)),
        category: request.category_id.and_then(|id| found.id("categoryId", &id)),
        brand: request.brand_id.map(|id| found.optional_id("brandId", &id)),
        brand_line: request.brand_line_id.map(|id| found.optional_id("brandLineId", &id)),
        texts: texts(request.texts, &mut found),
        replaces_texts: false,
        combination_prices: combination_prices(&request.combination_prices, &mut found),
        details: request.details.and_then(|given| details(&given, &mut found)),
        quantity_rule: request
            .quantity_rule
            .and_then(|given| parse_selling::quantity_rule(&given, &mut found)),
        available_from: request.available_from.map(|given| parse_selling::available_from(&given, &mut found)),
        page: request.page.and_then(|given| page(&given, &mut found)),
        sheet: request.features.map(|given| sheet::said(given.values, &mut found)),
        pack: request.pack.map(|given| pack(&given.parts, &mut found)),
        pack_discount: request.pack_price.as_ref().map(|given| pack_price(given, &mut found)),
        tags: request.tags.map(|given| parse_tags::tags(&given.tags, &mut found)),
    };
    checked(id.map(|id| (id, request.version, edit)), found)
}

pub fn filter(request: &proto::ListProductsRequest) -> Result<ListFilter, Failure> {
    let mut found = Violations::default();
    let page = found.page(request.page);
    let category = found.optional_id("categoryId", &request.category_id);
    let brand = found.optional_id("brandId", &request.brand_id);
    let tag = parse_tags::optional_tag(&request.tag, &mut found);
    let language = parse::language(&request.language, &mut found);
    let sort = list_sort(&request.sort, &mut found);
    let filter = page.zip(language).zip(sort).map(|((page, language), sort)| ListFilter {
        page,
        query: request.query.chars().take(parse::LONGEST_LINE).collect(),
        category,
        brand,
        active: request.active,
        tag,
        sort,
        language,
    });
    checked(filter, found)
}

pub fn new_image(request: proto::AddImageRequest) -> Result<NewImage, Failure> {
    let mut found = Violations::default();
    let product = found.id("productId", &request.product_id);
    let ids: HashSet<CombinationId> =
        request.combination_ids.iter().filter_map(|id| found.id("combinationIds", id)).collect();
    let image = product.map(|product| NewImage {
        product,
        content: request.content,
        alt: request.alt.chars().take(parse::LONGEST_LINE).collect(),
        combinations: ids.into_iter().collect(),
    });
    checked(image, found)
}

pub fn image_order(request: &proto::OrderImagesRequest) -> Result<(ProductId, Vec<ImageId>), Failure> {
    let mut found = Violations::default();
    let product = found.id("productId", &request.product_id);
    limit("imageIds", request.image_ids.len(), &mut found);
    let first = request.image_ids.iter().filter_map(|id| found.id("imageIds", id)).collect();
    checked(product.map(|product| (product, first)), found)
}

fn list_sort(sort: &str, found: &mut Violations) -> Option<ListSort> {
    if sort.is_empty() {
        return Some(ListSort::default());
    }
    let unknown = |_| "the sort is one of default, name, price_asc, price_desc";
    found.check("sort", "form.validation.sort", sort.parse().map_err(unknown))
}

fn texts(texts: Vec<proto::ProductText>, found: &mut Violations) -> Vec<Text> {
    let mut languages = HashSet::new();
    let mut read = Vec::new();
    for (at, text) in texts.into_iter().enumerate() {
        let language = text.language.parse::<Language>();
        let language = found.check(format!("texts[{at}].language"), "form.validation.language", language);
        if language.is_some_and(|language| !languages.insert(language)) {
            found.push(format!("texts[{at}].language"), "form.validation.repeated", "one text per language");
        }
        read.extend(language.and_then(|language| product_text(at, language, text, found)));
    }
    read
}

fn product_text(
    at: usize,
    language: Language,
    text: proto::ProductText,
    found: &mut Violations,
) -> Option<Text> {
    let name = text.name.trim().to_owned();
    if name.is_empty() {
        found.push(format!("texts[{at}].name"), "form.validation.required", "the name is required");
        return None;
    }
    let long_description = html::clean(&text.long_description);
    let limits = [
        ("name", &name, parse::LONGEST_LINE),
        ("shortDescription", &text.short_description, LONGEST_DESCRIPTION),
        ("longDescription", &long_description, LONGEST_DESCRIPTION),
        ("seoTitle", &text.seo_title, parse::LONGEST_LINE),
        ("seoDescription", &text.seo_description, LONGEST_DESCRIPTION),
    ];
    let longer = limits.into_iter().filter(|(_, text, most)| text.chars().count() > *most);
    let longer: Vec<_> = longer.map(|(field, _, most)| (field, most)).collect();
    for (field, most) in &longer {
        let field = format!("texts[{at}].{field}");
        found.push(field, "form.validation.tooLong", format!("{most} characters at most"));
    }
    longer.is_empty().then_some(Text {
        language,
        name,
        short_description: text.short_description,
        long_description,
        seo_title: text.seo_title,
        seo_description: text.seo_description,
    })
}

fn combinations(combinations: Vec<proto::Combination>, found: &mut Violations) -> Vec<Combination> {
    if !bounded(combinations.iter().map(|combination| combination.is_default), found) {
        return Vec::new();
    }
    let mut read = Vec::new();
    for (at, given) in combinations.into_iter().enumerate() {
        let id = found.id(format!("combinations[{at}].id"), &given.id);
        let price = parse::price(&format!("combinations[{at}].priceHt"), given.price_ht, found);
        let sku = code(&format!("combinations[{at}].sku"), &given.sku, found);
        let barcode = code(&format!("combinations[{at}].barcode"), &given.barcode, found);
        // An attribute is known by the letters of its name.
        if given.values.is_empty() || given.values.iter().any(|value| value.r#type.is_empty()) {
            found.push(
                format!("combinations[{at}].values"),
                "form.validation.required",
                "a value is required",
            );
        }
        read.extend(id.zip(price).zip(sku.zip(barcode)).map(|((id, price), (sku, barcode))| Combination {
            id,
            sku,
            barcode,
            price,
            is_default: given.is_default,
            active: given.active,
            values: given.values.into_iter().map(chosen_value).collect(),
            images: Vec::new(),
        }));
    }
    read
}

/// At most so many combinations, at most one of which is the default.
fn bounded(defaults: impl ExactSizeIterator<Item = bool>, found: &mut Violations) -> bool {
    if defaults.len() > MOST_COMBINATIONS {
        let text = format!("{MOST_COMBINATIONS} combinations at most");
        found.push("combinations", "form.validation.tooMany", text);
        return false;
    }
    if defaults.filter(|is_default| *is_default).count() > 1 {
        found.push("combinations", "form.validation.oneDefault", "one combination at most is the default");
    }
    true
}

pub fn wanted_combinations(
    request: proto::SetCombinationsRequest,
) -> Result<(ProductId, u64, Vec<Wanted>), Failure> {
    let mut found = Violations::default();
    let product = found.id("productId", &request.product_id);
    let mut wanted = Vec::new();
    if bounded(request.combinations.iter().map(|combination| combination.is_default), &mut found) {
        let mut ids = HashSet::new();
        for (at, given) in request.combinations.into_iter().enumerate() {
            if !ids.insert(given.id.clone()) {
                found.push(format!("combinations[{at}].id"), "form.validation.repeated", "given twice");
            }
            wanted.extend(wanted_combination(at, &given, &mut found));
        }
    }
    checked(product.map(|product| (product, request.version, wanted)), found)
}

fn wanted_combination(at: usize, given: &proto::WantedCombination, found: &mut Violations) -> Option<Wanted> {
    let at = format!("combinations[{at}]");
    let id = found.id(format!("{at}.id"), &given.id);
    let price = parse::price(&format!("{at}.priceHt"), given.price_ht, found);
    let sku = code(&format!("{at}.sku"), &given.sku, found);
    let barcode = given.barcode.as_ref().map(|barcode| code(&format!("{at}.barcode"), barcode, found));
    let options = given.option_ids.iter().take(MOST_ENTRIES);
    let options = options.filter_map(|id| found.id(format!("{at}.optionIds"), id)).collect();
    let (is_default, active) = (given.is_default, given.active);
    // What is wrong with a barcode that was given is found already.
    let barcode = barcode.flatten();
    Some(Wanted { id: id?, options, sku: sku?, barcode, price: price?, is_default, active })
}

fn chosen_value(value: proto::CombinationValue) -> ChosenValue {
    ChosenValue {
        kind: value.r#type,
        label: localized_from_proto(value.type_label),
        value: localized_from_proto(value.value),
        color: value.color,
        picture: String::new(),
        option: None,
    }
}

fn pack(pack: &[proto::PackComponent], found: &mut Violations) -> Vec<PackComponent> {
    limit("pack", pack.len(), found);
    let mut read = Vec::new();
    for (at, part) in pack.iter().enumerate() {
        let product = found.id(format!("pack[{at}].productId"), &part.product_id);
        let combination = found.optional_id(format!("pack[{at}].combinationId"), &part.combination_id);
        let quantity = Quantity::new(i64::from(part.quantity));
        let quantity = found.check(format!("pack[{at}].quantity"), "form.validation.quantity", quantity);
        let field = format!("pack[{at}].choices");
        if part.choices.len() > MOST_CHOICES {
            found.push(&field, "form.validation.tooMany", format!("{MOST_CHOICES} choices at most"));
            continue;
        }
        let choices: Vec<_> = part.choices.iter().filter_map(|id| found.id(&field, id)).collect();
        read.extend(product.zip(quantity).map(|(product, quantity)| PackComponent {
            product,
            // Who chooses is told what of; a combination beside that means nothing.
            combination: combination.filter(|_| !part.chosen),
            quantity: quantity.get(),
            choices: part.chosen.then_some(choices),
        }));
    }
    read
}

fn pack_discount(given: &proto::PackPrice, found: &mut Violations) -> Option<Discount> {
    if given.rule_type == "amount" {
        return parse::price("packPrice.value", given.value, found).map(Discount::Amount);
    }
    let known = Discount::read(&given.rule_type, given.value);
    found.check(
        "packPrice.value",
        "form.validation.rate",
        known.ok_or("a percentage from 0 to 100, or an amount"),
    )
}

/// What is taken off the sum of the parts; none where the pack has a price of its own.
fn pack_price(given: &proto::PackPrice, found: &mut Violations) -> Option<Discount> {
    match given.kind.as_str() {
        "own" => None,
        "sum" => pack_discount(given, found),
        _ => {
            found.push("packPrice.kind", "form.validation.unknown", "the kind is own or sum");
            None
        }
    }
}

fn combination_prices(
    prices: &[proto::CombinationPrice],
    found: &mut Violations,
) -> Vec<(CombinationId, souk_kernel::Money)> {
    let mut read = Vec::new();
    for (at, price) in prices.iter().enumerate() {
        let id = found.id(format!("combinationPrices[{at}].id"), &price.id);
        let amount = parse::price(&format!("combinationPrices[{at}].priceHt"), price.price_ht, found);
        read.extend(id.zip(amount));
    }
    read
}

fn details(given: &proto::ProductDetails, found: &mut Violations) -> Option<Details> {
    let sku = code("details.sku", &given.sku, found);
    let barcode = code("details.barcode", &given.barcode, found);
    let supply_price = parse::price("details.supplyPriceHt", given.supply_price_ht, found);
    let wholesale_price = parse::price("details.wholeSalePriceHt", given.wholesale_price_ht, found);
    let weight = measure("details.weight", given.weight, MOST_GRAMS, found);
    let height = measure("details.height", given.height, MOST_CENTIMETRES, found);
    let width = measure("details.width", given.width, MOST_CENTIMETRES, found);
    let length = measure("details.length", given.length, MOST_CENTIMETRES, found);
    let wholesale_minimum = wholesale_minimum(given.wholesale_min_order_quantity, found);
    Some(Details {
        sku: sku?,
        barcode: barcode?,
        supply_price: supply_price?,
        wholesale_price: wholesale_price?,
        weight: weight?,
        height: height?,
        width: width?,
        length: length?,
        wholesale_min_order_quantity: wholesale_minimum?,
    })
}

fn page(given: &str, found: &mut Violations) -> Option<PageVariant> {
    let unknown = |_| "the page is one of full, simpler, minimal, no_picker";
    found.check("page", "form.validation.unknown", given.parse().map_err(unknown))
}

fn code(field: &str, text: &str, found: &mut Violations) -> Option<String> {
    let text = text.trim();
    if text.chars().count() > LONGEST_CODE {
        found.push(field, "form.validation.tooLong", format!("{LONGEST_CODE} characters at most"));
        return None;
    }
    Some(text.to_owned())
}

fn wholesale_minimum(pieces: u32, found: &mut Violations) -> Option<u32> {
    if pieces > MOST_WHOLESALE_PIECES {
        let text = format!("from 1 to {MOST_WHOLESALE_PIECES} pieces, or none");
        found.push("details.wholesaleMinOrderQuantity", "form.validation.wholesaleQuantity", text);
        return None;
    }
    Some(pieces)
}

fn measure(field: &str, value: u32, most: u32, found: &mut Violations) -> Option<u32> {
    if value > most {
        found.push(field, "form.validation.measure", format!("{most} at most"));
        return None;
    }
    Some(value)
}

fn limit(field: &'static str, entries: usize, found: &mut Violations) {
    if entries > MOST_ENTRIES {
        found.push(field, "form.validation.tooMany", "100 entries at most");
    }
}
