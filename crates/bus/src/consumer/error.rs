//! Why a message was not handled, and so what becomes of it.

use anyhow::Error;
use souk_database::is_transient;

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
    /// Too much for one transaction: what was done of it is kept, and the handler is called again at once for the rest, with as much
    /// time. It knows by its own data what is left, and leaves less of it each time. Rejected where another handler hears the same event:
    /// that one would take effect once for each part.
    InPart(Error),
}

impl ConsumeError {
    pub(crate) fn cause(&self) -> &Error {
        match self {
            Self::Unavailable(cause)
            | Self::Failed(cause)
            | Self::Rejected(cause)
            | Self::Unknown(cause)
            | Self::InPart(cause) => cause,
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
