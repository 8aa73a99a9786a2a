//! What shoppers and search engines find while the shop is closed for maintenance: one page without a script, for all addresses but
//! that where orders are tracked. Whoever is signed in to the dashboard sees the shop as it is.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, StatusCode};
use souk_kernel::Language;
use souk_views::Settings;
use time::{OffsetDateTime, UtcOffset};

use super::frame::write_phone;
use super::html::{HTML, Html};
use super::parts::write_link;
use super::plain::Plain;
use super::route::{self, Personal, Route};
use super::words::{CLOSED, CLOSED_TEXT, OPENS_AGAIN, TRACK, day};
use crate::catalog::default_settings;
use crate::extract::language_of;
use crate::maintenance::Closure;
use crate::problem::{Problem, SHED};
use crate::reads::Copy;
use crate::state::App;
use crate::web_app::Files;

/// Beside the others, as the specification has it.
const CROSS_SELLING: &str = "/web/api/product/cross_selling/";

/// The closure that holds for the page at this address, and for whoever asks for it.
pub async fn holds_for(app: &App, parts: &Parts) -> Option<Arc<Closure>> {
    let closure = app.maintenance.closed()?;
    if matches!(route::read(parts.uri.path()).1, Some(Route::Personal(Personal::Track))) {
        return None;
    }
    (!is_staff(app, &parts.headers).await).then_some(closure)
}

async fn is_staff(app: &App, headers: &HeaderMap) -> bool {
    app.staff.authenticate(headers, false).await.is_ok()
}

/// Refuses what shoppers read of the catalogue while the shop is closed: from the page where they track an order, the app would go on to
/// all of it.
pub async fn refuse_catalogue(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_catalogue = request.uri().path().starts_with("/web/public/api/")
        || request.uri().path().starts_with(CROSS_SELLING);
    match app.maintenance.closed() {
        Some(closure) if is_catalogue && !is_staff(&app, request.headers()).await => {
            Problem::from(app.maintenance.refusal(&closure, language_of(request.headers()))).into_response()
        }
        _ => next.run(request).await,
    }
}

/// Refuses what machines read of the shop while it is closed.
pub async fn refuse(State(app): State<App>, request: Request, next: Next) -> Response {
    match app.maintenance.closed() {
        Some(closure) => {
            Problem::from(app.maintenance.refusal(&closure, Language::default())).into_response()
        }
        None => next.run(request).await,
    }
}

/// The page, of the settings that are known: nobody is asked for what it doesn't show. It says so to caches and search engines too, and
/// Envoy does not take it for a replica that fails.
pub async fn page(app: &App, closure: &Closure, path: &str) -> Response {
    let (language, path) = route::split_language(path);
    let settings = app.catalog.known_settings(language).await.as_deref().and_then(Copy::parsed);
    let files = app.web_app.storefront.files(None).unwrap_or_default();
    let shown = Shown {
        settings: &settings.unwrap_or_else(default_settings),
        files: &files,
        public_url: &app.public_url,
        path,
        now: app.clock.now(),
    };
    let html = shown.write(closure, language);
    let wait = closure.wait(shown.now).as_secs();
    let mut response = (StatusCode::SERVICE_UNAVAILABLE, html).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HTML);
    headers.insert(RETRY_AFTER, HeaderValue::from(wait));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.extend([SHED]);
    response
}

/// What the page is made of beside the closure.
struct Shown<'a> {
    settings: &'a Settings,
    files: &'a Files,
    public_url: &'a str,
    /// That was asked for, without its language.
    path: &'a str,
    now: OffsetDateTime,
}

impl Shown<'_> {
    fn write(&self, closure: &Closure, language: Language) -> String {
        let Shown { settings, files, public_url, path, now } = *self;
        let mut html = Html::new();
        html.raw("<div class=\"state\">").element("h1", CLOSED.to(language));
        let message = Some(closure.message(language)).filter(|message| !message.is_empty());
        html.raw("<p dir=\"auto\">").text(message.unwrap_or(CLOSED_TEXT.to(language))).raw("</p>");
        // Once it is past, nobody says when.
        if let Some(end) = closure.ends_at.filter(|end| *end > now) {
            html.raw("<p>")
                .text(OPENS_AGAIN.to(language))
                .raw(" <b><bdi>")
                .text(&moment(end, language))
                .raw("</bdi></b></p>");
        }
        html.raw("<div class=\"state_action\">");
        write_link(
            &mut html,
            "/order/track",
            &[("class", "button button_primary")],
            TRACK.to(language),
            language,
        );
        html.raw("</div>");
        write_phone(&mut html, &settings.phone);
        html.raw("</div>");
        let title = CLOSED.to(language);
        Plain { language, title, settings, files, public_url, path }.write(html)
    }
}

/// In the shop's time, an hour ahead of UTC the whole year.
fn moment(moment: OffsetDateTime, language: Language) -> String {
    let at = moment.to_offset(UtcOffset::from_hms(1, 0, 0).unwrap_or(UtcOffset::UTC));
    format!("{}, {:02}:{:02}", day(at.date(), language), at.hour(), at.minute())
}
