//! `GET /web/api/session`: what a page needs before it calls anything else.

use axum::Json;
use axum::extract::State;
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use http::HeaderValue;
use http::header::CACHE_CONTROL;
use serde::Serialize;
use souk_kernel::{Language, VisitorId, rfc3339};
use souk_views::Settings;
use utoipa::ToSchema;

use crate::extract::Locale;
use crate::state::App;
use crate::visitor::{COOKIE_VALIDITY, Purpose};

/// Keeps the browser's visitor id; signed, unreadable for scripts. Over https its name binds it to this host.
const COOKIE: &str = "souk_visitor";
const SECURE_COOKIE: &str = "__Host-souk_visitor";

/// A shopper's session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VisitorSession {
    /// For `Authorization: Bearer`.
    pub token: String,
    /// RFC 3339; ask again before it.
    pub expires_at: String,
    /// For `X-CSRF-Token` of changes.
    pub csrf_token: String,
    /// `fr`, `ar` or `en`.
    pub locale: LanguageCode,
    pub settings: Settings,
    /// Set in a demo shop.
    pub demo: bool,
}

/// A language code.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Language)]
pub enum LanguageCode {
    Fr,
    Ar,
    En,
}

impl From<Language> for LanguageCode {
    fn from(language: Language) -> Self {
        match language {
            Language::Fr => Self::Fr,
            Language::Ar => Self::Ar,
            Language::En => Self::En,
        }
    }
}

/// Gives the visitor's tokens and the shop's settings.
#[utoipa::path(get, path = "/web/api/session", tag = "storefront", operation_id = "session",
    responses((status = 200, body = VisitorSession)))]
pub async fn session(
    State(app): State<App>,
    Locale(language): Locale,
    jar: CookieJar,
) -> ([(http::HeaderName, HeaderValue); 1], CookieJar, Json<VisitorSession>) {
    let now = app.clock.now();
    let visitor = returning(&app, &jar).unwrap_or_else(|| VisitorId::new(app.clock.as_ref()));
    let session = VisitorSession {
        token: app.visitors.issue(Purpose::Bearer, visitor, now),
        expires_at: rfc3339(now + Purpose::Bearer.validity()),
        csrf_token: app.visitors.csrf(visitor),
        locale: language.into(),
        settings: app.catalog.settings(language).await,
        demo: app.demo,
    };
    ([(CACHE_CONTROL, HeaderValue::from_static("no-store"))], jar.add(cookie(&app, visitor)), Json(session))
}

/// The visitor whose browser was here before.
pub fn returning(app: &App, jar: &CookieJar) -> Option<VisitorId> {
    let cookie = jar.get(cookie_name(app))?;
    app.visitors.verify(Purpose::Cookie, cookie.value(), app.clock.now())
}

/// What the visitor's browser is known by from now on.
pub fn cookie(app: &App, visitor: VisitorId) -> Cookie<'static> {
    Cookie::build((cookie_name(app), app.visitors.issue(Purpose::Cookie, visitor, app.clock.now())))
        .path("/")
        .http_only(true)
        .secure(app.is_https())
        .same_site(SameSite::Lax)
        .max_age(COOKIE_VALIDITY)
        .build()
}

fn cookie_name(app: &App) -> &'static str {
    if app.is_https() { SECURE_COOKIE } else { COOKIE }
}
