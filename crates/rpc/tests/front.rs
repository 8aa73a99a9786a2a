//! What anybody may do with connections to plain HTTP.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::routing::get;
use clap::Parser;
use metrics_exporter_prometheus::PrometheusBuilder;
use souk_rpc::{Condition, ConnectionLimits, Readiness, ServerConfig, serve_http};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio_util::sync::CancellationToken;

const CAP: Duration = Duration::from_secs(10);
/// More bytes than the system holds between two sides of a connection.
const LARGE: usize = 64 * 1024 * 1024;

#[derive(Parser)]
struct Flags {
    #[command(flatten)]
    server: ServerConfig,
}

async fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("binds");
    listener.local_addr().expect("has one").port()
}

async fn open(all: usize, per_address: usize, silence: Duration) -> SocketAddr {
    let address = SocketAddr::from(([127, 0, 0, 1], free_port().await));
    let flags = Flags::parse_from(["test", "--listen-addr", &address.to_string()]);
    let limits = ConnectionLimits {
        all,
        per_address,
        silence,
        // 127.0.0.9 is a proxy, 127.0.0.4 and 127.0.0.5 are one customer.
        customer: Arc::new(|ip| match ip {
            ip if ip == IpAddr::from([127, 0, 0, 9]) => None,
            ip if ip == IpAddr::from([127, 0, 0, 5]) => Some(IpAddr::from([127, 0, 0, 4])),
            ip => Some(ip),
        }),
    };
    let app = Router::new()
        .route("/", get(async |ConnectInfo(peer): ConnectInfo<SocketAddr>| peer.ip().to_string()))
        .route("/large", get(async || "x".repeat(LARGE)));
    let metrics = PrometheusBuilder::new().build_recorder().handle();
    let readiness = Readiness::new(|| async { Condition::WELL });
    tokio::spawn(async move {
        serve_http(&flags.server, app, limits, readiness, metrics, CancellationToken::new()).await
    });
    while TcpStream::connect(address).await.is_err() {
        tokio::task::yield_now().await;
    }
    address
}

async fn connect(to: SocketAddr, from: u8) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind(SocketAddr::from(([127, 0, 0, from], 0))).expect("binds");
    socket.connect(to).await.expect("connects")
}

/// What comes back for a request; empty where the connection was closed.
async fn ask(stream: &mut TcpStream) -> String {
    // A connection that was closed at once may refuse the very first byte.
    let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: shop\r\n\r\n").await;
    let mut answer = vec![0; 4096];
    let read = tokio::time::timeout(CAP, stream.read(&mut answer)).await.expect("ends");
    answer.truncate(read.unwrap_or(0));
    String::from_utf8(answer).expect("is text")
}

#[tokio::test]
async fn one_address_takes_its_share_and_no_more() {
    let front = open(100, 3, CAP).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        let mut stream = connect(front, 2).await;
        assert!(ask(&mut stream).await.starts_with("HTTP/1.1 200"));
        held.push(stream);
    }
    assert_eq!(ask(&mut connect(front, 2).await).await, "");
    assert!(ask(&mut connect(front, 3).await).await.starts_with("HTTP/1.1 200"), "another address");
    held.pop();
    let again = async { while ask(&mut connect(front, 2).await).await.is_empty() {} };
    tokio::time::timeout(CAP, again).await.expect("a closed connection makes room");
}

#[tokio::test]
async fn the_addresses_of_one_customer_share_its_part() {
    let front = open(100, 1, CAP).await;
    let mut held = connect(front, 4).await;
    assert!(ask(&mut held).await.starts_with("HTTP/1.1 200"));
    assert_eq!(ask(&mut connect(front, 5).await).await, "");
}

#[tokio::test]
async fn a_proxy_is_no_client_but_all_together_have_an_end() {
    let front = open(10, 3, CAP).await;
    let mut held = Vec::new();
    let mut served = 0;
    for _ in 0..20 {
        let mut stream = connect(front, 9).await;
        served += usize::from(ask(&mut stream).await.starts_with("HTTP/1.1 200"));
        held.push(stream);
    }
    // The one that looked whether it listens may not have been counted out yet.
    assert!((9..=10).contains(&served), "{served}");
}

#[tokio::test]
async fn a_connection_that_says_nothing_or_little_is_closed() {
    let front = open(100, 100, Duration::from_millis(200)).await;
    for said in ["", "GET / HTTP/1.1\r\nX-Slow: "] {
        let mut stream = connect(front, 2).await;
        stream.write_all(said.as_bytes()).await.expect("writes");
        let mut rest = Vec::new();
        tokio::time::timeout(CAP, stream.read_to_end(&mut rest)).await.expect("is closed").expect("reads");
        assert!(!String::from_utf8_lossy(&rest).contains("200 OK"));
    }
}

#[tokio::test]
async fn a_connection_that_takes_nothing_of_its_answer_is_closed() {
    let front = open(100, 1, Duration::from_millis(200)).await;
    let mut silent = connect(front, 2).await;
    silent.write_all(b"GET /large HTTP/1.1\r\nHost: shop\r\n\r\n").await.expect("writes");
    let again = async { while ask(&mut connect(front, 2).await).await.is_empty() {} };
    tokio::time::timeout(CAP, again).await.expect("its place is free again");
}
