//! What is offered while a shopper types.

use bytes::Bytes;
use serde::Serialize;
use souk_kernel::Language;
use souk_views as views;

use super::write::joined;
use crate::brands::by_name;
use crate::categories::tile;
use crate::products::brand_view;
use crate::search::words;
use crate::shelf::Shelf;

pub const PRODUCTS: u32 = 5;
const CATEGORIES: usize = 3;
const BRANDS: usize = 3;

/// [`views::Suggestions`] but for the products.
#[derive(Serialize)]
struct Beside {
    categories: Vec<views::CategoryTile>,
    brands: Vec<views::Brand>,
}

pub fn write(shelf: &Shelf, typed: &str, cards: &[Bytes], language: Language) -> serde_json::Result<Bytes> {
    let typed = words(typed);
    let matching = |names: &[&str]| !typed.is_empty() && names.iter().any(|name| begins(name, &typed));
    let categories = shelf.categories.iter().filter(|category| {
        category.products > 0 && matching(&Language::ALL.map(|language| category.name.get(language)))
    });
    let brands =
        shelf.brands.values().filter(|brand| brand.products > 0 && matching(&[&brand.name])).cloned();
    let beside = Beside {
        categories: categories.take(CATEGORIES).map(|category| tile(category, language)).collect(),
        brands: by_name(brands).iter().take(BRANDS).map(brand_view).collect(),
    };
    joined(&[("products", cards)], &beside)
}

/// Whether every word typed begins some word of the name.
fn begins(name: &str, typed: &[String]) -> bool {
    let name = words(name);
    typed.iter().all(|word| name.iter().any(|known| known.starts_with(word.as_str())))
}
