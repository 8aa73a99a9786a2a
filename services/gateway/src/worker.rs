//! Works on jobs beside the calls, and tells the screens of their employees how far they are.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use futures::future::join_all;
use souk_background::every;
use souk_database::{LONGEST_WORK, in_steps, within};
use souk_kernel::Permission;
use souk_proto::catalog::v1 as proto;
use souk_rpc::Actor;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::dashboard::{orders, product_imports, restock_requests, reviews};
use crate::jobs::{Outcome, Row, Turn};
use crate::product_imports::{CHECK, IMPORT, IN_ORDER, Step, UNDO};
use crate::state::App;

/// Kinds of jobs that this release can do.
const KINDS: [&str; 7] = [
    orders::bulk::KIND,
    orders::assignment::KIND,
    reviews::bulk::KIND,
    restock_requests::bulk::KIND,
    CHECK,
    IMPORT,
    UNDO,
];
/// Rows asked for at once: a job must not crowd out the people at the screens.
const AT_ONCE: i64 = 4;
/// How soon a job is begun, and its progress told.
const ROUND: Duration = Duration::from_secs(1);
/// How long pictures are still fetched for who may not have them any more, at most.
const PICTURES: Duration = Duration::from_secs(2);
const FORGETTING: Duration = Duration::from_hours(1);
/// What is looked through for changes: longer than a round and the clocks of replicas differ.
const LATELY: time::Duration = time::Duration::seconds(30);

/// Spawns what goes on with jobs until `stop`.
pub fn spawn(tasks: &mut JoinSet<()>, app: &App, stop: &CancellationToken) {
    let [working, telling, forgetting, imports, pictures] =
        std::array::from_fn(|_| (app.clone(), stop.clone()));
    tasks.spawn(async move {
        let (app, stop) = &working;
        every(ROUND, "work on jobs", stop, || work(app, stop)).await;
    });
    tasks.spawn(async move {
        let (app, stop) = &telling;
        let progress = Progress::default();
        every(ROUND, "tell the progress of jobs", stop, || progress.tell(app)).await;
    });
    tasks.spawn(async move {
        let (app, stop) = &forgetting;
        in_steps(FORGETTING, "forget old jobs", stop, || Box::pin(app.jobs.forget_some())).await;
    });
    tasks.spawn(async move {
        let (app, stop) = &pictures;
        every(PICTURES, "end pictures of imports", stop, || end_pictures(app)).await;
    });
    tasks.spawn(async move {
        let (app, stop) = &imports;
        in_steps(FORGETTING, "forget old imports", stop, || Box::pin(app.product_imports.forget_some()))
            .await;
    });
}

/// Works on what waits, job by job, until nothing does or the process ends.
pub async fn work(app: &App, stop: &CancellationToken) -> anyhow::Result<()> {
    while !stop.is_cancelled()
        && let Some(turn) = within(LONGEST_WORK, app.jobs.claim(&KINDS, &IN_ORDER)).await?
    {
        take_turn(app, &turn, stop).await?;
    }
    Ok(())
}

/// Gives up the pictures that still wait of imports whose employee was switched off or may not change products any more. Asked again and
/// again, so that neither a restart nor a portion that was under way leaves some behind.
pub async fn end_pictures(app: &App) -> anyhow::Result<()> {
    for employee in within(LONGEST_WORK, app.product_imports.importers()).await? {
        let active = within(LONGEST_WORK, app.staff.active(employee)).await?;
        if active.is_some_and(|active| active.actor().may(Permission::CatalogWrite)) {
            continue;
        }
        let mut files = app.neighbours.by(&Actor::system("souk-gateway")).product_files()?;
        let request = proto::EndImportPicturesRequest { employee_id: employee.to_string() };
        while files.end_import_pictures(request.clone()).await?.into_inner().more {}
    }
    Ok(())
}

/// As many rows of a job; of an undo each after the one before it.
fn at_once(kind: &str) -> i64 {
    if kind == UNDO { 1 } else { AT_ONCE }
}

/// One turn: until the job's rows are done, nobody answers, another job is due, or the process ends; then another may go on with it.
/// Rows are taken in their order in whichever turn.
async fn take_turn(app: &App, turn: &Turn, stop: &CancellationToken) -> anyhow::Result<()> {
    while !stop.is_cancelled() {
        let rows = within(LONGEST_WORK, app.jobs.waiting(turn, at_once(&turn.kind))).await?;
        if rows.is_empty() {
            return Ok(());
        }
        let outcomes = outcomes(app, turn, rows).await?;
        let outcomes: Vec<_> = outcomes.into_iter().map(|(row, outcome)| outcome.settled(row)).collect();
        if turn.kind == IMPORT {
            timeout(LONGEST_WORK, product_imports::give_up(app, &outcomes)).await??;
        }
        if !within(LONGEST_WORK, app.jobs.record(turn, outcomes)).await? {
            return Ok(within(LONGEST_WORK, app.jobs.release(turn, true)).await?);
        }
        if app.jobs.is_over(turn) {
            break;
        }
    }
    Ok(within(LONGEST_WORK, app.jobs.release(turn, false)).await?)
}

/// What becomes of rows, with the rights that the employee has now.
async fn outcomes(app: &App, turn: &Turn, rows: Vec<Row>) -> anyhow::Result<Vec<(Row, Outcome)>> {
    let Some(employee) = within(LONGEST_WORK, app.staff.active(turn.employee)).await? else {
        let refused = Outcome::Refused { code: "forbidden".into(), version: None };
        return Ok(rows.into_iter().map(|row| (row, refused.clone())).collect());
    };
    let actor = employee.actor().of_request(turn.origin.clone());
    Ok(join_all(rows.into_iter().map(|row| outcome(app, &actor, turn, row))).await)
}

async fn outcome(app: &App, actor: &Actor, turn: &Turn, row: Row) -> (Row, Outcome) {
    let outcome = match turn.kind.as_str() {
        reviews::bulk::KIND => reviews::bulk::decide(app, actor, &turn.detail, &row).await,
        restock_requests::bulk::KIND => restock_requests::bulk::note(app, actor, &turn.detail, &row).await,
        orders::assignment::KIND => orders::assignment::give(app, actor, &turn.detail, &row).await,
        CHECK => product_imports::work(app, actor, (Step::Check, &turn.detail), &row).await,
        IMPORT => product_imports::work(app, actor, (Step::Import, &turn.detail), &row).await,
        UNDO => product_imports::work(app, actor, (Step::Undo, &turn.detail), &row).await,
        _ => orders::bulk::take(app, actor, &turn.detail, &row).await,
    };
    (row, outcome)
}

/// The versions that were told last.
#[derive(Debug, Default)]
pub struct Progress(Mutex<HashMap<Uuid, u64>>);

impl Progress {
    /// Tells what changed since the last time, whichever replica worked on it.
    pub async fn tell(&self, app: &App) -> sqlx::Result<()> {
        let changed = within(LONGEST_WORK, app.jobs.changed_within(LATELY)).await?;
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for job in &changed {
            if told.get(&job.id) != Some(&job.version) {
                app.live.tell_job(job.employee, job.id, job.version);
            }
        }
        *told = changed.into_iter().map(|job| (job.id, job.version)).collect();
        Ok(())
    }
}
