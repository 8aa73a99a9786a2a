//! Reference data: the category tree, the brands with their lines, and what prices follow from (promotions, the price basis). Every card,
//! page and event is made of a product and these. They change rarely and are needed always: a process keeps the newest it
//! read, and one number of the database tells whether they still hold.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use souk_kernel::{BrandId, BrandLineId, CategoryId, Clock};
use sqlx::PgConnection;
use time::OffsetDateTime;
use tokio::sync::Mutex;
use uuid::Uuid;

use crate::brand_lines::{self, BrandLine};
use crate::brands::{self, Brand};
use crate::categories::{self, Category, CategoryTree};
use crate::former_addresses::{self, Kind};
use crate::prices::Prices;
use crate::promotions::Promotion;
use crate::revision::{self, Revision};
use crate::{promotions, settings};

#[derive(Debug, Clone)]
pub struct ReferenceData {
    pub categories: CategoryTree,
    pub brands: HashMap<BrandId, Brand>,
    pub brand_lines: HashMap<BrandLineId, BrandLine>,
    /// Whose each address was that a category had before.
    pub former_categories: HashMap<String, CategoryId>,
    /// The same of a brand line.
    pub former_lines: HashMap<String, BrandLineId>,
    /// Those in force and planned.
    pub promotions: HashMap<Uuid, Promotion>,
    /// Of promotions in force and planned.
    pub prices: Arc<Prices>,
    /// Where the catalogue stood: nothing here is older. The counts of products are as of `current`.
    pub revision: Revision,
}

/// The newest reference data that this process read. Cheap to clone.
#[derive(Clone)]
pub struct ReferenceCache {
    clock: Arc<dyn Clock>,
    kept: Arc<RwLock<Option<Arc<ReferenceData>>>>,
    /// Held by the one caller that reads.
    reading: Arc<Mutex<()>>,
}

impl ReferenceData {
    /// Reads everything: the same number of queries whatever the shop's size.
    async fn read(conn: &mut PgConnection, now: OffsetDateTime) -> sqlx::Result<Self> {
        // First, so that what is read after it is as new or newer.
        let revision = revision::current(conn).await?;
        let categories = CategoryTree::new(categories::all(conn).await?);
        let path = |category: &Category| (category.id, categories.path(category.id));
        let promotions = promotions::relevant(conn, now).await?;
        let prices = Prices {
            promotions: promotions.iter().map(|saved| saved.rule.clone()).collect(),
            basis: settings::read(conn).await?.price_basis,
            category_paths: categories.iter().map(path).collect(),
        };
        let former_categories = former_addresses::all(conn, Kind::Category).await?.into_iter();
        let former_lines = former_addresses::all(conn, Kind::BrandLine).await?.into_iter();
        Ok(Self {
            categories,
            brands: brands::all(conn).await?,
            brand_lines: brand_lines::all(conn).await?,
            former_categories: former_categories
                .map(|(slug, id)| (slug, CategoryId::from_uuid(id)))
                .collect(),
            former_lines: former_lines.map(|(slug, id)| (slug, BrandLineId::from_uuid(id))).collect(),
            promotions: promotions.into_iter().map(|saved| (saved.rule.id, saved)).collect(),
            prices: Arc::new(prices),
            revision,
        })
    }

    /// This with the counts of now.
    async fn recounted(&self, conn: &mut PgConnection) -> sqlx::Result<Self> {
        let revision = revision::current(conn).await?;
        let (categories, brands) = (categories::counts(conn).await?, brands::counts(conn).await?);
        let mut recounted = Self { categories: self.categories.recounted(&categories), ..self.clone() };
        for brand in recounted.brands.values_mut() {
            brand.products = brands.get(&brand.id).copied().unwrap_or_default();
        }
        let lines = brand_lines::counts(conn).await?;
        for line in recounted.brand_lines.values_mut() {
            line.products = lines.get(&line.id).copied().unwrap_or_default();
        }
        // What else was read stands where it stood.
        recounted.revision = Revision { reference: self.revision.reference, ..revision };
        Ok(recounted)
    }

    pub fn brand(&self, id: Option<BrandId>) -> Option<&Brand> {
        id.and_then(|id| self.brands.get(&id))
    }

    pub fn brand_line(&self, id: Option<BrandLineId>) -> Option<&BrandLine> {
        id.and_then(|id| self.brand_lines.get(&id))
    }

    pub fn brand_line_by_slug(&self, slug: &str) -> Option<&BrandLine> {
        self.brand_lines.values().find(|line| line.slug == slug)
    }

    /// Where the brand line is now that had this address before.
    pub fn moved_line(&self, slug: &str) -> Option<&BrandLine> {
        self.brand_line(self.former_lines.get(slug).copied())
    }

    /// Where the category is now that had this address before.
    pub fn moved_category(&self, slug: &str) -> Option<&Category> {
        self.former_categories.get(slug).and_then(|id| self.categories.get(*id))
    }

    /// A promotion that shoppers see at a moment.
    pub fn shown_promotion(&self, id: Uuid, at: OffsetDateTime) -> Option<&Promotion> {
        self.promotions.get(&id).filter(|promotion| promotion.is_shown(at))
    }

    pub fn brand_by_slug(&self, slug: &str) -> Option<&Brand> {
        self.brands.values().find(|brand| brand.slug == slug)
    }
}

impl ReferenceCache {
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, kept: Arc::default(), reading: Arc::default() }
    }

    /// The reference data of now, their counts perhaps a moment older: a row read, and more only after a change.
    pub async fn newest(&self, conn: &mut PgConnection) -> sqlx::Result<Arc<ReferenceData>> {
        let Revision { reference, .. } = revision::current(conn).await?;
        self.at(conn, reference).await
    }

    /// As [`Self::newest`] for a caller who read at which revision the reference data stand.
    pub async fn at(&self, conn: &mut PgConnection, revision: u64) -> sqlx::Result<Arc<ReferenceData>> {
        let holds = |data: &ReferenceData| data.revision.reference == revision;
        if let Some(data) = self.kept().filter(|data| holds(data)) {
            return Ok(data);
        }
        let _turn = self.reading.lock().await;
        match self.kept().filter(|data| holds(data)) {
            Some(data) => Ok(data),
            None => Ok(self.keep(ReferenceData::read(conn, self.clock.now()).await?)),
        }
    }

    /// The reference data of now with the counts of now.
    pub async fn counted(&self, conn: &mut PgConnection) -> sqlx::Result<Arc<ReferenceData>> {
        let now = revision::current(conn).await?;
        let holds = |data: &ReferenceData| data.revision == now;
        if let Some(data) = self.kept().filter(|data| holds(data)) {
            return Ok(data);
        }
        let _turn = self.reading.lock().await;
        match self.kept() {
            Some(data) if holds(&data) => Ok(data),
            Some(data) if data.revision.reference == now.reference => {
                Ok(self.keep(data.recounted(conn).await?))
            }
            _ => Ok(self.keep(ReferenceData::read(conn, self.clock.now()).await?)),
        }
    }

    fn kept(&self) -> Option<Arc<ReferenceData>> {
        self.kept.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn keep(&self, data: ReferenceData) -> Arc<ReferenceData> {
        let data = Arc::new(data);
        *self.kept.write().unwrap_or_else(PoisonError::into_inner) = Some(data.clone());
        data
    }
}
