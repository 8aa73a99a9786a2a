//! The copy of sellables in the database.

use std::collections::{BTreeSet, HashMap};

use prost::Message as _;
use souk_database::columns::{decoded, version_column};
use souk_kernel::{IdError, ProductId};
use souk_pricing::{PriceBasis, Promotions};
use souk_proto::catalog::v1 as catalog;
use sqlx::{PgConnection, PgExecutor};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::model::{Goods, OrderTimes, Sellable};
use super::wire::{self, BrokenPromotion, BrokenSellable};

/// Keeps the message unless a newer one is there: events come late, twice and out of order.
pub async fn save_in(
    tx: &mut PgConnection,
    product: ProductId,
    message: &catalog::Sellable,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO sellables (product_id, version, body) VALUES ($1, $2, $3)
         ON CONFLICT (product_id) DO UPDATE SET version = excluded.version, body = excluded.body
          WHERE sellables.version < excluded.version",
        product.uuid(),
        version_column(message.version),
        message.encode_to_vec(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Keeps what catalog tells of products now, each once, unless a newer message is there. One of the same version is replaced:
/// it may tell more than a catalog of before told.
pub async fn refill_in(tx: &mut PgConnection, messages: &[catalog::Sellable]) -> anyhow::Result<()> {
    let products = messages.iter().map(|message| Ok(message.product_id.parse::<ProductId>()?.uuid()));
    let products = products.collect::<Result<Vec<_>, IdError>>()?;
    let versions: Vec<_> = messages.iter().map(|message| version_column(message.version)).collect();
    let bodies: Vec<_> = messages.iter().map(catalog::Sellable::encode_to_vec).collect();
    sqlx::query!(
        "INSERT INTO sellables (product_id, version, body)
         SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bytea[]) AS told (product, version, body) ORDER BY product
         ON CONFLICT (product_id) DO UPDATE SET version = excluded.version, body = excluded.body
          WHERE sellables.version <= excluded.version",
        &products,
        &versions,
        &bodies,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Whether the product is there as of this version, or of a newer one.
pub async fn has_sellable(tx: &mut PgConnection, product: ProductId, version: u64) -> sqlx::Result<bool> {
    let kept = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM sellables WHERE product_id = $1 AND version >= $2) AS "kept!""#,
        product.uuid(),
        version_column(version),
    );
    kept.fetch_one(tx).await
}

/// Whether the set of promotions of this version is there, or a newer one.
pub async fn has_promotions(tx: &mut PgConnection, version: u64) -> sqlx::Result<bool> {
    let kept = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM promotions WHERE body IS NOT NULL AND version >= $1) AS "kept!""#,
        version_column(version),
    );
    kept.fetch_one(tx).await
}

/// Whether what this version of catalog's settings says is there, or what a newer one says.
pub async fn has_settings(tx: &mut PgConnection, version: u64) -> sqlx::Result<bool> {
    let kept = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM price_basis WHERE version >= $1) AS "kept!""#,
        version_column(version),
    );
    kept.fetch_one(tx).await
}

/// Keeps the set of promotions unless it or a newer one is there; without titles, since every checkout reads it.
pub async fn save_promotions_in(tx: &mut PgConnection, set: &catalog::PromotionsChanged) -> sqlx::Result<()> {
    let untitled = |promotion| catalog::Promotion { title: None, ..promotion };
    let promotions = set.promotions.iter().cloned().map(untitled).collect();
    let kept = catalog::PromotionsChanged { version: set.version, promotions };
    sqlx::query!(
        "UPDATE promotions SET version = $1::bigint, body = $2 WHERE body IS NULL OR version < $1::bigint",
        version_column(kept.version),
        kept.encode_to_vec(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Keeps the basis of this version of catalog's settings unless a newer one is there.
pub async fn save_basis_in(tx: &mut PgConnection, version: u64, basis: PriceBasis) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE price_basis SET version = $1::bigint, basis = $2 WHERE version < $1::bigint",
        version_column(version),
        basis.as_ref(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Keeps the times of this version of catalog's settings unless newer ones are there. A catalog of before tells none.
pub async fn save_times_in(
    tx: &mut PgConnection,
    version: u64,
    times: Option<OrderTimes>,
) -> sqlx::Result<()> {
    let Some(OrderTimes { cooldown_seconds, hold_hours }) = times else { return Ok(()) };
    sqlx::query!(
        "UPDATE order_times SET version = $1::bigint, cooldown_seconds = $2, hold_hours = $3 WHERE version < $1::bigint",
        version_column(version),
        cooldown_seconds,
        hold_hours,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// How long the merchant lets an unconfirmed order hold its stock, if he said so.
pub async fn chosen_hold(executor: impl PgExecutor<'_>) -> sqlx::Result<Option<Duration>> {
    let hours = sqlx::query_scalar!("SELECT hold_hours FROM order_times").fetch_one(executor).await?;
    Ok(hours.map(|hours| Duration::hours(hours.into())))
}

/// A stored body as what it says.
pub fn read(body: &[u8]) -> sqlx::Result<Sellable> {
    decoded(catalog::Sellable::decode(body).map_err(BrokenSellable::from).and_then(wire::sellable))
}

/// Stored bodies by their products.
pub fn by_product(bodies: &[Vec<u8>]) -> sqlx::Result<HashMap<ProductId, Sellable>> {
    let read = bodies.iter().map(|body| read(body));
    read.map(|read| read.map(|sellable| (sellable.product, sellable))).collect()
}

/// All that lines of these products name, in as many queries for one line as for many.
pub async fn goods(
    conn: &mut PgConnection,
    products: impl IntoIterator<Item = ProductId>,
    at: OffsetDateTime,
) -> sqlx::Result<Goods> {
    let products: BTreeSet<Uuid> = products.into_iter().map(ProductId::uuid).collect();
    let products: Vec<Uuid> = products.into_iter().collect();
    let row = sqlx::query!(
        r#"SELECT (SELECT basis FROM price_basis) AS "basis!", (SELECT body FROM promotions) AS promotions,
                  ARRAY(SELECT body FROM sellables WHERE product_id = ANY($1)) AS "bodies!""#,
        &products,
    )
    .fetch_one(&mut *conn)
    .await?;
    let mut sellables = readable(&row.bodies);
    // Packs of parts that can't be read can't be ordered, as where they are not known.
    match read_parts(conn, &mut sellables).await {
        Err(sqlx::Error::Decode(error)) => {
            tracing::warn!(error.cause = %error, "parts of packs can't be read");
        }
        done => done?,
    }
    Ok(Goods {
        sellables,
        promotions: read_promotions(row.promotions.as_deref()),
        basis: decoded(row.basis.parse())?,
        at,
    })
}

/// Those of them that can be read; the others are not known.
fn readable(bodies: &[Vec<u8>]) -> HashMap<ProductId, Sellable> {
    bodies.iter().filter_map(|body| read(body).ok()).map(|sellable| (sellable.product, sellable)).collect()
}

/// Adds the parts of the packs among these. They are of a moment later, which orders never notice: what catalog tells of two products comes
/// at two moments too.
pub async fn read_parts(
    executor: impl PgExecutor<'_>,
    known: &mut HashMap<ProductId, Sellable>,
) -> sqlx::Result<()> {
    let parts = known.values().flat_map(Sellable::parts).filter(|part| !known.contains_key(part));
    let parts: BTreeSet<Uuid> = parts.map(ProductId::uuid).collect();
    if parts.is_empty() {
        return Ok(());
    }
    let parts: Vec<Uuid> = parts.into_iter().collect();
    let bodies = sqlx::query_scalar!("SELECT body FROM sellables WHERE product_id = ANY($1)", &parts)
        .fetch_all(executor);
    known.extend(by_product(&bodies.await?)?);
    Ok(())
}

/// The stored set of promotions as what it says. `None` until catalog told it, and where a process of a newer release keeps
/// one that this release can't read: prices are not known then either.
pub fn read_promotions(body: Option<&[u8]>) -> Option<Promotions> {
    let set = catalog::PromotionsChanged::decode(body?).map_err(BrokenPromotion::from);
    match set.and_then(|set| wire::promotions(&set.promotions)) {
        Ok(promotions) => Some(promotions),
        Err(error) => {
            tracing::error!(error.cause = %error, "the shop's promotions are of a newer release: nothing is sold");
            None
        }
    }
}
