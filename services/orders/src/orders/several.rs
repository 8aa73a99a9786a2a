//! Several orders whole, as their papers tell them: in the order in which they are asked for, as many as an answer takes.

use std::collections::HashMap;

use souk_database::snapshot;
use souk_kernel::OrderId;
use sqlx::PgPool;

use super::model::Order;
use super::{store, whole};

/// What of the orders went into one answer.
#[derive(Debug, Default)]
pub struct Several {
    pub orders: Vec<Order>,
    /// There was no room for these.
    pub left: Vec<OrderId>,
}

/// The first of these orders, each with its lines; unknown ids are left out.
pub async fn read(pool: &PgPool, ids: &[OrderId]) -> sqlx::Result<Several> {
    let ids: Vec<_> = ids.iter().map(|id| id.uuid()).collect();
    let mut tx = snapshot(pool).await?;
    let sizes = store::sizes(&mut *tx, &ids).await?;
    let (shown, left) =
        ids.split_at(whole::room_for(ids.iter().map(|id| sizes.get(id).copied().unwrap_or(0))));
    let orders = store::load(&mut *tx, shown).await?;
    tx.commit().await?;
    let mut by_id: HashMap<_, _> = orders.into_iter().map(|order| (order.id.uuid(), order)).collect();
    Ok(Several {
        orders: shown.iter().filter_map(|id| by_id.remove(id)).collect(),
        left: left.iter().copied().map(OrderId::from_uuid).collect(),
    })
}
