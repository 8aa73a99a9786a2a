//! Features in PostgreSQL.

use std::collections::HashMap;

use futures::stream::{Stream, TryStreamExt as _};
use serde_json::json;
use souk_database::columns::{column, count, damaged, ensure_changed, version, version_column};
use souk_kernel::{FeatureId, FeatureOptionId, LocalizedText, Page, ProductId};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::conversion::Value;
use super::model::{Feature, FeatureOption, LAST_POSITION};
use crate::columns::Localized;

/// Key of the advisory lock that whoever makes features holds: "souk.fea" in ASCII.
const MAKING: i64 = i64::from_be_bytes(*b"souk.fea");

struct Row {
    id: Uuid,
    version: i64,
    kind: String,
    input: String,
    name: Localized,
    unit: Option<Localized>,
    options: Json<Vec<FeatureOption>>,
    position: i32,
    is_changing: bool,
}

impl TryFrom<Row> for Feature {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> sqlx::Result<Self> {
        Ok(Self {
            id: FeatureId::from_uuid(row.id),
            version: version(row.version)?,
            input: row.input.parse().map_err(|_| damaged("input", row.input))?,
            kind: row.kind,
            name: row.name.0,
            unit: row.unit.map(|unit| unit.0).unwrap_or_default(),
            options: row.options.0,
            position: count("position", row.position)?,
            is_changing: row.is_changing,
        })
    }
}

/// A feature whose products are to say what it is now.
#[derive(Debug, Clone, Copy)]
pub struct Following {
    pub feature: FeatureId,
    /// Those with greater numbers still have to.
    pub behind_after: i64,
    /// They have values of another kind, too.
    pub is_conversion: bool,
    version: i64,
}

/// A product as staff know it.
#[derive(Debug, Clone)]
pub struct Named {
    pub id: ProductId,
    pub name: String,
}

/// All features in the order of data sheets: a shop has tens.
pub async fn all(conn: &mut PgConnection) -> sqlx::Result<Vec<Feature>> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, version, kind, input, name AS "name: _", unit AS "unit: _", options AS "options: _", position,
                  unconverted_after IS NOT NULL AS "is_changing!"
             FROM features ORDER BY position, lower(name ->> 'fr'), id"#
    );
    rows.fetch_all(conn).await?.into_iter().map(Feature::try_from).collect()
}

pub async fn find(conn: &mut PgConnection, id: FeatureId) -> sqlx::Result<Option<Feature>> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, version, kind, input, name AS "name: _", unit AS "unit: _", options AS "options: _", position,
                  unconverted_after IS NOT NULL AS "is_changing!"
             FROM features WHERE id = $1"#,
        id.uuid()
    );
    row.fetch_optional(conn).await?.map(Feature::try_from).transpose()
}

/// Holds the feature against other edits and against products that are to say it until the transaction ends.
pub async fn lock_in(tx: &mut PgConnection, id: FeatureId) -> sqlx::Result<Option<Feature>> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, version, kind, input, name AS "name: _", unit AS "unit: _", options AS "options: _", position,
                  unconverted_after IS NOT NULL AS "is_changing!"
             FROM features WHERE id = $1 FOR UPDATE"#,
        id.uuid()
    );
    row.fetch_optional(tx).await?.map(Feature::try_from).transpose()
}

/// Waits until whoever else makes features is done. Taken before any feature is held: who makes one may wait for those of others.
pub async fn lock_making_in(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("SELECT pg_advisory_xact_lock($1)", MAKING).execute(tx).await?;
    Ok(())
}

pub async fn count_all(conn: &mut PgConnection) -> sqlx::Result<u64> {
    let count = sqlx::query_scalar!(r#"SELECT count(*) AS "count!" FROM features"#).fetch_one(conn).await?;
    Ok(count.unsigned_abs())
}

/// These features, which stay as they are until the transaction ends.
pub async fn having_in(tx: &mut PgConnection, ids: &[FeatureId]) -> sqlx::Result<Vec<Feature>> {
    let ids = column(ids, |id| id.uuid());
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, version, kind, input, name AS "name: _", unit AS "unit: _", options AS "options: _", position,
                  unconverted_after IS NOT NULL AS "is_changing!"
             FROM features WHERE id = ANY($1) ORDER BY id FOR SHARE"#,
        &ids
    );
    rows.fetch_all(tx).await?.into_iter().map(Feature::try_from).collect()
}

/// The feature of a machine name, held against other edits.
pub async fn lock_called_in(tx: &mut PgConnection, kind: &str) -> sqlx::Result<Option<Feature>> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, version, kind, input, name AS "name: _", unit AS "unit: _", options AS "options: _", position,
                  unconverted_after IS NOT NULL AS "is_changing!"
             FROM features WHERE kind = $1 FOR UPDATE"#,
        kind
    );
    row.fetch_optional(tx).await?.map(Feature::try_from).transpose()
}

/// Holds the features of these machine names against other edits.
pub async fn hold_in(tx: &mut PgConnection, kinds: &[String]) -> sqlx::Result<()> {
    sqlx::query!(
        r#"SELECT id FROM features WHERE kind = ANY($1) ORDER BY kind COLLATE "C" FOR UPDATE"#,
        kinds
    )
    .fetch_all(tx)
    .await?;
    Ok(())
}

/// `false` where there is one of this id or machine name.
pub async fn insert_in(tx: &mut PgConnection, feature: &Feature) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "INSERT INTO features (id, kind, input, name, unit, options, position) VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT DO NOTHING",
        feature.id.uuid(),
        feature.kind,
        feature.input.as_ref(),
        Json(&feature.name) as _,
        unit(feature) as _,
        Json(&feature.options) as _,
        feature.position.cast_signed(),
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Saves the feature over the version before it; `is_said_other`: its products are to follow.
pub async fn save_in(tx: &mut PgConnection, feature: &Feature, is_said_other: bool) -> sqlx::Result<()> {
    let done = sqlx::query!(
        "UPDATE features SET version = $2::bigint, name = $3, unit = $4, options = $5, position = $6,
                behind_after = CASE WHEN $7 THEN 0 ELSE behind_after END
          WHERE id = $1 AND version = $2::bigint - 1",
        feature.id.uuid(),
        version_column(feature.version),
        Json(&feature.name) as _,
        unit(feature) as _,
        Json(&feature.options) as _,
        feature.position.cast_signed(),
        is_said_other,
    )
    .execute(tx)
    .await?;
    ensure_changed(done.rows_affected())
}

/// Gives the feature the kind of values that it is to have, over the version before it: its products have them still to get. `false`
/// while they are still brought to what was saved before.
pub async fn convert_in(tx: &mut PgConnection, feature: &Feature) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "UPDATE features SET version = $2::bigint, input = $3, unit = $4, options = $5, unconverted_after = 0
          WHERE id = $1 AND version = $2::bigint - 1 AND behind_after IS NULL AND unconverted_after IS NULL",
        feature.id.uuid(),
        version_column(feature.version),
        feature.input.as_ref(),
        unit(feature) as _,
        Json(&feature.options) as _,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

fn unit(feature: &Feature) -> Option<Json<&LocalizedText>> {
    (!feature.unit.is_empty()).then_some(Json(&feature.unit))
}

pub async fn delete_in(tx: &mut PgConnection, id: FeatureId) -> sqlx::Result<()> {
    let done = sqlx::query!("DELETE FROM features WHERE id = $1", id.uuid()).execute(tx).await?;
    ensure_changed(done.rows_affected())
}

/// The place after all features.
pub async fn next_position(conn: &mut PgConnection) -> sqlx::Result<u32> {
    let last = sqlx::query_scalar!("SELECT max(position) FROM features").fetch_one(conn).await?;
    Ok(last.map_or(1, |last| last.unsigned_abs() + 1).min(LAST_POSITION))
}

/// How many products say the feature, as far as lists reach.
pub async fn products_with(conn: &mut PgConnection, feature: FeatureId) -> sqlx::Result<u64> {
    products(conn, &[saying(feature)]).await
}

/// How many products have one of these options, as far as lists reach.
pub async fn products_with_option(conn: &mut PgConnection, options: &[FeatureOptionId]) -> sqlx::Result<u64> {
    let patterns = column(options, |option| json!([{ "said": { "given": { "choice": option } } }]));
    products(conn, &patterns).await
}

/// Each pattern is looked for by itself: how many they are decides nothing about how.
async fn products(conn: &mut PgConnection, sheets: &[serde_json::Value]) -> sqlx::Result<u64> {
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!"
             FROM (SELECT DISTINCT found.id
                     FROM unnest($1::jsonb[]) AS wanted (sheet)
                    CROSS JOIN LATERAL (SELECT id FROM products WHERE features @> wanted.sheet LIMIT $2) found
                    LIMIT $2) counted"#,
        sheets,
        i64::from(Page::REACH) + 1,
    )
    .fetch_one(conn)
    .await?;
    Ok(count.unsigned_abs())
}

/// Every value that products say of the feature, in words, those of most products first.
pub fn values(conn: &mut PgConnection, feature: FeatureId) -> impl Stream<Item = sqlx::Result<Value>> {
    let rows = sqlx::query!(
        r#"SELECT line -> 'value' AS "words!: Localized", count(*) AS "products!", min(number) AS "first!"
             FROM products CROSS JOIN LATERAL jsonb_array_elements(features) AS line
            WHERE features @> $1 AND line -> 'said' @> $2
            GROUP BY line -> 'value' ORDER BY count(*) DESC, min(number)"#,
        saying(feature),
        json!({ "feature": feature }),
    );
    rows.fetch(conn).map_ok(|row| Value {
        words: row.words.0,
        products: row.products.unsigned_abs(),
        first: row.first,
    })
}

/// The words that products which were saved after a revision say of the feature.
pub async fn words_since(
    conn: &mut PgConnection,
    feature: FeatureId,
    revision: u64,
) -> sqlx::Result<Vec<LocalizedText>> {
    let rows = sqlx::query_scalar!(
        r#"SELECT line -> 'value' AS "words!: Localized"
             FROM (SELECT features FROM products WHERE revision > $1 ORDER BY revision OFFSET 0) saved
            CROSS JOIN LATERAL jsonb_array_elements(features) AS line WHERE line -> 'said' @> $2"#,
        i64::try_from(revision).unwrap_or(i64::MAX),
        json!({ "feature": feature }),
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(|words| words.0).collect())
}

/// The products of these numbers.
pub async fn numbered(conn: &mut PgConnection, numbers: &[i64]) -> sqlx::Result<HashMap<i64, Named>> {
    let rows = sqlx::query!(
        r#"SELECT p.number AS "number!", p.id, coalesce(t.name, '') AS "name!" FROM products p
             LEFT JOIN product_texts t ON t.product_id = p.id AND t.language = 'fr' WHERE p.number = ANY($1)"#,
        numbers
    );
    let named = |id, name| Named { id: ProductId::from_uuid(id), name };
    Ok(rows.fetch_all(conn).await?.into_iter().map(|row| (row.number, named(row.id, row.name))).collect())
}

/// What the data sheet of a product has that says the feature.
pub fn saying(feature: FeatureId) -> serde_json::Value {
    json!([{ "said": { "feature": feature } }])
}

/// A feature whose products are to follow, if there is one.
pub async fn to_be_followed(conn: &mut PgConnection) -> sqlx::Result<Option<Following>> {
    let row = sqlx::query!(
        r#"SELECT id, version, coalesce(unconverted_after, behind_after) AS "behind_after!",
                  unconverted_after IS NOT NULL AS "is_conversion!"
             FROM features WHERE behind_after IS NOT NULL OR unconverted_after IS NOT NULL ORDER BY id LIMIT 1"#
    );
    Ok(row.fetch_optional(conn).await?.map(|row| Following {
        feature: FeatureId::from_uuid(row.id),
        behind_after: row.behind_after,
        is_conversion: row.is_conversion,
        version: row.version,
    }))
}

/// Notes how far products followed the feature, `None` for all of them; `false` where it was edited meanwhile: what they were told is
/// then what it was before.
pub async fn advance_in(tx: &mut PgConnection, from: Following, to: Option<i64>) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "UPDATE features SET unconverted_after = CASE WHEN $5 THEN $4 ELSE unconverted_after END,
                behind_after = CASE WHEN $5 THEN behind_after ELSE $4 END
          WHERE id = $1 AND version = $3 AND CASE WHEN $5 THEN unconverted_after ELSE behind_after END = $2",
        from.feature.uuid(),
        from.behind_after,
        from.version,
        to,
        from.is_conversion,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}
