//! Promotions in PostgreSQL.

use souk_database::columns::damaged;
use souk_pricing::{Discount, Target};
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::Promotion;
use crate::columns::Localized;
use crate::media::StoredSize;

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

impl TryFrom<Row> for Promotion {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> sqlx::Result<Self> {
        let discount = Discount::read(&row.rule_type, row.value);
        let target = Target::read(&row.rule, row.entity_id);
        Ok(Self {
            version: row.version.unsigned_abs(),
            title: row.title.0,
            subtitle: row.subtitle.0,
            slogan: row.slogan.0,
            banner: row.banner.map(|banner| banner.0),
            rule: souk_pricing::Promotion {
                id: row.id,
                discount: discount.ok_or_else(|| damaged("rule_type", &row.rule_type))?,
                target: target.ok_or_else(|| damaged("rule", &row.rule))?,
                starts_at: row.starts_at,
                ends_at: row.ends_at,
            },
            active: row.active,
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

/// Inserts or replaces the promotion. The caller holds the lock and checked its version.
pub async fn save_in(tx: &mut PgConnection, promotion: &Promotion) -> sqlx::Result<()> {
    let rule = &promotion.rule;
    sqlx::query!(
        "INSERT INTO promotions (id, version, title, rule_type, value, rule, entity_id, starts_at, ends_at, active,
                                 subtitle, slogan, banner)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         ON CONFLICT (id) DO UPDATE
            SET version = excluded.version, title = excluded.title, subtitle = excluded.subtitle,
                slogan = excluded.slogan, banner = excluded.banner, rule_type = excluded.rule_type,
                value = excluded.value, rule = excluded.rule, entity_id = excluded.entity_id,
                starts_at = excluded.starts_at, ends_at = excluded.ends_at, active = excluded.active",
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
    )
    .execute(tx)
    .await?;
    Ok(())
}
