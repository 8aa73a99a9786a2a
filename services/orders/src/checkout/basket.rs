//! From what the browser sent to priced lines. Prices, names and pack contents are the shop's own; the browser names
//! products and quantities only, so there is nothing of a price to tamper with (design 5).

use std::collections::HashMap;

use souk_kernel::{
    CombinationId, LocalizedText, Money, MoneyError, ProductId, Quantity, QuantityError, StockKey,
};

use crate::orders::{Line, StockItem, sum_items};
use crate::sellables::{Combination, PriceBasis, Sellable, Unsellable};

/// A line as the browser sent it, parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CartLine {
    pub product: ProductId,
    pub combination: Option<CombinationId>,
    pub quantity: Quantity,
}

/// Priced lines, each product and combination once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Basket {
    pub lines: Vec<Line>,
    /// For each line the place of the first cart line that it comes from.
    pub sources: Vec<usize>,
    pub total: Money,
}

/// A cart line that can't be ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Problem {
    /// Its place in the cart.
    pub line: usize,
    pub cause: ProblemCause,
}

/// Why a cart line can't be ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ProblemCause {
    #[error(transparent)]
    Unsellable(#[from] Unsellable),
    #[error(transparent)]
    Quantity(#[from] QuantityError),
    #[error(transparent)]
    Money(#[from] MoneyError),
}

/// A cart line with what it means in the catalogue.
struct Picked<'a> {
    source: usize,
    sellable: &'a Sellable,
    combination: Option<&'a Combination>,
    quantity: Quantity,
}

/// Prices the cart; all problems are collected, not the first.
pub fn price(
    cart: &[CartLine],
    sellables: &HashMap<ProductId, Sellable>,
    basis: PriceBasis,
) -> Result<Basket, Vec<Problem>> {
    let mut problems = Vec::new();
    let mut picked: Vec<Picked<'_>> = Vec::new();
    for (source, line) in cart.iter().enumerate() {
        if let Err(cause) = pick(source, line, sellables).and_then(|line| merge(&mut picked, line)) {
            problems.push(Problem { line: source, cause });
        }
    }
    let mut basket = Basket { lines: Vec::new(), sources: Vec::new(), total: Money::ZERO };
    for line in picked {
        if let Err(cause) = basket.add(&line, basis) {
            problems.push(Problem { line: line.source, cause });
        }
    }
    if problems.is_empty() { Ok(basket) } else { Err(problems) }
}

fn pick<'a>(
    source: usize,
    line: &CartLine,
    sellables: &'a HashMap<ProductId, Sellable>,
) -> Result<Picked<'a>, ProblemCause> {
    let sellable = sellables.get(&line.product).ok_or(Unsellable::Product)?;
    let combination = sellable.pick(line.combination)?;
    Ok(Picked { source, sellable, combination, quantity: line.quantity })
}

/// Two lines of the same thing are one line: they want the same stock (research 2.3).
fn merge<'a>(picked: &mut Vec<Picked<'a>>, line: Picked<'a>) -> Result<(), ProblemCause> {
    match picked.iter_mut().find(|known| known.key() == line.key()) {
        Some(known) => known.quantity = known.quantity.checked_add(line.quantity)?,
        None => picked.push(line),
    }
    Ok(())
}

impl Picked<'_> {
    fn key(&self) -> StockKey {
        StockKey { product: self.sellable.product, combination: self.combination.map(|it| it.id) }
    }

    fn priced(&self, basis: PriceBasis) -> Result<Line, ProblemCause> {
        let price = self.sellable.unit_price(self.combination, basis)?;
        let own_image = self.combination.map(|it| &it.image).filter(|image| !image.is_empty());
        Ok(Line {
            product: self.sellable.product,
            combination: self.combination.map(|it| it.id),
            name: self.sellable.name.clone(),
            combination_name: self.combination.map_or_else(LocalizedText::default, |it| it.name.clone()),
            sku: self.combination.map_or_else(String::new, |it| it.sku.clone()),
            image: own_image.unwrap_or(&self.sellable.image).clone(),
            quantity: self.quantity.get(),
            unit_price: price.charged,
            unit_price_ht: price.ht,
            unit_price_ttc: price.ttc,
            tax_rate: self.sellable.tax_rate,
            total: price.charged.times(self.quantity.get())?,
            stock_items: self.stock_items()?,
        })
    }

    /// What leaves the shelf: the thing itself, or what so many packs hold.
    fn stock_items(&self) -> Result<Vec<StockItem>, ProblemCause> {
        let pieces = self.quantity.get();
        if self.sellable.pack.is_empty() {
            return Ok(vec![StockItem { key: self.key(), quantity: pieces }]);
        }
        let held = self.sellable.pack.iter().map(|component| {
            let quantity = component.quantity.checked_mul(pieces).ok_or(QuantityError)?;
            Ok(StockItem { key: component.key, quantity })
        });
        Ok(sum_items(held.collect::<Result<Vec<_>, ProblemCause>>()?))
    }
}

impl Basket {
    fn add(&mut self, picked: &Picked<'_>, basis: PriceBasis) -> Result<(), ProblemCause> {
        let line = picked.priced(basis)?;
        self.total = self.total.checked_add(line.total)?;
        self.sources.push(picked.source);
        self.lines.push(line);
        Ok(())
    }

    /// What the whole cart takes from the shelves, one item per stock key in key order.
    pub fn stock_items(&self) -> Vec<StockItem> {
        sum_items(self.lines.iter().flat_map(|line| line.stock_items.iter().copied()))
    }

    /// The places in the cart whose lines need one of these keys.
    pub fn lines_needing(&self, keys: &[StockKey]) -> Vec<usize> {
        let needs = |line: &Line| line.stock_items.iter().any(|item| keys.contains(&item.key));
        let lines = self.lines.iter().zip(&self.sources);
        lines.filter(|(line, _)| needs(line)).map(|(_, source)| *source).collect()
    }
}
