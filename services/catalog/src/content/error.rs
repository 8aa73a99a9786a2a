//! What can go wrong with content.

use souk_rpc::Failure;

use crate::failure::{of_media, of_search};
use crate::listings::ListingError;
use crate::media::MediaError;
use crate::search::SearchError;

/// Why content could not be read or saved.
#[derive(Debug, thiserror::Error)]
pub enum ContentError {
    #[error(transparent)]
    Search(#[from] SearchError),
    #[error(transparent)]
    Listing(#[from] ListingError),
    #[error(transparent)]
    Media(#[from] MediaError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    #[error("the page could not be written")]
    Json(#[from] serde_json::Error),
}

impl From<ContentError> for Failure {
    fn from(error: ContentError) -> Self {
        match error {
            ContentError::Search(error) => of_search(error),
            ContentError::Listing(error) => error.into(),
            ContentError::Media(error) => of_media("image", error),
            ContentError::Database(error) => souk_database::failure(error),
            ContentError::Json(error) => Self::internal(error),
        }
    }
}
