//! Who bought what, as orders tell: a review is verified when an order with its phone that holds the product was delivered, and not
//! taken back.

use souk_kernel::{IdError, OrderId, Phone, ProductId};
use souk_proto::orders::v1::Order;
use sqlx::PgConnection;
use uuid::Uuid;

use super::store;
use super::{announce_in, announce_product_in};
use crate::context::Context;

/// Notes that an order was delivered, or that it comes back. What was heard before changes nothing.
pub async fn note_in(
    tx: &mut PgConnection,
    context: &Context,
    order: &Order,
    is_delivered: bool,
) -> anyhow::Result<()> {
    // Orders of before phones were checked are nobody's.
    let Ok(phone) = Phone::parse(&order.phone) else { return Ok(()) };
    let (id, products) = read(order)?;
    store::lock_phone_in(tx, phone.as_str()).await?;
    sqlx::query!(
        "INSERT INTO purchases AS stored (order_id, product_id, version, phone, delivered)
         SELECT $1, product, $3, $4, $5 FROM unnest($2::uuid[]) AS product
         ON CONFLICT (order_id, product_id) DO UPDATE
            SET version = excluded.version, phone = excluded.phone, delivered = excluded.delivered
          WHERE stored.version < excluded.version",
        id.uuid(),
        &products,
        order.version.cast_signed(),
        phone.as_str(),
        is_delivered,
    )
    .execute(&mut *tx)
    .await?;
    verify_in(tx, context, &phone, &products).await?;
    Ok(())
}

fn read(order: &Order) -> Result<(OrderId, Vec<Uuid>), IdError> {
    let product = |line: &souk_proto::orders::v1::OrderLine| Ok(line.product_id.parse::<ProductId>()?.uuid());
    let mut products = order.lines.iter().map(product).collect::<Result<Vec<_>, _>>()?;
    products.sort_unstable();
    products.dedup();
    Ok((order.id.parse()?, products))
}

/// Looks again at what the phone's owner wrote of these products.
async fn verify_in(
    tx: &mut PgConnection,
    context: &Context,
    phone: &Phone,
    products: &[Uuid],
) -> sqlx::Result<()> {
    let changed = sqlx::query_scalar!(
        "WITH looked AS (
             SELECT r.id, EXISTS (SELECT FROM purchases p WHERE p.phone = $1 AND p.product_id = r.product_id AND p.delivered) AS verified
               FROM reviews r WHERE r.phone = $1 AND r.product_id = ANY($2))
         UPDATE reviews r SET verified = l.verified, version = r.version + 1
           FROM looked l WHERE r.id = l.id AND r.verified <> l.verified RETURNING r.id",
        phone.as_str(),
        products,
    )
    .fetch_all(&mut *tx)
    .await?;
    let reviews = store::load(tx, &changed).await?;
    for review in &reviews {
        announce_in(tx, context, review).await?;
    }
    let public: Vec<Uuid> =
        reviews.iter().filter(|review| review.is_public()).map(|review| review.product.uuid()).collect();
    announce_product_in(tx, &public).await
}
