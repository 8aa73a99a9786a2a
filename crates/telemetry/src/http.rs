//! One span and the RED metrics (rate, errors, duration) of every request, HTTP or gRPC.

use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument as _;

use crate::propagation;

/// Middleware for `axum::middleware::from_fn`. Metrics: `souk_requests_total{route,status}` and
/// `souk_request_seconds{route}`; the route is the pattern, never the path, so that labels stay few.
pub async fn observe(request: Request, next: Next) -> Response {
    let route = route_of(&request);
    let span = tracing::info_span!(
        "request",
        otel.name = %route,
        otel.kind = "server",
        http.method = %request.method(),
        http.route = %route,
        trace_id = tracing::field::Empty,
        request.id = request.headers().get("x-request-id").and_then(|id| id.to_str().ok()),
    );
    propagation::follow_headers(&span, request.headers());
    let started = Instant::now();
    let response = async move {
        propagation::record_trace_id();
        next.run(request).await
    }
    .instrument(span)
    .await;
    let status = status_of(&response);
    metrics::counter!("souk_requests_total", "route" => route.clone(), "status" => status).increment(1);
    metrics::histogram!("souk_request_seconds", "route" => route).record(started.elapsed());
    response
}

/// The matched pattern; for gRPC the method's path, which is one of the few that the server knows.
fn route_of(request: &Request) -> String {
    let is_grpc = request
        .headers()
        .get(http::header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/grpc"));
    match request.extensions().get::<MatchedPath>() {
        _ if is_grpc => request.uri().path().to_owned(),
        Some(path) => path.as_str().to_owned(),
        None => "unmatched".to_owned(),
    }
}

/// The gRPC status where the answer ended with its headers, else the HTTP status.
fn status_of(response: &Response) -> String {
    let grpc = response.headers().get("grpc-status").and_then(|status| status.to_str().ok());
    grpc.map_or_else(|| response.status().as_u16().to_string(), |status| format!("grpc-{status}"))
}
