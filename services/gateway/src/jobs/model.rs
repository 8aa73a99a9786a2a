//! What a job is. Pure.

use serde_json::Value;
use sha2::{Digest as _, Sha256};
use souk_kernel::EmployeeId;
use souk_rpc::{Failure, Kind, Origin};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// Most rows of one job.
pub const MOST_ROWS: usize = 1_000;
/// Most jobs of one employee that wait or are worked on.
pub const MOST_OPEN: i64 = 5;
/// Jobs that a list shows.
pub const SHOWN: i64 = 20;
/// How often a row is tried that nobody answers.
const MOST_TRIES: i32 = 5;
/// Jobs are forgotten this long after their last change.
pub const KEPT: Duration = Duration::days(7);
/// Jobs that one statement forgets, each with all its rows.
pub const FORGOTTEN_TOGETHER: i64 = 20;
/// A job whose worker says nothing for this long is another's to go on with; longer than the calls of one batch.
pub const LEASE: Duration = Duration::seconds(60);
/// How long one job is worked on while others wait; a file's portions may take longer than all rows of another job.
pub const TURN: Duration = Duration::seconds(3);
/// What a job waits whose rows nobody answered.
pub const PAUSE: Duration = Duration::seconds(5);

/// What an employee wants done.
#[derive(Debug)]
pub struct NewJob {
    /// `order-step`.
    pub kind: &'static str,
    /// `shipped`.
    pub detail: String,
    pub rows: Vec<NewRow>,
}

/// One thing that it is to be done to.
#[derive(Debug)]
pub struct NewRow {
    pub subject: Uuid,
    pub label: String,
    pub version: u64,
    pub input: Value,
}

/// Names a submission.
#[derive(Debug)]
pub struct Submission {
    pub key: String,
    /// Of everything that was submitted.
    pub fingerprint: [u8; 32],
}

/// A job as its employee sees it.
#[derive(Debug, Clone)]
pub struct Job {
    pub id: Uuid,
    pub kind: String,
    pub detail: String,
    pub total: u32,
    pub done: u32,
    pub refused: u32,
    pub version: u64,
    pub created_at: OffsetDateTime,
    /// None while rows wait.
    pub ended_at: Option<OffsetDateTime>,
}

/// One thing of a job.
#[derive(Debug, Clone)]
pub struct Row {
    pub position: i32,
    pub subject: Uuid,
    pub label: String,
    pub version: u64,
    pub input: Value,
    /// `waiting`, `done`, `refused`.
    pub outcome: String,
    /// Why it was refused; empty otherwise.
    pub code: String,
    /// Whether the job changed it, of one that is done.
    pub changed: bool,
    pub tries: i32,
    /// Whether the answer of a call was lost, which may have changed it.
    pub is_in_doubt: bool,
}

/// A job with whose turn it is to work on it.
#[derive(Debug)]
pub struct Turn {
    pub id: Uuid,
    pub kind: String,
    pub detail: String,
    pub employee: EmployeeId,
    pub origin: Origin,
    /// Number of the turn: only the present one writes.
    pub lease: i64,
    /// When another job is due.
    pub ends_at: OffsetDateTime,
}

/// A job that changed of late.
#[derive(Debug)]
pub struct Changed {
    pub id: Uuid,
    pub employee: EmployeeId,
    pub version: u64,
}

/// What became of one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Done,
    /// It was so already, by whomever: done, and nothing to take back.
    Already,
    /// `version`: the present one, from which it may be tried again.
    Refused {
        code: String,
        version: Option<u64>,
    },
    /// Nobody did it, or nobody said so: later.
    Unanswered {
        is_lost: bool,
    },
}

impl Submission {
    pub fn new(key: String, content: &[u8]) -> Self {
        Self { key, fingerprint: Sha256::digest(content).into() }
    }
}

/// The version that a stale one was refused for.
fn present_version(failure: &Failure) -> Option<u64> {
    failure.metadata.get("version")?.parse().ok()
}

impl Outcome {
    /// What a refusal, or the lack of an answer, makes of a row.
    pub fn of(failure: &Failure) -> Self {
        match failure.kind {
            Kind::Unavailable | Kind::Busy | Kind::RateLimited | Kind::Internal => {
                Self::Unanswered { is_lost: failure.is_lost() }
            }
            _ => Self::Refused { code: failure.code.to_string(), version: present_version(failure) },
        }
    }

    /// What a call makes of a row that answered whether it changed it, and which version it has now. A row may have been changed by a call
    /// whose answer was lost: so it was where no other change came to the version that was asked for.
    pub const fn of_change(row: &Row, changed: bool, version: u64) -> Self {
        let is_own_repeat = row.is_in_doubt && version == row.version + 1;
        if changed || is_own_repeat { Self::Done } else { Self::Already }
    }

    /// The row with what is written of it; one that was tried often enough is refused.
    #[must_use]
    pub fn settled(self, row: Row) -> (Row, Self) {
        let Self::Unanswered { is_lost } = self else { return (row, self) };
        let outcome = if row.tries + 1 >= MOST_TRIES {
            Self::Refused { code: "unavailable".into(), version: None }
        } else {
            self
        };
        (Row { is_in_doubt: row.is_in_doubt || is_lost, ..row }, outcome)
    }

    pub const fn name(&self) -> &'static str {
        match self {
            Self::Done | Self::Already => "done",
            Self::Refused { .. } => "refused",
            Self::Unanswered { .. } => "waiting",
        }
    }
}
