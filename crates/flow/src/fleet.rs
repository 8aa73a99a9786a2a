//! The shop's services as processes of their own, to be killed.

use std::collections::HashMap;
use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context as _, ensure};
use souk_bus::BusConfig;
use souk_testkit::{Broker, Proxy, eventually};
use souk_verify::Violation;
use sqlx::PgPool;
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tonic::transport::Endpoint;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

use crate::ground::{ACTOR_KEY, Ground, Plot, REPLICAS};
use crate::rabbit::Rabbit;
use crate::{CAP, Counter};

/// The programs of the fleet, in the order of their start.
pub const SERVICES: [&str; 4] =
    [souk_catalog::SERVICE, souk_orders::SERVICE, souk_inventory::SERVICE, souk_payments::SERVICE];

/// A shop whose every part can be killed.
#[derive(Debug)]
pub struct Fleet {
    pub rabbit: Rabbit,
    ground: Ground,
    programs: PathBuf,
    running: HashMap<(&'static str, usize), Child>,
    wires: HashMap<(&'static str, usize), Wires>,
    to_inventory: Vec<Proxy>,
}

/// The ways of one replica to its servers.
#[derive(Debug)]
pub struct Wires {
    pub database: Proxy,
    pub broker: Proxy,
}

impl Fleet {
    /// Starts the services and waits until they answer.
    pub async fn open() -> anyhow::Result<Self> {
        let (programs, rabbit, ground) = (programs()?, Rabbit::start().await?, Ground::prepare().await?);
        let (running, wires) = (HashMap::new(), HashMap::new());
        let mut to_inventory = Vec::new();
        for address in ground.inventory.addresses {
            to_inventory.push(Proxy::start(&address.to_string()).await?);
        }
        let mut fleet = Self { rabbit, ground, programs, running, wires, to_inventory };
        for service in SERVICES {
            for replica in 0..REPLICAS {
                let wires = Wires::start(fleet.plot(service), &fleet.rabbit).await?;
                fleet.wires.insert((service, replica), wires);
                fleet.start(service, replica).await?;
            }
        }
        Ok(fleet)
    }

    pub fn counter(&self) -> anyhow::Result<Counter> {
        self.ground.counter()
    }

    /// The ways of a replica to its servers, to be cut.
    pub fn wires(&self, service: &'static str, replica: usize) -> &Wires {
        &self.wires[&(service, replica)]
    }

    /// The way of each replica of orders to inventory, to be cut.
    pub fn to_inventory(&self) -> &[Proxy] {
        &self.to_inventory
    }

    /// A service's database, past its wires.
    pub fn pool(&self, service: &str) -> PgPool {
        self.plot(service).database.pool()
    }

    /// As `kill -9`.
    pub async fn kill(&mut self, service: &'static str, replica: usize) -> anyhow::Result<()> {
        let process = self.running.remove(&(service, replica));
        let mut process = process.with_context(|| format!("{service} {replica} does not run"))?;
        Ok(process.kill().await?)
    }

    pub async fn start(&mut self, service: &'static str, replica: usize) -> anyhow::Result<()> {
        let (plot, wires) = (self.plot(service), self.wires(service, replica));
        let inventory = match service {
            souk_orders::SERVICE => self.to_inventory[replica].addr(),
            _ => self.ground.inventory.addresses[replica],
        };
        let address = plot.addresses[replica];
        let process = Command::new(self.programs.join(format!("souk-{service}")))
            .arg("serve")
            .env("SOUK_ENVIRONMENT", "development")
            .env("SOUK_DATABASE_URL", wires.database.rewrite(&plot.database.url())?)
            .env("SOUK_AMQP_URL", wires.broker.rewrite(&self.rabbit.url())?)
            .env("SOUK_LISTEN_ADDR", address.to_string())
            .env("SOUK_MESH_URL", self.ground.mesh_url_with(replica, inventory))
            .env("SOUK_ACTOR_KEY", ACTOR_KEY)
            .env("SOUK_MEDIA_URL", self.ground.media_url())
            .env("SOUK_INDEX_DIR", self.ground.index_folder(replica))
            .env("SOUK_CHECKOUT_COOLDOWN", "0")
            .env("SOUK_PHONE_ORDERS", "0")
            .env("SOUK_PHONE_PIECES", "0")
            .env("SOUK_PHONE_VALUE", "0")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        self.running.insert((service, replica), process);
        eventually("the service answers", CAP, async || TcpStream::connect(address).await.is_ok()).await;
        Ok(())
    }

    /// Whether the replica says that it can answer calls, as Envoy asks it.
    pub async fn is_ready(&self, service: &str, replica: usize) -> bool {
        let address = format!("http://{}", self.plot(service).addresses[replica]);
        let Ok(channel) = Endpoint::from_shared(address).map(|endpoint| endpoint.connect_lazy()) else {
            return false;
        };
        let answer = HealthClient::new(channel).check(HealthCheckRequest::default()).await;
        answer.is_ok_and(|answer| answer.into_inner().status() == ServingStatus::Serving)
    }

    pub async fn verify(&self) -> anyhow::Result<Vec<Violation>> {
        let bus = BusConfig { amqp_url: self.rabbit.url().into(), namespace: "souk".to_owned() };
        self.ground.verify(bus).await
    }

    fn plot(&self, service: &str) -> &Plot {
        match service {
            souk_catalog::SERVICE => &self.ground.catalog,
            souk_orders::SERVICE => &self.ground.orders,
            souk_inventory::SERVICE => &self.ground.inventory,
            _ => &self.ground.payments,
        }
    }
}

impl Wires {
    async fn start(plot: &Plot, rabbit: &Rabbit) -> anyhow::Result<Self> {
        let database = plot.database.options();
        let database = Proxy::start(&format!("{}:{}", database.get_host(), database.get_port())).await?;
        let broker = Broker::at(rabbit.url());
        Ok(Self { database, broker: Proxy::start(broker.address()).await? })
    }
}

/// Where this test's build puts the services: `target/debug`, from `target/debug/deps/<this test>`. Building the tests of the
/// workspace builds them, and so does `./souk test rust flow`; cargo alone doesn't for the tests of this package.
fn programs() -> anyhow::Result<PathBuf> {
    let this = std::env::current_exe()?;
    let folder = this.ancestors().nth(2).context("the folder of the programs")?;
    for service in SERVICES {
        let program = folder.join(format!("souk-{service}"));
        ensure!(program.exists(), "{} is missing: cargo build --workspace", program.display());
    }
    Ok(folder.to_owned())
}
