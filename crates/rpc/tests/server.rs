//! The server's promises, over a real connection: nobody unsigned comes in, a deadline cuts, the end is orderly, and
//! nobody outside makes the metrics grow.

use std::net::SocketAddr;
use std::time::Duration;

use clap::Parser;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use souk_proto::catalog::v1::brands_client::BrandsClient;
use souk_proto::catalog::v1::brands_server::{Brands, BrandsServer};
use souk_proto::catalog::v1::{
    Brand, CreateBrandRequest, DeleteBrandRequest, DeleteBrandResponse, GetBrandRequest, ListBrandsRequest,
    ListBrandsResponse, MergeBrandRequest, UpdateBrandRequest,
};
use souk_rpc::{Actor, ActorConfig, Condition, Mesh, MeshConfig, Readiness, ServerConfig, Signer, serve};
use souk_testkit::{Proxy, eventually};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tonic::body::Body;
use tonic::service::Routes;
use tonic::transport::Endpoint;
use tonic::{Code, Request, Response, Status};
use tower::{Service as _, ServiceExt as _};

const KEY: &str = "0123456789abcdef0123456789abcdef";
const WORK: Duration = Duration::from_millis(300);

/// Answers a list at once and a creation after its time.
struct Slow(Duration);

#[tonic::async_trait]
impl Brands for Slow {
    async fn list_brands(
        &self,
        request: Request<ListBrandsRequest>,
    ) -> Result<Response<ListBrandsResponse>, Status> {
        let name = souk_rpc::actor(&request)?.name;
        Ok(Response::new(ListBrandsResponse { brands: vec![Brand { name, ..Brand::default() }], total: 1 }))
    }

    async fn create_brand(&self, _: Request<CreateBrandRequest>) -> Result<Response<Brand>, Status> {
        tokio::time::sleep(self.0).await;
        Ok(Response::new(Brand::default()))
    }

    async fn get_brand(&self, _: Request<GetBrandRequest>) -> Result<Response<Brand>, Status> {
        Err(not_tried())
    }

    async fn update_brand(&self, _: Request<UpdateBrandRequest>) -> Result<Response<Brand>, Status> {
        Err(not_tried())
    }

    async fn delete_brand(
        &self,
        _: Request<DeleteBrandRequest>,
    ) -> Result<Response<DeleteBrandResponse>, Status> {
        Err(not_tried())
    }

    async fn merge_brand(&self, _: Request<MergeBrandRequest>) -> Result<Response<Brand>, Status> {
        Err(not_tried())
    }
}

fn not_tried() -> Status {
    Status::unimplemented("a list and a creation are enough here")
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
        let arguments = ["service", "--listen-addr", &grpc, "--mesh-url", &url, "--actor-key", key];
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
    start_slow(WORK).await
}

async fn start_slow(work: Duration) -> Running {
    let address = free_address();
    let service = Service::parse_at(address, KEY);
    let shutdown = CancellationToken::new();
    let metrics = PrometheusBuilder::new().build_recorder().handle();
    let (routes, stop) = (Routes::new(BrandsServer::new(Slow(work))), shutdown.clone());
    let served = tokio::spawn(async move {
        serve(
            &service.server,
            "catalog",
            service.signer(),
            routes,
            Readiness::new(|| async { Condition::WELL }),
            metrics,
            stop,
        )
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
async fn only_a_call_signed_with_our_key_for_this_service_comes_in() {
    let server = start().await;
    let mut ours = client(server.address, KEY, WORK * 10);
    let answer =
        ours.list_brands(ListBrandsRequest::default()).await.expect("signed with our key").into_inner();
    assert_eq!(answer.brands[0].name, "tests");

    let mut foreign = client(server.address, "another-key-of-thirty-two-letters", WORK * 10);
    let refused =
        foreign.list_brands(ListBrandsRequest::default()).await.expect_err("signed with another key");
    assert_eq!(refused.code(), Code::Unauthenticated);

    let service = Service::parse_at(server.address, KEY);
    let mesh = Mesh::new(&service.mesh, service.signer()).expect("a mesh");
    let mut misled = BrandsClient::new(mesh.client("orders", &Actor::system("tests")).expect("an address"));
    let refused =
        misled.list_brands(ListBrandsRequest::default()).await.expect_err("meant for another service");
    assert_eq!(refused.code(), Code::Unauthenticated);

    let mut unsigned = BrandsClient::connect(format!("http://{}", server.address)).await.expect("connects");
    let refused = unsigned.list_brands(ListBrandsRequest::default()).await.expect_err("not signed");
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
async fn a_neighbour_that_vanished_costs_a_call_its_deadline_and_is_found_again() {
    let server = start().await;
    let wire = Proxy::start(&server.address.to_string()).await.expect("a proxy");
    let mut calls = client(wire.addr(), KEY, WORK);
    calls.list_brands(ListBrandsRequest::default()).await.expect("connected");
    wire.vanish();
    let began = tokio::time::Instant::now();
    let late = calls.list_brands(ListBrandsRequest::default()).await.expect_err("nobody answers");
    assert_eq!(late.code(), Code::DeadlineExceeded);
    assert!(began.elapsed() < WORK * 3, "{:?}", began.elapsed());
    let answers = async || calls.clone().list_brands(ListBrandsRequest::default()).await.is_ok();
    eventually("a new connection", Duration::from_secs(15), answers).await;
}

#[tokio::test]
async fn a_lone_call_may_take_longer_than_a_vanished_neighbour_is_waited_for() {
    let work = Duration::from_secs(9);
    let server = start_slow(work).await;
    let mut patient = client(server.address, KEY, work * 2);
    patient.create_brand(CreateBrandRequest::default()).await.expect("its connection is alive");
}

#[tokio::test]
async fn the_end_waits_for_calls_in_flight_and_then_comes() {
    let server = start().await;
    let mut slow = client(server.address, KEY, WORK * 20);
    slow.list_brands(ListBrandsRequest::default()).await.expect("connected");
    server.shutdown.cancel();
    slow.create_brand(CreateBrandRequest::default()).await.expect("still served while leaving");
    let ended = tokio::time::timeout(Duration::from_secs(10), server.served).await;
    ended.expect("within ten seconds").expect("no panic").expect("in order");
    assert!(slow.list_brands(ListBrandsRequest::default()).await.is_err(), "nobody is served after the end");
}

/// Asks for a path that no RPC has, or an RPC of the service by a method that it doesn't have.
fn odd_request(number: usize) -> http::Request<Body> {
    let path = match number % 3 {
        0 => format!("/odd.v1.Service{number}/Method{number}"),
        1 => format!("/souk.catalog.v1.Brands/Method{number}"),
        _ => "/souk.catalog.v1.Brands/ListBrands".to_owned(),
    };
    let (method, kind) = match number % 4 {
        0 => ("GET".to_owned(), "application/grpc".to_owned()),
        1 => ("POST".to_owned(), format!("application/grpc+{number}")),
        2 => (format!("METHOD{number}"), format!("text/{number}")),
        _ => ("POST".to_owned(), "application/grpc".to_owned()),
    };
    let request = http::Request::builder().method(method.as_str()).uri(path).header("content-type", kind);
    request.body(Body::empty()).expect("a request")
}

fn series(metrics: &PrometheusHandle) -> usize {
    metrics.render().lines().filter(|line| line.starts_with("souk_")).count()
}

#[tokio::test]
async fn nothing_that_a_caller_sends_becomes_a_series() {
    let recorder = PrometheusBuilder::new().build_recorder();
    let metrics = recorder.handle();
    let _here = metrics::set_default_local_recorder(&recorder);
    let server = start().await;
    let mesh = Service::parse_at(server.address, KEY);
    let mesh = Mesh::new(&mesh.mesh, mesh.signer()).expect("a mesh");
    let mut signed = mesh.client("catalog", &Actor::system("tests")).expect("an address");
    let unsigned = Endpoint::from_shared(format!("http://{}", server.address)).expect("an address");
    let mut unsigned = unsigned.connect().await.expect("connects");

    let mut first = 0;
    for number in 0..10_024 {
        let request = odd_request(number);
        let answered = if number % 2 == 0 {
            signed.ready().await.expect("connected").call(request).await.is_ok()
        } else {
            unsigned.ready().await.expect("connected").call(request).await.is_ok()
        };
        assert!(answered, "request {number} has an answer");
        if number == 23 {
            first = series(&metrics);
        }
    }
    assert!(first > 0, "requests are counted");
    assert_eq!(series(&metrics), first, "every kind of request had been there:\n{}", metrics.render());
    assert!(
        metrics.render().contains(r#"route="/souk.catalog.v1.Brands/ListBrands""#),
        "an RPC has its name"
    );
}
