//! I1, I2 and I7: inventory's books.

use sqlx::PgPool;
use uuid::Uuid;

use crate::{Invariant, Violation};

pub(crate) async fn check(inventory: &PgPool) -> sqlx::Result<Vec<Violation>> {
    let mut violations = bounds(inventory).await?;
    violations.extend(sums(inventory).await?);
    violations.extend(moves(inventory).await?);
    Ok(violations)
}

async fn bounds(inventory: &PgPool) -> sqlx::Result<Vec<Violation>> {
    let levels = sqlx::query_as::<_, (Uuid, Uuid, Uuid, i32, i32)>(
        "SELECT warehouse_id, product_id, combination_id, reserved, on_hand FROM stock_levels
          WHERE reserved < 0 OR reserved > on_hand",
    );
    let broken = |(warehouse, product, combination, reserved, on_hand)| {
        let detail = format!("{reserved} reserved of {on_hand}");
        Invariant::StockInBounds.broken(level(warehouse, product, combination), detail)
    };
    Ok(levels.fetch_all(inventory).await?.into_iter().map(broken).collect())
}

async fn sums(inventory: &PgPool) -> sqlx::Result<Vec<Violation>> {
    let levels = sqlx::query_as::<_, (Uuid, Uuid, Uuid, i64, i64, i64, i64)>(
        "WITH held AS (
             SELECT warehouse_id, product_id, combination_id, sum(quantity) AS quantity
               FROM reservation_items JOIN reservations USING (order_id)
              WHERE state IN ('held', 'confirmed') GROUP BY 1, 2, 3
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
    let broken = |(warehouse, product, combination, reserved, held, on_hand, moved)| {
        let detail =
            format!("{reserved} reserved for {held} held, {on_hand} on hand for {moved} in the ledger");
        Invariant::StockAddsUp.broken(level(warehouse, product, combination), detail)
    };
    Ok(levels.fetch_all(inventory).await?.into_iter().map(broken).collect())
}

/// What an order's reservation says it took, against what the ledger says left and came back.
async fn moves(inventory: &PgPool) -> sqlx::Result<Vec<Violation>> {
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
    let broken = |(order, state, taken, shipped, returned)| {
        let detail =
            format!("{state} with {taken} taken, {shipped} shipped and {returned} returned in the ledger");
        Invariant::GoodsMoveOnce.broken(format!("order {order}"), detail)
    };
    Ok(orders.fetch_all(inventory).await?.into_iter().map(broken).collect())
}

fn level(warehouse: Uuid, product: Uuid, combination: Uuid) -> String {
    format!("warehouse {warehouse} product {product} combination {combination}")
}
