//! The copy of the catalogue fills itself from catalog once in its life.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures::stream::{self, BoxStream};
use souk_proto::catalog::v1 as catalog;
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;
use tonic::body::Body;
use tonic::server::{Grpc, NamedService, ServerStreamingService, UnaryService};
use tonic::service::Routes;
use tonic::{Request, Response, Status};
use tonic_prost::ProstCodec;
use tower::Service;

use crate::support::{HOME_PRICE, Shop, mesh, sellable};

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

/// A neighbour that knows catalog's settings.
#[derive(Clone)]
struct Content(catalog::Settings);

impl NamedService for Content {
    const NAME: &'static str = "souk.catalog.v1.Content";
}

impl UnaryService<catalog::GetSettingsRequest> for Content {
    type Response = catalog::Settings;
    type Future = std::future::Ready<Result<Response<catalog::Settings>, Status>>;

    fn call(&mut self, _: Request<catalog::GetSettingsRequest>) -> Self::Future {
        std::future::ready(Ok(Response::new(self.0.clone())))
    }
}

impl Service<http::Request<Body>> for Content {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let content = self.clone();
        Box::pin(async move {
            let mut grpc = Grpc::new(ProstCodec::default());
            Ok(grpc.unary(content, request).await)
        })
    }
}

#[sqlx::test]
async fn a_service_that_missed_the_past_asks_catalog_for_it_whatever_an_event_brought_first(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let products: Vec<_> = (1..=30).map(|price| sellable(&shop.id(), price * 1000)).collect();
    let newer = catalog::Sellable { version: 2, price_ht: 77_700, ..products[7].clone() };
    shop.announce(&newer).await;
    let settings =
        catalog::Settings { version: 4, price_basis: "ttc".into(), ..catalog::Settings::default() };
    let routes = Routes::new(Catalog(products.clone())).add_service(Content(settings));
    let server = souk_testkit::serve(routes).await.expect("a free port");
    let mesh = mesh(&format!("catalog={}", server.url()));
    souk_orders::sellables::rebuild::run(pool, mesh, CancellationToken::new()).await;
    assert_eq!(shop.count("sellables").await, 30);
    let placed = shop.place(shop.cart(&newer.product_id)).await.expect("placed");
    assert_eq!(placed.total, 92_463 + HOME_PRICE, "the newer price, with tax");
}

#[sqlx::test]
async fn a_copy_that_was_filled_is_left_alone(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    sqlx::query("INSERT INTO bus.copies (name) VALUES ('catalogue')").execute(&pool).await.expect("filled");
    let nowhere = mesh("catalog=http://127.0.0.1:9");
    souk_orders::sellables::rebuild::run(pool, nowhere, CancellationToken::new()).await;
    assert_eq!(shop.count("sellables").await, 0);
}
