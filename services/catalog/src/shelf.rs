//! What products stand among: the category tree, the brands, the promotions, the shop's settings. Every
//! card, page and event is made of a product and this. It changes rarely and is needed always: a process keeps
//! the newest one it read, and one number of the database tells whether that still holds.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use souk_kernel::{BrandId, Clock, Money};
use souk_pricing::{Place, Promotion, Promotions};
use sqlx::PgConnection;
use time::OffsetDateTime;
use tokio::sync::Mutex;

use crate::brands::{self, Brand};
use crate::categories::{self, Category, CategoryTree};
use crate::content::{self, Settings};
use crate::products::{Combination, Product};
use crate::promotions;
use crate::revision::{self, Revision};
use crate::search::Prices;

#[derive(Debug, Clone)]
pub struct Shelf {
    pub categories: CategoryTree,
    pub brands: HashMap<BrandId, Brand>,
    /// In force or planned.
    pub promotions: Promotions,
    pub settings: Settings,
    /// Where the catalogue stood: nothing here is older. The counts of products are as of `current`.
    pub revision: Revision,
}

/// The newest shelf that this process read. Cheap to clone.
#[derive(Clone)]
pub struct Shelves {
    clock: Arc<dyn Clock>,
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
    pub async fn read(conn: &mut PgConnection, now: OffsetDateTime) -> sqlx::Result<Self> {
        // First, so that what is read after it is as new or newer.
        let revision = revision::current(conn).await?;
        Ok(Self {
            categories: CategoryTree::new(categories::all(conn).await?),
            brands: brands::all(conn).await?,
            promotions: promotions::relevant(conn, now).await?.into_iter().map(|known| known.rule).collect(),
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

    /// What a product, or one of its combinations, costs before tax at a moment.
    pub fn priced(
        &self,
        product: &Product,
        combination: Option<&Combination>,
        at: OffsetDateTime,
    ) -> Priced<'_> {
        let base = product.base_price(combination);
        let category_path = self.categories.path(product.category);
        let place = Place { product: product.id, category_path: &category_path, brand: product.brand };
        Priced { base, promotion: self.promotions.best(base, place, at) }
    }

    /// What prices follow from, apart from a product and the moment.
    pub fn prices(&self) -> Prices {
        let path = |category: &Category| (category.id, self.categories.path(category.id));
        Prices {
            promotions: self.promotions.clone(),
            basis: self.settings.price_basis,
            category_paths: self.categories.iter().map(path).collect(),
        }
    }
}

impl Shelves {
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, kept: Arc::default(), reading: Arc::default() }
    }

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
            None => Ok(self.keep(Shelf::read(conn, self.clock.now()).await?)),
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
            _ => Ok(self.keep(Shelf::read(conn, self.clock.now()).await?)),
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
