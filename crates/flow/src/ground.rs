//! What a shop of the tests stands on: databases, addresses, a key, a folder.

use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::Context as _;
use souk_bus::BusConfig;
use souk_catalog::Catalog;
use souk_inventory::Inventory;
use souk_orders::App as Orders;
use souk_payments::Payments;
use souk_rpc::{ActorConfig, Mesh, MeshConfig, Signer};
use souk_service::migrate;
use souk_testkit::Database;
use souk_verify::{Config, Violation};
use tempfile::TempDir;

use crate::address::free_address;
use crate::{CAP, Counter};

/// Of every service: what they promise must hold between two processes as within one. The replicas of one number call each
/// other, as if a balancer had chosen so; who calls from outside takes turns.
pub const REPLICAS: usize = 2;

/// Signs who calls are made for.
pub(crate) const ACTOR_KEY: &str = "a key that only the tests of the flow know";

/// Everything that outlives the processes of a shop.
#[derive(Debug)]
pub(crate) struct Ground {
    pub(crate) catalog: Plot,
    pub(crate) orders: Plot,
    pub(crate) inventory: Plot,
    pub(crate) payments: Plot,
    pub(crate) folder: TempDir,
}

/// One service's database, and the addresses of its replicas: decided before any runs, because they call each other.
#[derive(Debug)]
pub(crate) struct Plot {
    pub(crate) database: Database,
    pub(crate) addresses: [SocketAddr; REPLICAS],
}

impl Ground {
    pub(crate) async fn prepare() -> anyhow::Result<Self> {
        let ground = Self {
            catalog: Plot::choose("catalog").await?,
            orders: Plot::choose("orders").await?,
            inventory: Plot::choose("inventory").await?,
            payments: Plot::choose("payments").await?,
            folder: TempDir::new()?,
        };
        migrate::<Catalog>(&ground.catalog.database.pool()).await.context("catalog")?;
        migrate::<Orders>(&ground.orders.database.pool()).await.context("orders")?;
        migrate::<Inventory>(&ground.inventory.database.pool()).await.context("inventory")?;
        migrate::<Payments>(&ground.payments.database.pool()).await.context("payments")?;
        Ok(ground)
    }

    pub(crate) fn media_url(&self) -> String {
        format!("file://{}", self.folder.path().join("media").display())
    }

    /// Where this replica of catalog has its index.
    pub(crate) fn index_folder(&self, replica: usize) -> PathBuf {
        self.folder.path().join(format!("index-{replica}"))
    }

    /// As the replicas of this number see the services.
    pub(crate) fn mesh_url(&self, replica: usize) -> String {
        self.mesh_url_with(replica, self.inventory.addresses[replica])
    }

    /// The same by another way to inventory.
    pub(crate) fn mesh_url_with(&self, replica: usize, inventory: SocketAddr) -> String {
        let services = [
            (souk_catalog::SERVICE, self.catalog.addresses[replica]),
            (souk_orders::SERVICE, self.orders.addresses[replica]),
            (souk_inventory::SERVICE, inventory),
            (souk_payments::SERVICE, self.payments.addresses[replica]),
        ];
        services.map(|(service, address)| format!("{service}=http://{address}")).join(",")
    }

    pub(crate) fn mesh(&self, replica: usize) -> anyhow::Result<Mesh> {
        Mesh::new(&MeshConfig { mesh_url: self.mesh_url(replica) }, signer()?)
    }

    /// Somebody who is served by every replica in turn.
    pub(crate) fn counter(&self) -> anyhow::Result<Counter> {
        Ok(Counter::new((0..REPLICAS).map(|replica| self.mesh(replica)).collect::<anyhow::Result<_>>()?))
    }

    /// What the verifier finds once the events in flight have arrived.
    pub(crate) async fn verify(&self, bus: BusConfig) -> anyhow::Result<Vec<Violation>> {
        let config = Config {
            catalog_database_url: self.catalog.database.url().into(),
            orders_database_url: self.orders.database.url().into(),
            inventory_database_url: self.inventory.database.url().into(),
            payments_database_url: self.payments.database.url().into(),
            gateway_database_url: None,
            bus,
            settle_seconds: CAP.as_secs(),
            acknowledged: None,
            verbose: false,
        };
        souk_verify::verify(&config).await
    }
}

impl Plot {
    async fn choose(service: &str) -> anyhow::Result<Self> {
        let addresses = [free_address()?, free_address()?];
        Ok(Self { database: Database::create(service).await?, addresses })
    }
}

pub(crate) fn signer() -> anyhow::Result<Signer> {
    Signer::new(&ActorConfig { actor_key: ACTOR_KEY.into() })
}
