//! One service with its door and its bus, to be ended alone.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::time::Duration;

use anyhow::{Context as _, bail};
use metrics_exporter_prometheus::PrometheusBuilder;
use souk_bus::{Bus, BusConfig, RunningBus};
use souk_rpc::{Readiness, ServerConfig};
use souk_service::{Resources, Service, Surface};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::ground::signer;

/// Longest wait for a service to leave.
const LEAVE: Duration = Duration::from_secs(20);

/// Below the ports that Linux gives to outgoing connections.
const PORTS: std::ops::Range<u16> = 12_000..32_000;

/// A running service.
#[derive(Debug)]
pub(crate) struct Process {
    stop: CancellationToken,
    bus: RunningBus,
    tasks: JoinSet<()>,
}

impl Process {
    pub(crate) fn start<S: Service>(
        door: SocketAddr,
        config: &S::Config,
        bus: &BusConfig,
        resources: Resources,
    ) -> anyhow::Result<Self> {
        let service = S::open(config, resources.clone())?;
        let bus = service.bus(Bus::new(S::NAME, bus)).start(&resources.shutdown)?;
        let mut tasks = service.background(&resources);
        let Surface::Grpc(routes) = service.surface() else { bail!("{} has no gRPC", S::NAME) };
        let address = ServerConfig { listen_addr: door, ops_addr: (Ipv4Addr::LOCALHOST, 0).into() };
        let metrics = PrometheusBuilder::new().build_recorder().handle();
        let (signer, stop) = (signer()?, resources.shutdown);
        let serving = stop.clone();
        tasks.spawn(async move {
            let always = Readiness::new(|| async { true });
            souk_rpc::serve(&address, signer, routes, always, metrics, serving).await.expect("it listens");
        });
        Ok(Self { stop, bus, tasks })
    }

    pub(crate) fn is_connected(&self) -> bool {
        self.bus.is_connected()
    }

    /// Ends in order.
    pub(crate) async fn stop(mut self) {
        self.stop.cancel();
        let left = async { while self.tasks.join_next().await.is_some() {} };
        tokio::time::timeout(LEAVE, left).await.expect("the service leaves");
        self.bus.stopped().await;
    }
}

/// An address that nothing listens on. Not one that the system hands to whoever asks for any: it would be taken before its
/// owner comes back to it.
pub(crate) fn free_address() -> anyhow::Result<SocketAddr> {
    const TRIES: usize = 100;
    let candidates = std::iter::repeat_with(|| {
        let chance = uuid::Uuid::now_v7().as_u128() % u128::from(PORTS.end - PORTS.start);
        SocketAddr::from((Ipv4Addr::LOCALHOST, PORTS.start + u16::try_from(chance).unwrap_or_default()))
    });
    let free = candidates.take(TRIES).find(|address| TcpListener::bind(address).is_ok());
    free.context("no port is free")
}
