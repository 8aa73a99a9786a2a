//! A shop of two services: "inventory" publishes, "catalog" writes down what it hears.

use std::time::Duration;

use futures::future::BoxFuture;
use lapin::options::QueuePurgeOptions;
use souk_bus::{
    Bus, BusConfig, ConsumeError, Consumer, Delivery, Meta, Outbox, Route, RunningBus, Topology, Tuning,
};
use souk_database::DatabaseConfig;
use souk_kernel::{Clock as _, SystemClock};
use souk_proto::inventory::v1::{Availability, AvailabilityChanged, StockReserved};
use souk_testkit::{Broker, Namespace, Proxy, eventually};
use sqlx::migrate::Migrator;
use sqlx::{ConnectOptions as _, PgConnection, PgPool};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// What makes the database of each test.
pub const SCHEMA: &[&Migrator] = &[&souk_bus::MIGRATOR];

/// Longest wait for anything in these tests.
pub const CAP: Duration = Duration::from_mins(1);

pub const ROUTES: &[Route] = &[
    Route { event: "souk.inventory.v1.AvailabilityChanged", consumers: &["catalog"] },
    Route { event: "souk.inventory.v1.StockReserved", consumers: &[] },
];

pub type Outcome = Result<(), ConsumeError>;

pub struct Shop {
    pub pool: PgPool,
    pub broker: Broker,
    pub namespace: Namespace,
    pub outbox: Outbox,
    /// The address that buses of this shop use.
    pub url: String,
}

impl Shop {
    pub async fn open(pool: PgPool) -> Self {
        sqlx::raw_sql(
            "CREATE TABLE effects (id bigint GENERATED ALWAYS AS IDENTITY, message_id uuid, value bigint)",
        )
        .execute(&pool)
        .await
        .unwrap();
        let broker = Broker::from_env().unwrap();
        let (namespace, url) = (broker.namespace(), broker.url().to_owned());
        Self { pool, broker, namespace, outbox: Outbox::new(), url }
    }

    pub fn config(&self) -> BusConfig {
        BusConfig { amqp_url: self.url.clone().into(), namespace: self.namespace.name().to_owned() }
    }

    pub fn topology(&self) -> Topology {
        Topology::new(self.namespace.name(), ROUTES)
    }

    pub fn queue(&self) -> String {
        self.topology().queue("catalog", "inventory")
    }

    pub fn incoming_queue(&self) -> String {
        Topology::incoming_queue(&self.queue())
    }

    /// Publishes, and consumes with `consumer`.
    pub fn start(&self, consumer: Consumer) -> Running {
        Self::run(
            self.bus("catalog")
                .publish(self.pool.clone(), self.outbox.clone())
                .consume(self.pool.clone(), consumer),
        )
    }

    /// Publishes only.
    pub fn start_relay(&self) -> Running {
        Self::run(self.bus("inventory").publish(self.pool.clone(), self.outbox.clone()))
    }

    pub fn bus(&self, service: &'static str) -> Bus {
        self.bus_at(service, &self.url)
    }

    /// A bus that reaches the broker at `url`.
    pub fn bus_at(&self, service: &'static str, url: &str) -> Bus {
        let config = BusConfig { amqp_url: url.into(), ..self.config() };
        Bus::new(service, &config).routes(ROUTES).tuning(quick())
    }

    /// A pool as services have it, through a proxy.
    pub async fn pool_behind_proxy(&self) -> (PgPool, Proxy) {
        let direct = self.pool.connect_options();
        let proxy = Proxy::start(&format!("{}:{}", direct.get_host(), direct.get_port())).await.unwrap();
        let database_url = proxy.rewrite(direct.to_url_lossy().as_str()).unwrap().into();
        let config = DatabaseConfig { database_url, database_connections: 16 };
        (souk_database::connect(&config, "tests").unwrap(), proxy)
    }

    pub fn run(bus: Bus) -> Running {
        let stop = CancellationToken::new();
        Running { bus: bus.start(&stop).unwrap(), stop }
    }

    /// Commits an event about `about` and answers its message id.
    pub async fn announce(&self, about: Uuid, value: i64) -> Uuid {
        let mut tx = self.pool.begin().await.unwrap();
        let id = self.add(&mut tx, about, value).await;
        tx.commit().await.unwrap();
        id
    }

    pub async fn add(&self, tx: &mut PgConnection, about: Uuid, value: i64) -> Uuid {
        let meta = Meta::new(&SystemClock, about);
        let key = Availability { product_id: about.to_string(), available: value, ..Default::default() };
        let event = AvailabilityChanged { keys: vec![key] };
        self.outbox.add(tx, &event, meta).await.unwrap();
        meta.id
    }

    /// Commits an event that nobody keeps a queue for.
    pub async fn announce_unheard(&self) {
        let mut tx = self.pool.begin().await.unwrap();
        let (meta, event) = (Meta::new(&SystemClock, about()), StockReserved::default());
        self.outbox.add(&mut tx, &event, meta).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Values that took effect, in that order.
    pub async fn effects(&self) -> Vec<i64> {
        sqlx::query_scalar("SELECT value FROM effects ORDER BY id").fetch_all(&self.pool).await.unwrap()
    }

    pub async fn effects_become(&self, expected: &[i64]) {
        eventually(&format!("effects {expected:?}"), CAP, async || self.effects().await == expected).await;
    }

    pub async fn unpublished(&self) -> i64 {
        let waiting = "SELECT count(*) FROM bus.outbox WHERE published_at IS NULL";
        sqlx::query_scalar(waiting).fetch_one(&self.pool).await.unwrap()
    }

    pub async fn outbox_drains(&self) {
        eventually("the outbox is empty", CAP, async || self.unpublished().await == 0).await;
    }

    /// Empties the queue and answers how many messages were in it. Where events are counted nobody may hear them: the inbox would
    /// hide how often one left.
    pub async fn purge(&self) -> u32 {
        let connection = self.broker.connect().await.unwrap();
        let channel = connection.create_channel().await.unwrap();
        let (queue, options) = (self.incoming_queue(), QueuePurgeOptions::default());
        let purged = channel.queue_purge(queue.into(), options).await.unwrap();
        connection.close(200, "done".into()).await.unwrap();
        purged
    }

    pub async fn close(self) {
        let queues = self.topology().queues().into_keys();
        self.namespace.remove(queues).await.unwrap();
    }
}

pub struct Running {
    pub bus: RunningBus,
    pub stop: CancellationToken,
}

impl Running {
    /// Ends in order.
    pub async fn stop(self) {
        self.stop.cancel();
        self.bus.stopped().await;
    }

    /// Ends at once, in the middle of whatever it does.
    pub fn kill(self) {
        drop(self.bus);
    }
}

/// A subject for events.
pub fn about() -> Uuid {
    SystemClock.uuid()
}

/// Handles events by writing them down.
pub fn writing() -> Consumer {
    handling(|tx, delivery| Box::pin(write_down(tx, delivery)))
}

pub fn handling<H>(handler: H) -> Consumer
where
    H: for<'c> Fn(&'c mut PgConnection, Delivery<AvailabilityChanged>) -> BoxFuture<'c, Outcome>
        + Send
        + Sync
        + 'static,
{
    Consumer::new("catalog").on(handler)
}

pub async fn write_down(tx: &mut PgConnection, delivery: Delivery<AvailabilityChanged>) -> Outcome {
    sqlx::query("INSERT INTO effects (message_id, value) VALUES ($1, $2)")
        .bind(delivery.message_id)
        .bind(value(&delivery))
        .execute(tx)
        .await?;
    Ok(())
}

/// What was announced.
pub fn value(delivery: &Delivery<AvailabilityChanged>) -> i64 {
    delivery.event.keys[0].available
}

pub fn quick() -> Tuning {
    Tuning {
        poll_interval: Duration::from_millis(50),
        reconnect_min: Duration::from_millis(20),
        reconnect_max: Duration::from_millis(200),
        unroutable_retry: Duration::from_millis(50),
        failure_delay: Duration::from_millis(5),
        // Only a run that is full ends before.
        linger: Duration::from_secs(10),
        ..Tuning::default()
    }
}
