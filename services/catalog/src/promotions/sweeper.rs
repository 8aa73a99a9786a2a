//! Looks every second for promotions that begin or end. Any number of replicas may look: each promotion is turned
//! by one of them.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::Promotions;

const INTERVAL: Duration = Duration::from_secs(1);

pub struct Sweeper {
    promotions: Promotions,
}

impl Sweeper {
    pub fn new(promotions: Promotions) -> Self {
        Self { promotions }
    }

    pub async fn run(self, stop: CancellationToken) {
        while stop.run_until_cancelled(tokio::time::sleep(INTERVAL)).await.is_some() {
            match self.promotions.turn().await {
                Ok(0) => {}
                Ok(turned) => tracing::info!(promotions.turned = turned, "promotions began or ended"),
                Err(error) => tracing::warn!(%error, "promotions could not be looked at"),
            }
        }
    }
}
