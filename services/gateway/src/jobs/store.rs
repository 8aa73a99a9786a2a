//! The SQL of jobs.

use souk_database::columns::{column, count, ensure_all_changed, ensure_changed, version, version_column};
use souk_kernel::EmployeeId;
use souk_rpc::Origin;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{Changed, Job, NewJob, Outcome, Row, SHOWN, Submission, TURN, Turn};

struct StoredJob {
    id: Uuid,
    kind: String,
    detail: String,
    total: i32,
    done: i32,
    refused: i32,
    version: i64,
    created_at: OffsetDateTime,
    ended_at: Option<OffsetDateTime>,
}

/// Inserts the job, unless there is one of this key.
pub async fn insert_in(
    conn: &mut PgConnection,
    id: Uuid,
    (employee, origin): (EmployeeId, &Origin),
    submission: &Submission,
    job: &NewJob,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let total = i32::try_from(job.rows.len()).unwrap_or(i32::MAX);
    let inserted = sqlx::query!(
        "INSERT INTO jobs (id, employee_id, idempotency_key, fingerprint, kind, detail, address, request_id, total,
                           leased_until, created_at, changed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $10)
         ON CONFLICT (employee_id, idempotency_key) DO NOTHING",
        id,
        employee.uuid(),
        submission.key,
        submission.fingerprint.as_slice(),
        job.kind,
        job.detail,
        origin.address,
        origin.request_id,
        total,
        now,
    );
    if inserted.execute(&mut *conn).await?.rows_affected() == 0 {
        return Ok(false);
    }
    insert_rows_in(conn, id, job).await?;
    Ok(true)
}

async fn insert_rows_in(conn: &mut PgConnection, id: Uuid, job: &NewJob) -> sqlx::Result<()> {
    let rows = &job.rows;
    let inserted = sqlx::query!(
        "INSERT INTO job_rows (job_id, position, subject, label, version, input)
         SELECT $1, given.position, given.subject, given.label, given.version, given.input
         FROM unnest($2::uuid[], $3::text[], $4::bigint[], $5::jsonb[]) WITH ORDINALITY
              AS given (subject, label, version, input, position)",
        id,
        &column(rows, |row| row.subject),
        &column(rows, |row| row.label.clone()),
        &column(rows, |row| version_column(row.version)),
        &column(rows, |row| row.input.clone()),
    );
    ensure_all_changed(inserted.execute(conn).await?.rows_affected(), rows.len())
}

/// The job of a submission with the fingerprint of what was submitted.
pub async fn submitted(
    conn: &mut PgConnection,
    employee: EmployeeId,
    key: &str,
) -> sqlx::Result<Option<(Uuid, Vec<u8>)>> {
    let found = sqlx::query!(
        "SELECT id, fingerprint FROM jobs WHERE employee_id = $1 AND idempotency_key = $2",
        employee.uuid(),
        key,
    );
    Ok(found.fetch_optional(conn).await?.map(|job| (job.id, job.fingerprint)))
}

/// How many of the employee's wait or are worked on.
pub async fn open_of(conn: &mut PgConnection, employee: EmployeeId) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM jobs WHERE employee_id = $1 AND ended_at IS NULL"#,
        employee.uuid(),
    )
    .fetch_one(conn)
    .await
}

/// The employee's jobs, the newest first.
pub async fn list(conn: &mut PgConnection, employee: EmployeeId) -> sqlx::Result<Vec<Job>> {
    let jobs = sqlx::query_as!(
        StoredJob,
        "SELECT id, kind, detail, total, done, refused, version, created_at, ended_at
         FROM jobs WHERE employee_id = $1 ORDER BY created_at DESC LIMIT $2",
        employee.uuid(),
        SHOWN,
    );
    jobs.fetch_all(conn).await?.into_iter().map(Job::try_from).collect()
}

/// One of the employee's jobs; None for another's.
pub async fn find(conn: &mut PgConnection, employee: EmployeeId, id: Uuid) -> sqlx::Result<Option<Job>> {
    let job = sqlx::query_as!(
        StoredJob,
        "SELECT id, kind, detail, total, done, refused, version, created_at, ended_at
         FROM jobs WHERE id = $2 AND employee_id = $1",
        employee.uuid(),
        id,
    );
    job.fetch_optional(conn).await?.map(Job::try_from).transpose()
}

/// Rows of a job in their order: all, or the next that wait.
pub async fn rows(
    conn: &mut PgConnection,
    id: Uuid,
    only_waiting: bool,
    limit: i64,
) -> sqlx::Result<Vec<Row>> {
    let rows = sqlx::query!(
        "SELECT position, subject, label, version, input, outcome, code, changed, tries, in_doubt FROM job_rows
         WHERE job_id = $1 AND (NOT $2 OR outcome = 'waiting') ORDER BY position LIMIT $3",
        id,
        only_waiting,
        limit,
    );
    let rows = rows.fetch_all(conn).await?.into_iter().map(|row| {
        Ok(Row {
            position: row.position,
            subject: row.subject,
            label: row.label,
            version: version(row.version)?,
            input: row.input,
            outcome: row.outcome,
            code: row.code,
            changed: row.changed,
            tries: row.tries,
            is_in_doubt: row.in_doubt,
        })
    });
    rows.collect()
}

/// Takes the next turn of the job that has waited longest for one; `kinds`: what this release can do, `in_order`: kinds of which no job
/// has a turn while an older one is open.
pub async fn claim(
    conn: &mut PgConnection,
    (kinds, in_order): (&[String], &[String]),
    now: OffsetDateTime,
    until: OffsetDateTime,
) -> sqlx::Result<Option<Turn>> {
    let turn = sqlx::query!(
        "UPDATE jobs SET lease = lease + 1, leased_until = $3
         WHERE id = (SELECT id FROM jobs due WHERE ended_at IS NULL AND leased_until <= $2 AND kind = ANY($1)
                        AND NOT (kind = ANY($4)
                                 AND EXISTS (SELECT FROM jobs older
                                              WHERE older.ended_at IS NULL AND older.kind = ANY($4)
                                                AND (older.created_at, older.id) < (due.created_at, due.id)))
                     ORDER BY leased_until LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING id, kind, detail, employee_id, address, request_id, lease",
        kinds,
        now,
        until,
        in_order,
    );
    Ok(turn.fetch_optional(conn).await?.map(|job| Turn {
        id: job.id,
        kind: job.kind,
        detail: job.detail,
        employee: EmployeeId::from_uuid(job.employee_id),
        origin: Origin { address: job.address, request_id: job.request_id },
        lease: job.lease,
        ends_at: now + TURN,
    }))
}

/// Counts what became of rows; fails where another has the turn by now.
pub async fn count_in(
    conn: &mut PgConnection,
    turn: &Turn,
    outcomes: &[(Row, Outcome)],
    now: OffsetDateTime,
    until: OffsetDateTime,
) -> sqlx::Result<()> {
    let of = |name: &str| {
        let rows = outcomes.iter().filter(|(_, outcome)| outcome.name() == name).count();
        i32::try_from(rows).unwrap_or(i32::MAX)
    };
    let counted = sqlx::query!(
        "UPDATE jobs SET done = done + $3, refused = refused + $4, version = version + 1, changed_at = $5,
                leased_until = $6, ended_at = CASE WHEN done + refused + $3 + $4 = total THEN $5::timestamptz END
         WHERE id = $1 AND lease = $2",
        turn.id,
        turn.lease,
        of("done"),
        of("refused"),
        now,
        until,
    );
    ensure_changed(counted.execute(conn).await?.rows_affected())
}

/// Writes what became of rows.
pub async fn settle_in(conn: &mut PgConnection, id: Uuid, outcomes: &[(Row, Outcome)]) -> sqlx::Result<()> {
    let code = |outcome: &Outcome| match outcome {
        Outcome::Refused { code, .. } => code.clone(),
        _ => String::new(),
    };
    let newer = |row: &Row, outcome: &Outcome| match outcome {
        Outcome::Refused { version: Some(version), .. } => *version,
        _ => row.version,
    };
    let settled = sqlx::query!(
        "UPDATE job_rows AS kept SET outcome = settled.outcome, code = settled.code, version = settled.version,
                changed = settled.changed, tries = kept.tries + 1, in_doubt = settled.in_doubt
         FROM unnest($2::int[], $3::text[], $4::text[], $5::bigint[], $6::boolean[], $7::boolean[])
              AS settled (position, outcome, code, version, changed, in_doubt)
         WHERE kept.job_id = $1 AND kept.position = settled.position AND kept.outcome = 'waiting'",
        id,
        &column(outcomes, |(row, _)| row.position),
        &column(outcomes, |(_, outcome)| outcome.name().to_owned()),
        &column(outcomes, |(_, outcome)| code(outcome)),
        &column(outcomes, |(row, outcome)| version_column(newer(row, outcome))),
        &column(outcomes, |(_, outcome)| *outcome != Outcome::Already),
        &column(outcomes, |(row, _)| row.is_in_doubt),
    );
    ensure_all_changed(settled.execute(conn).await?.rows_affected(), outcomes.len())
}

/// Ends a turn before all rows are done: the job is anybody's from then on.
pub async fn release(conn: &mut PgConnection, turn: &Turn, from: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE jobs SET leased_until = $3 WHERE id = $1 AND lease = $2 AND ended_at IS NULL",
        turn.id,
        turn.lease,
        from,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Lets the refused rows of an ended job wait again; what was answered is in doubt no more.
pub async fn retry_in(conn: &mut PgConnection, id: Uuid) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE job_rows SET outcome = 'waiting', code = '', tries = 0, in_doubt = in_doubt AND code = 'unavailable'
         WHERE job_id = $1 AND outcome = 'refused'",
        id,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Whether a job of these kinds was begun after it, by whomever.
pub async fn is_overtaken(conn: &mut PgConnection, id: Uuid, kinds: &[String]) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM jobs newer JOIN jobs own ON own.id = $1
                           WHERE newer.kind = ANY($2)
                             AND (newer.created_at, newer.id) > (own.created_at, own.id)) AS "is_overtaken!""#,
        id,
        kinds,
    )
    .fetch_one(conn)
    .await
}

/// Opens the job anew, with nothing refused.
pub async fn reopen_in(conn: &mut PgConnection, id: Uuid, now: OffsetDateTime) -> sqlx::Result<()> {
    let opened = sqlx::query!(
        "UPDATE jobs SET refused = 0, ended_at = NULL, leased_until = $2, changed_at = $2, version = version + 1
         WHERE id = $1",
        id,
        now,
    );
    ensure_changed(opened.execute(conn).await?.rows_affected())
}

/// The employee's job, held until the end of the transaction.
pub async fn lock_in(conn: &mut PgConnection, employee: EmployeeId, id: Uuid) -> sqlx::Result<Option<Job>> {
    sqlx::query!("SELECT FROM jobs WHERE id = $1 FOR UPDATE", id).fetch_optional(&mut *conn).await?;
    find(conn, employee, id).await
}

/// Jobs that changed after a moment.
pub async fn changed_since(conn: &mut PgConnection, since: OffsetDateTime) -> sqlx::Result<Vec<Changed>> {
    let jobs = sqlx::query!("SELECT id, employee_id, version FROM jobs WHERE changed_at > $1", since);
    let jobs = jobs.fetch_all(conn).await?.into_iter().map(|job| {
        Ok(Changed {
            id: job.id,
            employee: EmployeeId::from_uuid(job.employee_id),
            version: version(job.version)?,
        })
    });
    jobs.collect()
}

/// Forgets so many of those that ended and did not change since; how many there were.
pub async fn forget(conn: &mut PgConnection, before: OffsetDateTime, most: i64) -> sqlx::Result<u64> {
    let gone = sqlx::query!(
        "DELETE FROM jobs
         WHERE changed_at < $1 AND ended_at IS NOT NULL
           AND id = ANY (ARRAY(SELECT id FROM jobs WHERE changed_at < $1 AND ended_at IS NOT NULL LIMIT $2))",
        before,
        most,
    );
    Ok(gone.execute(conn).await?.rows_affected())
}

impl TryFrom<StoredJob> for Job {
    type Error = sqlx::Error;

    fn try_from(job: StoredJob) -> sqlx::Result<Self> {
        Ok(Self {
            id: job.id,
            kind: job.kind,
            detail: job.detail,
            total: count("total", job.total)?,
            done: count("done", job.done)?,
            refused: count("refused", job.refused)?,
            version: version(job.version)?,
            created_at: job.created_at,
            ended_at: job.ended_at,
        })
    }
}
