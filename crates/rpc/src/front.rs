//! Plain HTTP from anybody: connections are counted per address and in all, and each of them ends that says or takes nothing. Behind
//! Envoy, which does the same, these are the second line; without it they are the first.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

use crate::taking::Taking;

/// Most of a request's head that is held; hyper refuses more with 431.
const HEAD: usize = 64 * 1024;
/// After an accept that failed, as it does while the process may open no more files.
const BREATH: Duration = Duration::from_millis(50);

/// How much of the process callers may take with connections alone.
#[derive(Clone)]
pub struct ConnectionLimits {
    pub all: usize,
    pub per_address: usize,
    /// For a request's head, for what an open connection may say nothing, and for what it may take nothing of an answer. Longer than Envoy keeps its own to us, so that
    /// it never sends into one that ends.
    pub silence: Duration,
    /// Whom a connection from an address counts against; None for a proxy of our own, which carries many people's requests.
    pub customer: Arc<dyn Fn(IpAddr) -> Option<IpAddr> + Send + Sync>,
}

/// The connections that are open.
struct Places {
    limits: ConnectionLimits,
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    all: usize,
    /// Without those of proxies; a customer without any is not in it.
    by_customer: HashMap<IpAddr, usize>,
}

/// One connection's place, until it is dropped.
struct Place {
    places: Arc<Places>,
    customer: Option<IpAddr>,
}

/// Answers until `stop`, then what is in flight.
pub async fn serve(listener: TcpListener, app: Router, limits: ConnectionLimits, stop: CancellationToken) {
    let (open, places) = (GracefulShutdown::new(), Arc::new(Places { limits, taken: Mutex::default() }));
    while let Some(accepted) = stop.run_until_cancelled(listener.accept()).await {
        match accepted {
            Ok((stream, peer)) => {
                // Without a place it is closed by being dropped.
                let Some(place) = Places::take(&places, peer.ip().to_canonical()) else { continue };
                answer(stream, peer, app.clone(), place, &open);
            }
            Err(error) => {
                tracing::warn!(error.cause = %error, "a connection could not be accepted");
                tokio::time::sleep(BREATH).await;
            }
        }
    }
    drop(listener);
    open.shutdown().await;
}

fn answer(stream: TcpStream, peer: SocketAddr, app: Router, place: Place, open: &GracefulShutdown) {
    // An answer is written at once: waiting for more would only add to its time.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request| respond(app.clone(), peer, request));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(place.places.limits.silence)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(Taking::new(stream, place.places.limits.silence)), service);
    let connection = open.watch(connection);
    tokio::spawn(async move {
        // How a client ends its connection is its own business.
        let _ = connection.await;
        drop(place);
    });
}

async fn respond(app: Router, peer: SocketAddr, request: Request<Incoming>) -> Result<Response, Infallible> {
    let mut request = request.map(Body::new);
    request.extensions_mut().insert(ConnectInfo(peer));
    app.oneshot(request).await
}

impl Places {
    fn take(places: &Arc<Self>, address: IpAddr) -> Option<Place> {
        let limits = &places.limits;
        let customer = (limits.customer)(address);
        let mut taken = places.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let open = customer.map_or(0, |customer| taken.by_customer.get(&customer).copied().unwrap_or(0));
        if taken.all >= limits.all || open >= limits.per_address {
            return None;
        }
        taken.all += 1;
        if let Some(customer) = customer {
            taken.by_customer.insert(customer, open + 1);
        }
        Some(Place { places: places.clone(), customer })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.all -= 1;
        let Some(customer) = self.customer else { return };
        if let Entry::Occupied(mut open) = taken.by_customer.entry(customer) {
            *open.get_mut() -= 1;
            if *open.get() == 0 {
                open.remove();
            }
        }
    }
}

impl std::fmt::Debug for ConnectionLimits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ConnectionLimits")
            .field("all", &self.all)
            .field("per_address", &self.per_address)
            .finish_non_exhaustive()
    }
}
