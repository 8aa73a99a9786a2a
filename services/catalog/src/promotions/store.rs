//! Promotions in PostgreSQL.

use souk_database::columns::damaged;
use souk_kernel::{BrandId, CategoryId, LocalizedText, Money, ProductId, TaxRate};
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{Discount, Promotion, Target};

struct Row {
    id: Uuid,
    version: i64,
    title: Json<LocalizedText>,
    rule_type: String,
    value: i64,
    rule: String,
    entity_id: Option<Uuid>,
    starts_at: Option<OffsetDateTime>,
    ends_at: Option<OffsetDateTime>,
    active: bool,
    in_force: bool,
}

impl TryFrom<Row> for Promotion {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> sqlx::Result<Self> {
        Ok(Self {
            id: row.id,
            version: row.version.unsigned_abs(),
            title: row.title.0,
            discount: discount(&row.rule_type, row.value)?,
            target: Target::read(&row.rule, row.entity_id).ok_or_else(|| damaged("rule", &row.rule))?,
            starts_at: row.starts_at,
            ends_at: row.ends_at,
            active: row.active,
            in_force: row.in_force,
        })
    }
}

fn discount(rule_type: &str, value: i64) -> sqlx::Result<Discount> {
    let percentage = || u32::try_from(value).ok().and_then(|value| TaxRate::from_hundredths(value).ok());
    match rule_type {
        "percentage" => percentage().map(Discount::Percentage).ok_or_else(|| damaged("value", value)),
        "amount" => Ok(Discount::Amount(Money::from_centimes(value))),
        other => Err(damaged("rule_type", other)),
    }
}

impl Discount {
    pub const fn rule_type(self) -> &'static str {
        match self {
            Self::Percentage(_) => "percentage",
            Self::Amount(_) => "amount",
        }
    }

    /// Hundredths of a percent, or centimes.
    pub fn value(self) -> i64 {
        match self {
            Self::Percentage(rate) => i64::from(rate.hundredths()),
            Self::Amount(amount) => amount.centimes(),
        }
    }
}

impl Target {
    /// The target that a rule and its entity name together; `None` when they name none.
    pub fn read(rule: &str, entity: Option<Uuid>) -> Option<Self> {
        match (rule, entity) {
            ("all", None) => Some(Self::All),
            ("product", Some(id)) => Some(Self::Product(ProductId::from_uuid(id))),
            ("category", Some(id)) => Some(Self::Category(CategoryId::from_uuid(id))),
            ("brand", Some(id)) => Some(Self::Brand(BrandId::from_uuid(id))),
            _ => None,
        }
    }

    pub const fn rule(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Product(_) => "product",
            Self::Category(_) => "category",
            Self::Brand(_) => "brand",
        }
    }

    pub const fn entity(self) -> Option<Uuid> {
        match self {
            Self::All => None,
            Self::Product(id) => Some(id.uuid()),
            Self::Category(id) => Some(id.uuid()),
            Self::Brand(id) => Some(id.uuid()),
        }
    }
}

/// The promotions that the shop applies now.
pub async fn in_force(conn: &mut PgConnection) -> sqlx::Result<Vec<Promotion>> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, version, title AS "title: _", rule_type, value, rule, entity_id, starts_at, ends_at, active,
                  in_force
             FROM promotions WHERE in_force"#
    );
    rows.fetch_all(conn).await?.into_iter().map(Promotion::try_from).collect()
}

/// All, newest first.
pub async fn all(conn: &mut PgConnection) -> sqlx::Result<Vec<Promotion>> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, version, title AS "title: _", rule_type, value, rule, entity_id, starts_at, ends_at, active,
                  in_force
             FROM promotions ORDER BY id DESC"#
    );
    rows.fetch_all(conn).await?.into_iter().map(Promotion::try_from).collect()
}

/// The promotion, locked until the transaction ends.
pub async fn lock_in(tx: &mut PgConnection, id: Uuid) -> sqlx::Result<Option<Promotion>> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, version, title AS "title: _", rule_type, value, rule, entity_id, starts_at, ends_at, active,
                  in_force
             FROM promotions WHERE id = $1 FOR UPDATE"#,
        id
    );
    row.fetch_optional(tx).await?.map(Promotion::try_from).transpose()
}

/// Promotions whose state the clock has passed, locked; those that another replica is at are left to it.
pub async fn lock_turning_in(tx: &mut PgConnection, now: OffsetDateTime) -> sqlx::Result<Vec<Promotion>> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, version, title AS "title: _", rule_type, value, rule, entity_id, starts_at, ends_at, active,
                  in_force
             FROM promotions
            WHERE in_force <> (active AND (starts_at IS NULL OR starts_at <= $1) AND (ends_at IS NULL OR $1 < ends_at))
              FOR UPDATE SKIP LOCKED"#,
        now
    );
    rows.fetch_all(tx).await?.into_iter().map(Promotion::try_from).collect()
}

/// Inserts or replaces the promotion. The caller holds its lock and checked its version.
pub async fn save_in(tx: &mut PgConnection, promotion: &Promotion) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO promotions (id, version, title, rule_type, value, rule, entity_id, starts_at, ends_at, active,
                                 in_force)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         ON CONFLICT (id) DO UPDATE
            SET version = excluded.version, title = excluded.title, rule_type = excluded.rule_type,
                value = excluded.value, rule = excluded.rule, entity_id = excluded.entity_id,
                starts_at = excluded.starts_at, ends_at = excluded.ends_at, active = excluded.active,
                in_force = excluded.in_force",
        promotion.id,
        i64::try_from(promotion.version).map_err(|_| damaged("version", promotion.version))?,
        Json(&promotion.title) as _,
        promotion.discount.rule_type(),
        promotion.discount.value(),
        promotion.target.rule(),
        promotion.target.entity(),
        promotion.starts_at,
        promotion.ends_at,
        promotion.active,
        promotion.in_force,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Ids of the products that a target reaches. `categories` are a category target's own and all below it.
pub async fn reached(
    conn: &mut PgConnection,
    target: Target,
    categories: &[Uuid],
) -> sqlx::Result<Vec<Uuid>> {
    let entity = target.entity();
    sqlx::query_scalar!(
        "SELECT id FROM products
          WHERE CASE $1 WHEN 'all' THEN true WHEN 'product' THEN id = $2 WHEN 'brand' THEN brand_id = $2
                        ELSE category_id = ANY($3) END
          ORDER BY number",
        target.rule(),
        entity,
        categories,
    )
    .fetch_all(conn)
    .await
}
