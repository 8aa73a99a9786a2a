//! The engine that needs no installing: a tantivy index in this process and on this replica's disk. Its commit
//! carries the catalogue's revision, so a killed process goes on exactly where its index stands.

mod columns;
mod evaluate;
mod facets;
mod folder;
mod near;
mod occurrences;
mod results;
mod schema;
mod segment;
mod segment_search;
mod selected;
mod snapshot;
mod text;
mod top;
mod words;

pub use self::words::words;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use bytes::Bytes;
use futures::future::BoxFuture;
use futures::stream::{self, BoxStream};
use futures::{StreamExt as _, TryStreamExt as _};
use souk_kernel::{Language, ProductId};
use tantivy::schema::Value as _;
use tantivy::{DocAddress, Index, IndexReader, IndexWriter, ReloadPolicy, Searcher, TantivyDocument};
use time::OffsetDateTime;
use tokio::sync::Mutex;
use tokio::task::spawn_blocking;

use self::evaluate::ResultKey;
use self::folder::IndexFolder;
use self::results::Results;
use self::schema::{Fields, WORDS};
use self::snapshot::{Snapshot, Touched};
use self::words::WordTokenizer;
use super::{
    Batch, CARD_LANGUAGES, Document, Found, Hit, Scope, SearchEngine, SearchError, SearchQuery, Synonyms,
};
use crate::prices::Prices;

/// Memory of the one indexing thread before it writes a segment.
const WRITER_MEMORY: usize = 64_000_000;
/// Products of a batch whose lists are looked up one by one. A larger batch changes most lists anyway.
const LOOKED_UP: usize = 64;

/// See the module.
pub struct EmbeddedEngine {
    fields: Fields,
    folder: Arc<IndexFolder>,
    snapshot: RwLock<Arc<Snapshot>>,
    results: Results,
    /// The one writer. Queries never wait for it.
    writing: Arc<Mutex<OpenIndex>>,
    /// Held by who makes the next snapshot of the current one: a commit, or other prices.
    swapping: Mutex<()>,
    /// Set when a write failed: what is on disk can't be trusted with another. Queries go on from the snapshot.
    broken: AtomicBool,
}

/// An index with its writer and reader.
struct OpenIndex {
    fields: Fields,
    reader: IndexReader,
    writer: IndexWriter,
}

impl EmbeddedEngine {
    /// Opens this replica's index under `root`, or starts an empty one when there is none that can be used.
    pub fn open(root: &Path) -> anyhow::Result<Self> {
        let fields = Fields::new();
        let folder = Arc::new(IndexFolder::claim(root)?);
        let open = match folder.current().map(|path| OpenIndex::open(&fields, &path)) {
            Some(Ok(open)) => open,
            Some(Err(error)) => {
                tracing::warn!(error = %format_args!("{error:#}"), "the search index can't be read; it is made again");
                OpenIndex::create(&fields, &folder.fresh()?)?
            }
            None => OpenIndex::create(&fields, &folder.fresh()?)?,
        };
        let (searcher, revision) = open.state()?;
        let snapshot = RwLock::new(Arc::new(Snapshot::first(searcher, revision)?));
        Ok(Self {
            results: Results::new(fields.clone()),
            fields,
            folder,
            snapshot,
            writing: Arc::new(Mutex::new(open)),
            swapping: Mutex::new(()),
            broken: AtomicBool::new(false),
        })
    }

    fn current(&self) -> Arc<Snapshot> {
        self.snapshot.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Makes the next snapshot of the current one, off the runtime's threads: it reads what is new in the index.
    async fn swap<F>(&self, next: F) -> anyhow::Result<()>
    where
        F: FnOnce(&Snapshot) -> anyhow::Result<Snapshot> + Send + 'static,
    {
        let _turn = self.swapping.lock().await;
        let before = self.current();
        let snapshot = Arc::new(spawn_blocking(move || next(&before)).await??);
        *self.snapshot.write().unwrap_or_else(PoisonError::into_inner) = snapshot;
        Ok(())
    }

    async fn apply_batch(&self, batch: Batch) -> anyhow::Result<()> {
        let mut open = self.writing.clone().lock_owned().await;
        let (before, fields) = (self.current(), self.fields.clone());
        let (open, touched) = spawn_blocking(move || {
            let touched = touched(&before, &fields, &batch)?;
            open.write(&batch.documents, &batch.removed)?;
            open.commit(batch.revision)?;
            anyhow::Ok((open, touched))
        })
        .await??;
        let (searcher, revision) = open.state()?;
        self.swap(move |before| before.next(searcher, revision, touched)).await
    }

    async fn rebuild(
        &self,
        mut documents: BoxStream<'_, Result<Vec<Document>, SearchError>>,
        revision: u64,
    ) -> anyhow::Result<()> {
        let mut writing = self.writing.lock().await;
        let path = self.folder.fresh()?;
        let mut open = OpenIndex::create(&self.fields, &path)?;
        let mut next = documents.next().await;
        while let Some(batch) = next {
            let batch = batch?;
            // The next documents are read while these are written.
            let written = spawn_blocking(move || open.write(&batch, &[]).map(|()| open));
            let (written, following) = tokio::join!(written, documents.next());
            (open, next) = (written??, following);
        }
        let open = spawn_blocking(move || open.commit(revision).map(|()| open)).await??;
        let (searcher, revision) = open.state()?;
        self.folder.make_current(&path)?;
        self.swap(move |before| before.emptied().next(searcher, revision, Touched::All)).await?;
        *writing = open;
        self.broken.store(false, Ordering::Relaxed);
        Ok(())
    }

    async fn answer(&self, query: SearchQuery) -> Result<Found, SearchError> {
        let snapshot = self.current();
        let revision = snapshot.revision.ok_or(SearchError::NotReady)?;
        let prices = snapshot.priced.as_ref().ok_or(SearchError::NotReady)?.prices.clone();
        let set = self.results.of(&snapshot, ResultKey::of(&query)).await?;
        let from = usize::try_from(query.page.offset()).unwrap_or(usize::MAX).min(set.first.len());
        let until = set.first.len().min(from + query.page.size() as usize);
        let addresses = set.first[from..until].iter().filter_map(|number| snapshot.find(*number));
        let hit = |address| self.hit(&snapshot, address, query.language);
        Ok(Found {
            hits: addresses.map(hit).collect::<Result<_, _>>().map_err(SearchError::Engine)?,
            prices,
            total: set.total,
            has_all_words: set.has_all_words(),
            price_bounds: set.price_bounds,
            facets: set.facets.clone(),
            revision,
        })
    }

    async fn count(&self, words: String) -> Result<u64, SearchError> {
        let query = SearchQuery { words, ..SearchQuery::newest(Scope::All, Language::Fr) };
        let set = self.results.of(&self.current(), ResultKey::of_count(&query)).await?;
        Ok(set.total)
    }

    fn hit(&self, snapshot: &Snapshot, address: DocAddress, language: Language) -> anyhow::Result<Hit> {
        let at = CARD_LANGUAGES.iter().position(|of| *of == language).unwrap_or(0);
        let document: TantivyDocument = snapshot.searcher.doc(address)?;
        let members = [self.fields.localized[at], self.fields.shared].map(|field| {
            let bytes = document.get_first(field).and_then(|value| value.as_bytes());
            Bytes::copy_from_slice(bytes.unwrap_or_default())
        });
        let segment = &snapshot.segments[address.segment_ord as usize];
        Ok(Hit { pricing: segment.pricing(address.doc_id), members })
    }
}

/// The lists that a batch changes: those that its products are in now, and those that they were in.
fn touched(before: &Snapshot, fields: &Fields, batch: &Batch) -> anyhow::Result<Touched> {
    if batch.documents.len() + batch.removed.len() > LOOKED_UP {
        return Ok(Touched::All);
    }
    let changed = batch.documents.iter().map(|document| document.pricing.product);
    let mut lists = Vec::new();
    for product in changed.chain(batch.removed.iter().copied()) {
        lists.extend(before.lists_of(fields, product)?);
    }
    lists.extend(batch.documents.iter().flat_map(|document| &document.scopes).map(|scope| scope.term()));
    Ok(Touched::Lists(lists))
}

impl SearchEngine for EmbeddedEngine {
    fn revision(&self) -> BoxFuture<'_, Result<Option<u64>, SearchError>> {
        let sound = !self.broken.load(Ordering::Relaxed);
        let revision = self.current().revision.filter(|_| sound);
        Box::pin(async move { Ok(revision) })
    }

    fn apply(&self, batch: Batch) -> BoxFuture<'_, Result<(), SearchError>> {
        Box::pin(async move {
            let applied = self.apply_batch(batch).await;
            self.broken.fetch_or(applied.is_err(), Ordering::Relaxed);
            applied.map_err(SearchError::Engine)
        })
    }

    fn reprice(&self, prices: Arc<Prices>, at: OffsetDateTime) -> BoxFuture<'_, Result<(), SearchError>> {
        let repriced = self.swap(move |before| Ok(before.repriced(prices, at)));
        Box::pin(async move { repriced.await.map_err(SearchError::Engine) })
    }

    fn give_synonyms(&self, synonyms: Arc<Synonyms>) -> BoxFuture<'_, Result<(), SearchError>> {
        let given = self.swap(move |before| Ok(before.called(synonyms)));
        Box::pin(async move { given.await.map_err(SearchError::Engine) })
    }

    fn replace<'a>(
        &'a self,
        documents: BoxStream<'a, Result<Vec<Document>, SearchError>>,
        revision: u64,
    ) -> BoxFuture<'a, Result<(), SearchError>> {
        Box::pin(async move { self.rebuild(documents, revision).await.map_err(SearchError::Engine) })
    }

    fn search(&self, query: SearchQuery) -> BoxFuture<'_, Result<Found, SearchError>> {
        Box::pin(self.answer(query))
    }

    /// One after another: who asks for many takes no more of the threads than who asks for one.
    fn counts(&self, texts: Vec<String>) -> BoxFuture<'_, Result<Vec<u64>, SearchError>> {
        Box::pin(stream::iter(texts).then(|text| self.count(text)).try_collect())
    }

    fn words_near<'a>(&'a self, word: &'a str) -> BoxFuture<'a, Result<Vec<String>, SearchError>> {
        let query = SearchQuery { words: word.to_owned(), ..SearchQuery::newest(Scope::All, Language::Fr) };
        Box::pin(async move { self.results.near(&self.current(), &ResultKey::of(&query)).await })
    }
}

impl OpenIndex {
    fn open(fields: &Fields, path: &Path) -> anyhow::Result<Self> {
        Self::with(fields, &Index::open_in_dir(path)?)
    }

    fn create(fields: &Fields, path: &Path) -> anyhow::Result<Self> {
        Self::with(fields, &Index::create_in_dir(path, fields.schema.clone())?)
    }

    fn with(fields: &Fields, index: &Index) -> anyhow::Result<Self> {
        index.tokenizers().register(WORDS, WordTokenizer);
        Ok(Self {
            fields: fields.clone(),
            reader: index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?,
            writer: index.writer_with_num_threads(1, WRITER_MEMORY)?,
        })
    }

    fn write(&mut self, documents: &[Document], removed: &[ProductId]) -> anyhow::Result<()> {
        for product in removed {
            self.writer.delete_term(self.fields.id_term(*product));
        }
        for document in documents {
            self.writer.delete_term(self.fields.id_term(document.pricing.product));
            self.writer.add_document(self.fields.document(document)?)?;
        }
        Ok(())
    }

    fn commit(&mut self, revision: u64) -> anyhow::Result<()> {
        let mut commit = self.writer.prepare_commit()?;
        commit.set_payload(&revision.to_string());
        commit.commit()?;
        Ok(())
    }

    /// What is committed, and the catalogue's revision that it stands at.
    fn state(&self) -> anyhow::Result<(Searcher, Option<u64>)> {
        self.reader.reload()?;
        let revision = self.writer.index().load_metas()?.payload.and_then(|payload| payload.parse().ok());
        Ok((self.reader.searcher(), revision))
    }
}
