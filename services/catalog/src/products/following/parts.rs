//! Packs follow their parts: one that costs what these cost is known to lists, the search index and the other services at its price with
//! what is chosen first, and the card of a flexible one says whether there is one of each choice that its parts offer. Pages and orders
//! are made of the parts themselves, so that a step comes late for nobody.

use std::time::Duration;

use souk_database::columns::column;
use souk_database::in_steps;
use souk_kernel::ProductId;
use souk_rpc::Actor;
use sqlx::PgConnection;
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{is_our_turn_in, lock_in};
use crate::price_changes::{self, PriceChange};
use crate::products::{Products, pack_rows, packs};
use crate::revision;

/// How long a pack is listed as its parts were before, at most, and the time that the steps take.
const INTERVAL: Duration = Duration::from_secs(2);
/// Changed products that are looked at together; more where one change was of more.
const CHANGED: i64 = 500;
/// Packs that a step takes: they are announced while everybody else waits for the revision.
const FOLLOWED: i64 = 100;
/// Key of the advisory lock that whoever takes a step holds: "souk.pak" in ASCII.
const TURN: i64 = i64::from_be_bytes(*b"souk.pak");

impl Products {
    /// Brings packs to their parts until `stop`.
    pub(super) async fn keep_to_parts(&self, stop: CancellationToken) {
        in_steps(INTERVAL, "bring packs to their parts", &stop, || self.follow_parts()).await;
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
        let changed = price_in(&mut tx, &step.packs, self.context.clock.now()).await?;
        price_changes::note_in(&mut tx, &self.context, &Actor::system("souk"), &changed).await?;
        let changed: Vec<Uuid> = changed.into_iter().map(|change| change.product.uuid()).collect();
        step.done_in(&mut tx).await?;
        if !changed.is_empty() {
            self.announce_in(&mut tx, &changed).await?;
        }
        // What can be chosen is told by the parts' own events: of these only the cards are made anew.
        let shown: Vec<Uuid> = step.flexible.into_iter().filter(|pack| !changed.contains(pack)).collect();
        if !shown.is_empty() {
            revision::mark_products_in(&mut tx, &shown).await?;
        }
        self.context.commit(tx).await?;
        Ok(true)
    }
}

/// Prices those of the packs, which are locked, that cost what their parts cost; answers what costs something else now. Parts are read
/// pack by pack: together they could be a million combinations.
async fn price_in(
    tx: &mut PgConnection,
    packs: &[Uuid],
    now: OffsetDateTime,
) -> sqlx::Result<Vec<PriceChange>> {
    let mut changed = Vec::new();
    for pack in pack_rows::summed(tx, packs).await? {
        let parts = pack_rows::parts(tx, &pack.parts).await?;
        // Dearer than anything may be: it stays as it was.
        let price = packs::price(&pack.parts, pack.discount, &parts).ok();
        if let Some(after) = price.filter(|price| *price != pack.price) {
            let (product, before) = (ProductId::from_uuid(pack.id), Some(pack.price));
            changed.push(PriceChange { product, combination: None, before, after });
        }
    }
    sqlx::query!(
        "UPDATE products p
            SET price_ht = n.price, last_active_at = CASE WHEN p.active THEN $3 ELSE p.last_active_at END
           FROM unnest($1::uuid[], $2::bigint[]) AS n (id, price) WHERE p.id = n.id",
        &column(&changed, |change| change.product.uuid()),
        &column(&changed, |change| change.after.centimes()),
        now,
    )
    .execute(tx)
    .await?;
    Ok(changed)
}

/// The next packs, of which a part changed after what is followed and up to a revision.
struct Step {
    upto: i64,
    packs: Vec<Uuid>,
    /// Those of them that may be chosen of otherwise now.
    flexible: Vec<Uuid>,
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
        let packs = sqlx::query!(
            r#"SELECT k.product_id, bool_or(k.choices IS NOT NULL) AS "is_flexible!" FROM products p
                 JOIN pack_components k ON k.component_id = p.id
                WHERE p.revision > $1 AND p.revision <= $2 AND k.product_id > $3
                  AND (k.choices IS NOT NULL OR EXISTS (SELECT FROM pack_prices f WHERE f.product_id = k.product_id))
                GROUP BY k.product_id ORDER BY k.product_id LIMIT $4"#,
            begun.followed,
            upto,
            begun.after.unwrap_or_default(),
            FOLLOWED,
        )
        .fetch_all(conn)
        .await?;
        let flexible = packs.iter().filter(|pack| pack.is_flexible).map(|pack| pack.product_id).collect();
        Ok(Some(Self { upto, packs: packs.into_iter().map(|pack| pack.product_id).collect(), flexible }))
    }

    /// Goes on after these packs, or, where they were the last, after the revision.
    async fn done_in(&self, tx: &mut PgConnection) -> sqlx::Result<()> {
        let is_full = i64::try_from(self.packs.len()) == Ok(FOLLOWED);
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
