//! What products stand among: the category tree, the brands, the promotions in force, the shop's settings. Every
//! card, page and event is made of a product and this.

use std::collections::HashMap;

use souk_kernel::{BrandId, Money};
use sqlx::PgConnection;

use crate::brands::{self, Brand};
use crate::categories::{self, CategoryTree};
use crate::content::{self, Settings};
use crate::products::{self, Combination, Product};
use crate::promotions::{self, Place, Promotion, best_price};

#[derive(Debug, Clone)]
pub struct Shelf {
    pub categories: CategoryTree,
    pub brands: HashMap<BrandId, Brand>,
    pub promotions: Vec<Promotion>,
    pub settings: Settings,
}

/// A price before tax, before and after the best promotion.
#[derive(Debug, Clone, Copy)]
pub struct Priced<'a> {
    pub base: Money,
    pub promotion: Option<(Money, &'a Promotion)>,
}

impl Shelf {
    /// Reads everything: the same number of queries whatever the shop's size.
    pub async fn load(conn: &mut PgConnection) -> sqlx::Result<Self> {
        let direct = products::count_by_category(conn).await?;
        let counts = products::count_by_brand(conn).await?;
        Ok(Self {
            categories: CategoryTree::new(categories::all(conn).await?, &direct),
            brands: brands::all(conn, &counts).await?,
            promotions: promotions::in_force(conn).await?,
            settings: content::settings(conn).await?,
        })
    }

    pub fn brand(&self, product: &Product) -> Option<&Brand> {
        product.brand.and_then(|id| self.brands.get(&id))
    }

    /// What a product, or one of its combinations, costs before tax.
    pub fn priced(&self, product: &Product, combination: Option<&Combination>) -> Priced<'_> {
        let base = product.base_price(combination);
        let categories = self.categories.path(product.category);
        let place = Place { product: product.id, categories: &categories, brand: product.brand };
        Priced { base, promotion: best_price(base, place, &self.promotions) }
    }
}

impl Priced<'_> {
    /// Price after promotion if there is one, else the base (design 5).
    pub fn effective(&self) -> Money {
        self.promotion.map_or(self.base, |(after, _)| after)
    }
}
