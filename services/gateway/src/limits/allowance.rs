//! How often something may be done: one small counter per key, in a set that is bounded whatever callers send.

use std::hash::{BuildHasher as _, Hash, RandomState};
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use moka::sync::Cache;
use sha2::{Digest as _, Sha256};
use tokio::time::Instant;

/// Keys that one allowance remembers, about 200 bytes each whatever is counted. Past it the least used ones start anew, which is
/// a caller's gain only after more keys than one address can send in the time.
const KEYS: u64 = 50_000;

/// Whom or what is counted. `Copy`, so that no caller's text is kept: a text is counted by its [`Digest`].
pub trait Key: Copy + Hash + Eq + Send + Sync + 'static {}

impl<K: Copy + Hash + Eq + Send + Sync + 'static> Key for K {}

/// Stands for a text of any length: two that anybody can find differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest([u8; 16]);

/// So many at once, and one more each interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    pub at_once: u32,
    pub interval: Duration,
}

/// What is left to each key. The counters are those of the generic cell rate algorithm (ITU-T I.371): each is the moment
/// at which its key will have everything again.
#[derive(Debug)]
pub struct Allowance<K: Key> {
    counters: Counters,
    /// Two hashes with secrets of this process: 128 bits, so that no two keys that anybody can find share a counter.
    hashers: [RandomState; 2],
    keys: PhantomData<fn(K)>,
}

/// What counts, whatever is counted: the set's code is large, and stands in the program once.
#[derive(Debug)]
struct Counters {
    rate: Rate,
    started: Instant,
    full_at: Cache<u128, Arc<AtomicU64>>,
}

impl Digest {
    pub fn of(text: &str) -> Self {
        let mut digest = [0; 16];
        digest.copy_from_slice(&Sha256::digest(text)[..16]);
        Self(digest)
    }
}

impl Rate {
    /// `count` in each `period`, all of them at once if wanted. None for zero, which is no limit.
    pub fn per(period: Duration, count: u32) -> Option<Self> {
        let interval = period.checked_div(count)?;
        Some(Self { at_once: count, interval })
    }

    /// So many times as much.
    pub fn times(self, count: u32) -> Option<Self> {
        let interval = self.interval.checked_div(count)?;
        Some(Self { at_once: self.at_once.saturating_mul(count), interval })
    }

    fn everything(self) -> Duration {
        self.interval.saturating_mul(self.at_once)
    }
}

impl<K: Key> Allowance<K> {
    pub fn new(rate: Rate) -> Self {
        let hashers = std::array::from_fn(|_| RandomState::new());
        Self { counters: Counters::new(rate), hashers, keys: PhantomData }
    }

    /// Takes one; the time to wait when none is left.
    pub fn take(&self, key: K) -> Result<(), Duration> {
        self.counters.take(self.hash(key))
    }

    /// Gives back what was taken for something that turned out to be fine.
    pub fn give_back(&self, key: K) {
        self.counters.give_back(self.hash(key));
    }

    fn hash(&self, key: K) -> u128 {
        let [high, low] = self.hashers.each_ref().map(|hasher| hasher.hash_one(key));
        u128::from(high) << 64 | u128::from(low)
    }
}

impl Counters {
    fn new(rate: Rate) -> Self {
        // A counter that was not touched for so long is full again.
        let idle = rate.everything().max(Duration::from_secs(1));
        let full_at = Cache::builder().max_capacity(KEYS).time_to_idle(idle).build();
        Self { rate, started: Instant::now(), full_at }
    }

    fn take(&self, key: u128) -> Result<(), Duration> {
        let counter = self.full_at.get_with(key, Arc::default);
        let now = nanoseconds(self.started.elapsed());
        let (interval, everything) = (nanoseconds(self.rate.interval), nanoseconds(self.rate.everything()));
        let after = |full_at: u64| full_at.max(now).saturating_add(interval);
        let taken = counter.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |full_at| {
            Some(after(full_at)).filter(|then| then - now <= everything)
        });
        taken.map(|_| ()).map_err(|full_at| Duration::from_nanos(after(full_at) - now - everything))
    }

    fn give_back(&self, key: u128) {
        let Some(counter) = self.full_at.get(&key) else { return };
        let interval = nanoseconds(self.rate.interval);
        let earlier = |full_at: u64| Some(full_at.saturating_sub(interval));
        // Always replaced: the closure never refuses.
        let _ = counter.fetch_update(Ordering::Relaxed, Ordering::Relaxed, earlier);
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowance(count: u32) -> Allowance<u32> {
        Allowance::new(Rate::per(Duration::from_mins(1), count).expect("is a limit"))
    }

    #[tokio::test(start_paused = true)]
    async fn so_many_at_once_then_one_each_interval() {
        let allowance = allowance(6);
        for _ in 0..6 {
            assert_eq!(allowance.take(1), Ok(()));
        }
        assert_eq!(allowance.take(1), Err(Duration::from_secs(10)));
        assert_eq!(allowance.take(2), Ok(()), "another key has its own");
        tokio::time::advance(Duration::from_secs(10)).await;
        assert_eq!(allowance.take(1), Ok(()));
        assert!(allowance.take(1).is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_given_back_can_be_taken_again() {
        let allowance = allowance(2);
        for _ in 0..100 {
            assert_eq!(allowance.take(1), Ok(()));
            allowance.give_back(1);
        }
        allowance.give_back(1);
        assert_eq!((allowance.take(1), allowance.take(1)), (Ok(()), Ok(())));
        assert!(allowance.take(1).is_err(), "giving back too much earns nothing");
    }

    #[test]
    fn a_text_of_any_length_is_one_small_key() {
        let long = "x".repeat(60_000);
        assert_eq!(Digest::of(&long), Digest::of(&long));
        assert_ne!(Digest::of(&long), Digest::of(&long[1..]));
        assert_eq!(size_of::<Digest>(), 16);
    }

    #[tokio::test]
    async fn no_number_of_keys_makes_it_grow() {
        let allowance = allowance(1);
        for key in 0..200_000 {
            let _ = allowance.take(key);
        }
        let counters = &allowance.counters.full_at;
        counters.run_pending_tasks();
        assert!(counters.entry_count() <= KEYS, "{}", counters.entry_count());
    }
}
