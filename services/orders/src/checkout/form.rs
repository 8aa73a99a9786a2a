//! What shoppers send to order, checked; all violations are collected, under the specification's own field names.
//!
//! Address: spec 5 calls it non-empty but leaves it out of what is mandatory for a submit. It is needed here when the
//! shopper chose delivery to the door in so many words (`deliveryType` is `home`), and optional otherwise.

use souk_kernel::{CombinationId, Quantity};
use souk_proto::orders::v1 as proto;
use souk_rpc::Violations;

use crate::items::CartLine;
use crate::orders::{Form, parse_form};
use crate::transporters::{DeliveryType, parse_choice};

/// Most lines of one cart.
pub const LINES_MAX: usize = 200;
/// Most choices in one pack: as many parts as a pack may have.
const CHOICES_MAX: usize = 100;

/// `None` when something was violated.
pub fn parse(form: &proto::CheckoutForm, violations: &mut Violations) -> Option<Form> {
    let parsed = parse_form(form, violations);
    let is_to_the_door = parse_choice(&form.delivery_type) == Ok(Some(DeliveryType::Home));
    if is_to_the_door && form.address.trim().is_empty() {
        violations.push(
            "address",
            "form.validation.address",
            "an address is required for delivery to the door",
        );
    }
    parsed
}

/// The cart's lines, so many at most; a violation names the line by its place.
pub fn parse_lines(lines: &[proto::CheckoutLine], most: usize, violations: &mut Violations) -> Vec<CartLine> {
    if lines.is_empty() || lines.len() > most {
        let text = format!("a cart has 1 to {most} lines");
        violations.push("products", "form.validation.products", text);
        return Vec::new();
    }
    let mut parsed = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate() {
        parsed.extend(parse_line(&format!("products[{index}]"), line, violations));
    }
    parsed
}

fn parse_line(field: &str, line: &proto::CheckoutLine, violations: &mut Violations) -> Option<CartLine> {
    let product =
        violations.check(format!("{field}.product"), "form.validation.product", line.product_id.parse());
    let combination = Some(&line.combination_id).filter(|id| !id.is_empty()).map(|id| id.parse()).transpose();
    let combination =
        violations.check(format!("{field}.combination"), "form.validation.combination", combination);
    let quantity = Quantity::new(line.quantity);
    let quantity = violations.check(format!("{field}.quantity"), "form.validation.quantity", quantity);
    let choices = parse_choices(field, &line.choices, violations);
    Some(CartLine { product: product?, combination: combination?, quantity: quantity?, choices: choices? })
}

fn parse_choices(field: &str, choices: &[String], violations: &mut Violations) -> Option<Vec<CombinationId>> {
    if choices.len() > CHOICES_MAX {
        let text = format!("a pack has {CHOICES_MAX} choices at most");
        violations.push(format!("{field}.choices"), "form.validation.choice", text);
        return None;
    }
    // The first wrong one of a line says enough: a guest may send thousands.
    let parsed = choices.iter().enumerate().map_while(|(at, id)| {
        violations.check(format!("{field}.choices[{at}]"), "form.validation.choice", id.parse())
    });
    let parsed: Vec<_> = parsed.collect();
    (parsed.len() == choices.len()).then_some(parsed)
}
