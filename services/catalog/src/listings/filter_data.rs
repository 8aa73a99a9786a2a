//! The filter sections of a listing in the page's language: [`views::FilterData`] without a copy of its texts. A large list has
//! thousands of values, as each line of a data sheet is one: of each filter some are sent.

use std::cmp::Reverse;

use serde::Serialize;
use souk_kernel::{Language, LocalizedText};
use souk_views as views;

use super::parse::ListingQuery;
use crate::reference::ValuePlaces;
use crate::search::{Facet, FacetCount, Found, fold};
use crate::value_order::ValueOrder;

/// Values of one filter that are sent beside the chosen ones: those that most products have.
const MOST_VALUES: usize = 100;
/// Of the brands, whom shoppers look for by name. All that are sent are in the first answer of a listing's page.
const MOST_BRANDS: usize = 200;
/// The filter by who makes it.
const BRANDS: &str = "brands";
/// The filter by what is filed below the listed category.
const SUB_CATEGORIES: &str = "subCategories";

/// [`views::FilterData`].
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FilterData<'a> {
    brands: Vec<FacetValue<'a>>,
    brandlines: Vec<FacetValue<'a>>,
    sub_categories: Vec<FacetValue<'a>>,
    attributes: Vec<Section<'a>>,
    features: Vec<Section<'a>>,
    price_range: views::PriceRange,
}

/// [`views::FacetGroup`].
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Section<'a> {
    label: &'a str,
    label_trans: &'a str,
    data: Vec<FacetValue<'a>>,
}

/// [`views::FacetValue`].
#[derive(Serialize)]
struct FacetValue<'a> {
    value: &'a str,
    label: &'a str,
    count: u64,
    color: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<&'a str>,
}

/// `own` is the name of the listed category, which is no choice within itself.
pub fn filter_data<'a>(
    found: &'a Found,
    own: Option<&LocalizedText>,
    query: &ListingQuery,
    places: &ValuePlaces,
) -> FilterData<'a> {
    let own = own.map(|name| fold(name.get(Language::Fr)));
    let mut data = FilterData::default();
    for group in found.facets.iter() {
        let Some(first) = group.values.first() else { continue };
        let name = &first.facet.group;
        let is_choice =
            |count: &&FacetCount| name != SUB_CATEGORIES || Some(&count.facet.key) != own.as_ref();
        let chosen = query.filters.groups.get(name).map_or(&[][..], Vec::as_slice);
        let most = if name == BRANDS { MOST_BRANDS } else { MOST_VALUES };
        let mut sent = sent(group.values.iter().filter(is_choice), chosen, most);
        let places = places.get(name);
        sent.sort_by_cached_key(|count| {
            let place = places.and_then(|places| places.get(&count.facet.key)).copied();
            ValueOrder::of(place, count.facet.value.get(query.language))
        });
        let values = values(sent, query.language);
        match name.split_once('.') {
            None if name == SUB_CATEGORIES => data.sub_categories = values,
            None if name == "brandlines" => data.brandlines = values,
            None => data.brands = values,
            Some(("attributes", kind)) => {
                data.attributes.push(section(&first.facet, kind, values, query.language));
            }
            Some((_, kind)) => data.features.push(section(&first.facet, kind, values, query.language)),
        }
    }
    let (min, max) = found.price_bounds.unwrap_or_default();
    data.price_range = views::PriceRange { min: min.into(), max: max.into() };
    data
}

/// The chosen values and as many of the others as are sent at most.
fn sent<'a>(
    counts: impl Iterator<Item = &'a FacetCount>,
    chosen: &[String],
    most: usize,
) -> Vec<&'a FacetCount> {
    let (mut sent, mut others): (Vec<_>, Vec<_>) =
        counts.partition(|count| chosen.contains(&count.facet.key));
    if others.len() > most {
        others.select_nth_unstable_by(most, |one, other| {
            let rank = |count: &FacetCount| Reverse(count.products);
            rank(one).cmp(&rank(other)).then_with(|| one.facet.key.cmp(&other.facet.key))
        });
        others.truncate(most);
    }
    sent.append(&mut others);
    sent
}

/// All values of a section carry its name.
fn section<'a>(any: &'a Facet, kind: &'a str, data: Vec<FacetValue<'a>>, language: Language) -> Section<'a> {
    Section { label: kind, label_trans: any.label.get(language), data }
}

fn values(counts: Vec<&FacetCount>, language: Language) -> Vec<FacetValue<'_>> {
    let values = counts.into_iter().map(|count| FacetValue {
        value: count.facet.value.get(Language::Fr),
        label: count.facet.value.get(language),
        count: count.products,
        color: Some(count.facet.color.as_str()).filter(|color| !color.is_empty()),
        picture: Some(count.facet.picture.as_str()).filter(|picture| !picture.is_empty()),
    });
    values.collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn count(key: &str, products: u64) -> FacetCount {
        let facet = Facet {
            group: "features.scent".into(),
            key: key.into(),
            label: LocalizedText::default(),
            value: LocalizedText { fr: key.into(), ..LocalizedText::default() },
            color: String::new(),
            picture: String::new(),
        };
        FacetCount { facet: Arc::new(facet), products }
    }

    #[test]
    fn of_many_values_the_chosen_and_those_of_most_products_are_sent() {
        let counts: Vec<_> =
            (0..5_000_u64).map(|number| count(&format!("{number:04}"), number % 2)).collect();
        let sent = sent(counts.iter(), &["4000".to_owned(), "nobody has it".to_owned()], MOST_VALUES);
        let keys: Vec<_> = sent.iter().map(|count| count.facet.key.as_str()).collect();
        assert_eq!((keys.len(), keys[0]), (1 + MOST_VALUES, "4000"));
        assert!(sent[1..].iter().all(|count| count.products == 1));
        assert!(
            keys.contains(&"0001") && keys.contains(&"0199") && !keys.contains(&"0201"),
            "of as many, the first"
        );
    }
}
