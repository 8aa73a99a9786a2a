//! Why a message was not handled, and so what becomes of it.

use anyhow::Error;

/// What became of a message's handling. Made by `?` from any error, which tells a database that is away from a
/// message that is at fault.
#[derive(Debug)]
pub enum ConsumeError {
    /// Not the message's fault (the database is away, a lock that somebody keeps, a deadlock): tried again in place,
    /// for as long as it takes.
    Unavailable(Error),
    /// Goes back to the queue, and to the dead letters after [`MOST_ATTEMPTS`](crate::MOST_ATTEMPTS).
    Failed(Error),
    /// Can never be handled: goes to the dead letters at once.
    Rejected(Error),
    /// Says what only a newer release knows: waits for one, as an event of a type that is not known here.
    Unknown(Error),
}

impl ConsumeError {
    pub(crate) fn cause(&self) -> &Error {
        match self {
            Self::Unavailable(cause) | Self::Failed(cause) | Self::Rejected(cause) | Self::Unknown(cause) => {
                cause
            }
        }
    }
}

impl<E: Into<Error>> From<E> for ConsumeError {
    fn from(error: E) -> Self {
        let error = error.into();
        if error.chain().filter_map(|cause| cause.downcast_ref()).any(is_transient) {
            Self::Unavailable(error)
        } else {
            Self::Failed(error)
        }
    }
}

/// Whether the same statement may succeed later with nothing changed.
fn is_transient(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => true,
        // SQLSTATE: 08 connection, 40 rollback (deadlock), 53 resources, 55P03 a lock that is not to be had, 57P operator (shutdown).
        // Not 57014: a statement that takes too long does so again.
        sqlx::Error::Database(error) => error.code().is_some_and(|code| {
            ["08", "40", "53", "55P03", "57P"].iter().any(|class| code.starts_with(class))
        }),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::{Context as _, anyhow};

    #[test]
    fn a_database_that_is_away_is_not_the_messages_fault() {
        let wrapped =
            Err::<(), _>(sqlx::Error::PoolTimedOut).context("loading the order").expect_err("is an error");
        assert!(matches!(ConsumeError::from(wrapped), ConsumeError::Unavailable(_)));
    }

    #[test]
    fn any_other_error_counts_against_the_message() {
        assert!(matches!(ConsumeError::from(sqlx::Error::RowNotFound), ConsumeError::Failed(_)));
        assert!(matches!(ConsumeError::from(anyhow!("no such product")), ConsumeError::Failed(_)));
    }
}
