//! Fills the copy from catalog's stream, for a database that missed the events of the past.

use futures::stream::{BoxStream, StreamExt as _};
use souk_bus::{CopySource, fill_copy};
use souk_proto::catalog::v1::products_client::ProductsClient;
use souk_proto::catalog::v1::{self as catalog, ListSellablesRequest};
use souk_rpc::{Actor, Failure, Mesh};
use sqlx::{PgConnection, PgPool};
use tokio_util::sync::CancellationToken;

use super::{Sellable, take_over_in};

struct Catalogue(Mesh);

/// Tries until the copy was filled once in its life.
pub async fn run(pool: PgPool, mesh: Mesh, stop: CancellationToken) {
    fill_copy(&pool, &Catalogue(mesh), &stop).await;
}

impl CopySource for Catalogue {
    const NAME: &'static str = "catalogue";
    type Row = catalog::Sellable;

    async fn read(
        &self,
        after: Option<String>,
    ) -> anyhow::Result<BoxStream<'static, anyhow::Result<Self::Row>>> {
        let client = self.0.client("catalog", &Actor::system("inventory"))?;
        let request = ListSellablesRequest { after_product_id: after.unwrap_or_default() };
        let sellables = ProductsClient::new(client).list_sellables(request).await.map_err(Failure::from)?;
        Ok(sellables.into_inner().map(|told| Ok(told.map_err(Failure::from)?)).boxed())
    }

    fn cursor(row: &Self::Row) -> String {
        row.product_id.clone()
    }

    async fn save_in(&self, tx: &mut PgConnection, rows: Vec<Self::Row>) -> anyhow::Result<()> {
        let sellables = rows.into_iter().map(Sellable::try_from).collect::<Result<Vec<_>, _>>()?;
        Ok(take_over_in(tx, &sellables).await?)
    }
}
