//! The shop's services and what they stand on.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use souk_bus::{Bus, BusConfig, Outbox, ROUTES, Topology};
use souk_catalog::Catalog;
use souk_catalog::media::{Media, MediaConfig};
use souk_inventory::Inventory;
use souk_kernel::{Clock, SystemClock};
use souk_orders::checkout::Settings;
use souk_orders::sellables::PriceBasis;
use souk_payments::Payments;
use souk_rpc::{ActorConfig, Mesh, MeshConfig};
use souk_testkit::{Broker, Database, Namespace, Proxy, eventually};
use souk_verify::{Config, Violation};
use sqlx::PgPool;
use tempfile::TempDir;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::Counter;
use crate::process::{Process, free_address};

/// Longest wait for the services to agree on something.
pub const CAP: Duration = Duration::from_secs(30);

/// Where each service listens; decided before any runs, because they call each other.
#[derive(Debug, Clone, Copy)]
struct Doors {
    catalog: SocketAddr,
    orders: SocketAddr,
    inventory: SocketAddr,
    payments: SocketAddr,
}

/// The databases; each lives as long as the shop.
#[derive(Debug)]
struct Databases {
    catalog: Database,
    orders: Database,
    inventory: Database,
    payments: Database,
}

/// A shop that is open.
#[derive(Debug)]
pub struct Shop {
    /// Between the services and the broker: cut it and the broker is down.
    pub broker: Proxy,
    pub inventory_pool: PgPool,
    pub orders_pool: PgPool,
    databases: Databases,
    namespace: Namespace,
    amqp_url: String,
    doors: Doors,
    actor: ActorConfig,
    folder: TempDir,
    catalog: Option<Process>,
    orders: Option<Process>,
    inventory: Option<Process>,
    payments: Option<Process>,
}

impl Shop {
    /// Opens an empty shop and waits until its services are on the bus.
    pub async fn open() -> anyhow::Result<Self> {
        let rabbit = Broker::from_env()?;
        let broker = Proxy::start(rabbit.address()).await?;
        let databases = Databases::create().await?;
        let mut shop = Self {
            amqp_url: broker.rewrite(rabbit.url())?,
            broker,
            inventory_pool: databases.inventory.pool(),
            orders_pool: databases.orders.pool(),
            databases,
            namespace: rabbit.namespace(),
            doors: Doors::choose()?,
            actor: ActorConfig { actor_key: "a key that only the tests of the flow know".into() },
            folder: TempDir::new()?,
            catalog: None,
            orders: None,
            inventory: None,
            payments: None,
        };
        shop.migrate().await?;
        shop.catalog = Some(shop.start_catalog()?);
        shop.orders = Some(shop.start_orders()?);
        shop.payments = Some(shop.start_payments()?);
        shop.start_inventory()?;
        eventually("the services are on the bus", CAP, async || shop.is_connected()).await;
        Ok(shop)
    }

    /// Somebody at the shop's counter: places orders, works on them.
    pub fn counter(&self) -> anyhow::Result<Counter> {
        Ok(Counter::new(self.mesh()?))
    }

    /// Whether every service that runs has its connections to the broker.
    pub fn is_connected(&self) -> bool {
        [&self.catalog, &self.orders, &self.inventory, &self.payments]
            .into_iter()
            .flatten()
            .all(Process::is_connected)
    }

    pub async fn stop_inventory(&mut self) {
        if let Some(inventory) = self.inventory.take() {
            inventory.stop().await;
        }
    }

    pub fn start_inventory(&mut self) -> anyhow::Result<()> {
        let stop = CancellationToken::new();
        let pool = self.databases.inventory.pool();
        let inventory = Inventory::new(pool.clone(), clock());
        let bus = Bus::new(souk_inventory::SERVICE, &self.bus_config())
            .publish(pool.clone(), inventory.outbox.clone())
            .consume(pool, inventory.subscriptions())
            .start(&stop)?;
        let tasks = inventory.background(&self.mesh()?, &stop);
        let process = Process::start(self.doors.inventory, &self.actor, inventory.routes(), bus, tasks, stop);
        self.inventory = Some(process);
        Ok(())
    }

    /// What the verifier finds once the events in flight have arrived.
    pub async fn verify(&self) -> anyhow::Result<Vec<Violation>> {
        souk_verify::verify(&Config {
            catalog_database_url: self.databases.catalog.url().into(),
            orders_database_url: self.databases.orders.url().into(),
            inventory_database_url: self.databases.inventory.url().into(),
            payments_database_url: self.databases.payments.url().into(),
            bus: self.bus_config(),
            settle_seconds: CAP.as_secs(),
            acknowledged: None,
            verbose: false,
        })
        .await
    }

    /// Closes the shop and leaves nothing behind.
    pub async fn close(self) -> anyhow::Result<()> {
        let mut stopping = JoinSet::new();
        for process in [self.catalog, self.orders, self.inventory, self.payments].into_iter().flatten() {
            stopping.spawn(process.stop());
        }
        stopping.join_all().await;
        let topology = Topology::new(self.namespace.name(), ROUTES);
        self.namespace.remove(topology.queues().into_keys()).await
    }

    async fn migrate(&self) -> anyhow::Result<()> {
        souk_catalog::migrate(&self.databases.catalog.pool()).await.context("catalog")?;
        souk_orders::migrate(&self.databases.orders.pool()).await.context("orders")?;
        souk_inventory::migrate(&self.databases.inventory.pool()).await.context("inventory")?;
        souk_payments::migrate(&self.databases.payments.pool()).await.context("payments")
    }

    fn start_catalog(&self) -> anyhow::Result<Process> {
        let (stop, pool) = (CancellationToken::new(), self.databases.catalog.pool());
        let media_url = format!("file://{}", self.folder.path().join("media").display());
        let media = Media::new(&MediaConfig { media_url })?;
        let catalog = Catalog::new(pool.clone(), clock(), media, &self.folder.path().join("index"))?;
        let bus = Bus::new(souk_catalog::SERVICE, &self.bus_config())
            .publish(pool.clone(), catalog.context.outbox.clone())
            .consume(pool, catalog.subscriptions())
            .start(&stop)?;
        let tasks = catalog.background(self.mesh()?, &stop);
        Ok(Process::start(self.doors.catalog, &self.actor, catalog.routes(), bus, tasks, stop))
    }

    fn start_orders(&self) -> anyhow::Result<Process> {
        let (stop, pool, outbox) = (CancellationToken::new(), self.databases.orders.pool(), Outbox::new());
        let settings = Settings { cooldown: Duration::ZERO, basis: PriceBasis::Ht };
        let orders = souk_orders::App::new(pool.clone(), clock(), outbox.clone(), self.mesh()?, settings);
        let bus = Bus::new(souk_orders::SERVICE, &self.bus_config())
            .publish(pool.clone(), outbox)
            .consume(pool, orders.subscriptions())
            .start(&stop)?;
        Ok(Process::start(self.doors.orders, &self.actor, orders.routes(), bus, JoinSet::new(), stop))
    }

    fn start_payments(&self) -> anyhow::Result<Process> {
        let (stop, pool) = (CancellationToken::new(), self.databases.payments.pool());
        let payments = Payments::new(pool.clone(), clock());
        let bus = Bus::new(souk_payments::SERVICE, &self.bus_config())
            .publish(pool.clone(), payments.outbox.clone())
            .consume(pool, payments.subscriptions())
            .start(&stop)?;
        Ok(Process::start(self.doors.payments, &self.actor, payments.routes(), bus, JoinSet::new(), stop))
    }

    fn bus_config(&self) -> BusConfig {
        BusConfig { amqp_url: self.amqp_url.clone().into(), namespace: self.namespace.name().to_owned() }
    }

    fn mesh(&self) -> anyhow::Result<Mesh> {
        let Doors { catalog, orders, inventory, payments } = self.doors;
        let mesh_url = format!(
            "catalog=http://{catalog},orders=http://{orders},inventory=http://{inventory},payments=http://{payments}"
        );
        Mesh::new(&MeshConfig { mesh_url, actor: self.actor.clone() })
    }
}

impl Databases {
    async fn create() -> anyhow::Result<Self> {
        Ok(Self {
            catalog: Database::create("catalog").await?,
            orders: Database::create("orders").await?,
            inventory: Database::create("inventory").await?,
            payments: Database::create("payments").await?,
        })
    }
}

impl Doors {
    fn choose() -> std::io::Result<Self> {
        Ok(Self {
            catalog: free_address()?,
            orders: free_address()?,
            inventory: free_address()?,
            payments: free_address()?,
        })
    }
}

fn clock() -> Arc<dyn Clock> {
    Arc::new(SystemClock)
}
