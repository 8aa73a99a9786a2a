//! Follows the database into this process: the search index and the shelf in memory. Each replica follows by
//! itself, by the catalogue's revision, so every committed change arrives however often processes die: what is
//! newer than the index is looked up again until it is in.

use std::sync::Arc;
use std::time::Duration;

use futures::stream::{BoxStream, StreamExt as _, TryStreamExt as _, try_unfold};
use sqlx::PgConnection;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::context::Context;
use crate::search::{Batch, Document, SearchEngine, SearchError};
use crate::shelf::Shelf;
use crate::{availability, products, revision};

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
}

/// The newest view, `None` until the index is complete for the first time.
pub type Views = watch::Receiver<Option<Arc<View>>>;

pub struct Follower {
    context: Context,
    engine: Arc<dyn SearchEngine>,
    views: watch::Sender<Option<Arc<View>>>,
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
        (Self { context, engine, views }, newest)
    }

    /// Follows until `stop`.
    pub async fn run(&self, stop: CancellationToken) {
        while !stop.is_cancelled() {
            if let Err(error) = self.catch_up().await {
                tracing::warn!(error = %error, "the search index could not follow the database; it tries again");
            }
            tokio::select! {
                () = stop.cancelled() => return,
                () = self.context.changed.notified() => {}
                () = tokio::time::sleep(INTERVAL) => {}
            }
        }
    }

    /// Brings index and view to the newest revision.
    pub async fn catch_up(&self) -> Result<(), FollowError> {
        let newest = revision::current(&mut *self.context.pool.acquire().await?).await?.current;
        let known = self.views.borrow().as_ref().map(|view| view.revision);
        let indexed = self.engine.revision();
        if known == Some(newest) && indexed == Some(newest) {
            return Ok(());
        }
        match indexed {
            Some(revision) if revision <= newest => self.apply_since(revision, newest).await?,
            // None yet, or the database was put back to an older state.
            _ => self.rebuild(newest).await?,
        }
        let mut conn = self.context.pool.acquire().await?;
        let view = View { shelf: self.context.shelves.counted(&mut conn).await?, revision: newest };
        self.views.send_replace(Some(Arc::new(view)));
        Ok(())
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
            let (documents, removed) = self.read(&mut *self.context.pool.acquire().await?, ids).await?;
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
        let (documents, _) = self.read(&mut conn, &ids).await?;
        Ok(Some((documents, *last)))
    }

    /// The documents of the visible ones among these products, and the ids of the others.
    async fn read(
        &self,
        conn: &mut PgConnection,
        ids: &[Uuid],
    ) -> Result<(Vec<Document>, Vec<souk_kernel::ProductId>), FollowError> {
        let among = self.context.shelves.newest(conn).await?;
        let (visible, hidden): (Vec<_>, Vec<_>) =
            products::load(conn, ids).await?.into_iter().partition(|product| product.active);
        let availability = availability::load(conn, &visible).await?;
        let document = |product| products::document(product, &among, &availability);
        let documents = visible.iter().map(document).collect::<serde_json::Result<_>>()?;
        Ok((documents, hidden.into_iter().map(|product| product.id).collect()))
    }
}
