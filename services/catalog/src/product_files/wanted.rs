//! What a file says of a product, as the forms would say it. Pure.

use souk_kernel::{Clock, CombinationId, Language, LocalizedText, QuantityRule, Slug};
use souk_proto::catalog::v1 as proto;
use souk_proto::common::v1 as common;
use souk_rpc::{Failure, Violations};
use uuid::Uuid;

use super::filing::Filing;
use crate::attributes::Attribute;
use crate::products::{Combination, Product};
use crate::remote_pictures::{Named, read_address};
use crate::search::fold;

/// Of a new product whose file says nothing of it: the usual rate of Algeria.
const USUAL_RATE: u32 = 1_900;

/// Pictures that a file may name of one product, as many as one has.
const MOST_PICTURES: usize = 100;
/// Where a shop's own pictures of products are. What a file says of the shop's own stays, wherever the shop is reached.
const OWN: &str = "/media/products/";
/// Longest address that is kept.
const LONGEST_ADDRESS: usize = 2_000;

fn is_called(name: &LocalizedText, text: &str) -> bool {
    let text = fold(text);
    Language::ALL.into_iter().any(|language| fold(name.get(language)) == text)
}

/// A new product with its combinations.
pub fn new(
    wanted: &proto::FileProduct,
    filing: Filing,
    attributes: &[Attribute],
    clock: &dyn Clock,
) -> Result<proto::CreateProductRequest, Failure> {
    let mut found = Violations::default();
    if wanted.price_ht.is_none() {
        found.push("priceHt", "form.validation.required", "a price is required");
    }
    if filing.category.is_none() {
        found.push("categoryId", "form.validation.required", "a category is required");
    }
    found.into_result("invalid_request")?;
    let combination = |own: &proto::FileCombination| proto::Combination {
        id: CombinationId::new(clock).to_string(),
        sku: own.sku.clone(),
        barcode: own.barcode.clone(),
        price_ht: own.price_ht.unwrap_or_default(),
        is_default: false,
        active: own.active.unwrap_or(true),
        values: own.options.iter().map(|option| value(option, attributes)).collect(),
        image_ids: Vec::new(),
    };
    Ok(proto::CreateProductRequest {
        id: wanted.new_id.clone(),
        active: wanted.active.unwrap_or_default(),
        price_ht: wanted.price_ht.unwrap_or_default(),
        tax_rate: wanted.tax_rate.unwrap_or(USUAL_RATE),
        category_id: filing.category.map(|category| category.to_string()).unwrap_or_default(),
        brand_id: filing.brand.map(|brand| brand.to_string()).unwrap_or_default(),
        texts: wanted.texts.clone(),
        combinations: wanted.combinations.iter().map(combination).collect(),
        tags: wanted.tags.clone(),
        slug: wanted.slug.clone(),
        featured: wanted.featured.unwrap_or_default(),
        on_sale: wanted.on_sale.unwrap_or_default(),
        available_from: available_from(wanted).unwrap_or_default(),
        details: Some(details(&proto::ProductDetails::default(), wanted)),
        quantity_rule: quantity_rule(QuantityRule::default(), wanted),
        ..Default::default()
    })
}

/// The option by the attribute that is called so, else of a new attribute.
fn value(option: &proto::FileOption, attributes: &[Attribute]) -> proto::CombinationValue {
    let text = |fr: &str| Some(common::LocalizedText { fr: fr.trim().to_owned(), ..Default::default() });
    let known = attributes.iter().find(|own| is_attribute(&own.kind, &own.name, &option.attribute));
    let made = || Slug::from_name(&option.attribute).map(|slug| slug.to_string()).unwrap_or_default();
    proto::CombinationValue {
        r#type: known.map_or_else(made, |known| known.kind.clone()),
        type_label: text(&option.attribute),
        value: text(&option.value),
        ..Default::default()
    }
}

fn is_attribute(kind: &str, name: &LocalizedText, text: &str) -> bool {
    fold(kind) == fold(text) || is_called(name, text)
}

/// An edit of a product that there is.
pub fn edit(product: &Product, wanted: &proto::FileProduct, filing: Filing) -> proto::UpdateProductRequest {
    let present = &product.details;
    let present = proto::ProductDetails {
        sku: present.sku.clone(),
        barcode: present.barcode.clone(),
        supply_price_ht: present.supply_price.centimes(),
        wholesale_price_ht: present.wholesale_price.centimes(),
        weight: present.weight,
        height: present.height,
        width: present.width,
        length: present.length,
        wholesale_min_order_quantity: present.wholesale_min_order_quantity,
    };
    let tags = (!wanted.tags.is_empty()).then(|| proto::ProductTags { tags: wanted.tags.clone() });
    proto::UpdateProductRequest {
        id: product.id.to_string(),
        version: product.version,
        active: wanted.active,
        featured: wanted.featured,
        on_sale: wanted.on_sale,
        available_from: available_from(wanted),
        price_ht: wanted.price_ht,
        tax_rate: wanted.tax_rate,
        category_id: filing.category.map(|category| category.to_string()),
        brand_id: filing.brand.map(|brand| brand.to_string()),
        texts: wanted.texts.iter().map(|text| merged(product, text)).collect(),
        details: Some(details(&present, wanted)),
        quantity_rule: quantity_rule(product.quantity_rule, wanted),
        tags,
        ..Default::default()
    }
}

/// The text of a language with what the file says of it.
fn merged(product: &Product, said: &proto::ProductText) -> proto::ProductText {
    let present = product.texts.iter().find(|text| text.language.code() == said.language);
    // Cells come without the spaces around them, which are no change.
    let or = |said: &str, present: Option<&String>| match present {
        Some(present) if said.is_empty() || said == present.trim() => present.clone(),
        _ => said.to_owned(),
    };
    proto::ProductText {
        language: said.language.clone(),
        name: or(&said.name, present.map(|text| &text.name)),
        short_description: or(&said.short_description, present.map(|text| &text.short_description)),
        long_description: or(&said.long_description, present.map(|text| &text.long_description)),
        seo_title: or(&said.seo_title, present.map(|text| &text.seo_title)),
        seo_description: or(&said.seo_description, present.map(|text| &text.seo_description)),
    }
}

fn details(present: &proto::ProductDetails, wanted: &proto::FileProduct) -> proto::ProductDetails {
    let or = |said: &String, present: &String| if said.is_empty() { present.clone() } else { said.clone() };
    proto::ProductDetails {
        sku: or(&wanted.sku, &present.sku),
        barcode: or(&wanted.barcode, &present.barcode),
        supply_price_ht: wanted.supply_price_ht.unwrap_or(present.supply_price_ht),
        wholesale_price_ht: wanted.wholesale_price_ht.unwrap_or(present.wholesale_price_ht),
        weight: wanted.weight.unwrap_or(present.weight),
        height: wanted.height.unwrap_or(present.height),
        width: wanted.width.unwrap_or(present.width),
        length: wanted.length.unwrap_or(present.length),
        wholesale_min_order_quantity: wanted
            .wholesale_min_order_quantity
            .unwrap_or(present.wholesale_min_order_quantity),
    }
}

/// `None` where the file says nothing of it; a zero takes it away.
fn available_from(proto::FileProduct { available_from, .. }: &proto::FileProduct) -> Option<String> {
    let said = Some(available_from).filter(|said| !said.is_empty())?;
    Some(if said == "0" { String::new() } else { said.clone() })
}

/// `None` where the file says nothing of it.
fn quantity_rule(present: QuantityRule, wanted: &proto::FileProduct) -> Option<proto::QuantityRule> {
    let proto::FileProduct { minimum_quantity, maximum_quantity, quantity_step, .. } = *wanted;
    [minimum_quantity, maximum_quantity, quantity_step].iter().any(Option::is_some).then(|| {
        proto::QuantityRule {
            minimum: minimum_quantity.unwrap_or(present.minimum()),
            maximum: maximum_quantity.map_or(present.maximum(), |most| Some(most).filter(|most| *most > 0)),
            step: quantity_step.unwrap_or(present.step()),
        }
    })
}

/// All combinations of a product with what the file says of some; `None` where it says nothing of any.
pub fn combinations(
    product: &Product,
    wanted: &[proto::FileCombination],
) -> Result<Option<proto::SetCombinationsRequest>, Failure> {
    if wanted.is_empty() {
        return Ok(None);
    }
    let mut said: Vec<Option<&proto::FileCombination>> = vec![None; product.combinations.len()];
    let mut found = Violations::default();
    for (at, one) in wanted.iter().enumerate() {
        let id = one.id.parse::<Uuid>().ok();
        match product.combinations.iter().position(|own| is_named(own, id, one)) {
            None => found.push(
                format!("combinations[{at}].id"),
                "form.validation.unknown",
                "the product has no such combination",
            ),
            Some(index) if said[index].is_some() => {
                found.push(format!("combinations[{at}].id"), "form.validation.repeated", "named twice");
            }
            Some(index) => said[index] = Some(one),
        }
    }
    found.into_result("invalid_request")?;
    let combinations = product.combinations.iter().zip(said).map(|(own, said)| proto::WantedCombination {
        id: own.id.to_string(),
        option_ids: Vec::new(),
        sku: said.map(|said| &said.sku).filter(|sku| !sku.is_empty()).unwrap_or(&own.sku).clone(),
        barcode: said.map(|said| said.barcode.clone()).filter(|barcode| !barcode.is_empty()),
        price_ht: said.and_then(|said| said.price_ht).unwrap_or(own.price.centimes()),
        is_default: own.is_default,
        active: said.and_then(|said| said.active).unwrap_or(own.active),
    });
    Ok(Some(proto::SetCombinationsRequest {
        product_id: product.id.to_string(),
        version: product.version,
        combinations: combinations.collect(),
    }))
}

/// By its id where the file has one, else by its SKU where the product's has one, else by its options.
fn is_named(own: &Combination, id: Option<Uuid>, said: &proto::FileCombination) -> bool {
    if !said.id.is_empty() {
        return Some(own.id.uuid()) == id;
    }
    if !said.sku.is_empty() && own.sku == said.sku {
        return true;
    }
    let has = |option: &proto::FileOption| {
        own.values.iter().any(|chosen| {
            is_attribute(&chosen.kind, &chosen.label, &option.attribute)
                && is_called(&chosen.value, &option.value)
        })
    };
    !said.options.is_empty() && own.values.len() == said.options.len() && said.options.iter().all(has)
}

/// Whether the pictures that a file names can be asked for.
pub fn check_pictures(wanted: &proto::FileProduct, found: &mut Violations) {
    let of_combinations: usize = wanted.combinations.iter().map(|own| own.pictures.len()).sum();
    if wanted.pictures.len() + of_combinations > MOST_PICTURES {
        let text = format!("{MOST_PICTURES} pictures at most");
        found.push("pictures", "form.validation.tooMany", text);
    }
    let mut check = |field: String, pictures: &[String]| {
        let is_sound = |address: &String| {
            read_address(address).is_ok() || (address.contains(OWN) && address.len() <= LONGEST_ADDRESS)
        };
        if !pictures.iter().all(is_sound) {
            let text = "pictures have addresses of http or https, on their usual ports";
            found.push(field, "form.validation.pictureAddress", text);
        }
    };
    check("pictures".into(), &wanted.pictures);
    for (at, own) in wanted.combinations.iter().enumerate() {
        check(format!("combinations[{at}].pictures"), &own.pictures);
    }
}

/// The pictures that a file names of a product and that are none of its own, each once, with the combinations that they show.
pub fn pictures(product: &Product, wanted: &proto::FileProduct) -> Vec<Named> {
    let mut named: Vec<Named> = Vec::new();
    let mut name = |address: &str, line: u32, combination: Option<CombinationId>| {
        let address = read_address(address).map_or_else(|_| address.to_owned(), String::from);
        let sizes = product.images.iter().flat_map(|image| &image.sizes);
        if sizes.map(|size| &size.url).any(|own| address.ends_with(own.as_str())) {
            return;
        }
        match named.iter_mut().find(|one| one.address == address) {
            Some(known) => known.combinations.extend(combination),
            None => named.push(Named { address, line, combinations: combination.into_iter().collect() }),
        }
    };
    for address in &wanted.pictures {
        name(address, wanted.line, None);
    }
    for said in &wanted.combinations {
        let id = said.id.parse::<Uuid>().ok();
        let own = product.combinations.iter().find(|own| is_named(own, id, said));
        for address in &said.pictures {
            name(address, said.line, own.map(|own| own.id));
        }
    }
    named
}
