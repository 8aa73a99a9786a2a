//! The shop's services in this process.

use std::sync::Arc;
use std::time::Duration;

use souk_bus::{Bus, BusConfig, Outbox, ROUTES, Topology};
use souk_catalog::Catalog;
use souk_catalog::media::{Media, MediaConfig};
use souk_inventory::Inventory;
use souk_kernel::{Clock, SystemClock};
use souk_orders::checkout::Policy;
use souk_payments::Payments;
use souk_testkit::{Broker, Namespace, Proxy, eventually};
use souk_verify::Violation;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::ground::Ground;
use crate::process::Process;
use crate::{CAP, Counter};

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
        shop.orders = Some(shop.start_orders()?);
        shop.payments = Some(shop.start_payments()?);
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
        let (stop, pool) = (CancellationToken::new(), self.ground.inventory.database.pool());
        let inventory = Inventory::new(pool.clone(), clock());
        let bus = Bus::new(souk_inventory::SERVICE, &self.bus)
            .publish(pool.clone(), inventory.outbox.clone())
            .consume(pool, inventory.subscriptions())
            .start(&stop)?;
        let tasks = inventory.background(&self.ground.mesh()?, &stop);
        self.inventory =
            Some(Process::start(self.ground.inventory.door, inventory.routes(), bus, tasks, stop));
        Ok(())
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
        let (stop, pool) = (CancellationToken::new(), self.ground.catalog.database.pool());
        let media = Media::new(&MediaConfig { media_url: self.ground.media_url() })?;
        let index = self.ground.folder.path().join("index");
        let catalog = Catalog::new(pool.clone(), clock(), media, &index)?;
        let bus = Bus::new(souk_catalog::SERVICE, &self.bus)
            .publish(pool.clone(), catalog.context.outbox.clone())
            .consume(pool, catalog.subscriptions())
            .start(&stop)?;
        let tasks = catalog.background(self.ground.mesh()?, &stop);
        Ok(Process::start(self.ground.catalog.door, catalog.routes(), bus, tasks, stop))
    }

    fn start_orders(&self) -> anyhow::Result<Process> {
        let (stop, pool) = (CancellationToken::new(), self.ground.orders.database.pool());
        let (outbox, mesh) = (Outbox::new(), self.ground.mesh()?);
        let policy = Policy { cooldown: Duration::ZERO, in_work: 128 };
        let orders = souk_orders::App::new(pool.clone(), clock(), outbox.clone(), mesh, policy);
        let bus = Bus::new(souk_orders::SERVICE, &self.bus)
            .publish(pool.clone(), outbox)
            .consume(pool, orders.subscriptions())
            .start(&stop)?;
        Ok(Process::start(self.ground.orders.door, orders.routes(), bus, JoinSet::new(), stop))
    }

    fn start_payments(&self) -> anyhow::Result<Process> {
        let (stop, pool) = (CancellationToken::new(), self.ground.payments.database.pool());
        let payments = Payments::new(pool.clone(), clock());
        let bus = Bus::new(souk_payments::SERVICE, &self.bus)
            .publish(pool.clone(), payments.outbox.clone())
            .consume(pool, payments.subscriptions())
            .start(&stop)?;
        Ok(Process::start(self.ground.payments.door, payments.routes(), bus, JoinSet::new(), stop))
    }
}

fn clock() -> Arc<dyn Clock> {
    Arc::new(SystemClock)
}
