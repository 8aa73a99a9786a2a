//! What shoppers and search engines find while the shop is closed for maintenance: one page without a script, for all addresses but
//! that where orders are tracked. Whoever is signed in to the dashboard sees the shop as it is.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use http::request::Parts;
use http::{HeaderValue, StatusCode};
use souk_kernel::Language;
use time::{OffsetDateTime, UtcOffset};

use super::frame::Frame;
use super::html::{HTML, Html};
use super::parts::write_link;
use super::route::{self, Personal, Route};
use super::words::{CLOSED, CLOSED_TEXT, OPENS_AGAIN, TRACK, month};
use crate::maintenance::Closure;
use crate::problem::{Problem, SHED};
use crate::state::App;
use crate::web_app::Files;

/// The closure that holds for the page at this address, and for whoever asks for it.
pub async fn holds_for(app: &App, parts: &Parts) -> Option<Arc<Closure>> {
    let closure = app.maintenance.closed()?;
    if matches!(route::read(parts.uri.path()).1, Some(Route::Personal(Personal::Track))) {
        return None;
    }
    let is_staff = app.staff.authenticate(&parts.headers, false).await.is_ok();
    (!is_staff).then_some(closure)
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

/// The page. It says so to caches and search engines too, and Envoy does not take it for a replica that fails.
pub fn page(app: &App, frame: &Frame, closure: &Closure, language: Language) -> Response {
    let files = app.web_app.storefront.files(None).unwrap_or_default();
    let html = write(frame, &files, closure, language);
    let wait = closure.wait(app.clock.now()).as_secs();
    let mut response = (StatusCode::SERVICE_UNAVAILABLE, html).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HTML);
    headers.insert(RETRY_AFTER, HeaderValue::from(wait));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.extend([SHED]);
    response
}

fn write(frame: &Frame, files: &Files, closure: &Closure, language: Language) -> String {
    let mut html = Html::new();
    html.raw("<!doctype html>");
    html.open("html", &[("lang", language.code()), ("dir", language.direction())]);
    html.raw("<head><meta charset=\"utf-8\">");
    html.void("meta", &[("name", "viewport"), ("content", "width=device-width,initial-scale=1")]);
    html.void("meta", &[("name", "robots"), ("content", "noindex")]);
    html.element("title", &format!("{} · {}", CLOSED.to(language), frame.shop_name));
    for style in files.styles.iter().chain(Some(&frame.stylesheet).filter(|style| !style.is_empty())) {
        html.void("link", &[("rel", "stylesheet"), ("href", style)]);
    }
    html.raw("</head><body><header class=\"site-head\"><div class=\"wrap\"><div class=\"site-head_row\">");
    html.raw("<span class=\"site-head_logo\">").text(&frame.shop_name).raw("</span></div></div></header>");
    html.raw("<main class=\"wrap\" id=\"main\"><div class=\"state\">").element("h1", CLOSED.to(language));
    let message = Some(closure.message(language)).filter(|message| !message.is_empty());
    html.raw("<p>").text(message.unwrap_or(CLOSED_TEXT.to(language))).raw("</p>");
    if let Some(end) = closure.ends_at {
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
    if !frame.phone.is_empty() {
        html.raw("<p>").open("a", &[("class", "link ltr num"), ("href", &format!("tel:{}", frame.phone))]);
        html.text(&frame.phone).raw("</a></p>");
    }
    html.raw("</div></main></body></html>");
    html.into_string()
}

/// In the shop's time, an hour ahead of UTC the whole year.
fn moment(moment: OffsetDateTime, language: Language) -> String {
    let at = moment.to_offset(UtcOffset::from_hms(1, 0, 0).unwrap_or(UtcOffset::UTC));
    format!("{} {} {}, {:02}:{:02}", at.day(), month(at.month(), language), at.year(), at.hour(), at.minute())
}
