//! Categories and brands that a file names and the shop has not. Pure.

use std::cmp::Reverse;

use souk_kernel::{BrandId, CategoryId, Clock, LocalizedText, Slug};
use souk_rpc::Violations;

use super::filing::{Directory, Led, broken_rule, steps, way};
use crate::brands::Brand;
use crate::categories::{Category, CategoryTree};

/// As many are made at once.
pub const MOST_MADE: usize = 500;
/// Bytes of their names: who sends them all back to have them made stays below the 64 KiB that the gateway takes.
const MOST_BYTES: usize = 30_000;

/// What a file calls categories and brands.
#[derive(Debug, Default)]
pub struct Names {
    pub categories: Vec<String>,
    pub brands: Vec<String>,
}

/// What has to be made so that the names lead somewhere, in that order.
#[derive(Debug, Default)]
pub struct Missing {
    /// Each behind what is above it, with the way to it as it was named.
    pub categories: Vec<(String, Category)>,
    pub brands: Vec<Brand>,
    /// Whether there is more than is made at once.
    pub more: bool,
}

/// The shop as it becomes while things are made in it.
struct Making<'a> {
    clock: &'a dyn Clock,
    tree: CategoryTree,
    directory: Directory,
    missing: Missing,
    bytes: usize,
}

impl Names {
    /// Notes what nothing can be called.
    pub fn check(&self, found: &mut Violations) {
        let ways = self.categories.iter().map(|way| steps(way));
        note_wrong("categories", ways, found);
        note_wrong("brands", self.brands.iter().map(|name| vec![name.trim()]), found);
    }
}

fn note_wrong<'a>(field: &str, names: impl Iterator<Item = Vec<&'a str>>, found: &mut Violations) {
    for (at, steps) in names.enumerate() {
        let rule = if steps.is_empty() { Some("form.validation.required") } else { broken_rule(&steps) };
        if let Some(rule) = rule {
            found.push(format!("{field}[{at}]"), rule, "nothing can be called so");
        }
    }
}

impl Missing {
    /// Of a shop with these categories and brands. A name leads to what was made for one before it: long ways come first, so that of
    /// `Cuisine` and `Maison > Cuisine` one category is made.
    pub fn of<'a>(
        tree: CategoryTree,
        brands: impl IntoIterator<Item = &'a Brand>,
        names: &Names,
        clock: &dyn Clock,
    ) -> Self {
        let directory = Directory::of(&tree, brands);
        let mut making = Making { clock, tree, directory, missing: Self::default(), bytes: 0 };
        let mut ways: Vec<Vec<&str>> = names.categories.iter().map(|way| steps(way)).collect();
        ways.sort_by_key(|steps| Reverse(steps.len()));
        for steps in &ways {
            making.lead(steps);
        }
        for name in &names.brands {
            making.make_brand(name.trim());
        }
        making.missing
    }

    pub fn count(&self) -> usize {
        self.categories.len() + self.brands.len()
    }
}

impl Making<'_> {
    /// Whether these names, of so many bytes, can be told yet; once some can't be, none behind them is.
    fn has_room(&mut self, names: usize, bytes: usize) -> bool {
        let is_within = self.missing.count() + names <= MOST_MADE && self.bytes + bytes <= MOST_BYTES;
        let has_room = is_within && !self.missing.more;
        if has_room {
            self.bytes += bytes;
        } else {
            self.missing.more = true;
        }
        has_room
    }

    /// Makes the categories of a way that there are not.
    fn lead(&mut self, steps: &[&str]) {
        let Led::Nowhere { below: mut parent, steps: known } = self.directory.category(steps) else { return };
        let ways: Vec<String> = (known + 1..=steps.len()).map(|many| way(&steps[..many])).collect();
        if !self.has_room(ways.len(), ways.iter().map(String::len).sum()) {
            return;
        }
        for (name, way) in steps[known..].iter().zip(ways) {
            let Some(slug) = Slug::from_name(name) else { return };
            let name = LocalizedText { fr: (*name).to_owned(), ..Default::default() };
            let mut category = Category::new(CategoryId::new(self.clock), parent, &slug, name);
            category.slug = self.tree.free_slug(&category);
            category.position = self.tree.next_position(parent);
            parent = Some(category.id);
            self.directory.add_category(&category);
            self.tree.add(category.clone());
            self.missing.categories.push((way, category));
        }
    }

    /// Makes a brand where there is none.
    fn make_brand(&mut self, name: &str) {
        let (Led::Nowhere { .. }, Some(slug)) = (self.directory.brand(name), Slug::from_name(name)) else {
            return;
        };
        if !self.has_room(1, name.len()) {
            return;
        }
        let numbered = (2..).map(|number| format!("{slug}-{number}"));
        let mut slugs = std::iter::once(slug.to_string()).chain(numbered);
        let free = slugs.find(|slug| self.directory.is_free(slug)).unwrap_or_default();
        let brand = Brand::new(BrandId::new(self.clock), name.to_owned(), free);
        self.directory.add_brand(&brand);
        self.missing.brands.push(brand);
    }
}
