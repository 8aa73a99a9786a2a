//! Fills an empty copy from catalog, which may not be up yet.

use std::time::Duration;

use souk_proto::catalog::v1::ListSellablesRequest;
use souk_proto::catalog::v1::products_client::ProductsClient;
use souk_rpc::{Actor, Failure, Mesh};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use super::{changed_in, store};

/// Between two attempts while catalog is away.
const RETRY: Duration = Duration::from_secs(5);

/// The rebuild of the copy at start.
pub struct Rebuild {
    pool: PgPool,
    mesh: Mesh,
}

impl Rebuild {
    pub fn new(pool: PgPool, mesh: Mesh) -> Self {
        Self { pool, mesh }
    }

    /// Tries until the copy holds something, from the stream or from events.
    pub async fn run(&self, stop: CancellationToken) {
        loop {
            match self.fill().await {
                Ok(()) => return,
                Err(error) => {
                    tracing::info!(
                        error.cause = format!("{error:#}"),
                        "the copy of the catalogue waits for catalog"
                    );
                }
            }
            if stop.run_until_cancelled(tokio::time::sleep(RETRY)).await.is_none() {
                return;
            }
        }
    }

    async fn fill(&self) -> anyhow::Result<()> {
        if !store::is_empty(&mut *self.pool.acquire().await?).await? {
            return Ok(());
        }
        let client = self.mesh.client("catalog", &Actor::system("inventory"))?;
        let answer = ProductsClient::new(client).list_sellables(ListSellablesRequest {}).await;
        let mut sellables = answer.map_err(Failure::from)?.into_inner();
        // All or nothing: a copy filled by half would never be seen as empty again.
        let mut tx = self.pool.begin().await?;
        let mut count = 0_u64;
        while let Some(sellable) = sellables.message().await.map_err(Failure::from)? {
            changed_in(&mut tx, Some(sellable)).await?;
            count += 1;
        }
        tx.commit().await?;
        tracing::info!(sellable.count = count, "the copy of the catalogue was filled");
        Ok(())
    }
}
