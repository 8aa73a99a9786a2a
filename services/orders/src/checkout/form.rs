//! The checkout form, checked by the rules of spec 5; all violations are collected, under the specification's own
//! field names.
//!
//! Address: spec 5 calls it non-empty but leaves it out of what is mandatory for a submit. It is needed here when the
//! shopper chose delivery to the door in so many words (`deliveryType` is `home`), and optional otherwise.
//! E-mail: optional; what is given must look like an address.

use souk_kernel::{
    CombinationId, CommuneCode, Email, EmailError, PersonName, Phone, Quantity, TransporterId, WilayaCode,
    is_reordering,
};
use souk_proto::orders::v1 as proto;
use souk_rpc::Violations;

use crate::items::CartLine;
use crate::orders::Customer;
use crate::transporters::{DeliveryType, parse_choice};

/// Most lines of one cart.
pub const LINES_MAX: usize = 200;
const ADDRESS_MAX: usize = 250;
/// Most choices in one pack: as many parts as a pack may have.
const CHOICES_MAX: usize = 100;

/// The form with legal values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    pub customer: Customer,
    pub wilaya: WilayaCode,
    pub commune: CommuneCode,
    pub transporter: TransporterId,
    pub delivery: Option<DeliveryType>,
}

/// `None` when something was violated.
pub fn parse(form: &proto::CheckoutForm, violations: &mut Violations) -> Option<Form> {
    let customer = parse_customer(form, violations);
    let wilaya = violations.check("wilaya", "form.validation.wilaya", form.wilaya_id.parse());
    let commune = violations.check("commune", "form.validation.commune", form.commune_id.parse());
    let transporter =
        violations.check("transporter", "form.validation.transporter", form.transporter_id.parse());
    let delivery = parse_choice(&form.delivery_type).map_err(|_| "delivery is home or desk");
    let delivery = violations.check("deliveryType", "form.validation.deliveryType", delivery)?;
    if delivery == Some(DeliveryType::Home) && form.address.trim().is_empty() {
        violations.push(
            "address",
            "form.validation.address",
            "an address is required for delivery to the door",
        );
    }
    Some(Form {
        customer: customer?,
        wilaya: wilaya?,
        commune: commune?,
        transporter: transporter?,
        delivery,
    })
}

fn parse_customer(form: &proto::CheckoutForm, violations: &mut Violations) -> Option<Customer> {
    let (first_name, last_name, phone) = parse_person(form, violations);
    let address = form.address.trim().to_owned();
    if address.chars().count() > ADDRESS_MAX || address.contains(|c: char| c.is_control() || is_reordering(c))
    {
        let text = format!("an address is one line of at most {ADDRESS_MAX} characters");
        violations.push("address", "form.validation.address", text);
    }
    let email = violations.check("email", "form.validation.email", parse_email(&form.email));
    Some(Customer { first_name: first_name?, last_name: last_name?, phone: phone?, email: email?, address })
}

/// Who orders; all that a draft cart needs.
pub fn parse_person(
    form: &proto::CheckoutForm,
    violations: &mut Violations,
) -> (Option<PersonName>, Option<PersonName>, Option<Phone>) {
    let first_name = PersonName::parse(&form.first_name);
    let last_name = PersonName::parse(&form.last_name);
    (
        violations.check("firstname", "form.validation.firstname", first_name),
        violations.check("lastname", "form.validation.lastname", last_name),
        violations.check("phone", "form.validation.phone", Phone::parse(&form.phone)),
    )
}

/// An address, or nothing.
fn parse_email(text: &str) -> Result<String, EmailError> {
    if text.trim().is_empty() { Ok(String::new()) } else { Email::parse(text).map(Into::into) }
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
