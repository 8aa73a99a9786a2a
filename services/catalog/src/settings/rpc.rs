//! Settings as staff send them. Their calls are part of the gRPC service of content.

use souk_pricing::PriceBasis;
use souk_proto::catalog::v1 as proto;
use souk_rpc::{Failure, Violations, localized_from_proto};

use super::model::Settings;
use crate::failure::checked;
use crate::parse;

/// Messages of the bar above the header.
const MOST_MESSAGES: usize = 20;

pub fn from_message(given: proto::Settings) -> Result<Settings, Failure> {
    let mut found = Violations::default();
    let basis = given.price_basis.parse::<PriceBasis>().map_err(|_| "the basis is ht or ttc");
    let price_basis = found.check("priceBasis", "form.validation.unknown", basis);
    let shop_name = parse::name("shopName", given.shop_name, &mut found);
    if given.promo_messages.len() > MOST_MESSAGES {
        found.push("promoMessages", "form.validation.tooMany", "20 messages at most");
    }
    let settings = price_basis.zip(shop_name).map(|(price_basis, shop_name)| Settings {
        version: given.version,
        active_add_to_cart: given.active_add_to_cart,
        price_basis,
        shop_name,
        phone: given.phone.chars().take(parse::LONGEST_LINE).collect(),
        promo_messages: given
            .promo_messages
            .into_iter()
            .map(|text| localized_from_proto(Some(text)))
            .collect(),
    });
    checked(settings, found)
}
