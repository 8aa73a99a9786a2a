//! What inventory publishes, and its whole list for when the copy is empty.

use std::time::Duration;

use anyhow::Context as _;
use souk_kernel::{CombinationId, IdError, ProductId, StockKey};
use souk_proto::inventory::v1::stock_client::StockClient;
use souk_proto::inventory::v1::{AvailabilityChanged, ListAvailabilityRequest};
use souk_rpc::{Actor, Mesh};
use sqlx::PgConnection;
use tokio_util::sync::CancellationToken;

use super::{Known, record_all_in, record_in, store};
use crate::context::Context;

/// What the whole list may take.
const DEADLINE: Duration = Duration::from_mins(1);
/// First wait after inventory did not answer; doubles up to [`RETRY_MOST`].
const RETRY: Duration = Duration::from_millis(500);
const RETRY_MOST: Duration = Duration::from_secs(30);

impl TryFrom<AvailabilityChanged> for Known {
    type Error = IdError;

    fn try_from(event: AvailabilityChanged) -> Result<Self, IdError> {
        let product: ProductId = event.product_id.parse()?;
        let combination = match event.combination_id.as_str() {
            "" => None,
            id => Some(id.parse::<CombinationId>()?),
        };
        Ok(Self {
            key: StockKey { product, combination },
            version: event.version,
            available: event.available,
        })
    }
}

/// Takes one event in.
pub async fn handle(tx: &mut PgConnection, event: AvailabilityChanged) -> anyhow::Result<()> {
    record_in(tx, Known::try_from(event)?).await?;
    Ok(())
}

/// Fills an empty copy from inventory's list, for as long as it takes to get it. Events that come meanwhile win by
/// their versions.
pub async fn rebuild_if_empty(context: Context, mesh: Mesh, stop: CancellationToken) {
    let mut wait = RETRY;
    while let Err(error) = rebuild(&context, &mesh).await {
        tracing::warn!(error = %format_args!("{error:#}"), "availability could not be read from inventory yet");
        if stop.run_until_cancelled(tokio::time::sleep(wait)).await.is_none() {
            return;
        }
        wait = (wait * 2).min(RETRY_MOST);
    }
}

async fn rebuild(context: &Context, mesh: &Mesh) -> anyhow::Result<()> {
    if !store::is_empty(&context.pool).await? {
        return Ok(());
    }
    let client = mesh.client("inventory", &Actor::system("catalog"))?.deadline(DEADLINE);
    let list = StockClient::new(client).list_availability(ListAvailabilityRequest {}).await;
    let mut list = list.context("asking inventory")?.into_inner();
    let mut known = Vec::new();
    while let Some(event) = list.message().await? {
        known.push(Known::try_from(event)?);
    }
    let mut tx = context.pool.begin().await?;
    record_all_in(&mut tx, &known).await?;
    context.commit(tx).await?;
    tracing::info!(availability.keys = known.len(), "availability was read from inventory");
    Ok(())
}
