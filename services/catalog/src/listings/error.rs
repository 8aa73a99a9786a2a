//! What can go wrong with lists.

use souk_rpc::Failure;

use crate::failure::{GONE, of_search};
use crate::search::SearchError;

/// Why a list could not be given.
#[derive(Debug, thiserror::Error)]
pub enum ListingError {
    #[error("there is no such {0}")]
    UnknownScope(&'static str),
    #[error("it is at another address now")]
    Moved(String),
    #[error("it was taken away")]
    Gone,
    #[error(transparent)]
    Search(#[from] SearchError),
    #[error("the list could not be written")]
    Json(#[from] serde_json::Error),
}

impl From<ListingError> for Failure {
    fn from(error: ListingError) -> Self {
        let text = error.to_string();
        match error {
            ListingError::UnknownScope(scope) => {
                Self::not_found("catalog.unknown_listing", text).with("scope", scope)
            }
            ListingError::Gone => Self::not_found(GONE, text),
            ListingError::Moved(slug) => Self::not_found("catalog.moved", text).with("movedTo", slug),
            ListingError::Search(error) => of_search(error),
            ListingError::Json(error) => Self::internal(error),
        }
    }
}
