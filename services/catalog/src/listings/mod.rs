//! Public lists of products: an index look-up and a concatenation of cards that are ready to send.

mod discount;
mod error;
mod filter_data;
mod instead;
mod parse;
mod rpc;
mod suggest;
mod write;

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use souk_kernel::{CategoryId, Clock, Language, Page, ProductId};
use souk_views::OtherSearch;
use tokio::sync::Semaphore;
use tokio::time::timeout;
use uuid::Uuid;

pub use crate::follower::View;
pub use error::ListingError;
pub use parse::{ListingQuery, Of};
pub use rpc::ListingsRpc;

use self::suggest::RememberedNames;
use crate::collections;
use crate::follower::Views;
use crate::no_result_searches::NoResultSearches;
use crate::prices::Prices;
use crate::products::write_card;
use crate::search::{Found, Hit, Scope, SearchEngine, SearchError, SearchQuery, Selection};

/// The pages of the lists that every shop has.
pub const NEW_PAGE: &str = "/new";
pub const FEATURED_PAGE: &str = "/featured";

/// The page of a promotion (spec 2).
pub fn promotion_page(id: Uuid) -> String {
    format!("/promotions/{id}")
}

/// Cards of a rule's preview.
const PREVIEWED: u32 = 6;
/// Cards that are asked for by their products' ids at once.
const MOST_CARDS: usize = 12;
/// Cards of one cross-selling section.
const CROSS_SELLING: u32 = 8;
/// Searches in vain of which others are looked for at a time. Anybody can ask for some, and each costs as much as ten and more
/// that find: who comes beside these is answered without.
const INSTEAD_AT_ONCE: usize = 2;
/// How long others are looked for: the answer waits for it. What is not asked by then is not asked any more.
const INSTEAD_WITHIN: Duration = Duration::from_millis(300);

/// The use cases of lists. Cheap to clone.
#[derive(Clone)]
pub struct Listings {
    engine: Arc<dyn SearchEngine>,
    views: Views,
    clock: Arc<dyn Clock>,
    names: Arc<RememberedNames>,
    found_nothing: NoResultSearches,
    /// One for each search in vain of which others are looked for.
    instead_places: Arc<Semaphore>,
}

/// What is sold across a product.
#[derive(Debug, Clone, Copy)]
pub struct CrossSelling {
    pub product: ProductId,
    pub brand: Option<souk_kernel::BrandId>,
    pub category: Option<CategoryId>,
    pub language: Language,
}

impl Listings {
    pub fn new(
        engine: Arc<dyn SearchEngine>,
        views: Views,
        clock: Arc<dyn Clock>,
        found_nothing: NoResultSearches,
    ) -> Self {
        let instead_places = Arc::new(Semaphore::new(INSTEAD_AT_ONCE));
        Self { engine, views, clock, names: Arc::default(), found_nothing, instead_places }
    }

    /// What the process knows of the catalogue now.
    pub fn view(&self) -> Result<Arc<View>, SearchError> {
        self.views.borrow().clone().ok_or(SearchError::NotReady)
    }

    /// Whether the index is one for all replicas.
    pub fn is_shared(&self) -> bool {
        self.engine.is_shared()
    }

    /// One page of a listing as JSON with the revision that it was made of.
    pub async fn listing(&self, query: ListingQuery) -> Result<(Bytes, u64), ListingError> {
        let view = self.view()?;
        let heading = write::Heading::of(&view, &query, self.clock.now())?;
        let search = SearchQuery {
            scope: heading.scope,
            within: heading.within.clone(),
            words: query.words().to_owned(),
            filters: query.filters.clone(),
            sort: query.sort,
            language: query.language,
            page: query.page,
        };
        let found = self.engine.search(search).await?;
        if found.total == 0 && query.is_first_of_search() {
            self.found_nothing.note(query.words(), query.language);
        }
        let instead = if query.is_first_of_search() && !found.has_all_words {
            self.instead(&view, query.words()).await
        } else {
            Vec::new()
        };
        let cards = self.written(&found.hits, &found.prices)?;
        Ok((
            write::listing(heading, &query, &found, &view.reference.value_places, (&cards, &instead))?,
            found.revision,
        ))
    }

    /// What else could be searched. The answer is one without it too, where there is more to do than can be done, or it takes long.
    async fn instead(&self, view: &View, typed: &str) -> Vec<OtherSearch> {
        let Ok(_place) = self.instead_places.try_acquire() else { return Vec::new() };
        let names = self.names.of(&view.reference);
        let looked_for = timeout(INSTEAD_WITHIN, instead::instead(&*self.engine, &names, typed)).await;
        let Ok(found) = looked_for else { return Vec::new() };
        found.unwrap_or_else(|error| {
            tracing::info!(error.cause = %error, "a search in vain is answered without another one to try");
            Vec::new()
        })
    }

    /// What a rule would list now, the first products as JSON.
    pub async fn preview(&self, rule: &collections::Rule, language: Language) -> Result<Bytes, ListingError> {
        let within = Some(Arc::new(Selection::Ruled(rule.at(self.clock.now()))));
        let query = SearchQuery { within, ..SearchQuery::newest(Scope::All, language) };
        let found = self.first(query, PREVIEWED).await?;
        let cards = self.written(&found.hits[..found.hits.len().min(PREVIEWED as usize)], &found.prices)?;
        Ok(write::preview(&found, &cards)?)
    }

    /// The sections below a product as JSON.
    pub async fn cross_selling(&self, of: CrossSelling) -> Result<(Bytes, u64), ListingError> {
        let view = self.view()?;
        let path = of.category.map(|id| view.reference.categories.path(id)).unwrap_or_default();
        let sections = [
            ("relatedProducts", path.first().copied().map(Scope::Category)),
            ("productsFromSameBrand", of.brand.map(Scope::Brand)),
            ("productsFromSameCategory", path.last().copied().map(Scope::Category)),
            ("newProducts", Some(Scope::All)),
        ];
        let mut written = Vec::with_capacity(sections.len());
        for (name, scope) in sections {
            let cards = match scope {
                Some(scope) => self.cards_beside(of, scope).await?,
                None => Vec::new(),
            };
            written.push((name, cards));
        }
        Ok((write::sections(&written), view.revision))
    }

    /// Products, categories and brands for words being typed, as JSON.
    pub async fn suggest(&self, words: &str, language: Language) -> Result<(Bytes, u64), ListingError> {
        let view = self.view()?;
        let search = SearchQuery { words: words.to_owned(), ..SearchQuery::newest(Scope::All, language) };
        let cards = match words.trim() {
            "" => Vec::new(),
            _ => self.cards(search, suggest::PRODUCTS).await?,
        };
        let names = self.names.of(&view.reference);
        Ok((suggest::write(&view.reference, &names, words, &cards, language)?, view.revision))
    }

    /// The first cards of a list.
    pub async fn cards(&self, query: SearchQuery, wanted: u32) -> Result<Vec<Bytes>, ListingError> {
        let found = self.first(query, wanted).await?;
        self.written(&found.hits[..found.hits.len().min(wanted as usize)], &found.prices)
    }

    /// Cards of those of the products that shoppers see, in this order.
    pub async fn cards_of(
        &self,
        products: &[ProductId],
        language: Language,
    ) -> Result<Vec<Bytes>, ListingError> {
        let mut cards = Vec::with_capacity(products.len());
        for product in products {
            cards.extend(self.cards(SearchQuery::newest(Scope::Product(*product), language), 1).await?);
        }
        Ok(cards)
    }

    /// The first cards of a list but the product's own. The list is everybody's: asked for with one card more.
    async fn cards_beside(&self, of: CrossSelling, scope: Scope) -> Result<Vec<Bytes>, ListingError> {
        let Found { mut hits, prices, .. } =
            self.first(SearchQuery::newest(scope, of.language), CROSS_SELLING + 1).await?;
        hits.retain(|hit| hit.pricing.product != of.product);
        hits.truncate(CROSS_SELLING as usize);
        self.written(&hits, &prices)
    }

    async fn first(&self, query: SearchQuery, wanted: u32) -> Result<Found, SearchError> {
        let size = Page::SIZES.into_iter().find(|size| *size >= wanted).unwrap_or(Page::SIZES[0]);
        let page = Page::new(1, size).unwrap_or_default();
        self.engine.search(SearchQuery { page, ..query }).await
    }

    /// Cards at the prices of now.
    fn written(&self, hits: &[Hit], prices: &Prices) -> Result<Vec<Bytes>, ListingError> {
        let now = self.clock.now();
        Ok(hits.iter().map(|hit| write_card(hit, prices, now)).collect::<Result<_, _>>()?)
    }
}
