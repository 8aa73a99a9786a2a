//! What can be ordered and what it costs, as catalog last said it.

use souk_kernel::{CombinationId, LocalizedText, Money, MoneyError, ProductId, StockKey, TaxRate};

/// A product with its combinations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sellable {
    pub product: ProductId,
    pub active: bool,
    pub name: LocalizedText,
    pub price_ht: Money,
    pub promotion_price: Option<Money>,
    pub tax_rate: TaxRate,
    pub image: String,
    pub combinations: Vec<Combination>,
    /// What one unit of a pack holds; empty for a product that is no pack. Packs hold no packs.
    pub pack: Vec<Component>,
}

/// One combination of a product's attributes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combination {
    pub id: CombinationId,
    /// Zero: the product's price counts (design 5).
    pub price_ht: Money,
    pub promotion_price: Option<Money>,
    pub name: LocalizedText,
    pub active: bool,
    pub is_default: bool,
    pub image: String,
    pub sku: String,
}

/// So many pieces of something in a pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    pub key: StockKey,
    pub quantity: u32,
}

/// Which of the two prices the shop shows and charges (design 5): catalog's setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::AsRefStr, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum PriceBasis {
    /// Before tax, the specification's formulas.
    Ht,
    /// With tax.
    Ttc,
}

/// A unit's price before and with tax, and the one of them that is charged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnitPrice {
    pub charged: Money,
    pub ht: Money,
    pub ttc: Money,
}

/// Why a line can't be ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unsellable {
    #[error("the product is not sold")]
    Product,
    #[error("the product is not sold in this combination")]
    Combination,
}

impl Sellable {
    /// The combination that a line means: the one that it names; when it names none, the default or else the first.
    /// `None` for a product without combinations.
    pub fn pick(&self, wanted: Option<CombinationId>) -> Result<Option<&Combination>, Unsellable> {
        if !self.active {
            return Err(Unsellable::Product);
        }
        let mut sold = self.combinations.iter().filter(|combination| combination.active);
        match wanted {
            Some(id) => {
                sold.find(|combination| combination.id == id).map(Some).ok_or(Unsellable::Combination)
            }
            None if self.combinations.is_empty() => Ok(None),
            None => {
                let default = sold.clone().find(|combination| combination.is_default);
                default.or_else(|| sold.next()).map(Some).ok_or(Unsellable::Combination)
            }
        }
    }

    /// The price of a unit: the combination's own where it has one, else the product's; after promotion where there
    /// is one (design 5).
    pub fn unit_price(
        &self,
        combination: Option<&Combination>,
        basis: PriceBasis,
    ) -> Result<UnitPrice, MoneyError> {
        let ht = match combination {
            Some(own) if own.price_ht > Money::ZERO => own.promotion_price.unwrap_or(own.price_ht),
            Some(shared) => shared.promotion_price.or(self.promotion_price).unwrap_or(self.price_ht),
            None => self.promotion_price.unwrap_or(self.price_ht),
        };
        let ttc = ht.with_tax(self.tax_rate)?;
        let charged = match basis {
            PriceBasis::Ht => ht,
            PriceBasis::Ttc => ttc,
        };
        Ok(UnitPrice { charged, ht, ttc })
    }
}
