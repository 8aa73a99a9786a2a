//! Reference data: the category tree, the brands with their lines, the collections, what words mean the same, and what prices
//! follow from (promotions, the price basis). Every card, page and event is made of a product and these. They change rarely and
//! are needed always: a process keeps the newest it read, and one number of the database tells whether they still hold.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use souk_database::within;
use souk_kernel::{BrandId, BrandLineId, CategoryId, Clock, LocalizedText};
use souk_pricing::Promotions;
use sqlx::PgConnection;
use time::OffsetDateTime;
use tokio::sync::Mutex;
use uuid::Uuid;

use crate::attributes::{self, Attribute};
use crate::brand_lines::{self, BrandLine};
use crate::brands::{self, Brand};
use crate::categories::{self, Category, CategoryTree};
use crate::collections::{self, Collection};
use crate::features::{self, Feature};
use crate::former_addresses::{self, Kind};
use crate::prices::Prices;
use crate::promotions::Promotion;
use crate::revision::{self, Revision};
use crate::search::{Synonyms, fold};
use crate::{promotions, settings, synonyms};

/// Longest wait for where the catalogue stands, or for the reference data: answered in milliseconds. Whoever asks holds up others
/// who need what it reads, so this is well below the 15 s in which everything goes on after a host vanished (ADR 3).
pub const LONGEST_LOOK: Duration = Duration::from_secs(5);

#[derive(Debug, Clone)]
pub struct ReferenceData {
    pub categories: CategoryTree,
    pub brands: HashMap<BrandId, Brand>,
    pub brand_lines: HashMap<BrandLineId, BrandLine>,
    /// Those that shoppers can open.
    pub collections: HashMap<Uuid, Arc<Collection>>,
    /// Whose each address was that a category had before.
    pub former_categories: HashMap<String, CategoryId>,
    /// The same of a brand line.
    pub former_lines: HashMap<String, BrandLineId>,
    /// Of brands that were merged into others.
    pub former_brands: HashMap<String, BrandId>,
    /// Addresses of what was taken away for good.
    pub gone: HashMap<Kind, HashSet<String>>,
    /// The same of a collection.
    pub former_collections: HashMap<String, Uuid>,
    /// Those in force and planned.
    pub promotions: HashMap<Uuid, Promotion>,
    /// Of promotions in force and planned.
    pub prices: Arc<Prices>,
    /// What was in force before, with what is and will be; `None` where the shop doesn't say what it cost before a reduction.
    pub promotions_before: Option<Arc<Promotions>>,
    /// Words that mean the same to who searches.
    pub synonyms: Arc<Synonyms>,
    /// Where staff put the values that lists are narrowed by.
    pub value_places: Arc<ValuePlaces>,
    /// Where the catalogue stood: nothing here is older. The counts of products are as of `current`.
    pub revision: Revision,
}

/// From the first on, by the name of the filter and the value's key as [`crate::search::Facet`] has them: options of attributes,
/// choices of features.
pub type ValuePlaces = HashMap<String, HashMap<String, u32>>;

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
        let settings = settings::read(conn).await?;
        let before = if settings.show_lowest_price { promotions::history(conn, now).await? } else { None };
        let prices = Prices {
            promotions: promotions.iter().map(|saved| saved.rule.clone()).collect(),
            basis: settings.price_basis,
            category_paths: categories.iter().map(path).collect(),
        };
        let former_categories = former_addresses::all(conn, Kind::Category).await?.into_iter();
        let former_lines = former_addresses::all(conn, Kind::BrandLine).await?.into_iter();
        let former_brands = former_addresses::all(conn, Kind::Brand).await?.into_iter();
        let mut gone = HashMap::new();
        for kind in [Kind::Category, Kind::Brand, Kind::BrandLine, Kind::Collection] {
            gone.insert(kind, former_addresses::gone(conn, kind).await?);
        }
        Ok(Self {
            categories,
            brands: brands::all(conn).await?,
            brand_lines: brand_lines::all(conn).await?,
            collections: collections::active(conn).await?,
            former_categories: former_categories
                .map(|(slug, id)| (slug, CategoryId::from_uuid(id)))
                .collect(),
            former_collections: former_addresses::all(conn, Kind::Collection).await?,
            former_lines: former_lines.map(|(slug, id)| (slug, BrandLineId::from_uuid(id))).collect(),
            former_brands: former_brands.map(|(slug, id)| (slug, BrandId::from_uuid(id))).collect(),
            gone,
            promotions: promotions.into_iter().map(|saved| (saved.rule.id, saved)).collect(),
            prices: Arc::new(prices),
            promotions_before: before.map(Arc::new),
            synonyms: Arc::new(synonyms::followed(conn).await?),
            value_places: Arc::new(value_places(conn).await?),
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

    /// The brand that the one at this address was merged into.
    pub fn moved_brand(&self, slug: &str) -> Option<&Brand> {
        self.brand(self.former_brands.get(slug).copied())
    }

    /// Whether something of the kind was at this address that was taken away for good.
    pub fn is_gone(&self, kind: Kind, slug: &str) -> bool {
        self.gone.get(&kind).is_some_and(|slugs| slugs.contains(slug))
    }

    pub fn collection_by_slug(&self, slug: &str) -> Option<&Collection> {
        self.collections.values().find(|collection| collection.slug == slug).map(AsRef::as_ref)
    }

    /// Where the collection is now that had this address before.
    pub fn moved_collection(&self, slug: &str) -> Option<&Collection> {
        self.former_collections.get(slug).and_then(|id| self.collections.get(id)).map(AsRef::as_ref)
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

async fn value_places(conn: &mut PgConnection) -> sqlx::Result<ValuePlaces> {
    let places = |names: Vec<LocalizedText>| {
        (0_u32..).zip(names).map(|(place, name)| (fold(&name.fr), place)).collect::<HashMap<_, _>>()
    };
    let attribute = |attribute: Attribute| {
        let names = attribute.options.into_iter().map(|option| option.name).collect();
        (format!("attributes.{}", attribute.kind), places(names))
    };
    let feature = |feature: Feature| {
        let names = feature.options.into_iter().map(|option| option.name).collect();
        (format!("features.{}", feature.kind), places(names))
    };
    let attributes = attributes::all(conn).await?.into_iter().map(attribute);
    let features = features::all(conn).await?.into_iter().map(feature);
    Ok(attributes.chain(features).filter(|(_, places)| !places.is_empty()).collect())
}

impl ReferenceCache {
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, kept: Arc::default(), reading: Arc::default() }
    }

    /// The reference data of now, their counts perhaps a moment older: a row read, and more only after a change. Not for a transaction
    /// that writes ([`Self::newest_in`]).
    pub async fn newest(&self, conn: &mut PgConnection) -> sqlx::Result<Arc<ReferenceData>> {
        let Revision { reference, .. } = within(LONGEST_LOOK, revision::current(conn)).await?;
        self.at(conn, reference).await
    }

    /// As [`Self::newest`] in a transaction that wrote products: what it reads counts them and carries its revision, and is kept for
    /// nobody else, since it may be rolled back.
    pub async fn newest_in(&self, tx: &mut PgConnection) -> sqlx::Result<Arc<ReferenceData>> {
        let Revision { reference, .. } = within(LONGEST_LOOK, revision::current(tx)).await?;
        match self.kept_at(reference) {
            Some(data) => Ok(data),
            None => self.read(tx).await.map(Arc::new),
        }
    }

    /// As [`Self::newest`] for a caller who read at which revision the reference data stand.
    pub async fn at(&self, conn: &mut PgConnection, revision: u64) -> sqlx::Result<Arc<ReferenceData>> {
        if let Some(data) = self.kept_at(revision) {
            return Ok(data);
        }
        let _turn = self.reading.lock().await;
        match self.kept_at(revision) {
            Some(data) => Ok(data),
            None => Ok(self.keep(self.read(conn).await?)),
        }
    }

    /// The reference data of now with the counts of now.
    pub async fn counted(&self, conn: &mut PgConnection) -> sqlx::Result<Arc<ReferenceData>> {
        let now = within(LONGEST_LOOK, revision::current(conn)).await?;
        let holds = |data: &ReferenceData| data.revision == now;
        if let Some(data) = self.kept().filter(|data| holds(data)) {
            return Ok(data);
        }
        let _turn = self.reading.lock().await;
        match self.kept() {
            Some(data) if holds(&data) => Ok(data),
            Some(data) if data.revision.reference == now.reference => {
                Ok(self.keep(within(LONGEST_LOOK, data.recounted(conn)).await?))
            }
            _ => Ok(self.keep(self.read(conn).await?)),
        }
    }

    async fn read(&self, conn: &mut PgConnection) -> sqlx::Result<ReferenceData> {
        within(LONGEST_LOOK, ReferenceData::read(conn, self.clock.now())).await
    }

    fn kept_at(&self, revision: u64) -> Option<Arc<ReferenceData>> {
        self.kept().filter(|data| data.revision.reference == revision)
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
