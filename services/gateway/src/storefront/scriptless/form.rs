//! What a form without a script says, as it was typed. Pure.

use serde_json::json;
use souk_kernel::{Language, Money};
use uuid::Uuid;

use crate::storefront::checkout::CheckoutBody;

/// Most pieces that the form asks for (spec 5).
pub const MOST_PIECES: u32 = 999;

/// Everything that the form's steps ask for; what is not asked yet is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Given {
    pub language: String,
    /// Slug of the product.
    pub product: String,
    /// Id of the combination; empty where the product has none.
    pub combination: String,
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
}

impl Given {
    /// Of a query or of a form that was sent; what it doesn't ask for is left alone.
    pub fn read(form: &[u8]) -> Self {
        let mut given = Self::default();
        for (name, value) in form_urlencoded::parse(form) {
            let field = match name.as_ref() {
                "language" => &mut given.language,
                "product" => &mut given.product,
                "combination" => &mut given.combination,
                "quantity" => &mut given.quantity,
                "wilaya" => &mut given.wilaya,
                "commune" => &mut given.commune,
                "offer" => &mut given.offer,
                "lastname" => &mut given.lastname,
                "firstname" => &mut given.firstname,
                "phone" => &mut given.phone,
                "address" => &mut given.address,
                "csrf" => &mut given.csrf,
                "key" => &mut given.key,
                _ => continue,
            };
            value.trim().clone_into(field);
        }
        given
    }

    pub fn language(&self) -> Language {
        self.language.parse().unwrap_or_default()
    }

    /// At least one (spec 5).
    pub fn pieces(&self) -> u32 {
        self.quantity.parse().unwrap_or(1).clamp(1, MOST_PIECES)
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
        let line = json!({ "product": product, "combination": combination, "quantity": self.pieces() });
        let body = json!({
            "products": [line], "firstname": self.firstname, "lastname": self.lastname, "phone": self.phone,
            "address": self.address, "wilaya": self.wilaya, "commune": self.commune, "transporter": transporter,
            "deliveryType": delivery_type, "shownTotal": total,
        });
        serde_json::from_value(body).unwrap_or_default()
    }
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

    #[test]
    fn a_form_is_read_as_it_was_typed() {
        let given =
            Given::read(b"product=savon&lastname=+Sa%C3%A2di+&quantity=3&odd=1&language=ar&phone=0555");
        assert_eq!((given.product.as_str(), given.lastname.as_str(), given.pieces()), ("savon", "Saâdi", 3));
        assert_eq!((given.language(), given.phone.as_str()), (Language::Ar, "0555"));
        let pieces = ["", "0", "x", "-1", "5000"]
            .map(|quantity| Given { quantity: quantity.into(), ..Given::default() }.pieces());
        assert_eq!(pieces, [1, 1, 1, 1, 999]);
        assert_eq!(Given { key: "x".into(), ..Given::default() }.key(), None);
    }

    #[test]
    fn an_offer_reads_back_as_written() {
        let written = offer("t", "desk", Money::from_centimes(123_450));
        assert_eq!(read_offer(&written), ["t", "desk", "123450"]);
        assert_eq!(read_offer("x"), ["x", "", ""]);
    }
}
