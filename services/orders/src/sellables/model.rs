//! What can be ordered and what it costs at a moment, from the facts that catalog last said.

use std::collections::HashMap;

use souk_kernel::{
    BrandId, CategoryId, CombinationId, Day, LocalizedText, Money, MoneyError, ProductId, QuantityRule,
    TaxRate,
};
use souk_pricing::{Discount, Place, PriceBasis, Promotions, Target, base_price};
use time::OffsetDateTime;

/// A product with its combinations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sellable {
    pub product: ProductId,
    pub active: bool,
    pub name: LocalizedText,
    pub price_ht: Money,
    pub tax_rate: TaxRate,
    pub image: String,
    /// From the root down. Empty in what was told by a catalog of before, which told no brand either.
    pub category_path: Vec<CategoryId>,
    pub brand: Option<BrandId>,
    pub combinations: Vec<Combination>,
    /// What one unit of a pack holds; empty for a product that is no pack. Packs hold no packs.
    pub pack: Vec<Component>,
    /// What is taken off the sum of its parts' prices; `None`: it has a price of its own.
    pub pack_discount: Option<Discount>,
    /// In what numbers shoppers order each of its combinations, and packs of each choice.
    pub quantity_rule: QuantityRule,
    /// From when on shoppers can order it.
    pub available_from: Option<Day>,
    /// `None`: it is not sold to wholesalers.
    pub wholesale: Option<Wholesale>,
}

/// What wholesalers pay for a product of whatever combination, and how many pieces they order at least.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wholesale {
    /// Above zero.
    pub price_ht: Money,
    /// In one order, its combinations together.
    pub minimum: u32,
}

/// To whom it is sold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Trade {
    #[default]
    Retail,
    Wholesale,
}

/// One combination of a product's attributes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combination {
    pub id: CombinationId,
    /// Zero: the product's price counts (design 5).
    pub price_ht: Money,
    pub name: LocalizedText,
    pub active: bool,
    pub is_default: bool,
    pub image: String,
    pub sku: String,
}

/// So many pieces of something in a pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    pub product: ProductId,
    pub of: Packed,
    pub quantity: u32,
}

/// Which of a product's combinations a pack holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Packed {
    /// Always the same; `None` of a product without combinations.
    Fixed(Option<CombinationId>),
    /// What the shopper chooses among these; among all that are sold where there are none.
    Chosen(Vec<CombinationId>),
}

/// What prices follow from beside the products: the shop's promotions and basis, and the moment.
#[derive(Debug, Clone, Copy)]
pub struct PriceRules<'a> {
    pub promotions: &'a Promotions,
    pub basis: PriceBasis,
    pub at: OffsetDateTime,
    pub trade: Trade,
}

/// What a cart names, and what its prices follow from.
#[derive(Debug)]
pub struct Goods {
    pub sellables: HashMap<ProductId, Sellable>,
    /// None until catalog told them.
    pub promotions: Option<Promotions>,
    pub basis: PriceBasis,
    pub at: OffsetDateTime,
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
    #[error("the product has no wholesale price")]
    Wholesale,
}

/// How long orders wait, as the merchant chose it; none is as the process was told at start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrderTimes {
    /// Between two orders of one visitor or one phone.
    pub cooldown_seconds: Option<i32>,
    /// That an order holds its stock without being confirmed.
    pub hold_hours: Option<i32>,
}

impl OrderTimes {
    /// Most that the table takes.
    pub const MOST_SECONDS: i32 = 86_400;
    pub const MOST_HOURS: i32 = 87_600;
}

impl PriceRules<'_> {
    /// The same of who is sold to.
    #[must_use]
    pub const fn of(self, trade: Trade) -> Self {
        Self { trade, ..self }
    }
}

impl Goods {
    /// Those of retail; none until catalog told the promotions.
    pub fn rules(&self) -> Option<PriceRules<'_>> {
        let promotions = self.promotions.as_ref()?;
        Some(PriceRules { promotions, basis: self.basis, at: self.at, trade: Trade::Retail })
    }
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

    /// What one of it costs before tax and promotions.
    pub fn base_price(&self, combination: Option<&Combination>) -> Money {
        base_price(self.price_ht, combination.map(|combination| combination.price_ht))
    }

    /// The products that it is made of.
    pub fn parts(&self) -> impl Iterator<Item = ProductId> {
        self.pack.iter().map(|component| component.product)
    }

    /// Whether all is known of it that its price follows from. Where it stands may be unknown while no promotion in force
    /// targets a category or a brand.
    pub fn is_priceable(&self, promotions: &Promotions, at: OffsetDateTime) -> bool {
        let mut in_force = promotions.iter().filter(|promotion| promotion.is_in_force(at));
        let follows_place =
            in_force.any(|promotion| matches!(promotion.target, Target::Category(_) | Target::Brand(_)));
        !self.category_path.is_empty() || !follows_place
    }

    /// The price of a unit before tax and promotions, the combination's own where it has one, else the product's, as it is charged
    /// after the best promotion where there is one (design 5).
    pub fn unit_price(&self, base: Money, rules: PriceRules<'_>) -> Result<UnitPrice, MoneyError> {
        let place = Place { product: self.product, category_path: &self.category_path, brand: self.brand };
        let ht = rules.promotions.effective_price(base, place, rules.at);
        let charged = rules.basis.price(ht, self.tax_rate)?;
        Ok(UnitPrice { charged, ht, ttc: ht.with_tax(self.tax_rate)? })
    }

    /// The price of a unit in an order of a wholesaler, of whatever combination and whatever is reduced for shoppers; `None` where it
    /// has none.
    pub fn wholesale_price(&self, basis: PriceBasis) -> Result<Option<UnitPrice>, MoneyError> {
        let Some(Wholesale { price_ht: ht, .. }) = self.wholesale else { return Ok(None) };
        Ok(Some(UnitPrice { charged: basis.price(ht, self.tax_rate)?, ht, ttc: ht.with_tax(self.tax_rate)? }))
    }
}
