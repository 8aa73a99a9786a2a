//! The engine that all replicas share: an index on a Meilisearch server. One replica writes it, whoever holds the lease; the others
//! wait for what it writes. A row of the index says at which revision it stands and is written with the products of that revision,
//! so a server that was lost or put back is seen at the next look, and filled again by itself. While it doesn't answer, pages that
//! were asked for before are answered from what is kept of them, at the prices of now.

mod client;
mod config;
mod given;
mod question;
mod rows;
mod writer;

pub use self::config::MeiliConfig;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, anyhow, ensure};
use futures::future::BoxFuture;
use futures::stream::BoxStream;
use moka::sync::Cache;
use serde_json::Value;
use souk_bus::Lease;
use souk_kernel::{Language, Page, ProductId};
use sqlx::PgPool;
use time::OffsetDateTime;
use tokio::time::timeout;
use uuid::Uuid;

use self::client::Client;
use self::given::Given;
use self::question::{Answer, Answers, Matching};
use self::rows::{FORMAT, FacetRow, PRODUCTS, SHOWN, ShownRow, State};
use self::writer::Writer;
use super::{
    Batch, Document, Facet, FacetCount, FacetGroup, Filters, Found, Hit, Scope, SearchEngine, SearchError,
    SearchQuery, Selection, Sort, Synonyms,
};
use crate::prices::Prices;

/// Longest wait for all that a page is made of.
const LONGEST_ANSWER: Duration = Duration::from_secs(4);
/// Bytes of the answers that are kept for when the server is away, and for how long they are shown then.
const KEPT_BYTES: u64 = 64 * 1024 * 1024;
const KEPT_FOR: Duration = Duration::from_hours(24);
/// Values of filters whose texts are remembered, and that are read at once.
const REMEMBERED_VALUES: u64 = 100_000;
const VALUES_AT_ONCE: usize = 1_000;

/// See the module.
pub struct MeiliEngine {
    client: Arc<Client>,
    /// Name of the index that answers.
    index: String,
    writer: Writer,
    /// By their ids, under which they never change.
    values: Cache<String, Arc<Facet>>,
    kept: Cache<Asked, Arc<Found>>,
}

/// A [`SearchQuery`] by which an answer is kept.
#[derive(PartialEq, Eq, Hash)]
struct Asked {
    scope: Scope,
    within: Option<Arc<Selection>>,
    words: String,
    filters: Filters,
    sort: Sort,
    language: Language,
    page: Page,
}

impl MeiliEngine {
    /// Asks the server for nothing yet. Without others, which are known by their database, this process is the only one that writes.
    pub fn new(config: &MeiliConfig, among: Option<(PgPool, Uuid)>) -> anyhow::Result<Self> {
        let url = config.meili_url.as_deref().context("SOUK_MEILI_URL is missing")?;
        let name = &config.meili_index;
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
        ensure!(
            !name.is_empty() && name.chars().all(is_name),
            "SOUK_MEILI_INDEX has letters, digits, - and _"
        );
        let client = Arc::new(Client::new(url, config)?);
        let index = format!("{name}-products-{FORMAT}");
        // Of this index: a replica of another release, or with another name, leads the filling of another one beside it.
        let lease = among.map(|(pool, process)| Lease::new(pool, &format!("search {index}"), process));
        Ok(Self {
            writer: Writer::new(client.clone(), index.clone(), lease),
            client,
            index,
            values: Cache::new(REMEMBERED_VALUES),
            kept: Cache::builder()
                .max_capacity(KEPT_BYTES)
                .weigher(|asked: &Asked, found: &Arc<Found>| asked.weight().saturating_add(weight(found)))
                .time_to_live(KEPT_FOR)
                .build(),
        })
    }

    /// The answer of the server, else the one that is kept.
    async fn answer(&self, query: SearchQuery) -> Result<Found, SearchError> {
        let Some(Given { prices, .. }) = self.writer.given() else { return Err(SearchError::NotReady) };
        let late = |_| SearchError::Engine(anyhow!("Meilisearch answers too late"));
        let asked = timeout(LONGEST_ANSWER, self.ask(&query, prices.clone())).await.map_err(late);
        let key = Asked::of(query);
        match asked.flatten() {
            Ok(found) => {
                self.kept.insert(key, Arc::new(found.clone()));
                Ok(found)
            }
            Err(error) => {
                let kept = self.kept.get(&key).ok_or(error)?;
                metrics::counter!("souk_search_kept_answers_total").increment(1);
                Ok(Found { prices, ..Found::clone(&kept) })
            }
        }
    }

    async fn ask(&self, query: &SearchQuery, prices: Arc<Prices>) -> Result<Found, SearchError> {
        let mut answers = self.answers(query, Matching::All).await?;
        let has_all_words = query.words.trim().is_empty() || answers.unfiltered.total_hits > 0;
        if !has_all_words {
            answers = self.answers(query, Matching::Last).await?;
        }
        let state = answers.state.hits.pop().ok_or(SearchError::NotReady)?;
        let State { revision } = serde_json::from_value(state).map_err(unreadable)?;
        let facets = self.facets(query, &answers).await?;
        let hits = self.hits(query, std::mem::take(&mut answers.page.hits)).await?;
        let price_bounds = answers.price_bounds();
        let total = answers.page.total_hits;
        Ok(Found { hits, prices, total, has_all_words, price_bounds, facets, revision })
    }

    async fn answers(&self, query: &SearchQuery, matching: Matching) -> Result<Answers, SearchError> {
        let answers = self.client.search(&question::searches(&self.index, query, matching)).await?;
        Answers::read(answers).ok_or_else(|| SearchError::Engine(anyhow!("Meilisearch left out answers")))
    }

    async fn count(&self, texts: &[String]) -> Result<Vec<u64>, SearchError> {
        let answers = self.client.search(&question::counts(&self.index, texts)).await?;
        Ok(answers.iter().map(|answer| answer.total_hits).collect())
    }

    /// The page's products; of those with an order of their own the rows are read once it is known which they are.
    async fn hits(&self, query: &SearchQuery, rows: Vec<Value>) -> Result<Vec<Hit>, SearchError> {
        let Some(order) = question::in_own_order(query) else {
            let hit = |row| serde_json::from_value::<ShownRow>(row)?.hit(query.language);
            return rows.into_iter().map(hit).collect::<anyhow::Result<_>>().map_err(SearchError::Engine);
        };
        let found = |row: &Value| row["id"].as_str().and_then(|id| id.parse::<ProductId>().ok());
        let listed: Vec<ProductId> = rows.iter().filter_map(found).collect();
        let from = usize::try_from(query.page.offset()).unwrap_or(usize::MAX);
        let page: Vec<ProductId> = order.iter().copied().filter(|product| listed.contains(product)).collect();
        let page: Vec<_> = page.into_iter().skip(from).take(query.page.size() as usize).collect();
        self.shown(&page, query.language).await
    }

    async fn shown(&self, products: &[ProductId], language: Language) -> Result<Vec<Hit>, SearchError> {
        if products.is_empty() {
            return Ok(Vec::new());
        }
        // One that left its lists a moment ago is a row without a card.
        let filter = format!("{PRODUCTS} AND {}", question::these(products.iter().copied()));
        let rows: Vec<ShownRow> =
            self.client.documents(&self.index, &filter, &SHOWN, (0, products.len())).await?;
        let place = |row: &ShownRow| products.iter().position(|product| *product == row.product());
        let placed: BTreeMap<_, _> = rows.into_iter().map(|row| (place(&row), row)).collect();
        let hits = placed.into_values().map(|row| row.hit(language));
        hits.collect::<anyhow::Result<_>>().map_err(SearchError::Engine)
    }

    /// Every value that the list has, in order, with how many products choosing it would show.
    async fn facets(&self, query: &SearchQuery, answers: &Answers) -> Result<Arc<[FacetGroup]>, SearchError> {
        let values = self.values(&answers.unfiltered).await?;
        let counted_in = |group: &str| {
            let at = query.filters.groups.keys().position(|chosen| chosen == group);
            at.and_then(|at| answers.open.get(at)).unwrap_or(&answers.page)
        };
        let mut groups: BTreeMap<String, BTreeMap<String, FacetCount>> = BTreeMap::new();
        for (id, facet) in values {
            let products = counted_in(&facet.group).products_with(&id);
            let group = groups.entry(facet.group.clone()).or_default();
            // A value that is just being called otherwise is one all the same.
            let count = group.entry(facet.key.clone()).or_insert(FacetCount { facet, products: 0 });
            count.products += products;
        }
        let values = groups.into_values().map(|counts| FacetGroup { values: counts.into_values().collect() });
        Ok(values.collect())
    }

    /// How the values of an answer are shown, by their ids.
    async fn values(&self, answer: &Answer) -> Result<Vec<(String, Arc<Facet>)>, SearchError> {
        let ids: Vec<&str> = answer.values().map(|(id, _)| id).collect();
        let unknown: Vec<&str> = ids.iter().copied().filter(|id| !self.values.contains_key(*id)).collect();
        for part in unknown.chunks(VALUES_AT_ONCE) {
            let filter = question::is_in("id", part.iter().map(|id| (*id).to_owned()));
            let fields = ["id", "facet"];
            let rows: Vec<FacetRow> =
                self.client.documents(&self.index, &filter, &fields, (0, part.len())).await?;
            for row in rows {
                self.values.insert(row.id, Arc::new(row.facet));
            }
        }
        let known = |id: &str| Some((id.to_owned(), self.values.get(id)?));
        Ok(ids.into_iter().filter_map(known).collect())
    }
}

impl SearchEngine for MeiliEngine {
    fn revision(&self) -> BoxFuture<'_, Result<Option<u64>, SearchError>> {
        Box::pin(self.writer.revision())
    }

    fn keep_up(&self) -> BoxFuture<'_, Result<(), SearchError>> {
        // Who leads from now on finds the prices and synonyms of who led before.
        Box::pin(self.writer.keep_up())
    }

    fn apply(&self, batch: Batch) -> BoxFuture<'_, Result<(), SearchError>> {
        Box::pin(self.writer.write(batch))
    }

    fn reprice(&self, prices: Arc<Prices>, at: OffsetDateTime) -> BoxFuture<'_, Result<(), SearchError>> {
        Box::pin(async move {
            self.writer.give(Given { prices, at });
            self.writer.keep_up().await
        })
    }

    fn give_synonyms(&self, synonyms: Arc<Synonyms>) -> BoxFuture<'_, Result<(), SearchError>> {
        Box::pin(async move {
            self.writer.call(synonyms);
            self.writer.keep_up().await
        })
    }

    fn replace<'a>(
        &'a self,
        documents: BoxStream<'a, Result<Vec<Document>, SearchError>>,
        revision: u64,
    ) -> BoxFuture<'a, Result<(), SearchError>> {
        Box::pin(self.writer.rebuild(documents, revision))
    }

    fn search(&self, query: SearchQuery) -> BoxFuture<'_, Result<Found, SearchError>> {
        Box::pin(self.answer(query))
    }

    fn counts(&self, texts: Vec<String>) -> BoxFuture<'_, Result<Vec<u64>, SearchError>> {
        Box::pin(async move {
            let late = |_| SearchError::Engine(anyhow!("Meilisearch answers too late"));
            timeout(LONGEST_ANSWER, self.count(&texts)).await.map_err(late).flatten()
        })
    }

    fn is_shared(&self) -> bool {
        true
    }
}

impl Asked {
    fn of(query: SearchQuery) -> Self {
        let SearchQuery { scope, within, words, filters, sort, language, page } = query;
        Self { scope, within, words: words.trim().to_owned(), filters, sort, language, page }
    }

    /// About how many bytes it takes.
    fn weight(&self) -> u32 {
        let within = self.within.as_ref().map_or(0, |within| within.weight());
        let filters: usize = self.filters.groups.values().flatten().map(String::len).sum();
        u32::try_from(200 + within + self.words.len() + filters).unwrap_or(u32::MAX)
    }
}

/// About how many bytes an answer takes.
fn weight(found: &Found) -> u32 {
    let cards: usize =
        found.hits.iter().flat_map(|hit| &hit.members).map(|members| members.len() + 100).sum();
    let values: usize = found.facets.iter().map(|group| group.values.len() * 32).sum();
    u32::try_from(200 + cards + values).unwrap_or(u32::MAX)
}

fn unreadable(cause: serde_json::Error) -> SearchError {
    SearchError::Engine(anyhow::Error::new(cause).context("reading Meilisearch's answer"))
}
