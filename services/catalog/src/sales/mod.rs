//! What delivered orders sold: the order of the bestsellers.

use souk_kernel::{Clock, IdError, OrderId, ProductId};
use souk_proto::orders::v1::Order;
use sqlx::PgConnection;
use uuid::Uuid;

/// Notes what a delivered order sold, once.
pub async fn record_in(tx: &mut PgConnection, clock: &dyn Clock, order: Order) -> anyhow::Result<()> {
    let (id, sold) = read(&order)?;
    let (products, units): (Vec<Uuid>, Vec<i64>) = sold.into_iter().unzip();
    sqlx::query!(
        "INSERT INTO sales (order_id, product_id, units, sold_at)
         SELECT $1, product_id, sum(units), $4 FROM unnest($2::uuid[], $3::bigint[]) AS line (product_id, units)
          WHERE units > 0 GROUP BY product_id
         ON CONFLICT (order_id, product_id) DO NOTHING",
        id.uuid(),
        &products,
        &units,
        clock.now(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

fn read(order: &Order) -> Result<(OrderId, Vec<(Uuid, i64)>), IdError> {
    let line = |line: &souk_proto::orders::v1::OrderLine| {
        Ok((line.product_id.parse::<ProductId>()?.uuid(), i64::from(line.quantity)))
    };
    Ok((order.id.parse()?, order.lines.iter().map(line).collect::<Result<_, _>>()?))
}

/// The visible products that sold most, best first.
pub async fn bestsellers(conn: &mut PgConnection, most: u32) -> sqlx::Result<Vec<ProductId>> {
    let ids = sqlx::query_scalar!(
        "SELECT s.product_id FROM sales s JOIN products p ON p.id = s.product_id AND p.active
          GROUP BY s.product_id ORDER BY sum(s.units) DESC, s.product_id LIMIT $1",
        i64::from(most)
    )
    .fetch_all(conn)
    .await?;
    Ok(ids.into_iter().map(ProductId::from_uuid).collect())
}
