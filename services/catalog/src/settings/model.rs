//! The shop's settings. Pure.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use souk_kernel::LocalizedText;
use souk_pricing::PriceBasis;
use strum::{EnumString, IntoStaticStr};

use super::theme::Theme;
use crate::media::{IconFile, Picture, StoredSize};

/// Long enough to keep a second click from being a second order, and no longer than a shopper comes back to buy more.
pub const COOLDOWN_SECONDS: RangeInclusive<u16> = 60..=3600;
/// At least while the shop may be closed for an hour, 30 days at most: goods that nobody pays for are not sold to others.
pub const HOLD_HOURS: RangeInclusive<u16> = 1..=720;
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
    /// The favicon for a phone's screen, smallest first.
    pub icons: Vec<IconFile>,
    pub times: OrderTimes,
    pub identity: ShopIdentity,
}

/// Who the merchant is, as law 18-05 has a shop tell its customers; what is not said is empty.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ShopIdentity {
    /// As it stands in the trade register.
    pub name: String,
    pub address: String,
    pub email: String,
    /// Numbers in the trade register, of taxes, of statistics and of the tax article.
    pub rc: String,
    pub nif: String,
    pub nis: String,
    pub ai: String,
}

/// How long orders wait. What the merchant didn't choose is as the service of orders is told at start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OrderTimes {
    /// Seconds between two orders of one visitor or one phone (spec 9).
    pub cooldown_seconds: Option<u16>,
    /// Hours that an order holds its stock without being confirmed (ADR 21).
    pub hold_hours: Option<u16>,
}

/// Times to save.
#[derive(Debug, Clone, Copy, Default)]
pub struct OrderTimesEdit {
    pub cooldown_seconds: TimeEdit,
    pub hold_hours: TimeEdit,
}

/// What becomes of a time.
#[derive(Debug, Clone, Copy, Default)]
pub enum TimeEdit {
    /// Nothing was said of it.
    #[default]
    Stays,
    /// The merchant takes back what he chose.
    Unchosen,
    Chosen(u16),
}

/// Settings to save. Who knows of no lowest price, no theme, no logo, no favicon, no times or no identity leaves it as it is.
#[derive(Debug, Clone)]
pub struct SettingsEdit {
    /// Without what follows.
    pub settings: Settings,
    pub show_lowest_price: Option<bool>,
    pub theme: Option<Theme>,
    pub logo: Option<Picture>,
    pub favicon: Option<Picture>,
    pub times: OrderTimesEdit,
    pub identity: Option<ShopIdentity>,
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
            "cooldownSeconds": self.times.cooldown_seconds, "holdHours": self.times.hold_hours,
            "identity": self.identity,
        })
    }
}

impl OrderTimesEdit {
    pub fn over(self, before: OrderTimes) -> OrderTimes {
        OrderTimes {
            cooldown_seconds: self.cooldown_seconds.over(before.cooldown_seconds),
            hold_hours: self.hold_hours.over(before.hold_hours),
        }
    }
}

impl TimeEdit {
    fn over(self, before: Option<u16>) -> Option<u16> {
        match self {
            Self::Stays => before,
            Self::Unchosen => None,
            Self::Chosen(time) => Some(time),
        }
    }
}

fn url(picture: Option<&StoredSize>) -> Option<&str> {
    picture.map(|picture| picture.url.as_str())
}
