//! Follows the database into this process: the search index and the reference data in memory. Each replica follows by
//! itself, by the catalogue's revision, so every committed change arrives however often processes die: what is
//! newer than the index is looked up again until it is in.

use std::sync::Arc;
use std::time::Duration;

use futures::stream::{BoxStream, StreamExt as _, TryStreamExt as _, try_unfold};
use time::OffsetDateTime;
use tokio::sync::{Mutex, watch};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::context::Context;
use crate::products::Product;
use crate::reference::{ReferenceCache, ReferenceData};
use crate::search::{Batch, Document, SearchEngine, SearchError};
use crate::{availability, products, revision};

/// Longest wait before looking for changes of other processes.
const INTERVAL: Duration = Duration::from_millis(200);
/// Products read and indexed in one step.
const STEP: usize = 500;

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
    /// What the engine's prices were made of.
    priced: Mutex<Option<Priced>>,
}

/// The promotions that prices were made of, and until when they hold.
#[derive(Debug, Clone, Copy)]
struct Priced {
    reference: u64,
    until: Option<OffsetDateTime>,
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

impl Follower {
    pub fn new(context: Context, reference: ReferenceCache, engine: Arc<dyn SearchEngine>) -> (Self, Views) {
        let (views, newest) = watch::channel(None);
        (Self { context, reference, engine, views, priced: Mutex::default() }, newest)
    }

    /// Follows until `stop`. Prices are followed beside the index: a large change of it never holds up a promotion.
    pub async fn run(&self, stop: CancellationToken) {
        let index = self.repeat(&stop, || self.take_in());
        let prices = self.repeat(&stop, || self.reprice());
        tokio::join!(index, prices);
    }

    async fn repeat<F>(&self, stop: &CancellationToken, work: impl Fn() -> F)
    where
        F: Future<Output = Result<(), FollowError>>,
    {
        while !stop.is_cancelled() {
            if let Err(error) = work().await {
                tracing::warn!(error = %error, "the search index could not follow the database; it tries again");
            }
            tokio::select! {
                () = stop.cancelled() => return,
                () = self.context.changed.notified() => {}
                () = tokio::time::sleep(INTERVAL) => {}
            }
        }
    }

    /// Brings index, prices and view to the newest revision and to this moment.
    pub async fn catch_up(&self) -> Result<(), FollowError> {
        self.reprice().await?;
        self.take_in().await
    }

    async fn take_in(&self) -> Result<(), FollowError> {
        let newest = revision::current(&mut *self.context.pool.acquire().await?).await?.current;
        let shown = self.views.borrow().as_ref().map(|view| view.revision);
        let indexed = self.engine.revision();
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
        let data = self.reference.counted(&mut *self.context.pool.acquire().await?).await?;
        self.show(|_| Some((data, newest)));
        Ok(())
    }

    /// Gives the engine the prices of now when others came into force than it has.
    async fn reprice(&self) -> Result<(), FollowError> {
        let mut given = self.priced.lock().await;
        let now = self.context.clock.now();
        let data = self.reference.newest(&mut *self.context.pool.acquire().await?).await?;
        let reference = data.revision.reference;
        let holds =
            |given: &Priced| given.reference == reference && given.until.is_none_or(|until| now < until);
        if given.as_ref().is_some_and(holds) {
            return Ok(());
        }
        let until = data.prices.promotions.next_change(now);
        self.engine.reprice(data.prices.clone(), now).await?;
        *given = Some(Priced { reference, until });
        self.show(|shown| shown.map(|shown| (data, shown.revision)));
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
        let changed = revision::products_since(&mut *self.context.pool.acquire().await?, indexed).await?;
        let mut steps = changed.chunks(STEP).peekable();
        if steps.peek().is_none() {
            let nothing = Batch { revision: newest, ..Batch::default() };
            return Ok(self.engine.apply(nothing).await?);
        }
        while let Some(ids) = steps.next() {
            let (documents, removed) = self.read(ids).await?;
            // Steps before the last leave the revision: a process that dies between them does them again.
            let revision = if steps.peek().is_none() { newest } else { indexed };
            self.engine.apply(Batch { documents, removed, revision }).await?;
        }
        Ok(())
    }

    async fn rebuild(&self, newest: u64) -> Result<(), FollowError> {
        tracing::info!(catalog.revision = newest, "the search index is made anew");
        Ok(self.engine.replace(self.all_documents(), newest).await?)
    }

    fn all_documents(&self) -> BoxStream<'_, Result<Vec<Document>, SearchError>> {
        let failed = |error: FollowError| SearchError::Engine(error.into());
        try_unfold(0, |number| self.step_after(number)).map_err(failed).boxed()
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
        let (visible, hidden): (Vec<_>, Vec<_>) =
            products::load(&mut conn, ids).await?.into_iter().partition(|product| product.active);
        let stocked = visible.iter().flat_map(Product::stocked_products);
        let availability = availability::load(&mut conn, stocked).await?;
        let document = |product| products::document(product, &data, &availability);
        let documents = visible.iter().map(document).collect::<serde_json::Result<_>>()?;
        Ok((documents, hidden.into_iter().map(|product| product.id).collect()))
    }
}
