//! This service's copy of what catalog sells: prices, tax, names, packs. Kept by events, newest version wins, rebuilt
//! from catalog's stream when empty.

mod events;
mod model;
pub mod rebuild;
mod store;
mod wire;

pub use events::{changed_in, subscribe};
pub use model::{Combination, Component, PriceBasis, Sellable, UnitPrice, Unsellable};
pub use store::read;
