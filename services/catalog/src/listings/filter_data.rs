//! The filter sections of a listing in the page's language.

use souk_kernel::{Language, LocalizedText};
use souk_views as views;

use crate::search::{Facet, FacetCount, FacetGroup, Found, fold};

/// `own` is the name of the listed category, which is no choice within itself.
pub fn filter_data(found: &Found, own: Option<&LocalizedText>, language: Language) -> views::FilterData {
    let own = own.map(|name| fold(name.get(Language::Fr)));
    let mut data = views::FilterData::default();
    for group in found.facets.iter() {
        let Some(first) = group.values.first() else { continue };
        match first.facet.group.split_once('.') {
            None if first.facet.group == "brands" => data.brands = values(group, language),
            None => data.sub_categories = values(group, language),
            Some(("attributes", kind)) => data.attributes.push(section(group, &first.facet, kind, language)),
            Some((_, kind)) => data.features.push(section(group, &first.facet, kind, language)),
        }
    }
    data.sub_categories.retain(|value| Some(fold(&value.value)) != own);
    let (min, max) = found.price_bounds.unwrap_or_default();
    data.price_range = views::PriceRange { min: min.into(), max: max.into() };
    data
}

/// All values of a section carry its name.
fn section(group: &FacetGroup, any: &Facet, kind: &str, language: Language) -> views::FacetGroup {
    views::FacetGroup {
        label: kind.to_owned(),
        label_trans: any.label.get(language).to_owned(),
        data: values(group, language),
    }
}

fn values(group: &FacetGroup, language: Language) -> Vec<views::FacetValue> {
    let value = |count: &FacetCount| views::FacetValue {
        value: count.facet.value.get(Language::Fr).to_owned(),
        label: count.facet.value.get(language).to_owned(),
        count: count.products,
        color: Some(count.facet.color.clone()).filter(|color| !color.is_empty()),
    };
    group.values.iter().map(value).collect()
}
