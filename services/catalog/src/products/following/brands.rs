//! Products follow their brand: the search index has its name and logo with each of them, and a brand that is merged into another
//! hands its products over. A step takes some products in a transaction, so that nobody waits for a brand of a hundred thousand.

use std::time::Duration;

use souk_database::in_steps;
use souk_kernel::BrandId;
use sqlx::PgConnection;
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{is_our_turn_in, lock_in};
use crate::brands::{self, Following};
use crate::products::Products;
use crate::revision;

/// How long a brand's products show what it was before, at most, and the time that the steps take.
const INTERVAL: Duration = Duration::from_secs(2);
/// Products that a step has shown anew.
const STEP: i64 = 500;
/// Products that a step hands over: they are announced while everybody else waits for the revision.
const HANDED_OVER: i64 = 100;
/// Key of the advisory lock that whoever takes a step holds: "souk.brd" in ASCII.
const TURN: i64 = i64::from_be_bytes(*b"souk.brd");

impl Products {
    /// Brings products to their brands until `stop`.
    pub(super) async fn keep_to_brands(&self, stop: CancellationToken) {
        in_steps(INTERVAL, "bring products to their brands", &stop, || self.follow_brand()).await;
    }

    /// One step for one brand; whether there was one: none while another process takes its own. Products are locked before
    /// brands and those before the revision, as by every other writer.
    pub async fn follow_brand(&self) -> sqlx::Result<bool> {
        let mut tx = self.context.pool.begin().await?;
        if !is_our_turn_in(&mut tx, TURN).await? {
            return Ok(false);
        }
        let Some(following) = brands::to_be_followed(&mut tx).await? else { return Ok(false) };
        match following.merged_into {
            Some(into) => self.hand_over_in(&mut tx, following.brand, into).await?,
            None => show_in(&mut tx, following).await?,
        }
        self.context.commit(tx).await?;
        Ok(true)
    }

    /// Gives some products to another brand; without any left, the brand goes.
    async fn hand_over_in(&self, tx: &mut PgConnection, from: BrandId, into: BrandId) -> sqlx::Result<()> {
        let ids: Vec<Uuid> = after(tx, from, 0, HANDED_OVER).await?.into_iter().map(|(id, _)| id).collect();
        if ids.is_empty() {
            brands::remove_in(tx, from).await?;
            return revision::announce_content_in(tx, &self.context, "brand").await;
        }
        let given = give_in(tx, &ids, (from, into), self.context.clock.now()).await?;
        if given.is_empty() { Ok(()) } else { self.announce_in(tx, &given).await }
    }
}

/// Has some products shown anew; none where the brand was changed again meanwhile, which the next step finds.
async fn show_in(tx: &mut PgConnection, following: Following) -> sqlx::Result<()> {
    let products = after(tx, following.brand, following.behind_after.unwrap_or_default(), STEP).await?;
    let last = products.last().map(|(_, number)| *number);
    let ids: Vec<Uuid> = products.into_iter().map(|(id, _)| id).collect();
    lock_in(tx, &ids).await?;
    if brands::advance_in(tx, following, last).await? && last.is_some() {
        revision::mark_products_in(tx, &ids).await?;
    }
    Ok(())
}

/// The next products of a brand after a number, with theirs: of those that are sold and of those that are not each in the order of
/// an index, and merged.
async fn after(
    conn: &mut PgConnection,
    brand: BrandId,
    number: i64,
    most: i64,
) -> sqlx::Result<Vec<(Uuid, i64)>> {
    let rows = sqlx::query!(
        r#"SELECT of_state.id AS "id!", of_state.number AS "number!"
             FROM unnest(ARRAY[true, false]) AS state CROSS JOIN LATERAL (
                  SELECT id, number FROM products
                   WHERE brand_id = $1 AND active = state AND number > $2
                   ORDER BY number LIMIT $3) of_state
            ORDER BY number LIMIT $3"#,
        brand.uuid(),
        number,
        most,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.number)).collect())
}

/// Those of the products that were the brand's still, and are the other's now.
async fn give_in(
    tx: &mut PgConnection,
    ids: &[Uuid],
    (from, into): (BrandId, BrandId),
    now: OffsetDateTime,
) -> sqlx::Result<Vec<Uuid>> {
    lock_in(tx, ids).await?;
    sqlx::query_scalar!(
        "UPDATE products SET brand_id = $3, version = version + 1, updated_at = $4
          WHERE id = ANY($1) AND brand_id = $2 RETURNING id",
        ids,
        from.uuid(),
        into.uuid(),
        now,
    )
    .fetch_all(tx)
    .await
}
