//! Security headers of every answer (research 3, S15).

use axum::response::Response;
use http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

/// Pages: scripts and styles from our own files only, and [the sheets](Shown::policy_with) that stand in their text.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
     base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";
/// The page that the dashboard shows the home page in: it alone stands in another page, one of ours.
const PREVIEW_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'self'; object-src 'none'";
/// The dashboard: its dialogs and toasts put styles of their own into the page; they run nothing. It frames its preview.
const DASHBOARD_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self'; \
     base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";
/// The one script that runs on its own (`web/public/service-worker.js`): it fetches what it keeps.
const WORKER_POLICY: &str = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";
/// Everything else shows nothing.
const DATA_POLICY: &str = "default-src 'none'; frame-ancestors 'none'";
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const ROBOTS_TAG: HeaderName = HeaderName::from_static("x-robots-tag");
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// What an address shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    Shop,
    Dashboard,
    Preview,
    Worker,
}

impl Shown {
    const fn policy(self) -> &'static str {
        match self {
            Self::Shop => PAGE_POLICY,
            Self::Dashboard => DASHBOARD_POLICY,
            Self::Preview => PREVIEW_POLICY,
            Self::Worker => WORKER_POLICY,
        }
    }

    /// The policy of a page in whose text these sheets stand, by what their [`hash`](crate::web_app::hash) calls them.
    pub fn policy_with(self, hashes: &str) -> HeaderValue {
        const STYLES: &str = "style-src 'self'";
        let policy = self.policy().replacen(STYLES, &format!("{STYLES} {hashes}"), 1);
        policy.try_into().unwrap_or_else(|_| HeaderValue::from_static(self.policy()))
    }
}

/// What a staff call answers holds people's names and phones: no browser keeps it where another call does not say otherwise.
pub fn keep_private(response: &mut Response) {
    response.headers_mut().entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

/// What neither caches nor search engines keep.
pub fn unlisted(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.remove(ETAG);
    headers.insert(ROBOTS_TAG, HeaderValue::from_static("noindex, nofollow, noarchive"));
    response
}

pub fn secure(response: &mut Response, shown: Shown, is_https: bool) {
    // A "not modified" has no type, and the policy it carried would replace the one stored with the page.
    let is_unmodified = response.status() == StatusCode::NOT_MODIFIED;
    let headers = response.headers_mut();
    if !is_unmodified {
        let policy = if is_page(headers) || shown == Shown::Worker { shown.policy() } else { DATA_POLICY };
        // A page says its own where sheets stand in its text.
        headers.entry(CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(policy));
    }
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let framed_by = if shown == Shown::Preview { "SAMEORIGIN" } else { "DENY" };
    headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static(framed_by));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin"));
    headers.insert(
        PERMISSIONS_POLICY,
        HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=()"),
    );
    headers.insert(OPENER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static("same-origin"));
    if is_https {
        let year = HeaderValue::from_static("max-age=31536000; includeSubDomains");
        headers.insert(STRICT_TRANSPORT_SECURITY, year);
    }
}

fn is_page(headers: &HeaderMap) -> bool {
    headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"))
}
