//! Fills an empty copy from catalog's stream, for a database that missed the events of the past.

use std::time::Duration;

use souk_proto::catalog::v1::ListSellablesRequest;
use souk_proto::catalog::v1::products_client::ProductsClient;
use souk_rpc::{Actor, Failure, Mesh};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use super::store;

/// Between two attempts while catalog is away.
const RETRY: Duration = Duration::from_secs(2);

/// Tries until the copy holds something, from the stream or from events.
pub async fn run(pool: PgPool, mesh: Mesh, stop: CancellationToken) {
    loop {
        match fill(&pool, &mesh).await {
            Ok(()) => return,
            Err(error) => tracing::info!(error.cause = %error, "the copy of the catalogue waits for catalog"),
        }
        if stop.run_until_cancelled(tokio::time::sleep(RETRY)).await.is_none() {
            return;
        }
    }
}

async fn fill(pool: &PgPool, mesh: &Mesh) -> anyhow::Result<()> {
    if !store::is_empty(pool).await? {
        return Ok(());
    }
    let client = mesh.client("catalog", &Actor::system("orders"))?;
    let answer = ProductsClient::new(client).list_sellables(ListSellablesRequest {}).await;
    let mut sellables = answer.map_err(Failure::from)?.into_inner();
    // All or nothing: a copy filled by half would never look empty again.
    let mut tx = pool.begin().await?;
    let mut count = 0_u64;
    while let Some(sellable) = sellables.message().await.map_err(Failure::from)? {
        let product = sellable.product_id.parse()?;
        store::save_in(&mut tx, product, &sellable).await?;
        count += 1;
    }
    tx.commit().await?;
    tracing::info!(sellable.count = count, "the copy of the catalogue was filled");
    Ok(())
}
