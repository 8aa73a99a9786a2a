//! What edits and steps have in common: one that collides answers with the thing as it is now (design 4).

use axum::Json;
use serde::Serialize;
use souk_rpc::{Failure, Kind};

use crate::problem::Problem;

/// The answer of an edit; of one that collided, the problem with what `read` finds.
pub async fn or_current<T, F>(
    answer: Result<T, Problem>,
    read: impl FnOnce() -> F,
) -> Result<Json<T>, Problem>
where
    T: Serialize,
    F: Future<Output = Result<T, Problem>>,
{
    match answer {
        Err(problem) if problem.kind() == Kind::Conflict => Err(with_current(problem, read()).await),
        answer => answer.map(Json),
    }
}

/// The problem of a refused step; of one that collided or does not follow on where the thing stands, with what `read` finds.
pub async fn refused<T: Serialize>(
    failure: Failure,
    read: impl Future<Output = Result<T, Problem>>,
) -> Problem {
    match failure.kind {
        Kind::Conflict | Kind::Precondition => with_current(failure.into(), read).await,
        _ => failure.into(),
    }
}

async fn with_current<T: Serialize>(
    problem: Problem,
    read: impl Future<Output = Result<T, Problem>>,
) -> Problem {
    match read.await {
        Ok(current) => problem.with_current(&current),
        Err(_) => problem,
    }
}
