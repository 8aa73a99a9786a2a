//! A clock that a test owns.

use std::sync::{Arc, Mutex, PoisonError};

use souk_kernel::Clock;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

/// Stands at one moment until it is moved. Clones show the same time.
#[derive(Debug, Clone)]
pub struct TestClock(Arc<Mutex<OffsetDateTime>>);

impl TestClock {
    pub fn at(now: OffsetDateTime) -> Self {
        Self(Arc::new(Mutex::new(now)))
    }

    pub fn advance(&self, by: Duration) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) += by;
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
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
