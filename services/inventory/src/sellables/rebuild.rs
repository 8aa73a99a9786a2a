//! Fills the copy from catalog's stream, for a database that missed the events of the past.

use futures::future::BoxFuture;
use souk_proto::catalog::v1::products_client::ProductsClient;
use souk_proto::catalog::v1::{ListSellablesRequest, Sellable};
use souk_rpc::{Actor, Failure, Mesh};
use sqlx::{PgConnection, PgPool};
use tokio_util::sync::CancellationToken;

use super::changed_in;

/// Tries until the copy was filled once in its life.
pub async fn run(pool: PgPool, mesh: Mesh, stop: CancellationToken) {
    let read = || -> BoxFuture<'static, _> { Box::pin(read(mesh.clone())) };
    souk_bus::fill_copy(&pool, "catalogue", &stop, read, |tx, all| Box::pin(save_in(tx, all))).await;
}

async fn read(mesh: Mesh) -> anyhow::Result<Vec<Sellable>> {
    let client = mesh.client("catalog", &Actor::system("inventory"))?;
    let answer = ProductsClient::new(client).list_sellables(ListSellablesRequest {}).await;
    let mut stream = answer.map_err(Failure::from)?.into_inner();
    let mut sellables = Vec::new();
    while let Some(sellable) = stream.message().await.map_err(Failure::from)? {
        sellables.push(sellable);
    }
    Ok(sellables)
}

async fn save_in(tx: &mut PgConnection, sellables: Vec<Sellable>) -> anyhow::Result<()> {
    for sellable in sellables {
        changed_in(tx, Some(sellable)).await?;
    }
    Ok(())
}
