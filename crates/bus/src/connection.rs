//! Connections to the broker, and the patience to open them again for ever.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, anyhow};
use lapin::uri::AMQPUri;
use lapin::{Channel, Connection, ConnectionProperties};
use secrecy::{ExposeSecret as _, SecretString};
use tokio_util::sync::CancellationToken;

use crate::{Topology, Tuning};

/// Seconds after which a silent peer is given up: TCP alone waits a quarter of an hour.
const HEARTBEAT: u16 = 5;

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
    /// Opens a connection that shows as `part` of the service on the broker, and declares everything there.
    pub(crate) async fn open(&self, part: &str) -> anyhow::Result<(Connection, Channel)> {
        let opened = async {
            let connection = connect(&self.url, &format!("{} {part}", self.service)).await?;
            let channel = connection.create_channel().await?;
            self.topology.declare(&channel).await.context("declaring the bus")?;
            Ok((connection, channel))
        };
        self.answer(opened).await
    }

    /// Gives up on a question that stays unanswered. The client doesn't always tell that its connection broke, least of all
    /// while it is made: whoever waits without a limit may wait for ever.
    pub(crate) async fn answer<T>(
        &self,
        asked: impl Future<Output = anyhow::Result<T>>,
    ) -> anyhow::Result<T> {
        let answer = tokio::time::timeout(self.tuning.answer_timeout, asked).await;
        answer.context("the broker does not answer")?
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
    let mut uri: AMQPUri = url.expose_secret().parse().map_err(|why| anyhow!("SOUK_AMQP_URL: {why}"))?;
    uri.query.heartbeat.get_or_insert(HEARTBEAT);
    let properties = ConnectionProperties::default().with_connection_name(name.into());
    Connection::connect_uri(uri, properties).await.context("no connection to the broker")
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
