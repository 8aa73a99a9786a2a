//! The filter sections of a listing in the page's language.

use souk_kernel::{Language, LocalizedText};
use souk_views as views;

use crate::search::{FacetGroup, Found, fold};

/// `own` is the name of the listed category, which is no choice within itself.
pub fn filter_data(found: &Found, own: Option<&LocalizedText>, language: Language) -> views::FilterData {
    let own = own.map(|name| fold(name.get(Language::Fr)));
    let mut data = views::FilterData::default();
    for group in found.facets.iter() {
        match group.name.split_once('.') {
            None if group.name == "brands" => data.brands = values(group, language),
            None => data.sub_categories = values(group, language),
            Some(("attributes", kind)) => data.attributes.push(section(group, kind, language)),
            Some((_, kind)) => data.features.push(section(group, kind, language)),
        }
    }
    data.sub_categories.retain(|value| Some(fold(&value.value)) != own);
    let (min, max) = found.price_bounds.unwrap_or_default();
    data.price_range = views::PriceRange { min: min.into(), max: max.into() };
    data
}

fn section(group: &FacetGroup, kind: &str, language: Language) -> views::FacetGroup {
    views::FacetGroup {
        label: kind.to_owned(),
        label_trans: group.label.get(language).to_owned(),
        data: values(group, language),
    }
}

fn values(group: &FacetGroup, language: Language) -> Vec<views::FacetValue> {
    let value = |value: &crate::search::FacetCount| views::FacetValue {
        value: value.value.get(Language::Fr).to_owned(),
        label: value.value.get(language).to_owned(),
        count: value.products,
        color: Some(value.color.clone()).filter(|color| !color.is_empty()),
    };
    group.values.iter().map(value).collect()
}
