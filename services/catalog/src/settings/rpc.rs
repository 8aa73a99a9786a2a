//! Settings as staff send them. Their calls are part of the gRPC service of content.

use souk_pricing::PriceBasis;
use souk_proto::catalog::v1 as proto;
use souk_rpc::{Failure, Violations, localized_from_proto};

use super::model::{MOST_PROMISES, PromiseKind, Settings, ShopPromise};
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
    let promises = promises(given.promises, &mut found);
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
        opening_hours: localized_from_proto(given.opening_hours),
        promises,
    });
    checked(settings, found)
}

fn promises(given: Vec<proto::ShopPromise>, found: &mut Violations) -> Vec<ShopPromise> {
    if given.len() > MOST_PROMISES {
        found.push("promises", "form.validation.tooMany", "8 promises at most");
        return Vec::new();
    }
    let parsed = given.into_iter().enumerate().filter_map(|(place, promise)| {
        let kind = promise.kind.parse::<PromiseKind>().map_err(|_| "no such kind of promise");
        let kind = found.check(format!("promises[{place}].kind"), "form.validation.unknown", kind);
        let title = parse::name(&format!("promises[{place}].title"), promise.title, found);
        let text = localized_from_proto(promise.text);
        kind.zip(title).map(|(kind, title)| ShopPromise { kind, title, text })
    });
    parsed.collect()
}
