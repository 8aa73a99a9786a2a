//! What of a product can be ordered now, and where.

use souk_views::{Combination, ProductPage};

/// Why a product can't be ordered where no script runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle<'a> {
    SoldOut,
    /// Until this day, as the catalogue tells it.
    Awaited(&'a str),
    /// What a flexible pack holds is chosen by the app.
    Flexible,
}

/// Whether it can be had, a combination where the product has some: there is some of it, and its day has come.
pub fn is_available(page: &ProductPage, combination: Option<&Combination>) -> bool {
    page.available_from.is_none() && is_in_stock(page, combination)
}

/// What keeps it from being ordered without a script, if anything does.
pub fn obstacle<'a>(page: &'a ProductPage, combination: Option<&Combination>) -> Option<Obstacle<'a>> {
    if let Some(day) = page.available_from.as_deref() {
        return Some(Obstacle::Awaited(day));
    }
    if !is_in_stock(page, combination) {
        return Some(Obstacle::SoldOut);
    }
    (page.pack_mode == "flexible").then_some(Obstacle::Flexible)
}

/// The combination that is chosen before anybody chooses, as the app chooses it (`web/src/domain/combinations.ts`): the default one, else
/// the first (spec 4); one that can be had goes before one that can't.
pub fn chosen_first(page: &ProductPage) -> Option<&Combination> {
    let all = || page.combinations.iter();
    all()
        .find(|one| one.is_default && one.available)
        .or_else(|| all().find(|one| one.available))
        .or_else(|| all().find(|one| one.is_default))
        .or(page.combinations.first())
}

fn is_in_stock(page: &ProductPage, combination: Option<&Combination>) -> bool {
    combination.map_or(page.available, |one| one.available)
}
