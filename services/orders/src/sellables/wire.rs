//! Reads catalog's message. Catalog checks what it publishes, so a value that the domain refuses is a broken
//! message and not a shopper's mistake.

use souk_kernel::{IdError, LocalizedText, Money, StockKey, TaxRate, TaxRateError};
use souk_proto::catalog::v1 as catalog;
use souk_proto::common::v1 as common;

use super::model::{Combination, Component, Sellable};

/// The message can't be what catalog means.
#[derive(Debug, thiserror::Error)]
pub enum BrokenSellable {
    #[error(transparent)]
    Id(#[from] IdError),
    #[error(transparent)]
    Tax(#[from] TaxRateError),
    #[error(transparent)]
    Bytes(#[from] prost::DecodeError),
}

pub fn sellable(message: catalog::Sellable) -> Result<Sellable, BrokenSellable> {
    Ok(Sellable {
        product: message.product_id.parse()?,
        active: message.active,
        name: text(message.name),
        price_ht: Money::from_centimes(message.price_ht),
        promotion_price: message.promotion_price.map(Money::from_centimes),
        tax_rate: TaxRate::from_hundredths(message.tax_rate)?,
        image: message.image,
        combinations: message.combinations.into_iter().map(combination).collect::<Result<_, _>>()?,
        pack: message.pack.into_iter().map(component).collect::<Result<_, _>>()?,
    })
}

fn combination(message: catalog::SellableCombination) -> Result<Combination, BrokenSellable> {
    Ok(Combination {
        id: message.combination_id.parse()?,
        price_ht: Money::from_centimes(message.price_ht),
        promotion_price: message.promotion_price.map(Money::from_centimes),
        name: text(message.name),
        active: message.active,
        is_default: message.is_default,
        image: message.image,
        sku: message.sku,
    })
}

fn component(message: catalog::PackComponent) -> Result<Component, BrokenSellable> {
    let combination = Some(message.combination_id).filter(|id| !id.is_empty());
    let key = StockKey {
        product: message.product_id.parse()?,
        combination: combination.map(|id| id.parse()).transpose()?,
    };
    Ok(Component { key, quantity: message.quantity })
}

fn text(message: Option<common::LocalizedText>) -> LocalizedText {
    let common::LocalizedText { fr, ar, en } = message.unwrap_or_default();
    LocalizedText { fr, ar, en }
}
