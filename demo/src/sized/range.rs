//! What the goods and orders of a sized shop refer to: categories, brands, pictures, warehouses.

use souk_kernel::{LocalizedText, Slug};
use time::OffsetDateTime;
use uuid::Uuid;

use super::dice::Dice;
use super::size::Size;
use super::skew::Ranks;
use super::words::{BRAND_HEADS, BRAND_TAILS, DEPARTMENTS, KINDS, NOTES, STYLES, Words};

/// At most so many, in a shop of at least twenty products to each.
const MOST_CATEGORIES: u64 = 500;
const MOST_BRANDS: u64 = 2_000;

/// Name and wilaya of the warehouses, in the order in which they are asked. The demo's three are the first.
pub const WAREHOUSES: [(&str, &str); 5] =
    [("Alger Centre", "16"), ("Oran", "31"), ("Constantine", "25"), ("Sétif", "19"), ("Ouargla", "30")];

/// Everything that a product or an order is made with.
#[derive(Debug)]
pub struct Range {
    pub seed: u64,
    pub now: OffsetDateTime,
    pub products: u64,
    pub categories: Vec<Category>,
    pub category_ranks: Ranks,
    pub brands: Vec<Brand>,
    pub brand_ranks: Ranks,
    pub pictures: Vec<Picture>,
}

#[derive(Debug)]
pub struct Category {
    pub id: Uuid,
    /// Place in the list, always an earlier one.
    pub parent: Option<usize>,
    pub slug: String,
    pub name: LocalizedText,
}

#[derive(Debug)]
pub struct Brand {
    pub id: Uuid,
    pub slug: String,
    pub name: String,
}

/// A picture that the demo has stored.
#[derive(Debug)]
pub struct Picture {
    pub content_hash: String,
    /// JSON as catalog keeps it.
    pub sizes: String,
    /// Address of the smallest.
    pub small: String,
}

impl Range {
    pub fn new(size: Size, now: OffsetDateTime, pictures: Vec<Picture>) -> Self {
        let of = |most: u64, least: u64| (size.products / 20).clamp(least, most);
        let categories = categories(size.seed, of(MOST_CATEGORIES, 20), now);
        let brands = brands(size.seed, of(MOST_BRANDS, 20), now);
        Self {
            seed: size.seed,
            now,
            products: size.products,
            category_ranks: Ranks::new(categories.len()),
            categories,
            brand_ranks: Ranks::new(brands.len()),
            brands,
            pictures,
        }
    }

    /// Ids from the root down to the category at this place.
    pub fn category_path(&self, place: usize) -> Vec<Uuid> {
        let parent = |place: &usize| self.categories[*place].parent;
        let mut path: Vec<Uuid> =
            std::iter::successors(Some(place), parent).map(|place| self.categories[place].id).collect();
        path.reverse();
        path
    }
}

/// Four levels: the departments, and below each as many as below the others.
fn categories(seed: u64, count: u64, now: OffsetDateTime) -> Vec<Category> {
    let mut categories: Vec<Category> = Vec::new();
    for number in 0..count {
        let place = usize::try_from(number).unwrap_or_default();
        let parent = parent(place);
        let words = |language: usize| match parent {
            None => DEPARTMENTS[place % DEPARTMENTS.len()][language].to_owned(),
            Some(_) => named(place, language),
        };
        let name = LocalizedText { fr: words(0), ar: words(1), en: words(2) };
        let slug = Slug::from_name(&format!("{} r{number}", name.fr)).map(|slug| slug.to_string());
        let id = Dice::of(seed, "category", number).uuid(now);
        categories.push(Category { id, parent, slug: slug.unwrap_or_default(), name });
    }
    categories
}

/// 10 departments, then 40 below them, then 120, then the rest.
const fn parent(place: usize) -> Option<usize> {
    match place {
        0..10 => None,
        10..50 => Some((place - 10) % 10),
        50..170 => Some(10 + (place - 50) % 40),
        _ => Some(50 + (place - 170) % 120),
    }
}

/// Neighbours differ in their kind, and a kind returns in other styles and notes.
fn named(place: usize, language: usize) -> String {
    let of = |words: &[Words], step: usize| words[place / step % words.len()][language];
    let kind = KINDS[place % KINDS.len()].name[language];
    format!("{kind} {} {}", of(&STYLES, 1), of(&NOTES, 20))
}

fn brands(seed: u64, count: u64, now: OffsetDateTime) -> Vec<Brand> {
    (0..count)
        .map(|number| {
            let place = usize::try_from(number).unwrap_or_default();
            let head = BRAND_HEADS[place % BRAND_HEADS.len()];
            let name = format!("{head} {}", BRAND_TAILS[place / BRAND_HEADS.len() % BRAND_TAILS.len()]);
            let slug = Slug::from_name(&format!("{name} m{number}")).map(|slug| slug.to_string());
            Brand { id: Dice::of(seed, "brand", number).uuid(now), slug: slug.unwrap_or_default(), name }
        })
        .collect()
}
