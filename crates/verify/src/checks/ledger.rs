//! I1, I2 and I7: inventory's books.

use futures::TryStreamExt as _;
use uuid::Uuid;

use crate::Invariant;
use crate::databases::Snapshot;
use crate::findings::Findings;

pub(crate) async fn check(inventory: &mut Snapshot) -> sqlx::Result<Findings> {
    let mut found = bounds(inventory).await?;
    found.extend(sums(inventory).await?);
    found.extend(moves(inventory).await?);
    found.extend(expeditions(inventory).await?);
    found.extend(lists(inventory).await?);
    Ok(found)
}

async fn bounds(inventory: &mut Snapshot) -> sqlx::Result<Findings> {
    let levels = sqlx::query_as::<_, (Uuid, Uuid, Uuid, i32, i32)>(
        "SELECT warehouse_id, product_id, combination_id, reserved, on_hand FROM stock_levels
          WHERE reserved < 0 OR reserved > on_hand",
    );
    let mut found = Findings::default();
    let mut levels = levels.fetch(&mut **inventory);
    while let Some((warehouse, product, combination, reserved, on_hand)) = levels.try_next().await? {
        let detail = format!("{reserved} reserved of {on_hand}");
        found.add(product, Invariant::StockInBounds.broken(level(warehouse, product, combination), detail));
    }
    Ok(found)
}

async fn sums(inventory: &mut Snapshot) -> sqlx::Result<Findings> {
    let levels = sqlx::query_as::<_, (Uuid, Uuid, Uuid, i64, i64, i64, i64)>(
        "WITH held AS (
             SELECT warehouse_id, product_id, combination_id, sum(quantity) AS quantity FROM (
                 SELECT warehouse_id, product_id, combination_id, quantity
                   FROM reservation_items JOIN reservations USING (order_id) WHERE state IN ('held', 'confirmed')
                 UNION ALL
                 SELECT e.source_id, p.product_id, p.combination_id, p.quantity
                   FROM expedition_parts p JOIN expeditions e ON e.id = p.expedition_id WHERE e.status = 'inprogress'
             ) AS holds GROUP BY 1, 2, 3
         ), moved AS (
             SELECT warehouse_id, product_id, combination_id, sum(quantity) AS quantity
               FROM stock_movements GROUP BY 1, 2, 3
         )
         SELECT warehouse_id, product_id, combination_id,
                coalesce(l.reserved, 0)::bigint, coalesce(held.quantity, 0)::bigint,
                coalesce(l.on_hand, 0)::bigint, coalesce(moved.quantity, 0)::bigint
           FROM stock_levels l
           FULL JOIN held USING (warehouse_id, product_id, combination_id)
           FULL JOIN moved USING (warehouse_id, product_id, combination_id)
          WHERE coalesce(l.reserved, 0) <> coalesce(held.quantity, 0)
             OR coalesce(l.on_hand, 0) <> coalesce(moved.quantity, 0)",
    );
    let mut found = Findings::default();
    let mut levels = levels.fetch(&mut **inventory);
    while let Some((warehouse, product, combination, reserved, held, on_hand, moved)) =
        levels.try_next().await?
    {
        let detail =
            format!("{reserved} reserved for {held} held, {on_hand} on hand for {moved} in the ledger");
        found.add(product, Invariant::StockAddsUp.broken(level(warehouse, product, combination), detail));
    }
    Ok(found)
}

/// What an order's reservation says it took, against what the ledger says left and came back.
async fn moves(inventory: &mut Snapshot) -> sqlx::Result<Findings> {
    let orders = sqlx::query_as::<_, (Uuid, String, i64, i64, i64)>(
        "WITH taken AS (
             SELECT order_id, warehouse_id, product_id, combination_id, quantity
               FROM reservation_items JOIN reservations USING (order_id) WHERE state IN ('shipped', 'returned')
         ), moved AS (
             SELECT order_id, warehouse_id, product_id, combination_id,
                    coalesce(-sum(quantity) FILTER (WHERE kind = 'shipped'), 0) AS shipped,
                    coalesce(sum(quantity) FILTER (WHERE kind = 'returned'), 0) AS returned
               FROM stock_movements WHERE order_id IS NOT NULL GROUP BY 1, 2, 3, 4
         )
         SELECT order_id, coalesce(r.state, 'none'), sum(coalesce(taken.quantity, 0))::bigint,
                sum(coalesce(moved.shipped, 0))::bigint, sum(coalesce(moved.returned, 0))::bigint
           FROM taken FULL JOIN moved USING (order_id, warehouse_id, product_id, combination_id)
           LEFT JOIN reservations r USING (order_id)
          GROUP BY order_id, r.state
         HAVING bool_or(coalesce(taken.quantity, 0) <> coalesce(moved.shipped, 0))
             OR bool_or(coalesce(moved.returned, 0)
                        <> CASE r.state WHEN 'returned' THEN coalesce(moved.shipped, 0) ELSE 0 END)",
    );
    let mut found = Findings::default();
    let mut orders = orders.fetch(&mut **inventory);
    while let Some((order, state, taken, shipped, returned)) = orders.try_next().await? {
        let detail =
            format!("{state} with {taken} taken, {shipped} shipped and {returned} returned in the ledger");
        found.add(order, Invariant::GoodsMoveOnce.broken(format!("order {order}"), detail));
    }
    Ok(found)
}

/// What the parts of an expedition say of where its goods are, against what the ledger says left, arrived and came back.
async fn expeditions(inventory: &mut Snapshot) -> sqlx::Result<Findings> {
    let parts = sqlx::query_as::<_, (Uuid, String, i64, i64, i64, i64, i64)>(
        "WITH said AS (
             SELECT e.id AS expedition_id, p.product_id, p.combination_id, e.status, p.received, p.lost,
                    CASE WHEN e.sent_at IS NULL THEN 0 ELSE p.quantity END AS sent,
                    CASE WHEN e.sent_at IS NOT NULL AND e.status = 'cancelled' THEN p.quantity ELSE 0 END AS back
               FROM expeditions e JOIN expedition_parts p ON p.expedition_id = e.id
         ), moved AS (
             SELECT m.expedition_id, m.product_id, m.combination_id,
                    coalesce(-sum(m.quantity) FILTER (WHERE kind = 'expedition_sent' AND m.warehouse_id = e.source_id), 0) AS sent,
                    coalesce(sum(m.quantity) FILTER (WHERE kind = 'expedition_received'
                        AND m.warehouse_id = e.destination_id), 0) AS received,
                    coalesce(sum(m.quantity) FILTER (WHERE kind = 'expedition_returned'
                        AND m.warehouse_id = e.source_id), 0) AS back
               FROM stock_movements m LEFT JOIN expeditions e ON e.id = m.expedition_id
              WHERE m.expedition_id IS NOT NULL GROUP BY 1, 2, 3
         )
         SELECT expedition_id, coalesce(said.status, 'unknown'), coalesce(said.sent, 0)::bigint, coalesce(moved.sent, 0)::bigint,
                coalesce(said.received, 0)::bigint, coalesce(moved.received, 0)::bigint, coalesce(moved.back, 0)::bigint
           FROM said FULL JOIN moved USING (expedition_id, product_id, combination_id)
          WHERE coalesce(said.sent, 0) <> coalesce(moved.sent, 0) OR coalesce(said.received, 0) <> coalesce(moved.received, 0)
             OR coalesce(said.back, 0) <> coalesce(moved.back, 0)
             OR said.status = 'completed' AND said.received + said.lost <> said.sent",
    );
    let mut found = Findings::default();
    let mut parts = parts.fetch(&mut **inventory);
    while let Some((expedition, status, sent, left, received, arrived, back)) = parts.try_next().await? {
        let detail = format!(
            "{status} with {sent} sent and {received} received; {left} left, {arrived} arrived and {back} came back in the ledger"
        );
        found.add(expedition, Invariant::GoodsMoveOnce.broken(format!("expedition {expedition}"), detail));
    }
    Ok(found)
}

/// What is kept for the staff's lists, against what it is kept of: what runs out, and what is left of what catalog dropped.
async fn lists(inventory: &mut Snapshot) -> sqlx::Result<Findings> {
    let keys = sqlx::query_as::<_, (Uuid, Uuid, String)>(
        "SELECT product_id, combination_id,
                format('%s pieces run out, %s in the list', coalesce(low.available, 0), coalesce(kept.available, 0))
           FROM (SELECT product_id, combination_id, a.available
                   FROM availability a JOIN sellable_items i USING (product_id, combination_id)
                  WHERE i.listed AND a.available <= 100) low
           FULL JOIN low_stock kept USING (product_id, combination_id)
          WHERE low.available IS DISTINCT FROM kept.available
         UNION ALL
         SELECT product_id, combination_id,
                format('it was dropped, %s pieces are left in warehouse %s', coalesce(remaining.on_hand, 0), warehouse_id)
           FROM (SELECT product_id, combination_id, l.warehouse_id, l.on_hand
                   FROM stock_levels l JOIN sellable_items i USING (product_id, combination_id)
                  WHERE NOT i.listed AND l.on_hand > 0) remaining
           FULL JOIN leftovers kept USING (product_id, combination_id, warehouse_id)
          WHERE remaining.on_hand IS NULL OR kept.product_name_fr IS NULL",
    );
    let mut found = Findings::default();
    let mut keys = keys.fetch(&mut **inventory);
    while let Some((product, combination, detail)) = keys.try_next().await? {
        let subject = format!("product {product} combination {combination}");
        found.add(product, Invariant::StockAddsUp.broken(subject, detail));
    }
    Ok(found)
}

fn level(warehouse: Uuid, product: Uuid, combination: Uuid) -> String {
    format!("warehouse {warehouse} product {product} combination {combination}")
}
