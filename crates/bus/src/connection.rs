//! Connections to the broker, and the patience to open them again for ever.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use lapin::options::{ExchangeDeclareOptions, QueueDeclareOptions};
use lapin::protocol::AMQPSoftError;
use lapin::runtime::default_runtime;
use lapin::tcp::OwnedTLSConfig;
use lapin::types::FieldTable;
use lapin::uri::AMQPUri;
use lapin::{BasicProperties, Channel, Connection, ConnectionProperties, ErrorKind, ExchangeKind, Queue};
use percent_encoding::percent_decode_str;
use secrecy::{ExposeSecret as _, SecretString};
use tokio_util::sync::CancellationToken;

use crate::{Topology, Tuning};

/// Seconds between signs of life, in both directions: a peer that is silent for twice as long is given up. TCP alone waits a
/// quarter of an hour, or for ever.
const HEARTBEAT: u16 = 4;

/// Longest wait for a connection to be made. The client doesn't always tell that one broke meanwhile, as to a broker that is
/// starting: whoever waits without a limit may wait for ever.
const CONNECT: Duration = Duration::from_secs(5);

/// Between two questions to a broker that is only listened to.
const PULSE: Duration = Duration::from_secs(3);

/// Says whether a part of the bus has its connection.
#[derive(Debug, Clone, Default)]
pub(crate) struct Link(Arc<AtomicBool>);

impl Link {
    pub(crate) fn set(&self, up: bool) {
        self.0.store(up, Ordering::Relaxed);
    }

    pub(crate) fn is_up(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// One part's way to the broker.
#[derive(Debug, Clone)]
pub(crate) struct Broker {
    pub(crate) service: &'static str,
    pub(crate) url: SecretString,
    pub(crate) topology: Topology,
    pub(crate) tuning: Tuning,
    pub(crate) link: Link,
}

impl Broker {
    /// Opens a connection that shows as `part` of the service on the broker, and declares the service's part of the bus.
    pub(crate) async fn open(&self, part: &str) -> anyhow::Result<(Connection, Channel)> {
        let opened = async {
            let connection = connect(&self.url, &format!("{} {part}", self.service)).await?;
            let channel = connection.create_channel().await?;
            self.topology.declare(&channel, self.service).await.context("declaring the bus")?;
            Ok((connection, channel))
        };
        self.answer(opened).await
    }

    /// Gives up on a question that stays unanswered: the client doesn't always tell that its connection broke.
    pub(crate) async fn answer<T>(
        &self,
        asked: impl Future<Output = anyhow::Result<T>>,
    ) -> anyhow::Result<T> {
        let answer = tokio::time::timeout(self.tuning.answer_timeout, asked).await;
        answer.context("the broker does not answer")?
    }

    /// Asks the broker again and again whether it is there; ends when it isn't. For whoever only listens: the client knows of
    /// missing heartbeats, but doesn't end what is listened to.
    pub(crate) async fn watch(&self, channel: &Channel) -> anyhow::Result<()> {
        let passive = ExchangeDeclareOptions { passive: true, ..ExchangeDeclareOptions::default() };
        loop {
            tokio::time::sleep(PULSE).await;
            let exchange = self.topology.exchange();
            let asked = channel.exchange_declare(
                exchange.into(),
                ExchangeKind::Topic,
                passive,
                FieldTable::default(),
            );
            self.answer(async { Ok(asked.await?) }).await?;
        }
    }

    /// Ends a connection in order. It may break while it is closed, and that is an end as well.
    pub(crate) async fn close(&self, connection: Connection) {
        let closed = async { Ok(connection.close(200, "stopping".into()).await?) };
        if let Err(error) = self.answer(closed).await {
            tracing::debug!("A connection to the broker broke while it was closed: {error:#}");
        }
    }
}

/// Opens a connection that shows as `name` on the broker.
pub(crate) async fn connect(url: &SecretString, name: &str) -> anyhow::Result<Connection> {
    let url = url.expose_secret();
    let mut uri: AMQPUri = url.parse().map_err(|why| anyhow!("SOUK_AMQP_URL: {why}"))?;
    uri.query.heartbeat.get_or_insert(HEARTBEAT);
    let properties = ConnectionProperties::default().with_connection_name(name.into());
    let (authorities, runtime) = (authorities(url).await?, default_runtime()?);
    let connecting = Connection::connect_uri_with_config(uri, properties, authorities, runtime);
    let connected = tokio::time::timeout(CONNECT, connecting).await.context("the broker does not answer")?;
    connected.context("no connection to the broker")
}

/// Who vouches for the name of a broker at an `amqps` address: the system's authorities, and those in the file that the address
/// names as `cacertfile`.
async fn authorities(url: &str) -> anyhow::Result<OwnedTLSConfig> {
    let query = url.split_once('?').map_or("", |(_, query)| query);
    let Some(path) = query.split('&').find_map(|pair| pair.strip_prefix("cacertfile=")) else {
        return Ok(OwnedTLSConfig::default());
    };
    let path = percent_decode_str(path).decode_utf8().context("SOUK_AMQP_URL: cacertfile is no path")?;
    let chain = tokio::fs::read_to_string(path.as_ref()).await;
    let chain = chain.with_context(|| format!("SOUK_AMQP_URL: cacertfile={path} can't be read"))?;
    Ok(OwnedTLSConfig { cert_chain: Some(chain), ..OwnedTLSConfig::default() })
}

/// The queue `name`, if it is there. Only asks.
pub(crate) async fn find_queue(connection: &Connection, name: &str) -> lapin::Result<Option<Queue>> {
    // A question about a queue that is not there ends its channel.
    let channel = connection.create_channel().await?;
    let options = QueueDeclareOptions::durable().passive();
    match channel.queue_declare(name.into(), options, FieldTable::default()).await {
        Ok(queue) => {
            channel.close(200, "done".into()).await?;
            Ok(Some(queue))
        }
        Err(error) if is_missing(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

fn is_missing(error: &lapin::Error) -> bool {
    matches!(error.kind(), ErrorKind::ProtocolError(error) if error.get_id() == AMQPSoftError::NOTFOUND.get_id())
}

/// A message's properties as they were published, without the headers in which the broker keeps its history.
pub(crate) fn without_history(properties: &BasicProperties) -> BasicProperties {
    let headers = properties.headers().clone().unwrap_or_default();
    let own = headers.inner().iter().filter(|(name, _)| !name.as_str().starts_with("x-"));
    let own: BTreeMap<_, _> = own.map(|(name, value)| (name.clone(), value.clone())).collect();
    properties.clone().with_headers(own.into())
}

/// One part of the bus: a relay, a consumer, a broadcast.
pub(crate) trait Part: Sync {
    const NAME: &'static str;

    fn broker(&self) -> &Broker;

    /// One connection from its making to its end: an error when it broke, nothing when told to stop.
    fn session(&self, stop: &CancellationToken) -> impl Future<Output = anyhow::Result<()>> + Send;

    /// Says whether this part has its connection now.
    fn tell(&self, is_up: bool) {
        self.broker().link.set(is_up);
        metrics::gauge!("souk_bus_connected", "part" => Self::NAME).set(f64::from(u8::from(is_up)));
    }

    /// Runs sessions until one ends well, with growing waits after failures. A session that lived longer than the
    /// longest wait starts the waits anew.
    fn run(&self, stop: &CancellationToken) -> impl Future<Output = ()> + Send {
        async {
            let Tuning { reconnect_min, reconnect_max, .. } = self.broker().tuning;
            let mut wait = reconnect_min;
            self.tell(false);
            while !stop.is_cancelled() {
                let started = tokio::time::Instant::now();
                let ended = self.session(stop).await;
                self.tell(false);
                let Err(error) = ended else { return };
                if started.elapsed() > reconnect_max {
                    wait = reconnect_min;
                }
                tracing::warn!(
                    bus.part = Self::NAME,
                    retry_ms = wait.as_millis(),
                    "The bus was cut off: {error:#}"
                );
                let _ = stop.run_until_cancelled(tokio::time::sleep(wait)).await;
                wait = (wait * 2).min(reconnect_max);
            }
        }
    }
}
