//! The engine that needs no installing: a tantivy index in this process and on this replica's disk. Its commit
//! carries the catalogue's revision, so a killed process goes on exactly where its index stands.

mod evaluate;
mod folder;
mod schema;
mod segment;
mod snapshot;
mod text;
mod words;

pub use self::words::words;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use bytes::Bytes;
use futures::StreamExt as _;
use futures::future::BoxFuture;
use futures::stream::BoxStream;
use tantivy::schema::Value as _;
use tantivy::{DocAddress, Index, IndexReader, IndexWriter, ReloadPolicy, TantivyDocument};
use tokio::sync::Mutex;

use self::evaluate::{ResultKey, ResultSet, evaluate};
use self::folder::IndexFolder;
use self::schema::{Fields, WORDS};
use self::snapshot::Snapshot;
use self::words::WordTokenizer;
use super::{Batch, CARD_LANGUAGES, Document, Found, SearchEngine, SearchError, SearchQuery};

/// Memory of the one indexing thread before it writes a segment; tantivy's least.
const WRITER_MEMORY: usize = 15_000_000;

/// Anything that tantivy, the disk or a damaged index can answer.
type EngineFailure = anyhow::Error;

/// See the module.
pub struct EmbeddedEngine {
    fields: Fields,
    folder: Arc<IndexFolder>,
    snapshot: RwLock<Arc<Snapshot>>,
    /// The one writer. Queries never wait for it.
    writing: Arc<Mutex<OpenIndex>>,
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
    pub fn open(root: &Path) -> Result<Self, EngineFailure> {
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
        let snapshot = RwLock::new(Arc::new(open.snapshot(None)?));
        let writing = Arc::new(Mutex::new(open));
        Ok(Self { fields, folder, snapshot, writing, broken: AtomicBool::new(false) })
    }

    fn current(&self) -> Arc<Snapshot> {
        self.snapshot.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn swap(&self, snapshot: Snapshot) {
        *self.snapshot.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(snapshot);
    }

    async fn apply_batch(&self, batch: Batch) -> Result<(), EngineFailure> {
        let mut open = self.writing.clone().lock_owned().await;
        let before = self.current();
        let snapshot = tokio::task::spawn_blocking(move || {
            open.write(&batch.documents, &batch.removed)?;
            open.commit(batch.revision)?;
            open.snapshot(Some(&before))
        });
        self.swap(snapshot.await??);
        Ok(())
    }

    async fn rebuild(
        &self,
        mut documents: BoxStream<'_, Result<Vec<Document>, SearchError>>,
        revision: u64,
    ) -> Result<(), EngineFailure> {
        let mut writing = self.writing.lock().await;
        let path = self.folder.fresh()?;
        let mut open = OpenIndex::create(&self.fields, &path)?;
        while let Some(batch) = documents.next().await {
            let batch = batch?;
            open = tokio::task::spawn_blocking(move || open.write(&batch, &[]).map(|()| open)).await??;
        }
        let (open, snapshot) = tokio::task::spawn_blocking(move || {
            open.commit(revision)?;
            let snapshot = open.snapshot(None)?;
            anyhow::Ok((open, snapshot))
        })
        .await??;
        self.folder.make_current(&path)?;
        *writing = open;
        self.swap(snapshot);
        self.broken.store(false, Ordering::Relaxed);
        Ok(())
    }

    async fn answer(&self, query: SearchQuery) -> Result<Found, SearchError> {
        let snapshot = self.current();
        let revision = snapshot.revision.ok_or(SearchError::NotReady)?;
        let set = self.results(&snapshot, ResultKey::of(&query)).await?;
        let from = usize::try_from(query.page.offset()).unwrap_or(usize::MAX).min(set.matches.len());
        let until = set.matches.len().min(from + query.page.size() as usize);
        let cards = self.cards(&snapshot, &set.matches[from..until], &query).map_err(SearchError::Engine)?;
        Ok(Found {
            cards,
            total: set.matches.len() as u64,
            price_bounds: set.price_bounds,
            facets: set.facets.clone(),
            revision,
        })
    }

    /// The kept matches of a query, worked out once however many ask at the same time.
    async fn results(&self, snapshot: &Arc<Snapshot>, key: ResultKey) -> Result<Arc<ResultSet>, SearchError> {
        if let Some(set) = snapshot.results.get(&key).await {
            return Ok(set);
        }
        let (read, fields, asked) = (snapshot.clone(), self.fields.clone(), key.clone());
        let work = async move {
            let set = tokio::task::spawn_blocking(move || evaluate(&read, &fields, &asked));
            anyhow::Ok(Arc::new(set.await??))
        };
        let failed = |error: Arc<EngineFailure>| SearchError::Engine(anyhow::anyhow!("{error:#}"));
        snapshot.results.try_get_with(key, work).await.map_err(failed)
    }

    fn cards(
        &self,
        snapshot: &Snapshot,
        matches: &[DocAddress],
        query: &SearchQuery,
    ) -> Result<Vec<Bytes>, EngineFailure> {
        let language = CARD_LANGUAGES.iter().position(|language| *language == query.language).unwrap_or(0);
        let field = self.fields.cards[language];
        let card = |address: &DocAddress| {
            let document: TantivyDocument = snapshot.searcher.doc(*address)?;
            let card = document.get_first(field).and_then(|value| value.as_bytes());
            anyhow::Ok(Bytes::copy_from_slice(card.unwrap_or_default()))
        };
        matches.iter().map(card).collect()
    }
}

impl SearchEngine for EmbeddedEngine {
    fn revision(&self) -> Option<u64> {
        let sound = !self.broken.load(Ordering::Relaxed);
        self.current().revision.filter(|_| sound)
    }

    fn apply(&self, batch: Batch) -> BoxFuture<'_, Result<(), SearchError>> {
        Box::pin(async move {
            let applied = self.apply_batch(batch).await;
            self.broken.fetch_or(applied.is_err(), Ordering::Relaxed);
            applied.map_err(SearchError::Engine)
        })
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
}

impl OpenIndex {
    fn open(fields: &Fields, path: &Path) -> Result<Self, EngineFailure> {
        Self::with(fields, &Index::open_in_dir(path)?)
    }

    fn create(fields: &Fields, path: &Path) -> Result<Self, EngineFailure> {
        Self::with(fields, &Index::create_in_dir(path, fields.schema.clone())?)
    }

    fn with(fields: &Fields, index: &Index) -> Result<Self, EngineFailure> {
        index.tokenizers().register(WORDS, WordTokenizer);
        Ok(Self {
            fields: fields.clone(),
            reader: index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?,
            writer: index.writer_with_num_threads(1, WRITER_MEMORY)?,
        })
    }

    fn write(
        &mut self,
        documents: &[Document],
        removed: &[souk_kernel::ProductId],
    ) -> Result<(), EngineFailure> {
        for product in removed {
            self.writer.delete_term(self.fields.id_term(*product));
        }
        for document in documents {
            self.writer.delete_term(self.fields.id_term(document.product));
            self.writer.add_document(self.fields.document(document)?)?;
        }
        Ok(())
    }

    fn commit(&mut self, revision: u64) -> Result<(), EngineFailure> {
        let mut commit = self.writer.prepare_commit()?;
        commit.set_payload(&revision.to_string());
        commit.commit()?;
        Ok(())
    }

    fn snapshot(&self, before: Option<&Snapshot>) -> Result<Snapshot, EngineFailure> {
        self.reader.reload()?;
        let revision = self.writer.index().load_metas()?.payload.and_then(|payload| payload.parse().ok());
        Snapshot::new(self.reader.searcher(), revision, before)
    }
}
