//! The HTML that browsers load (research, frontend): a page comes with its head, a readable body and the data that the
//! app would ask for first, so that it is read before a script runs; then the app takes over. What both sides agree on
//! is written in `web/src/storefront/shell-contract.ts`.
//!
//! A page is the same for everybody who opens its address: tokens are asked for by the app. It is kept ready like the
//! answers that it is made of ([`crate::reads`]).

mod availability;
mod blog;
mod closing;
mod cms;
mod content;
mod crawlers;
mod deal;
mod document;
mod draft;
mod feed;
mod frame;
mod home;
pub mod html;
mod listing;
mod money;
mod offline;
mod page;
mod parts;
mod plain;
mod product;
mod request;
mod route;
mod structured;
mod web_manifest;
pub mod words;

pub use self::availability::{Obstacle, chosen_first, obstacle};
pub use self::closing::{holds_for, page as closed_page, refuse_catalogue};
pub use self::money::price;
pub use self::page::parsed;
pub use self::parts::shown as shown_price;
pub use self::plain::Plain;

use std::sync::Arc;

use axum::extract::State;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::get;
use axum::{Extension, Router};
use http::header::{CACHE_CONTROL, RETRY_AFTER};
use http::request::Parts;
use http::{HeaderValue, Method, StatusCode, Uri};
use souk_kernel::Language;

use self::document::Document;
use self::frame::Frames;
use self::html::{Answers, HTML, Html};
use self::page::{Page, font, made, no_web_app};
use self::request::Request;
pub use self::route::{
    ORDER_FORM_PATH, blog_category_path, blog_post_path, brand_line_path, brand_path, category_path,
    cms_page_path, collection_path, draft_path, localized, product_path,
};
use self::route::{PREVIEW_PATH, Route};
use crate::extract::Asked;
use crate::headers::{Shown, unlisted};
use crate::limits::ClientAddress;
use crate::listing_query::ListingQuery;
use crate::problem::{self, Problem};
use crate::reads::{self, respond_with};
use crate::state::App;

/// Addresses of calls and files: a wrong one is a problem, not a page.
const NOT_PAGES: [&str; 7] = ["/web/", "/public/", "/dashboard/", "/api/", "/media/", "/assets/", "/feeds/"];

/// Keeps the page that is shown without a network.
const WORKER: &str = "/service-worker.js";

/// What search engines, advertisers and phones ask for, the way to the dashboard for who takes its calls' address for its own, and at every address that no
/// other route takes: a page.
pub fn routes(app: &App) -> Router<App> {
    let dashboard = || get(async || Redirect::permanent("/admin/"));
    crawlers::routes()
        .merge(feed::routes())
        .merge(web_manifest::routes())
        .route_layer(from_fn_with_state(app.clone(), closing::refuse))
        .route("/dashboard", dashboard())
        .route("/dashboard/", dashboard())
        .fallback(serve)
        .layer(Extension(Arc::<Frames>::default()))
}

/// Answers what no route took: a page, or a problem where the address belongs to the API.
async fn serve(State(app): State<App>, frames: Extension<Arc<Frames>>, Asked(parts): Asked) -> Response {
    let path = parts.uri.path();
    let is_page = [Method::GET, Method::HEAD].contains(&parts.method)
        && !NOT_PAGES.iter().any(|prefix| path.starts_with(prefix));
    if !is_page {
        return Problem::not_found("there is nothing at this address").into_response();
    }
    if !is_dashboard(path)
        && let Some(closure) = closing::holds_for(&app, &parts).await
    {
        return closing::page(&app, &closure, path).await;
    }
    match answer(&app, &frames, &parts).await {
        Ok(response) => response,
        Err(problem) => problem.into_response(),
    }
}

async fn answer(app: &App, frames: &Frames, parts: &Parts) -> Result<Response, Problem> {
    let Page { status, body, wait, is_shed, location, is_draft } = if is_dashboard(parts.uri.path()) {
        dashboard(app, crate::extract::language_of(&parts.headers)).await?
    } else {
        storefront(app, frames, &parts.uri, ClientAddress::found(&parts.extensions)).await?
    };
    if let Some(location) = location {
        if is_draft {
            return Ok(unlisted(Redirect::to(&location).into_response()));
        }
        let query = parts.uri.query().map(|query| format!("?{query}")).unwrap_or_default();
        // An address may come back to where it was: browsers ask each time.
        let asked_again = [(CACHE_CONTROL, HeaderValue::from_static("no-cache"))];
        return Ok((asked_again, Redirect::permanent(&format!("{location}{query}"))).into_response());
    }
    let mut response = respond_with(&body, status, &parts.headers).await;
    if let Some(wait) = wait {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(wait.as_secs()));
    }
    if is_shed {
        response.headers_mut().extend([problem::SHED]);
    }
    Ok(if is_draft { unlisted(response) } else { response })
}

/// What its headers allow the page at this path.
pub fn shown(path: &str) -> Shown {
    match route::split_language(path).1.trim_end_matches('/') {
        _ if is_dashboard(path) => Shown::Dashboard,
        PREVIEW_PATH => Shown::Preview,
        _ if path == WORKER => Shown::Worker,
        _ => Shown::Shop,
    }
}

/// What a page's requests are counted as, in whatever language; none where there is no such page.
pub fn pattern(path: &str) -> Option<&'static str> {
    if is_dashboard(path) { Some("/admin/{*rest}") } else { Some(route::read(path).1?.pattern()) }
}

/// Whether the path is one of the dashboard's screens.
fn is_dashboard(path: &str) -> bool {
    path == "/admin" || path.starts_with("/admin/")
}

/// The dashboard's empty page, the same at all its addresses; its app does the rest.
async fn dashboard(app: &App, language: Language) -> Result<Page, Problem> {
    let write = async || empty_dashboard(app, language);
    let copy = app.catalog.reads().load_as(HTML, &format!("dashboard {language}"), write).await?;
    Ok(Page::new(StatusCode::OK, copy.body.clone()))
}

fn empty_dashboard(app: &App, language: Language) -> Result<reads::Fetched, Problem> {
    let files = app.web_app.dashboard.files(None).ok_or_else(no_web_app)?;
    let page = Document {
        language,
        shop_name: "Souk",
        public_url: &app.public_url,
        head: content::untold("").head,
        body: Html::new(),
        answers: Answers::default(),
        files: &files,
        sheets: None,
        shown: Shown::Dashboard,
        font: font(&app.web_app.dashboard, language),
        theme: "",
        favicon: "",
        touch_icon: "",
        missing: None,
    };
    Ok(made(page.write()))
}

/// A page is kept under what it shows: other spellings of its address, and parameters that are none of ours (a
/// campaign's `utm_source`), show the same copy.
async fn storefront(app: &App, frames: &Frames, uri: &Uri, client: ClientAddress) -> Result<Page, Problem> {
    let (language, route) = route::read(uri.path());
    let (words, query) = match route {
        Some(Route::Search) => ListingQuery::lenient(uri.query().unwrap_or_default()),
        Some(Route::Listing { .. }) => (None, ListingQuery::lenient(uri.query().unwrap_or_default()).1),
        Some(Route::Blog | Route::BlogCategory { .. }) => {
            (None, ListingQuery::lenient(uri.query().unwrap_or_default()).1.paging())
        }
        _ => (None, ListingQuery::default()),
    };
    let request = Request { app, frames, client, language, words, query };
    let Some(route) = route else { return request.missing(StatusCode::NOT_FOUND, words::NOT_FOUND).await };
    let page = request.page(&route, uri.query().unwrap_or_default()).await?;
    Ok(Page { is_draft: matches!(route, Route::Draft { .. }), ..page })
}
