//! What is in a pack that is ordered, as the shopper chose it, and what it costs. Pure.

use std::collections::HashMap;

use souk_kernel::{CombinationId, LocalizedText, Money, MoneyError, ProductId, StockKey};
use souk_pricing::pack_price;

use super::model::{Combination, Component, Packed, Sellable};

/// A part of one pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part<'a> {
    pub key: StockKey,
    /// Pieces in one pack.
    pub quantity: u32,
    /// `None` where it is always the same and the product was never told of: it is ordered without being called anything.
    pub sellable: Option<&'a Sellable>,
    pub combination: Option<&'a Combination>,
    pub is_chosen: bool,
}

/// Why a choice is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    #[error("what the pack holds is to be chosen")]
    Missing,
    /// Its place among the choices.
    #[error("the pack does not come with this choice")]
    Wrong(usize),
}

/// Whether all is known that the pack is put together and priced from.
pub fn is_known(pack: &Sellable, known: &HashMap<ProductId, Sellable>) -> bool {
    let is_needed =
        |component: &&Component| pack.pack_discount.is_some() || matches!(component.of, Packed::Chosen(_));
    pack.pack.iter().filter(is_needed).all(|component| known.contains_key(&component.product))
}

/// What one pack holds. Each part that is chosen takes the next of the choices that is a combination of its product: the order of
/// different products doesn't matter, so that a choice outlives the merchant's sorting. None may be left over.
pub fn put_together<'a>(
    pack: &'a Sellable,
    choices: &[CombinationId],
    known: &'a HashMap<ProductId, Sellable>,
) -> Result<Vec<Part<'a>>, ChoiceError> {
    let chosen = pack.pack.iter().filter(|component| matches!(component.of, Packed::Chosen(_))).count();
    if choices.len() > chosen {
        return Err(ChoiceError::Wrong(chosen));
    }
    let mut left: Vec<(usize, CombinationId)> = choices.iter().copied().enumerate().collect();
    let mut missing = None;
    let mut parts = Vec::with_capacity(pack.pack.len());
    for component in &pack.pack {
        let sellable = known.get(&component.product);
        match &component.of {
            Packed::Fixed(id) => parts.push(part(component, sellable, *id, false)),
            Packed::Chosen(among) => match take(sellable, &mut left) {
                Some((_, id)) if is_sold(sellable, among, id) => {
                    parts.push(part(component, sellable, Some(id), true));
                }
                Some((at, _)) => return Err(ChoiceError::Wrong(at)),
                None => missing = Some(ChoiceError::Missing),
            },
        }
    }
    // A choice that fits nowhere says more than that one is missing.
    match left.first() {
        Some((at, _)) => Err(ChoiceError::Wrong(*at)),
        None => missing.map_or(Ok(parts), Err),
    }
}

/// What a pack of these parts costs before tax and promotions.
pub fn base_price(pack: &Sellable, parts: &[Part<'_>]) -> Result<Money, MoneyError> {
    let Some(discount) = pack.pack_discount else { return Ok(pack.price_ht) };
    let piece = |part: &Part<'_>| part.sellable.map_or(Money::ZERO, |it| it.base_price(part.combination));
    pack_price(parts.iter().map(|part| (piece(part), part.quantity)), discount)
}

/// What was chosen, in words: "Rose + 50 ml".
pub fn chosen_names(parts: &[Part<'_>]) -> LocalizedText {
    let chosen: Vec<_> =
        parts.iter().filter(|part| part.is_chosen).filter_map(|part| part.combination).collect();
    let mut names = LocalizedText::default();
    for language in souk_kernel::Language::ALL {
        let words: Vec<&str> = chosen.iter().map(|own| own.name.get(language)).collect();
        names.set(language, words.join(" + "));
    }
    names
}

fn part<'a>(
    component: &Component,
    sellable: Option<&'a Sellable>,
    id: Option<CombinationId>,
    is_chosen: bool,
) -> Part<'a> {
    let combination = sellable.and_then(|it| it.combinations.iter().find(|own| Some(own.id) == id));
    let key = StockKey { product: component.product, combination: id };
    Part { key, quantity: component.quantity, sellable, combination, is_chosen }
}

/// The next of the choices that is a combination of the product.
fn take(
    sellable: Option<&Sellable>,
    left: &mut Vec<(usize, CombinationId)>,
) -> Option<(usize, CombinationId)> {
    let own = &sellable?.combinations;
    let place = left.iter().position(|(_, id)| own.iter().any(|combination| combination.id == *id))?;
    Some(left.remove(place))
}

fn is_sold(sellable: Option<&Sellable>, among: &[CombinationId], id: CombinationId) -> bool {
    let mut own = sellable.into_iter().flat_map(|it| &it.combinations);
    own.any(|own| own.id == id && own.active) && (among.is_empty() || among.contains(&id))
}
