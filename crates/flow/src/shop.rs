//! The shop's services in this process.

use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use souk_bus::{BusConfig, ROUTES, Topology};
use souk_catalog::Catalog;
use souk_catalog::config::CatalogConfig;
use souk_catalog::media::MediaConfig;
use souk_catalog::search::MeiliConfig;
use souk_inventory::Inventory;
use souk_kernel::SystemClock;
use souk_orders::App as Orders;
use souk_orders::config::CheckoutConfig;
use souk_payments::Payments;
use souk_service::{NoConfig, Resources, Service};
use souk_testkit::{Broker, Namespace, Proxy, eventually};
use souk_verify::Violation;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::Counter;
use crate::ground::{Ground, Plot, REPLICAS};
use crate::process::Process;

/// Longest wait for eight services to open, on a machine that has other work too.
const OPENING: Duration = Duration::from_mins(2);

/// A database of each service.
#[derive(Debug, Clone)]
pub struct DatabaseUrls {
    pub catalog: String,
    pub orders: String,
    pub inventory: String,
    pub payments: String,
}

/// A shop that is open.
#[derive(Debug)]
pub struct Shop {
    /// Between the services and the broker: cut it and the broker is down.
    pub broker: Proxy,
    ground: Ground,
    namespace: Namespace,
    bus: BusConfig,
    catalog: Vec<Process>,
    orders: Vec<Process>,
    inventory: Vec<Process>,
    payments: Vec<Process>,
}

impl Shop {
    /// Opens an empty shop and waits until its services are on the bus and orders can be placed.
    pub async fn open() -> anyhow::Result<Self> {
        let rabbit = Broker::from_env()?;
        let (broker, namespace) = (Proxy::start(rabbit.address()).await?, rabbit.namespace());
        let amqp_url = broker.rewrite(rabbit.url())?.into();
        let mut shop = Self {
            broker,
            ground: Ground::prepare().await?,
            bus: BusConfig { amqp_url, namespace: namespace.name().to_owned() },
            namespace,
            catalog: Vec::new(),
            orders: Vec::new(),
            inventory: Vec::new(),
            payments: Vec::new(),
        };
        for replica in 0..REPLICAS {
            shop.catalog.push(shop.start_catalog(replica)?);
            let orders = shop.start::<Orders>(&shop.ground.orders, replica, &CheckoutConfig::UNLIMITED)?;
            let payments = shop.start::<Payments>(&shop.ground.payments, replica, &NoConfig {})?;
            shop.orders.push(orders);
            shop.payments.push(payments);
        }
        shop.start_inventory()?;
        eventually("the services are on the bus", OPENING, async || shop.is_connected()).await;
        let orders = shop.ground.orders.database.pool();
        let told = async || {
            let told = sqlx::query_scalar::<_, bool>("SELECT body IS NOT NULL FROM promotions");
            told.fetch_one(&orders).await.unwrap_or(false)
        };
        eventually("orders knows what prices follow from", OPENING, told).await;
        Ok(shop)
    }

    /// Somebody at the shop's counter: places orders, works on them.
    pub fn counter(&self) -> anyhow::Result<Counter> {
        self.ground.counter()
    }

    /// Whether every service that runs has its connections to the broker.
    pub fn is_connected(&self) -> bool {
        [&self.catalog, &self.orders, &self.inventory, &self.payments]
            .into_iter()
            .flatten()
            .all(Process::is_connected)
    }

    pub async fn stop_inventory(&mut self) {
        join_all(self.inventory.drain(..).map(Process::stop)).await;
    }

    pub fn start_inventory(&mut self) -> anyhow::Result<()> {
        for replica in 0..REPLICAS {
            let inventory = self.start::<Inventory>(&self.ground.inventory, replica, &NoConfig {})?;
            self.inventory.push(inventory);
        }
        Ok(())
    }

    /// Where its services keep their data.
    pub fn database_urls(&self) -> DatabaseUrls {
        let Ground { catalog, orders, inventory, payments, .. } = &self.ground;
        DatabaseUrls {
            catalog: catalog.database.url(),
            orders: orders.database.url(),
            inventory: inventory.database.url(),
            payments: payments.database.url(),
        }
    }

    /// What the verifier finds once the events in flight have arrived.
    pub async fn verify(&self) -> anyhow::Result<Vec<Violation>> {
        self.ground.verify(self.bus.clone()).await
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

    fn start_catalog(&self, replica: usize) -> anyhow::Result<Process> {
        let config = CatalogConfig {
            media: MediaConfig::at(self.ground.media_url()),
            meili: MeiliConfig::default(),
            index_dir: self.ground.index_folder(replica),
        };
        self.start::<Catalog>(&self.ground.catalog, replica, &config)
    }

    fn start<S: Service>(&self, plot: &Plot, replica: usize, config: &S::Config) -> anyhow::Result<Process> {
        let resources = Resources {
            pool: plot.database.pool(),
            clock: Arc::new(SystemClock),
            mesh: self.ground.mesh(replica)?,
            shutdown: CancellationToken::new(),
        };
        Process::start::<S>(plot.addresses[replica], config, &self.bus, resources)
    }
}
