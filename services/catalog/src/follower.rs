//! Follows the database into this process: the search index and the reference data in memory. Each replica follows by
//! itself, by the catalogue's revision, so every committed change arrives however often processes die: what is
//! newer than the index is looked up again until it is in. Each step through the products has a limit of its own, and all of them none: a
//! database that vanished is given up within seconds, and a shop of a million products is read to its end.

use std::collections::HashSet;
use std::convert::Infallible;
use std::error::Error;
use std::future::ready;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use futures::stream::{BoxStream, StreamExt as _, TryStreamExt as _, try_unfold};
use souk_background::{every, follow};
use souk_database::{LONGEST_WORK, within};
use time::OffsetDateTime;
use tokio::sync::{Mutex, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::context::Context;
use crate::prices::Prices;
use crate::products::Product;
use crate::reference::{LONGEST_LOOK, ReferenceCache, ReferenceData};
use crate::search::{Batch, Document, SearchEngine, SearchError, Synonyms};
use crate::{availability, products, revision};

/// Longest wait before looking for changes of other processes.
const INTERVAL: Duration = Duration::from_millis(200);
/// Between two looks at how far behind the index is.
const SAMPLED: Duration = Duration::from_secs(5);
/// Products read and indexed in one step.
const STEP: usize = 500;
/// Longest wait of a process for an index that all replicas share, before it is ready without: the server may have others' work to do
/// first.
const LONGEST_FIRST: Duration = Duration::from_secs(5);
/// Age of an index that is told as behind, though the try to bring it to the database still goes on.
const LATE: Duration = Duration::from_secs(10);

/// What the process does without meanwhile, for whoever asks whether it is ready.
const BEING_MADE: &str = "the search index is being made: lists and searches are those of before, or none";
const NOT_FOLLOWED: &str = "the search engine does not answer, or does not take what changed: lists and searches are those of before, or none";
const BEHIND: &str = "the search index is behind the catalogue: lists and searches are those of before";
const NOT_READ: &str =
    "the catalogue can't be read for the search index: lists and searches are those of before, or none";

/// What this process knows of the catalogue.
#[derive(Debug, Clone)]
pub struct View {
    pub reference: Arc<ReferenceData>,
    /// The revision that the reference data and the index stand at, or later.
    pub revision: u64,
    /// Grows with whatever this process takes in: commits, and promotions that start or end.
    pub generation: u64,
}

/// The newest view, `None` until the index is complete for the first time.
pub type Views = watch::Receiver<Option<Arc<View>>>;

pub struct Follower {
    context: Context,
    reference: ReferenceCache,
    engine: Arc<dyn SearchEngine>,
    views: watch::Sender<Option<Arc<View>>>,
    /// What the engine's prices were made of, and what it calls words beside.
    priced: Mutex<Option<Priced>>,
    /// Whether it was tried once to bring the index to the database, with success or without.
    tried: AtomicBool,
    /// Whether the engine failed when its index was last made anew.
    refused_rebuild: AtomicBool,
    /// What is missing for good lists, as the last try left it.
    lacks: RwLock<Option<&'static str>>,
    /// The last moment whose catalogue is in the index for certain; at first that of the start.
    indexed_at: watch::Sender<Instant>,
}

/// What prices were made of, and until when they hold.
#[derive(Debug)]
struct Priced {
    reference: u64,
    prices: Arc<Prices>,
    synonyms: Arc<Synonyms>,
    until: Option<OffsetDateTime>,
}

impl Priced {
    fn holds(&self, now: OffsetDateTime) -> bool {
        self.until.is_none_or(|until| now < until)
    }
}

/// Why the process could not catch up.
#[derive(Debug, thiserror::Error)]
pub enum FollowError {
    #[error(transparent)]
    Search(#[from] SearchError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    #[error("a card could not be written")]
    Json(#[from] serde_json::Error),
}

impl FollowError {
    /// Whether the engine failed; what could not be read for it while it made its index anew comes by way of it.
    fn is_of_engine(&self) -> bool {
        match self {
            Self::Search(SearchError::Engine(cause)) => !cause.chain().any(<dyn Error>::is::<Self>),
            Self::Search(SearchError::NotReady | SearchError::Busy) => true,
            Self::Database(_) | Self::Json(_) => false,
        }
    }
}

impl Follower {
    pub fn new(context: Context, reference: ReferenceCache, engine: Arc<dyn SearchEngine>) -> (Self, Views) {
        let (views, newest) = watch::channel(None);
        let follower = Self {
            context,
            reference,
            engine,
            views,
            priced: Mutex::default(),
            tried: AtomicBool::default(),
            refused_rebuild: AtomicBool::default(),
            lacks: RwLock::new(Some(BEING_MADE)),
            indexed_at: watch::Sender::new(Instant::now()),
        };
        (follower, newest)
    }

    /// Follows until `stop`. Prices are followed beside the index: a large change of it never holds up a promotion.
    pub async fn run(&self, stop: CancellationToken) {
        let changed = &self.context.changed;
        let index =
            follow(INTERVAL, "bring the search index to the database", changed, &stop, || self.try_in());
        let prices =
            follow(INTERVAL, "bring the index's prices to this moment", changed, &stop, || self.reprice());
        let age = every(SAMPLED, "measure the age of the search index", &stop, || {
            self.sample_age();
            ready(Ok::<_, Infallible>(()))
        });
        tokio::join!(Box::pin(index), prices, age);
    }

    /// What an operator watches.
    fn sample_age(&self) {
        metrics::gauge!("souk_search_index_age_seconds").set(self.age());
    }

    /// Whether this process may be asked: it has a whole index, or tried in vain, or for long, to have its part in one that all replicas
    /// share, which takes nobody's readiness along: products are shown and sold without it.
    pub fn is_ready(&self) -> bool {
        let tried = || self.tried.load(Ordering::Relaxed) || self.age() >= LONGEST_FIRST;
        self.views.borrow().is_some() || (self.engine.is_shared() && tried())
    }

    /// What is missing for good lists and searches; nothing once they follow.
    pub fn lacks(&self) -> Option<&'static str> {
        let told = *self.lacks.read().unwrap_or_else(PoisonError::into_inner);
        told.or_else(|| (self.age() >= LATE).then_some(BEHIND))
    }

    /// How old the catalogue in the index is, a moment where it follows.
    fn age(&self) -> Duration {
        self.indexed_at.borrow().elapsed()
    }

    fn know(&self, lacking: Option<&'static str>) {
        *self.lacks.write().unwrap_or_else(PoisonError::into_inner) = lacking;
    }

    /// Brings index, prices and view to the newest revision and to this moment.
    pub async fn catch_up(&self) -> Result<(), FollowError> {
        self.reprice().await?;
        self.take_in().await
    }

    async fn try_in(&self) -> Result<(), FollowError> {
        let began = Instant::now();
        let taken_in = self.take_in().await;
        self.tried.store(true, Ordering::Relaxed);
        match &taken_in {
            Ok(()) => {
                self.indexed_at.send_replace(began);
                self.know(None);
            }
            Err(error) => self.know(Some(if error.is_of_engine() { NOT_FOLLOWED } else { NOT_READ })),
        }
        taken_in
    }

    async fn take_in(&self) -> Result<(), FollowError> {
        // Before the database's: an index that another replica writes goes on meanwhile, and is not ahead of what is read after it.
        let indexed = self.engine.revision().await?;
        let newest =
            within(LONGEST_LOOK, async { revision::current(&mut *self.context.pool.acquire().await?).await });
        let newest = newest.await?.current;
        let shown = self.views.borrow().as_ref().map(|view| view.revision);
        let is_first = shown.is_none() && self.engine.is_shared();
        if let Some(revision) = indexed.filter(|revision| is_first && *revision <= newest) {
            self.show_at(revision).await?;
        }
        self.engine.keep_up().await?;
        if shown == Some(newest) && indexed == Some(newest) {
            return Ok(());
        }
        match indexed {
            Some(revision) if revision <= newest => self.apply_since(revision, newest).await?,
            // None yet, or the database was put back to an older state.
            _ => self.rebuild(newest).await?,
        }
        // Who sees a view may ask for lists, and they answer with prices only.
        self.reprice().await?;
        Ok(self.show_at(newest).await?)
    }

    /// Shows lists as of a revision of the products. What all replicas share is shown where it stands, while it is brought on: a process that
    /// starts beside a server with much to do answers as the others do.
    async fn show_at(&self, revision: u64) -> sqlx::Result<()> {
        let data = self.reference.counted(&mut *self.context.pool.acquire().await?).await?;
        self.show(|_| Some((data, revision)));
        Ok(())
    }

    /// Gives the engine the prices of now when others came into force than it has, and the synonyms when they are others; of any other
    /// edit it makes none anew.
    async fn reprice(&self) -> Result<(), FollowError> {
        let mut given = self.priced.lock().await;
        let now = self.context.clock.now();
        let data = self.reference.newest(&mut *self.context.pool.acquire().await?).await?;
        let reference = data.revision.reference;
        let held = given.as_ref().filter(|given| given.holds(now));
        if held.is_some_and(|held| held.reference == reference) {
            return Ok(());
        }
        if let Err(error) = self.give(held, &data, now).await {
            // Pages show what is new whether or not a server takes it.
            let is_shown = |view: &Arc<View>| view.reference.revision.reference == reference;
            if !self.views.borrow().as_ref().is_some_and(is_shown) {
                self.show(|shown| shown.map(|shown| (data, shown.revision)));
            }
            return Err(error.into());
        }
        let until = data.prices.promotions.next_change(now);
        let (prices, synonyms) = (data.prices.clone(), data.synonyms.clone());
        *given = Some(Priced { reference, prices, synonyms, until });
        self.show(|shown| shown.map(|shown| (data, shown.revision)));
        Ok(())
    }

    /// What of it the engine doesn't have. Of most edits, as those of texts, the same follows.
    async fn give(
        &self,
        held: Option<&Priced>,
        data: &ReferenceData,
        now: OffsetDateTime,
    ) -> Result<(), SearchError> {
        if held.is_none_or(|held| held.prices != data.prices) {
            self.engine.reprice(data.prices.clone(), now).await?;
        }
        if held.is_none_or(|held| held.synonyms != data.synonyms) {
            self.engine.give_synonyms(data.synonyms.clone()).await?;
        }
        Ok(())
    }

    /// Publishes the next view, if the one before gives any.
    fn show(&self, next: impl FnOnce(Option<&View>) -> Option<(Arc<ReferenceData>, u64)>) {
        self.views.send_modify(|view| {
            let generation = view.as_ref().map_or(1, |shown| shown.generation + 1);
            let next = next(view.as_deref());
            *view = next.map(|(reference, revision)| Arc::new(View { reference, revision, generation }));
        });
    }

    async fn apply_since(&self, indexed: u64, newest: u64) -> Result<(), FollowError> {
        if indexed == newest {
            return Ok(());
        }
        let changed = within(LONGEST_WORK, async {
            revision::products_since(&mut *self.context.pool.acquire().await?, indexed).await
        });
        let changed = changed.await?;
        let mut steps = changed.chunks(STEP).peekable();
        if steps.peek().is_none() {
            let nothing = Batch { revision: newest, ..Batch::default() };
            return Ok(self.engine.apply(nothing).await?);
        }
        while let Some(ids) = steps.next() {
            let (documents, removed) = within(LONGEST_WORK, self.read(ids)).await?;
            // Steps before the last leave the revision: a process that dies between them does them again.
            let revision = if steps.peek().is_none() { newest } else { indexed };
            self.engine.apply(Batch { documents, removed, revision }).await?;
        }
        Ok(())
    }

    async fn rebuild(&self, newest: u64) -> Result<(), FollowError> {
        tracing::info!(catalog.revision = newest, "the search index is made anew");
        // An engine that fails at it again and again is told as that.
        let refused_last = self.refused_rebuild.load(Ordering::Relaxed);
        self.know(Some(if refused_last { NOT_FOLLOWED } else { BEING_MADE }));
        let made = self.engine.replace(self.all_documents(), newest).await.map_err(FollowError::from);
        let refused = made.as_ref().is_err_and(FollowError::is_of_engine);
        self.refused_rebuild.store(refused, Ordering::Relaxed);
        made
    }

    fn all_documents(&self) -> BoxStream<'_, Result<Vec<Document>, SearchError>> {
        let failed = |error: FollowError| SearchError::Engine(error.into());
        try_unfold(0, |number| within(LONGEST_WORK, self.step_after(number))).map_err(failed).boxed()
    }

    async fn step_after(&self, number: u64) -> Result<Option<(Vec<Document>, u64)>, FollowError> {
        let mut conn = self.context.pool.acquire().await?;
        let most = i64::try_from(STEP).unwrap_or(i64::MAX);
        let (ids, numbers): (Vec<Uuid>, Vec<u64>) =
            products::after(&mut conn, number, most).await?.into_iter().unzip();
        let Some(last) = numbers.last() else { return Ok(None) };
        drop(conn);
        let (documents, _) = self.read(&ids).await?;
        Ok(Some((documents, *last)))
    }

    /// The documents of the visible ones among these products, and the ids of the others.
    async fn read(&self, ids: &[Uuid]) -> Result<(Vec<Document>, Vec<souk_kernel::ProductId>), FollowError> {
        let mut conn = self.context.pool.acquire().await?;
        let data = self.reference.newest(&mut conn).await?;
        let mut visible = products::load(&mut conn, ids).await?;
        visible.retain(|product| product.active);
        let stocked = visible.iter().flat_map(Product::stocked_products);
        let availability = availability::load(&mut conn, stocked).await?;
        let document = |product| products::document(product, &data, &availability);
        let documents = visible.iter().map(document).collect::<serde_json::Result<_>>()?;
        // Hidden, or gone.
        let shown: HashSet<Uuid> = visible.iter().map(|product| product.id.uuid()).collect();
        let others = ids.iter().filter(|id| !shown.contains(*id));
        Ok((documents, others.map(|id| souk_kernel::ProductId::from_uuid(*id)).collect()))
    }
}
