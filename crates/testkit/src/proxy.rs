//! A TCP proxy that a test can cut: a server that is down, without touching the server that other tests use.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Context as _;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Passes bytes between its own port and a server for as long as it is up.
#[derive(Debug)]
pub struct Proxy {
    addr: SocketAddr,
    up: Arc<watch::Sender<bool>>,
    refused: Arc<AtomicU64>,
    accepting: JoinHandle<()>,
}

impl Proxy {
    /// Stands in front of `target`, `host:port`.
    pub async fn start(target: &str) -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let addr = listener.local_addr()?;
        let up = Arc::new(watch::Sender::new(true));
        let refused = Arc::new(AtomicU64::new(0));
        let accepting = tokio::spawn(accept(listener, target.to_owned(), up.clone(), refused.clone()));
        Ok(Self { addr, up, refused, accepting })
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
        self.up.send_replace(false);
    }

    /// Connections that were not let through.
    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    /// Lets connections through again.
    pub fn mend(&self) {
        self.up.send_replace(true);
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
    up: Arc<watch::Sender<bool>>,
    refused: Arc<AtomicU64>,
) {
    while let Ok((client, _)) = listener.accept().await {
        if *up.borrow() {
            tokio::spawn(pass(client, target.clone(), up.subscribe()));
        } else {
            refused.fetch_add(1, Ordering::Relaxed);
        }
    }
}

async fn pass(mut client: TcpStream, target: String, mut up: watch::Receiver<bool>) {
    let Ok(mut server) = TcpStream::connect(target).await else { return };
    tokio::select! {
        _ = copy_bidirectional(&mut client, &mut server) => {}
        _ = up.wait_for(|up| !up) => {}
    }
}
