//! What edits have in common: one that collides answers with the thing as it is now (design 4).

use axum::Json;
use serde::Serialize;
use souk_rpc::Kind;

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
        Err(problem) if problem.kind() == Kind::Conflict => Err(match read().await {
            Ok(current) => problem.with_current(&current),
            Err(_) => problem,
        }),
        answer => answer.map(Json),
    }
}
