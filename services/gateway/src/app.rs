//! The gateway put together: what handlers share, all routes, and what surrounds every request.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use souk_kernel::Clock;
use souk_rpc::Failure;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::OpenApi as _;
use utoipa_axum::router::OpenApiRouter;

use crate::catalog::Catalog;
use crate::dashboard::access::{AccessTable, guard};
use crate::extract::{MAX_BODY, require_text};
use crate::limits::Limits;
use crate::live::Live;
use crate::media::Media;
use crate::neighbours::Neighbours;
use crate::pages::Pages;
use crate::problem::Problem;
use crate::staff::StaffDesk;
use crate::storefront::visitor::Tokens;
use crate::{assets, dashboard, headers, media, openapi, pages, problem, storefront};

/// Longest that a request may take until its answer begins; the calls that it makes have less.
const DEADLINE: Duration = Duration::from_secs(8);

/// What handlers share.
pub struct Shop {
    pub neighbours: Neighbours,
    pub catalog: Catalog,
    pub visitors: Tokens,
    pub staff: StaffDesk,
    pub live: Live,
    pub limits: Limits,
    pub media: Media,
    pub pages: Pages,
    pub clock: Arc<dyn Clock>,
    /// Where shoppers reach the shop, without a slash at the end.
    pub public_url: String,
    pub demo: bool,
}

pub type App = Arc<Shop>;

impl Shop {
    pub fn is_https(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}

/// All documented routes with the API's description, and who of the staff may call which.
pub fn api() -> (OpenApiRouter<App>, utoipa::openapi::OpenApi, AccessTable) {
    let (dashboard, table) = dashboard::routes().into_parts();
    let router =
        OpenApiRouter::with_openapi(openapi::ApiDoc::openapi()).merge(storefront::routes()).merge(dashboard);
    let document = router.get_openapi().clone();
    (router, document, table)
}

/// The service that answers every request.
pub fn router(app: App) -> Router {
    let (dashboard, table) = dashboard::routes().into_parts();
    let guarded = (app.clone(), Arc::new(table));
    let dashboard = Router::from(dashboard).route_layer(from_fn_with_state(guarded, guard));
    Router::from(storefront::routes())
        .merge(dashboard)
        .merge(openapi::routes(&openapi::document()))
        .merge(media::routes())
        .merge(assets::routes(&app))
        .merge(pages::routes())
        .fallback(pages::serve)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(CatchPanicLayer::custom(problem::from_panic))
        .layer(from_fn_with_state(app.clone(), surround))
        .layer(from_fn_with_state([].as_slice(), souk_telemetry::http::observe))
        .with_state(app)
}

/// What every request goes through: its rate, its deadline, the form of its refusal, the headers of its answer. One
/// middleware, as each costs every request.
async fn surround(State(app): State<App>, request: Request, next: Next) -> Response {
    let request_id = problem::request_id(request.headers());
    let is_dashboard = pages::is_dashboard(request.uri().path());
    let admitted = app.limits.request(&request).and_then(|()| require_text(request.uri()));
    let response = match admitted {
        Ok(()) => in_time(next.run(request)).await,
        Err(problem) => problem.into_response(),
    };
    let mut response = problem::render(response, request_id);
    headers::secure(&mut response, is_dashboard, app.is_https());
    response
}

/// Cuts what takes too long.
async fn in_time(answer: impl Future<Output = Response>) -> Response {
    match tokio::time::timeout(DEADLINE, answer).await {
        Ok(response) => response,
        Err(_) => Problem::from(Failure::unavailable("the answer took too long")).into_response(),
    }
}
