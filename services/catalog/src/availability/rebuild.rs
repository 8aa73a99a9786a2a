//! Inventory's whole list, for a database that missed the events of the past.

use anyhow::Context as _;
use futures::stream::{BoxStream, StreamExt as _};
use souk_bus::{CopySource, fill_copy};
use souk_proto::inventory::v1::stock_client::StockClient;
use souk_proto::inventory::v1::{self as inventory, ListAvailabilityRequest};
use souk_rpc::{Actor, Failure, Mesh};
use sqlx::PgConnection;
use tokio_util::sync::CancellationToken;

use super::{KeyAvailability, record_all_in};
use crate::context::Context;

struct Availability(Mesh);

/// Fills the copy from inventory's list once in its life, for as long as it takes to get it.
pub async fn rebuild(context: Context, mesh: Mesh, stop: CancellationToken) {
    fill_copy(&context.pool, &Availability(mesh), &stop).await;
    context.changed.notify_waiters();
}

impl CopySource for Availability {
    const NAME: &'static str = "availability";
    type Row = inventory::Availability;

    async fn read(
        &self,
        after: Option<String>,
    ) -> anyhow::Result<BoxStream<'static, anyhow::Result<Self::Row>>> {
        let client = self.0.client("inventory", &Actor::system("catalog"))?;
        let after = after.unwrap_or_default();
        let (product, combination) = after.split_once(' ').unwrap_or_default();
        let request = ListAvailabilityRequest {
            after_product_id: product.to_owned(),
            after_combination_id: combination.to_owned(),
        };
        let list = StockClient::new(client).list_availability(request).await.context("asking inventory")?;
        Ok(list.into_inner().map(|told| Ok(told.map_err(Failure::from)?)).boxed())
    }

    /// Both ids; the second one is empty where the product has no combinations.
    fn cursor(row: &Self::Row) -> String {
        format!("{} {}", row.product_id, row.combination_id)
    }

    async fn save_in(&self, tx: &mut PgConnection, rows: Vec<Self::Row>) -> anyhow::Result<()> {
        let keys = rows.into_iter().map(KeyAvailability::try_from).collect::<Result<Vec<_>, _>>()?;
        Ok(record_all_in(tx, &keys).await?)
    }
}
