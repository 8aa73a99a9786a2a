//! What an error of the database means to a caller.

use souk_rpc::Failure;

/// Away or busy: try again later. Anything else is our fault.
pub fn failure(error: sqlx::Error) -> Failure {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed => {
            Failure::unavailable("the database of orders does not answer").because(error)
        }
        other => Failure::internal(other),
    }
}

/// An UPDATE that changed no row is never silently fine (house 3).
pub fn ensure_changed(rows: u64) -> sqlx::Result<()> {
    if rows == 0 { Err(sqlx::Error::RowNotFound) } else { Ok(()) }
}

/// A stored value that the domain refuses is a broken row, not a caller's mistake.
pub fn decoded<T, E: std::error::Error + Send + Sync + 'static>(result: Result<T, E>) -> sqlx::Result<T> {
    result.map_err(|error| sqlx::Error::Decode(Box::new(error)))
}
