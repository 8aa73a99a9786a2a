//! What callers send leaves the metrics as they are; why they were refused is counted.

use bytes::Bytes;
use http::Method;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use souk_gateway::last_backup;
use sqlx::PgPool;

use crate::support::{Gateway, Person, SCHEMA};

/// After so many requests every kind of path has met every method and content type.
const KINDS: usize = 8 * 5 * 4;

async fn ask_oddly(gateway: &Gateway, number: usize) {
    let path = match number % 8 {
        0 => format!("/odd.v1.Service{number}/Method"),
        1 => format!("/souk.orders.v1.Checkout/Method{number}"),
        2 => format!("/dashboard/api/odd/{number}"),
        3 => format!("/dashboard/api/orders/{number}"),
        4 => format!("/web/api/{number}?query={number}"),
        5 => format!("/media/{number}/{number}.webp"),
        6 => format!("/ar/catalog/category/{number}?page={number}"),
        _ => format!("/assets/{number}.js"),
    };
    let method = match number % 5 {
        0 => Method::GET,
        1 => Method::POST,
        2 => Method::OPTIONS,
        3 => Method::from_bytes(format!("METHOD{number}").as_bytes()).expect("a method"),
        _ => Method::HEAD,
    };
    let kind = match number % 4 {
        0 => "application/grpc".to_owned(),
        1 => format!("application/grpc+{number}"),
        2 => format!("text/{number}"),
        _ => "application/json".to_owned(),
    };
    let headers = [("content-type", kind.as_str())];
    gateway.send(&Person::default(), method, &path, &headers, Bytes::new()).await;
}

fn series(metrics: &PrometheusHandle) -> usize {
    metrics.render().lines().filter(|line| line.starts_with("souk_")).count()
}

#[souk_testkit::test(SCHEMA)]
async fn a_refusal_is_counted_by_its_reason(pool: PgPool) {
    let recorder = PrometheusBuilder::new().build_recorder();
    let metrics = recorder.handle();
    let _here = metrics::set_default_local_recorder(&recorder);
    let gateway = Gateway::open(pool).await;
    gateway.send(&Person::default(), Method::GET, "/dashboard/api/orders", &[], Bytes::new()).await;
    assert!(
        metrics.render().contains("souk_problems_total{code=\"unauthenticated\"} 1"),
        "{}",
        metrics.render()
    );
}

#[souk_testkit::test(SCHEMA)]
async fn whoever_watches_the_shop_is_told_of_its_last_backup(pool: PgPool) {
    let recorder = PrometheusBuilder::new().build_recorder();
    let metrics = recorder.handle();
    let _here = metrics::set_default_local_recorder(&recorder);
    let backed_up = "INSERT INTO last_backup (taken_at, bytes) VALUES ('2026-11-29 02:00:00+00', 1234)";
    let told = async || {
        last_backup::sample_once(&pool).await.expect("looked");
        let told = metrics.render();
        let lines = told.lines().filter(|line| line.starts_with("souk_last_backup_"));
        lines.map(str::to_owned).collect::<std::collections::BTreeSet<_>>().into_iter().collect::<Vec<_>>()
    };
    assert_eq!(told().await, ["souk_last_backup_bytes 0", "souk_last_backup_timestamp_seconds 0"]);
    sqlx::query(backed_up).execute(&pool).await.expect("written");
    assert_eq!(
        told().await,
        ["souk_last_backup_bytes 1234", "souk_last_backup_timestamp_seconds 1795917600"]
    );
}

#[souk_testkit::test(SCHEMA)]
async fn a_page_is_counted_under_its_pattern(pool: PgPool) {
    let recorder = PrometheusBuilder::new().build_recorder();
    let metrics = recorder.handle();
    let _here = metrics::set_default_local_recorder(&recorder);
    let gateway = Gateway::open(pool).await;
    for path in
        ["/catalog/category/parfums", "/ar/catalog/category/savons", "/admin/orders/7", "/wp-login.php"]
    {
        gateway.send(&Person::default(), Method::GET, path, &[], Bytes::new()).await;
    }
    let told = metrics.render();
    let counted = told.lines().filter(|line| line.starts_with("souk_requests_total{"));
    let asked = |route: &str| {
        let of_route = counted.clone().filter(|line| line.contains(&format!("route=\"{route}\"")));
        of_route.filter_map(|line| line.rsplit(' ').next()?.parse::<u32>().ok()).sum::<u32>()
    };
    assert_eq!(["/catalog/category/{slug}", "/admin/{*rest}", "unmatched"].map(asked), [2, 1, 1], "{told}");
}

#[souk_testkit::test(SCHEMA)]
async fn ten_thousand_odd_requests_make_no_series(pool: PgPool) {
    let recorder = PrometheusBuilder::new().build_recorder();
    let metrics = recorder.handle();
    let _here = metrics::set_default_local_recorder(&recorder);
    let gateway = Gateway::open(pool).await;
    for number in 0..KINDS {
        ask_oddly(&gateway, number).await;
    }
    let first = series(&metrics);
    assert!(first > 0, "requests are counted");
    for number in KINDS..KINDS + 10_000 {
        ask_oddly(&gateway, number).await;
    }
    assert_eq!(series(&metrics), first, "{}", metrics.render());
}
