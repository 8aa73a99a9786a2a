//! What is offered while a shopper types.

use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use serde::Serialize;
use souk_kernel::{BrandId, CategoryId, Language};
use souk_views as views;

use super::write::joined;
use crate::brands::by_name;
use crate::categories::{Category, tile};
use crate::products::brand_view;
use crate::reference::ReferenceData;
use crate::search::{telling, words};

pub const PRODUCTS: u32 = 5;
const CATEGORIES: usize = 3;
const BRANDS: usize = 3;

/// [`views::Suggestions`] but for the products.
#[derive(Serialize)]
struct Beside {
    categories: Vec<views::CategoryTile>,
    brands: Vec<views::Brand>,
}

/// The words of the names of categories and brands: cutting text into words takes longer than looking through them.
#[derive(Debug)]
pub struct Names {
    /// The revision of the reference data that they are of.
    reference: u64,
    /// With the words of each language.
    categories: Vec<(CategoryId, Vec<Vec<String>>)>,
    /// In the order that lists show them.
    brands: Vec<(BrandId, Vec<String>)>,
}

/// [`Names`] made once for each state of the reference.
#[derive(Debug, Default)]
pub struct RememberedNames(Mutex<Option<Arc<Names>>>);

impl RememberedNames {
    pub fn of(&self, reference: &ReferenceData) -> Arc<Names> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match kept.as_ref().filter(|names| names.reference == reference.revision.reference) {
            Some(names) => names.clone(),
            None => kept.insert(Arc::new(Names::of(reference))).clone(),
        }
    }
}

impl Names {
    /// The words of all names.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let categories = self.categories.iter().flat_map(|(_, names)| names.iter().flatten());
        let brands = self.brands.iter().flat_map(|(_, name)| name);
        categories.chain(brands).map(String::as_str)
    }

    fn of(reference: &ReferenceData) -> Self {
        let category = |category: &Category| {
            (category.id, Language::ALL.map(|language| words(category.name.get(language))).to_vec())
        };
        let brands = by_name(reference.brands.values().cloned());
        Self {
            reference: reference.revision.reference,
            categories: reference.categories.iter().map(category).collect(),
            brands: brands.into_iter().map(|brand| (brand.id, words(&brand.name))).collect(),
        }
    }
}

pub fn write(
    reference: &ReferenceData,
    names: &Names,
    typed: &str,
    cards: &[Bytes],
    language: Language,
) -> serde_json::Result<Bytes> {
    let typed = telling(&words(typed));
    let categories =
        names.categories.iter().filter(|(_, names)| names.iter().any(|name| begins(name, &typed)));
    let categories = categories.filter_map(|(id, _)| reference.categories.get(*id));
    let brands = names.brands.iter().filter(|(_, name)| begins(name, &typed));
    let brands = brands.filter_map(|(id, _)| reference.brands.get(id));
    let beside = Beside {
        categories: categories
            .filter(|category| category.products > 0)
            .take(CATEGORIES)
            .map(|category| tile(category, language))
            .collect(),
        brands: brands.filter(|brand| brand.products > 0).take(BRANDS).map(brand_view).collect(),
    };
    joined(&[("products", cards)], &beside)
}

/// Whether every word typed, and there is one, begins some word of the name.
fn begins(name: &[String], typed: &[String]) -> bool {
    !typed.is_empty() && typed.iter().all(|word| name.iter().any(|own| own.starts_with(word.as_str())))
}
