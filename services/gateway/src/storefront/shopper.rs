//! The shopper who asks, as handlers take them.

use axum::extract::FromRequestParts;
use http::request::Parts;
use souk_kernel::VisitorId;

use crate::extract::require_same_origin;
use crate::limits::ClientAddress;
use crate::problem::Problem;
use crate::state::App;
use crate::visitor::CSRF_HEADER;

/// The shopper that a valid bearer token names; with it, any change carried a valid anti-forgery token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visitor(pub VisitorId);

/// The shopper that a valid bearer token names, of a change that the specification names with this token alone: no browser sends it
/// by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bearer(pub VisitorId);

impl FromRequestParts<App> for Bearer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let visitor = bearer(app, parts)?;
        require_same_origin(&parts.headers)?;
        app.limits.change(visitor, ClientAddress::found(&parts.extensions))?;
        Ok(Self(visitor))
    }
}

impl FromRequestParts<App> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        admit(app, parts)
    }
}

/// The visitor of a request, which must carry the anti-forgery token when it changes something.
pub fn admit(app: &App, parts: &Parts) -> Result<Visitor, Problem> {
    let visitor = bearer(app, parts)?;
    let Parts { method, headers, extensions, .. } = parts;
    if method.is_safe() {
        return Ok(Visitor(visitor));
    }
    require_same_origin(headers)?;
    let token = headers.get(CSRF_HEADER).and_then(|token| token.to_str().ok()).unwrap_or_default();
    if !app.visitors.is_csrf(visitor, token) {
        return Err(Problem::forbidden("csrf", "X-CSRF-Token is missing or is not this visitor's"));
    }
    app.limits.change(visitor, ClientAddress::found(extensions))?;
    Ok(Visitor(visitor))
}

fn bearer(app: &App, parts: &Parts) -> Result<VisitorId, Problem> {
    let visitor = app.visitors.visitor_of(&parts.headers, app.clock.now());
    visitor.ok_or_else(|| Problem::unauthenticated("the call needs the bearer token of GET /web/api/session"))
}
