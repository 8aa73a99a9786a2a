//! Settings as others read them.

use souk_proto::catalog::v1 as proto;
use souk_rpc::localized_to_proto;

use super::model::Settings;

impl From<&Settings> for proto::Settings {
    fn from(settings: &Settings) -> Self {
        Self {
            version: settings.version,
            active_add_to_cart: settings.active_add_to_cart,
            price_basis: <&str>::from(settings.price_basis).to_owned(),
            shop_name: Some(localized_to_proto(&settings.shop_name)),
            phone: settings.phone.clone(),
            promo_messages: settings.promo_messages.iter().map(localized_to_proto).collect(),
        }
    }
}
