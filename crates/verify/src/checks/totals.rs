//! I5: what an order costs is what its lines and its delivery cost; what a pack takes from the shelves is what it was put together from.

use futures::TryStreamExt as _;
use uuid::Uuid;

use crate::Invariant;
use crate::databases::Snapshot;
use crate::findings::Findings;

pub(crate) async fn check(orders: &mut Snapshot) -> sqlx::Result<Findings> {
    let mut found = sums(orders).await?;
    found.extend(packs(orders).await?);
    Ok(found)
}

/// Packs from before their parts were kept have none, and say nothing.
async fn packs(orders: &mut Snapshot) -> sqlx::Result<Findings> {
    let wrong = sqlx::query_as::<_, (Uuid, i32)>(
        "SELECT l.order_id, l.position FROM order_lines l
          WHERE l.parts <> '[]'
            AND (SELECT jsonb_object_agg(p.key, p.pieces) FROM (
                     SELECT concat(p ->> 'product_id', '/', p ->> 'combination_id') AS key,
                            sum((p ->> 'quantity')::bigint) * l.quantity AS pieces
                       FROM jsonb_array_elements(l.parts) p GROUP BY 1) p)
                IS DISTINCT FROM
                (SELECT jsonb_object_agg(concat(i ->> 'product_id', '/', i ->> 'combination_id'),
                                         (i ->> 'quantity')::bigint)
                   FROM jsonb_array_elements(l.stock_items) i)",
    );
    let mut found = Findings::default();
    let mut wrong = wrong.fetch(&mut **orders);
    while let Some((order, position)) = wrong.try_next().await? {
        let detail = "what leaves the shelves is not what the pack was put together from".to_owned();
        let subject = format!("line {position} of order {order}");
        found.add(order, Invariant::OrderTotalsAddUp.broken(subject, detail));
    }
    Ok(found)
}

async fn sums(orders: &mut Snapshot) -> sqlx::Result<Findings> {
    let wrong = sqlx::query_as::<_, (Uuid, i64, i64, i64, i64)>(
        "SELECT o.id, o.total, o.products_total, o.delivery_price,
                coalesce(sum(l.quantity::bigint * l.unit_price), 0)::bigint
           FROM orders o LEFT JOIN order_lines l ON l.order_id = o.id
          GROUP BY o.id
         HAVING o.products_total <> coalesce(sum(l.quantity::bigint * l.unit_price), 0)
             OR coalesce(bool_or(l.total <> l.quantity::bigint * l.unit_price), true)
             OR o.total <> o.products_total + o.delivery_price",
    );
    let mut found = Findings::default();
    let mut wrong = wrong.fetch(&mut **orders);
    while let Some((order, total, products, delivery, lines)) = wrong.try_next().await? {
        let detail =
            format!("total {total}, products {products}, delivery {delivery}, lines {lines} centimes");
        found.add(order, Invariant::OrderTotalsAddUp.broken(format!("order {order}"), detail));
    }
    Ok(found)
}
