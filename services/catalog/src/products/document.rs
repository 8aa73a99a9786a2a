//! What the search index holds of a product.

use std::collections::HashSet;

use souk_kernel::{Language, LocalizedText};

use super::card::card;
use super::model::Product;
use crate::availability::Availability;
use crate::reference::ReferenceData;
use crate::search::{Document, Facet, Scope, TagKey, fold};

pub fn document(
    product: &Product,
    reference: &ReferenceData,
    availability: &Availability,
) -> serde_json::Result<Document> {
    Ok(Document {
        pricing: product.pricing(product.preselected()),
        number: product.number,
        made_at: product.created_at,
        scopes: scopes(product, reference),
        names: product.texts.iter().map(|text| text.name.clone()).collect(),
        words: words(product, reference),
        facets: facets(product, reference),
        card: card(product, reference, availability)?,
    })
}

fn scopes(product: &Product, reference: &ReferenceData) -> Vec<Scope> {
    let mut scopes = vec![Scope::All];
    scopes.extend(product.featured.then_some(Scope::Featured));
    scopes.extend(reference.categories.path(product.category).into_iter().map(Scope::Category));
    scopes.extend(product.brand.map(Scope::Brand));
    scopes.extend(product.brand_line.map(Scope::BrandLine));
    scopes.extend(product.tags.iter().map(|tag| Scope::Tag(TagKey::of(tag))));
    scopes
}

fn words(product: &Product, reference: &ReferenceData) -> Vec<String> {
    let mut words: Vec<String> = product.texts.iter().map(|text| text.short_description.clone()).collect();
    words.extend(reference.brand(product.brand).map(|brand| brand.name.clone()));
    words.extend(reference.brand_line(product.brand_line).map(|line| line.name.clone()));
    words.extend(product.tags.iter().cloned());
    for category in reference.categories.path(product.category) {
        words.extend(
            reference.categories.get(category).into_iter().flat_map(|category| written(&category.name)),
        );
    }
    for combination in product.offered() {
        words.push(combination.sku.clone());
        words.extend(combination.values.iter().flat_map(|chosen| written(&chosen.value)));
    }
    words.extend(product.features.iter().flat_map(|feature| written(&feature.value)));
    words.retain(|word| !word.is_empty());
    words
}

fn written(text: &LocalizedText) -> Vec<String> {
    Language::ALL.map(|language| text.get(language).to_owned()).to_vec()
}

fn facets(product: &Product, reference: &ReferenceData) -> Vec<Facet> {
    let mut facets = Vec::new();
    if let Some(brand) = reference.brand(product.brand) {
        facets.push(facet("brands", LocalizedText::default(), everywhere(&brand.name)));
    }
    if let Some(line) = reference.brand_line(product.brand_line) {
        facets.push(facet("brandlines", LocalizedText::default(), everywhere(&line.name)));
    }
    if let Some(category) = reference.categories.get(product.category) {
        facets.push(facet("subCategories", LocalizedText::default(), category.name.clone()));
    }
    for chosen in product.offered().flat_map(|combination| &combination.values) {
        let group = format!("attributes.{}", chosen.kind);
        facets.push(Facet {
            color: chosen.color.clone(),
            picture: chosen.picture.clone(),
            ..facet(&group, chosen.label.clone(), chosen.value.clone())
        });
    }
    for feature in &product.features {
        let group = format!("features.{}", feature.kind);
        facets.push(facet(&group, feature.label.clone(), feature.value.clone()));
    }
    let mut seen = HashSet::new();
    facets.retain(|facet| !facet.key.is_empty() && seen.insert((facet.group.clone(), facet.key.clone())));
    facets
}

/// Values are chosen by their raw text, the French one, whatever language the page is in.
fn facet(group: &str, label: LocalizedText, value: LocalizedText) -> Facet {
    Facet {
        group: group.to_owned(),
        key: fold(value.get(Language::Fr)),
        label,
        value,
        color: String::new(),
        picture: String::new(),
    }
}

fn everywhere(name: &str) -> LocalizedText {
    LocalizedText { fr: name.to_owned(), ..LocalizedText::default() }
}
