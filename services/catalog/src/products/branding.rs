//! Products follow their brand: the search index has its name and logo with each of them, and a brand that is merged into another
//! hands its products over. A step takes some products in a transaction, so that nobody waits for a brand of a hundred thousand.

use std::time::Duration;

use souk_background::every;
use souk_kernel::BrandId;
use sqlx::PgConnection;
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{Products, STEP};
use crate::brands::{self, Following};
use crate::revision;

/// How long a brand's products show what it was before, at most, and the time that the steps take.
const INTERVAL: Duration = Duration::from_secs(2);

impl Products {
    /// Brings products to their brands until `stop`.
    pub async fn keep_to_brands(&self, stop: CancellationToken) {
        every(INTERVAL, "bring products to their brands", &stop, || async {
            while self.follow_brand().await? {}
            Ok::<_, sqlx::Error>(())
        })
        .await;
    }

    /// One step for one brand; whether there was one. Products are locked before brands and those before the revision, as by
    /// every other writer.
    pub async fn follow_brand(&self) -> sqlx::Result<bool> {
        let mut tx = self.context.pool.begin().await?;
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
        let ids: Vec<Uuid> = after(tx, from, 0).await?.into_iter().map(|(id, _)| id).collect();
        if ids.is_empty() {
            brands::remove_in(tx, from).await?;
            return revision::announce_content_in(tx, &self.context, "brand").await;
        }
        give_in(tx, &ids, (from, into), self.context.clock.now()).await?;
        self.announce_in(tx, &ids).await
    }
}

/// Has some products shown anew.
async fn show_in(tx: &mut PgConnection, following: Following) -> sqlx::Result<()> {
    let products = after(tx, following.brand, following.behind_after.unwrap_or_default()).await?;
    let last = products.last().map(|(_, number)| *number);
    let ids: Vec<Uuid> = products.into_iter().map(|(id, _)| id).collect();
    lock_in(tx, &ids).await?;
    brands::advance_in(tx, following, last).await?;
    if last.is_some() {
        revision::mark_products_in(tx, &ids).await?;
    }
    Ok(())
}

/// The next products of a brand after a number, with theirs.
async fn after(conn: &mut PgConnection, brand: BrandId, number: i64) -> sqlx::Result<Vec<(Uuid, i64)>> {
    let rows = sqlx::query!(
        "SELECT id, number FROM products WHERE brand_id = $1 AND number > $2 ORDER BY number LIMIT $3",
        brand.uuid(),
        number,
        i64::try_from(STEP).unwrap_or(i64::MAX),
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.number)).collect())
}

async fn lock_in(tx: &mut PgConnection, ids: &[Uuid]) -> sqlx::Result<()> {
    sqlx::query!("SELECT id FROM products WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE", ids)
        .fetch_all(tx)
        .await?;
    Ok(())
}

async fn give_in(
    tx: &mut PgConnection,
    ids: &[Uuid],
    (from, into): (BrandId, BrandId),
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    lock_in(tx, ids).await?;
    sqlx::query!(
        "UPDATE products SET brand_id = $3, version = version + 1, updated_at = $4
          WHERE id = ANY($1) AND brand_id = $2",
        ids,
        from.uuid(),
        into.uuid(),
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}
