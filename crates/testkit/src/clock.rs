//! A clock that a test owns.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use souk_kernel::Clock;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};
use uuid::{ContextV7, Timestamp, Uuid};

/// Stands at one moment until it is moved. Clones show the same time, and ids sort by their making even within a moment.
#[derive(Debug, Clone)]
pub struct TestClock(Arc<Mutex<Moment>>);

#[derive(Debug)]
struct Moment {
    now: OffsetDateTime,
    ids: ContextV7,
}

impl TestClock {
    pub fn at(now: OffsetDateTime) -> Self {
        Self(Arc::new(Mutex::new(Moment { now, ids: ContextV7::new() })))
    }

    pub fn advance(&self, by: Duration) {
        self.moment().now += by;
    }

    fn moment(&self) -> MutexGuard<'_, Moment> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A morning in Algiers.
impl Default for TestClock {
    fn default() -> Self {
        Self::at(datetime!(2026-11-21 09:00 UTC))
    }
}

impl Clock for TestClock {
    fn now(&self) -> OffsetDateTime {
        self.moment().now
    }

    fn uuid(&self) -> Uuid {
        let moment = self.moment();
        let seconds = u64::try_from(moment.now.unix_timestamp()).unwrap_or(0);
        Uuid::new_v7(Timestamp::from_unix(&moment.ids, seconds, moment.now.nanosecond()))
    }
}
