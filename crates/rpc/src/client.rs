//! Calls to other services: each goes out with a deadline, the trace and a signed actor.

use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use anyhow::Context as _;
use souk_telemetry::propagation;
use tonic::Status;
use tonic::body::Body;
use tonic::transport::{Channel, ClientTlsConfig, Endpoint};
use tower::Service;

use crate::actor::ACTOR_HEADER;
use crate::{Actor, Failure, Signer, deadline};

/// What a call may take unless the caller says otherwise.
const DEFAULT_DEADLINE: Duration = Duration::from_secs(5);

/// How long a connection may be silent before it is asked, and then before it is given up: calls to a host that vanished fail
/// by their deadlines for no longer than twice this.
const KEEP_ALIVE: Duration = Duration::from_secs(4);

/// Where the other services are.
#[derive(Debug, Clone, clap::Args)]
pub struct MeshConfig {
    /// Envoy's internal listener, `http://host:port`; or, without Envoy, a list `catalog=http://...,orders=http://...`. What begins with
    /// `https` is spoken to encrypted, and the system's authorities vouch for its name.
    #[arg(long, env = "SOUK_MESH_URL")]
    pub mesh_url: String,
}

/// Connections to the other services, made when first used and kept.
#[derive(Debug, Clone)]
pub struct Mesh {
    /// By service name; the entry of the empty name serves all others.
    channels: HashMap<String, Channel>,
    signer: Signer,
}

/// A connection to one service on behalf of one actor; give it to a generated client's `new`. Cheap to clone, and as good after
/// an hour as at once: each call is signed by itself.
#[derive(Debug, Clone)]
pub struct Client {
    channel: Channel,
    caller: Arc<Caller>,
    deadline: Duration,
}

/// Who calls whom.
#[derive(Debug)]
struct Caller {
    signer: Signer,
    actor: Actor,
    service: String,
}

impl Mesh {
    /// Reads the configuration; connects lazily, so a service that is away does not stop this one.
    pub fn new(config: &MeshConfig, signer: Signer) -> anyhow::Result<Self> {
        let mut channels = HashMap::new();
        for entry in config.mesh_url.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            let (service, url) = match entry.split_once('=') {
                Some((service, url)) => (service, url),
                None => ("", entry),
            };
            channels.insert(service.to_owned(), connect(url, || ClientTlsConfig::new().with_native_roots())?);
        }
        anyhow::ensure!(!channels.is_empty(), "SOUK_MESH_URL is empty");
        Ok(Self { channels, signer })
    }

    /// A client of `service` that calls for `actor`.
    pub fn client(&self, service: &str, actor: &Actor) -> Result<Client, Failure> {
        let channel = self.channels.get(service).or_else(|| self.channels.get(""));
        let channel =
            channel.ok_or_else(|| Failure::unavailable(format!("no address of {service} is configured")))?;
        let caller =
            Caller { signer: self.signer.clone(), actor: actor.clone(), service: service.to_owned() };
        Ok(Client { channel: channel.clone(), caller: Arc::new(caller), deadline: DEFAULT_DEADLINE })
    }
}

/// `authorities` vouch for who is called by https.
fn connect(url: &str, authorities: impl FnOnce() -> ClientTlsConfig) -> anyhow::Result<Channel> {
    let mut endpoint = Endpoint::from_shared(url.to_owned())
        .with_context(|| format!("{url} is no address"))?
        .connect_timeout(Duration::from_secs(1))
        .http2_keep_alive_interval(KEEP_ALIVE)
        .keep_alive_timeout(KEEP_ALIVE)
        .tcp_nodelay(true);
    if endpoint.uri().scheme_str() == Some("https") {
        endpoint = endpoint.tls_config(authorities()).with_context(|| format!("{url} can't be encrypted"))?;
    }
    Ok(endpoint.connect_lazy())
}

impl Client {
    /// The same client with another deadline per call.
    #[must_use]
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }
}

type Answer = Pin<Box<dyn Future<Output = Result<http::Response<Body>, Status>> + Send>>;

impl Service<http::Request<Body>> for Client {
    type Response = http::Response<Body>;
    type Error = Status;
    type Future = Answer;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Status>> {
        self.channel.poll_ready(context).map_err(|error| Status::unavailable(error.to_string()))
    }

    fn call(&mut self, mut request: http::Request<Body>) -> Answer {
        let allowed = deadline::remaining(self.deadline);
        deadline::write(request.headers_mut(), allowed);
        let Caller { signer, actor, service } = &*self.caller;
        request.headers_mut().insert(ACTOR_HEADER, signer.sign(actor, service));
        propagation::inject_headers(request.headers_mut());
        let answer = self.channel.call(request);
        Box::pin(async move {
            match tokio::time::timeout(allowed, answer).await {
                Ok(Ok(answer)) => Ok(answer),
                Ok(Err(error)) if is_late(&error) => Err(late()),
                Ok(Err(error)) => Err(Status::unavailable(error.to_string())),
                Err(_) => Err(late()),
            }
        })
    }
}

fn late() -> Status {
    Status::deadline_exceeded("the service took too long")
}

/// Whether the channel, which reads `grpc-timeout` too, was the first to give up.
fn is_late(error: &tonic::transport::Error) -> bool {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if error.is::<tonic::TimeoutExpired>() {
            return true;
        }
        cause = error.source();
    }
    false
}

#[cfg(test)]
mod tests {
    use souk_testkit::TestCertificate;
    use tonic::transport::{Certificate, Identity, Server, ServerTlsConfig};
    use tonic_health::pb::HealthCheckRequest;
    use tonic_health::pb::health_client::HealthClient;

    use super::*;

    /// A server that speaks TLS, at this port.
    async fn encrypted(certificate: &TestCertificate) -> u16 {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("its address").port();
        let identity = Identity::from_pem(&certificate.certificate, &certificate.key);
        let (_, health) = tonic_health::server::health_reporter();
        let mut server =
            Server::builder().tls_config(ServerTlsConfig::new().identity(identity)).expect("a server");
        let incoming = tonic::transport::server::TcpIncoming::from(listener);
        tokio::spawn(server.add_service(health).serve_with_incoming(incoming));
        port
    }

    #[tokio::test]
    async fn who_is_called_by_https_is_spoken_to_encrypted_and_has_the_name_of_the_address() {
        let certificate = TestCertificate::read().expect("of the tests' servers");
        let port = encrypted(&certificate).await;
        let ours = || ClientTlsConfig::new().ca_certificate(Certificate::from_pem(&certificate.authority));
        let systems = || ClientTlsConfig::new().with_native_roots();
        let ask = async |channel: anyhow::Result<Channel>| {
            HealthClient::new(channel.expect("an address")).check(HealthCheckRequest::default()).await
        };
        ask(connect(&format!("https://localhost:{port}"), ours)).await.expect("answered");
        for refused in [
            connect(&format!("https://127.0.0.1:{port}"), ours),
            connect(&format!("https://localhost:{port}"), systems),
            connect(&format!("http://localhost:{port}"), ours),
        ] {
            ask(refused).await.expect_err("refused");
        }
    }
}
