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
mod parts;
mod plain;
mod product;
mod route;
mod structured;
mod web_manifest;
pub mod words;

pub use self::availability::{Obstacle, chosen_first, obstacle};
pub use self::closing::{holds_for, page as closed_page, refuse_catalogue};
pub use self::money::price;
pub use self::parts::shown as shown_price;
pub use self::plain::Plain;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::get;
use axum::{Extension, Router};
use http::header::{CACHE_CONTROL, RETRY_AFTER};
use http::request::Parts;
use http::{HeaderValue, Method, StatusCode, Uri};
use memchr::memmem;
use serde_json::{Value, json};
use souk_kernel::{CombinationId, Language};
use souk_proto::catalog::v1::get_listing_request::Scope;
use souk_rpc::Kind;
use souk_views::ShopPromise;
use tokio::time::Instant;

use self::content::{Content, Place};
use self::document::Document;
use self::frame::{Frame, Frames};
use self::html::{Answers, HTML, Html};
pub use self::route::{
    ORDER_FORM_PATH, blog_category_path, blog_post_path, brand_line_path, brand_path, category_path,
    cms_page_path, collection_path, draft_path, localized, product_path,
};
use self::route::{PREVIEW_PATH, Personal, Route};
use crate::catalog::Read;
use crate::extract::Asked;
use crate::headers::{Shown, unlisted};
use crate::limits::ClientAddress;
use crate::listing_query::ListingQuery;
use crate::problem::{self, Problem};
use crate::reads::{self, Copy, Written, respond_with};
use crate::state::App;
use crate::web_app::{Files, Manifest};

/// Addresses of calls and files: a wrong one is a problem, not a page.
const NOT_PAGES: [&str; 7] = ["/web/", "/public/", "/dashboard/", "/api/", "/media/", "/assets/", "/feeds/"];

/// Keeps the page that is shown without a network.
const WORKER: &str = "/service-worker.js";

/// When to ask again for a page whose data are away.
const AWAY: Duration = Duration::from_secs(2);

/// What a page was asked with; of a search its words, of a listing the part of it that its address names.
struct Request<'a> {
    app: &'a App,
    frames: &'a Frames,
    client: ClientAddress,
    language: Language,
    words: Option<String>,
    query: ListingQuery,
}

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

/// A page that is ready to be sent.
struct Page {
    status: StatusCode,
    body: Arc<reads::Content>,
    /// When to ask again, of one that can't be had now.
    wait: Option<Duration>,
    /// Whether it stands in for one that there was no time to make.
    is_shed: bool,
    /// Where what it was asked for is now.
    location: Option<String>,
    /// Whether neither caches nor search engines may keep it.
    is_draft: bool,
}

impl Page {
    const fn new(status: StatusCode, body: Arc<reads::Content>) -> Self {
        Self { status, body, wait: None, is_shed: false, location: None, is_draft: false }
    }
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

fn no_web_app() -> Problem {
    Problem::not_found("this gateway serves the API alone")
}

/// Arabic has a font of its own, which the first line of text needs.
fn font(app: &Manifest, language: Language) -> Option<String> {
    (language == Language::Ar).then(|| app.asset("cairo-arabic")).flatten()
}

impl Request<'_> {
    /// The page, or what stands in its place.
    async fn page(&self, route: &Route, query: &str) -> Result<Page, Problem> {
        let made = match route {
            Route::Draft { token } => self.draft(token).await,
            _ => self.copy(route, query).await.map(|copy| Page::new(StatusCode::OK, copy.body.clone())),
        };
        match made {
            Ok(page) => Ok(page),
            Err(problem) if problem.kind() == Kind::NotFound => {
                let location = route.moved(&problem).map(|path| route::localized(self.language, &path));
                let (status, words) = if problem.is_gone() {
                    (StatusCode::GONE, words::GONE)
                } else {
                    (StatusCode::NOT_FOUND, route.gone())
                };
                Ok(Page { location, ..self.missing(status, words).await? })
            }
            Err(problem) => match problem.kind() {
                // What its address asks for can't be.
                Kind::Invalid => self.missing(StatusCode::NOT_FOUND, route.gone()).await,
                Kind::Busy => {
                    Ok(Page { is_shed: true, ..self.without_data(&problem, problem.status(), AWAY).await? })
                }
                Kind::RateLimited => self.without_data(&problem, problem.status(), problem.wait()).await,
                Kind::Internal => Err(problem),
                // What is wrong with the shop is no fault of its address.
                _ => self.without_data(&problem, StatusCode::SERVICE_UNAVAILABLE, AWAY).await,
            },
        }
    }

    async fn read(&self, read: &Read) -> Result<Arc<Copy>, Problem> {
        self.app.catalog.read(read, self.language, || self.app.limits.miss(self.client)).await
    }

    /// The page, kept under what it shows.
    async fn copy(&self, route: &Route, query: &str) -> Result<Arc<Copy>, Problem> {
        let route = self.chosen(route.clone(), query).await?;
        let key = format!("page {} {route:?} {:?} {:?}", self.language, self.words, self.query);
        self.app.catalog.reads().load_as(HTML, &key, || self.render(&route)).await
    }

    async fn render(&self, route: &Route) -> Result<reads::Fetched, Problem> {
        let frame = self.frame().await;
        let place = Place {
            language: self.language,
            path: &route.path(),
            public_url: &self.app.public_url,
            shop_name: &frame.shop_name,
            logo: &frame.logo,
        };
        let (content, query) = match route {
            Route::Personal(Personal::Offline) => (offline::offline(&frame, self.language), None),
            Route::Home => self.home(&frame.promises, place).await?,
            Route::Listing { scope, slug } => self.listing(*scope, slug, place).await?,
            Route::Search => self.search(place).await?,
            Route::Product { slug, combination } => self.product(slug, *combination, place).await?,
            Route::Cms { slug } => self.cms_page(slug, place).await?,
            Route::Blog => self.blog(None, place).await?,
            Route::BlogCategory { slug } => self.blog(Some(slug), place).await?,
            Route::BlogPost { slug } => self.blog_post(slug, place).await?,
            // Made apart: it is not kept.
            Route::Draft { .. } => (content::untold(""), None),
            Route::Personal(page) => (content::personal(*page, self.language), None),
        };
        // A page is as old as what it shows.
        let at = query.as_ref().map_or_else(Instant::now, |(_, copy)| copy.fetched_at());
        let page = self.document(&frame, content, query, Some(route), None)?;
        Ok(reads::Fetched { at, ..made(page) })
    }

    async fn home(
        &self,
        promises: &[ShopPromise],
        place: Place<'_>,
    ) -> Result<(Content, Option<Query>), Problem> {
        let copy = self.read(&Read::Home).await?;
        let home = parsed(&copy)?;
        let query = (json!(["get", "/web/public/api/home"]), copy);
        Ok((home::home(&home, promises, place), Some(query)))
    }

    async fn listing(
        &self,
        scope: Scope,
        slug: &str,
        place: Place<'_>,
    ) -> Result<(Content, Option<Query>), Problem> {
        let shown = self.query.shown();
        let key = match scope {
            Scope::Category => {
                let init = json!({ "params": { "path": { "category": slug }, "query": shown } });
                json!(["get", "/web/public/api/category/products/{category}", init])
            }
            Scope::Brand => {
                let init = json!({ "params": { "path": { "brand": slug }, "query": shown } });
                json!(["get", "/web/public/api/brand/products/{brand}", init])
            }
            Scope::BrandLine => {
                let init = json!({ "params": { "path": { "brandLine": slug }, "query": shown } });
                json!(["get", "/web/public/api/brandLine/products/{brandLine}", init])
            }
            Scope::Collection => {
                let init = json!({ "params": { "path": { "collection": slug }, "query": shown } });
                json!(["get", "/web/public/api/collection/products/{collection}", init])
            }
            Scope::Promotion => {
                let init = json!({ "params": { "path": { "discount": slug }, "query": shown } });
                json!(["get", "/web/public/api/promotions/products/{discount}", init])
            }
            Scope::Featured => listing_key("/web/public/api/featured/products", &shown),
            _ => listing_key("/web/public/api/new/products", &shown),
        };
        self.list(scope, slug, key, place).await
    }

    async fn search(&self, place: Place<'_>) -> Result<(Content, Option<Query>), Problem> {
        let title = words::listing_title(Scope::Search, self.language);
        let Some(words) = &self.words else { return Ok((content::untold(title), None)) };
        let mut shown = self.query.shown();
        shown["q"] = Value::from(words.as_str());
        let key = listing_key("/web/public/api/search/products", &shown);
        let (mut content, query) = self.list(Scope::Search, words, key, place).await?;
        content.head.indexed = false;
        Ok((content, query))
    }

    async fn list(
        &self,
        scope: Scope,
        key: &str,
        query_key: Value,
        place: Place<'_>,
    ) -> Result<(Content, Option<Query>), Problem> {
        let read = Read::Listing { scope, key: key.to_owned(), query: self.query.clone() };
        let copy = self.read(&read).await?;
        let listing = parsed(&copy)?;
        let content = listing::listing(&listing, scope, place, (self.words.as_deref(), &self.query));
        Ok((content, Some((query_key, copy))))
    }

    /// The page with the combination chosen that the address names, where the product has it: what it hasn't is no page of its own.
    async fn chosen(&self, route: Route, query: &str) -> Result<Route, Problem> {
        let Route::Product { slug, .. } = route else { return Ok(route) };
        let wanted = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "combination");
        let wanted = wanted.and_then(|(_, id)| id.parse::<CombinationId>().ok());
        let Some(id) = wanted else { return Ok(Route::Product { slug, combination: None }) };
        let copy = self.read(&Read::Product { slug: slug.clone() }).await?;
        // Not parsed for it: the page does so once, and this is asked of each request.
        let is_told = memmem::find(&copy.body.plain, format!("\"{id}\"").as_bytes()).is_some();
        Ok(Route::Product { slug, combination: is_told.then_some(id) })
    }

    async fn product(
        &self,
        slug: &str,
        combination: Option<CombinationId>,
        place: Place<'_>,
    ) -> Result<(Content, Option<Query>), Problem> {
        // One product's answer makes as many pages as it has combinations.
        if combination.is_some() {
            self.app.limits.miss(self.client)?;
        }
        let read = Read::Product { slug: slug.to_owned() };
        let copy = self.read(&read).await?;
        let page = parsed(&copy)?;
        let key =
            json!(["get", "/web/public/api/product/{slug}", { "params": { "path": { "slug": slug } } }]);
        let content = product::product(&page, combination, place);
        Ok((content, Some((key, copy))))
    }

    async fn cms_page(&self, slug: &str, place: Place<'_>) -> Result<(Content, Option<Query>), Problem> {
        let read = Read::CmsPage { slug: slug.to_owned() };
        let copy = self.read(&read).await?;
        let page = parsed(&copy)?;
        let key =
            json!(["get", "/web/public/api/cms-page/{slug}", { "params": { "path": { "slug": slug } } }]);
        Ok((cms::cms_page(&page, place), Some((key, copy))))
    }

    /// The posts of a category, of all without one.
    async fn blog(
        &self,
        category: Option<&str>,
        place: Place<'_>,
    ) -> Result<(Content, Option<Query>), Problem> {
        let read = Read::BlogPosts { category: category.map(str::to_owned), page: self.query.wanted() };
        let copy = self.read(&read).await?;
        let list = parsed(&copy)?;
        let shown = self.query.shown();
        let key = match category {
            Some(slug) => {
                let init = json!({ "params": { "path": { "slug": slug }, "query": shown } });
                json!(["get", "/web/public/api/blog/category/{slug}", init])
            }
            None => listing_key("/web/public/api/blog/posts", &shown),
        };
        Ok((blog::posts(&list, place, &self.query), Some((key, copy))))
    }

    async fn blog_post(&self, slug: &str, place: Place<'_>) -> Result<(Content, Option<Query>), Problem> {
        let read = Read::BlogPost { slug: slug.to_owned() };
        let copy = self.read(&read).await?;
        let post = parsed(&copy)?;
        let key =
            json!(["get", "/web/public/api/blog/post/{slug}", { "params": { "path": { "slug": slug } } }]);
        Ok((blog::post(&post, place), Some((key, copy))))
    }

    /// The same at every address that is no page of its kind: whoever tries many costs as little as whoever reads one.
    async fn missing(&self, status: StatusCode, words: words::Word) -> Result<Page, Problem> {
        let text = words.to(self.language);
        let write = async || {
            let frame = self.frame().await;
            Ok::<_, Problem>(made(self.document(&frame, content::missing(text), None, None, Some(status))?))
        };
        let key = format!("missing {status} {} {text}", self.language);
        let copy = self.app.catalog.reads().load_as(HTML, &key, write).await?;
        Ok(Page::new(status, copy.body.clone()))
    }

    /// The app alone, where the catalogue is away or its reader may not ask it now, and nothing was kept: it says so and tries again.
    async fn without_data(
        &self,
        why: &Problem,
        status: StatusCode,
        wait: Duration,
    ) -> Result<Page, Problem> {
        why.record();
        let write = async || {
            let frame = self.frame().await;
            Ok::<_, Problem>(made(self.document(&frame, content::untold(""), None, None, None)?))
        };
        let key = format!("untold {}", self.language);
        let copy = self.app.catalog.reads().load_as(HTML, &key, write).await?;
        Ok(Page { wait: Some(wait), ..Page::new(status, copy.body.clone()) })
    }

    async fn frame(&self) -> Arc<Frame> {
        let settings = self.app.catalog.known_settings(self.language).await;
        let menus = self.read(&Read::Menus).await.ok();
        self.frames.of(settings, menus, self.language)
    }

    fn document(
        &self,
        frame: &Frame,
        content: Content,
        query: Option<Query>,
        route: Option<&Route>,
        missing: Option<StatusCode>,
    ) -> Result<(String, Option<Written>), Problem> {
        let app = self.app;
        let mut files = app.web_app.storefront.files(route.and_then(Route::chunk)).ok_or_else(no_web_app)?;
        let is_preview = matches!(route, Some(Route::Personal(Personal::Preview)));
        let (mut body, mut answers) = (Html::new(), Answers::default());
        let content_body = content.body.into_string();
        if matches!(route, Some(Route::Personal(Personal::Offline))) {
            // The app would ask a network that is away.
            files = Files { entry: offline::SCRIPT.to_owned(), modules: Vec::new(), ..files };
            body.raw(&content_body);
        } else {
            body.raw(&frame.header).raw(&content_body).raw(&frame.footer);
            answers = frame.answers.clone();
        }
        if let Some((key, copy)) = query
            && let Some(json) = copy.body.text()
        {
            answers.add(&key, json);
        }
        let document = Document {
            language: self.language,
            shop_name: &frame.shop_name,
            public_url: &app.public_url,
            head: content.head,
            body,
            answers,
            files: &files,
            sheets: Some(app.web_app.sheets(&files).ok_or_else(no_web_app)?),
            shown: if is_preview { Shown::Preview } else { Shown::Shop },
            font: font(&app.web_app.storefront, self.language),
            theme: &frame.theme,
            favicon: &frame.favicon,
            touch_icon: &frame.touch_icon,
            missing,
        };
        Ok(document.write())
    }
}

/// A page that shows nothing but what we say ourselves.
fn made((html, written): (String, Option<Written>)) -> reads::Fetched {
    reads::Fetched { bytes: html.into_bytes(), written, at: Instant::now() }
}

/// A query's key with its answer.
type Query = (Value, Arc<Copy>);

fn listing_key(path: &str, shown: &Value) -> Value {
    json!(["get", path, { "params": { "query": shown } }])
}

/// The value of a copy of ours.
pub fn parsed<T: serde::de::DeserializeOwned>(copy: &Copy) -> Result<T, Problem> {
    serde_json::from_slice(&copy.body.plain).map_err(|error| souk_rpc::Failure::internal(error).into())
}

impl Route {
    /// The path of the same kind of page that what was here moved to.
    fn moved(&self, problem: &Problem) -> Option<String> {
        let slug = problem.moved_to()?;
        match (self, problem.moved_below()) {
            (Self::Product { .. }, Some(category)) => Some(product_path(category, slug)),
            _ => self.with_slug(slug).map(|route| route.path()),
        }
    }

    /// What its address says when nothing is there.
    const fn gone(&self) -> words::Word {
        match self {
            Self::Listing { scope: Scope::Promotion, .. } => words::NO_PROMOTION,
            Self::Draft { .. } => words::DRAFT_OVER,
            _ => words::NOT_FOUND,
        }
    }

    /// The source of the app's chunk that shows the page.
    fn chunk(&self) -> Option<&'static str> {
        match self {
            Self::Home => Some("src/storefront/routes/home.tsx"),
            Self::Listing { .. } | Self::Search => Some("src/storefront/routes/listing.tsx"),
            Self::Product { .. } => Some("src/storefront/routes/product.tsx"),
            Self::Cms { .. } => Some("src/storefront/routes/cms-page.tsx"),
            Self::Blog | Self::BlogCategory { .. } | Self::BlogPost { .. } => {
                Some("src/storefront/routes/blog.tsx")
            }
            Self::Personal(Personal::Preview) => Some("src/storefront/routes/preview.tsx"),
            Self::Draft { .. } => Some("src/storefront/routes/draft.tsx"),
            Self::Personal(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// A misspelt one would cost every visitor a round trip and fail nowhere.
    #[test]
    fn each_page_loads_a_chunk_that_is_there() {
        let slug = String::new;
        for route in [
            Route::Home,
            Route::Search,
            Route::Listing { scope: Scope::Category, slug: slug() },
            Route::Product { slug: slug(), combination: None },
            Route::Cms { slug: slug() },
            Route::Blog,
            Route::BlogPost { slug: slug() },
            Route::Draft { token: slug() },
            Route::Personal(Personal::Preview),
        ] {
            let chunk = route.chunk().expect("it has one");
            let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web").join(chunk);
            assert!(source.is_file(), "{chunk}");
        }
    }
}
