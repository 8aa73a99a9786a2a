//! One statement for many calls.

use std::sync::Arc;
use std::time::Duration;

use futures::future::{BoxFuture, FutureExt as _, join_all};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio::time::timeout;
use tracing::{Instrument as _, Span};

use crate::{LONGEST_WORK, of_connection};

/// Most calls in one batch.
const LARGEST: usize = 32;
/// How long the next batch waits for one that something holds up.
const PATIENCE: Duration = Duration::from_millis(100);

/// Does together what is asked for while earlier calls are being done. Nobody waits for a batch to fill: a call that comes
/// alone is done alone, at once; in a crowd a statement, a commit and a write to the disk serve many.
///
/// What takes longer than [`LONGEST_WORK`] is given up, whoever waits for it: its connection may be to a host that vanished.
///
/// What can't be done together is done alone, so that what stands in the way meets the call that it concerns. A call whose
/// caller left before its turn is not done.
#[derive(Debug)]
pub struct Batcher<T, R> {
    calls: UnboundedSender<Call<T, R>>,
}

#[derive(Debug)]
struct Call<T, R> {
    item: T,
    answer: oneshot::Sender<R>,
    span: Span,
}

/// What work on many answers: one for each item, nothing where it has to be done alone.
pub type Together<'a, R> = BoxFuture<'a, Vec<Option<R>>>;

type WorkTogether<T, R> = dyn for<'a> Fn(&'a [T]) -> Together<'a, R> + Send + Sync;
type WorkAlone<T, R> = dyn Fn(T) -> BoxFuture<'static, R> + Send + Sync;

struct Work<T, R> {
    together: Box<WorkTogether<T, R>>,
    alone: Box<WorkAlone<T, R>>,
}

impl<T: Send + Sync + 'static, R: Send + 'static> Batcher<T, R> {
    /// `together` answers those of two or more items, in their order, that could be done together; `alone` does the others.
    /// Runs, on the runtime of the caller, until the batcher and its clones are gone.
    pub fn new(
        together: impl for<'a> Fn(&'a [T]) -> Together<'a, R> + Send + Sync + 'static,
        alone: impl Fn(T) -> BoxFuture<'static, R> + Send + Sync + 'static,
    ) -> Self {
        let work = Arc::new(Work { together: Box::new(together), alone: Box::new(alone) });
        let (calls, waiting) = unbounded_channel();
        tokio::spawn(serve(waiting, work));
        Self { calls }
    }

    /// The answer to `item`; `None` when the work panicked or took longer than [`LONGEST_WORK`].
    pub async fn call(&self, item: T) -> Option<R> {
        let (answer, answered) = oneshot::channel();
        self.calls.send(Call { item, answer, span: Span::current() }).ok()?;
        answered.await.ok()
    }
}

impl<T: Send + Sync + 'static, A: Send + 'static> Batcher<T, sqlx::Result<A>> {
    /// For work that is done for all its items or for none: it answers them in their order. What fails because of the
    /// connection has failed for all ([`of_connection`]); what fails for another reason is done alone.
    pub fn all_or_none(
        work: impl for<'a> Fn(&'a [T]) -> BoxFuture<'a, sqlx::Result<Vec<A>>> + Clone + Send + Sync + 'static,
    ) -> Self {
        let single = work.clone();
        Self::new(
            move |items: &[T]| {
                let (work, count) = (work(items), items.len());
                async move {
                    match work.await {
                        Ok(answers) => answers.into_iter().map(|answer| Some(Ok(answer))).collect(),
                        Err(error) => {
                            tracing::debug!(error.cause = %error, batch.size = count, "A batch failed");
                            std::iter::repeat_with(|| of_connection(&error).map(Err)).take(count).collect()
                        }
                    }
                }
                .boxed()
            },
            move |item: T| {
                let work = single.clone();
                async move { Ok(work(&[item]).await?.swap_remove(0)) }.boxed()
            },
        )
    }
}

impl<T, R> Clone for Batcher<T, R> {
    fn clone(&self) -> Self {
        Self { calls: self.calls.clone() }
    }
}

async fn serve<T, R>(mut waiting: UnboundedReceiver<Call<T, R>>, work: Arc<Work<T, R>>)
where
    T: Send + Sync + 'static,
    R: Send + 'static,
{
    while let Some(first) = waiting.recv().await {
        // Those that were woken with the first come along.
        tokio::task::yield_now().await;
        let mut calls = vec![first];
        while calls.len() < LARGEST
            && let Ok(call) = waiting.try_recv()
        {
            calls.push(call);
        }
        calls.retain(|call| !call.answer.is_closed());
        if calls.is_empty() {
            continue;
        }
        // A task of its own: a panic ends it alone, and its callers hear of it by the answers that are dropped.
        let _ = timeout(PATIENCE, tokio::spawn(run(calls, work.clone()))).await;
    }
}

async fn run<T, R>(calls: Vec<Call<T, R>>, work: Arc<Work<T, R>>)
where
    T: Send + Sync + 'static,
    R: Send + 'static,
{
    // Whoever waited for an answer hears by its absence that nobody knows.
    let _ = timeout(LONGEST_WORK, answer(calls, work)).await;
}

async fn answer<T, R>(calls: Vec<Call<T, R>>, work: Arc<Work<T, R>>)
where
    T: Send + Sync + 'static,
    R: Send + 'static,
{
    let (items, callers): (Vec<_>, Vec<_>) =
        calls.into_iter().map(|call| (call.item, (call.answer, call.span))).unzip();
    let done = if items.len() == 1 {
        vec![None]
    } else {
        // The work can be in one trace only.
        (work.together)(&items).instrument(callers[0].1.clone()).await
    };
    let mut left = Vec::new();
    for ((item, (answer, span)), done) in items.into_iter().zip(callers).zip(done) {
        // Whoever left needs no answer.
        match done {
            Some(done) => drop(answer.send(done)),
            None => left.push((work.alone)(item).map(|done| drop(answer.send(done))).instrument(span)),
        }
    }
    join_all(left).await;
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    type Sizes = Arc<Mutex<Vec<usize>>>;

    /// Doubles within 50 ms, or an hour for 60; panics on 13, and fails on 14.
    fn doubling(sizes: &Sizes) -> Batcher<u32, sqlx::Result<u32>> {
        let sizes = sizes.clone();
        Batcher::all_or_none(move |items: &[u32]| {
            let sizes = sizes.clone();
            async move {
                sizes.lock().expect("no panic").push(items.len());
                let slow = items.contains(&60);
                tokio::time::sleep(Duration::from_millis(if slow { 3_600_000 } else { 50 })).await;
                assert!(!items.contains(&13), "unlucky");
                if items.contains(&14) {
                    return Err(sqlx::Error::RowNotFound);
                }
                if items.contains(&15) {
                    return Err(sqlx::Error::PoolTimedOut);
                }
                Ok(items.iter().map(|item| item * 2).collect())
            }
            .boxed()
        })
    }

    #[tokio::test(start_paused = true)]
    async fn calls_that_come_meanwhile_are_done_together_and_each_has_its_answer() {
        let sizes = Sizes::default();
        let batcher = doubling(&sizes);
        let calls = (100..150).map(|item| batcher.call(item));
        let (first, answers) = tokio::join!(batcher.call(1), async {
            tokio::time::sleep(Duration::from_millis(1)).await;
            join_all(calls).await
        });
        assert!(matches!(first, Some(Ok(2))));
        let answers = answers.into_iter().map(|answer| answer.expect("no panic").expect("done"));
        assert_eq!(answers.collect::<Vec<_>>(), (100..150).map(|item| item * 2).collect::<Vec<_>>());
        let sizes = sizes.lock().expect("no panic").clone();
        assert_eq!((sizes[0], sizes.len()), (1, 3), "nobody waits, then a crowd is two batches: {sizes:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn what_fails_together_is_done_alone_but_not_what_fails_for_all() {
        let sizes = Sizes::default();
        let batcher = doubling(&sizes);
        let answers = join_all([10, 14, 12].map(|item| batcher.call(item))).await;
        assert!(matches!(answers[..], [Some(Ok(20)), Some(Err(sqlx::Error::RowNotFound)), Some(Ok(24))]));
        let answers = join_all([10, 15, 12].map(|item| batcher.call(item))).await;
        assert!(answers.iter().all(|answer| matches!(answer, Some(Err(sqlx::Error::PoolTimedOut)))));
        assert_eq!(*sizes.lock().expect("no panic"), [3, 1, 1, 1, 3]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_whose_caller_left_before_its_turn_is_not_done() {
        let sizes = Sizes::default();
        let batcher = doubling(&sizes);
        let hasty = timeout(Duration::from_millis(10), batcher.call(2));
        let (first, gone) = tokio::join!(batcher.call(1), async {
            tokio::time::sleep(Duration::from_millis(1)).await;
            hasty.await
        });
        assert!(matches!(first, Some(Ok(2))) && gone.is_err());
        assert!(matches!(batcher.call(3).await, Some(Ok(6))));
        assert_eq!(*sizes.lock().expect("no panic"), [1, 1]);
    }

    #[tokio::test(start_paused = true)]
    async fn work_that_panics_or_hangs_takes_nobody_else_with_it() {
        let batcher = doubling(&Sizes::default());
        for _ in 0..3 {
            assert!(batcher.call(13).await.is_none());
        }
        let began = tokio::time::Instant::now();
        let others = async {
            for item in 1..10 {
                tokio::time::sleep(Duration::from_millis(1)).await;
                assert!(matches!(batcher.call(item).await, Some(Ok(double)) if double == item * 2));
            }
            began.elapsed()
        };
        let hanging = std::iter::repeat_with(|| batcher.call(60)).take(4);
        let took = tokio::select! {
            took = others => took,
            _ = join_all(hanging) => panic!("an hour has passed"),
        };
        assert!(took < Duration::from_secs(5), "{took:?}");
    }
}
