//! The filter sections of a listing in the page's language: [`views::FilterData`] without a copy of its texts, for a
//! large list has thousands of values.

use serde::Serialize;
use souk_kernel::{Language, LocalizedText};
use souk_views as views;

use crate::search::{Facet, FacetCount, FacetGroup, Found, fold};

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
pub fn filter_data<'a>(found: &'a Found, own: Option<&LocalizedText>, language: Language) -> FilterData<'a> {
    let own = own.map(|name| fold(name.get(Language::Fr)));
    let mut data = FilterData::default();
    for group in found.facets.iter() {
        let Some(first) = group.values.first() else { continue };
        match first.facet.group.split_once('.') {
            None if first.facet.group == "brands" => data.brands = values(&group.values, language),
            None if first.facet.group == "brandlines" => data.brandlines = values(&group.values, language),
            None => {
                let others = group.values.iter().filter(|count| Some(&count.facet.key) != own.as_ref());
                data.sub_categories = values(others, language);
            }
            Some(("attributes", kind)) => data.attributes.push(section(group, &first.facet, kind, language)),
            Some((_, kind)) => data.features.push(section(group, &first.facet, kind, language)),
        }
    }
    let (min, max) = found.price_bounds.unwrap_or_default();
    data.price_range = views::PriceRange { min: min.into(), max: max.into() };
    data
}

/// All values of a section carry its name.
fn section<'a>(group: &'a FacetGroup, any: &'a Facet, kind: &'a str, language: Language) -> Section<'a> {
    Section { label: kind, label_trans: any.label.get(language), data: values(&group.values, language) }
}

fn values<'a>(counts: impl IntoIterator<Item = &'a FacetCount>, language: Language) -> Vec<FacetValue<'a>> {
    let value = |count: &'a FacetCount| FacetValue {
        value: count.facet.value.get(Language::Fr),
        label: count.facet.value.get(language),
        count: count.products,
        color: Some(count.facet.color.as_str()).filter(|color| !color.is_empty()),
        picture: Some(count.facet.picture.as_str()).filter(|picture| !picture.is_empty()),
    };
    counts.into_iter().map(value).collect()
}
