//! Features in PostgreSQL.

use serde_json::{Value, json};
use souk_database::columns::{column, count, damaged, ensure_changed, version, version_column};
use souk_kernel::{FeatureId, FeatureOptionId, Page, ProductId};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::model::{Feature, FeatureOption, LAST_POSITION};
use crate::columns::Localized;

struct Row {
    id: Uuid,
    version: i64,
    kind: String,
    input: String,
    name: Localized,
    unit: Option<Localized>,
    options: Json<Vec<FeatureOption>>,
    position: i32,
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
        })
    }
}

/// All features in the order of data sheets: a shop has tens.
pub async fn all(conn: &mut PgConnection) -> sqlx::Result<Vec<Feature>> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, version, kind, input, name AS "name: _", unit AS "unit: _", options AS "options: _", position
             FROM features ORDER BY position, lower(name ->> 'fr'), id"#
    );
    rows.fetch_all(conn).await?.into_iter().map(Feature::try_from).collect()
}

pub async fn find(conn: &mut PgConnection, id: FeatureId) -> sqlx::Result<Option<Feature>> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, version, kind, input, name AS "name: _", unit AS "unit: _", options AS "options: _", position
             FROM features WHERE id = $1"#,
        id.uuid()
    );
    row.fetch_optional(conn).await?.map(Feature::try_from).transpose()
}

/// Holds the feature against other edits and against products that are to say it until the transaction ends.
pub async fn lock_in(tx: &mut PgConnection, id: FeatureId) -> sqlx::Result<Option<Feature>> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, version, kind, input, name AS "name: _", unit AS "unit: _", options AS "options: _", position
             FROM features WHERE id = $1 FOR UPDATE"#,
        id.uuid()
    );
    row.fetch_optional(tx).await?.map(Feature::try_from).transpose()
}

/// These features, which stay as they are until the transaction ends.
pub async fn having_in(tx: &mut PgConnection, ids: &[FeatureId]) -> sqlx::Result<Vec<Feature>> {
    let ids = column(ids, |id| id.uuid());
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, version, kind, input, name AS "name: _", unit AS "unit: _", options AS "options: _", position
             FROM features WHERE id = ANY($1) ORDER BY id FOR SHARE"#,
        &ids
    );
    rows.fetch_all(tx).await?.into_iter().map(Feature::try_from).collect()
}

/// The feature of a machine name, held against other edits; `new` where there is none.
pub async fn lock_or_insert_in(tx: &mut PgConnection, new: &Feature) -> sqlx::Result<Feature> {
    insert_in(tx, new).await?;
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, version, kind, input, name AS "name: _", unit AS "unit: _", options AS "options: _", position
             FROM features WHERE kind = $1 FOR UPDATE"#,
        new.kind
    );
    row.fetch_one(tx).await?.try_into()
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

/// Saves the feature over the version before it.
pub async fn save_in(tx: &mut PgConnection, feature: &Feature) -> sqlx::Result<()> {
    let done = sqlx::query!(
        "UPDATE features SET version = $2::bigint, name = $3, unit = $4, options = $5, position = $6
          WHERE id = $1 AND version = $2::bigint - 1",
        feature.id.uuid(),
        version_column(feature.version),
        Json(&feature.name) as _,
        unit(feature) as _,
        Json(&feature.options) as _,
        feature.position.cast_signed(),
    )
    .execute(tx)
    .await?;
    ensure_changed(done.rows_affected())
}

fn unit(feature: &Feature) -> Option<Json<&souk_kernel::LocalizedText>> {
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

async fn products(conn: &mut PgConnection, sheets: &[Value]) -> sqlx::Result<u64> {
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!"
             FROM (SELECT FROM products WHERE features @> ANY($1::jsonb[]) LIMIT $2) counted"#,
        sheets,
        i64::from(Page::REACH) + 1,
    )
    .fetch_one(conn)
    .await?;
    Ok(count.unsigned_abs())
}

/// What the data sheet of a product has that says the feature.
fn saying(feature: FeatureId) -> Value {
    json!([{ "said": { "feature": feature } }])
}

/// Notes that data sheets say the feature otherwise now. One that is noted already is held, so that no step that began before
/// this transaction ends takes it for done.
pub async fn describe_in(tx: &mut PgConnection, feature: FeatureId) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO products_to_describe (product_id)
         SELECT id FROM products WHERE features @> $1 ORDER BY id
         ON CONFLICT (product_id) DO UPDATE SET product_id = excluded.product_id",
        saying(feature),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Some of the products whose data sheets are to say what their features are now; nobody else takes them.
pub async fn to_be_described_in(tx: &mut PgConnection, most: i64) -> sqlx::Result<Vec<ProductId>> {
    let ids = sqlx::query_scalar!(
        "SELECT product_id FROM products_to_describe ORDER BY product_id LIMIT $1 FOR UPDATE SKIP LOCKED",
        most
    )
    .fetch_all(tx)
    .await?;
    Ok(ids.into_iter().map(ProductId::from_uuid).collect())
}

pub async fn described_in(tx: &mut PgConnection, products: &[Uuid]) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM products_to_describe WHERE product_id = ANY($1)", products).execute(tx).await?;
    Ok(())
}
