//! The API's own description: `/api/openapi.json` for machines, `/api/docs` for people.

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, StatusCode};
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;

use crate::dashboard::access::AccessTable;
use crate::problem::{Message, ProblemBody};
use crate::reads::{Content, respond_with};
use crate::state::App;
use crate::{dashboard, storefront};

/// Refusals that any operation may answer.
const REFUSALS: [(&str, &str); 2] = [
    ("4XX", "Refused: `code` says why, `errors` names the fields at fault."),
    ("503", "A part of the shop is away; `Retry-After` says in how many seconds to try again."),
];

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Souk",
        description = "The HTTP interface of a Souk shop: the storefront's calls and the dashboard's.\n\n\
            Refusals are `application/problem+json` (schema `Problem`). Prices are numbers of dinars with at most \
            two decimals; times are RFC 3339 in UTC; ids are texts.",
        license(name = "MIT", identifier = "MIT")
    ),
    servers((url = "/", description = "This shop")),
    components(schemas(ProblemBody, Message)),
    tags(
        (name = "storefront", description = "Shoppers. Tokens come from `GET /web/api/session`."),
        (name = "dashboard", description = "Staff, signed in with a cookie.")
    ),
    modifiers(&Security)
)]
struct ApiDoc;

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

/// All documented routes with the API's description, and who of the staff may call which.
pub fn api() -> (OpenApiRouter<App>, utoipa::openapi::OpenApi, AccessTable) {
    let (dashboard, table) = dashboard::routes().into_parts();
    let router = OpenApiRouter::with_openapi(ApiDoc::openapi()).merge(storefront::routes()).merge(dashboard);
    let document = router.get_openapi().clone();
    (router, document, table)
}

/// The document of all routes, as it is served and as clients are generated from.
pub fn document() -> utoipa::openapi::OpenApi {
    let mut document = api().1;
    for item in document.paths.paths.values_mut() {
        operations(item).for_each(describe_refusals);
    }
    document
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem { get, put, post, patch, delete, .. } = item;
    [get, put, post, patch, delete].into_iter().flatten()
}

/// What every operation may answer beside what its own annotation says.
fn describe_refusals(operation: &mut Operation) {
    let responses = &mut operation.responses.responses;
    for (status, text) in REFUSALS {
        responses.entry(status.to_owned()).or_insert_with(|| refusal(text).into());
    }
    for (status, response) in responses {
        if let RefOr::T(response) = response
            && status.starts_with(['4', '5'])
        {
            response.content = refusal("").content;
        }
    }
}

fn refusal(text: &str) -> utoipa::openapi::Response {
    let schema = Ref::from_schema_name("Problem");
    ResponseBuilder::new()
        .description(text)
        .content("application/problem+json", ContentBuilder::new().schema(Some(schema)).build())
        .build()
}

/// Serves the document and its page.
pub fn routes(document: &utoipa::openapi::OpenApi) -> Router<App> {
    let json = Bytes::from(document.to_json().unwrap_or_default());
    let files: [(&str, &'static str, Bytes); 4] = [
        ("/api/openapi.json", "application/json", json),
        ("/api/docs", "text/html; charset=utf-8", include_str!("docs.html").into()),
        ("/api/docs.css", "text/css", include_str!("docs.css").into()),
        ("/api/docs.js", "text/javascript", include_str!("docs.js").into()),
    ];
    files.into_iter().fold(Router::new(), |router, (path, kind, body)| {
        let content = Arc::new(Content::new(HeaderValue::from_static(kind), body));
        router.route(
            path,
            get(move |request: HeaderMap| async move { respond_with(&content, StatusCode::OK, &request).await }),
        )
    })
}
