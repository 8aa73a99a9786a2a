//! Fetches pictures from other servers. Every address is checked where it is connected to, not where it was named: names are
//! resolved once, and what is connected to is what was checked; redirects are followed by hand, each checked again.

use std::collections::HashMap;
use std::error::Error as StdError;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context as _;
use futures::future::BoxFuture;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::{ACCEPT, LOCATION};
use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode};
use tokio::sync::{OnceCell, OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout};
use url::Url;

use super::address::{AddressFault, is_public, literal, read, sound};
use crate::media::Origin;

/// Until all of a picture is here, redirects included.
const LONGEST: Duration = Duration::from_secs(10);
const CONNECT: Duration = Duration::from_secs(4);
const MOST_REDIRECTS: usize = 3;
/// Asked of one server at once.
const AT_ONCE_OF_HOST: usize = 4;
/// A server that failed so often in a row is not asked for a while: one that is away must not keep those of others waiting.
const MOST_FAILURES: u32 = 3;
const PAUSE: Duration = Duration::from_mins(1);
/// Servers that are remembered; all are forgotten when there are more.
const MOST_HOSTS: usize = 1_000;
/// What the shop can read; some servers choose by it.
const PICTURES: &str = "image/jpeg,image/png,image/webp";
const AGENT: &str = "souk-catalog (pictures of an import)";

/// As the merchant is told where nobody was there.
pub const UNREACHABLE: &str = "pictures.unreachable";

/// What of the network is asked.
pub trait Reach: Send + Sync + 'static {
    /// What a name stands for; port 0 is the usual one.
    fn addresses(&self, host: String) -> BoxFuture<'static, io::Result<Vec<SocketAddr>>>;

    fn may_ask(&self, address: IpAddr) -> bool {
        is_public(address)
    }
}

/// The public internet.
#[derive(Debug, Clone, Copy)]
pub struct Internet;

impl Reach for Internet {
    fn addresses(&self, host: String) -> BoxFuture<'static, io::Result<Vec<SocketAddr>>> {
        Box::pin(async move { Ok(tokio::net::lookup_host((host, 0)).await?.collect()) })
    }
}

/// Why a picture could not be had.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    #[error(transparent)]
    Address(#[from] AddressFault),
    #[error("its server leads on and on")]
    Redirects,
    #[error("its server answers {0}")]
    Refused(StatusCode),
    #[error("it is larger than 10 MB")]
    TooLarge,
    #[error("its server does not answer, or not in time")]
    Unreachable,
    #[error("nothing can be asked")]
    Client(#[source] anyhow::Error),
}

impl FetchError {
    /// Whether it may be otherwise a while later.
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Address(AddressFault::NotPublic) | Self::Unreachable | Self::Client(_) => true,
            Self::Refused(status) => {
                status.is_server_error()
                    || matches!(*status, StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT)
            }
            Self::Address(AddressFault::NotAnAddress) | Self::Redirects | Self::TooLarge => false,
        }
    }

    /// Whether nobody was there. A name of the shop's own network is no different from one that nobody has, in what is told and in when:
    /// else whoever imports could ask which names and addresses there are.
    const fn is_away(&self) -> bool {
        matches!(self, Self::Address(AddressFault::NotPublic) | Self::Unreachable)
    }

    /// As the merchant is told.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Address(AddressFault::NotAnAddress) => "pictures.wrong_address",
            Self::Redirects | Self::Refused(_) => "pictures.refused",
            Self::TooLarge => "pictures.too_large",
            Self::Address(AddressFault::NotPublic) | Self::Unreachable | Self::Client(_) => UNREACHABLE,
        }
    }
}

/// A name that stands for an address that is not asked.
#[derive(Debug, thiserror::Error)]
#[error("it stands for an address in no public network")]
struct NotPublic;

/// Resolves names for the client, which connects to what it is answered and to nothing else.
struct Checked(Arc<dyn Reach>);

impl Resolve for Checked {
    fn resolve(&self, name: Name) -> Resolving {
        let reach = self.0.clone();
        Box::pin(async move {
            let found = reach.addresses(name.as_str().to_owned()).await?;
            // One that leads inside, too, is meant to be tried until that one is taken.
            if found.is_empty() || !found.iter().all(|address| reach.may_ask(address.ip())) {
                return Err(NotPublic.into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

/// What is known of a server.
struct Host {
    places: Arc<Semaphore>,
    failures: u32,
    away_until: Option<Instant>,
}

/// The right to ask a server for something now.
pub struct Place {
    url: Url,
    host: String,
    held: OwnedSemaphorePermit,
}

/// See the module.
pub struct Fetcher {
    reach: Arc<dyn Reach>,
    client: OnceCell<Client>,
    hosts: Mutex<HashMap<String, Host>>,
}

impl Fetcher {
    pub fn new(reach: Arc<dyn Reach>) -> Self {
        Self { reach, client: OnceCell::new(), hosts: Mutex::default() }
    }

    /// The bytes at an address, whatever they are.
    pub async fn fetch(&self, place: Place) -> Result<Vec<u8>, FetchError> {
        let Place { url, host, held } = place;
        let fetched = timeout(LONGEST, self.follow(url)).await.unwrap_or(Err(FetchError::Unreachable));
        drop(held);
        self.note(&host, fetched.as_ref().is_err_and(FetchError::is_away));
        fetched
    }

    async fn follow(&self, mut url: Url) -> Result<Vec<u8>, FetchError> {
        let client = self.client.get_or_try_init(|| async { client(self.reach.clone()) }).await;
        let client = client.map_err(FetchError::Client)?;
        for _ in 0..=MOST_REDIRECTS {
            sound(&url)?;
            // No name is resolved of it, so nobody else looks.
            if literal(&url).is_some_and(|address| !self.reach.may_ask(address)) {
                return Err(AddressFault::NotPublic.into());
            }
            let asked = client.get(url.clone()).header(ACCEPT, PICTURES).send().await;
            let answer = asked.map_err(|error| failed(&error))?;
            if !answer.status().is_redirection() {
                return content(answer).await;
            }
            let next = answer.headers().get(LOCATION).and_then(|next| next.to_str().ok());
            let next = next.ok_or(FetchError::Refused(answer.status()))?;
            url = url.join(next).map_err(|_| AddressFault::NotAnAddress)?;
        }
        Err(FetchError::Redirects)
    }

    /// A place at the server of an address, once there is one; `None` while that is not asked.
    pub async fn place(&self, address: &str) -> Result<Option<Place>, FetchError> {
        let url = read(address)?;
        let host = url.host_str().unwrap_or_default().to_owned();
        let places = {
            let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
            if hosts.len() >= MOST_HOSTS && !hosts.contains_key(&host) {
                hosts.clear();
            }
            hosts.entry(host.clone()).or_insert_with(Host::new).places.clone()
        };
        let held = places.acquire_owned().await.map_err(|error| FetchError::Client(error.into()))?;
        let hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        let until = hosts.get(&host).and_then(|host| host.away_until);
        let is_away = until.is_some_and(|until| Instant::now() < until);
        drop(hosts);
        Ok((!is_away).then_some(Place { url, host, held }))
    }

    fn note(&self, host: &str, is_away: bool) {
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(host) = hosts.get_mut(host) else { return };
        host.failures = if is_away { host.failures.saturating_add(1) } else { 0 };
        host.away_until = (host.failures >= MOST_FAILURES).then(|| Instant::now() + PAUSE);
    }
}

impl Host {
    fn new() -> Self {
        Self { places: Arc::new(Semaphore::new(AT_ONCE_OF_HOST)), failures: 0, away_until: None }
    }
}

fn client(reach: Arc<dyn Reach>) -> anyhow::Result<Client> {
    // Whoever came first: all of ours are ring.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
        .dns_resolver(Checked(reach))
        .connect_timeout(CONNECT)
        .redirect(Policy::none())
        .referer(false)
        .no_proxy()
        .user_agent(AGENT)
        .pool_idle_timeout(LONGEST)
        .pool_max_idle_per_host(AT_ONCE_OF_HOST)
        .build()
        .context("making the client for pictures of imports")
}

/// What keeps a server from answering.
fn failed(error: &reqwest::Error) -> FetchError {
    let mut cause: Option<&dyn StdError> = Some(error);
    while let Some(known) = cause {
        if known.is::<NotPublic>() {
            return AddressFault::NotPublic.into();
        }
        cause = known.source();
    }
    FetchError::Unreachable
}

/// The body of an answer, as far as one is read.
async fn content(mut answer: Response) -> Result<Vec<u8>, FetchError> {
    if answer.status() != StatusCode::OK {
        return Err(FetchError::Refused(answer.status()));
    }
    let said = answer.content_length().unwrap_or_default();
    if usize::try_from(said).map_or(true, |said| said > Origin::Elsewhere.most_bytes()) {
        return Err(FetchError::TooLarge);
    }
    let mut content = Vec::new();
    while let Some(part) = answer.chunk().await.map_err(|_| FetchError::Unreachable)? {
        if content.len() + part.len() > Origin::Elsewhere.most_bytes() {
            return Err(FetchError::TooLarge);
        }
        content.extend_from_slice(&part);
    }
    Ok(content)
}
