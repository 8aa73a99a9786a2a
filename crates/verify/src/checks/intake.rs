//! I4: no accepted order is lost, none is made twice of one request.

use std::io::{BufRead as _, BufReader};
use std::path::Path;

use anyhow::Context as _;
use futures::TryStreamExt as _;
use uuid::Uuid;

use crate::databases::Snapshot;
use crate::findings::Findings;
use crate::{Invariant, Violation};

/// Orders against the answers that are stored under idempotency keys: an answer without its order, an order answered to
/// several keys, an order of the last day under none. Answers of a day are kept, older ones only for a while.
///
/// An answer is a `PlaceOrderResponse`, whose first field is the order's id: tag 0x0a, length 0x24, 36 characters.
const ANSWERS: &str = r"WITH answered AS (
         SELECT order_id, array_agg(key ORDER BY key) AS keys
           FROM (SELECT scope || '/' || key AS key,
                        CASE WHEN substring(response for 2) = '\x0a24'
                             THEN convert_from(substring(response from 3 for 36), 'UTF8')::uuid END AS order_id
                   FROM idempotency) AS answer
          GROUP BY order_id)
     SELECT coalesce(o.id, a.order_id), o.id IS NOT NULL, coalesce(a.keys, '{}')
       FROM answered a FULL JOIN orders o ON o.id = a.order_id
      WHERE o.id IS NULL OR cardinality(a.keys) > 1
         OR (a.keys IS NULL AND o.placed_at > now() - interval '1 day')";

const MISSING: &str =
    "SELECT id FROM unnest($1::uuid[]) AS id WHERE NOT EXISTS (SELECT FROM orders o WHERE o.id = id.id)";

/// Lines of the journal that are looked up at once.
const JOURNAL_STEP: usize = 10_000;

pub(crate) async fn check(orders: &mut Snapshot, acknowledged: Option<&Path>) -> anyhow::Result<Findings> {
    let mut found = Findings::default();
    let mut rows = sqlx::query_as::<_, (Option<Uuid>, bool, Vec<String>)>(ANSWERS).fetch(&mut **orders);
    while let Some((order, exists, keys)) = rows.try_next().await? {
        found.add(order.unwrap_or_default(), violation(order, exists, &keys));
    }
    drop(rows);
    if let Some(file) = acknowledged {
        found.extend(journal(orders, file).await?);
    }
    Ok(found)
}

fn violation(order: Option<Uuid>, exists: bool, keys: &[String]) -> Violation {
    let subject = order.map_or_else(|| "order of an answer".to_owned(), |id| format!("order {id}"));
    let detail = match (order, exists, keys) {
        (None, ..) => format!("the answer to key {} names none", keys.join(", ")),
        (_, false, _) => format!("answered to key {} and not there", keys.join(", ")),
        (_, _, []) => "placed under no key".to_owned(),
        _ => format!("answered to {} keys: {}", keys.len(), keys.join(", ")),
    };
    Invariant::AcceptedOrdersExist.broken(subject, detail)
}

/// The orders that clients were told of, an id a line.
async fn journal(orders: &mut Snapshot, file: &Path) -> anyhow::Result<Findings> {
    let reading = || format!("reading {}", file.display());
    let lines = BufReader::new(std::fs::File::open(file).with_context(reading)?).lines();
    let mut found = Findings::default();
    let mut step = Vec::with_capacity(JOURNAL_STEP);
    for line in lines {
        let line = line.with_context(reading)?;
        let id = line.trim();
        if !id.is_empty() {
            step.push(id.parse::<Uuid>().with_context(|| format!("{id} is no order id"))?);
        }
        if step.len() == JOURNAL_STEP {
            found.extend(missing(orders, &step).await?);
            step.clear();
        }
    }
    found.extend(missing(orders, &step).await?);
    Ok(found)
}

async fn missing(orders: &mut Snapshot, ids: &[Uuid]) -> sqlx::Result<Findings> {
    let mut found = Findings::default();
    for order in sqlx::query_scalar::<_, Uuid>(MISSING).bind(ids).fetch_all(&mut **orders).await? {
        let detail = "acknowledged to a client and not there";
        found.add(order, Invariant::AcceptedOrdersExist.broken(format!("order {order}"), detail));
    }
    Ok(found)
}
