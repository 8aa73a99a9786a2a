//! Services on a free port.

use std::net::SocketAddr;

use anyhow::Context as _;
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};
use tonic::service::Routes;
use tonic::transport::server::TcpIncoming;
use tonic::transport::{Channel, Endpoint, Server};

/// A gRPC server that ends with this value.
#[derive(Debug)]
pub struct GrpcServer {
    addr: SocketAddr,
    _stop: DropGuard,
}

/// Serves `routes` on a free port of this machine.
pub async fn serve(routes: Routes) -> anyhow::Result<GrpcServer> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let addr = listener.local_addr()?;
    let stop = CancellationToken::new();
    let stopped = stop.clone().cancelled_owned();
    tokio::spawn(
        Server::builder()
            .add_routes(routes)
            .serve_with_incoming_shutdown(TcpIncoming::from(listener), stopped),
    );
    Ok(GrpcServer { addr, _stop: stop.drop_guard() })
}

impl GrpcServer {
    pub fn url(&self) -> String {
        format!("http://{}", self.addr)
    }

    pub async fn channel(&self) -> anyhow::Result<Channel> {
        Endpoint::from_shared(self.url())?.connect().await.context("the server does not answer")
    }
}
