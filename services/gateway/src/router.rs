//! The gateway put together: all routes, and what surrounds every request.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use http::StatusCode;
use souk_rpc::Failure;
use souk_telemetry::http::{Names, observe};
use tower_http::catch_panic::CatchPanicLayer;

use crate::dashboard::access::guard;
use crate::extract::require_text;
use crate::limits::{self, ClientAddress};
use crate::problem::Problem;
use crate::state::App;
use crate::{dashboard, headers, media, openapi, pages, problem, storefront, theme, web_app};

/// The service that answers every request.
pub fn router(app: App) -> Router {
    let (dashboard, table) = dashboard::routes().into_parts();
    let guarded = (app.clone(), Arc::new(table));
    let dashboard = Router::from(dashboard).route_layer(from_fn_with_state(guarded, guard));
    Router::from(storefront::routes())
        .route_layer(from_fn_with_state(app.clone(), pages::refuse_catalogue))
        .merge(storefront::scriptless::routes())
        .merge(dashboard)
        .merge(openapi::routes(&openapi::document()))
        .merge(media::routes(app.media.clone()))
        .merge(web_app::routes(&app.web_app))
        .merge(theme::routes())
        .merge(pages::routes(&app))
        .layer(DefaultBodyLimit::max(limits::BODY))
        .layer(CatchPanicLayer::custom(problem::from_panic))
        .layer(from_fn_with_state(app.clone(), surround))
        .layer(from_fn_with_state(Names { methods: &[], page: pages::pattern }, observe))
        .with_state(app)
}

/// What every request goes through: its rate, its deadline, the form of its refusal, the headers of its answer. One
/// middleware, as each costs every request.
async fn surround(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let request_id = problem::request_id(request.headers());
    let shown = pages::shown(request.uri().path());
    let is_staff_call = request.uri().path().starts_with("/dashboard/");
    let client = ClientAddress::of(request.headers(), request.extensions(), app.limits.trusted_proxies());
    request.extensions_mut().insert(client);
    let admitted = app.limits.request(client).and_then(|()| require_text(request.uri()));
    let response = match admitted {
        Ok(()) => in_time(next.run(request)).await,
        Err(problem) => problem.into_response(),
    };
    let mut response = problem::render(response, request_id);
    tell_refusal(&app, client, &response);
    headers::secure(&mut response, shown, app.is_https());
    if is_staff_call {
        headers::keep_private(&mut response);
    }
    response
}

/// Whoever looks after the shop sees who tries what they may not, and how often they were told.
fn tell_refusal(app: &App, client: ClientAddress, response: &Response) {
    let status = response.status();
    let is_told = [StatusCode::FORBIDDEN, StatusCode::TOO_MANY_REQUESTS].contains(&status);
    if is_told && app.limits.is_worth_a_line(client) {
        tracing::info!(client.address = %client, http.status = status.as_u16(), "a client was refused");
    }
}

/// Cuts what takes too long.
async fn in_time(answer: impl Future<Output = Response>) -> Response {
    match tokio::time::timeout(limits::DEADLINE, answer).await {
        Ok(response) => response,
        Err(_) => Problem::from(Failure::unavailable("the answer took too long")).into_response(),
    }
}
