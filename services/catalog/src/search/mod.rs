//! Finding products: one trait, any engine (design 7). A document is one product with everything that a card
//! needs but its price; documents are made from PostgreSQL alone, so an index can always be thrown away and made
//! again. Prices are no part of a document: they follow from its base price, the promotions and the moment, so a
//! promotion on the whole shop touches no document.

mod arabizi;
mod document;
mod embedded;
mod joining_words;
mod meilisearch;
mod near;
mod query;
mod selection;
mod synonyms;
mod tags;

pub use document::{CARD_LANGUAGES, Card, Document, Facet, Scope, TagKey, fold};
pub use embedded::{EmbeddedEngine, words};
pub use joining_words::{is_joining, telling};
pub use meilisearch::{MeiliConfig, MeiliEngine};
pub use near::{MOST_NEAR, unlikeness};
pub use query::{FacetCount, FacetGroup, Filters, Found, Hit, SearchQuery, Sort};
pub use selection::{Rule, Selection};
pub use synonyms::{LONGEST_PHRASE, Phrase, Synonyms};
pub use tags::{WrongTag, tag};

use std::sync::Arc;

use futures::future::{BoxFuture, ready};
use futures::stream::BoxStream;
use souk_kernel::ProductId;
use time::OffsetDateTime;

use crate::prices::Prices;

/// Why an engine could not answer.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The engine has no complete index or no prices yet, or can't be reached: try again soon.
    #[error("the search index is not ready")]
    NotReady,
    /// As many queries are being worked out, and wait, as the engine takes.
    #[error("the search engine has more to do than it can")]
    Busy,
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
    fn revision(&self) -> BoxFuture<'_, Result<Option<u64>, SearchError>>;

    /// Gives the prices and synonyms that were given last to an index that all replicas share, where it has others: who writes it may be
    /// another since.
    fn keep_up(&self) -> BoxFuture<'_, Result<(), SearchError>> {
        Box::pin(ready(Ok(())))
    }

    /// Puts a batch in. After it returns, queries see it.
    fn apply(&self, batch: Batch) -> BoxFuture<'_, Result<(), SearchError>>;

    /// Sorts, narrows and bounds by the prices of a moment from now on; whoever follows gives others when the
    /// promotions change or one starts or ends. Queries are sorted and narrowed by the old prices until it returns, and see
    /// none before the first. One in the process shows the old ones until then, too, and works beside [`Self::apply`] and
    /// [`Self::replace`] without waiting for either; a shared one shows the new ones at once, and a batch waits for its sweep.
    fn reprice(&self, prices: Arc<Prices>, at: OffsetDateTime) -> BoxFuture<'_, Result<(), SearchError>>;

    /// Finds words by what else they are called from now on, instead of by what was given before; a shared engine where this process is
    /// the one that writes it. What has the words as they were typed ranks before what is only called alike.
    fn give_synonyms(&self, synonyms: Arc<Synonyms>) -> BoxFuture<'_, Result<(), SearchError>>;

    /// Makes a whole new index from `documents` and swaps it in; until then queries see the old one.
    fn replace<'a>(
        &'a self,
        documents: BoxStream<'a, Result<Vec<Document>, SearchError>>,
        revision: u64,
    ) -> BoxFuture<'a, Result<(), SearchError>>;

    /// Answers one page of a listing or search with its cards, counts and facets. Stops working when it is dropped.
    ///
    /// Of the scope only what is [`SearchQuery::within`] counts, for totals, bounds and facets too, as of the documents and
    /// prices that the answer is made of: a product belongs from the batch on that makes it fit, on promotion from the
    /// repricing on that lowers its price, and nothing has to be told of the selection before it is asked for.
    fn search(&self, query: SearchQuery) -> BoxFuture<'_, Result<Found, SearchError>>;

    /// How many products of the shop have all words of each of some texts, as a search for it alone would find them; none where that
    /// would find them by how they sound and in no other way, which costs more than an offer of another search is worth.
    fn counts(&self, texts: Vec<String>) -> BoxFuture<'_, Result<Vec<u64>, SearchError>>;

    /// Words of products' names that are written much like one that nothing has, [`MOST_NEAR`] at most, the nearest first; none where the
    /// engine can't tell its words.
    fn words_near<'a>(&'a self, _word: &'a str) -> BoxFuture<'a, Result<Vec<String>, SearchError>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    /// Whether all replicas share it: while it is away they are ready all the same, or none would be.
    fn is_shared(&self) -> bool {
        false
    }
}
