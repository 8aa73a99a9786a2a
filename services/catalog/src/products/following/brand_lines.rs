//! Products follow their brand line: the search index has its name and address with each of them. A step takes some products in a
//! transaction, as for brands ([`super::brands`]).

use std::time::Duration;

use souk_database::in_steps;
use souk_kernel::BrandLineId;
use sqlx::PgConnection;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{is_our_turn_in, lock_in};
use crate::brand_lines;
use crate::products::Products;
use crate::revision;

/// How long a line's products show what it was before, at most, and the time that the steps take.
const INTERVAL: Duration = Duration::from_secs(2);
/// Products that a step has shown anew.
const STEP: i64 = 500;
/// Key of the advisory lock that whoever takes a step holds: "souk.lin" in ASCII.
const TURN: i64 = i64::from_be_bytes(*b"souk.lin");

impl Products {
    /// Brings products to their brand lines until `stop`.
    pub(super) async fn keep_to_brand_lines(&self, stop: CancellationToken) {
        in_steps(INTERVAL, "bring products to their brand lines", &stop, || self.follow_brand_line()).await;
    }

    /// One step for one line; whether there was one: none while another process takes its own. Products are locked before lines
    /// and those before the revision, as by every other writer.
    pub async fn follow_brand_line(&self) -> sqlx::Result<bool> {
        let mut tx = self.context.pool.begin().await?;
        if !is_our_turn_in(&mut tx, TURN).await? {
            return Ok(false);
        }
        let Some(following) = brand_lines::to_be_followed(&mut tx).await? else { return Ok(false) };
        let products = after(&mut tx, following.line, following.behind_after).await?;
        let last = products.last().map(|(_, number)| *number);
        let ids: Vec<Uuid> = products.into_iter().map(|(id, _)| id).collect();
        lock_in(&mut tx, &ids).await?;
        if brand_lines::advance_in(&mut tx, following, last).await? && last.is_some() {
            revision::mark_products_in(&mut tx, &ids).await?;
        }
        self.context.commit(tx).await?;
        Ok(true)
    }
}

/// The next products of a line after a number, with theirs.
async fn after(conn: &mut PgConnection, line: BrandLineId, number: i64) -> sqlx::Result<Vec<(Uuid, i64)>> {
    let rows = sqlx::query!(
        "SELECT id, number FROM products WHERE brand_line_id = $1 AND number > $2 ORDER BY number LIMIT $3",
        line.uuid(),
        number,
        STEP,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.number)).collect())
}
