//! In what way shoppers order a product, read into the words of the trade.

use souk_kernel::QuantityRule;
use souk_proto::catalog::v1 as proto;
use souk_rpc::Violations;

/// In what numbers it is ordered; each number that is wrong is named.
pub fn quantity_rule(given: &proto::QuantityRule, found: &mut Violations) -> Option<QuantityRule> {
    let proto::QuantityRule { minimum, maximum, step } = *given;
    let of_minimum = QuantityRule::new(minimum, None, 1);
    let least = of_minimum.unwrap_or_default().minimum();
    let of_maximum = QuantityRule::new(least, maximum, 1);
    let of_step = QuantityRule::new(1, None, step);
    found.check("quantityRule.minimumQuantity", "form.validation.pieces", of_minimum);
    found.check("quantityRule.maximumQuantity", "form.validation.maximumQuantity", of_maximum);
    found.check("quantityRule.quantityStep", "form.validation.pieces", of_step);
    QuantityRule::new(minimum, maximum, step).ok()
}
