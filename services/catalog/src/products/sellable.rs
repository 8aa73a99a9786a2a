//! What other services know of a product.

use souk_pricing::Discount;
use souk_proto::catalog::v1 as proto;
use souk_rpc::localized_to_proto;

use super::details::Details;
use super::model::{Combination, Image, PackComponent, Product};
use crate::media::SizeName;
use crate::reference::ReferenceData;

/// The whole sellable: what its price follows from, and no promoted price. Its version is the revision at which it changed.
pub fn sellable(product: &Product, reference: &ReferenceData, revision: u64) -> proto::Sellable {
    proto::Sellable {
        product_id: product.id.to_string(),
        version: revision,
        active: product.active,
        slug: product.slug.clone(),
        name: Some(localized_to_proto(&product.name())),
        price_ht: product.price.centimes(),
        tax_rate: product.tax_rate.hundredths(),
        image: product.face(product.preselected()).map(small_url).unwrap_or_default(),
        combinations: product.combinations.iter().map(|own| combination(product, own)).collect(),
        pack: product.pack.iter().map(component).collect(),
        category_path: reference.categories.path(product.category).iter().map(ToString::to_string).collect(),
        brand_id: product.brand.map(|id| id.to_string()).unwrap_or_default(),
        pack_price: pack_price(product),
        removed: false,
        quantity_rule: Some(quantity_rule(product)),
        available_from: available_from(product),
        wholesale: Some(wholesale(product)),
    }
}

/// What the shop does not say a minimum of is sold by the piece.
fn wholesale(product: &Product) -> proto::Wholesale {
    let Details { wholesale_price, wholesale_min_order_quantity, .. } = product.details;
    let minimum_quantity = wholesale_min_order_quantity.max(1);
    proto::Wholesale { price_ht: wholesale_price.centimes(), minimum_quantity }
}

pub fn available_from(product: &Product) -> String {
    product.available_from.map(String::from).unwrap_or_default()
}

pub fn quantity_rule(product: &Product) -> proto::QuantityRule {
    let rule = product.quantity_rule;
    proto::QuantityRule { minimum: rule.minimum(), maximum: rule.maximum(), step: rule.step() }
}

fn combination(product: &Product, own: &Combination) -> proto::SellableCombination {
    proto::SellableCombination {
        combination_id: own.id.to_string(),
        price_ht: own.price.centimes(),
        name: Some(localized_to_proto(&own.names())),
        active: own.active,
        is_default: own.is_default,
        image: product.face(Some(own)).map(small_url).unwrap_or_default(),
        sku: own.sku.clone(),
    }
}

pub fn component(part: &PackComponent) -> proto::PackComponent {
    proto::PackComponent {
        product_id: part.product.to_string(),
        combination_id: part.combination.map(|id| id.to_string()).unwrap_or_default(),
        quantity: part.quantity,
        chosen: part.choices.is_some(),
        choices: part.choices.iter().flatten().map(ToString::to_string).collect(),
    }
}

/// How the price of a pack is made; `None` of what is no pack.
pub fn pack_price(product: &Product) -> Option<proto::PackPrice> {
    let own = || proto::PackPrice { kind: "own".to_owned(), ..Default::default() };
    let sum = |discount: Discount| proto::PackPrice {
        kind: "sum".to_owned(),
        rule_type: discount.rule_type().to_owned(),
        value: discount.value(),
    };
    product.pack_mode().map(|_| product.pack_discount.map_or_else(own, sum))
}

fn small_url(image: &Image) -> String {
    let small = image.sizes.iter().find(|size| size.name == SizeName::SmallProduct);
    small.map(|size| size.url.clone()).unwrap_or_default()
}
