//! The copies of the catalogue fill themselves from catalog once in its life.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use futures::stream::{self, BoxStream};
use souk_proto::catalog::v1 as catalog;
use souk_rpc::{Kind, Mesh};
use souk_testkit::{GrpcServer, eventually};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;
use tonic::body::Body;
use tonic::server::{Grpc, NamedService, ServerStreamingService, UnaryService};
use tonic::service::Routes;
use tonic::{Request, Response, Status};
use tonic_prost::ProstCodec;
use tower::Service;

use crate::support::{CATEGORY, HOME_PRICE, POLICY, SCHEMA, Shop, mesh, sellable};

const PATIENCE: Duration = Duration::from_secs(20);

/// A neighbour that knows catalog's one stream.
#[derive(Clone)]
struct Catalog(Vec<catalog::Sellable>);

impl NamedService for Catalog {
    const NAME: &'static str = "souk.catalog.v1.Products";
}

impl ServerStreamingService<catalog::ListSellablesRequest> for Catalog {
    type Response = catalog::Sellable;
    type ResponseStream = BoxStream<'static, Result<catalog::Sellable, Status>>;
    type Future = std::future::Ready<Result<Response<Self::ResponseStream>, Status>>;

    fn call(&mut self, _: Request<catalog::ListSellablesRequest>) -> Self::Future {
        let sellables = self.0.clone().into_iter().map(Ok);
        std::future::ready(Ok(Response::new(Box::pin(stream::iter(sellables)) as Self::ResponseStream)))
    }
}

impl Service<http::Request<Body>> for Catalog {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let catalog = self.clone();
        Box::pin(async move {
            let mut grpc = Grpc::new(ProstCodec::default());
            Ok(grpc.server_streaming(catalog, request).await)
        })
    }
}

/// How often a neighbour was asked.
type Asked = Arc<AtomicUsize>;

/// A neighbour that knows one answer of catalog's.
macro_rules! one_answer {
    ($name:ident: $service:literal, $request:ident -> $answer:ident) => {
        #[derive(Clone)]
        struct $name(catalog::$answer, Asked);

        impl NamedService for $name {
            const NAME: &'static str = $service;
        }

        impl UnaryService<catalog::$request> for $name {
            type Response = catalog::$answer;
            type Future = std::future::Ready<Result<Response<catalog::$answer>, Status>>;

            fn call(&mut self, _: Request<catalog::$request>) -> Self::Future {
                self.1.fetch_add(1, Ordering::Relaxed);
                std::future::ready(Ok(Response::new(self.0.clone())))
            }
        }

        impl Service<http::Request<Body>> for $name {
            type Response = http::Response<Body>;
            type Error = Infallible;
            type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

            fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
                Poll::Ready(Ok(()))
            }

            fn call(&mut self, request: http::Request<Body>) -> Self::Future {
                let service = self.clone();
                Box::pin(async move {
                    let mut grpc = Grpc::new(ProstCodec::default());
                    Ok(grpc.unary(service, request).await)
                })
            }
        }
    };
}

one_answer!(Content: "souk.catalog.v1.Content", GetSettingsRequest -> Settings);
one_answer!(PromotionSet: "souk.catalog.v1.Promotions", GetPromotionSetRequest -> GetPromotionSetResponse);

/// Catalog's doors, the way there, and how often it was asked for the promotions.
async fn open(
    sellables: Vec<catalog::Sellable>,
    promotions: catalog::GetPromotionSetResponse,
) -> (GrpcServer, Mesh, Asked) {
    let settings = catalog::Settings {
        version: 4,
        price_basis: "ttc".into(),
        cooldown_seconds: Some(45),
        hold_hours: Some(0),
        ..catalog::Settings::default()
    };
    let asked = Asked::default();
    let routes = Routes::new(Catalog(sellables))
        .add_service(Content(settings, Asked::default()))
        .add_service(PromotionSet(promotions, asked.clone()));
    let server = souk_testkit::serve(routes).await.expect("a free port");
    let mesh = mesh(&format!("catalog={}", server.url()));
    (server, mesh, asked)
}

fn half_off() -> catalog::Promotion {
    catalog::Promotion {
        id: "0190b6a0-0000-7000-8000-000000000002".into(),
        rule_type: "percentage".into(),
        value: 5_000,
        rule: "category".into(),
        entity_id: CATEGORY.into(),
        active: true,
        ..catalog::Promotion::default()
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_service_that_missed_the_past_asks_catalog_for_it_whatever_an_event_brought_first(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let products: Vec<_> = (1..=30).map(|price| sellable(&shop.id(), price * 1000)).collect();
    let newer = catalog::Sellable { version: 2, price_ht: 77_700, ..products[7].clone() };
    shop.announce(&newer).await;
    let set = catalog::GetPromotionSetResponse { version: 3, promotions: vec![half_off()] };
    let (_server, mesh, _) = open(products, set).await;
    souk_orders::sellables::rebuild::run(pool, mesh, CancellationToken::new()).await;
    assert_eq!(shop.count("sellables").await, 30);
    let placed = shop.place(shop.cart(&newer.product_id)).await.expect("placed");
    assert_eq!(placed.total, 46_232 + HOME_PRICE, "half of the newer price, with tax");
}

#[souk_testkit::test(SCHEMA)]
async fn what_a_catalog_of_before_told_is_not_sold_until_it_is_asked_again(pool: PgPool) {
    let shop = Shop::untold(pool.clone(), POLICY).await;
    let now = sellable(&shop.id(), 10_000);
    let before = catalog::Sellable { category_path: Vec::new(), ..now.clone() };
    shop.announce(&before).await;
    let refused = shop.place(shop.cart(&now.product_id)).await.expect_err("its price is not known");
    assert_eq!(refused.kind, Kind::Unavailable);
    let nothing = catalog::GetPromotionSetResponse::default();
    let (_server, mesh, _) = open(vec![now.clone()], nothing).await;
    souk_orders::sellables::rebuild::run(pool, mesh, CancellationToken::new()).await;
    // An event of before that waited in the queue.
    shop.announce(&before).await;
    let placed = shop.place(shop.cart(&now.product_id)).await.expect("placed");
    assert_eq!(placed.total, 11_900 + HOME_PRICE);
}

#[souk_testkit::test(SCHEMA)]
async fn what_wholesalers_pay_is_asked_of_a_catalog_that_tells_it(pool: PgPool) {
    let shop = Shop::untold(pool.clone(), POLICY).await;
    let before = catalog::Sellable { wholesale: None, ..sellable(&shop.id(), 10_000) };
    let (_server, mesh, _) = open(vec![before], catalog::GetPromotionSetResponse::default()).await;
    let stop = CancellationToken::new();
    let filling = tokio::spawn(souk_orders::sellables::rebuild::run(pool, mesh, stop.clone()));
    eventually("promotions and settings are told", PATIENCE, async || shop.count("bus.copies").await == 2)
        .await;
    assert_eq!(shop.count("sellables").await, 0, "asked again once all of catalog is of this release");
    stop.cancel();
    filling.await.expect("it ends");
}

#[souk_testkit::test(SCHEMA)]
async fn promotions_count_before_the_products_are_told_anew(pool: PgPool) {
    let shop = Shop::untold(pool.clone(), POLICY).await;
    let before = catalog::Sellable { category_path: Vec::new(), ..sellable(&shop.id(), 10_000) };
    shop.announce(&before).await;
    let everything = catalog::Promotion { rule: "all".into(), entity_id: String::new(), ..half_off() };
    let set = catalog::GetPromotionSetResponse { version: 3, promotions: vec![everything] };
    // What says no place is not taken for an answer, so the copy of the products is never filled.
    let (_server, mesh, _) = open(vec![before.clone()], set).await;
    let stop = CancellationToken::new();
    let filling = tokio::spawn(souk_orders::sellables::rebuild::run(pool, mesh, stop.clone()));
    eventually("promotions and settings are told", PATIENCE, async || shop.count("bus.copies").await == 2)
        .await;
    let placed = shop.place(shop.cart(&before.product_id)).await.expect("placed");
    assert_eq!(placed.total, 5_950 + HOME_PRICE, "half of it, with tax, as the settings want it");
    let times = sqlx::query_as::<_, (i64, Option<i32>, Option<i32>)>(
        "SELECT version, cooldown_seconds, hold_hours FROM order_times",
    );
    assert_eq!(times.fetch_one(&shop.pool).await.expect("read"), (4, Some(45), None));
    stop.cancel();
    filling.await.expect("it ends");
}

/// A set with a rule that a release of later knows.
fn newer(promotion: catalog::Promotion) -> catalog::Promotion {
    catalog::Promotion { rule: "tag".into(), ..promotion }
}

#[souk_testkit::test(SCHEMA)]
async fn promotions_that_only_a_newer_release_reads_fill_no_copy_and_hold_up_no_other(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let product = sellable(&shop.id(), 10_000);
    let set = catalog::GetPromotionSetResponse { version: 3, promotions: vec![newer(half_off())] };
    let (_server, mesh, asked) = open(vec![product.clone()], set).await;
    let stop = CancellationToken::new();
    let filling = tokio::spawn(souk_orders::sellables::rebuild::run(pool.clone(), mesh, stop.clone()));
    eventually("it is asked again", PATIENCE, async || asked.load(Ordering::Relaxed) > 1).await;
    eventually("settings and products are told", PATIENCE, async || shop.count("bus.copies").await == 2)
        .await;
    let placed = shop.place(shop.cart(&product.product_id)).await.expect("the set of before counts");
    assert_eq!(placed.total, 11_900 + HOME_PRICE, "with tax, as the settings want it");
    stop.cancel();
    filling.await.expect("it ends");
}

#[souk_testkit::test(SCHEMA)]
async fn a_copy_that_was_filled_is_left_alone(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let filled =
        sqlx::query("INSERT INTO bus.copies (name) VALUES ('promotions 2'), ('settings 2'), ('catalogue 3')");
    filled.execute(&pool).await.expect("filled");
    let nowhere = mesh("catalog=http://127.0.0.1:9");
    souk_orders::sellables::rebuild::run(pool, nowhere, CancellationToken::new()).await;
    assert_eq!(shop.count("sellables").await, 0);
}
