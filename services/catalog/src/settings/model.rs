//! The shop's settings. Pure.

use serde::{Deserialize, Serialize};
use souk_kernel::LocalizedText;
use souk_pricing::PriceBasis;
use strum::{EnumString, IntoStaticStr};

use super::theme::Theme;
use crate::media::{Picture, StoredSize};

/// Most promises; more than a shopper reads.
pub const MOST_PROMISES: usize = 8;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    pub version: u64,
    pub active_add_to_cart: bool,
    pub price_basis: PriceBasis,
    pub shop_name: LocalizedText,
    pub phone: String,
    pub promo_messages: Vec<LocalizedText>,
    /// When the phone is answered; may be empty.
    pub opening_hours: LocalizedText,
    pub promises: Vec<ShopPromise>,
    /// Whether pages say the lowest price before a reduction (ADR 36).
    pub show_lowest_price: bool,
    pub theme: Theme,
    /// Shown instead of the name.
    pub logo: Option<StoredSize>,
    /// Square.
    pub favicon: Option<StoredSize>,
}

/// Settings to save. Who knows of no lowest price, no theme, no logo or no favicon leaves it as it is.
#[derive(Debug, Clone)]
pub struct SettingsEdit {
    /// Without what follows.
    pub settings: Settings,
    pub show_lowest_price: Option<bool>,
    pub theme: Option<Theme>,
    pub logo: Option<Picture>,
    pub favicon: Option<Picture>,
}

/// What the merchant promises, in words of his own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShopPromise {
    pub kind: PromiseKind,
    pub title: LocalizedText,
    pub text: LocalizedText,
}

/// What a promise is about: the mark beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum PromiseKind {
    Payment,
    Delivery,
    Call,
    Exchange,
}

impl Settings {
    /// What the audit log tells of them.
    pub fn facts(&self) -> serde_json::Value {
        serde_json::json!({
            "activeAddToCart": self.active_add_to_cart, "priceBasis": self.price_basis.as_ref(),
            "shopName": self.shop_name, "phone": self.phone, "promoMessages": self.promo_messages,
            "openingHours": self.opening_hours, "promises": self.promises, "theme": self.theme,
            "showLowestPrice": self.show_lowest_price,
            "logo": url(self.logo.as_ref()), "favicon": url(self.favicon.as_ref()),
        })
    }
}

fn url(picture: Option<&StoredSize>) -> Option<&str> {
    picture.map(|picture| picture.url.as_str())
}
