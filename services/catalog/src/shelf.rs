//! What products stand among: the category tree, the brands, the promotions in force, the shop's settings. Every
//! card, page and event is made of a product and this. It changes rarely and is needed always: a process keeps
//! the newest one it read, and one number of the database tells whether that still holds.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use souk_kernel::{BrandId, Money};
use sqlx::PgConnection;
use tokio::sync::Mutex;

use crate::brands::{self, Brand};
use crate::categories::{self, CategoryTree};
use crate::content::{self, Settings};
use crate::products::{Combination, Product};
use crate::promotions::{self, Place, Promotion, best_price};
use crate::revision::{self, Revision};

#[derive(Debug, Clone)]
pub struct Shelf {
    pub categories: CategoryTree,
    pub brands: HashMap<BrandId, Brand>,
    pub promotions: Vec<Promotion>,
    pub settings: Settings,
    /// Where the catalogue stood: nothing here is older. The counts of products are as of `current`.
    pub revision: Revision,
}

/// The newest shelf that this process read. Cheap to clone.
#[derive(Clone, Default)]
pub struct Shelves {
    kept: Arc<RwLock<Option<Arc<Shelf>>>>,
    /// Held by the one caller that reads.
    reading: Arc<Mutex<()>>,
}

/// A price before tax, before and after the best promotion.
#[derive(Debug, Clone, Copy)]
pub struct Priced<'a> {
    pub base: Money,
    pub promotion: Option<(Money, &'a Promotion)>,
}

impl Shelf {
    /// Reads everything: the same number of queries whatever the shop's size.
    pub async fn read(conn: &mut PgConnection) -> sqlx::Result<Self> {
        // First, so that what is read after it is as new or newer.
        let revision = revision::current(conn).await?;
        Ok(Self {
            categories: CategoryTree::new(categories::all(conn).await?),
            brands: brands::all(conn).await?,
            promotions: promotions::in_force(conn).await?,
            settings: content::settings(conn).await?,
            revision,
        })
    }

    /// This with the counts of now.
    async fn recounted(&self, conn: &mut PgConnection) -> sqlx::Result<Self> {
        let revision = revision::current(conn).await?;
        let (categories, brands) = (categories::counts(conn).await?, brands::counts(conn).await?);
        let mut among = Self { categories: self.categories.recounted(&categories), ..self.clone() };
        for brand in among.brands.values_mut() {
            brand.products = brands.get(&brand.id).copied().unwrap_or_default();
        }
        // What else was read stands where it stood.
        among.revision = Revision { reference: self.revision.reference, ..revision };
        Ok(among)
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

impl Shelves {
    /// The shelf of now, its counts perhaps a moment older: a row read, and more only after a change.
    pub async fn newest(&self, conn: &mut PgConnection) -> sqlx::Result<Arc<Shelf>> {
        let Revision { reference, .. } = revision::current(conn).await?;
        self.at(conn, reference).await
    }

    /// As [`Self::newest`] for a caller who read where the reference data stand.
    pub async fn at(&self, conn: &mut PgConnection, reference: u64) -> sqlx::Result<Arc<Shelf>> {
        let holds = |among: &Shelf| among.revision.reference == reference;
        if let Some(among) = self.kept().filter(|among| holds(among)) {
            return Ok(among);
        }
        let _turn = self.reading.lock().await;
        match self.kept().filter(|among| holds(among)) {
            Some(among) => Ok(among),
            None => Ok(self.keep(Shelf::read(conn).await?)),
        }
    }

    /// The shelf of now with the counts of now.
    pub async fn counted(&self, conn: &mut PgConnection) -> sqlx::Result<Arc<Shelf>> {
        let now = revision::current(conn).await?;
        let holds = |among: &Shelf| among.revision == now;
        if let Some(among) = self.kept().filter(|among| holds(among)) {
            return Ok(among);
        }
        let _turn = self.reading.lock().await;
        match self.kept() {
            Some(among) if holds(&among) => Ok(among),
            Some(among) if among.revision.reference == now.reference => {
                Ok(self.keep(among.recounted(conn).await?))
            }
            _ => Ok(self.keep(Shelf::read(conn).await?)),
        }
    }

    fn kept(&self) -> Option<Arc<Shelf>> {
        self.kept.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn keep(&self, among: Shelf) -> Arc<Shelf> {
        let among = Arc::new(among);
        *self.kept.write().unwrap_or_else(PoisonError::into_inner) = Some(among.clone());
        among
    }
}

impl Priced<'_> {
    /// Price after promotion if there is one, else the base (design 5).
    pub fn effective(&self) -> Money {
        self.promotion.map_or(self.base, |(after, _)| after)
    }
}
