//! Typed identifiers: a warehouse's id can't be taken for a product's.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::Clock;

/// The text is not an identifier of the expected kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a valid {kind}")]
pub struct IdError {
    /// What was expected, such as `"order id"`.
    pub kind: &'static str,
}

macro_rules! uuid_ids {
    ($($(#[$doc:meta])* $name:ident = $kind:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(Uuid);

        impl $name {
            pub fn new(clock: &dyn Clock) -> Self {
                Self(clock.uuid())
            }

            pub const fn from_uuid(uuid: Uuid) -> Self {
                Self(uuid)
            }

            pub const fn uuid(self) -> Uuid {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.hyphenated().fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, IdError> {
                Uuid::try_parse(text).map(Self).map_err(|_| IdError { kind: $kind })
            }
        }
    )*};
}

uuid_ids! {
    /// A product of the catalogue.
    ProductId = "product id";
    /// A combination of a product's attributes.
    CombinationId = "combination id";
    /// A picture.
    ImageId = "image id";
    /// A category.
    CategoryId = "category id";
    /// A brand.
    BrandId = "brand id";
    /// An order.
    OrderId = "order id";
    /// A transporter.
    TransporterId = "transporter id";
    /// A warehouse.
    WarehouseId = "warehouse id";
    /// A transporter's payment.
    PaymentId = "payment id";
    /// A member of staff.
    EmployeeId = "employee id";
    /// A shopper's browser, known by its signed token only.
    VisitorId = "visitor id";
}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $kind:literal, $digits:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, IdError> {
                if text.len() == $digits && text.bytes().all(|byte| byte.is_ascii_digit()) {
                    Ok(Self(text.to_owned()))
                } else {
                    Err(IdError { kind: $kind })
                }
            }
        }

        impl TryFrom<String> for $name {
            type Error = IdError;

            fn try_from(text: String) -> Result<Self, IdError> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(code: $name) -> Self {
                code.0
            }
        }
    )*};
}

codes! {
    /// Two digits of the Journal officiel's list, `"16"` for Alger.
    WilayaCode = "wilaya", 2;
    /// Four digits of the ONS code, `"1601"`.
    CommuneCode = "commune", 4;
}

/// What stock is kept of: a product, or one combination of it. Ordered, so that rows are locked in one order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StockKey {
    pub product: ProductId,
    pub combination: Option<CombinationId>,
}
