//! Reads catalog's messages. Catalog checks what it publishes, so a value that the domain refuses is a broken
//! message and not a shopper's mistake.

use std::str::FromStr;

use souk_kernel::{
    CategoryId, DayError, IdError, Money, QuantityRule, QuantityRuleError, TaxRate, TaxRateError,
    parse_rfc3339,
};
use souk_pricing::{Discount, Promotion, Promotions, Target};
use souk_proto::catalog::v1 as catalog;
use souk_rpc::localized_from_proto;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{Combination, Component, OrderTimes, Packed, Sellable, Wholesale};

/// The message can't be what catalog means.
#[derive(Debug, thiserror::Error)]
pub enum BrokenSellable {
    #[error(transparent)]
    Id(#[from] IdError),
    #[error(transparent)]
    Tax(#[from] TaxRateError),
    #[error(transparent)]
    Quantity(#[from] QuantityRuleError),
    #[error(transparent)]
    Day(#[from] DayError),
    #[error("how the price of the pack is made is not known")]
    PackPrice,
    #[error(transparent)]
    Bytes(#[from] prost::DecodeError),
}

/// A promotion can't be what catalog means.
#[derive(Debug, thiserror::Error)]
pub enum BrokenPromotion {
    #[error("the promotion {id} has no legal {field}")]
    Field { id: String, field: &'static str },
    #[error(transparent)]
    Bytes(#[from] prost::DecodeError),
}

/// A time can't be what the merchant chose.
#[derive(Debug, thiserror::Error)]
#[error("orders can't wait for {0} {1}")]
pub struct BrokenTime(u32, &'static str);

/// How long orders wait, if the message tells it.
pub fn times(settings: &catalog::Settings) -> Result<Option<OrderTimes>, BrokenTime> {
    let Some((cooldown, hold)) = settings.cooldown_seconds.zip(settings.hold_hours) else { return Ok(None) };
    let read = |told: u32, most: i32, unit| match i32::try_from(told) {
        Ok(0) => Ok(None),
        Ok(time) if time <= most => Ok(Some(time)),
        _ => Err(BrokenTime(told, unit)),
    };
    Ok(Some(OrderTimes {
        cooldown_seconds: read(cooldown, OrderTimes::MOST_SECONDS, "seconds")?,
        hold_hours: read(hold, OrderTimes::MOST_HOURS, "hours")?,
    }))
}

pub fn promotions(all: &[catalog::Promotion]) -> Result<Promotions, BrokenPromotion> {
    all.iter().filter(|promotion| promotion.active).map(promotion).collect()
}

fn promotion(message: &catalog::Promotion) -> Result<Promotion, BrokenPromotion> {
    let broken = |field| move || BrokenPromotion::Field { id: message.id.clone(), field };
    let uuid = |text: &str| text.parse::<Uuid>().ok();
    let entity = Some(&message.entity_id).filter(|id| !id.is_empty());
    // An entity that is no id must not read as none.
    let entity = entity.map(|id| uuid(id).ok_or_else(broken("entity"))).transpose()?;
    let moment = |text: &str, field| -> Result<Option<OffsetDateTime>, BrokenPromotion> {
        if text.is_empty() { Ok(None) } else { parse_rfc3339(text).map(Some).ok_or_else(broken(field)) }
    };
    Ok(Promotion {
        id: uuid(&message.id).ok_or_else(broken("id"))?,
        discount: Discount::read(&message.rule_type, message.value).ok_or_else(broken("discount"))?,
        target: Target::read(&message.rule, entity).ok_or_else(broken("target"))?,
        starts_at: moment(&message.starts_at, "start")?,
        ends_at: moment(&message.ends_at, "end")?,
    })
}

pub fn sellable(message: catalog::Sellable) -> Result<Sellable, BrokenSellable> {
    Ok(Sellable {
        product: message.product_id.parse()?,
        active: message.active,
        name: localized_from_proto(message.name),
        price_ht: Money::from_centimes(message.price_ht),
        tax_rate: TaxRate::from_hundredths(message.tax_rate)?,
        image: message.image,
        category_path: message
            .category_path
            .iter()
            .map(|id| id.parse::<CategoryId>())
            .collect::<Result<_, _>>()?,
        brand: optional(&message.brand_id)?,
        combinations: message.combinations.into_iter().map(combination).collect::<Result<_, _>>()?,
        pack: message.pack.iter().map(component).collect::<Result<_, _>>()?,
        pack_discount: message.pack_price.as_ref().map(pack_discount).transpose()?.flatten(),
        available_from: Some(message.available_from.as_str())
            .filter(|day| !day.is_empty())
            .map(str::parse)
            .transpose()?,
        quantity_rule: message.quantity_rule.as_ref().map(quantity_rule).transpose()?.unwrap_or_default(),
        wholesale: message.wholesale.and_then(wholesale),
    })
}

fn combination(message: catalog::SellableCombination) -> Result<Combination, BrokenSellable> {
    Ok(Combination {
        id: message.combination_id.parse()?,
        price_ht: Money::from_centimes(message.price_ht),
        name: localized_from_proto(message.name),
        active: message.active,
        is_default: message.is_default,
        image: message.image,
        sku: message.sku,
    })
}

fn component(message: &catalog::PackComponent) -> Result<Component, BrokenSellable> {
    let among = || message.choices.iter().map(|id| id.parse()).collect::<Result<_, _>>();
    let of = if message.chosen {
        Packed::Chosen(among()?)
    } else {
        Packed::Fixed(optional(&message.combination_id)?)
    };
    Ok(Component { product: message.product_id.parse()?, of, quantity: message.quantity })
}

fn pack_discount(message: &catalog::PackPrice) -> Result<Option<Discount>, BrokenSellable> {
    match message.kind.as_str() {
        "own" => Ok(None),
        "sum" => Discount::read(&message.rule_type, message.value).map(Some).ok_or(BrokenSellable::PackPrice),
        _ => Err(BrokenSellable::PackPrice),
    }
}

fn quantity_rule(message: &catalog::QuantityRule) -> Result<QuantityRule, QuantityRuleError> {
    QuantityRule::new(message.minimum, message.maximum, message.step)
}

/// Nothing of what has no wholesale price.
fn wholesale(message: catalog::Wholesale) -> Option<Wholesale> {
    let price_ht = Some(Money::from_centimes(message.price_ht)).filter(|price| *price > Money::ZERO)?;
    Some(Wholesale { price_ht, minimum: message.minimum_quantity })
}

/// An id that may be left out.
fn optional<T: FromStr<Err = IdError>>(id: &str) -> Result<Option<T>, IdError> {
    if id.is_empty() { Ok(None) } else { id.parse().map(Some) }
}
