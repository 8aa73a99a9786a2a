//! One trace, from the call that begins it over gRPC and the bus to the last listener.

use std::collections::BTreeSet;

use opentelemetry::global;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{InMemorySpanExporter, SdkTracerProvider};
use souk_flow::{CAP, Shop};
use souk_testkit::{eventually, eventually_some};
use tracing::Instrument as _;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// The spans of the trace that `root` began: the name of a request's, and the event of a message's.
fn names_of(spans: &InMemorySpanExporter, root: &str) -> BTreeSet<String> {
    let spans = spans.get_finished_spans().expect("readable");
    let Some(trace) = spans.iter().find(|span| span.name == root).map(|span| span.span_context.trace_id())
    else {
        return BTreeSet::new();
    };
    let of_trace = spans.iter().filter(|span| span.span_context.trace_id() == trace);
    of_trace
        .map(|span| {
            let event = span.attributes.iter().find(|attribute| attribute.key.as_str() == "event.type");
            event.map_or_else(|| span.name.to_string(), |event| event.value.to_string())
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_checkout_is_one_trace_to_the_last_listener() {
    let spans = InMemorySpanExporter::default();
    let provider = SdkTracerProvider::builder().with_simple_exporter(spans.clone()).build();
    global::set_text_map_propagator(TraceContextPropagator::new());
    let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("flow"));
    tracing_subscriber::registry().with(layer).init();

    let shop = Shop::open().await.unwrap();
    let counter = shop.counter().unwrap();
    let goods = counter.furnish(10).await.unwrap();
    eventually_some("orders knows the product", CAP, async || counter.order_once(&goods, 1).await.ok()).await;
    counter.order_once(&goods, 1).instrument(tracing::info_span!("shopper")).await.unwrap();

    let expected = [
        "shopper",
        "/souk.orders.v1.Checkout/PlaceOrder",
        "/souk.inventory.v1.Reservations/Reserve",
        "souk.orders.v1.OrderPlaced",
    ];
    let expected = BTreeSet::from(expected.map(str::to_owned));
    eventually("every part is in the trace", CAP, async || expected.is_subset(&names_of(&spans, "shopper")))
        .await;
    shop.close().await.unwrap();
}
