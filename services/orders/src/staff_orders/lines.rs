//! The lines of an order as staff want them: what stays at the price that was agreed, what is added at today's. Pure.

use std::collections::{HashMap, HashSet};

use souk_kernel::{Money, Quantity, QuantityError, StockKey};

use super::error::StaffOrderError;
use crate::checkout::{Basket, Problem, ProblemCause, Source};
use crate::items::{CartLine, StockItem, sum_items};
use crate::orders::Line;

/// A line as staff want it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WantedLine {
    /// The place of the order's line that stays, in whatever quantity; `None` of what is added.
    pub line: Option<usize>,
    pub cart: CartLine,
}

/// What stays, and what is added, each with its place among what is wanted.
type Split<'a> = (Vec<Kept<'a>>, Vec<(usize, &'a CartLine)>);

/// A line of the order that stays, and how many of it.
#[derive(Debug)]
pub struct Kept<'a> {
    place: usize,
    line: &'a Line,
    quantity: Quantity,
}

/// Tells what stays from what is added. What stays is not chosen anew.
pub fn split<'a>(present: &'a [Line], wanted: &'a [WantedLine]) -> Result<Split<'a>, StaffOrderError> {
    let (mut kept, mut added) = (Vec::new(), Vec::new());
    let mut named = HashSet::new();
    for (place, WantedLine { line, cart }) in wanted.iter().enumerate() {
        let Some(at) = line else {
            added.push((place, cart));
            continue;
        };
        let is_own = |line: &&Line| {
            line.product == cart.product
                && cart.combination.is_none_or(|combination| Some(combination) == line.combination)
                && cart.choices.is_empty()
        };
        let line = present.get(*at).filter(is_own).filter(|_| named.insert(*at));
        let line = line.ok_or(StaffOrderError::Line(place))?;
        kept.push(Kept { place, line, quantity: cart.quantity });
    }
    Ok((kept, added))
}

/// All in the order that was wanted. What is added and stays already is one line with that, at the price that was agreed.
pub fn together(kept: Vec<Kept<'_>>, added: Basket) -> Result<Basket, Vec<Problem>> {
    let mut problems = Vec::new();
    let mut lines: Vec<(Source, Line)> = Vec::new();
    for Kept { place, line, quantity } in kept {
        match line.in_quantity(quantity) {
            Some(line) => lines.push((Source { place, is_merged: false }, line)),
            None => problems.push(too_many(place)),
        }
    }
    for (line, source) in added.lines.into_iter().zip(added.sources) {
        let Some((first, same)) = lines.iter_mut().find(|(_, kept)| kept.is_same(&line)) else {
            lines.push((source, line));
            continue;
        };
        let sum = Quantity::new(i64::from(same.quantity) + i64::from(line.quantity)).ok();
        match sum.and_then(|sum| same.in_quantity(sum)) {
            Some(more) => {
                *first = Source { place: first.place.min(source.place), is_merged: true };
                *same = more;
            }
            None => problems.push(too_many(source.place)),
        }
    }
    lines.sort_by_key(|(source, _)| source.place);
    let total = Money::sum(lines.iter().map(|(_, line)| line.total));
    match total {
        Ok(total) if problems.is_empty() => {
            let (sources, lines) = lines.into_iter().unzip();
            Ok(Basket { lines, sources, total })
        }
        Ok(_) => Err(problems),
        Err(error) => Err(vec![Problem { line: 0, cause: error.into() }]),
    }
}

const fn too_many(line: usize) -> Problem {
    Problem { line, cause: ProblemCause::Quantity(QuantityError) }
}

/// What the basket takes from the shelves beside what these lines do, by stock key.
pub fn additional(present: &[Line], basket: &Basket) -> Vec<StockItem> {
    let present = sum_items(present.iter().flat_map(|line| line.stock_items.iter().copied()));
    let present: HashMap<StockKey, u32> = present.into_iter().map(|item| (item.key, item.quantity)).collect();
    let more = basket.stock_items().into_iter().map(|item| {
        let quantity = item.quantity.saturating_sub(present.get(&item.key).copied().unwrap_or(0));
        StockItem { quantity, ..item }
    });
    more.filter(|item| item.quantity > 0).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use souk_kernel::{LocalizedText, ProductId, TaxRate};
    use uuid::Uuid;

    use super::*;

    fn product(number: u8) -> ProductId {
        ProductId::from_uuid(Uuid::from_u128(number.into()))
    }

    /// A line at a price in centimes.
    fn line(number: u8, quantity: u32, price: i64) -> Line {
        let key = StockKey { product: product(number), combination: None };
        let price = Money::from_centimes(price);
        Line {
            product: product(number),
            combination: None,
            name: LocalizedText::default(),
            combination_name: LocalizedText::default(),
            sku: String::new(),
            image: String::new(),
            quantity,
            unit_price: price,
            unit_price_ht: price,
            unit_price_ttc: price,
            tax_rate: TaxRate::ZERO,
            total: price.times(quantity).expect("small"),
            stock_items: vec![StockItem { key, quantity }],
            parts: Vec::new(),
        }
    }

    fn wanted(line: Option<usize>, number: u8, quantity: i64) -> WantedLine {
        let quantity = Quantity::new(quantity).expect("legal");
        WantedLine {
            line,
            cart: CartLine { product: product(number), combination: None, quantity, choices: Vec::new() },
        }
    }

    fn basket(lines: Vec<Line>, places: Vec<usize>) -> Basket {
        let sources = places.into_iter().map(|place| Source { place, is_merged: false }).collect();
        let total = Money::sum(lines.iter().map(|line| line.total)).expect("small");
        Basket { lines, sources, total }
    }

    #[test]
    fn what_stays_keeps_its_price_in_whatever_quantity_and_what_is_added_has_its_own() {
        let present = [line(1, 2, 100), line(2, 1, 500)];
        let wanted = [wanted(None, 3, 1), wanted(Some(0), 1, 5)];
        let (kept, added) = split(&present, &wanted).expect("known");
        assert_eq!(added.iter().map(|(place, _)| *place).collect::<Vec<_>>(), [0]);
        let basket = together(kept, basket(vec![line(3, 1, 70)], vec![0])).expect("legal");
        assert_eq!(basket.lines, [line(3, 1, 70), line(1, 5, 100)]);
        let places: Vec<_> = basket.sources.iter().map(|source| source.place).collect();
        assert_eq!((places, basket.total), (vec![0, 1], Money::from_centimes(570)));
    }

    #[test]
    fn what_is_added_and_stays_is_one_line_at_the_agreed_price() {
        let present = [line(1, 2, 100)];
        let wanted = [wanted(Some(0), 1, 2), wanted(None, 1, 3)];
        let (kept, _) = split(&present, &wanted).expect("known");
        let merged = together(kept, basket(vec![line(1, 3, 90)], vec![1])).expect("legal");
        let source = Source { place: 0, is_merged: true };
        assert_eq!((merged.lines, merged.sources), (vec![line(1, 5, 100)], vec![source]));
        let (kept, _) = split(&present, &wanted).expect("known");
        let problems = together(kept, basket(vec![line(1, 998, 90)], vec![1])).expect_err("too many");
        assert_eq!(problems.iter().map(|problem| problem.line).collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn a_line_is_named_once_and_by_its_own_product() {
        let present = [line(1, 2, 100)];
        let refused = |wanted: &[WantedLine]| match split(&present, wanted) {
            Err(StaffOrderError::Line(place)) => Some(place),
            _ => None,
        };
        assert_eq!(refused(&[wanted(Some(0), 1, 1), wanted(Some(0), 1, 1)]), Some(1));
        assert_eq!(refused(&[wanted(Some(0), 2, 1)]), Some(0));
        assert_eq!(refused(&[wanted(Some(1), 1, 1)]), Some(0));
    }

    proptest! {
        #[test]
        fn what_is_held_more_is_what_the_order_lacks(before in 1_u32..9, after in 1_u32..9, new in 0_u32..5) {
            let mut lines = vec![line(1, after, 10)];
            if new > 0 {
                lines.push(line(2, new, 10));
            }
            let places = (0..lines.len()).collect();
            let more = additional(&[line(1, before, 10)], &basket(lines, places));
            let of = |number| {
                let mut items = more.iter().filter(|item| item.key.product == product(number));
                items.next().map_or(0, |item| item.quantity)
            };
            prop_assert_eq!((of(1), of(2)), (after.saturating_sub(before), new));
        }
    }
}
