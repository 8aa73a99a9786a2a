//! What a failing database looks like to a caller.

use souk_rpc::Failure;

/// A database that is away or busy is worth another try; anything else is our fault.
pub fn of_database(error: sqlx::Error) -> Failure {
    match error {
        sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::Io(_) => {
            Failure::unavailable("the database does not answer").because(error)
        }
        other => Failure::internal(other),
    }
}
