//! I5: what an order costs is what its lines and its delivery cost.

use sqlx::PgPool;
use uuid::Uuid;

use crate::{Invariant, Violation};

pub(crate) async fn check(orders: &PgPool) -> sqlx::Result<Vec<Violation>> {
    let wrong = sqlx::query_as::<_, (Uuid, i64, i64, i64, i64)>(
        "SELECT o.id, o.total, o.products_total, o.delivery_price,
                coalesce(sum(l.quantity::bigint * l.unit_price), 0)::bigint
           FROM orders o LEFT JOIN order_lines l ON l.order_id = o.id
          GROUP BY o.id
         HAVING o.products_total <> coalesce(sum(l.quantity::bigint * l.unit_price), 0)
             OR coalesce(bool_or(l.total <> l.quantity::bigint * l.unit_price), true)
             OR o.total <> o.products_total + o.delivery_price",
    );
    let broken = |(order, total, products, delivery, lines)| {
        let detail =
            format!("total {total}, products {products}, delivery {delivery}, lines {lines} centimes");
        Invariant::OrderTotalsAddUp.broken(format!("order {order}"), detail)
    };
    Ok(wrong.fetch_all(orders).await?.into_iter().map(broken).collect())
}
