//! What the search index holds of a product.

use souk_kernel::{Language, LocalizedText};

use super::card::card;
use super::model::Product;
use crate::availability::Availability;
use crate::search::{Document, Facet, Pricing, Scope, fold};
use crate::shelf::Shelf;

pub fn document(
    product: &Product,
    shelf: &Shelf,
    availability: &Availability,
) -> serde_json::Result<Document> {
    Ok(Document {
        pricing: Pricing {
            product: product.id,
            base: product.base_price(product.preselected()),
            tax_rate: product.tax_rate,
            category: product.category,
            brand: product.brand,
        },
        number: product.number,
        scopes: scopes(product, shelf),
        names: product.texts.iter().map(|text| text.name.clone()).collect(),
        words: words(product, shelf),
        facets: facets(product, shelf),
        card: card(product, shelf, availability)?,
    })
}

fn scopes(product: &Product, shelf: &Shelf) -> Vec<Scope> {
    let mut scopes = vec![Scope::All];
    scopes.extend(product.featured.then_some(Scope::Featured));
    scopes.extend(shelf.categories.path(product.category).into_iter().map(Scope::Category));
    scopes.extend(product.brand.map(Scope::Brand));
    scopes
}

fn words(product: &Product, shelf: &Shelf) -> Vec<String> {
    let mut words: Vec<String> = product.texts.iter().map(|text| text.short_description.clone()).collect();
    words.extend(shelf.brand(product).map(|brand| brand.name.clone()));
    words.extend(product.tags.iter().cloned());
    for category in shelf.categories.path(product.category) {
        words.extend(shelf.categories.get(category).into_iter().flat_map(|category| written(&category.name)));
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

fn facets(product: &Product, shelf: &Shelf) -> Vec<Facet> {
    let mut facets = Vec::new();
    if let Some(brand) = shelf.brand(product) {
        facets.push(facet("brands", LocalizedText::default(), everywhere(&brand.name), ""));
    }
    if let Some(category) = shelf.categories.get(product.category) {
        facets.push(facet("subCategories", LocalizedText::default(), category.name.clone(), ""));
    }
    for chosen in product.offered().flat_map(|combination| &combination.values) {
        let group = format!("attributes.{}", chosen.kind);
        facets.push(facet(&group, chosen.label.clone(), chosen.value.clone(), &chosen.color));
    }
    for feature in &product.features {
        let group = format!("features.{}", feature.kind);
        facets.push(facet(&group, feature.label.clone(), feature.value.clone(), ""));
    }
    let mut known = std::collections::HashSet::new();
    facets.retain(|facet| !facet.key.is_empty() && known.insert((facet.group.clone(), facet.key.clone())));
    facets
}

/// Values are chosen by their raw text, the French one, whatever language the page is in.
fn facet(group: &str, label: LocalizedText, value: LocalizedText, color: &str) -> Facet {
    Facet {
        group: group.to_owned(),
        key: fold(value.get(Language::Fr)),
        label,
        value,
        color: color.to_owned(),
    }
}

fn everywhere(name: &str) -> LocalizedText {
    LocalizedText { fr: name.to_owned(), ..LocalizedText::default() }
}
