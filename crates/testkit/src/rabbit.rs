//! The RabbitMQ server of the tests.

use std::env;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use anyhow::Context as _;
use lapin::options::{ExchangeDeleteOptions, QueueDeclareOptions, QueueDeleteOptions};
use lapin::types::FieldTable;
use lapin::{Connection, ConnectionProperties};

/// Longest wait for a connection. One that breaks while it is made, to a broker that is starting, is sometimes never told of
/// by the client: who waits for it without a limit waits for ever.
const CONNECT: Duration = Duration::from_secs(10);

/// A RabbitMQ server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broker {
    url: String,
}

/// A test's own corner of the server: no name in it is in another one's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Namespace {
    name: String,
    broker: Broker,
}

/// Address of the tests' RabbitMQ for encrypted connections, in which the broker's name, `localhost`, is checked.
pub fn encrypted_amqp_url() -> anyhow::Result<String> {
    env::var("SOUK_TEST_ENCRYPTED_AMQP_URL").context("SOUK_TEST_ENCRYPTED_AMQP_URL is not set")
}

impl Broker {
    /// The server that `SOUK_TEST_AMQP_URL` names.
    pub fn from_env() -> anyhow::Result<Self> {
        let url = env::var("SOUK_TEST_AMQP_URL")
            .context("SOUK_TEST_AMQP_URL names the RabbitMQ server of the tests")?;
        Ok(Self { url })
    }

    pub fn at(url: impl Into<String>) -> Self {
        Self { url: url.into() }
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// `host:port`, for a [`Proxy`](crate::Proxy) in front of it.
    pub fn address(&self) -> &str {
        let after = self.url.rsplit_once('@').map_or(self.url.as_str(), |(_, after)| after);
        after.split('/').next().unwrap_or(after)
    }

    pub async fn connect(&self) -> anyhow::Result<Connection> {
        let connecting = Connection::connect(&self.url, ConnectionProperties::default());
        Ok(tokio::time::timeout(CONNECT, connecting).await.context("the broker does not answer")??)
    }

    /// Messages that wait in a queue for somebody to take them; none where it is not there.
    pub async fn ready(&self, queue: &str) -> anyhow::Result<Option<u32>> {
        let connection = self.connect().await?;
        let channel = connection.create_channel().await?;
        let options = QueueDeclareOptions::durable().passive();
        let queue = channel.queue_declare(queue.into(), options, FieldTable::default()).await;
        connection.close(200, "asked".into()).await?;
        Ok(queue.ok().map(|queue| queue.message_count()))
    }

    /// A namespace that no other test has.
    pub fn namespace(&self) -> Namespace {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("t_{}_{next}_{}", std::process::id(), uuid::Uuid::now_v7().simple());
        Namespace { name, broker: self.clone() }
    }
}

impl Namespace {
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Removes the exchanges, and the queues that the test names, from the server.
    pub async fn remove(&self, queues: impl IntoIterator<Item = String>) -> anyhow::Result<()> {
        let connection = self.broker.connect().await?;
        let channel = connection.create_channel().await?;
        for queue in queues {
            for part in ["dead", "newer", "newer.hour", "events"] {
                let queue = format!("{queue}.{part}");
                channel.queue_delete(queue.into(), QueueDeleteOptions::default()).await?;
            }
        }
        for exchange in ["events", "dead"] {
            let exchange = format!("{}.{exchange}", self.name);
            channel.exchange_delete(exchange.into(), ExchangeDeleteOptions::default()).await?;
        }
        Ok(connection.close(200, "done".into()).await?)
    }
}
