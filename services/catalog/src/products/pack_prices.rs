//! Packs that cost what their parts cost follow these: lists, the search index and the other services know such a pack at its price
//! with what is chosen first. Its page and its orders are priced from the parts themselves, so that a step comes late for nobody.

use std::time::Duration;

use souk_database::in_steps;
use souk_kernel::Money;
use sqlx::PgConnection;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::branding::{is_our_turn_in, lock_in};
use super::model::Product;
use super::{Products, load, pack_rows, packs};

/// How long a pack is listed at what it cost before, at most, and the time that the steps take.
const INTERVAL: Duration = Duration::from_secs(2);
/// Changed products that are looked at together; more where one change was of more.
const CHANGED: i64 = 500;
/// Packs that a step prices anew: they are announced while everybody else waits for the revision.
const PRICED: i64 = 100;
/// Key of the advisory lock that whoever takes a step holds: "souk.pak" in ASCII.
const TURN: i64 = i64::from_be_bytes(*b"souk.pak");

impl Products {
    /// Brings packs to the prices of their parts until `stop`.
    pub(super) async fn keep_to_parts(&self, stop: CancellationToken) {
        in_steps(INTERVAL, "bring packs to the prices of their parts", &stop, || self.follow_parts()).await;
    }

    /// One step; whether there was one: none while another process takes its own. Products are locked before the revision, as by
    /// every other writer.
    pub async fn follow_parts(&self) -> sqlx::Result<bool> {
        let mut tx = self.context.pool.begin().await?;
        if !is_our_turn_in(&mut tx, TURN).await? {
            return Ok(false);
        }
        let Some(step) = Step::next(&mut tx).await? else { return Ok(false) };
        lock_in(&mut tx, &step.packs).await?;
        let changed = self.price_packs_in(&mut tx, &step.packs).await?;
        step.done_in(&mut tx).await?;
        if !changed.is_empty() {
            self.announce_in(&mut tx, &changed).await?;
        }
        self.context.commit(tx).await?;
        Ok(true)
    }

    /// Prices the packs, which are locked; answers which cost something else now.
    async fn price_packs_in(&self, tx: &mut PgConnection, packs: &[Uuid]) -> sqlx::Result<Vec<Uuid>> {
        if packs.is_empty() {
            return Ok(Vec::new());
        }
        let found = load::load(tx, packs).await?;
        let parts = pack_rows::parts(tx, found.iter().flat_map(|pack| &pack.pack)).await?;
        let price = |pack: &Product| {
            let price = packs::price(&pack.pack, pack.pack_discount?, &parts).ok()?;
            (price != pack.price).then_some((pack.id.uuid(), price))
        };
        let (ids, prices): (Vec<Uuid>, Vec<Money>) = found.iter().filter_map(price).unzip();
        let prices: Vec<i64> = prices.into_iter().map(Money::centimes).collect();
        sqlx::query!(
            "UPDATE products p SET price_ht = n.price FROM unnest($1::uuid[], $2::bigint[]) AS n (id, price) WHERE p.id = n.id",
            &ids,
            &prices,
        )
        .execute(tx)
        .await?;
        Ok(ids)
    }
}

/// The next packs, of which a part changed after what is followed and up to a revision.
struct Step {
    upto: i64,
    packs: Vec<Uuid>,
}

impl Step {
    /// `None` where no product changed.
    async fn next(conn: &mut PgConnection) -> sqlx::Result<Option<Self>> {
        let begun = sqlx::query!("SELECT followed, upto, after FROM pack_prices_followed")
            .fetch_one(&mut *conn)
            .await?;
        let upto = match begun.upto {
            Some(upto) => Some(upto),
            None => changed_up_to(conn, begun.followed).await?,
        };
        let Some(upto) = upto else { return Ok(None) };
        let packs = sqlx::query_scalar!(
            "SELECT DISTINCT k.product_id FROM products p
               JOIN pack_components k ON k.component_id = p.id
               JOIN pack_prices USING (product_id)
              WHERE p.revision > $1 AND p.revision <= $2 AND k.product_id > $3
              ORDER BY k.product_id LIMIT $4",
            begun.followed,
            upto,
            begun.after.unwrap_or_default(),
            PRICED,
        )
        .fetch_all(conn)
        .await?;
        Ok(Some(Self { upto, packs }))
    }

    /// Goes on after these packs, or, where they were the last, after the revision.
    async fn done_in(&self, tx: &mut PgConnection) -> sqlx::Result<()> {
        let is_full = i64::try_from(self.packs.len()) == Ok(PRICED);
        let last = self.packs.last().copied().filter(|_| is_full);
        sqlx::query!(
            "UPDATE pack_prices_followed
                SET followed = CASE WHEN $2::uuid IS NULL THEN $1 ELSE followed END,
                    upto = CASE WHEN $2::uuid IS NULL THEN NULL ELSE $1 END, after = $2",
            self.upto,
            last,
        )
        .execute(tx)
        .await?;
        Ok(())
    }
}

/// The revision of the last of the next products that changed after one.
async fn changed_up_to(conn: &mut PgConnection, revision: i64) -> sqlx::Result<Option<i64>> {
    let next = sqlx::query_scalar!(
        "SELECT max(revision) FROM (SELECT revision FROM products WHERE revision > $1 ORDER BY revision LIMIT $2) next",
        revision,
        CHANGED,
    );
    next.fetch_one(conn).await
}
