//! A TCP proxy that a test can cut: a server that is down, or a host that vanished without a word, without touching the
//! server that other tests use.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Context as _;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Passes bytes between its own port and a server for as long as it is up.
#[derive(Debug)]
pub struct Proxy {
    addr: SocketAddr,
    wire: Arc<watch::Sender<Wire>>,
    refused: Arc<AtomicU64>,
    accepting: JoinHandle<()>,
}

/// What becomes of connections.
#[derive(Debug, Clone, Copy, Default)]
struct Wire {
    state: State,
    /// Connections made before this one was broken are broken for good.
    cuts: u64,
    /// Bytes a second that a connection made now may send to the server.
    rate: Option<u32>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum State {
    #[default]
    Up,
    /// Connections end and new ones are refused.
    Down,
    /// Nothing passes and nothing ends.
    Silent,
}

impl Proxy {
    /// Stands in front of `target`, `host:port`.
    pub async fn start(target: &str) -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let addr = listener.local_addr()?;
        let wire = Arc::new(watch::Sender::new(Wire::default()));
        let refused = Arc::new(AtomicU64::new(0));
        let accepting = tokio::spawn(accept(listener, target.to_owned(), wire.clone(), refused.clone()));
        Ok(Self { addr, wire, refused, accepting })
    }

    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// The same address with the proxy's host and port in place of the server's.
    pub fn rewrite(&self, url: &str) -> anyhow::Result<String> {
        let (head, tail) = url.rsplit_once('@').context("an address with a user")?;
        let path = tail.find('/').map_or("", |slash| &tail[slash..]);
        Ok(format!("{head}@{}{path}", self.addr))
    }

    /// Breaks all connections and lets none through.
    pub fn cut(&self) {
        self.turn(State::Down);
    }

    /// Lets nothing through in either direction and ends no connection: both sides go on believing in the other. New
    /// connections are taken, and hear nothing.
    pub fn silence(&self) {
        self.turn(State::Silent);
    }

    /// The host behind all connections is gone without a word; another one has its address.
    pub fn vanish(&self) {
        self.silence();
        self.mend();
    }

    /// Connections made from now on send so many bytes a second, no more.
    pub fn throttle(&self, bytes_per_second: u32) {
        self.wire.send_modify(|wire| wire.rate = Some(bytes_per_second));
    }

    /// Connections that were not let through.
    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    /// Lets new connections through again. Silenced ones stay silent.
    pub fn mend(&self) {
        self.wire.send_modify(|wire| wire.state = State::Up);
    }

    fn turn(&self, state: State) {
        self.wire.send_modify(|wire| *wire = Wire { state, cuts: wire.cuts + 1, ..*wire });
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.cut();
        self.accepting.abort();
    }
}

async fn accept(
    listener: TcpListener,
    target: String,
    wire: Arc<watch::Sender<Wire>>,
    refused: Arc<AtomicU64>,
) {
    while let Ok((client, _)) = listener.accept().await {
        let made = *wire.borrow();
        if made.state == State::Down {
            refused.fetch_add(1, Ordering::Relaxed);
        } else {
            tokio::spawn(pass(client, target.clone(), made, wire.subscribe()));
        }
    }
}

async fn pass(mut client: TcpStream, target: String, made: Wire, mut wire: watch::Receiver<Wire>) {
    if made.state == State::Silent {
        return keep_silent(wire).await;
    }
    let Ok(mut server) = TcpStream::connect(target).await else { return };
    let is_broken = tokio::select! {
        () = copy(&mut client, &mut server, made.rate) => false,
        wire = wire.wait_for(|wire| wire.cuts != made.cuts) => wire.is_ok(),
    };
    if is_broken {
        keep_silent(wire).await;
    }
}

async fn copy(client: &mut TcpStream, server: &mut TcpStream, rate: Option<u32>) {
    let Some(rate) = rate else {
        let _ = copy_bidirectional(client, server).await;
        return;
    };
    let ((mut asked, mut answers), (mut answered, mut asking)) = (client.split(), server.split());
    tokio::select! {
        _ = tokio::io::copy(&mut answered, &mut answers) => {}
        _ = trickle(&mut asked, &mut asking, rate) => {}
    }
}

/// Passes on at most `rate` bytes a second.
async fn trickle(
    from: &mut (impl AsyncRead + Unpin),
    to: &mut (impl AsyncWrite + Unpin),
    rate: u32,
) -> std::io::Result<()> {
    let mut buffer = vec![0; 16 << 10];
    loop {
        let read = from.read(&mut buffer).await?;
        if read == 0 {
            return Ok(());
        }
        to.write_all(&buffer[..read]).await?;
        tokio::time::sleep(Duration::from_secs(1) * u32::try_from(read).unwrap_or(u32::MAX) / rate).await;
    }
}

/// Keeps the sockets of the caller open for as long as the proxy is not cut.
async fn keep_silent(mut wire: watch::Receiver<Wire>) {
    let _ = wire.wait_for(|wire| wire.state == State::Down).await;
}
