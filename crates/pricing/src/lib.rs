//! What a product costs at a moment (design 5): the one pricing of catalog, which shows it, and of orders, which
//! charges it. Pure: the moment is passed in. The browser computes no promotion, it shows what catalog says.
//!
//! The steps are [`base_price`], or [`pack_price`] where a pack costs what its parts cost, [`Promotions::best`],
//! [`PriceBasis::price`], which is the only one of an order of a wholesaler; each rounds at most once, halves up. What was paid
//! before is worked out by the same steps ([`PastPrices`]); of a delivery it is [`delivery_price`].

mod delivery;
mod pack;
mod past;
mod price;
mod promotion;
mod promotions;

pub use delivery::delivery_price;
pub use pack::pack_price;
pub use past::{LOOKED_BACK, PastPrice, PastPrices};
pub use price::{PriceBasis, base_price};
pub use promotion::{Discount, Promotion, Target};
pub use promotions::{MOST_PROMOTIONS, Place, Promotions};
