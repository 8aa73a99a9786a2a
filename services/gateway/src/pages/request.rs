//! A page of the shop: what is read for it, under what it is kept, and what stands in its place where it can't be had.

use std::sync::Arc;
use std::time::Duration;

use http::StatusCode;
use memchr::memmem;
use serde_json::{Value, json};
use souk_kernel::{CombinationId, Language};
use souk_proto::catalog::v1::get_listing_request::Scope;
use souk_rpc::Kind;
use souk_views::ShopPromise;
use tokio::time::Instant;

use super::content::{self, Content, Place};
use super::document::Document;
use super::frame::{Frame, Frames};
use super::html::{Answers, HTML, Html};
use super::page::{Page, font, made, no_web_app, parsed};
use super::route::{self, Personal, Route, product_path};
use super::{blog, cms, home, listing, offline, product, words};
use crate::catalog::Read;
use crate::headers::Shown;
use crate::limits::ClientAddress;
use crate::listing_query::ListingQuery;
use crate::problem::Problem;
use crate::reads::{self, Copy, Written};
use crate::state::App;
use crate::web_app::Files;

/// When to ask again for a page whose data are away.
const AWAY: Duration = Duration::from_secs(2);

/// What a page was asked with; of a search its words, of a listing the part of it that its address names.
pub struct Request<'a> {
    pub app: &'a App,
    pub frames: &'a Frames,
    pub client: ClientAddress,
    pub language: Language,
    pub words: Option<String>,
    pub query: ListingQuery,
}

impl Request<'_> {
    /// The page, or what stands in its place.
    pub async fn page(&self, route: &Route, query: &str) -> Result<Page, Problem> {
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
    pub async fn missing(&self, status: StatusCode, words: words::Word) -> Result<Page, Problem> {
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
    async fn without_data(&self, why: &Problem, status: StatusCode, wait: Duration) -> Result<Page, Problem> {
        why.record();
        let write = async || {
            let frame = self.frame().await;
            Ok::<_, Problem>(made(self.document(&frame, content::untold(""), None, None, None)?))
        };
        let key = format!("untold {}", self.language);
        let copy = self.app.catalog.reads().load_as(HTML, &key, write).await?;
        Ok(Page { wait: Some(wait), ..Page::new(status, copy.body.clone()) })
    }

    pub async fn frame(&self) -> Arc<Frame> {
        let settings = self.app.catalog.known_settings(self.language).await;
        let menus = self.read(&Read::Menus).await.ok();
        self.frames.of(settings, menus, self.language)
    }

    pub fn document(
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

/// A query's key with its answer.
type Query = (Value, Arc<Copy>);

fn listing_key(path: &str, shown: &Value) -> Value {
    json!(["get", path, { "params": { "query": shown } }])
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
}
