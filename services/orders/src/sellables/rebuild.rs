//! Fills the copies from catalog, for a database that missed the events of the past.

use futures::future::BoxFuture;
use souk_proto::catalog::v1 as catalog;
use souk_proto::catalog::v1::content_client::ContentClient;
use souk_proto::catalog::v1::products_client::ProductsClient;
use souk_proto::catalog::v1::promotions_client::PromotionsClient;
use souk_rpc::{Actor, Failure, Mesh};
use sqlx::{PgConnection, PgPool};
use tokio_util::sync::CancellationToken;

use super::store;

/// The copy of the promotions, which are few: they are there before the products, so that prices are known early.
const PROMOTIONS: &str = "promotions";

/// The copy of the products and settings. It is numbered: where a release tells more of a product than the one before,
/// with another number, it is filled anew.
const CATALOGUE: &str = "catalogue 2";

/// What catalog tells of them.
struct Catalogue {
    sellables: Vec<catalog::Sellable>,
    settings: catalog::Settings,
}

/// Tries until each copy was filled once in its life.
pub async fn run(pool: PgPool, mesh: Mesh, stop: CancellationToken) {
    let read = || -> BoxFuture<'static, _> { Box::pin(read_promotions(mesh.clone())) };
    souk_bus::fill_copy(&pool, PROMOTIONS, &stop, read, |tx, set| {
        Box::pin(async move { Ok(store::save_promotions_in(tx, &set).await?) })
    })
    .await;
    let read = || -> BoxFuture<'static, _> { Box::pin(read_catalogue(mesh.clone())) };
    souk_bus::fill_copy(&pool, CATALOGUE, &stop, read, |tx, all| Box::pin(save_catalogue_in(tx, all))).await;
}

async fn read_promotions(mesh: Mesh) -> anyhow::Result<catalog::PromotionsChanged> {
    let client = mesh.client("catalog", &Actor::system("orders"))?;
    let set = PromotionsClient::new(client).get_promotion_set(catalog::GetPromotionSetRequest {}).await;
    let catalog::GetPromotionSetResponse { version, promotions } = set.map_err(Failure::from)?.into_inner();
    Ok(catalog::PromotionsChanged { version, promotions })
}

async fn read_catalogue(mesh: Mesh) -> anyhow::Result<Catalogue> {
    let client = mesh.client("catalog", &Actor::system("orders"))?;
    let settings = ContentClient::new(client.clone()).get_settings(catalog::GetSettingsRequest {}).await;
    let settings = settings.map_err(Failure::from)?.into_inner();
    let answer = ProductsClient::new(client).list_sellables(catalog::ListSellablesRequest {}).await;
    let mut stream = answer.map_err(Failure::from)?.into_inner();
    let mut sellables = Vec::new();
    while let Some(sellable) = stream.message().await.map_err(Failure::from)? {
        let id = &sellable.product_id;
        anyhow::ensure!(!sellable.category_path.is_empty(), "catalog does not say where {id} stands");
        sellables.push(sellable);
    }
    Ok(Catalogue { sellables, settings })
}

async fn save_catalogue_in(tx: &mut PgConnection, all: Catalogue) -> anyhow::Result<()> {
    for sellable in &all.sellables {
        store::refill_in(tx, sellable.product_id.parse()?, sellable).await?;
    }
    let basis = all.settings.price_basis.parse()?;
    Ok(store::save_basis_in(tx, all.settings.version, basis).await?)
}
