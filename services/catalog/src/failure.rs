//! What a failing part of this service looks like to a caller.

use souk_rpc::{Failure, Violations};

use crate::media::MediaError;
use crate::search::SearchError;

/// The code of what was at an address once and is gone for good.
pub const GONE: &str = "catalog.gone";

pub fn of_search(error: SearchError) -> Failure {
    match error {
        SearchError::NotReady => Failure::unavailable("the catalogue is being indexed"),
        SearchError::Busy => Failure::busy("catalog.busy", "search has more to do than it can"),
        SearchError::Engine(cause) => Failure::unavailable("search does not answer").because(cause),
    }
}

/// The value that a request's checks gave, or all that they found wrong.
pub fn checked<T>(value: Option<T>, violations: Violations) -> Result<T, Failure> {
    match value {
        Some(value) if violations.is_empty() => Ok(value),
        _ => Err(Failure::invalid("invalid_request", violations)),
    }
}

/// `field`: of the request, that held the picture.
pub fn of_media(field: &str, error: MediaError) -> Failure {
    let text = error.to_string();
    match error {
        MediaError::TooLarge => Failure::invalid_field(field, "form.validation.fileTooLarge", text),
        MediaError::TooManyPixels => Failure::invalid_field(field, "form.validation.tooManyPixels", text),
        MediaError::NotAPicture => Failure::invalid_field(field, "form.validation.notAPicture", text),
        MediaError::Storage(cause) => Failure::unavailable("pictures can't be stored now").because(cause),
        MediaError::Work(cause) => Failure::internal(cause),
        MediaError::Unknown => Failure::invalid_field(field, "form.validation.unknown", text),
        MediaError::Unnoted(cause) => Failure::unavailable("pictures can't be stored now").because(cause),
    }
}
