//! A circuit breaker: a neighbour that fails several times in a row is left alone for a while, then tried by one call at
//! a time until it answers again. So a neighbour that hangs costs its callers a deadline now and then, and not each of them
//! one.
//!
//! A call that fails while others are answered says that the neighbour is busy: only what fails without an answer to anybody
//! since it was begun counts.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// The state of one neighbour, shared by its callers. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Breaker {
    failures: u32,
    rest: Duration,
    shared: Arc<Mutex<Shared>>,
}

#[derive(Debug)]
struct Shared {
    state: State,
    answered: Option<Instant>,
}

/// Leave to make one call; says what came of it. Dropped without a word, as when the caller was given up, it says nothing.
#[derive(Debug)]
#[must_use = "the breaker has to hear what came of the call"]
pub struct Permit {
    breaker: Breaker,
    begun: Instant,
    is_probe: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Calls go through; so many failed in a row.
    Closed { failures: u32 },
    /// No call goes through before then.
    Open { until: Instant },
    /// One call is out to see.
    Probing,
}

impl Breaker {
    /// Opens after so many `failures` in a row, and rests so long before each probe.
    pub fn new(failures: u32, rest: Duration) -> Self {
        let shared = Shared { state: State::Closed { failures: 0 }, answered: None };
        Self { failures, rest, shared: Arc::new(Mutex::new(shared)) }
    }

    /// Leave for one call, or nothing while the neighbour counts as away.
    pub fn permit(&self) -> Option<Permit> {
        let (mut shared, begun) = (self.shared(), Instant::now());
        let is_probe = match shared.state {
            State::Closed { .. } => false,
            State::Open { until } if begun >= until => {
                shared.state = State::Probing;
                true
            }
            State::Open { .. } | State::Probing => return None,
        };
        Some(Permit { breaker: self.clone(), begun, is_probe })
    }

    /// Whether the neighbour counts as away at this moment; takes no permit.
    pub fn is_open(&self) -> bool {
        match self.shared().state {
            State::Closed { .. } => false,
            State::Open { until } => Instant::now() < until,
            State::Probing => true,
        }
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Permit {
    /// Whether the neighbour answered somebody since this call was begun: it isn't away.
    pub fn is_neighbour_busy(&self) -> bool {
        self.breaker.shared().answered.is_some_and(|answered| answered > self.begun)
    }

    /// The neighbour answered, whatever it said. An answer to a call from before it was left alone says nothing of now.
    pub fn answered(mut self) {
        let mut shared = self.breaker.shared();
        if self.is_probe || matches!(shared.state, State::Closed { .. }) {
            *shared = Shared { state: State::Closed { failures: 0 }, answered: Some(Instant::now()) };
        }
        drop(shared);
        self.is_probe = false;
    }

    /// The neighbour did not answer, or could not do its work.
    pub fn failed(mut self) {
        let is_busy = self.is_neighbour_busy();
        let open = State::Open { until: Instant::now() + self.breaker.rest };
        let mut shared = self.breaker.shared();
        shared.state = match shared.state {
            unchanged @ State::Closed { .. } if is_busy => unchanged,
            State::Closed { failures } if failures + 1 < self.breaker.failures => {
                State::Closed { failures: failures + 1 }
            }
            State::Closed { .. } => open,
            State::Probing if self.is_probe => open,
            unchanged => unchanged,
        };
        drop(shared);
        self.is_probe = false;
    }
}

impl Drop for Permit {
    /// A probe that was given up leaves its place to the next.
    fn drop(&mut self) {
        if self.is_probe {
            self.breaker.shared().state = State::Open { until: Instant::now() };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REST: Duration = Duration::from_secs(2);

    fn open() -> Breaker {
        let breaker = Breaker::new(3, REST);
        for _ in 0..3 {
            breaker.permit().expect("closed").failed();
        }
        breaker
    }

    #[tokio::test(start_paused = true)]
    async fn it_opens_after_failures_in_a_row_only() {
        let breaker = Breaker::new(3, REST);
        for _ in 0..5 {
            breaker.permit().expect("closed").failed();
            breaker.permit().expect("closed").failed();
            breaker.permit().expect("closed").answered();
        }
        assert!(breaker.permit().is_some());
        assert!(open().permit().is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn calls_that_fail_beside_an_answer_say_nothing_of_a_neighbour_that_is_away() {
        let breaker = Breaker::new(2, REST);
        let [answered, busy @ ..] = [(); 32].map(|()| breaker.permit().expect("closed"));
        tokio::time::advance(REST).await;
        assert!(!busy[0].is_neighbour_busy());
        answered.answered();
        assert!(busy[0].is_neighbour_busy());
        tokio::time::advance(REST).await;
        busy.into_iter().for_each(Permit::failed);
        let silent = [(); 2].map(|()| breaker.permit().expect("none in a row"));
        assert!(!silent[0].is_neighbour_busy());
        silent.into_iter().for_each(Permit::failed);
        assert!(breaker.permit().is_none(), "two");
    }

    #[tokio::test(start_paused = true)]
    async fn one_probe_at_a_time_says_whether_the_neighbour_is_back() {
        let breaker = open();
        tokio::time::advance(REST).await;
        let probe = breaker.permit().expect("a probe");
        assert!(breaker.permit().is_none(), "the others don't wait for it");
        probe.failed();
        assert!(breaker.permit().is_none(), "another rest");
        tokio::time::advance(REST).await;
        breaker.permit().expect("a probe").answered();
        let calls = [breaker.permit(), breaker.permit()];
        assert!(calls.iter().all(Option::is_some), "closed again");
    }

    #[tokio::test(start_paused = true)]
    async fn a_probe_that_was_given_up_is_made_by_the_next() {
        let breaker = open();
        tokio::time::advance(REST).await;
        drop(breaker.permit().expect("a probe"));
        assert!(breaker.permit().is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_from_before_says_nothing_of_now() {
        let breaker = Breaker::new(1, REST);
        let late = [(); 3].map(|()| breaker.permit().expect("closed"));
        let [first, failing, answering] = late;
        first.failed();
        answering.answered();
        assert!(breaker.permit().is_none(), "still at rest");
        tokio::time::advance(REST).await;
        let probe = breaker.permit().expect("a probe");
        failing.failed();
        tokio::time::advance(REST).await;
        assert!(breaker.permit().is_none(), "the probe is still out");
        probe.answered();
        assert!(breaker.permit().is_some());
    }
}
