//! Finding products: one trait, any engine (design 7). A document is one product with everything that a card
//! needs; documents are made from PostgreSQL alone, so an index can always be thrown away and made again.

mod document;
mod embedded;
mod query;

pub use document::{CARD_LANGUAGES, Document, Facet, Scope, fold};
pub use embedded::{EmbeddedEngine, words};
pub use query::{FacetCount, FacetGroup, Filters, Found, SearchQuery, Sort};

use futures::future::BoxFuture;
use futures::stream::BoxStream;
use souk_kernel::ProductId;

/// Why an engine could not answer.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The engine has no complete index yet, or can't be reached: try again soon.
    #[error("the search index is not ready")]
    NotReady,
    #[error("the search engine failed")]
    Engine(#[source] anyhow::Error),
}

/// What to change in an index.
#[derive(Debug, Default)]
pub struct Batch {
    /// New or changed products, whole.
    pub documents: Vec<Document>,
    /// Products that shoppers don't see any more.
    pub removed: Vec<ProductId>,
    /// The catalogue's revision that the index stands at once this batch is in.
    pub revision: u64,
}

/// A search index of products. Queries see a batch whole or not at all.
pub trait SearchEngine: Send + Sync + 'static {
    /// The revision that the index stands at; `None` when it must be made whole: never filled, or past writing.
    fn revision(&self) -> Option<u64>;

    /// Puts a batch in. After it returns, queries see it.
    fn apply(&self, batch: Batch) -> BoxFuture<'_, Result<(), SearchError>>;

    /// Makes a whole new index from `documents` and swaps it in; until then queries see the old one.
    fn replace<'a>(
        &'a self,
        documents: BoxStream<'a, Result<Vec<Document>, SearchError>>,
        revision: u64,
    ) -> BoxFuture<'a, Result<(), SearchError>>;

    /// Answers one page of a listing or search with its cards, counts and facets.
    fn search(&self, query: SearchQuery) -> BoxFuture<'_, Result<Found, SearchError>>;
}
