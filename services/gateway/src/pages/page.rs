//! A page as it is sent, and what all pages are made by.

use std::sync::Arc;
use std::time::Duration;

use http::StatusCode;
use souk_kernel::Language;
use tokio::time::Instant;

use crate::problem::Problem;
use crate::reads::{self, Copy, Written};
use crate::web_app::Manifest;

/// A page that is ready to be sent.
pub struct Page {
    pub status: StatusCode,
    pub body: Arc<reads::Content>,
    /// When to ask again, of one that can't be had now.
    pub wait: Option<Duration>,
    /// Whether it stands in for one that there was no time to make.
    pub is_shed: bool,
    /// Where what it was asked for is now.
    pub location: Option<String>,
    /// Whether neither caches nor search engines may keep it.
    pub is_draft: bool,
}

impl Page {
    pub const fn new(status: StatusCode, body: Arc<reads::Content>) -> Self {
        Self { status, body, wait: None, is_shed: false, location: None, is_draft: false }
    }
}

pub fn no_web_app() -> Problem {
    Problem::not_found("this gateway serves the API alone")
}

/// Arabic has a font of its own, which the first line of text needs.
pub fn font(app: &Manifest, language: Language) -> Option<String> {
    (language == Language::Ar).then(|| app.asset("cairo-arabic")).flatten()
}

/// A page that shows nothing but what we say ourselves.
pub fn made((html, written): (String, Option<Written>)) -> reads::Fetched {
    reads::Fetched { bytes: html.into_bytes(), written, at: Instant::now() }
}

/// The value of a copy of ours.
pub fn parsed<T: serde::de::DeserializeOwned>(copy: &Copy) -> Result<T, Problem> {
    serde_json::from_slice(&copy.body.plain).map_err(|error| souk_rpc::Failure::internal(error).into())
}
