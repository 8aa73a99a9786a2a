//! The body that the specification's browser sends (spec 7), read with all its mistakes named at once.

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use souk_kernel::{
    CombinationId, CommuneCode, Language, Money, PersonName, Phone, ProductId, Quantity, TransporterId,
    WilayaCode,
};
use souk_proto::orders::v1 as proto;
use souk_rpc::Violations;
use utoipa::ToSchema;

use crate::problem::Problem;

/// Most lines of one cart.
const MAX_LINES: usize = 200;
/// Most choices in one pack: as many parts as a pack may have.
const MAX_CHOICES: usize = 100;
/// Longest text of a form field; names and phones have their own, shorter limits.
const MAX_TEXT: usize = 300;

/// Cart or single product with the checkout form. Unknown members are ignored, as are the browser's amounts.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckoutBody {
    /// Accepted for old clients; a text is taken for `cartId`.
    #[schema(value_type = Option<serde_json::Value>)]
    #[serde(default)]
    cart: Loose,
    /// Draft that this cart was stored under.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    cart_id: Loose,
    /// The product of a single purchase; ignored when `products` has lines.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    product: Loose,
    /// Combination of the single product; absent when it has none.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    combination: Loose,
    /// Of a flexible pack: ids of the combinations that were chosen, in the order of its parts.
    #[schema(value_type = Option<Vec<String>>)]
    #[serde(default)]
    choices: Loose,
    /// 1 to 999.
    #[schema(value_type = Option<u32>)]
    #[serde(default)]
    quantity: Loose,
    /// The cart's lines, 200 at most; 50 of a draft.
    #[serde(default)]
    products: Vec<CheckoutProduct>,
    /// 3 to 20 letters of any script, and spaces.
    #[schema(value_type = String)]
    #[serde(default)]
    firstname: Loose,
    /// 3 to 20 letters of any script, and spaces.
    #[schema(value_type = String)]
    #[serde(default)]
    lastname: Loose,
    /// 10 digits starting with 0; anything but digits is dropped.
    #[schema(value_type = String)]
    #[serde(default)]
    phone: Loose,
    /// Optional; what is given is an address.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    email: Loose,
    /// Street and house, or the desk; at most 250 characters.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    address: Loose,
    /// Two digits.
    #[schema(value_type = String)]
    #[serde(default)]
    wilaya: Loose,
    /// Four digits.
    #[schema(value_type = String)]
    #[serde(default)]
    commune: Loose,
    /// Id of the transporter.
    #[schema(value_type = String)]
    #[serde(default)]
    transporter: Loose,
    /// `home` or `desk`; absent: home where the transporter does it.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    delivery_type: Loose,
    /// What the shopper was shown, in dinars; compared when given (design 5).
    #[schema(value_type = Option<f64>)]
    #[serde(default)]
    shown_total: Loose,
    /// Accepted and ignored.
    #[serde(rename = "unitPrice", default, deserialize_with = "ignored")]
    #[schema(value_type = Option<serde_json::Value>)]
    _unit_price: (),
    /// Accepted and ignored.
    #[serde(rename = "deliveryPrice", default, deserialize_with = "ignored")]
    #[schema(value_type = Option<serde_json::Value>)]
    _delivery_price: (),
    /// Accepted and ignored.
    #[serde(rename = "totalPrice", default, deserialize_with = "ignored")]
    #[schema(value_type = Option<serde_json::Value>)]
    _total_price: (),
}

/// One line of the cart.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckoutProduct {
    /// Product's id.
    #[schema(value_type = String)]
    #[serde(default)]
    product: Loose,
    /// Combination's id; absent when the product has none.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    combination: Loose,
    /// Of a flexible pack: ids of the combinations that were chosen, in the order of its parts; absent of all else.
    #[schema(value_type = Option<Vec<String>>)]
    #[serde(default)]
    choices: Loose,
    /// 1 to 999.
    #[schema(value_type = u32)]
    #[serde(default)]
    quantity: Loose,
    /// Accepted and ignored.
    #[serde(rename = "unitPrice", default, deserialize_with = "ignored")]
    #[schema(value_type = Option<serde_json::Value>)]
    _unit_price: (),
}

/// A value of any JSON type: what it should have been is checked later, with all others.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
struct Loose(Value);

/// What was understood.
#[derive(Debug)]
pub(super) struct Submission {
    pub cart_id: String,
    pub form: proto::CheckoutForm,
    pub lines: Vec<proto::CheckoutLine>,
    pub shown_total: Option<Money>,
}

impl CheckoutBody {
    /// Everything that an order needs.
    pub(super) fn submission(&self) -> Result<Submission, Problem> {
        let mut violations = Violations::default();
        let form = self.form(&mut violations);
        check_person(&form, &mut violations);
        check_delivery(&form, &mut violations);
        self.read(form, violations)
    }

    /// What a draft needs: who to call back (spec 4).
    pub(super) fn draft(&self) -> Result<Submission, Problem> {
        let mut violations = Violations::default();
        let form = self.form(&mut violations);
        check_person(&form, &mut violations);
        self.read(form, violations)
    }

    fn read(&self, form: proto::CheckoutForm, mut violations: Violations) -> Result<Submission, Problem> {
        let cart_id = match self.cart_id.text("cartId", &mut violations) {
            id if id.is_empty() => self.cart.0.as_str().unwrap_or_default().to_owned(),
            id => id,
        };
        check_length("cartId", &cart_id, &mut violations);
        let lines = self.lines(&mut violations);
        let shown_total = self.shown_total.amount("shownTotal", &mut violations);
        violations.into_result("checkout.invalid").map_err(Problem::from)?;
        Ok(Submission { cart_id, form, lines, shown_total })
    }

    fn form(&self, violations: &mut Violations) -> proto::CheckoutForm {
        let mut text = |field: &'static str, value: &Loose| {
            let text = value.text(field, violations);
            check_length(field, &text, violations);
            text
        };
        proto::CheckoutForm {
            first_name: text("firstname", &self.firstname),
            last_name: text("lastname", &self.lastname),
            phone: text("phone", &self.phone),
            email: text("email", &self.email),
            address: text("address", &self.address),
            wilaya_id: text("wilaya", &self.wilaya),
            commune_id: text("commune", &self.commune),
            transporter_id: text("transporter", &self.transporter),
            delivery_type: text("deliveryType", &self.delivery_type),
        }
    }

    fn lines(&self, violations: &mut Violations) -> Vec<proto::CheckoutLine> {
        if self.products.len() > MAX_LINES {
            violations.push(
                "products",
                "form.validation.tooMany",
                format!("a cart has {MAX_LINES} lines at most"),
            );
            return Vec::new();
        }
        if self.products.is_empty() {
            let line = Line::new(&self.product, &self.combination, &self.choices, &self.quantity);
            return vec![line.read("", violations)];
        }
        let numbered = self.products.iter().enumerate();
        numbered
            .map(|(index, item)| {
                let line = Line::new(&item.product, &item.combination, &item.choices, &item.quantity);
                line.read(&format!("products[{index}]."), violations)
            })
            .collect()
    }
}

/// What one line says, of the cart or of the single product.
struct Line<'a> {
    product: &'a Loose,
    combination: &'a Loose,
    choices: &'a Loose,
    quantity: &'a Loose,
}

impl<'a> Line<'a> {
    const fn new(
        product: &'a Loose,
        combination: &'a Loose,
        choices: &'a Loose,
        quantity: &'a Loose,
    ) -> Self {
        Self { product, combination, choices, quantity }
    }

    fn read(&self, at: &str, violations: &mut Violations) -> proto::CheckoutLine {
        let product_field = format!("{at}product");
        let product_id = self.product.text(&product_field, violations);
        violations.check(product_field, "form.validation.product", product_id.parse::<ProductId>());
        let combination_field = format!("{at}combination");
        let combination_id = self.combination.text(&combination_field, violations);
        if !combination_id.is_empty() {
            let parsed = combination_id.parse::<CombinationId>();
            violations.check(combination_field, "form.validation.combination", parsed);
        }
        let choices = self.choices.combinations(&format!("{at}choices"), violations);
        let pieces = self.quantity.whole().unwrap_or(0);
        violations.check(format!("{at}quantity"), "form.validation.quantity", Quantity::new(pieces));
        proto::CheckoutLine { product_id, combination_id, quantity: pieces, choices }
    }
}

fn check_person(form: &proto::CheckoutForm, violations: &mut Violations) {
    violations.check("firstname", "form.validation.firstname", PersonName::parse(&form.first_name));
    violations.check("lastname", "form.validation.lastname", PersonName::parse(&form.last_name));
    violations.check("phone", "form.validation.phone", Phone::parse(&form.phone));
}

fn check_delivery(form: &proto::CheckoutForm, violations: &mut Violations) {
    violations.check("wilaya", "form.validation.wilaya", form.wilaya_id.parse::<WilayaCode>());
    violations.check("commune", "form.validation.commune", form.commune_id.parse::<CommuneCode>());
    violations.check(
        "transporter",
        "form.validation.transporter",
        form.transporter_id.parse::<TransporterId>(),
    );
    if !["", "home", "desk"].contains(&form.delivery_type.as_str()) {
        violations.push("deliveryType", "form.validation.deliveryType", "home or desk");
    }
}

fn check_length(field: &str, text: &str, violations: &mut Violations) {
    if text.chars().count() > MAX_TEXT {
        violations.push(field, "form.validation.tooLong", format!("{MAX_TEXT} characters at most"));
    }
}

fn ignored<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    IgnoredAny::deserialize(deserializer).map(|IgnoredAny| ())
}

impl Loose {
    /// The text, a number's digits, empty for null.
    fn text(&self, field: &str, violations: &mut Violations) -> String {
        match &self.0 {
            Value::Null => String::new(),
            Value::String(text) => text.trim().to_owned(),
            Value::Number(number) => number.to_string(),
            _ => {
                violations.push(field, "form.validation.format", "a text is expected");
                String::new()
            }
        }
    }

    /// The ids of combinations in a list; none for null.
    fn combinations(&self, field: &str, violations: &mut Violations) -> Vec<String> {
        let ids = match &self.0 {
            Value::Null => return Vec::new(),
            Value::Array(ids) if ids.len() <= MAX_CHOICES => ids,
            _ => {
                violations.push(field, "form.validation.choice", "a list of combinations is expected");
                return Vec::new();
            }
        };
        let id = |(place, id): (usize, &Value)| {
            let parsed = id.as_str().unwrap_or_default().trim().parse::<CombinationId>();
            violations.check(format!("{field}[{place}]"), "form.validation.choice", parsed)
        };
        // The first wrong one of a line says enough: a guest may send thousands.
        ids.iter().enumerate().map_while(id).map(|id| id.to_string()).collect()
    }

    /// A whole number, written as a number or as its digits.
    fn whole(&self) -> Option<i64> {
        match &self.0 {
            Value::Number(number) => number.as_i64(),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    fn amount(&self, field: &str, violations: &mut Violations) -> Option<Money> {
        let text = match &self.0 {
            Value::Null => return None,
            Value::Number(number) => number.to_string(),
            Value::String(text) => text.trim().to_owned(),
            _ => String::new(),
        };
        // A whole amount that a browser computed with fractions arrives as `4500.0`.
        let money = violations.check(field, "form.validation.amount", text.parse::<Money>())?;
        if money.is_negative() {
            violations.push(field, "form.validation.amount", "an amount is not negative");
        }
        Some(money)
    }
}

impl Submission {
    /// SHA-256, in hex, of what was understood, independent of spelling and of ignored members.
    pub fn hash(&self, language: Language) -> String {
        // What is left out here would be taken for the same under the same key: the compiler asks for what is new.
        let Self { form, cart_id, shown_total, lines } = self;
        let proto::CheckoutForm {
            first_name,
            last_name,
            phone,
            email,
            address,
            wilaya_id,
            commune_id,
            transporter_id,
            delivery_type,
        } = form;
        let mut digest = Sha256::new();
        let mut feed = |part: &str| {
            digest.update(part.len().to_be_bytes());
            digest.update(part.as_bytes());
        };
        for part in [first_name, last_name, phone, email, address] {
            feed(part);
        }
        for part in [wilaya_id, commune_id, transporter_id, delivery_type] {
            feed(part);
        }
        feed(cart_id);
        feed(language.code());
        feed(&shown_total.map(|total| total.to_string()).unwrap_or_default());
        for proto::CheckoutLine { product_id, combination_id, quantity, choices } in lines {
            feed(product_id);
            feed(combination_id);
            feed(&quantity.to_string());
            // Nothing where nothing is chosen: as it was before there were choices.
            for choice in choices {
                feed(&format!("choice {choice}"));
            }
        }
        hex(&digest.finalize())
    }
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
