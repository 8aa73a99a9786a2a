//! Combinations follow their attributes: they are called as those are.

use std::time::Duration;

use souk_database::in_steps;
use sqlx::PgConnection;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{is_our_turn_in, lock_in};
use crate::attributes::{self, Following};
use crate::products::{Products, combination_rows, load};

/// How long combinations are called as before, at most, and the time that the steps take.
const INTERVAL: Duration = Duration::from_secs(2);
/// Products whose combinations a step calls anew: they are announced while everybody else waits for the revision.
const STEP: i64 = 50;
/// Combinations that those have together, at most: a step fits in the time of one statement. One product may have more.
const MOST_TOGETHER: i64 = 4_000;
/// Key of the advisory lock that whoever takes a step holds: "souk.att" in ASCII.
const TURN: i64 = i64::from_be_bytes(*b"souk.att");

impl Products {
    /// Calls combinations as their attributes are until `stop`.
    pub(super) async fn keep_to_attributes(&self, stop: CancellationToken) {
        in_steps(INTERVAL, "bring combinations to their attributes", &stop, || self.follow_attributes())
            .await;
    }

    /// One step for one attribute; whether there was one: none while another process takes its own. Products are locked before
    /// attributes and those before the revision, as by every other writer.
    pub async fn follow_attributes(&self) -> sqlx::Result<bool> {
        let mut tx = self.context.pool.begin().await?;
        if !is_our_turn_in(&mut tx, TURN).await? {
            return Ok(false);
        }
        let Some(following) = attributes::to_be_followed(&mut tx).await? else { return Ok(false) };
        let (ids, last) = having(&mut tx, &following).await?;
        lock_in(&mut tx, &ids).await?;
        let attributes = attributes::all(&mut tx).await?;
        let mut products = load::load(&mut tx, &ids).await?;
        products.retain_mut(|product| product.relabel(&attributes));
        if !attributes::advance_in(&mut tx, &following, last).await? {
            // Edited since: the next step begins anew, which it may only once this one's turn is over.
            tx.rollback().await?;
            return Ok(true);
        }
        combination_rows::relabel_in(&mut tx, &products).await?;
        let changed: Vec<Uuid> = products.iter().map(|product| product.id.uuid()).collect();
        if !changed.is_empty() {
            self.announce_in(&mut tx, &changed).await?;
        }
        self.context.commit(tx).await?;
        Ok(true)
    }
}

/// The next products with combinations of an attribute, and the number up to which those are all; `None` where no product is left.
async fn having(conn: &mut PgConnection, following: &Following) -> sqlx::Result<(Vec<Uuid>, Option<i64>)> {
    let Some(last) = load::looked_through(conn, following.behind_after).await? else {
        return Ok((Vec::new(), None));
    };
    // Each product is asked for its own combinations: there may be millions that have the attribute.
    let rows = sqlx::query!(
        r#"SELECT next.id AS "id!", next.number AS "number!",
                  (SELECT count(*) FROM combinations c WHERE c.product_id = next.id) AS "combinations!"
             FROM (SELECT id, number FROM products WHERE number > $1 AND number <= $2 ORDER BY number OFFSET 0) next
            CROSS JOIN LATERAL (
                  SELECT FROM combinations WHERE product_id = next.id AND chosen @> $3 LIMIT 1) own
            ORDER BY next.number LIMIT $4"#,
        following.behind_after,
        last,
        attributes::having(&following.kind),
        STEP,
    )
    .fetch_all(conn)
    .await?;
    let taken = fitting(rows.iter().map(|row| row.combinations));
    let is_full = taken < rows.len() || i64::try_from(taken) == Ok(STEP);
    let last = rows[..taken].last().filter(|_| is_full).map_or(last, |row| row.number);
    Ok((rows.into_iter().take(taken).map(|row| row.id).collect(), Some(last)))
}

/// How many of the products fit in a step, by how many combinations each has: one at least.
fn fitting(combinations: impl Iterator<Item = i64>) -> usize {
    let mut together = 0;
    combinations
        .enumerate()
        .take_while(|(at, own)| {
            together += own;
            *at == 0 || together <= MOST_TOGETHER
        })
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_bounded_by_combinations_and_takes_one_product_at_least() {
        let fit = |combinations: &[i64]| fitting(combinations.iter().copied());
        assert_eq!(fit(&[]), 0);
        assert_eq!(fit(&[2; 50]), 50);
        assert_eq!(fit(&[2_000; 50]), 2);
        assert_eq!(fit(&[MOST_TOGETHER + 1, 1]), 1);
        assert_eq!(fit(&[1, MOST_TOGETHER]), 1);
    }
}
