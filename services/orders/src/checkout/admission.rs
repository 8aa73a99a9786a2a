//! How many checkouts are worked on at once. What comes beyond waits a little in a bounded queue, and beyond that is told
//! to come back: a crowd is never answered later than a shopper waits.
//!
//! Of several requests with one idempotency key one is worked on here; another process may work on the same key at the
//! same time, which the database settles ([`super::store::place`]).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use souk_kernel::OrderId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::error::CheckoutError;
use super::limits::{Claim, Claimant, Exposure, Open};

/// Longest wait for a place.
const PATIENCE: Duration = Duration::from_secs(1);
/// Requests that wait, for each that is worked on.
const WAITING_PER_PLACE: usize = 4;

/// The places of one process.
#[derive(Debug, Clone)]
pub struct Admission {
    places: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    work: Arc<Mutex<Work>>,
}

/// What is worked on, and what came of it for as long as somebody may not know.
#[derive(Debug, Default)]
struct Work {
    /// Grows with each beginning and each end.
    moment: u64,
    active: HashMap<OrderId, InWork>,
    /// What may have been stored since the oldest work that claimed nothing yet began, which may have read before.
    ended: Vec<Ended>,
}

/// A checkout that is worked on.
#[derive(Debug)]
struct InWork {
    began: u64,
    /// Once it is priced, and where it may hold stock.
    claim: Option<Claim>,
    /// Ends its token when the work is over.
    done: DropGuard,
}

/// A checkout whose order may have been stored.
#[derive(Debug)]
struct Ended {
    at: u64,
    order: OrderId,
    claim: Claim,
}

/// What became of asking for a place.
#[derive(Debug)]
pub enum Admitted {
    Place(Place),
    /// The same request is worked on; cancelled when that is over.
    Repeated(CancellationToken),
}

/// Leave to work on one request, until it is dropped.
#[derive(Debug)]
pub struct Place {
    admission: Admission,
    order: OrderId,
    _permit: OwnedSemaphorePermit,
}

impl Admission {
    pub fn new(places: usize) -> Self {
        Self {
            places: Arc::new(Semaphore::new(places)),
            queue: Arc::new(Semaphore::new(places.saturating_mul(1 + WAITING_PER_PLACE))),
            work: Arc::default(),
        }
    }

    /// A place in the queue, to be kept for as long as the caller waits for anything.
    pub fn queue(&self) -> Result<OwnedSemaphorePermit, CheckoutError> {
        self.queue.clone().try_acquire_owned().map_err(|_| CheckoutError::Busy)
    }

    /// Waits for a place, unless the request is worked on already.
    pub async fn enter(&self, order: OrderId) -> Result<Admitted, CheckoutError> {
        if let Some(first) = self.work().active.get(&order) {
            return Ok(Admitted::Repeated(first.done.token().clone()));
        }
        let permit = timeout(PATIENCE, self.places.clone().acquire_owned()).await;
        let permit = permit.ok().and_then(Result::ok).ok_or(CheckoutError::Busy)?;
        let mut work = self.work();
        if let Some(first) = work.active.get(&order) {
            return Ok(Admitted::Repeated(first.done.token().clone()));
        }
        let began = work.next_moment();
        let done = CancellationToken::new().drop_guard();
        work.active.insert(order, InWork { began, claim: None, done });
        drop(work);
        Ok(Admitted::Place(Place { admission: self.clone(), order, _permit: permit }))
    }

    fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place {
    /// Decides on a priced order by what is `open`, as read since the place was given, and by what is about to be beside it:
    /// each order counts once, whether it is worked on, was stored since that was read, or was read. What may hold stock by this
    /// counts for those who come after.
    pub fn claim(
        &self,
        claimant: Claimant,
        exposure: Exposure,
        open: Open,
        may_hold: impl FnOnce(&Open, Exposure) -> bool,
    ) -> bool {
        let mut work = self.admission.work();
        let open = open.beside(&claimant, work.claims().filter(|(order, _)| *order != self.order));
        let is_backed = may_hold(&open, exposure);
        if let Some(own) = work.active.get_mut(&self.order) {
            own.claim = is_backed.then_some(Claim { claimant, exposure });
        }
        work.forget();
        is_backed
    }

    /// Nothing was stored: the claim counts no more.
    pub fn withdraw(self) {
        let mut work = self.admission.work();
        if let Some(own) = work.active.get_mut(&self.order) {
            own.claim = None;
        }
    }
}

impl Work {
    fn next_moment(&mut self) -> u64 {
        self.moment += 1;
        self.moment
    }

    fn claims(&self) -> impl Iterator<Item = (OrderId, &Claim)> {
        let active = self.active.iter().filter_map(|(order, work)| Some((*order, work.claim.as_ref()?)));
        active.chain(self.ended.iter().map(|ended| (ended.order, &ended.claim)))
    }

    /// Forgets what everybody who is still to decide will read.
    fn forget(&mut self) {
        let undecided = self.active.values().filter(|work| work.claim.is_none()).map(|work| work.began);
        let oldest = undecided.min().unwrap_or(u64::MAX);
        self.ended.retain(|ended| ended.at > oldest);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut work = self.admission.work();
        let at = work.next_moment();
        if let Some(InWork { claim: Some(claim), .. }) = work.active.remove(&self.order) {
            work.ended.push(Ended { at, order: self.order, claim });
        }
        work.forget();
    }
}

#[cfg(test)]
mod tests {
    use souk_kernel::{Phone, SystemClock};

    use super::*;
    use crate::checkout::limits::OpenOrders;

    fn order() -> OrderId {
        OrderId::new(&SystemClock)
    }

    async fn enter(admission: &Admission, order: OrderId) -> Result<Admitted, CheckoutError> {
        admission.enter(order).await
    }

    async fn place(admission: &Admission, order: OrderId) -> Place {
        match enter(admission, order).await {
            Ok(Admitted::Place(place)) => place,
            other => panic!("no place: {other:?}"),
        }
    }

    #[tokio::test(start_paused = true)]
    async fn what_finds_no_place_in_time_is_told_to_come_back() {
        let admission = Admission::new(2);
        let (first, _second) = (place(&admission, order()).await, place(&admission, order()).await);
        assert!(matches!(enter(&admission, order()).await, Err(CheckoutError::Busy)));
        let waiting = tokio::spawn({
            let admission = admission.clone();
            async move { enter(&admission, order()).await }
        });
        tokio::time::sleep(PATIENCE / 2).await;
        drop(first);
        assert!(matches!(waiting.await.expect("no panic"), Ok(Admitted::Place(_))));
    }

    #[tokio::test(start_paused = true)]
    async fn a_repeat_hears_when_the_first_is_done_and_takes_no_place() {
        let admission = Admission::new(1);
        let order = order();
        let first = place(&admission, order).await;
        let Ok(Admitted::Repeated(done)) = enter(&admission, order).await else { panic!("two places") };
        assert!(!done.is_cancelled());
        drop(first);
        done.cancelled().await;
        drop(place(&admission, order).await);
    }

    /// How many orders of the phone the place sees beside its own, of which it read `open`.
    fn seen(place: &Place, open: &[OrderId]) -> u64 {
        let claimant =
            Claimant { phone: Phone::parse("0555123456").expect("a phone"), network: None, site: None };
        let one = Exposure { orders: 1, ..Exposure::default() };
        let read = OpenOrders {
            exposure: Exposure { orders: u64::try_from(open.len()).expect("few"), ..one },
            orders: open.to_vec(),
        };
        let mut seen = 0;
        let may_hold = |open: &Open, _: Exposure| {
            seen = open.phone.exposure.orders;
            true
        };
        place.claim(claimant, one, Open { phone: read, ..Open::default() }, may_hold);
        seen
    }

    #[tokio::test]
    async fn each_order_of_the_phone_counts_once_whether_it_is_worked_on_or_read_or_was_stored_between() {
        let admission = Admission::new(9);
        let stored = order();
        let first = place(&admission, stored).await;
        let [second, third, fourth] = [
            place(&admission, order()).await,
            place(&admission, order()).await,
            place(&admission, order()).await,
        ];
        assert_eq!((seen(&first, &[]), seen(&second, &[])), (0, 1));
        assert_eq!(seen(&third, &[stored]), 2, "the first was stored and is worked on still");
        drop(first);
        let late = place(&admission, order()).await;
        assert_eq!(seen(&fourth, &[]), 3, "it read before the first was stored");
        second.withdraw();
        drop((third, fourth));
        assert_eq!(
            seen(&late, &[stored]),
            3,
            "of those that ended none is forgotten that it may not have read"
        );
        drop(late);
        assert!(admission.work().ended.is_empty(), "nobody is left who could have read before");
    }

    #[test]
    fn the_queue_ends_somewhere() {
        let admission = Admission::new(2);
        let waiting: Vec<_> = std::iter::repeat_with(|| admission.queue()).take(10).collect();
        assert!(waiting.iter().all(Result::is_ok));
        assert!(matches!(admission.queue(), Err(CheckoutError::Busy)));
    }
}
