//! One dated price rule.

use souk_kernel::{BrandId, CategoryId, Money, MoneyError, ProductId, TaxRate};
use time::OffsetDateTime;
use uuid::Uuid;

/// Takes something off the price of what it targets, from its start until just before its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promotion {
    pub id: Uuid,
    pub discount: Discount,
    pub target: Target,
    /// `None`: from ever.
    pub starts_at: Option<OffsetDateTime>,
    /// `None`: for ever.
    pub ends_at: Option<OffsetDateTime>,
}

/// What is taken off a price before tax.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Discount {
    Percentage(TaxRate),
    Amount(Money),
}

/// What is reduced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    All,
    Product(ProductId),
    /// With everything below it.
    Category(CategoryId),
    Brand(BrandId),
}

impl Promotion {
    pub fn is_in_force(&self, at: OffsetDateTime) -> bool {
        self.starts_at.is_none_or(|start| start <= at) && !self.is_over(at)
    }

    /// Whether it will never be in force again.
    pub fn is_over(&self, at: OffsetDateTime) -> bool {
        self.ends_at.is_some_and(|end| end <= at)
    }
}

impl Discount {
    /// The price after it, never below zero. A percentage is rounded to the centime once, halves up. An amount reduces only what costs
    /// more than it, so that a promotion of a whole category, or a pack whose parts became cheaper, gives nothing away by mistake. Who
    /// means to gives 100 %.
    pub fn apply(self, price: Money) -> Result<Money, MoneyError> {
        let off = match self {
            Self::Percentage(rate) => price.share(rate)?,
            Self::Amount(amount) if amount < price => amount,
            Self::Amount(_) => Money::ZERO,
        };
        price.checked_sub(off)
    }

    /// The discount that a type and a value name together; `None` when they name none.
    pub fn read(rule_type: &str, value: i64) -> Option<Self> {
        match rule_type {
            "percentage" => {
                let rate = TaxRate::from_hundredths(u32::try_from(value).ok()?).ok()?;
                Some(Self::Percentage(rate))
            }
            "amount" if value >= 0 => Some(Self::Amount(Money::from_centimes(value))),
            _ => None,
        }
    }

    /// `percentage` or `amount` (spec 3).
    pub const fn rule_type(self) -> &'static str {
        match self {
            Self::Percentage(_) => "percentage",
            Self::Amount(_) => "amount",
        }
    }

    /// Hundredths of a percent, or centimes.
    pub fn value(self) -> i64 {
        match self {
            Self::Percentage(rate) => i64::from(rate.hundredths()),
            Self::Amount(amount) => amount.centimes(),
        }
    }
}

impl Target {
    /// The target that a rule and its entity name together; `None` when they name none.
    pub fn read(rule: &str, entity: Option<Uuid>) -> Option<Self> {
        match (rule, entity) {
            ("all", None) => Some(Self::All),
            ("product", Some(id)) => Some(Self::Product(ProductId::from_uuid(id))),
            ("category", Some(id)) => Some(Self::Category(CategoryId::from_uuid(id))),
            ("brand", Some(id)) => Some(Self::Brand(BrandId::from_uuid(id))),
            _ => None,
        }
    }

    /// `all`, `product`, `category` or `brand` (spec 3).
    pub const fn rule(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Product(_) => "product",
            Self::Category(_) => "category",
            Self::Brand(_) => "brand",
        }
    }

    pub const fn entity(self) -> Option<Uuid> {
        match self {
            Self::All => None,
            Self::Product(id) => Some(id.uuid()),
            Self::Category(id) => Some(id.uuid()),
            Self::Brand(id) => Some(id.uuid()),
        }
    }
}
