//! What shoppers searched and did not find, for the merchant: counted by term, language and day, without anything of who searched. It
//! is counted in memory beside the answer and written now and then; what of it wasn't written when a process is killed is lost.

mod model;
mod rpc;
mod store;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use souk_background::every;
use souk_database::{LONGEST_WORK, in_steps, within};
use souk_kernel::Language;
use tokio_util::sync::CancellationToken;

pub use model::{Filter, KEPT_DAYS, ListSort, MOST_TERMS, NoResultSearch, Term};
pub use rpc::NoResultSearchesRpc;

use self::model::{Tally, first_day};
use crate::context::Context;
use crate::search::words;

/// How long what was counted waits to be written.
const WRITING: Duration = Duration::from_secs(5);
const FORGETTING: Duration = Duration::from_hours(1);
const FORGOTTEN_TOGETHER: i64 = 1_000;

/// The use cases of searches that found nothing. Cheap to clone.
#[derive(Clone)]
pub struct NoResultSearches {
    context: Context,
    tally: Arc<Mutex<Tally>>,
}

impl NoResultSearches {
    pub fn new(context: Context) -> Self {
        Self { context, tally: Arc::default() }
    }

    /// Counts a search that found nothing. Waits for nobody but those who count at the same moment.
    pub fn note(&self, typed: &str, language: Language) {
        let Some(term) = Term::of(typed, &words(typed), language) else { return };
        let now = self.context.clock.now();
        self.counting().note(term, now);
    }

    /// Writes what was counted.
    pub async fn write(&self) -> sqlx::Result<()> {
        let counted = self.counting().take();
        if counted.is_empty() {
            return Ok(());
        }
        let written = within(LONGEST_WORK, async {
            let mut tx = self.context.pool.begin().await?;
            store::add_in(&mut tx, &counted).await?;
            tx.commit().await
        });
        let written = written.await;
        if written.is_err() {
            self.counting().give_back(counted);
        }
        written
    }

    /// Writes until `stop`, and once more then.
    pub async fn keep_writing(&self, stop: CancellationToken) {
        every(WRITING, "write searches without results", &stop, || self.write()).await;
        if let Err(error) = self.write().await {
            tracing::warn!(error.cause = %error, "the last searches without results were not written");
        }
    }

    /// Forgets what is past its days until `stop`.
    pub async fn keep_forgetting(&self, stop: CancellationToken) {
        in_steps(FORGETTING, "forget searches without results", &stop, || self.forget_some()).await;
    }

    /// One step; whether there may be more.
    pub async fn forget_some(&self) -> sqlx::Result<bool> {
        let first = first_day(self.context.clock.now(), KEPT_DAYS);
        store::forget(&mut *self.context.pool.acquire().await?, first, FORGOTTEN_TOGETHER).await
    }

    /// The page's terms and how many match in all.
    pub async fn list(&self, filter: &Filter) -> sqlx::Result<(Vec<NoResultSearch>, u64)> {
        let first = first_day(self.context.clock.now(), filter.days);
        let mut tx = souk_database::snapshot(&self.context.pool).await?;
        let listed = store::list(&mut tx, filter, first).await?;
        tx.commit().await?;
        Ok(listed)
    }

    fn counting(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
