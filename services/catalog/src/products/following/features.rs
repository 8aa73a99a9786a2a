//! Data sheets follow the shop's features, whose words they say.

use std::time::Duration;

use serde_json::{Map, Value, json};
use souk_audit::Change;
use souk_database::in_steps;
use souk_rpc::Actor;
use sqlx::PgConnection;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{is_our_turn_in, lock_in};
use crate::features::{self, Following};
use crate::products::model::{FeatureValue, Product};
use crate::products::{Products, load, sheet_rows};
use crate::revision;

/// How long data sheets say what was before, at most, and the time that the steps take.
const INTERVAL: Duration = Duration::from_secs(2);
/// Products that a step describes anew: everybody else waits for the revision meanwhile.
const STEP: i64 = 200;
/// Key of the advisory lock that whoever takes a step after a feature holds: "souk.ftr" in ASCII.
const TURN: i64 = i64::from_be_bytes(*b"souk.ftr");

impl Products {
    /// Says data sheets as the features are until `stop`.
    pub(super) async fn keep_to_features(&self, stop: CancellationToken) {
        let follow =
            || async { Ok::<_, sqlx::Error>(self.follow_features().await? || self.enter_sheets().await?) };
        in_steps(INTERVAL, "bring data sheets to their features", &stop, follow).await;
    }

    /// One step for one feature; whether there was one: none while another process takes its own. Products are locked before
    /// features and those before the revision, as by every other writer.
    pub async fn follow_features(&self) -> sqlx::Result<bool> {
        let mut tx = self.context.pool.begin().await?;
        if !is_our_turn_in(&mut tx, TURN).await? {
            return Ok(false);
        }
        let Some(following) = features::to_be_followed(&mut tx).await? else { return Ok(false) };
        let (ids, last) = saying(&mut tx, following).await?;
        lock_in(&mut tx, &ids).await?;
        let features = features::all(&mut tx).await?;
        let mut products = load::load(&mut tx, &ids).await?;
        let converted = features.iter().find(|one| following.is_conversion && one.id == following.feature);
        let mut dropped = Vec::new();
        products.retain_mut(|product| {
            let is_said_other = product.describe(&features);
            let unkept = converted.map(|feature| product.drop_unkept(feature)).unwrap_or_default();
            let is_less = !unkept.is_empty();
            dropped.extend(is_less.then(|| without(product, &unkept)));
            is_less || is_said_other
        });
        if !features::advance_in(&mut tx, following, last).await? {
            // Edited since: the next step begins anew, which it may only once this one's turn is over.
            tx.rollback().await?;
            return Ok(true);
        }
        // Who gave the feature another kind said that these may go; the log keeps what they were.
        for change in dropped {
            self.context.audit_in(&mut tx, &Actor::system("souk"), change).await?;
        }
        self.save_sheets_in(&mut tx, &products).await?;
        if following.is_conversion && last.is_none() {
            features::announce_in(&mut tx, &self.context).await?;
        }
        self.context.commit(tx).await?;
        Ok(true)
    }

    /// One step through the products that say something in free words, from before features were kept; whether there was one: none
    /// while the shop has as many features as it may.
    pub async fn enter_sheets(&self) -> sqlx::Result<bool> {
        let mut tx = self.context.pool.begin().await?;
        let ids = sheet_rows::to_be_entered_in(&mut tx, STEP).await?;
        if ids.is_empty() {
            return Ok(false);
        }
        let mut room = features::room_in(&mut tx).await?;
        if room == 0 {
            return Ok(false);
        }
        let mut products = load::load(&mut tx, &ids).await?;
        let lines = products.iter().flat_map(|product| &product.features);
        features::hold_in(&mut tx, lines.map(|line| line.kind.as_str())).await?;
        for product in &mut products {
            sheet_rows::enter_in(&mut tx, self.context.clock.as_ref(), product, &mut room).await?;
        }
        let features = features::all(&mut tx).await?;
        for product in &mut products {
            product.describe(&features);
        }
        self.save_sheets_in(&mut tx, &products).await?;
        self.context.commit(tx).await?;
        Ok(true)
    }

    async fn save_sheets_in(&self, tx: &mut PgConnection, products: &[Product]) -> sqlx::Result<()> {
        if products.is_empty() {
            return Ok(());
        }
        sheet_rows::save_in(tx, products).await?;
        let ids: Vec<Uuid> = products.iter().map(|product| product.id.uuid()).collect();
        revision::mark_products_in(tx, &ids).await?;
        Ok(())
    }
}

/// What the audit log tells of a product that lost lines of its data sheet: their words in all languages.
fn without(product: &Product, lost: &[FeatureValue]) -> Change {
    let lost: Map<String, Value> = lost.iter().map(|line| (line.kind.clone(), json!(line.value))).collect();
    let [before, after] = [lost, Map::new()].map(|sheet| json!({ "features": sheet }));
    Change::between("catalog.product_changed", product.subject(), before, after)
}

/// The next products that say a feature, and the number up to which those are all; `None` where no product is left.
async fn saying(conn: &mut PgConnection, following: Following) -> sqlx::Result<(Vec<Uuid>, Option<i64>)> {
    let Some(last) = load::looked_through(conn, following.behind_after).await? else {
        return Ok((Vec::new(), None));
    };
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", number AS "number!"
             FROM (SELECT id, number, features FROM products
                    WHERE number > $1 AND number <= $2 ORDER BY number OFFSET 0) next
            WHERE features @> $3 ORDER BY number LIMIT $4"#,
        following.behind_after,
        last,
        features::saying(following.feature),
        STEP,
    )
    .fetch_all(conn)
    .await?;
    let is_full = i64::try_from(rows.len()) == Ok(STEP);
    let last = rows.last().filter(|_| is_full).map_or(last, |row| row.number);
    Ok((rows.into_iter().map(|row| row.id).collect(), Some(last)))
}
