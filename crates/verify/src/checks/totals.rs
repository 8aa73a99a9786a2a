//! I5: what an order costs is what its lines and its delivery cost.

use futures::TryStreamExt as _;
use uuid::Uuid;

use crate::Invariant;
use crate::databases::Snapshot;
use crate::findings::Findings;

pub(crate) async fn check(orders: &mut Snapshot) -> sqlx::Result<Findings> {
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
