//! The shop's services in this process.

use std::sync::Arc;

use souk_bus::{BusConfig, ROUTES, Topology};
use souk_catalog::Catalog;
use souk_catalog::config::CatalogConfig;
use souk_catalog::media::MediaConfig;
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

use crate::ground::{Ground, Plot};
use crate::process::Process;
use crate::{CAP, Counter};

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
    catalog: Option<Process>,
    orders: Option<Process>,
    inventory: Option<Process>,
    payments: Option<Process>,
}

impl Shop {
    /// Opens an empty shop and waits until its services are on the bus.
    pub async fn open() -> anyhow::Result<Self> {
        let rabbit = Broker::from_env()?;
        let (broker, namespace) = (Proxy::start(rabbit.address()).await?, rabbit.namespace());
        let amqp_url = broker.rewrite(rabbit.url())?.into();
        let mut shop = Self {
            broker,
            ground: Ground::prepare().await?,
            bus: BusConfig { amqp_url, namespace: namespace.name().to_owned() },
            namespace,
            catalog: None,
            orders: None,
            inventory: None,
            payments: None,
        };
        shop.catalog = Some(shop.start_catalog()?);
        shop.orders = Some(shop.start::<Orders>(&shop.ground.orders, &CheckoutConfig::UNLIMITED)?);
        shop.payments = Some(shop.start::<Payments>(&shop.ground.payments, &NoConfig {})?);
        shop.start_inventory()?;
        eventually("the services are on the bus", CAP, async || shop.is_connected()).await;
        Ok(shop)
    }

    /// Somebody at the shop's counter: places orders, works on them.
    pub fn counter(&self) -> anyhow::Result<Counter> {
        Ok(Counter::new(self.ground.mesh()?))
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
        self.inventory = Some(self.start::<Inventory>(&self.ground.inventory, &NoConfig {})?);
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

    fn start_catalog(&self) -> anyhow::Result<Process> {
        let config = CatalogConfig {
            media: MediaConfig { media_url: self.ground.media_url() },
            index_dir: self.ground.folder.path().join("index"),
        };
        self.start::<Catalog>(&self.ground.catalog, &config)
    }

    fn start<S: Service>(&self, plot: &Plot, config: &S::Config) -> anyhow::Result<Process> {
        let resources = Resources {
            pool: plot.database.pool(),
            clock: Arc::new(SystemClock),
            mesh: self.ground.mesh()?,
            shutdown: CancellationToken::new(),
        };
        Process::start::<S>(plot.address, config, &self.bus, resources)
    }
}
