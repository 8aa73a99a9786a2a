//! Who gets an order and where: the fields that checkout and a correction share, checked by the rules of spec 5 under the
//! specification's own names; all violations are collected. An address and an e-mail may be left out.

use souk_kernel::{Email, EmailError, PersonName, Phone, is_reordering};
use souk_proto::orders::v1 as proto;
use souk_rpc::Violations;

use super::model::{Customer, Way};
use crate::transporters::parse_choice;

const ADDRESS_MAX: usize = 250;

/// The form with legal values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    pub customer: Customer,
    pub way: Way,
}

/// `None` when something was violated.
pub fn parse_form(form: &proto::CheckoutForm, violations: &mut Violations) -> Option<Form> {
    let customer = parse_customer(form, violations);
    let way = parse_way(form, violations);
    Some(Form { customer: customer?, way: way? })
}

/// Of the form what its delivery follows from.
pub fn parse_way(form: &proto::CheckoutForm, violations: &mut Violations) -> Option<Way> {
    let wilaya = violations.check("wilaya", "form.validation.wilaya", form.wilaya_id.parse());
    let commune = violations.check("commune", "form.validation.commune", form.commune_id.parse());
    let transporter =
        violations.check("transporter", "form.validation.transporter", form.transporter_id.parse());
    let delivery = parse_choice(&form.delivery_type).map_err(|_| "delivery is home or desk");
    let delivery = violations.check("deliveryType", "form.validation.deliveryType", delivery);
    Some(Way { wilaya: wilaya?, commune: commune?, transporter: transporter?, delivery: delivery? })
}

fn parse_customer(form: &proto::CheckoutForm, violations: &mut Violations) -> Option<Customer> {
    let (first_name, last_name, phone) = parse_person(form, violations);
    let address = parse_address(&form.address, violations);
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

/// One line, or nothing.
pub fn parse_address(text: &str, violations: &mut Violations) -> String {
    let address = text.trim().to_owned();
    if address.chars().count() > ADDRESS_MAX || address.contains(|c: char| c.is_control() || is_reordering(c))
    {
        let text = format!("an address is one line of at most {ADDRESS_MAX} characters");
        violations.push("address", "form.validation.address", text);
    }
    address
}

/// An address, or nothing.
pub fn parse_email(text: &str) -> Result<String, EmailError> {
    if text.trim().is_empty() { Ok(String::new()) } else { Email::parse(text).map(Into::into) }
}
