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
use super::limits::{Claimant, Exposure, Open};

/// Longest wait for a place.
const PATIENCE: Duration = Duration::from_secs(1);
/// Requests that wait, for each that is worked on.
const WAITING_PER_PLACE: usize = 4;

/// The places of one process.
#[derive(Debug, Clone)]
pub struct Admission {
    places: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    in_work: Arc<Mutex<HashMap<OrderId, InWork>>>,
}

/// A checkout that is worked on.
#[derive(Debug)]
struct InWork {
    claimant: Claimant,
    exposure: Exposure,
    /// Ends its token when the work is over.
    done: DropGuard,
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
    /// What others who are worked on here have about to be open.
    pub beside: Open,
    _permit: OwnedSemaphorePermit,
}

impl Admission {
    pub fn new(places: usize) -> Self {
        Self {
            places: Arc::new(Semaphore::new(places)),
            queue: Arc::new(Semaphore::new(places.saturating_mul(1 + WAITING_PER_PLACE))),
            in_work: Arc::default(),
        }
    }

    /// A place in the queue, to be kept for as long as the caller waits for anything.
    pub fn queue(&self) -> Result<OwnedSemaphorePermit, CheckoutError> {
        self.queue.clone().try_acquire_owned().map_err(|_| CheckoutError::Busy)
    }

    /// Waits for a place, unless the request is worked on already.
    pub async fn enter(
        &self,
        order: OrderId,
        claimant: &Claimant,
        exposure: Exposure,
    ) -> Result<Admitted, CheckoutError> {
        if let Some(first) = self.in_work().get(&order) {
            return Ok(Admitted::Repeated(first.done.token().clone()));
        }
        let permit = timeout(PATIENCE, self.places.clone().acquire_owned()).await;
        let permit = permit.ok().and_then(Result::ok).ok_or(CheckoutError::Busy)?;
        let mut in_work = self.in_work();
        if let Some(first) = in_work.get(&order) {
            return Ok(Admitted::Repeated(first.done.token().clone()));
        }
        let beside = claimant.shared(in_work.values().map(|other| (&other.claimant, other.exposure)));
        let done = CancellationToken::new().drop_guard();
        in_work.insert(order, InWork { claimant: claimant.clone(), exposure, done });
        drop(in_work);
        Ok(Admitted::Place(Place { admission: self.clone(), order, beside, _permit: permit }))
    }

    fn in_work(&self) -> MutexGuard<'_, HashMap<OrderId, InWork>> {
        self.in_work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.admission.in_work().remove(&self.order);
    }
}

#[cfg(test)]
mod tests {
    use souk_kernel::{Phone, SystemClock};

    use super::*;

    fn order() -> OrderId {
        OrderId::new(&SystemClock)
    }

    async fn enter(admission: &Admission, order: OrderId) -> Result<Admitted, CheckoutError> {
        let claimant = Claimant { phone: Phone::parse("0555123456").expect("a phone"), network: None };
        admission.enter(order, &claimant, Exposure { orders: 1, ..Exposure::default() }).await
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

    #[tokio::test]
    async fn a_place_knows_what_the_phone_has_in_work_beside_it() {
        let admission = Admission::new(3);
        let first = place(&admission, order()).await;
        let second = place(&admission, order()).await;
        assert_eq!((first.beside.phone.orders, second.beside.phone.orders), (0, 1));
        drop(first);
        assert_eq!(place(&admission, order()).await.beside.phone.orders, 1);
    }

    #[test]
    fn the_queue_ends_somewhere() {
        let admission = Admission::new(2);
        let waiting: Vec<_> = std::iter::repeat_with(|| admission.queue()).take(10).collect();
        assert!(waiting.iter().all(Result::is_ok));
        assert!(matches!(admission.queue(), Err(CheckoutError::Busy)));
    }
}
