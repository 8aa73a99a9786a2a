//! This service's copy of what catalog sells: prices, tax, names, packs, promotions, which of the two prices counts, and of how
//! long orders wait. Kept by events, newest version wins; filled from catalog once in its life.

mod events;
mod model;
pub mod packs;
pub mod rebuild;
mod store;
mod wire;

pub use events::{changed_in, promotions_changed_in, settings_changed_in, subscribe};
pub use model::{
    Combination, Component, Goods, Packed, PriceRules, Sellable, Trade, UnitPrice, Unsellable, Wholesale,
};
pub use store::{by_product, chosen_hold, goods, read_parts, read_promotions};
