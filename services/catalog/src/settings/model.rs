//! The shop's settings. Pure.

use souk_kernel::LocalizedText;
use souk_pricing::PriceBasis;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    pub version: u64,
    pub active_add_to_cart: bool,
    pub price_basis: PriceBasis,
    pub shop_name: LocalizedText,
    pub phone: String,
    pub promo_messages: Vec<LocalizedText>,
}

impl Settings {
    /// What the audit log tells of them.
    pub fn facts(&self) -> serde_json::Value {
        serde_json::json!({
            "activeAddToCart": self.active_add_to_cart, "priceBasis": self.price_basis.as_ref(),
            "shopName": self.shop_name, "phone": self.phone, "promoMessages": self.promo_messages,
        })
    }
}
