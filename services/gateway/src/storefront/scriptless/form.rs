//! What a form without a script says, as it was typed. Pure.

use serde_json::json;
use souk_kernel::{Language, Money, Quantity, QuantityBreach, QuantityRule, Slug};
use souk_rpc::Violations;
use souk_views::{Combination, ProductPage};
use uuid::Uuid;

use super::words;
use crate::pages::chosen_first;
use crate::pages::words::Word;
use crate::problem::Problem;
use crate::storefront::checkout::CheckoutBody;

/// Longest text of a field, in characters, as of the calls that orders are sent by.
const MOST_TEXT: usize = 300;
/// Of the button that asks for the form again, with what is in it: nothing is ordered.
pub const PLACE_STEP: &str = "place";

/// Everything that the form's steps ask for; what is not asked yet is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Given {
    pub language: String,
    /// Id of the product, as the page told it; empty where it told none.
    pub id: String,
    /// Slug of the product; empty where what was given is none.
    pub product: String,
    /// Id of the combination; empty where the product has none, and where none was chosen.
    pub combination: String,
    /// Whether a combination was asked for.
    pub is_combination_asked: bool,
    pub quantity: String,
    pub wilaya: String,
    pub commune: String,
    /// As [`offer`] writes it.
    pub offer: String,
    pub lastname: String,
    pub firstname: String,
    pub phone: String,
    pub address: String,
    pub csrf: String,
    pub key: String,
    /// The button that was pressed.
    pub step: String,
}

/// What can't be ordered of the pieces that are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrongPieces {
    NoNumber,
    Breach(QuantityBreach),
}

impl Given {
    /// Of a query or of a form that was sent; what it doesn't ask for is left alone. What can't be read of it is empty, and named.
    pub fn read(form: &[u8]) -> (Self, Violations) {
        let (mut given, mut faults) = (Self::default(), Violations::default());
        for (name, value) in form_urlencoded::parse(form) {
            given.is_combination_asked |= name == "combination";
            let fields = given.fields().into_iter();
            for (_, field) in fields.filter(|(known, _)| *known == name) {
                value.trim().clone_into(field);
            }
        }
        for (name, field) in given.fields() {
            if field.contains('\0') || field.chars().count() > MOST_TEXT {
                let text = format!("{MOST_TEXT} characters at most, none of them NUL");
                faults.push(name, "form.validation.text", text);
                field.clear();
            }
        }
        if let Err(error) = given.product.parse::<Slug>() {
            faults.push("product", "form.validation.product", error.to_string());
            given.product.clear();
        }
        (given, faults)
    }

    fn fields(&mut self) -> [(&'static str, &mut String); 15] {
        [
            ("language", &mut self.language),
            ("id", &mut self.id),
            ("product", &mut self.product),
            ("combination", &mut self.combination),
            ("quantity", &mut self.quantity),
            ("wilaya", &mut self.wilaya),
            ("commune", &mut self.commune),
            ("offer", &mut self.offer),
            ("lastname", &mut self.lastname),
            ("firstname", &mut self.firstname),
            ("phone", &mut self.phone),
            ("address", &mut self.address),
            ("csrf", &mut self.csrf),
            ("key", &mut self.key),
            ("step", &mut self.step),
        ]
    }

    pub fn language(&self) -> Language {
        self.language.parse().unwrap_or_default()
    }

    /// Whether nothing is to be ordered yet.
    pub fn is_step(&self) -> bool {
        self.step == PLACE_STEP
    }

    /// The combination that is ordered, none of a product without any: what is given, before anything is that which is chosen first. What
    /// is given and can't be had is never another one.
    pub fn chosen<'a>(&self, goods: &'a ProductPage) -> Result<Option<&'a Combination>, Word> {
        if !self.is_combination_asked {
            return Ok(chosen_first(goods));
        }
        let mut offered = goods.combinations.iter().filter(|one| one.available);
        match offered.find(|one| one.id == self.combination) {
            None if !self.combination.is_empty() => Err(words::MODEL_GONE),
            None if !goods.combinations.is_empty() => Err(words::WRONG),
            chosen => Ok(chosen),
        }
    }

    /// How many are ordered: what is given, before anything is the fewest that can be.
    pub fn pieces(&self, rule: QuantityRule) -> Result<u32, WrongPieces> {
        if self.quantity.is_empty() {
            return Ok(rule.minimum());
        }
        let pieces = self.quantity.parse().ok().and_then(|pieces| Quantity::new(pieces).ok());
        let pieces = pieces.ok_or(WrongPieces::NoNumber)?.get();
        rule.check(pieces).map(|()| pieces).map_err(WrongPieces::Breach)
    }

    /// The name of the submission, as the form was given it.
    pub fn key(&self) -> Option<String> {
        self.key.parse::<Uuid>().ok().map(|key| key.to_string())
    }

    /// As the specification's browser sends it, of the product with this id.
    pub fn body(&self, product: &str) -> CheckoutBody {
        let [transporter, delivery_type, total] = read_offer(&self.offer);
        let total = total.parse().ok().map(|centimes| Money::from_centimes(centimes).to_string());
        let combination = Some(&self.combination).filter(|id| !id.is_empty());
        let line = json!({ "product": product, "combination": combination, "quantity": self.quantity });
        let body = json!({
            "products": [line], "firstname": self.firstname, "lastname": self.lastname, "phone": self.phone,
            "address": self.address, "wilaya": self.wilaya, "commune": self.commune, "transporter": transporter,
            "deliveryType": delivery_type, "shownTotal": total,
        });
        serde_json::from_value(body).unwrap_or_default()
    }
}

/// The rule that the product's pieces are ordered by.
pub fn rule(goods: &ProductPage) -> QuantityRule {
    let told = goods.quantity_rule;
    let rule =
        told.map(|rule| QuantityRule::new(rule.minimum_quantity, rule.maximum_quantity, rule.quantity_step));
    rule.and_then(Result::ok).unwrap_or_default()
}

/// The refusal of a body that [`Given::body`] made, by the names of the form's fields.
pub fn renamed(refused: Problem) -> Problem {
    refused.rename(|field| {
        let field = field.strip_prefix("products[0].").unwrap_or(field);
        let name = match field {
            // Of all that one line is.
            "products" => "quantity",
            "transporter" | "deliveryType" | "shownTotal" => "offer",
            field if field.starts_with("choices") => "product",
            field => field,
        };
        Some(name.to_owned())
    })
}

/// A way of delivering with the total that is shown beside it, which is compared with what is charged.
pub fn offer(transporter: &str, delivery_type: &str, total: Money) -> String {
    format!("{transporter}:{delivery_type}:{}", total.centimes())
}

fn read_offer(offer: &str) -> [&str; 3] {
    let mut parts = offer.splitn(3, ':');
    std::array::from_fn(|_| parts.next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(form: &str) -> Vec<String> {
        let (_, faults) = Given::read(form.as_bytes());
        faults.into_vec().into_iter().map(|fault| fault.field).collect()
    }

    #[test]
    fn a_form_is_read_as_it_was_typed() {
        let (given, faults) =
            Given::read(b"product=savon&lastname=+Sa%C3%A2di+&quantity=3&odd=1&language=ar&phone=0555");
        assert!(faults.is_empty());
        assert_eq!((given.product.as_str(), given.lastname.as_str()), ("savon", "Saâdi"));
        assert_eq!((given.language(), given.phone.as_str()), (Language::Ar, "0555"));
        assert_eq!(Given { key: "x".into(), ..Given::default() }.key(), None);
    }

    #[test]
    fn what_can_not_be_read_is_named() {
        assert_eq!(faults("product=savon&address=a%00b"), ["address"]);
        assert_eq!(faults(&format!("product=savon&commune=1601&key={}", "x".repeat(301))), ["key"]);
        for product in ["", "Savon", "sa%00von", "a--b", &"x".repeat(101), &"x".repeat(60_000)] {
            let form = format!("product={product}");
            assert!(faults(&form).contains(&"product".to_owned()), "{form:.20}");
            assert_eq!(Given::read(form.as_bytes()).0.product, "");
        }
    }

    #[test]
    fn pieces_are_counted_by_the_rule() {
        let pieces = |quantity: &str| {
            let rule = QuantityRule::new(12, Some(60), 6).expect("a rule");
            Given { quantity: quantity.into(), ..Given::default() }.pieces(rule)
        };
        assert_eq!([pieces(""), pieces("18")], [Ok(12), Ok(18)]);
        for nonsense in ["0", "x", "-1", "5000", "1.5"] {
            assert_eq!(pieces(nonsense), Err(WrongPieces::NoNumber), "{nonsense}");
        }
        let breaches = [QuantityBreach::Minimum(12), QuantityBreach::Step(6), QuantityBreach::Maximum(60)];
        let told = breaches.map(|breach| Err(WrongPieces::Breach(breach)));
        assert_eq!([pieces("6"), pieces("13"), pieces("66")], told);
    }

    #[test]
    fn an_offer_reads_back_as_written() {
        let written = offer("t", "desk", Money::from_centimes(123_450));
        assert_eq!(read_offer(&written), ["t", "desk", "123450"]);
        assert_eq!(read_offer("x"), ["x", "", ""]);
    }
}
