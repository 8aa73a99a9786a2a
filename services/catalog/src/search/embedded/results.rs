//! Answers worked out once however many ask: kept for as long as what they list shows the same, worked out by a bounded
//! number of threads, and given up when nobody waits for them any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;

use moka::future::Cache;
use moka::policy::EvictionPolicy;
use tokio::sync::Semaphore;

use super::columns::ListColumns;
use super::evaluate::{Evaluation, ResultKey, ResultSet};
use super::occurrences::KeptOccurrences;
use super::schema::Fields;
use super::snapshot::{ListVersion, Snapshot};
use crate::search::SearchError;

/// Memory that kept answers may take, in bytes.
const KEPT_ANSWERS: u64 = 48 * 1024 * 1024;
/// Memory that kept columns of lists may take, in bytes: of the lists that were narrowed last. Those of all categories of a million
/// products, each in three lists, take some 400 MB; with a third of that most looks at a large category read it anew.
const KEPT_COLUMNS: u64 = 384 * 1024 * 1024;
/// Answers of a state that is gone are asked for no more.
const IDLE: Duration = Duration::from_secs(30);
/// Queries that may wait for a thread. One takes milliseconds; who comes later is told to come again.
const MOST_WAITING: usize = 128;

pub struct Results {
    fields: Fields,
    kept: Cache<(ResultKey, ListVersion), Arc<ResultSet>>,
    columns: Cache<(ResultKey, ListVersion), Arc<ListColumns>>,
    occurrences: Arc<KeptOccurrences>,
    /// One for each query in work or waiting.
    places: Semaphore,
    /// One for each query in work.
    threads: Arc<Semaphore>,
}

/// Tells a thread that its caller is gone.
struct Waiting(Arc<AtomicBool>);

impl Results {
    pub fn new(fields: Fields) -> Self {
        let threads = available_parallelism().map_or(1, std::num::NonZero::get);
        Self::bounded(fields, threads, MOST_WAITING)
    }

    fn bounded(fields: Fields, threads: usize, waiting: usize) -> Self {
        let weigh = |key: &(ResultKey, ListVersion), set: &Arc<ResultSet>| {
            u32::try_from(key.0.weight() + set.weight()).unwrap_or(u32::MAX)
        };
        Self {
            fields,
            columns: Cache::builder()
                .max_capacity(KEPT_COLUMNS)
                // A large list displaces small ones, or each look at it would read it anew.
                .eviction_policy(EvictionPolicy::lru())
                .time_to_idle(IDLE)
                .weigher(|_, columns: &Arc<ListColumns>| u32::try_from(columns.weight()).unwrap_or(u32::MAX))
                .build(),
            occurrences: Arc::new(KeptOccurrences::new()),
            kept: Cache::builder().max_capacity(KEPT_ANSWERS).time_to_idle(IDLE).weigher(weigh).build(),
            places: Semaphore::new(threads + waiting),
            threads: Arc::new(Semaphore::new(threads)),
        }
    }

    /// The matches of a query over a snapshot.
    pub async fn of(&self, snapshot: &Arc<Snapshot>, key: ResultKey) -> Result<Arc<ResultSet>, SearchError> {
        let Some(plain) = key.unfiltered() else { return self.unfiltered(snapshot, &key).await };
        let unfiltered = self.unfiltered(snapshot, &plain).await?;
        let filtered = async {
            let listed = plain.words.is_empty() && !plain.is_ordered();
            let columns = if listed { Some(self.columns(snapshot, &plain).await?) } else { None };
            self.work(snapshot, &key, move |evaluation| evaluation.filtered(&unfiltered, columns.as_deref()))
                .await
        };
        let version = key.version(snapshot);
        self.kept.try_get_with((key.clone(), version), filtered).await.map_err(|error| shared(&error))
    }

    /// Words like the one of the key. Not kept: who asks keeps the answer that they stand in.
    pub async fn near(&self, snapshot: &Arc<Snapshot>, key: &ResultKey) -> Result<Vec<String>, SearchError> {
        let near = self.work(snapshot, key, Evaluation::words_near).await?;
        Ok(Arc::unwrap_or_clone(near))
    }

    async fn unfiltered(
        &self,
        snapshot: &Arc<Snapshot>,
        key: &ResultKey,
    ) -> Result<Arc<ResultSet>, SearchError> {
        let version = key.version(snapshot);
        let work = self.work(snapshot, key, Evaluation::unfiltered);
        // When the one who works is dropped, the next of those who wait begins anew.
        self.kept.try_get_with((key.clone(), version), work).await.map_err(|error| shared(&error))
    }

    /// The columns of the list of this key, which has neither words nor filters.
    async fn columns(
        &self,
        snapshot: &Arc<Snapshot>,
        key: &ResultKey,
    ) -> Result<Arc<ListColumns>, SearchError> {
        let work = self.work(snapshot, key, Evaluation::columns);
        self.columns
            .try_get_with((key.clone(), key.version(snapshot)), work)
            .await
            .map_err(|error| shared(&error))
    }

    /// Works something out in a thread of its own, when one is free.
    async fn work<T: Send + 'static>(
        &self,
        snapshot: &Arc<Snapshot>,
        key: &ResultKey,
        work: impl FnOnce(&Evaluation) -> anyhow::Result<T> + Send + 'static,
    ) -> Result<Arc<T>, SearchError> {
        let _place = self.places.try_acquire().map_err(|_| SearchError::Busy)?;
        let failed = SearchError::Engine;
        let thread = self.threads.clone().acquire_owned().await.map_err(|error| failed(error.into()))?;
        let cancelled = Arc::new(AtomicBool::new(false));
        let _waiting = Waiting(cancelled.clone());
        let (snapshot, fields) = (snapshot.clone(), self.fields.clone());
        let (key, occurrences) = (key.clone(), self.occurrences.clone());
        let evaluation = Evaluation { snapshot, fields, key, occurrences, cancelled };
        let worked_out = tokio::task::spawn_blocking(move || {
            // Given back when the work ends, not when the caller goes.
            let _thread = thread;
            work(&evaluation)
        });
        Ok(Arc::new(worked_out.await.map_err(|error| failed(error.into()))?.map_err(failed)?))
    }
}

/// The error for each of those who waited for the same work.
fn shared(error: &SearchError) -> SearchError {
    match error {
        SearchError::NotReady => SearchError::NotReady,
        SearchError::Busy => SearchError::Busy,
        SearchError::Engine(cause) => SearchError::Engine(anyhow::anyhow!("{cause:#}")),
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use bytes::Bytes;
    use futures::FutureExt as _;
    use proptest::prelude::*;
    use proptest::test_runner::TestRunner;
    use souk_kernel::{CategoryId, Language, LocalizedText, Money, Page, ProductId, TaxRate};
    use tempfile::TempDir;
    use time::OffsetDateTime;
    use uuid::Uuid;

    use super::super::EmbeddedEngine;
    use super::super::text::Way;
    use super::*;
    use crate::prices::Pricing;
    use crate::search::{Batch, Card, Document, Facet, Filters, Scope, SearchEngine as _, SearchQuery, Sort};

    fn category(number: u128) -> CategoryId {
        CategoryId::from_uuid(Uuid::from_u128(number))
    }

    /// Of each product two values or three, in groups of different sizes.
    fn facets_of(number: u64) -> Vec<Facet> {
        let facet = |group: &str, key: u64| Facet {
            group: group.into(),
            key: format!("{group}{key}"),
            label: LocalizedText::default(),
            value: LocalizedText::default(),
            color: String::new(),
            picture: String::new(),
        };
        let mut facets = vec![facet("brands", number % 3), facet("colour", number % 5)];
        facets.extend(number.is_multiple_of(4).then(|| facet("colour", number % 7)));
        facets.dedup_by(|one, other| one.key == other.key);
        facets
    }

    fn document(number: u64, in_category: u128) -> Document {
        let members = || Bytes::from_static(b"\"n\":1");
        Document {
            pricing: Pricing {
                product: ProductId::from_uuid(Uuid::from_u128(u128::from(number))),
                base: Money::from_centimes(100 + i64::try_from(number % 11).expect("is small")),
                tax_rate: TaxRate::default(),
                category: category(in_category),
                brand: None,
            },
            number,
            made_at: OffsetDateTime::UNIX_EPOCH,
            scopes: vec![Scope::All, Scope::Category(category(in_category))],
            names: Vec::new(),
            words: Vec::new(),
            facets: facets_of(number),
            card: Card { shared: members(), localized: [members(), members(), members()] },
        }
    }

    async fn engine(folder: &TempDir) -> EmbeddedEngine {
        let engine = EmbeddedEngine::open(folder.path()).expect("opens");
        let documents = futures::stream::iter([Ok(vec![document(1, 1), document(2, 2)])]);
        engine.replace(Box::pin(documents), 1).await.expect("filled");
        engine.reprice(Arc::default(), OffsetDateTime::UNIX_EPOCH).await.expect("priced");
        engine
    }

    fn key(scope: Scope) -> ResultKey {
        ResultKey::of(&SearchQuery::newest(scope, Language::Fr))
    }

    async fn set(engine: &EmbeddedEngine, scope: Scope) -> Arc<ResultSet> {
        engine.results.of(&engine.current(), key(scope)).await.expect("answers")
    }

    #[tokio::test]
    async fn an_answer_outlives_commits_that_change_nothing_of_it() {
        let folder = TempDir::new().expect("a folder");
        let engine = engine(&folder).await;
        let [one, two] = [1, 2].map(|number| Scope::Category(category(number)));
        let before = [set(&engine, one).await, set(&engine, two).await];
        let batch = Batch { documents: vec![document(3, 2)], revision: 2, ..Batch::default() };
        engine.apply(batch).await.expect("applied");
        let after = [set(&engine, one).await, set(&engine, two).await];
        assert!(Arc::ptr_eq(&before[0], &after[0]), "nothing of it changed");
        assert_eq!((before[1].total, after[1].total), (1, 2));
    }

    /// What is counted over bitmaps is what is counted product by product.
    #[tokio::test(flavor = "multi_thread")]
    async fn a_narrowed_list_is_that_of_its_products_one_by_one() {
        let folder = TempDir::new().expect("a folder");
        let engine = engine(&folder).await;
        for (revision, numbers) in [(2, 3..60), (3, 40..90)] {
            let documents = numbers.map(|number| document(number, u128::from(number % 2 + 1))).collect();
            engine.apply(Batch { documents, revision, ..Batch::default() }).await.expect("applied");
        }
        let snapshot = engine.current();
        let keys = |group: &'static str, known: u64| {
            prop::collection::vec((0..known + 1).prop_map(move |key| format!("{group}{key}")), 1..4)
        };
        let groups = (
            prop::option::of(keys("brands", 3)),
            prop::option::of(keys("colour", 7)),
            prop::option::of(keys("nobody-has-it", 2)),
        );
        let groups = groups.prop_map(|(brands, colour, other)| {
            let groups = [("brands", brands), ("colour", colour), ("nobody-has-it", other)];
            let chosen = groups.into_iter().filter_map(|(group, keys)| Some((group.to_owned(), keys?)));
            chosen.collect::<BTreeMap<String, Vec<String>>>()
        });
        let price = || prop::option::of((90..120_i64).prop_map(Money::from_centimes));
        let asked = (
            prop::option::of(1..3_u128),
            groups,
            (price(), price()),
            prop::sample::select(vec![Sort::Default, Sort::PriceAsc, Sort::PriceDesc]),
        );
        let mut runner = TestRunner::new(ProptestConfig::with_cases(300));
        let equal = |asked: (Option<u128>, _, (_, _), _)| {
            let (list, groups, (price_min, price_max), sort) = asked;
            let scope = list.map_or(Scope::All, |number| Scope::Category(category(number)));
            let filters = Filters { groups, price_min, price_max };
            prop_assume!(filters != Filters::default(), "a list that nothing narrows is kept as it is");
            let query = SearchQuery { filters, sort, ..SearchQuery::newest(scope, Language::Fr) };
            let evaluation = Evaluation {
                snapshot: snapshot.clone(),
                fields: Fields::new(),
                key: ResultKey::of(&query),
                occurrences: Arc::new(KeptOccurrences::new()),
                cancelled: Arc::new(AtomicBool::new(false)),
            };
            let list = Evaluation {
                key: evaluation.key.unfiltered().unwrap_or_else(|| key(scope)),
                ..evaluation.clone()
            };
            let (unfiltered, columns) = (list.unfiltered().expect("all"), list.columns().expect("columns"));
            let [one, other] = [Some(&columns), None]
                .map(|columns| evaluation.filtered(&unfiltered, columns).expect("some"));
            prop_assert_eq!(one, other);
            Ok(())
        };
        runner.run(&asked, equal).expect("is equal");
    }

    /// Made-up words that may all sound: what is looked for in a segment, each an automaton or a term in both fields.
    #[tokio::test]
    async fn a_search_in_vain_is_bounded_and_takes_no_room_from_others() {
        let folder = TempDir::new().expect("a folder");
        let engine = engine(&folder).await;
        for (words, written, heard) in [
            ("bakaloumi merdisano tolpanika rivokade gadimelo sobratin fenukola katirumo", 8 + 3, 1),
            ("ba7aloumi me3disano tol9anika ri7okade gad3melo so9ratin fen7kola kati3umo", 8 + 3, 3),
            ("xs 42 128", 3, 0),
        ] {
            let query = SearchQuery { words: words.into(), ..SearchQuery::newest(Scope::All, Language::Fr) };
            let results = Results::new(Fields::new());
            let found = results.of(&engine.current(), ResultKey::of(&query)).await.expect("answers");
            assert_eq!(found.total, 0);
            let looked_for = results.occurrences.looked_for();
            let (by_sound, as_written): (Vec<_>, Vec<_>) =
                looked_for.iter().partition(|(way, _)| matches!(way, Way::Heard { .. }));
            assert!(by_sound.len() <= heard, "{words}: {by_sound:?}");
            assert!(as_written.len() <= written, "{words}: {as_written:?}");
            assert_eq!(results.occurrences.found(), 0, "{words}: {looked_for:?}");
            assert!(as_written.len() >= words.split(' ').count(), "{words}: {looked_for:?}");
        }
    }

    #[tokio::test]
    async fn every_page_that_can_be_asked_for_is_kept() {
        let folder = TempDir::new().expect("a folder");
        let engine = engine(&folder).await;
        for number in [1, 101, 1_000] {
            let page = Page::new(number, 12).expect("legal");
            let query = SearchQuery { page, ..SearchQuery::newest(Scope::All, Language::Fr) };
            let of =
                async || engine.results.of(&engine.current(), ResultKey::of(&query)).await.expect("answers");
            assert!(Arc::ptr_eq(&of().await, &of().await), "page {number} is worked out once");
        }
    }

    #[tokio::test]
    async fn who_finds_all_places_taken_is_told_so_and_who_goes_gives_his_back() {
        let folder = TempDir::new().expect("a folder");
        let engine = engine(&folder).await;
        let snapshot = engine.current();
        let results = Results::bounded(Fields::new(), 1, 0);
        let thread = results.threads.clone().acquire_owned().await.expect("free");
        let one = results.of(&snapshot, key(Scope::Category(category(1))));
        // It has its place and waits for the thread.
        let mut one = Box::pin(one);
        assert!((&mut one).now_or_never().is_none());
        let two = results.of(&snapshot, key(Scope::Category(category(2)))).await;
        assert!(matches!(two, Err(SearchError::Busy)));
        drop(one);
        drop(thread);
        let two = results.of(&snapshot, key(Scope::Category(category(2)))).await.expect("answers");
        assert_eq!(two.total, 1);
    }

    #[tokio::test]
    async fn nobody_works_on_for_a_caller_who_is_gone() {
        let folder = TempDir::new().expect("a folder");
        let engine = engine(&folder).await;
        let cancelled = Arc::new(AtomicBool::new(false));
        drop(Waiting(cancelled.clone()));
        let (snapshot, fields, key) = (engine.current(), Fields::new(), key(Scope::All));
        let occurrences = Arc::new(KeptOccurrences::new());
        let evaluation = Evaluation { snapshot, fields, key, occurrences, cancelled };
        assert!(evaluation.unfiltered().is_err());
    }
}
