//! Promotions in PostgreSQL.

use souk_database::columns::damaged;
use souk_pricing::{Discount, LOOKED_BACK, Target};
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::Promotion;
use crate::columns::Localized;
use crate::media::StoredSize;

/// Past terms that prices are worked out from: more than a shop of people saves in 90 days.
const MOST_PAST: i64 = 2_000;

struct Row {
    id: Uuid,
    version: i64,
    title: Localized,
    subtitle: Localized,
    slogan: Localized,
    banner: Option<Json<StoredSize>>,
    rule_type: String,
    value: i64,
    rule: String,
    entity_id: Option<Uuid>,
    starts_at: Option<OffsetDateTime>,
    ends_at: Option<OffsetDateTime>,
    active: bool,
}

/// What a promotion does, and when.
struct Terms {
    id: Uuid,
    rule_type: String,
    value: i64,
    rule: String,
    entity_id: Option<Uuid>,
    starts_at: Option<OffsetDateTime>,
    ends_at: Option<OffsetDateTime>,
}

impl TryFrom<Row> for Promotion {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> sqlx::Result<Self> {
        let Row { id, rule_type, value, rule, entity_id, starts_at, ends_at, .. } = row;
        let rule = Terms { id, rule_type, value, rule, entity_id, starts_at, ends_at };
        Ok(Self {
            version: row.version.unsigned_abs(),
            title: row.title.0,
            subtitle: row.subtitle.0,
            slogan: row.slogan.0,
            banner: row.banner.map(|banner| banner.0),
            rule: rule.read()?,
            active: row.active,
        })
    }
}

impl Terms {
    fn read(self) -> sqlx::Result<souk_pricing::Promotion> {
        let discount = Discount::read(&self.rule_type, self.value);
        let target = Target::read(&self.rule, self.entity_id);
        Ok(souk_pricing::Promotion {
            id: self.id,
            discount: discount.ok_or_else(|| damaged("rule_type", &self.rule_type))?,
            target: target.ok_or_else(|| damaged("rule", &self.rule))?,
            starts_at: self.starts_at,
            ends_at: self.ends_at,
        })
    }
}

/// Those that prices are computed from: wanted, and in force or planned.
pub async fn relevant(conn: &mut PgConnection, now: OffsetDateTime) -> sqlx::Result<Vec<Promotion>> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, version, title AS "title: _", subtitle AS "subtitle: _", slogan AS "slogan: _", banner AS "banner: _",
                  rule_type, value, rule, entity_id, starts_at, ends_at, active
             FROM promotions WHERE active AND (ends_at IS NULL OR ends_at > $1) ORDER BY id"#,
        now
    );
    rows.fetch_all(conn).await?.into_iter().map(Promotion::try_from).collect()
}

/// All, those that begin last first.
pub async fn all(conn: &mut PgConnection) -> sqlx::Result<Vec<Promotion>> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, version, title AS "title: _", subtitle AS "subtitle: _", slogan AS "slogan: _", banner AS "banner: _",
                  rule_type, value, rule, entity_id, starts_at, ends_at, active
             FROM promotions ORDER BY starts_at DESC, id DESC"#
    );
    rows.fetch_all(conn).await?.into_iter().map(Promotion::try_from).collect()
}

pub async fn find(conn: &mut PgConnection, id: Uuid) -> sqlx::Result<Option<Promotion>> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, version, title AS "title: _", subtitle AS "subtitle: _", slogan AS "slogan: _", banner AS "banner: _",
                  rule_type, value, rule, entity_id, starts_at, ends_at, active
             FROM promotions WHERE id = $1"#,
        id
    );
    row.fetch_optional(conn).await?.map(Promotion::try_from).transpose()
}

/// Keeps others from saving until the transaction ends; readers are not kept from anything.
pub async fn lock_all_in(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("LOCK TABLE promotions IN SHARE ROW EXCLUSIVE MODE").execute(tx).await?;
    Ok(())
}

/// What was in force in the time that past prices are asked of, on the terms of then, with what is in force and planned. `None` where
/// there were more terms than are looked at: nobody could say the lowest price.
pub async fn history(
    conn: &mut PgConnection,
    now: OffsetDateTime,
) -> sqlx::Result<Option<souk_pricing::Promotions>> {
    let (since, terms) = (now - LOOKED_BACK, MOST_PAST + 1);
    // What is saved between the two is told by both, and not by none.
    let kept = sqlx::query_as!(
        Terms,
        "SELECT id, rule_type, value, rule, entity_id, greatest(starts_at, terms_since) AS starts_at, ends_at
           FROM promotions WHERE active AND (ends_at IS NULL OR ends_at > $1)",
        since,
    );
    let kept = kept.fetch_all(&mut *conn).await?;
    let past = sqlx::query_as!(
        Terms,
        "SELECT promotion_id AS id, rule_type, value, rule, entity_id, starts_at, ends_at
           FROM past_promotions WHERE ends_at > $1 LIMIT $2",
        since,
        terms,
    );
    let past = past.fetch_all(conn).await?;
    if i64::try_from(past.len()).is_ok_and(|count| count == terms) {
        return Ok(None);
    }
    kept.into_iter().chain(past).map(Terms::read).collect::<sqlx::Result<_>>().map(Some)
}

/// Keeps since when and until now a promotion was in force as it is stored, before it is saved on other terms, and takes away what was
/// over before anybody asks for it. The caller holds the lock.
pub async fn keep_past_in(tx: &mut PgConnection, id: Uuid, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO past_promotions (promotion_id, rule_type, value, rule, entity_id, starts_at, ends_at)
         SELECT id, rule_type, value, rule, entity_id, greatest(starts_at, terms_since), least(ends_at, $2)
           FROM promotions
          WHERE id = $1 AND active AND COALESCE(greatest(starts_at, terms_since), '-infinity') < least(ends_at, $2)",
        id,
        now,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!("DELETE FROM past_promotions WHERE ends_at <= $1", now - LOOKED_BACK).execute(tx).await?;
    Ok(())
}

/// Inserts or replaces the promotion. The caller holds the lock and checked its version.
pub async fn save_in(tx: &mut PgConnection, promotion: &Promotion, now: OffsetDateTime) -> sqlx::Result<()> {
    let rule = &promotion.rule;
    sqlx::query!(
        "INSERT INTO promotions (id, version, title, rule_type, value, rule, entity_id, starts_at, ends_at, active,
                                 subtitle, slogan, banner, terms_since)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
         ON CONFLICT (id) DO UPDATE
            SET version = excluded.version, title = excluded.title, subtitle = excluded.subtitle,
                slogan = excluded.slogan, banner = excluded.banner, rule_type = excluded.rule_type,
                value = excluded.value, rule = excluded.rule, entity_id = excluded.entity_id,
                starts_at = excluded.starts_at, ends_at = excluded.ends_at, active = excluded.active,
                terms_since = CASE WHEN (promotions.rule_type, promotions.value, promotions.rule, promotions.entity_id,
                                         promotions.starts_at, promotions.ends_at, promotions.active)
                                        IS DISTINCT FROM
                                        (excluded.rule_type, excluded.value, excluded.rule, excluded.entity_id,
                                         excluded.starts_at, excluded.ends_at, excluded.active)
                                   THEN excluded.terms_since ELSE promotions.terms_since END",
        rule.id,
        i64::try_from(promotion.version).map_err(|_| damaged("version", promotion.version))?,
        Json(&promotion.title) as _,
        rule.discount.rule_type(),
        rule.discount.value(),
        rule.target.rule(),
        rule.target.entity(),
        rule.starts_at,
        rule.ends_at,
        promotion.active,
        Json(&promotion.subtitle) as _,
        Json(&promotion.slogan) as _,
        promotion.banner.as_ref().map(Json) as _,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Whether the shop has what a promotion is for, and keeps it until the transaction ends: who takes it away, or hands a brand over, counts
/// this promotion.
pub async fn holds_in(tx: &mut PgConnection, target: Target) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT CASE $1::text WHEN 'product' THEN EXISTS (SELECT FROM products WHERE id = $2 FOR KEY SHARE)
                       WHEN 'category' THEN EXISTS (SELECT FROM categories WHERE id = $2 FOR KEY SHARE)
                       WHEN 'brand' THEN EXISTS (SELECT FROM brands WHERE id = $2 AND merged_into IS NULL FOR SHARE)
                       ELSE true END AS "is_there!""#,
        target.rule(),
        target.entity(),
    )
    .fetch_one(tx)
    .await
}
