//! Products follow their category: the search index has its name and address with each of them, and other services know all
//! categories above a product. A step takes some products in a transaction, as for brands ([`super::brands`]).

use std::time::Duration;

use souk_database::in_steps;
use souk_kernel::CategoryId;
use sqlx::PgConnection;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{is_our_turn_in, lock_in};
use crate::categories;
use crate::products::Products;
use crate::revision;

/// How long a category's products show what it was before, at most, and the time that the steps take.
const INTERVAL: Duration = Duration::from_secs(2);
/// Products that a step has shown anew.
const STEP: i64 = 500;
/// Products that a step tells others of: everybody else waits for the revision meanwhile.
const ANNOUNCED: i64 = 100;
/// Key of the advisory lock that whoever takes a step holds: "souk.cat" in ASCII.
const TURN: i64 = i64::from_be_bytes(*b"souk.cat");

impl Products {
    /// Brings products to their categories until `stop`.
    pub(super) async fn keep_to_categories(&self, stop: CancellationToken) {
        in_steps(INTERVAL, "bring products to their categories", &stop, || self.follow_category()).await;
    }

    /// One step for one category; whether there was one: none while another process takes its own. Products are locked before
    /// categories and those before the revision, as by every other writer.
    pub async fn follow_category(&self) -> sqlx::Result<bool> {
        let mut tx = self.context.pool.begin().await?;
        if !is_our_turn_in(&mut tx, TURN).await? {
            return Ok(false);
        }
        let Some(following) = categories::to_be_followed(&mut tx).await? else { return Ok(false) };
        let most = if following.is_moved { ANNOUNCED } else { STEP };
        let products = after(&mut tx, following.category, following.behind_after, most).await?;
        let last = products.last().map(|(_, number)| *number);
        let ids: Vec<Uuid> = products.into_iter().map(|(id, _)| id).collect();
        lock_in(&mut tx, &ids).await?;
        if categories::advance_in(&mut tx, following, last).await? && last.is_some() {
            if following.is_moved {
                self.announce_in(&mut tx, &ids).await?;
            } else {
                revision::mark_products_in(&mut tx, &ids).await?;
            }
        }
        self.context.commit(tx).await?;
        Ok(true)
    }
}

/// The next products filed under a category itself after a number, with theirs: of those that are sold and of those that are not each
/// in the order of an index, and merged.
async fn after(
    conn: &mut PgConnection,
    category: CategoryId,
    number: i64,
    most: i64,
) -> sqlx::Result<Vec<(Uuid, i64)>> {
    let rows = sqlx::query!(
        r#"SELECT of_state.id AS "id!", of_state.number AS "number!"
             FROM unnest(ARRAY[true, false]) AS state CROSS JOIN LATERAL (
                  SELECT id, number FROM products
                   WHERE category_id = $1 AND active = state AND number > $2
                   ORDER BY number LIMIT $3) of_state
            ORDER BY number LIMIT $3"#,
        category.uuid(),
        number,
        most,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.number)).collect())
}
