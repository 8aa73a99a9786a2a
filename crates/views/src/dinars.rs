//! A price in public JSON: a number of dinars with at most two decimals, written exactly from the centimes
//! (design 4); no float is made on the way.

use std::fmt;

use serde::de::Visitor;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use souk_kernel::Money;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// An amount as public JSON shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Dinars(pub Money);

impl From<Money> for Dinars {
    fn from(money: Money) -> Self {
        Self(money)
    }
}

impl Serialize for Dinars {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.0.to_string()).map_err(S::Error::custom)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Dinars {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NumberOfDinars)
    }
}

/// Reads the number by its shortest decimal form, which is the one that was written.
struct NumberOfDinars;

impl Visitor<'_> for NumberOfDinars {
    type Value = Dinars;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number of dinars with at most two decimals")
    }

    fn visit_u64<E: serde::de::Error>(self, dinars: u64) -> Result<Dinars, E> {
        dinars.to_string().parse().map(Dinars).map_err(E::custom)
    }

    fn visit_i64<E: serde::de::Error>(self, dinars: i64) -> Result<Dinars, E> {
        dinars.to_string().parse().map(Dinars).map_err(E::custom)
    }

    fn visit_f64<E: serde::de::Error>(self, dinars: f64) -> Result<Dinars, E> {
        dinars.to_string().parse().map(Dinars).map_err(E::custom)
    }
}

impl PartialSchema for Dinars {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::Number)
            .description(Some("Dinars with at most two decimals."))
            .examples([serde_json::json!(4500.5)])
            .into()
    }
}

impl ToSchema for Dinars {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_written_from_the_centimes() {
        for (centimes, text) in [(450_050, "4500.5"), (999_999_999_999_999, "9999999999999.99"), (0, "0")] {
            let price = Dinars(Money::from_centimes(centimes));
            assert_eq!(serde_json::to_string(&price).ok().as_deref(), Some(text));
            assert_eq!(serde_json::from_str(text).ok(), Some(price));
        }
    }

    #[test]
    fn other_numbers_are_refused() {
        for text in ["1.234", "1e300", "null", "\"5\"", "-"] {
            assert!(serde_json::from_str::<Dinars>(text).is_err(), "{text}");
        }
    }
}
