//! Fills the copy from catalog's stream, for a database that missed the events of the past.

use futures::future::BoxFuture;
use souk_proto::catalog::v1 as catalog;
use souk_proto::catalog::v1::content_client::ContentClient;
use souk_proto::catalog::v1::products_client::ProductsClient;
use souk_rpc::{Actor, Failure, Mesh};
use sqlx::{PgConnection, PgPool};
use tokio_util::sync::CancellationToken;

use super::store;

/// All that catalog tells.
struct Catalogue {
    sellables: Vec<catalog::Sellable>,
    settings: catalog::Settings,
}

/// Tries until the copy was filled once in its life.
pub async fn run(pool: PgPool, mesh: Mesh, stop: CancellationToken) {
    let read = || -> BoxFuture<'static, _> { Box::pin(read(mesh.clone())) };
    souk_bus::fill_copy(&pool, "catalogue", &stop, read, |tx, all| Box::pin(save_in(tx, all))).await;
}

async fn read(mesh: Mesh) -> anyhow::Result<Catalogue> {
    let client = mesh.client("catalog", &Actor::system("orders"))?;
    let settings = ContentClient::new(client.clone()).get_settings(catalog::GetSettingsRequest {}).await;
    let settings = settings.map_err(Failure::from)?.into_inner();
    let answer = ProductsClient::new(client).list_sellables(catalog::ListSellablesRequest {}).await;
    let mut stream = answer.map_err(Failure::from)?.into_inner();
    let mut sellables = Vec::new();
    while let Some(sellable) = stream.message().await.map_err(Failure::from)? {
        sellables.push(sellable);
    }
    Ok(Catalogue { sellables, settings })
}

async fn save_in(tx: &mut PgConnection, all: Catalogue) -> anyhow::Result<()> {
    for sellable in &all.sellables {
        store::save_in(tx, sellable.product_id.parse()?, sellable).await?;
    }
    let basis = all.settings.price_basis.parse()?;
    Ok(store::save_basis_in(tx, all.settings.version, basis).await?)
}
