//! Carries the trace over HTTP, gRPC and AMQP as W3C `traceparent` text.

use std::collections::HashMap;

use http::HeaderMap;
use opentelemetry::Context;
use opentelemetry::propagation::{Extractor, Injector};
use opentelemetry::trace::TraceContextExt as _;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

/// The current span's trace as text pairs, empty when nothing is traced.
pub fn inject() -> HashMap<String, String> {
    let mut carrier = HashMap::new();
    let context = Span::current().context();
    opentelemetry::global::get_text_map_propagator(|propagator| {
        propagator.inject_context(&context, &mut carrier);
    });
    carrier
}

/// Writes the current span's trace into the headers of an outgoing request.
pub fn inject_headers(headers: &mut HeaderMap) {
    let context = Span::current().context();
    opentelemetry::global::get_text_map_propagator(|propagator| {
        propagator.inject_context(&context, &mut Headers(headers));
    });
}

/// Makes `span` a child of the trace that the text pairs carry, if they carry one.
pub fn follow(span: &Span, carrier: &HashMap<String, String>) {
    adopt(span, &opentelemetry::global::get_text_map_propagator(|propagator| propagator.extract(carrier)));
}

/// Makes `span` a child of the trace in the headers of an incoming request, if there is one.
pub fn follow_headers(span: &Span, headers: &HeaderMap) {
    let context =
        opentelemetry::global::get_text_map_propagator(|propagator| propagator.extract(&HeadersRef(headers)));
    adopt(span, &context);
}

/// Writes the hex id of the current span's trace into its field `trace_id`, which every log line within it then has.
pub fn record_trace_id() {
    let span = Span::current();
    let context = span.context();
    let span_context = context.span().span_context().clone();
    if span_context.is_valid() {
        span.record("trace_id", tracing::field::display(span_context.trace_id()));
    }
}

fn adopt(span: &Span, parent: &Context) {
    if parent.span().span_context().is_valid() {
        // Fails only when no OpenTelemetry layer runs: then there is nothing to follow.
        let _ = span.set_parent(parent.clone());
    }
}

struct Headers<'a>(&'a mut HeaderMap);

impl Injector for Headers<'_> {
    fn set(&mut self, key: &str, value: String) {
        if let (Ok(name), Ok(value)) = (http::HeaderName::try_from(key), http::HeaderValue::try_from(value)) {
            self.0.insert(name, value);
        }
    }
}

struct HeadersRef<'a>(&'a HeaderMap);

impl Extractor for HeadersRef<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).and_then(|value| value.to_str().ok())
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(http::HeaderName::as_str).collect()
    }
}
