//! I4: no accepted order is lost, none is made twice of one request.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use anyhow::Context as _;
use prost::Message as _;
use souk_proto::orders::v1::PlaceOrderResponse;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::{Invariant, Violation};

/// Orders, and whether their answers can't have been forgotten yet: those of a day are kept, older ones only for a while.
const FRESH: &str = "SELECT id, placed_at > now() - interval '1 day' FROM orders";

pub(crate) async fn check(orders: &PgPool, acknowledged: Option<&Path>) -> anyhow::Result<Vec<Violation>> {
    // One snapshot: an order and its answer are stored together, and so seen together.
    let mut tx = orders.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    let answered = answers(&mut tx).await?;
    let placed = sqlx::query_as::<_, (Uuid, bool)>(FRESH).fetch_all(&mut *tx).await?;
    tx.rollback().await?;
    let existing: HashSet<_> = placed.iter().map(|(order, _)| *order).collect();
    let mut violations: Vec<_> = placed
        .iter()
        .filter(|(order, is_fresh)| *is_fresh && !answered.contains_key(order))
        .map(|(order, _)| {
            Invariant::AcceptedOrdersExist.broken(format!("order {order}"), "placed under no key")
        })
        .collect();
    for (order, keys) in &answered {
        if !existing.contains(order) {
            let detail = format!("answered to key {} and not there", keys.join(", "));
            violations.push(Invariant::AcceptedOrdersExist.broken(format!("order {order}"), detail));
        } else if keys.len() > 1 {
            let detail = format!("answered to {} keys: {}", keys.len(), keys.join(", "));
            violations.push(Invariant::AcceptedOrdersExist.broken(format!("order {order}"), detail));
        }
    }
    for order in journal(acknowledged)?.difference(&existing) {
        let subject = format!("order {order}");
        violations
            .push(Invariant::AcceptedOrdersExist.broken(subject, "acknowledged to a client and not there"));
    }
    Ok(violations)
}

/// Orders by the keys that they were answered to.
async fn answers(tx: &mut PgConnection) -> anyhow::Result<HashMap<Uuid, Vec<String>>> {
    let rows =
        sqlx::query_as::<_, (String, Vec<u8>)>("SELECT scope || '/' || key, response FROM idempotency");
    let mut answered = HashMap::<Uuid, Vec<String>>::new();
    for (key, response) in rows.fetch_all(tx).await? {
        let response =
            PlaceOrderResponse::decode(response.as_slice()).context("a stored answer of the checkout")?;
        answered
            .entry(response.order_id.parse().context("the order of a stored answer")?)
            .or_default()
            .push(key);
    }
    Ok(answered)
}

fn journal(file: Option<&Path>) -> anyhow::Result<HashSet<Uuid>> {
    let Some(file) = file else { return Ok(HashSet::new()) };
    let text = std::fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
    let ids = text.lines().map(str::trim).filter(|line| !line.is_empty());
    ids.map(|id| id.parse().with_context(|| format!("{id} is no order id"))).collect()
}
