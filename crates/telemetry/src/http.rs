//! One span and the RED metrics (rate, errors, duration) of every request, HTTP or gRPC.

use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use metrics::Gauge;
use tracing::Instrument as _;

use crate::propagation;

/// What a process has a name for beside the patterns of its router.
#[derive(Debug, Clone, Copy)]
pub struct Names {
    /// The gRPC methods, as sorted paths; none where it serves plain HTTP.
    pub methods: &'static [&'static str],
    /// The pattern of a page, from the path of a request that no route took; none where it is no page.
    pub page: fn(&str) -> Option<&'static str>,
}

impl Names {
    pub const fn of_methods(methods: &'static [&'static str]) -> Self {
        Self { methods, page: |_| None }
    }
}

/// Counts a request among those that are worked on, for as long as it lives: also one whose caller left.
struct InFlight(Gauge);

impl InFlight {
    fn begin() -> Self {
        let gauge = metrics::gauge!("souk_requests_in_flight");
        gauge.increment(1);
        Self(gauge)
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.decrement(1);
    }
}

/// Middleware for `axum::middleware::from_fn_with_state`. Metrics: `souk_requests_total{route,status}`,
/// `souk_request_seconds{route}` and `souk_requests_in_flight`, each until its answer begins. The route is a pattern of the router
/// or one of the names, the status our own answer's: nothing that a caller sends becomes a label, so there are never more series
/// than routes times statuses.
pub async fn observe(State(names): State<Names>, request: Request, next: Next) -> Response {
    let route = route_of(&request, names);
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
    let _in_flight = InFlight::begin();
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

/// The method, where the router knows its service and we its name; else the pattern that matched, which for gRPC is
/// `/package.Service/{*rest}`, or that of a page.
fn route_of(request: &Request, Names { methods, page }: Names) -> String {
    let path = request.uri().path();
    let Some(pattern) = request.extensions().get::<MatchedPath>() else {
        return page(path).unwrap_or("unmatched").to_owned();
    };
    let method = methods.binary_search(&path);
    method.map_or(pattern.as_str(), |index| methods[index]).to_owned()
}

/// The gRPC status where the answer ended with its headers, else the HTTP status.
fn status_of(response: &Response) -> String {
    let grpc = response.headers().get("grpc-status").and_then(|status| status.to_str().ok());
    grpc.map_or_else(|| response.status().as_u16().to_string(), |status| format!("grpc-{status}"))
}
