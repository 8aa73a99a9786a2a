//! An empty copy of the catalogue fills itself from catalog's stream.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures::stream::{self, BoxStream};
use souk_proto::catalog::v1 as catalog;
use souk_testkit::eventually;
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;
use tonic::body::Body;
use tonic::server::{Grpc, NamedService, ServerStreamingService};
use tonic::service::Routes;
use tonic::{Request, Response, Status};
use tonic_prost::ProstCodec;
use tower::Service;

use crate::support::{Shop, mesh, sellable};

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

#[sqlx::test]
async fn a_service_that_missed_the_past_asks_catalog_for_it(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let products: Vec<_> = (1..=30).map(|price| sellable(&shop.id(), price * 1000)).collect();
    let server = souk_testkit::serve(Routes::new(Catalog(products.clone()))).await.expect("a free port");
    let stop = CancellationToken::new();
    let mesh = mesh(&format!("catalog={}", server.url()));
    let rebuild = tokio::spawn(souk_orders::sellables::rebuild::run(pool, mesh, stop.clone()));
    let is_filled = || async { shop.count("sellables").await == 30 };
    eventually("the copy is filled", std::time::Duration::from_secs(10), is_filled).await;
    rebuild.await.expect("it ends when the copy is filled");
    assert!(shop.place(shop.cart(&products[7].product_id)).await.is_ok());
}

#[sqlx::test]
async fn a_copy_that_holds_something_is_left_alone(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    shop.product(10_000).await;
    let nowhere = mesh("catalog=http://127.0.0.1:9");
    souk_orders::sellables::rebuild::run(pool, nowhere, CancellationToken::new()).await;
    assert_eq!(shop.count("sellables").await, 1);
}
