//! One service with its gRPC server and its bus, to be ended alone.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::bail;
use metrics_exporter_prometheus::PrometheusBuilder;
use souk_bus::{Bus, BusConfig, RunningBus};
use souk_rpc::{Condition, Readiness, ServerConfig};
use souk_service::{Resources, Service, Surface};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::ground::signer;

/// Longest wait for a service to leave.
const LEAVE: Duration = Duration::from_secs(20);

/// A running service.
#[derive(Debug)]
pub(crate) struct Process {
    stop: CancellationToken,
    bus: RunningBus,
    tasks: JoinSet<()>,
}

impl Process {
    pub(crate) fn start<S: Service>(
        address: SocketAddr,
        config: &S::Config,
        bus: &BusConfig,
        resources: Resources,
    ) -> anyhow::Result<Self> {
        let service = S::open(config, resources.clone())?;
        let bus = service.bus(Bus::new(S::NAME, bus)).start(&resources.shutdown)?;
        let mut tasks = service.background(&resources);
        let Surface::Grpc(routes) = service.surface() else { bail!("{} has no gRPC", S::NAME) };
        let server = ServerConfig { listen_addr: address, ops_addr: (Ipv4Addr::LOCALHOST, 0).into() };
        let metrics = PrometheusBuilder::new().build_recorder().handle();
        let (signer, stop) = (signer()?, resources.shutdown);
        let serving = stop.clone();
        tasks.spawn(async move {
            let always = Readiness::new(|| async { Condition::WELL });
            souk_rpc::serve(&server, S::NAME, signer, routes, always, metrics, serving)
                .await
                .expect("it listens");
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
