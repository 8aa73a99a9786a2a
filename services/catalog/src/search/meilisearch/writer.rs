//! What the one replica that leads does to the shared index. Each change is one task of the server, which is waited for before
//! the next but one is sent: a slow server is never more than a step behind.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail, ensure};
use futures::StreamExt as _;
use futures::stream::BoxStream;
use souk_bus::Lease;
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, timeout};

use super::client::{
    Client, INDEX_IS_THERE, MeiliError, NO_FILTER, NO_INDEX, NO_TASK, TaskError, TaskStatus,
};
use super::given::Given;
use super::rows::{self, PRICING, PRODUCTS, PricedRow, State, THE_STATE};
use crate::search::{Batch, Document, SearchError, Synonyms};

/// Longest wait for a task: a big index takes its time when its settings change.
const LONGEST_TASK: Duration = Duration::from_mins(10);
/// Between two looks at a task: the first, and the longest.
const SHORTEST_PAUSE: Duration = Duration::from_millis(10);
const LONGEST_PAUSE: Duration = Duration::from_millis(500);
/// Longest wait of a replica that doesn't lead for what the leader writes, and between two looks.
const LONGEST_LAG: Duration = Duration::from_secs(5);
const LOOK: Duration = Duration::from_millis(100);
/// Rows whose prices are read, or written, at once.
const PRICED_AT_ONCE: usize = 1_000;

/// See the module.
pub struct Writer {
    client: Arc<Client>,
    /// Name of the index that answers.
    index: String,
    /// Decides who writes; nobody else does without one.
    lease: Option<Mutex<Lease>>,
    /// The prices that were given last.
    given: RwLock<Option<Given>>,
    /// What words are called beside, as it was given last.
    synonyms: RwLock<Option<Arc<Synonyms>>>,
    /// Held by who changes the index that answers.
    written: Mutex<Written>,
    /// Where the index stood at the last look; 0 where there was none.
    seen: AtomicU64,
}

/// What this replica did to the index since it leads.
#[derive(Default)]
struct Written {
    /// Whether the index has this release's settings.
    settled: bool,
    /// The synonyms that it has.
    called: Option<Arc<Synonyms>>,
    /// Of what its prices were made.
    priced: Option<Given>,
}

impl Writer {
    pub fn new(client: Arc<Client>, index: String, lease: Option<Lease>) -> Self {
        let lease = lease.map(Mutex::new);
        Self {
            client,
            index,
            lease,
            given: RwLock::default(),
            synonyms: RwLock::default(),
            written: Mutex::default(),
            seen: AtomicU64::default(),
        }
    }

    pub fn given(&self) -> Option<Given> {
        self.given.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn give(&self, given: Given) {
        *self.given.write().unwrap_or_else(PoisonError::into_inner) = Some(given);
    }

    fn synonyms(&self) -> Option<Arc<Synonyms>> {
        self.synonyms.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn call(&self, synonyms: Arc<Synonyms>) {
        *self.synonyms.write().unwrap_or_else(PoisonError::into_inner) = Some(synonyms);
    }

    /// Whether this replica writes. One that doesn't forgets what it did: another one leads.
    async fn leads(&self) -> anyhow::Result<bool> {
        let Some(lease) = &self.lease else { return Ok(true) };
        let leads = lease.lock().await.hold().await.context("asking who writes the search index")?;
        if !leads && let Ok(mut written) = self.written.try_lock() {
            *written = Written::default();
        }
        Ok(leads)
    }

    /// Where the index stands.
    pub async fn revision(&self) -> Result<Option<u64>, SearchError> {
        let stands = self.stands_at().await?;
        let at = stands.unwrap_or_default();
        // One that was put back has the prices and the settings of then.
        if self.seen.swap(at, Ordering::Relaxed) > at {
            *self.written.lock().await = Written::default();
        }
        Ok(stands)
    }

    /// Where the index stands; `None` when there is none that was made whole: the server makes one itself for rows that come after its
    /// data were lost, in which nothing can be looked for by a filter.
    async fn stands_at(&self) -> Result<Option<u64>, SearchError> {
        match self.client.document::<State>(&self.index, THE_STATE, &["revision"]).await {
            Ok(state) => Ok(state.map(|state| state.revision)),
            Err(MeiliError::Missing) => Ok(None),
            Err(MeiliError::Refused { code, .. }) if code == NO_FILTER => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether this replica must bring the index to a revision: it leads, or does so once the leader that it waits for has died.
    async fn must_bring(&self, revision: u64) -> Result<bool, SearchError> {
        let end = Instant::now() + LONGEST_LAG;
        while Instant::now() < end {
            if self.leads().await.map_err(SearchError::Engine)? {
                return Ok(true);
            }
            if self.stands_at().await?.is_some_and(|stands| stands >= revision) {
                return Ok(false);
            }
            sleep(LOOK).await;
        }
        Err(SearchError::NotReady)
    }

    pub async fn write(&self, batch: Batch) -> Result<(), SearchError> {
        if !self.must_bring(batch.revision).await? {
            return Ok(());
        }
        self.keep_up().await?;
        let mut written = self.written.lock().await;
        self.write_batch(&mut written, &batch).await.map_err(SearchError::Engine)
    }

    async fn write_batch(&self, written: &mut Written, batch: &Batch) -> anyhow::Result<()> {
        if !written.settled {
            self.settle(written).await?;
        }
        // Prices that came since are swept over the index once this is in.
        let mut all = rows::of_products(&batch.documents, written.priced.as_ref(), &mut HashSet::new())?;
        all.extend(batch.removed.iter().map(|product| rows::of_removed(*product)));
        all.push(rows::of_state(batch.revision));
        self.finish(self.client.put(&self.index, &all).await?).await
    }

    pub async fn rebuild(
        &self,
        documents: BoxStream<'_, Result<Vec<Document>, SearchError>>,
        revision: u64,
    ) -> Result<(), SearchError> {
        if !self.must_bring(revision).await? {
            return Ok(());
        }
        self.make_anew(documents, revision).await.map_err(SearchError::Engine)
    }

    /// Makes an index beside the one that answers, and lets them change places.
    async fn make_anew(
        &self,
        documents: BoxStream<'_, Result<Vec<Document>, SearchError>>,
        revision: u64,
    ) -> anyhow::Result<()> {
        let next = format!("{}-next", self.index);
        self.finish_or(NO_INDEX, self.client.remove_index(&next).await?).await?;
        for index in [&next, &self.index] {
            self.finish_or(INDEX_IS_THERE, self.client.make_index(index).await?).await?;
        }
        let synonyms = self.synonyms();
        self.finish(self.client.set(&next, &rows::settings(synonyms.as_deref())).await?).await?;
        let given = self.given();
        let rows = self.fill(&next, documents, given.as_ref()).await?;
        self.finish(self.client.put(&next, &[rows::of_state(revision)]).await?).await?;
        let stored = self.client.count(&next).await?;
        ensure!(stored == rows + 1, "the new search index has {stored} rows of {}", rows + 1);
        let mut written = self.written.lock().await;
        let newest = self.given();
        if let Some(newest) = newest.as_ref().filter(|newest| Some(*newest) != given.as_ref()) {
            self.reprice_rows(&next, newest).await?;
        }
        ensure!(self.leads().await?, "another replica writes the search index");
        let swap = self.client.swap(&self.index, &next).await?;
        match self.finish(swap).await {
            Err(error) if is_unseen(&error) => {}
            swapped => swapped?,
        }
        // Which the server does after the swap.
        self.finish_or(NO_INDEX, self.client.remove_index(&next).await?).await?;
        ensure!(self.stands_at().await? == Some(revision), "the new search index did not come");
        *written = Written { settled: true, called: synonyms, priced: newest };
        Ok(())
    }

    /// Writes all documents; how many rows they are.
    async fn fill(
        &self,
        index: &str,
        mut documents: BoxStream<'_, Result<Vec<Document>, SearchError>>,
        given: Option<&Given>,
    ) -> anyhow::Result<usize> {
        let (mut sent, mut count, mut before) = (HashSet::new(), 0, None);
        while let Some(step) = documents.next().await {
            let rows = rows::of_products(&step?, given, &mut sent)?;
            if rows.is_empty() {
                continue;
            }
            count += rows.len();
            // Also where each task has ended before it was looked at.
            ensure!(self.leads().await?, "another replica writes the search index");
            let task = self.client.put(index, &rows).await?;
            if let Some(before) = before.replace(task) {
                self.finish(before).await?;
            }
        }
        if let Some(last) = before {
            self.finish(last).await?;
        }
        Ok(count)
    }

    /// Brings the prices that products are sorted and narrowed by, and what words are called beside, to what was given last, where
    /// this replica leads.
    pub async fn keep_up(&self) -> Result<(), SearchError> {
        if !self.leads().await.map_err(SearchError::Engine)? {
            return Ok(());
        }
        let mut written = self.written.lock().await;
        let given = self.given().filter(|given| written.priced.as_ref() != Some(given));
        let is_called_otherwise =
            self.synonyms().is_some_and(|given| written.called.as_ref() != Some(&given));
        // One that is not there yet is made with them.
        if (given.is_none() && !is_called_otherwise) || self.stands_at().await?.is_none() {
            return Ok(());
        }
        if let Some(given) = given {
            self.reprice_rows(&self.index, &given).await.map_err(SearchError::Engine)?;
            written.priced = Some(given);
        }
        if is_called_otherwise {
            self.settle(&mut written).await.map_err(SearchError::Engine)?;
        }
        Ok(())
    }

    /// Gives the index that answers this release's settings, and what words are called beside.
    async fn settle(&self, written: &mut Written) -> anyhow::Result<()> {
        let synonyms = self.synonyms();
        let settings = rows::settings(synonyms.as_deref());
        self.finish(self.client.set(&self.index, &settings).await?).await?;
        // For settings the server makes an index too, which rows would be put into as if it were whole.
        ensure!(self.stands_at().await?.is_some(), "the search index is gone");
        (written.settled, written.called) = (true, synonyms);
        Ok(())
    }

    /// Reads what all prices follow from before it writes the first: what is written moves in the order that is read.
    async fn reprice_rows(&self, index: &str, given: &Given) -> anyhow::Result<()> {
        let mut changed = Vec::new();
        for offset in (0..).step_by(PRICED_AT_ONCE) {
            let part = (offset, PRICED_AT_ONCE);
            let rows: Vec<PricedRow> = self.client.documents(index, PRODUCTS, &PRICING, part).await?;
            for row in &rows {
                changed.extend(row.repriced(given)?);
            }
            if rows.len() < PRICED_AT_ONCE {
                break;
            }
            ensure!(self.leads().await?, "another replica writes the search index");
        }
        for rows in changed.chunks(PRICED_AT_ONCE) {
            self.finish(self.client.change(index, rows).await?).await?;
        }
        Ok(())
    }

    async fn finish(&self, task: u64) -> anyhow::Result<()> {
        match self.ended(task).await? {
            None => Ok(()),
            Some(TaskError { code, message }) => bail!("Meilisearch could not do it, {code}: {message}"),
        }
    }

    /// One failure is as good as success.
    async fn finish_or(&self, expected: &str, task: u64) -> anyhow::Result<()> {
        match self.ended(task).await? {
            Some(TaskError { code, message }) if code != expected => {
                bail!("Meilisearch could not do it, {code}: {message}")
            }
            _ => Ok(()),
        }
    }

    /// How a task ended, waited for as long as it may take.
    async fn ended(&self, task: u64) -> anyhow::Result<Option<TaskError>> {
        let ended = timeout(LONGEST_TASK, self.watch(task)).await;
        ended.map_err(|_| anyhow!("Meilisearch did not do it in {} s", LONGEST_TASK.as_secs()))?
    }

    /// Looks at a task until it has ended, or another replica leads.
    async fn watch(&self, task: u64) -> anyhow::Result<Option<TaskError>> {
        let mut pause = SHORTEST_PAUSE;
        loop {
            let found = self.client.task(task).await?;
            match found.status {
                TaskStatus::Succeeded => return Ok(None),
                TaskStatus::Failed | TaskStatus::Canceled => {
                    return Ok(Some(found.error.unwrap_or_default()));
                }
                TaskStatus::Enqueued | TaskStatus::Processing => {}
            }
            ensure!(self.leads().await?, "another replica writes the search index");
            sleep(pause).await;
            pause = LONGEST_PAUSE.min(pause * 2);
        }
    }
}

/// Whether it is about a task that the key may not look at.
fn is_unseen(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(MeiliError::Refused { code, .. }) if code == NO_TASK)
}
