//! Public reads are made once (design 7): a set of ready answers, bounded in bytes, each fetched by one task at a time however
//! many ask for it, dropped by events and never older than their staleness while the catalogue answers. When it does
//! not, the last good answer is given for [`STALE_IF_ERROR`]. The hit path is one look-up and one clone of shared
//! bytes, of a page the joining of three. A key is what was asked for in its one spelling, so that no way of writing an
//! address makes another copy.

mod content;

use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use axum::response::Response;
use http::{HeaderMap, HeaderValue, StatusCode};
use moka::future::Cache;
use serde::de::DeserializeOwned;
use souk_rpc::{Failure, Kind};
use tokio::sync::Mutex;
use tokio::time::Instant;

pub use self::content::{Content, Written, etag, is_known, respond_with};
use crate::problem::Problem;

/// How long a copy may be older than the catalogue, whatever events say. An event is often here before its change is in the
/// index, and what is fetched then stays for this long: with the index's own delay, an edit is seen within the 2 s of design 7.
pub const STALENESS: Duration = Duration::from_secs(1);
const JSON: HeaderValue = HeaderValue::from_static("application/json");
/// How long the last good answer stands in for a catalogue that does not answer.
const STALE_IF_ERROR: Duration = Duration::from_mins(10);
/// A service that was found away is not asked again for this long.
const ASK_AGAIN: Duration = Duration::from_millis(500);
/// A copy that nobody asked for is dropped after this time.
const IDLE: Duration = Duration::from_mins(10);
/// What events say within this time makes copies old together: an import says dozens of things a second, and each copy would be old
/// before it is given twice.
const GATHERED: Duration = Duration::from_millis(250);
/// What a place takes beside its bytes.
const PLACE: usize = 512;

/// The kept answers.
#[derive(Debug)]
pub struct Reads {
    /// How old a copy may get.
    staleness: Duration,
    slots: Cache<String, Arc<Slot>>,
    /// Counts what made copies old; a copy of an earlier count is fetched anew.
    generation: AtomicU64,
    /// What the moments below are counted from, in milliseconds.
    begun: Instant,
    /// When copies were made old last.
    dropped_at: AtomicU64,
    /// When they are to be; zero: nothing was said since.
    due_at: AtomicU64,
}

/// The place of one answer.
#[derive(Debug, Default)]
struct Slot {
    copy: RwLock<Option<Arc<Copy>>>,
    /// Held by the one task that fetches; what it found if it found nobody.
    fetching: Mutex<Option<Absence>>,
}

/// When a fetch found the service away.
type Absence = Instant;

/// What a fetch brought, and the moment whose state it shows.
#[derive(Debug)]
pub struct Fetched {
    pub bytes: Vec<u8>,
    /// Of a page.
    pub written: Option<Written>,
    pub at: Instant,
}

/// One answer.
#[derive(Debug)]
pub struct Copy {
    pub body: Arc<Content>,
    /// Whose state it shows.
    fetched_at: Instant,
    /// When the service was last asked for it, in vain or not.
    asked_at: Instant,
    generation: u64,
}

impl Reads {
    /// Keeps so many bytes at most; what is asked for least makes room.
    pub fn new(bytes: u64) -> Self {
        let weigh =
            |key: &String, slot: &Arc<Slot>| u32::try_from(key.len() + slot.bytes()).unwrap_or(u32::MAX);
        let slots = Cache::builder().max_capacity(bytes).weigher(weigh).time_to_idle(IDLE).build();
        let [generation, dropped_at, due_at] = std::array::from_fn(|_| AtomicU64::new(0));
        Self { staleness: STALENESS, slots, generation, begun: Instant::now(), dropped_at, due_at }
    }

    /// The same whose copies are good for so long.
    #[must_use]
    pub fn fresh_for(self, staleness: Duration) -> Self {
        Self { staleness, ..self }
    }

    /// Makes every copy old.
    pub fn drop_all(&self) {
        self.due_at.store(0, Ordering::Relaxed);
        self.dropped_at.store(self.now(), Ordering::Relaxed);
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// As [`Self::drop_all`], of what may be said many times a second: at once, then with whatever is said within [`GATHERED`].
    pub fn drop_soon(&self) {
        let next = self.dropped_at.load(Ordering::Relaxed) + millis(GATHERED);
        if self.generation.load(Ordering::Relaxed) == 0 || self.now() >= next {
            self.drop_all();
        } else {
            self.due_at.store(next, Ordering::Relaxed);
        }
    }

    fn now(&self) -> u64 {
        millis(self.begun.elapsed())
    }

    async fn fresh(&self, key: &str) -> Option<Arc<Copy>> {
        let copy = self.slots.get(key).await?.current()?;
        self.is_fresh(&copy).then_some(copy)
    }

    /// The place of an answer, made where there is none. Not in what is generic, of which each caller has its own copy compiled.
    async fn slot(&self, key: &str) -> Arc<Slot> {
        self.slots.get_with_by_ref(key, async { Arc::default() }).await
    }

    /// The copy under `key`, fetched when it is old. Those who come meanwhile wait for the one fetch.
    pub async fn load<F>(&self, key: &str, fetch: impl FnOnce() -> F) -> Result<Arc<Copy>, Problem>
    where
        F: Future<Output = Result<Fetched, Problem>>,
    {
        self.load_as(JSON, key, fetch).await
    }

    /// As [`Self::load`], for another content type.
    pub async fn load_as<F>(
        &self,
        kind: HeaderValue,
        key: &str,
        fetch: impl FnOnce() -> F,
    ) -> Result<Arc<Copy>, Problem>
    where
        F: Future<Output = Result<Fetched, Problem>>,
    {
        let arrived = Instant::now();
        if let Some(copy) = self.fresh(key).await {
            return Ok(copy);
        }
        let slot = self.slot(key).await;
        let mut absence = slot.fetching.lock().await;
        let old = slot.current();
        // What was asked for meanwhile is new enough, whatever was said since: else those who wait would ask one after the other.
        if let Some(copy) = old.as_ref().filter(|copy| copy.asked_at >= arrived || self.is_fresh(copy)) {
            return Ok(copy.clone());
        }
        if absence.is_some_and(|since| since.elapsed() < ASK_AGAIN) {
            return Err(Failure::unavailable("the catalogue is away").into());
        }
        // Read before the fetch: what happens during it makes the copy old.
        let generation = self.generation.load(Ordering::Relaxed);
        let outcome = fetch().await;
        let is_away = outcome.as_ref().is_err_and(|problem| is_absence(problem.kind()));
        *absence = is_away.then(Instant::now);
        let copy = match outcome {
            Ok(Fetched { bytes, written, at }) => {
                let body = Content::made(kind, bytes, written, old.as_ref().map(|old| &old.body));
                Copy { body, fetched_at: at, asked_at: at, generation }
            }
            // Whoever asks for too much gets what there is; for the others it stays old.
            Err(problem) if problem.kind() == Kind::RateLimited => {
                return old.filter(|copy| copy.is_presentable()).ok_or(problem);
            }
            Err(problem) => stand_in(old.as_deref().filter(|_| is_away), generation).ok_or(problem)?,
        };
        let copy = Arc::new(copy);
        slot.keep(copy.clone());
        let is_news = old.is_none_or(|old| !Arc::ptr_eq(&old.body, &copy.body));
        if is_news {
            // Put in again, so that it is weighed with what it holds now.
            self.slots.insert(key.to_owned(), slot.clone()).await;
        }
        Ok(copy)
    }

    fn is_fresh(&self, copy: &Copy) -> bool {
        let due_at = self.due_at.load(Ordering::Relaxed);
        if due_at > 0 && self.now() >= due_at {
            self.drop_all();
        }
        copy.generation == self.generation.load(Ordering::Relaxed) && copy.asked_at.elapsed() < self.staleness
    }
}

impl Fetched {
    pub const fn new(bytes: Vec<u8>, at: Instant) -> Self {
        Self { bytes, written: None, at }
    }
}

impl Copy {
    /// An answer in JSON that is not kept.
    pub fn passing(fetched: Fetched) -> Self {
        Self::passing_as(JSON, fetched)
    }

    /// As [`Self::passing`], of another content type.
    pub fn passing_as(kind: HeaderValue, fetched: Fetched) -> Self {
        let Fetched { bytes, written, at } = fetched;
        Self { body: Content::made(kind, bytes, written, None), fetched_at: at, asked_at: at, generation: 0 }
    }

    /// Whether it may stand in for an answer that can't be had.
    fn is_presentable(&self) -> bool {
        self.fetched_at.elapsed() < STALE_IF_ERROR
    }

    pub fn fetched_at(&self) -> Instant {
        self.fetched_at
    }

    /// The answer's value; None where it is none of this type.
    pub fn parsed<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_slice(&self.body.plain).ok()
    }
}

impl Slot {
    fn current(&self) -> Option<Arc<Copy>> {
        self.copy.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// About what it takes, with the compressed forms, which are a fifth to a third of the plain one.
    fn bytes(&self) -> usize {
        PLACE + self.current().map_or(0, |copy| copy.body.plain.len() * 3 / 2)
    }

    fn keep(&self, copy: Arc<Copy>) {
        *self.copy.write().unwrap_or_else(PoisonError::into_inner) = Some(copy);
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Sends a copy as [`respond_with`] does.
pub async fn respond(copy: &Copy, request: &HeaderMap) -> Response {
    respond_with(&copy.body, StatusCode::OK, request).await
}

const fn is_absence(kind: Kind) -> bool {
    matches!(kind, Kind::Busy | Kind::Unavailable | Kind::Internal)
}

/// The last good answer, for as long as it may be shown; good until the service is asked again.
fn stand_in(old: Option<&Copy>, generation: u64) -> Option<Copy> {
    let old = old.filter(|copy| copy.is_presentable())?;
    tracing::warn!("the catalogue is away, an older answer is given");
    Some(Copy { body: old.body.clone(), fetched_at: old.fetched_at, asked_at: Instant::now(), generation })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    async fn load(reads: &Reads, fetches: &AtomicUsize, body: &str) -> Arc<Copy> {
        let fetch = async || {
            fetches.fetch_add(1, Ordering::Relaxed);
            let at = Instant::now();
            tokio::time::sleep(Duration::from_millis(10)).await;
            Ok(Fetched::new(body.as_bytes().to_vec(), at))
        };
        reads.load("key", fetch).await.expect("loads")
    }

    #[tokio::test(start_paused = true)]
    async fn many_readers_make_one_fetch() {
        let (reads, fetches) = (Reads::new(100_000), AtomicUsize::new(0));
        let readers = (0..50).map(|_| load(&reads, &fetches, "{}"));
        futures::future::join_all(readers).await;
        assert_eq!(fetches.load(Ordering::Relaxed), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_copy_is_dropped_by_age_and_by_events() {
        let (reads, fetches) = (Reads::new(100_000), AtomicUsize::new(0));
        assert_eq!(load(&reads, &fetches, "1").await.body.plain, "1");
        assert_eq!(load(&reads, &fetches, "2").await.body.plain, "1");
        reads.drop_all();
        assert_eq!(load(&reads, &fetches, "3").await.body.plain, "3");
        tokio::time::advance(STALENESS).await;
        assert_eq!(load(&reads, &fetches, "4").await.body.plain, "4");
    }

    #[tokio::test(start_paused = true)]
    async fn what_events_say_at_once_makes_copies_old_together() {
        let (reads, fetches) = (Reads::new(100_000), AtomicUsize::new(0));
        load(&reads, &fetches, "1").await;
        reads.drop_soon();
        assert_eq!(load(&reads, &fetches, "2").await.body.plain, "2", "at once");
        for _ in 0..5 {
            reads.drop_soon();
            assert_eq!(load(&reads, &fetches, "3").await.body.plain, "2");
        }
        tokio::time::advance(GATHERED).await;
        assert_eq!(load(&reads, &fetches, "4").await.body.plain, "4");
        tokio::time::advance(GATHERED).await;
        assert_eq!(load(&reads, &fetches, "5").await.body.plain, "4", "nothing was said since");
    }

    #[tokio::test(start_paused = true)]
    async fn those_who_wait_while_events_come_make_two_fetches() {
        let (reads, fetches) = (Reads::new(100_000), AtomicUsize::new(0));
        let readers = (0..50).map(|_| load(&reads, &fetches, "{}"));
        let events = async {
            for _ in 0..100 {
                tokio::time::sleep(Duration::from_millis(1)).await;
                reads.drop_all();
            }
        };
        tokio::join!(futures::future::join_all(readers), events);
        assert!(fetches.load(Ordering::Relaxed) <= 2, "{fetches:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn the_last_good_answer_stands_in_while_the_service_is_away() {
        let (reads, fetches) = (Reads::new(100_000), AtomicUsize::new(0));
        load(&reads, &fetches, "good").await;
        tokio::time::advance(STALENESS).await;
        let away = async || Err(Problem::from(Failure::unavailable("away")));
        assert_eq!(reads.load("key", away).await.expect("stands in").body.plain, "good");
        let gone = async || Err(Problem::not_found("gone"));
        tokio::time::advance(STALENESS).await;
        assert!(reads.load("key", gone).await.is_err());
        tokio::time::advance(STALE_IF_ERROR).await;
        assert!(reads.load("key", away).await.is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_asks_for_too_much_gets_what_there_is_and_keeps_it_old() {
        let (reads, fetches) = (Reads::new(100_000), AtomicUsize::new(0));
        let refused = async || Err(Problem::rate_limited(STALENESS));
        assert!(reads.load("key", refused).await.is_err(), "there is nothing yet");
        load(&reads, &fetches, "1").await;
        tokio::time::advance(STALENESS).await;
        assert_eq!(reads.load("key", refused).await.expect("stands in").body.plain, "1");
        assert_eq!(load(&reads, &fetches, "2").await.body.plain, "2");
    }

    #[tokio::test]
    async fn what_is_kept_is_bounded_in_bytes() {
        let reads = Reads::new(1_000_000);
        let fetch = async || Ok(Fetched::new(vec![b'x'; 20_000], Instant::now()));
        for number in 0..500 {
            reads.load(&format!("key {number}"), fetch).await.expect("loads");
        }
        reads.slots.run_pending_tasks().await;
        let kept: usize = reads.slots.iter().map(|(_, slot)| slot.bytes()).sum();
        assert!((500_000..=1_000_000).contains(&kept), "{kept}");
    }
}
