//! A shop that is closed for maintenance: one row says so, and every replica follows it. Shoppers' pages and new orders are refused
//! while it is; staff work as always.

mod model;
mod store;

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use souk_audit::Change;
use souk_background::follow;
use souk_database::{LONGEST_WORK, within};
use souk_kernel::{Clock, Language, rfc3339};
use souk_rpc::{Actor, Failure, Kind, Violations};
use sqlx::PgPool;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

pub use model::Closure;

use crate::audit;

/// How long a replica goes on as before when another one closed or opened the shop.
const INTERVAL: Duration = Duration::from_secs(2);
/// Code of what is refused because the shop is closed.
pub const CLOSED: &str = "shop.closed";

/// Whether the shop is closed, as this process last read it.
#[derive(Clone)]
pub struct Maintenance {
    pool: PgPool,
    clock: Arc<dyn Clock>,
    /// None until it was read for the first time; while the database can't be asked, what it said last.
    known: Arc<RwLock<Option<Arc<Closure>>>>,
}

impl Maintenance {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>) -> Self {
        Self { pool, clock, known: Arc::default() }
    }

    /// Follows the row until `stop`.
    pub async fn keep_up(&self, stop: CancellationToken) {
        let never = Notify::new();
        follow(INTERVAL, "look whether the shop is closed", &never, &stop, || self.look()).await;
    }

    /// Reads the row once.
    pub async fn look(&self) -> sqlx::Result<()> {
        let closure = within(LONGEST_WORK, async { store::read(&mut *self.pool.acquire().await?).await });
        self.keep(closure.await?);
        Ok(())
    }

    /// Whether it was read: nobody is let into a shop that may be closed.
    pub fn is_known(&self) -> bool {
        self.known().is_some()
    }

    /// What shoppers are told; none while the shop is open.
    pub fn closed(&self) -> Option<Arc<Closure>> {
        self.known().filter(|closure| closure.is_closed)
    }

    /// The refusal of what a closed shop does not do.
    pub fn refusal(&self, closure: &Closure, language: Language) -> Failure {
        let failure = Failure::new(Kind::Busy, CLOSED, "the shop is closed for maintenance");
        let failure = failure.retry_after(closure.wait(self.clock.now()));
        let failure = match closure.message(language) {
            "" => failure,
            message => failure.with("message", message),
        };
        match closure.ends_at {
            Some(end) => failure.with("endsAt", rfc3339(end)),
            None => failure,
        }
    }

    /// As it is stored.
    pub async fn read(&self) -> Result<Closure, Failure> {
        let mut conn = self.pool.acquire().await.map_err(souk_database::failure)?;
        store::read(&mut conn).await.map_err(souk_database::failure)
    }

    /// Closes or opens the shop over the version that it carries; this process follows at once. Saving what is stored changes nothing.
    pub async fn save(&self, actor: &Actor, wanted: Closure) -> Result<Closure, Failure> {
        let mut found = Violations::default();
        wanted.check(&mut found);
        if !found.is_empty() {
            return Err(Failure::invalid("shop.invalid_closure", found));
        }
        let mut tx = self.pool.begin().await.map_err(souk_database::failure)?;
        let before = store::read(&mut tx).await.map_err(souk_database::failure)?;
        let stale = |version: u64| {
            Failure::conflict("shop.stale_version", "somebody else closed or opened the shop")
                .with("version", version)
        };
        if wanted.version != before.version {
            return Err(stale(before.version));
        }
        if wanted == before {
            return Ok(before);
        }
        let next = Closure { version: wanted.version + 1, ..wanted };
        if !store::save_in(&mut tx, &next).await.map_err(souk_database::failure)? {
            return Err(stale(before.version));
        }
        let (subject, was, is) = (Closure::subject(), before.facts(), next.facts());
        let change = if next.is_closed {
            Change::between("staff.shop_closed", subject, was, is)
        } else {
            Change::between("staff.shop_opened", subject, was, is)
        };
        let entry = change.by(actor, self.clock.as_ref());
        audit::insert_in(&mut tx, &entry).await.map_err(souk_database::failure)?;
        tx.commit().await.map_err(souk_database::failure)?;
        self.keep(next.clone());
        Ok(next)
    }

    fn known(&self) -> Option<Arc<Closure>> {
        self.known.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Unless a newer state is known already: a look that began before a save may end after it.
    fn keep(&self, closure: Closure) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if known.as_ref().is_none_or(|known| known.version < closure.version) {
            *known = Some(Arc::new(closure));
        }
    }
}
