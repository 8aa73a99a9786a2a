//! What files call categories and brands, and where that leads. Pure.

use std::collections::HashMap;
use std::hash::Hash;

use souk_kernel::{BrandId, CategoryId, Language, Slug, folded};
use souk_proto::catalog::v1 as proto;
use souk_rpc::Violations;

use crate::brands::Brand;
use crate::categories::{Category, CategoryTree};
use crate::parse::{LONGEST_LINE, is_line};
use crate::search::fold;

/// Steps of the longest way to a category.
const MOST_STEPS: usize = 10;
/// Longest way, in characters.
const LONGEST_WAY: usize = 1_000;

/// What a product is filed under; none where the file says nothing of it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filing {
    pub category: Option<CategoryId>,
    pub brand: Option<BrandId>,
}

/// Where a name leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Led<T> {
    To(T),
    /// Several are called so, and none of them nearer than the others.
    ToSeveral,
    /// None is called so, and one can be: below this one, which the first steps of a way lead to.
    Nowhere {
        below: Option<T>,
        steps: usize,
    },
    /// None is called so, and none can be: by this rule.
    Wrong(&'static str),
}

/// Categories and brands by what files may call them.
#[derive(Debug, Default)]
pub struct Directory {
    categories: Names<CategoryId>,
    brands: Names<BrandId>,
    parents: HashMap<CategoryId, CategoryId>,
}

#[derive(Debug)]
struct Names<T> {
    by_slug: HashMap<String, T>,
    /// Each with a name of its own, by what that is folded to.
    by_name: HashMap<String, Vec<(T, String)>>,
}

/// How near something is called what a file says, the nearest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Nearness {
    Slug,
    Spelling,
    Alike,
}

impl Filing {
    /// Of what the file calls them.
    pub fn of(wanted: &proto::FileProduct, directory: &Directory, found: &mut Violations) -> Self {
        let (category, brand) = (steps(&wanted.category), wanted.brand.trim());
        let category = (!category.is_empty()).then(|| directory.category(&category));
        let brand = (!brand.is_empty()).then(|| directory.brand(brand));
        Self {
            category: category.and_then(|led| arrived("categoryId", led, found)),
            brand: brand.and_then(|led| arrived("brandId", led, found)),
        }
    }
}

/// Where a name of a field leads; why it does not is noted.
fn arrived<T>(field: &str, led: Led<T>, found: &mut Violations) -> Option<T> {
    match led {
        Led::To(id) => return Some(id),
        Led::ToSeveral => found.push(field, "form.validation.several", "several are called so"),
        Led::Nowhere { .. } => found.push(field, "form.validation.unknown", "none is called so"),
        Led::Wrong(rule) => found.push(field, rule, "none is called so, and none can be"),
    }
    None
}

/// The steps of a way: `Beauté > Parfums`.
pub fn steps(way: &str) -> Vec<&str> {
    way.split('>').map(str::trim).filter(|step| !step.is_empty()).collect()
}

/// A way as it is told.
pub fn way(steps: &[&str]) -> String {
    steps.join(" > ")
}

/// The rule by which nothing can be called so.
pub fn broken_rule(steps: &[&str]) -> Option<&'static str> {
    if steps.len() > MOST_STEPS {
        return Some("form.validation.tooMany");
    }
    let is_long = |step: &&str| step.chars().count() > LONGEST_LINE;
    let is_name = |step: &&str| Slug::from_name(step).is_some() && step.chars().all(is_line);
    if way(steps).chars().count() > LONGEST_WAY || steps.iter().any(is_long) {
        return Some("form.validation.tooLong");
    }
    (!steps.iter().all(is_name)).then_some("form.validation.name")
}

impl Directory {
    pub fn of<'a>(tree: &CategoryTree, brands: impl IntoIterator<Item = &'a Brand>) -> Self {
        let mut directory = Self::default();
        for category in tree.iter() {
            directory.add_category(category);
        }
        for brand in brands {
            directory.add_brand(brand);
        }
        directory
    }

    pub fn add_category(&mut self, category: &Category) {
        let names = Language::ALL.map(|language| category.name.get(language));
        self.categories.add(category.id, &category.slug, &names);
        self.parents.extend(category.parent.map(|parent| (category.id, parent)));
    }

    pub fn add_brand(&mut self, brand: &Brand) {
        self.brands.add(brand.id, &brand.slug, &[&brand.name]);
    }

    /// Whether no brand has this address.
    pub fn is_free(&self, brand_slug: &str) -> bool {
        !self.brands.by_slug.contains_key(brand_slug)
    }

    pub fn brand(&self, name: &str) -> Led<BrandId> {
        match nearest(self.brands.called(name)) {
            Led::Nowhere { .. } => nowhere(&[name], None, 0),
            led => led,
        }
    }

    /// Where a way leads: each of its steps is one below the one before.
    pub fn category(&self, steps: &[&str]) -> Led<CategoryId> {
        if steps.len() > MOST_STEPS {
            return nowhere(steps, None, 0);
        }
        match nearest(self.reached(steps)) {
            Led::Nowhere { .. } => self.made_below(steps),
            led => led,
        }
    }

    /// Where what a way lacks is to be made: below as much of it as there is from the top of the tree.
    fn made_below(&self, steps: &[&str]) -> Led<CategoryId> {
        for known in (1..steps.len()).rev() {
            let mut reached = self.reached(&steps[..known]);
            reached.retain(|_, (_, is_end)| !*is_end);
            match nearest(reached) {
                Led::To(id) => return nowhere(steps, Some(id), known),
                Led::Nowhere { .. } => {}
                led => return led,
            }
        }
        nowhere(steps, None, 0)
    }

    /// All that the steps lead to, with how near the worst of them is, and whether they are the end of a longer way.
    fn reached(&self, steps: &[&str]) -> HashMap<CategoryId, (Nearness, bool)> {
        let Some((last, above)) = steps.split_last() else { return HashMap::new() };
        let called = self.categories.called(last).into_iter();
        if above.is_empty() {
            return called.map(|(id, near)| (id, (near, self.parents.contains_key(&id)))).collect();
        }
        let above = self.reached(above);
        let below = |(id, near): (CategoryId, Nearness)| {
            let (above, is_end) = above.get(self.parents.get(&id)?)?;
            Some((id, (near.max(*above), *is_end)))
        };
        called.filter_map(below).collect()
    }
}

fn nowhere<T>(steps: &[&str], below: Option<T>, known: usize) -> Led<T> {
    broken_rule(steps).map_or(Led::Nowhere { below, steps: known }, Led::Wrong)
}

/// The one that is nearer than all others.
fn nearest<T: Copy, N: Copy + Ord>(called: HashMap<T, N>) -> Led<T> {
    let Some(best) = called.values().min().copied() else { return Led::Nowhere { below: None, steps: 0 } };
    let mut best = called.into_iter().filter(|(_, near)| *near == best);
    match (best.next(), best.next()) {
        (Some((id, _)), None) => Led::To(id),
        _ => Led::ToSeveral,
    }
}

impl<T: Copy + Eq + Hash> Names<T> {
    fn add(&mut self, id: T, slug: &str, names: &[&str]) {
        self.by_slug.insert(slug.to_owned(), id);
        for name in names {
            let alike = self.by_name.entry(folded(name)).or_default();
            let own = (id, fold(name));
            if !alike.contains(&own) {
                alike.push(own);
            }
        }
    }

    /// Those that are called so, each with how near that is.
    fn called(&self, text: &str) -> HashMap<T, Nearness> {
        let spelling = fold(text);
        let mut called = HashMap::new();
        for (id, name) in self.by_name.get(&folded(text)).into_iter().flatten() {
            let near = if *name == spelling { Nearness::Spelling } else { Nearness::Alike };
            let known = called.entry(*id).or_insert(near);
            *known = near.min(*known);
        }
        if let Some(id) = self.by_slug.get(text) {
            called.insert(*id, Nearness::Slug);
        }
        called
    }
}

impl<T> Default for Names<T> {
    fn default() -> Self {
        Self { by_slug: HashMap::new(), by_name: HashMap::new() }
    }
}
