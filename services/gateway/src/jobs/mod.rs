//! What staff have done to many things at once: a job has a row per thing, each with what became of it. Its rows are worked on
//! by whichever replica has its turn, some seconds and then another job's; a lease that ends by itself, so that a restart loses
//! nothing: what was done is written, what was not is done by the next. A row whose answer was lost is tried again, so steps must be
//! safe to repeat. A page that is closed stops nothing.

mod model;
mod store;

use std::sync::Arc;

use souk_kernel::{Clock, EmployeeId};
use souk_rpc::{Actor, Failure};
use sqlx::{PgConnection, PgPool};
use time::Duration;
use uuid::Uuid;

pub use model::{Changed, Job, MOST_ROWS, NewJob, NewRow, Outcome, Row, Submission, Turn};
use model::{FORGOTTEN_TOGETHER, KEPT, LEASE, MOST_OPEN, PAUSE};

use crate::staff;

/// The jobs of the staff.
#[derive(Clone)]
pub struct Jobs {
    pool: PgPool,
    clock: Arc<dyn Clock>,
}

impl Jobs {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>) -> Self {
        Self { pool, clock }
    }

    /// Takes a job on that was not submitted before ([`Self::submitted`]); `employee` is who the job is done for, with the rights that they have when it is.
    pub async fn start(
        &self,
        employee: EmployeeId,
        actor: &Actor,
        submission: &Submission,
        job: &NewJob,
    ) -> Result<Job, Failure> {
        let mut tx = self.pool.begin().await.map_err(database)?;
        ensure_room_in(&mut tx, employee).await?;
        let (id, now) = (self.clock.uuid(), self.clock.now());
        let whose = (employee, &actor.origin);
        if !store::insert_in(&mut tx, id, whose, submission, job, now).await.map_err(database)? {
            return Err(Failure::conflict("jobs.starting", "the same is being started: ask again"));
        }
        let started = store::find(&mut tx, employee, id).await.map_err(database)?.ok_or_else(unknown)?;
        tx.commit().await.map_err(database)?;
        Ok(started)
    }

    /// What a submission started before; refused where something else was submitted under its key.
    pub async fn submitted(
        &self,
        employee: EmployeeId,
        submission: &Submission,
    ) -> Result<Option<Job>, Failure> {
        let mut conn = self.pool.acquire().await.map_err(database)?;
        let found = store::submitted(&mut conn, employee, &submission.key).await.map_err(database)?;
        let Some((id, fingerprint)) = found else { return Ok(None) };
        if fingerprint != submission.fingerprint {
            let text = "another job was started under this key";
            return Err(Failure::invalid_field(
                "Idempotency-Key",
                "form.validation.idempotencyKeyReused",
                text,
            ));
        }
        store::find(&mut conn, employee, id).await.map_err(database)
    }

    /// The employee's last jobs, the newest first.
    pub async fn list(&self, employee: EmployeeId) -> Result<Vec<Job>, Failure> {
        let mut conn = self.pool.acquire().await.map_err(database)?;
        store::list(&mut conn, employee).await.map_err(database)
    }

    /// A job with all its rows.
    pub async fn read(&self, employee: EmployeeId, id: Uuid) -> Result<(Job, Vec<Row>), Failure> {
        let mut tx = souk_database::snapshot(&self.pool).await.map_err(database)?;
        let job = store::find(&mut tx, employee, id).await.map_err(database)?.ok_or_else(unknown)?;
        let most = i64::try_from(MOST_ROWS).unwrap_or(i64::MAX);
        let rows = store::rows(&mut tx, id, false, most).await.map_err(database)?;
        tx.commit().await.map_err(database)?;
        Ok((job, rows))
    }

    /// Tries the refused rows of a job again, each from the version that its refusal told. While rows wait, a repeat included,
    /// nothing happens. `overtaken_by`: the kinds of jobs after which one of a kind would write over what is newer.
    pub async fn retry(
        &self,
        employee: EmployeeId,
        id: Uuid,
        overtaken_by: fn(&str) -> &'static [&'static str],
    ) -> Result<Job, Failure> {
        let mut tx = self.pool.begin().await.map_err(database)?;
        let mut job = store::lock_in(&mut tx, employee, id).await.map_err(database)?.ok_or_else(unknown)?;
        if job.ended_at.is_some() && job.refused > 0 {
            ensure_room_in(&mut tx, employee).await?;
            let newer = owned(overtaken_by(&job.kind));
            if store::is_overtaken(&mut tx, id, &newer).await.map_err(database)? {
                let text = "a newer job has written since what this one would write over";
                return Err(Failure::precondition("jobs.overtaken", text));
            }
            store::retry_in(&mut tx, id).await.map_err(database)?;
            store::reopen_in(&mut tx, id, self.clock.now()).await.map_err(database)?;
            job = store::find(&mut tx, employee, id).await.map_err(database)?.ok_or_else(unknown)?;
        }
        // Whatever happened: who is answered finds the job free to be worked on.
        tx.commit().await.map_err(database)?;
        Ok(job)
    }

    /// Takes the turn of a job that nobody works on; `kinds`: what the caller can do, `in_order`: of which kinds the oldest is done before
    /// another is begun.
    pub async fn claim(&self, kinds: &[&str], in_order: &[&str]) -> sqlx::Result<Option<Turn>> {
        let (kinds, in_order) = (owned(kinds), owned(in_order));
        let now = self.clock.now();
        store::claim(&mut *self.pool.acquire().await?, (&kinds, &in_order), now, now + LEASE).await
    }

    /// The next rows that wait.
    pub async fn waiting(&self, turn: &Turn, limit: i64) -> sqlx::Result<Vec<Row>> {
        store::rows(&mut *self.pool.acquire().await?, turn.id, true, limit).await
    }

    /// Whether it is another job's turn.
    pub fn is_over(&self, turn: &Turn) -> bool {
        self.clock.now() >= turn.ends_at
    }

    /// Writes what became of rows, as [`Outcome::settled`] has it; fails where another has the turn by now. Whether all of them were answered.
    pub async fn record(&self, turn: &Turn, outcomes: Vec<(Row, Outcome)>) -> sqlx::Result<bool> {
        let now = self.clock.now();
        let mut tx = self.pool.begin().await?;
        store::count_in(&mut tx, turn, &outcomes, now, now + LEASE).await?;
        store::settle_in(&mut tx, turn.id, &outcomes).await?;
        tx.commit().await?;
        Ok(outcomes.iter().all(|(_, outcome)| !matches!(outcome, Outcome::Unanswered { .. })))
    }

    /// Gives the turn back: the job is anybody's at once, or after a pause where nobody answered.
    pub async fn release(&self, turn: &Turn, is_paused: bool) -> sqlx::Result<()> {
        let pause = if is_paused { PAUSE } else { Duration::ZERO };
        store::release(&mut *self.pool.acquire().await?, turn, self.clock.now() + pause).await
    }

    /// Jobs that changed in the last while.
    pub async fn changed_within(&self, span: Duration) -> sqlx::Result<Vec<Changed>> {
        store::changed_since(&mut *self.pool.acquire().await?, self.clock.now() - span).await
    }

    /// Forgets a few of those that ended long ago; whether there may be more.
    pub async fn forget_some(&self) -> sqlx::Result<bool> {
        let before = self.clock.now() - KEPT;
        let gone = store::forget(&mut *self.pool.acquire().await?, before, FORGOTTEN_TOGETHER).await?;
        Ok(gone == FORGOTTEN_TOGETHER.unsigned_abs())
    }
}

/// Whether the employee may open one more job; counted by one transaction at a time.
async fn ensure_room_in(tx: &mut PgConnection, employee: EmployeeId) -> Result<(), Failure> {
    staff::hold_in(tx, employee).await.map_err(database)?;
    if store::open_of(tx, employee).await.map_err(database)? < MOST_OPEN {
        return Ok(());
    }
    Err(Failure::precondition("jobs.too_many", format!("{MOST_OPEN} jobs are open: wait for one to end")))
}

fn owned(kinds: &[&str]) -> Vec<String> {
    kinds.iter().map(|kind| (*kind).to_owned()).collect()
}

fn unknown() -> Failure {
    Failure::not_found("jobs.unknown", "there is no such job of yours")
}

fn database(error: sqlx::Error) -> Failure {
    souk_database::failure(error)
}
