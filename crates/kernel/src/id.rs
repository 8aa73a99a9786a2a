//! Typed identifiers: a warehouse's id can't be taken for a product's.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use uuid::{Builder, Uuid};

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
    /// What combinations differ in, such as the colour.
    AttributeId = "attribute id";
    /// One of an attribute's options, such as red.
    AttributeOptionId = "attribute option id";
    /// What data sheets say of products, such as the material.
    FeatureId = "feature id";
    /// One of a feature's options, such as linen.
    FeatureOptionId = "feature option id";
    /// A picture.
    ImageId = "image id";
    /// A category.
    CategoryId = "category id";
    /// A brand.
    BrandId = "brand id";
    /// What a brand makes under one name.
    BrandLineId = "brand line id";
    /// What a shopper says of a product.
    ReviewId = "review id";
    /// That somebody waits for something that is sold out.
    RestockRequestId = "restock request id";
    /// Words that mean the same to who searches.
    SynonymGroupId = "synonym group id";
    /// An order.
    OrderId = "order id";
    /// Who orders: of what staff wrote of a phone, or of an order of it.
    CustomerId = "customer id";
    /// A transporter.
    TransporterId = "transporter id";
    /// A warehouse.
    WarehouseId = "warehouse id";
    /// Goods on their way from one warehouse to another.
    ExpeditionId = "expedition id";
    /// One of the goods of an expedition.
    ExpeditionPartId = "expedition part id";
    /// A transporter's payment.
    PaymentId = "payment id";
    /// The reversal of a transporter's payment, whole or in part.
    ReversalId = "reversal id";
    /// A member of staff.
    EmployeeId = "employee id";
    /// A shopper's browser, known by its signed token only.
    VisitorId = "visitor id";
}

impl OrderId {
    /// The id of the order that a visitor's request makes, whoever works on it and how often: the same visitor and
    /// idempotency key always mean the same order.
    ///
    /// A `UUIDv8` (RFC 9562, 5.8): the visitor id's first 48 bits, which are the millisecond of their first visit, then 74
    /// bits of a SHA-256 over visitor and key; of an order that an employee makes those of the employee's id. So orders of one time stand together in every index, as with `UUIDv7`, and
    /// nobody finds a key that meets another visitor's order.
    pub fn of_request(visitor: VisitorId, idempotency_key: &str) -> Self {
        Self::derived(b"souk.order", visitor.uuid(), idempotency_key)
    }

    /// The id under which stock is held for a change of this order, beside what the order holds: the same change always means the same
    /// hold. Made as [`Self::of_request`] makes its own.
    #[must_use]
    pub fn of_change(self, change: &str) -> Self {
        Self::derived(b"souk.order.change", self.uuid(), change)
    }

    fn derived(label: &[u8], from: Uuid, key: &str) -> Self {
        let digest = Sha256::new()
            .chain_update(label)
            .chain_update(from.as_bytes())
            .chain_update(key.as_bytes())
            .finalize();
        let mut bytes = *from.as_bytes();
        bytes[6..].copy_from_slice(&digest[..10]);
        Self(Builder::from_custom_bytes(bytes).into_uuid())
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SystemClock;

    #[test]
    fn an_order_id_follows_from_visitor_and_key_alone() {
        let visitor = VisitorId::from_uuid(uuid::uuid!("0199f3c0-1111-7222-8333-444455556666"));
        let id = OrderId::of_request(visitor, "key");
        // Fixed: replicas of two releases must agree on it.
        assert_eq!(id.to_string(), "0199f3c0-1111-8b85-8694-19eeb16150cf");
        assert_eq!(id.uuid().get_version_num(), 8);
        let others = [
            OrderId::of_request(visitor, "key2"),
            OrderId::of_request(VisitorId::new(&SystemClock), "key"),
            OrderId::of_request(visitor, ""),
        ];
        assert!(!others.contains(&id));
        let change = id.of_change("key");
        assert_eq!(change, id.of_change("key"));
        assert!(change != id && change != id.of_change("key2"));
    }

    #[test]
    fn orders_of_visitors_who_came_later_sort_later() {
        let at = |first: u128| VisitorId::from_uuid(Uuid::from_u128((first << 80) | (7 << 76) | (2 << 62)));
        assert!(OrderId::of_request(at(1_000), "b") < OrderId::of_request(at(1_001), "a"));
    }
}
