//! The API's own description: `/api/openapi.json` for machines, `/api/docs` for people.

use axum::Router;
use axum::response::Html;
use axum::routing::get;
use http::HeaderValue;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};

use crate::app::App;
use crate::problem::{Message, ProblemBody};

const PAGE: &str = include_str!("openapi/docs.html");

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Souk",
        description = "The HTTP interface of a Souk shop: the storefront's calls and the dashboard's.\n\n\
            Refusals are `application/problem+json` (schema `Problem`). Prices are numbers of dinars with at most \
            two decimals; times are RFC 3339 in UTC; ids are texts.",
        license(name = "MIT OR Apache-2.0")
    ),
    components(schemas(ProblemBody, Message)),
    tags(
        (name = "storefront", description = "Shoppers. Tokens come from `GET /web/api/session`."),
        (name = "dashboard", description = "Staff, signed in with a cookie.")
    ),
    modifiers(&Security)
)]
pub struct ApiDoc;

struct Security;

impl Modify for Security {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let Some(components) = document.components.as_mut() else { return };
        let visitor = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        let csrf = ApiKey::Header(ApiKeyValue::new("X-CSRF-Token"));
        let staff = ApiKey::Cookie(ApiKeyValue::new("souk_session"));
        components.add_security_scheme("visitor", SecurityScheme::Http(visitor));
        components.add_security_scheme("csrf", SecurityScheme::ApiKey(csrf));
        components.add_security_scheme("staff", SecurityScheme::ApiKey(staff));
    }
}

/// The document of all routes, as it is served and as clients are generated from.
pub fn document() -> utoipa::openapi::OpenApi {
    crate::app::api().1
}

/// Serves the document and its page.
pub fn routes(document: &utoipa::openapi::OpenApi) -> Router<App> {
    let json = document.to_json().unwrap_or_default();
    Router::new()
        .route(
            "/api/openapi.json",
            get(async move || {
                let headers = [
                    (CONTENT_TYPE, HeaderValue::from_static("application/json")),
                    (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
                ];
                (headers, json)
            }),
        )
        .route("/api/docs", get(async || Html(PAGE)))
        .route(
            "/api/docs.js",
            get(async || {
                (
                    [(CONTENT_TYPE, HeaderValue::from_static("text/javascript"))],
                    include_str!("openapi/docs.js"),
                )
            }),
        )
}
