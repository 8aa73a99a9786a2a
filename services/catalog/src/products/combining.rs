//! A product's combinations: replaced as a whole by staff, and called as their attributes are.

use std::time::Duration;

use souk_audit::Change;
use souk_database::in_steps;
use souk_kernel::{Changed, CombinationId, ProductId};
use souk_rpc::Actor;
use sqlx::PgConnection;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::branding::{is_our_turn_in, lock_in};
use super::combinations::{Wanted, gone, told};
use super::{ProductError, Products, broken_rule, combination_rows, load, pack_rows, store};
use crate::attributes::{self, Following};
use crate::price_changes;

/// How long combinations are called as before, at most, and the time that the steps take.
const INTERVAL: Duration = Duration::from_secs(2);
/// Products whose combinations a step calls anew: they are announced while everybody else waits for the revision.
const STEP: i64 = 50;
/// Combinations that those have together, at most: a step fits in the time of one statement. One product may have more.
const MOST_TOGETHER: i64 = 4_000;
/// Key of the advisory lock that whoever takes a step holds: "souk.att" in ASCII.
const TURN: i64 = i64::from_be_bytes(*b"souk.att");

impl Products {
    /// Replaces the combinations of a product, read at `version`. One that had stock or is a part of a pack stays: orders and
    /// parcels that come back name it. A part of a pack gets none that had none: the pack names one of them, or the product.
    pub async fn combine(
        &self,
        actor: &Actor,
        product: (ProductId, u64),
        wanted: Vec<Wanted>,
    ) -> Result<(), ProductError> {
        let mut tx = self.context.pool.begin().await?;
        if self.combine_in(&mut tx, actor, product, wanted).await? == Changed::Yes {
            self.commit(tx, product.0).await?;
        }
        Ok(())
    }

    /// Replaces them within a transaction that [`Self::commit`] ends.
    pub async fn combine_in(
        &self,
        tx: &mut PgConnection,
        actor: &Actor,
        (id, version): (ProductId, u64),
        wanted: Vec<Wanted>,
    ) -> Result<Changed, ProductError> {
        let mut product = store::lock_in(tx, id).await?.ok_or(ProductError::Unknown)?;
        if product.version != version {
            return Err(ProductError::Stale(product.version));
        }
        let options: Vec<_> = wanted.iter().flat_map(|one| &one.options).copied().collect();
        let attributes = attributes::having_in(tx, &options).await?;
        let before = product.clone();
        if product.combine(wanted, &attributes)? == Changed::Already {
            return Ok(Changed::Already);
        }
        if before.combinations.is_empty() && pack_rows::is_part(tx, id).await? {
            return Err(ProductError::IsPart("combinations"));
        }
        let gone: Vec<Uuid> = gone(&before, &product).into_iter().map(CombinationId::uuid).collect();
        let in_use = combination_rows::in_use(tx, &gone).await?;
        if in_use > 0 {
            return Err(ProductError::CombinationsInUse(in_use));
        }
        let now = self.context.clock.now();
        combination_rows::replace_in(tx, &product, &gone).await.map_err(broken_rule)?;
        if !store::save_in(tx, &product, now).await.map_err(broken_rule)? {
            return Err(ProductError::Stale(product.version));
        }
        price_changes::forget_in(tx, id, &gone).await?;
        price_changes::note_in(tx, &self.context, actor, &before.priced().changes(&product.priced())).await?;
        let (was, is) = told(&before, &product);
        let change = Change::between("catalog.combinations_changed", product.subject(), was, is);
        self.context.audit_in(tx, actor, change).await?;
        Ok(Changed::Yes)
    }

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
