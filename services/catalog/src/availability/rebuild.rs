//! Inventory's whole list, for a database that missed the events of the past.

use std::time::Duration;

use anyhow::Context as _;
use futures::future::BoxFuture;
use souk_proto::inventory::v1::ListAvailabilityRequest;
use souk_proto::inventory::v1::stock_client::StockClient;
use souk_rpc::{Actor, Mesh};
use tokio_util::sync::CancellationToken;

use super::{KeyAvailability, record_all_in};
use crate::context::Context;

/// What the whole list may take.
const DEADLINE: Duration = Duration::from_mins(1);

/// Fills the copy from inventory's list once in its life, for as long as it takes to get it.
pub async fn rebuild(context: Context, mesh: Mesh, stop: CancellationToken) {
    let read = || -> BoxFuture<'static, _> { Box::pin(read(mesh.clone())) };
    souk_bus::fill_copy(&context.pool, "availability", &stop, read, |tx, known: Vec<KeyAvailability>| {
        Box::pin(async move { Ok(record_all_in(tx, &known).await?) })
    })
    .await;
    context.changed.notify_waiters();
}

async fn read(mesh: Mesh) -> anyhow::Result<Vec<KeyAvailability>> {
    let client = mesh.client("inventory", &Actor::system("catalog"))?.deadline(DEADLINE);
    let list = StockClient::new(client).list_availability(ListAvailabilityRequest {}).await;
    let mut list = list.context("asking inventory")?.into_inner();
    let mut known = Vec::new();
    while let Some(key) = list.message().await? {
        known.push(KeyAvailability::try_from(key)?);
    }
    Ok(known)
}
