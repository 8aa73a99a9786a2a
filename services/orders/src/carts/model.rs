//! A cart that was not ordered yet.

use std::collections::HashMap;

use souk_kernel::{PersonName, Phone, ProductId, VisitorId};

use crate::items::CartLine;
use crate::sellables::packs::{self, ChoiceError};
use crate::sellables::{Sellable, Unsellable};

/// Orders of a phone among which the one that a draft became is looked for.
pub const NEWEST_ORDERS: i64 = 10;

/// What a visitor was about to order.
#[derive(Debug, Clone)]
pub struct Draft {
    pub visitor: VisitorId,
    pub first_name: PersonName,
    pub last_name: PersonName,
    pub phone: Phone,
    pub lines: Vec<CartLine>,
    /// Of the client's address; empty where it is not known.
    pub network: String,
    /// Of an IPv6 address that is known: its first 48 bits.
    pub site: String,
}

/// A line that names nothing that is sold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownLine {
    /// Its place in the cart.
    pub line: usize,
    pub cause: UnknownCause,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UnknownCause {
    #[error(transparent)]
    Unsellable(#[from] Unsellable),
    #[error(transparent)]
    Choice(#[from] ChoiceError),
}

impl Draft {
    /// Refuses lines that can't be ordered: nobody fills the shop's tables with ids of their own making.
    pub fn check_lines(&self, sellables: &HashMap<ProductId, Sellable>) -> Result<(), Vec<UnknownLine>> {
        let unknown: Vec<_> = self
            .lines
            .iter()
            .enumerate()
            .filter_map(|(place, line)| {
                let cause = check(line, sellables).err()?;
                Some(UnknownLine { line: place, cause })
            })
            .collect();
        if unknown.is_empty() { Ok(()) } else { Err(unknown) }
    }
}

fn check(line: &CartLine, sellables: &HashMap<ProductId, Sellable>) -> Result<(), UnknownCause> {
    let sellable = sellables.get(&line.product).ok_or(Unsellable::Product)?;
    sellable.pick(line.combination)?;
    packs::put_together(sellable, &line.choices, sellables)?;
    Ok(())
}
