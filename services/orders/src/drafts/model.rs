//! Carts that were not ordered, with what is in them. Pure.

use souk_kernel::{LocalizedText, Money};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::items::CartLine;

/// A cart that was not ordered.
#[derive(Debug, Clone)]
pub struct ListedDraft {
    pub id: Uuid,
    pub first_name: String,
    pub last_name: String,
    pub phone: String,
    pub lines: Vec<ListedLine>,
    /// Of what is still sold, without delivery.
    pub total: Money,
    pub updated_at: OffsetDateTime,
    pub expires_at: OffsetDateTime,
}

#[derive(Debug, Clone)]
pub struct ListedLine {
    pub line: CartLine,
    /// Empty of what is not known any more.
    pub name: LocalizedText,
    pub combination_name: LocalizedText,
    /// `None` of what can't be ordered any more.
    pub unit_price: Option<Money>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Sort {
    /// Touched last first.
    #[default]
    Default,
    /// Gone soonest first.
    Expiring,
}
