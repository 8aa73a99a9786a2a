//! Settings as others read them.

use souk_proto::catalog::v1 as proto;
use souk_rpc::localized_to_proto;

use super::model::{Settings, ShopIdentity, ShopPromise};
use super::theme::Theme;
use crate::media::{IconFile, StoredSize};

impl From<&Settings> for proto::Settings {
    fn from(settings: &Settings) -> Self {
        Self {
            version: settings.version,
            active_add_to_cart: settings.active_add_to_cart,
            price_basis: <&str>::from(settings.price_basis).to_owned(),
            shop_name: Some(localized_to_proto(&settings.shop_name)),
            phone: settings.phone.clone(),
            promo_messages: settings.promo_messages.iter().map(localized_to_proto).collect(),
            opening_hours: Some(localized_to_proto(&settings.opening_hours)),
            promises: settings.promises.iter().map(Into::into).collect(),
            show_lowest_price: Some(settings.show_lowest_price),
            theme: Some(theme(&settings.theme)),
            logo: Some(picture(settings.logo.as_ref())),
            favicon: Some(picture(settings.favicon.as_ref())),
            icons: settings.icons.iter().map(icon).collect(),
            cooldown_seconds: Some(settings.times.cooldown_seconds.unwrap_or_default().into()),
            hold_hours: Some(settings.times.hold_hours.unwrap_or_default().into()),
            identity: Some((&settings.identity).into()),
        }
    }
}

impl From<&ShopPromise> for proto::ShopPromise {
    fn from(promise: &ShopPromise) -> Self {
        Self {
            kind: <&str>::from(promise.kind).to_owned(),
            title: Some(localized_to_proto(&promise.title)),
            text: Some(localized_to_proto(&promise.text)),
        }
    }
}

impl From<&ShopIdentity> for proto::ShopIdentity {
    fn from(identity: &ShopIdentity) -> Self {
        let ShopIdentity { name, address, email, rc, nif, nis, ai } = identity.clone();
        Self { name, address, email, rc, nif, nis, ai }
    }
}

fn theme(theme: &Theme) -> proto::Theme {
    let color = |(variable, color): (&str, &str)| proto::ThemeColor {
        variable: variable.to_owned(),
        color: color.to_owned(),
    };
    proto::Theme { colors: theme.chosen().map(color).collect() }
}

fn icon(IconFile { url, side }: &IconFile) -> proto::ShopPicture {
    proto::ShopPicture { url: url.clone(), width: *side, height: *side, content: Vec::new() }
}

fn picture(shown: Option<&StoredSize>) -> proto::ShopPicture {
    let told = |shown: &StoredSize| proto::ShopPicture {
        url: shown.url.clone(),
        width: shown.width,
        height: shown.height,
        content: Vec::new(),
    };
    shown.map(told).unwrap_or_default()
}
