//! The server's promises, over a real connection: nobody unsigned comes in, a deadline cuts, the end is orderly.

use std::net::SocketAddr;
use std::time::Duration;

use clap::Parser;
use metrics_exporter_prometheus::PrometheusBuilder;
use souk_proto::catalog::v1::brands_client::BrandsClient;
use souk_proto::catalog::v1::brands_server::{Brands, BrandsServer};
use souk_proto::catalog::v1::{Brand, CreateBrandRequest, ListBrandsRequest, ListBrandsResponse};
use souk_rpc::{Actor, ActorConfig, Mesh, MeshConfig, Readiness, ServerConfig, Signer, serve};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;
use tonic::{Code, Request, Response, Status};

const KEY: &str = "0123456789abcdef0123456789abcdef";
const WORK: Duration = Duration::from_millis(300);

/// Answers a list at once and a creation after [`WORK`].
struct Slow;

#[tonic::async_trait]
impl Brands for Slow {
    async fn list_brands(
        &self,
        request: Request<ListBrandsRequest>,
    ) -> Result<Response<ListBrandsResponse>, Status> {
        let name = souk_rpc::actor(&request)?.name;
        Ok(Response::new(ListBrandsResponse { brands: vec![Brand { name, ..Brand::default() }] }))
    }

    async fn create_brand(&self, _: Request<CreateBrandRequest>) -> Result<Response<Brand>, Status> {
        tokio::time::sleep(WORK).await;
        Ok(Response::new(Brand::default()))
    }
}

/// As a service takes them: all three together.
#[derive(Parser)]
struct Service {
    #[command(flatten)]
    server: ServerConfig,
    #[command(flatten)]
    mesh: MeshConfig,
    #[command(flatten)]
    actor: ActorConfig,
}

impl Service {
    fn parse_at(address: SocketAddr, key: &str) -> Self {
        let (grpc, url) = (address.to_string(), format!("http://{address}"));
        let arguments = ["service", "--grpc-addr", &grpc, "--mesh-url", &url, "--actor-key", key];
        Self::try_parse_from(arguments).expect("flags")
    }

    fn signer(&self) -> Signer {
        Signer::new(&self.actor).expect("a long key")
    }
}

struct Running {
    address: SocketAddr,
    shutdown: CancellationToken,
    served: JoinHandle<anyhow::Result<()>>,
}

async fn start() -> Running {
    let address = free_address();
    let service = Service::parse_at(address, KEY);
    let shutdown = CancellationToken::new();
    let metrics = PrometheusBuilder::new().build_recorder().handle();
    let (routes, stop) = (Routes::new(BrandsServer::new(Slow)), shutdown.clone());
    let served = tokio::spawn(async move {
        serve(&service.server, service.signer(), routes, Readiness::new(|| async { true }), metrics, stop)
            .await
    });
    while tokio::net::TcpStream::connect(address).await.is_err() {
        tokio::task::yield_now().await;
    }
    Running { address, shutdown, served }
}

fn free_address() -> SocketAddr {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("an address")
}

fn client(address: SocketAddr, key: &str, deadline: Duration) -> BrandsClient<souk_rpc::Client> {
    let service = Service::parse_at(address, key);
    let mesh = Mesh::new(&service.mesh, service.signer()).expect("a mesh");
    BrandsClient::new(mesh.client("catalog", &Actor::system("tests")).expect("an address").deadline(deadline))
}

#[tokio::test]
async fn only_a_call_signed_with_our_key_comes_in() {
    let server = start().await;
    let mut ours = client(server.address, KEY, WORK * 10);
    let answer = ours.list_brands(ListBrandsRequest {}).await.expect("signed with our key").into_inner();
    assert_eq!(answer.brands[0].name, "tests");

    let mut foreign = client(server.address, "another-key-of-thirty-two-letters", WORK * 10);
    let refused = foreign.list_brands(ListBrandsRequest {}).await.expect_err("signed with another key");
    assert_eq!(refused.code(), Code::Unauthenticated);

    let mut unsigned = BrandsClient::connect(format!("http://{}", server.address)).await.expect("connects");
    let refused = unsigned.list_brands(ListBrandsRequest {}).await.expect_err("not signed");
    assert_eq!(refused.code(), Code::Unauthenticated);
}

#[tokio::test]
async fn a_call_is_cut_at_its_deadline() {
    let server = start().await;
    let mut hurried = client(server.address, KEY, WORK / 3);
    let late = hurried.create_brand(CreateBrandRequest::default()).await.expect_err("takes longer");
    assert_eq!(late.code(), Code::DeadlineExceeded);
}

#[tokio::test]
async fn the_end_waits_for_calls_in_flight_and_then_comes() {
    let server = start().await;
    let mut slow = client(server.address, KEY, WORK * 20);
    slow.list_brands(ListBrandsRequest {}).await.expect("connected");
    server.shutdown.cancel();
    slow.create_brand(CreateBrandRequest::default()).await.expect("still served while leaving");
    let ended = tokio::time::timeout(Duration::from_secs(10), server.served).await;
    ended.expect("within ten seconds").expect("no panic").expect("in order");
    assert!(slow.list_brands(ListBrandsRequest {}).await.is_err(), "nobody is served after the end");
}
