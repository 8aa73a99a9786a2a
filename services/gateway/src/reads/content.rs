//! The bytes of an answer and the forms in which they are sent. Compressed ones are made once per content, away from the threads that
//! answer.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, VARY,
};
use http::{HeaderMap, HeaderValue, StatusCode};
use sha2::{Digest as _, Sha256};
use tokio::sync::{OnceCell, Semaphore};
use tokio::time::Instant;

use crate::encoding::{Encoding, Parts, Within};

/// Smaller bodies are sent as they are.
const WORTH_COMPRESSING: usize = 512;
/// What an answer waits for its compression to begin: who finds more to do than that sends it plain, and Envoy compresses.
const PATIENCE: Duration = Duration::from_millis(50);
/// Compressions at once: more would only take the processors from those who answer.
static COMPRESSING: Semaphore = Semaphore::const_new(2);

/// The bytes of an answer with their compressed forms.
#[derive(Debug)]
pub struct Content {
    /// Without the sheets that stand in it.
    pub plain: Bytes,
    written: Option<Written>,
    kind: HeaderValue,
    /// Made when it is sent: what only pages are made of is not.
    etag: OnceLock<HeaderValue>,
    gzip: OnceCell<Parts>,
    brotli: OnceCell<Parts>,
}

/// The sheets that stand in a page's text, kept beside it: they are the same in all pages of a kind.
#[derive(Debug)]
pub struct Written {
    pub sheets: Arc<Within>,
    /// How far into the text.
    pub at: usize,
    /// The page's policy, which allows them.
    pub policy: HeaderValue,
}

impl Content {
    pub fn new(kind: HeaderValue, plain: Bytes) -> Self {
        let (etag, [gzip, brotli]) = (OnceLock::new(), [const { OnceCell::const_new() }; 2]);
        Self { plain, written: None, kind, etag, gzip, brotli }
    }

    /// What was made of an answer; the old content where nothing changed, so that it is not compressed again.
    pub(super) fn made(
        kind: HeaderValue,
        bytes: Vec<u8>,
        written: Option<Written>,
        old: Option<&Arc<Self>>,
    ) -> Arc<Self> {
        let policy = |written: &Option<Written>| written.as_ref().map(|written| written.policy.clone());
        match old {
            Some(old) if old.plain == bytes.as_slice() && policy(&old.written) == policy(&written) => {
                old.clone()
            }
            _ => Arc::new(Self { written, ..Self::new(kind, bytes.into()) }),
        }
    }

    pub fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.plain).ok()
    }

    fn etag(&self) -> &HeaderValue {
        let policy = self.written.as_ref().map_or(&b""[..], |written| written.policy.as_bytes());
        self.etag.get_or_init(|| tag(Sha256::new().chain_update(&self.plain).chain_update(policy)))
    }

    fn whole(&self) -> Bytes {
        let within = self.written.as_ref().map(|written| &*written.sheets);
        Encoding::Identity.joined(&self.parts(), within).unwrap_or_else(|| self.plain.clone())
    }

    /// What is before the sheets that stand in it and what is after them.
    fn parts(&self) -> Parts {
        match &self.written {
            Some(written) => [self.plain.slice(..written.at), self.plain.slice(written.at..)],
            None => [self.plain.clone(), Bytes::new()],
        }
    }

    /// The form that is sent: the wanted one, or the plain one when there is too much to compress.
    async fn encoded(&self, encoding: Encoding) -> (Encoding, Bytes) {
        let sheets = self.written.as_ref().map(|written| &written.sheets);
        let within = sheets.map(Arc::as_ref);
        let form = match encoding {
            Encoding::Identity => return (encoding, self.whole()),
            Encoding::Gzip => &self.gzip,
            Encoding::Brotli => &self.brotli,
        };
        let until = Instant::now() + PATIENCE;
        let made = form.get_or_try_init(|| compressed(self.parts(), sheets.cloned(), encoding, until)).await;
        match made.ok().and_then(|made| encoding.joined(made, within)) {
            Some(bytes) => (encoding, bytes),
            None => (Encoding::Identity, self.whole()),
        }
    }
}

/// There was no room for it in time.
struct NotCompressed;

async fn compressed(
    plain: Parts,
    sheets: Option<Arc<Within>>,
    encoding: Encoding,
    until: Instant,
) -> Result<Parts, NotCompressed> {
    let permit = tokio::time::timeout_at(until, COMPRESSING.acquire()).await;
    let permit = permit.ok().and_then(Result::ok).ok_or(NotCompressed)?;
    let task = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        encoding.parts(&plain, sheets.as_deref())
    });
    task.await.map_err(|_| NotCompressed)
}

/// A weak tag: the same for every encoding of the same content.
pub fn etag(content: &[u8]) -> HeaderValue {
    tag(Sha256::new().chain_update(content))
}

fn tag(of: Sha256) -> HeaderValue {
    use base64::Engine as _;
    let digest = of.finalize();
    let text = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(&digest[..12]);
    HeaderValue::try_from(format!("W/\"{text}\"")).unwrap_or_else(|_| HeaderValue::from_static("W/\"\""))
}

/// Sends a content in the best encoding that the client takes, or nothing when it has the same already.
pub async fn respond_with(content: &Content, status: StatusCode, request: &HeaderMap) -> Response {
    let mut response = Response::new(Body::empty());
    let headers = response.headers_mut();
    headers.insert(ETAG, content.etag().clone());
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding, accept-language"));
    if status == StatusCode::OK && is_known(request.get(IF_NONE_MATCH), content.etag()) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    let encoding = if content.plain.len() < WORTH_COMPRESSING {
        Encoding::Identity
    } else {
        Encoding::accepted(request.get(ACCEPT_ENCODING))
    };
    headers.insert(CONTENT_TYPE, content.kind.clone());
    headers.extend(content.written.as_ref().map(|written| (CONTENT_SECURITY_POLICY, written.policy.clone())));
    let (encoding, bytes) = content.encoded(encoding).await;
    if let Some(name) = encoding.header() {
        headers.insert(CONTENT_ENCODING, name);
    }
    *response.status_mut() = status;
    *response.body_mut() = Body::from(bytes);
    response
}

pub fn is_known(given: Option<&HeaderValue>, etag: &HeaderValue) -> bool {
    let strip = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let (Some(given), Ok(etag)) = (given.and_then(|given| given.to_str().ok()), etag.to_str()) else {
        return false;
    };
    given.trim() == "*" || given.split(',').any(|tag| strip(tag) == strip(etag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_client_that_has_it_gets_nothing_again() {
        let content = Content::new(HeaderValue::from_static("text/plain"), "x".repeat(1000).into());
        let mut request = HeaderMap::new();
        request.insert(ACCEPT_ENCODING, HeaderValue::from_static("gzip, br"));
        let response = respond_with(&content, StatusCode::OK, &request).await;
        assert_eq!(response.headers()[CONTENT_ENCODING], "br");
        request.insert(IF_NONE_MATCH, response.headers()[ETAG].clone());
        let again = respond_with(&content, StatusCode::OK, &request).await;
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_long_for_a_compression() {
        let content = Content::new(HeaderValue::from_static("text/plain"), "x".repeat(1000).into());
        let mut request = HeaderMap::new();
        request.insert(ACCEPT_ENCODING, HeaderValue::from_static("gzip, br"));
        let busy = COMPRESSING.acquire_many(2).await.expect("is open");
        let began = Instant::now();
        let answers = (0..20).map(|_| respond_with(&content, StatusCode::OK, &request));
        for answer in futures::future::join_all(answers).await {
            assert_eq!(answer.headers().get(CONTENT_ENCODING), None);
        }
        assert!(began.elapsed() <= PATIENCE * 2, "{:?}", began.elapsed());
        drop(busy);
        let response = respond_with(&content, StatusCode::OK, &request).await;
        assert_eq!(response.headers()[CONTENT_ENCODING], "br");
    }
}
