//! What prices follow from, apart from a product: the promotions, the basis, and the moment.

use std::collections::HashMap;

use souk_kernel::{BrandId, CategoryId, Money, ProductId, TaxRate};
use souk_pricing::{Place, PriceBasis, Promotion, Promotions};
use time::OffsetDateTime;

/// What the price of a card follows from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pricing {
    pub product: ProductId,
    /// Before tax and promotions, of what is chosen first (design 5).
    pub base: Money,
    pub tax_rate: TaxRate,
    pub category: CategoryId,
    pub brand: Option<BrandId>,
}

/// A price as the shop shows it: before and after the best promotion.
#[derive(Debug, Clone, Copy)]
pub struct ShownPrice<'a> {
    pub base: Money,
    pub after_promotion: Option<Money>,
    pub promotion: Option<&'a Promotion>,
}

/// The prices of a shop from a moment until the next promotion starts or ends.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prices {
    pub promotions: Promotions,
    pub basis: PriceBasis,
    /// Of each category: itself and all above it.
    pub category_paths: HashMap<CategoryId, Vec<CategoryId>>,
}

impl Prices {
    /// The best promotion of a product at a moment with the price before tax that it gives.
    pub fn best(&self, of: &Pricing, at: OffsetDateTime) -> Option<(Money, &Promotion)> {
        self.promotions.best(of.base, self.place(of), at)
    }

    /// The promotions in force that reach a product.
    pub fn in_force(&self, of: &Pricing, at: OffsetDateTime) -> impl Iterator<Item = &Promotion> {
        self.promotions.reaching(self.place(of)).filter(move |promotion| promotion.is_in_force(at))
    }

    /// Where the product stands.
    pub fn place(&self, of: &Pricing) -> Place<'_> {
        let path = self.category_paths.get(&of.category).map_or(&[][..], Vec::as_slice);
        Place { product: of.product, category_path: path, brand: of.brand }
    }

    /// What is shown of a price.
    pub fn shown_price(&self, of: &Pricing, at: OffsetDateTime) -> ShownPrice<'_> {
        let best = self.best(of, at);
        ShownPrice {
            base: self.shown(of.base, of.tax_rate),
            after_promotion: best.map(|(after, _)| self.shown(after, of.tax_rate)),
            promotion: best.map(|(_, promotion)| promotion),
        }
    }

    /// What is shown as the price to pay.
    pub fn effective(&self, of: &Pricing, at: OffsetDateTime) -> Money {
        self.shown(self.best(of, at).map_or(of.base, |(after, _)| after), of.tax_rate)
    }

    /// Whether a promotion lowered the price that is shown to `effective`: what is taken off before tax is a centime at least, and
    /// so it is with tax.
    pub fn is_reduced(&self, of: &Pricing, effective: Money) -> bool {
        effective < self.shown(of.base, of.tax_rate)
    }

    /// A price before tax as the shop shows it. An amount too large for tax to be added stays as it is: it can't be
    /// entered.
    pub fn shown(&self, before_tax: Money, rate: TaxRate) -> Money {
        self.basis.price(before_tax, rate).unwrap_or(before_tax)
    }
}
