//! Follows the database into this process: the search index and the shelf in memory. Each replica follows by
//! itself, by the catalogue's revision, so every committed change arrives however often processes die: what is
//! newer than the index is looked up again until it is in.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use futures::stream::{BoxStream, StreamExt as _, TryStreamExt as _, try_unfold};
use souk_kernel::CategoryId;
use souk_pricing::{Promotion, Target};
use sqlx::PgConnection;
use time::OffsetDateTime;
use tokio::sync::{Mutex, watch};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::context::Context;
use crate::search::{Batch, Document, SearchEngine, SearchError};
use crate::shelf::Shelf;
use crate::{availability, products, promotions, revision};

/// Longest wait before looking for changes of other processes.
const INTERVAL: Duration = Duration::from_millis(200);
/// Products read and indexed in one step.
const STEP: usize = 500;

/// What this process knows of the catalogue.
#[derive(Debug, Clone)]
pub struct View {
    pub shelf: Arc<Shelf>,
    /// The revision that the shelf and the index stand at, or later.
    pub revision: u64,
    /// The moment that promotions are of.
    pub at: OffsetDateTime,
    /// Grows with whatever this process takes in.
    pub generation: u64,
}

/// The newest view, `None` until the index is complete for the first time.
pub type Views = watch::Receiver<Option<Arc<View>>>;

pub struct Follower {
    context: Context,
    engine: Arc<dyn SearchEngine>,
    views: watch::Sender<Option<Arc<View>>>,
    /// Products whose documents show the price of a moment ago.
    repricing: Mutex<BTreeSet<Uuid>>,
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
    pub fn new(context: Context, engine: Arc<dyn SearchEngine>) -> (Self, Views) {
        let (views, newest) = watch::channel(None);
        (Self { context, engine, views, repricing: Mutex::default() }, newest)
    }

    /// Follows until `stop`.
    pub async fn run(&self, stop: CancellationToken) {
        while !stop.is_cancelled() {
            match self.step().await {
                Ok(true) => continue,
                Ok(false) => {}
                Err(error) => tracing::warn!(
                    error = %error, "the search index could not follow the database; it tries again"
                ),
            }
            tokio::select! {
                () = stop.cancelled() => return,
                () = self.context.changed.notified() => {}
                () = tokio::time::sleep(INTERVAL) => {}
            }
        }
    }

    /// Brings index and view to the newest revision and to the prices of now.
    pub async fn catch_up(&self) -> Result<(), FollowError> {
        while self.step().await? {}
        Ok(())
    }

    /// Takes in what changed, then some of what a promotion made dearer or cheaper. Answers whether more of that is left:
    /// it never holds up what changed.
    async fn step(&self) -> Result<bool, FollowError> {
        self.take_in().await?;
        self.reprice().await
    }

    async fn take_in(&self) -> Result<(), FollowError> {
        let now = self.context.clock.now();
        let newest = revision::current(&mut *self.context.pool.acquire().await?).await?.current;
        let known = self.views.borrow().clone();
        let indexed = self.engine.revision();
        if known.as_ref().is_some_and(|view| view.is_of(newest, now)) && indexed == Some(newest) {
            return Ok(());
        }
        let among = self.context.shelves.counted(&mut *self.context.pool.acquire().await?).await?;
        match indexed {
            Some(revision) if revision <= newest => {
                self.apply_since(revision, newest).await?;
                self.note_repriced(known.as_deref(), &among, now).await?;
            }
            // None yet, or the database was put back to an older state.
            _ => self.rebuild(newest).await?,
        }
        self.show(among, newest, now);
        Ok(())
    }

    fn show(&self, among: Arc<Shelf>, revision: u64, at: OffsetDateTime) {
        self.views.send_modify(|view| {
            let generation = view.as_ref().map_or(1, |view| view.generation + 1);
            *view = Some(Arc::new(View { shelf: among, revision, at, generation }));
        });
    }

    /// Notes the products whose price is another one than when they were indexed.
    async fn note_repriced(
        &self,
        known: Option<&View>,
        among: &Shelf,
        now: OffsetDateTime,
    ) -> Result<(), FollowError> {
        let mut conn = self.context.pool.acquire().await?;
        let targets = match known {
            Some(view) => differing(&view.in_force(), &in_force(among, now)),
            // The index is of a process that ended, and of a moment that nobody knows.
            None => promotions::every_target(&mut conn).await?,
        };
        if !targets.is_empty() {
            let reached = reached(&mut conn, among, &targets).await?;
            self.repricing.lock().await.extend(reached);
        }
        Ok(())
    }

    /// Reads and indexes some of the products noted anew, without a lock. Answers whether more are left.
    async fn reprice(&self) -> Result<bool, FollowError> {
        let mut repricing = self.repricing.lock().await;
        let ids: Vec<Uuid> = repricing.iter().take(STEP).copied().collect();
        let (Some(revision), false) = (self.engine.revision(), ids.is_empty()) else { return Ok(false) };
        let (documents, removed) = self.read(&ids).await?;
        self.engine.apply(Batch { documents, removed, revision }).await?;
        for id in &ids {
            repricing.remove(id);
        }
        self.views.send_modify(|view| {
            *view = view
                .as_deref()
                .map(|view| Arc::new(View { generation: view.generation + 1, ..view.clone() }));
        });
        Ok(!repricing.is_empty())
    }

    async fn apply_since(&self, indexed: u64, newest: u64) -> Result<(), FollowError> {
        if indexed == newest {
            return Ok(());
        }
        let changed = products::changed_since(&mut *self.context.pool.acquire().await?, indexed).await?;
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
        let now = self.context.clock.now();
        let mut conn = self.context.pool.acquire().await?;
        let among = self.context.shelves.newest(&mut conn).await?;
        let (visible, hidden): (Vec<_>, Vec<_>) =
            products::load(&mut conn, ids).await?.into_iter().partition(|product| product.active);
        let availability = availability::load(&mut conn, &visible).await?;
        let document = |product| products::document(product, &among, &availability, now);
        let documents = visible.iter().map(document).collect::<serde_json::Result<_>>()?;
        Ok((documents, hidden.into_iter().map(|product| product.id).collect()))
    }
}

impl View {
    /// Whether neither a commit nor the clock has changed anything since.
    fn is_of(&self, newest: u64, now: OffsetDateTime) -> bool {
        let next = self.shelf.promotions.next_change(self.at);
        self.revision == newest && next.is_none_or(|next| now < next)
    }

    fn in_force(&self) -> Vec<Promotion> {
        in_force(&self.shelf, self.at)
    }
}

fn in_force(shelf: &Shelf, at: OffsetDateTime) -> Vec<Promotion> {
    shelf.promotions.iter().filter(|promotion| promotion.is_in_force(at)).cloned().collect()
}

/// The targets of the promotions that are in force on one side only.
fn differing(before: &[Promotion], after: &[Promotion]) -> Vec<Target> {
    let began = after.iter().filter(|promotion| !before.contains(promotion));
    let ended = before.iter().filter(|promotion| !after.contains(promotion));
    began.chain(ended).map(|promotion| promotion.target).collect()
}

/// The products of any of the targets.
async fn reached(conn: &mut PgConnection, shelf: &Shelf, targets: &[Target]) -> sqlx::Result<Vec<Uuid>> {
    if targets.contains(&Target::All) {
        return products::all_ids(conn).await;
    }
    let (mut categories, mut brands, mut products) = (Vec::new(), Vec::new(), Vec::new());
    for target in targets {
        match target {
            Target::All => {}
            Target::Category(id) => {
                categories.extend(shelf.categories.below(*id).into_iter().map(CategoryId::uuid));
            }
            Target::Brand(id) => brands.push(id.uuid()),
            Target::Product(id) => products.push(id.uuid()),
        }
    }
    products::standing_in(conn, &categories, &brands, &products).await
}
