//! The running bus of a process.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use secrecy::SecretString;
use souk_kernel::{Clock as _, SystemClock};
use sqlx::PgPool;
use tokio::task::{JoinError, JoinSet};
use tokio_util::sync::CancellationToken;

use crate::broadcast::Listening;
use crate::connection::{Broker, Link, Part};
use crate::consumer::Session;
use crate::relay::Relay;
use crate::{Broadcast, BusConfig, Consumer, Outbox, ROUTES, Route, Topology, Tuning, gauges, retention};

/// Longest wait for what is in flight: what the calls, which end first, leave of the ten seconds of a process.
const STOP_TIMEOUT: Duration = Duration::from_secs(2);

/// The parts of the bus that a process takes part in, before they run.
///
/// ```no_run
/// # use souk_bus::{Bus, BusConfig, Consumer, Outbox};
/// # fn start(pool: sqlx::PgPool, outbox: Outbox, subscriptions: Consumer, config: &BusConfig) -> anyhow::Result<()> {
/// let stop = tokio_util::sync::CancellationToken::new();
/// let bus = Bus::new("orders", config)
///     .publish(pool.clone(), outbox)
///     .consume(pool, subscriptions)
///     .start(&stop)?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Bus {
    service: &'static str,
    amqp_url: SecretString,
    namespace: String,
    routes: &'static [Route],
    tuning: Tuning,
    publish: Option<(PgPool, Outbox)>,
    consume: Option<(PgPool, Consumer)>,
    broadcast: Option<Broadcast>,
}

/// A bus that runs until its token is cancelled.
#[derive(Debug)]
pub struct RunningBus {
    links: Vec<Link>,
    tasks: JoinSet<()>,
}

impl Bus {
    /// `service` is the name that [`ROUTES`] knows the process by.
    pub fn new(service: &'static str, config: &BusConfig) -> Self {
        Self {
            service,
            amqp_url: config.amqp_url.clone(),
            namespace: config.namespace.clone(),
            routes: ROUTES,
            tuning: Tuning::default(),
            publish: None,
            consume: None,
            broadcast: None,
        }
    }

    /// Relays the outbox of the database behind `pool`. `outbox` is the one that the use cases add to.
    #[must_use]
    pub fn publish(mut self, pool: PgPool, outbox: Outbox) -> Self {
        self.publish = Some((pool, outbox));
        self
    }

    /// Handles events in the database behind `pool`.
    #[must_use]
    pub fn consume(mut self, pool: PgPool, consumer: Consumer) -> Self {
        self.consume = Some((pool, consumer));
        self
    }

    /// Hears events live.
    #[must_use]
    pub fn broadcast(mut self, broadcast: Broadcast) -> Self {
        self.broadcast = Some(broadcast);
        self
    }

    /// Other routes than the shop's.
    #[must_use]
    pub fn routes(mut self, routes: &'static [Route]) -> Self {
        self.routes = routes;
        self
    }

    #[must_use]
    pub fn tuning(mut self, tuning: Tuning) -> Self {
        self.tuning = tuning;
        self
    }

    /// Starts everything in the background; the broker need not be there yet. Fails when the consumer and the routes
    /// don't agree on what the service listens to.
    pub fn start(self, stop: &CancellationToken) -> anyhow::Result<RunningBus> {
        if let Some((_, consumer)) = &self.consume {
            agree(self.routes, self.service, consumer)
                .with_context(|| format!("{} and its routes", self.service))?;
        }
        let mut running = RunningBus { links: Vec::new(), tasks: JoinSet::new() };
        let broker = || Broker {
            service: self.service,
            url: self.amqp_url.clone(),
            topology: Topology::new(&self.namespace, self.routes),
            tuning: self.tuning.clone(),
            link: Link::default(),
        };
        let keeping = self.consume.as_ref().filter(|_| self.publish.is_none());
        if let Some((pool, _)) = keeping {
            running.forget(&self.tuning, pool.clone(), stop);
        }
        if let Some((pool, outbox)) = self.publish {
            running.tend(&self.tuning, pool.clone(), stop);
            let relay = Relay { broker: broker(), pool, outbox, holder: SystemClock.uuid() };
            running.run(relay, stop);
        }
        if let Some((pool, consumer)) = self.consume {
            running.run(Session::new(broker(), &pool, consumer), stop);
        }
        if let Some(broadcast) = self.broadcast {
            running.run(Listening { broker: broker(), broadcast }, stop);
        }
        Ok(running)
    }
}

impl RunningBus {
    /// Whether every part has its connection to the broker.
    pub fn is_connected(&self) -> bool {
        self.links.iter().all(Link::is_up)
    }

    /// Waits until a part panics: the process would go on without it, and say that it is ready.
    pub async fn failed(&mut self) -> JoinError {
        loop {
            match self.tasks.join_next().await {
                Some(Err(error)) => return error,
                Some(Ok(())) => {}
                None => std::future::pending().await,
            }
        }
    }

    /// Waits until everything has ended, within a limit: call it after the token is cancelled.
    pub async fn stopped(mut self) {
        let ended = async { while self.tasks.join_next().await.is_some() {} };
        if tokio::time::timeout(STOP_TIMEOUT, ended).await.is_err() {
            tracing::warn!("The bus did not end in time; what was in flight will be delivered again");
        }
    }

    fn run(&mut self, part: impl Part + Send + 'static, stop: &CancellationToken) {
        self.links.push(part.broker().link.clone());
        let stop = stop.clone();
        self.tasks.spawn(async move { part.run(&stop).await });
    }

    /// What an inbox needs of a service that publishes nothing.
    fn forget(&mut self, tuning: &Tuning, pool: PgPool, stop: &CancellationToken) {
        let (retention, stop) = (tuning.retention, stop.clone());
        self.tasks.spawn(async move { retention::run(&pool, retention, &stop).await });
    }

    /// What an outbox needs beside its relay, on every replica.
    fn tend(&mut self, tuning: &Tuning, pool: PgPool, stop: &CancellationToken) {
        let (retention, stop) = (tuning.retention, stop.clone());
        self.tasks.spawn(async move {
            tokio::join!(gauges::sample_outbox(&pool, &stop), retention::run(&pool, retention, &stop));
        });
    }
}

/// What a route without a handler brings would wait for ever; a handler without a route would never be called.
fn agree(routes: &[Route], service: &str, consumer: &Consumer) -> anyhow::Result<()> {
    ensure!(consumer.service() == service, "the consumer is {}'s", consumer.service());
    let handled = consumer.events();
    let expected = routes.iter().filter(|route| route.consumers.contains(&service)).map(|route| route.event);
    for event in expected {
        ensure!(handled.iter().any(|it| it == event), "nothing handles {event}");
    }
    for event in &handled {
        let has_route = routes.iter().any(|route| route.event == event && route.consumers.contains(&service));
        ensure!(has_route, "no route brings {event}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt as _;
    use souk_proto::orders::v1::{OrderDelivered, OrderReturned};

    const ROUTES: &[Route] = &[
        Route { event: "souk.orders.v1.OrderDelivered", consumers: &["payments", "catalog"] },
        Route { event: "souk.orders.v1.OrderReturned", consumers: &["inventory", "payments"] },
    ];

    #[tokio::test]
    async fn a_part_that_panics_is_told_and_one_that_ends_is_not() {
        let mut running = RunningBus { links: Vec::new(), tasks: JoinSet::new() };
        running.tasks.spawn(async {});
        assert!(running.failed().now_or_never().is_none());
        running.tasks.spawn(async { panic!("a fault") });
        assert!(running.failed().await.is_panic());
    }

    #[test]
    fn a_service_handles_what_its_routes_bring_and_no_more() {
        let one =
            Consumer::new("payments").on(|_, _: crate::Delivery<OrderDelivered>| Box::pin(async { Ok(()) }));
        assert!(agree(ROUTES, "payments", &one).is_err(), "OrderReturned has no handler");
        let both = one.on(|_, _: crate::Delivery<OrderReturned>| Box::pin(async { Ok(()) }));
        assert!(agree(ROUTES, "payments", &both).is_ok());
        let other =
            Consumer::new("catalog").on(|_, _: crate::Delivery<OrderReturned>| Box::pin(async { Ok(()) }));
        assert!(agree(ROUTES, "catalog", &other).is_err(), "no route brings OrderReturned to catalog");
    }
}
