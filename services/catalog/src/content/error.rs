//! What can go wrong with content.

use souk_rpc::Failure;

use super::model::MOST_BLOCKS;
use crate::failure::{of_media, of_search};
use crate::listings::ListingError;
use crate::media::MediaError;
use crate::search::SearchError;
use crate::versions::OutOfDate;

/// Why content could not be read or saved.
#[derive(Debug, thiserror::Error)]
pub enum ContentError {
    #[error("there is no such block")]
    UnknownBlock,
    #[error("the block was changed by somebody else; it is at version {0}")]
    Stale(u64),
    #[error("the home page has {MOST_BLOCKS} blocks already; take one away first")]
    TooManyBlocks,
    #[error("what the block shall show is not there")]
    UnknownSource,
    #[error("the block has no such picture")]
    UnknownPicture(String),
    #[error(transparent)]
    Search(#[from] SearchError),
    #[error(transparent)]
    Listing(#[from] ListingError),
    /// Of the request's field.
    #[error("the picture in {0} can't be taken")]
    Media(String, #[source] MediaError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    #[error("the page could not be written")]
    Json(#[from] serde_json::Error),
}

impl From<OutOfDate> for ContentError {
    fn from(how: OutOfDate) -> Self {
        match how {
            OutOfDate::Gone => Self::UnknownBlock,
            OutOfDate::At(version) => Self::Stale(version),
        }
    }
}

impl From<ContentError> for Failure {
    fn from(error: ContentError) -> Self {
        let text = error.to_string();
        match error {
            ContentError::UnknownBlock => Self::not_found("catalog.unknown_block", text),
            ContentError::Stale(version) => {
                Self::conflict("catalog.stale_version", text).with("version", version)
            }
            ContentError::TooManyBlocks => Self::invalid_field("type", "form.validation.tooMany", text),
            ContentError::UnknownSource => Self::invalid_field("source", "form.validation.unknown", text),
            ContentError::UnknownPicture(field) => {
                Self::invalid_field(field, "form.validation.unknown", text)
            }
            ContentError::Search(error) => of_search(error),
            ContentError::Listing(error) => error.into(),
            ContentError::Media(field, error) => of_media(&field, error),
            ContentError::Database(error) => souk_database::failure(error),
            ContentError::Json(error) => Self::internal(error),
        }
    }
}
