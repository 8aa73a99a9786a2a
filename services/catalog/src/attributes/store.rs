//! Attributes in PostgreSQL.

use serde_json::{Value, json};
use souk_database::columns::{column, damaged, ensure_changed, version, version_column};
use souk_kernel::{AttributeId, AttributeOptionId, Page};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::model::{Attribute, AttributeOption};
use crate::columns::Localized;

struct Row {
    id: Uuid,
    version: i64,
    kind: String,
    input: String,
    name: Localized,
    options: Json<Vec<AttributeOption>>,
}

impl TryFrom<Row> for Attribute {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> sqlx::Result<Self> {
        Ok(Self {
            id: AttributeId::from_uuid(row.id),
            version: version(row.version)?,
            input: row.input.parse().map_err(|_| damaged("input", row.input))?,
            kind: row.kind,
            name: row.name.0,
            options: row.options.0,
        })
    }
}

/// An attribute whose combinations are to be called as it is now.
#[derive(Debug, Clone)]
pub struct Following {
    pub attribute: AttributeId,
    pub kind: String,
    /// Those of products with greater numbers still have to.
    pub behind_after: i64,
    version: i64,
}

/// All attributes by their French name: a shop has tens.
pub async fn all(conn: &mut PgConnection) -> sqlx::Result<Vec<Attribute>> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, version, kind, input, name AS "name: _", options AS "options: _" FROM attributes
            ORDER BY lower(name ->> 'fr'), id"#
    );
    rows.fetch_all(conn).await?.into_iter().map(Attribute::try_from).collect()
}

/// Holds the attribute against other edits and against combinations that are to have its options until the transaction ends.
pub async fn lock_in(tx: &mut PgConnection, id: AttributeId) -> sqlx::Result<Option<Attribute>> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, version, kind, input, name AS "name: _", options AS "options: _" FROM attributes
            WHERE id = $1 FOR UPDATE"#,
        id.uuid()
    );
    row.fetch_optional(tx).await?.map(Attribute::try_from).transpose()
}

/// The attributes that have one of these options; they stay as they are until the transaction ends.
pub async fn having_in(tx: &mut PgConnection, options: &[AttributeOptionId]) -> sqlx::Result<Vec<Attribute>> {
    let options = column(options, ToString::to_string);
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, version, kind, input, name AS "name: _", options AS "options: _" FROM attributes a
            WHERE EXISTS (SELECT FROM jsonb_array_elements(a.options) AS o WHERE o ->> 'id' = ANY($1))
            ORDER BY kind FOR SHARE"#,
        &options
    );
    rows.fetch_all(tx).await?.into_iter().map(Attribute::try_from).collect()
}

/// The attribute of a machine name.
pub async fn called(conn: &mut PgConnection, kind: &str) -> sqlx::Result<Option<Attribute>> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, version, kind, input, name AS "name: _", options AS "options: _" FROM attributes WHERE kind = $1"#,
        kind
    );
    row.fetch_optional(conn).await?.map(Attribute::try_from).transpose()
}

/// As [`called`]; it stays as it is until the transaction ends.
pub async fn share_in(tx: &mut PgConnection, kind: &str) -> sqlx::Result<Option<Attribute>> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, version, kind, input, name AS "name: _", options AS "options: _" FROM attributes
            WHERE kind = $1 FOR SHARE"#,
        kind
    );
    row.fetch_optional(tx).await?.map(Attribute::try_from).transpose()
}

/// The attribute of a machine name, held against other edits; `new` where there is none.
pub async fn lock_or_insert_in(tx: &mut PgConnection, new: &Attribute) -> sqlx::Result<Attribute> {
    insert_in(tx, new).await?;
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, version, kind, input, name AS "name: _", options AS "options: _" FROM attributes
            WHERE kind = $1 FOR UPDATE"#,
        new.kind
    );
    row.fetch_one(tx).await?.try_into()
}

pub async fn find(conn: &mut PgConnection, id: AttributeId) -> sqlx::Result<Option<Attribute>> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, version, kind, input, name AS "name: _", options AS "options: _" FROM attributes WHERE id = $1"#,
        id.uuid()
    );
    row.fetch_optional(conn).await?.map(Attribute::try_from).transpose()
}

/// `false` where there is one of this id or machine name.
pub async fn insert_in(tx: &mut PgConnection, attribute: &Attribute) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "INSERT INTO attributes (id, kind, input, name, options) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
        attribute.id.uuid(),
        attribute.kind,
        attribute.input.as_ref(),
        Json(&attribute.name) as _,
        Json(&attribute.options) as _,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Saves the attribute over the version before it; `is_worded_other`: its combinations are to follow.
pub async fn save_in(
    tx: &mut PgConnection,
    attribute: &Attribute,
    is_worded_other: bool,
) -> sqlx::Result<()> {
    let done = sqlx::query!(
        "UPDATE attributes SET version = $2::bigint, name = $3, options = $4,
                behind_after = CASE WHEN $5 THEN 0 ELSE behind_after END
          WHERE id = $1 AND version = $2::bigint - 1",
        attribute.id.uuid(),
        version_column(attribute.version),
        Json(&attribute.name) as _,
        Json(&attribute.options) as _,
        is_worded_other,
    )
    .execute(tx)
    .await?;
    ensure_changed(done.rows_affected())
}

pub async fn delete_in(tx: &mut PgConnection, id: AttributeId) -> sqlx::Result<()> {
    let done = sqlx::query!("DELETE FROM attributes WHERE id = $1", id.uuid()).execute(tx).await?;
    ensure_changed(done.rows_affected())
}

/// How many products have combinations of the attribute, as far as lists reach.
pub async fn products_with(conn: &mut PgConnection, attribute: &Attribute) -> sqlx::Result<u64> {
    products(conn, &[having(&attribute.kind)]).await
}

/// How many products have combinations of one of these options, as far as lists reach.
pub async fn products_with_option(
    conn: &mut PgConnection,
    options: &[AttributeOptionId],
) -> sqlx::Result<u64> {
    let patterns = column(options, |option| json!([{ "option": option }]));
    products(conn, &patterns).await
}

/// Each pattern is looked for by itself: how many they are decides nothing about how.
async fn products(conn: &mut PgConnection, chosen: &[Value]) -> sqlx::Result<u64> {
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!"
             FROM (SELECT DISTINCT found.product_id
                     FROM unnest($1::jsonb[]) AS wanted (choice)
                    CROSS JOIN LATERAL (SELECT product_id FROM combinations WHERE chosen @> wanted.choice LIMIT $2) found
                    LIMIT $2) counted"#,
        chosen,
        i64::from(Page::REACH) + 1,
    )
    .fetch_one(conn)
    .await?;
    Ok(count.unsigned_abs())
}

/// What a combination chooses that has the attribute of a machine name.
pub fn having(kind: &str) -> Value {
    json!([{ "kind": kind }])
}

/// An attribute whose combinations are to follow, if there is one; any of several: one that can't be followed is in no other's way.
pub async fn to_be_followed(conn: &mut PgConnection) -> sqlx::Result<Option<Following>> {
    let row = sqlx::query!(
        r#"SELECT id, version, kind, behind_after AS "behind_after!" FROM attributes
            WHERE behind_after IS NOT NULL ORDER BY random() LIMIT 1"#
    );
    Ok(row.fetch_optional(conn).await?.map(|row| Following {
        attribute: AttributeId::from_uuid(row.id),
        kind: row.kind,
        behind_after: row.behind_after,
        version: row.version,
    }))
}

/// Notes how far combinations followed the attribute, `None` for all of them; `false` where it was edited meanwhile: what they were
/// told is then what it was before.
pub async fn advance_in(tx: &mut PgConnection, from: &Following, to: Option<i64>) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "UPDATE attributes SET behind_after = $4 WHERE id = $1 AND behind_after = $2 AND version = $3",
        from.attribute.uuid(),
        from.behind_after,
        from.version,
        to,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}
