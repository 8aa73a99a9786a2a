//! Sets of features in PostgreSQL.

use souk_database::columns::{column, ensure_changed, version, version_column};
use souk_kernel::FeatureId;
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::FeatureSet;

struct Row {
    id: Uuid,
    version: i64,
    name: String,
    features: Vec<Uuid>,
}

impl TryFrom<Row> for FeatureSet {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> sqlx::Result<Self> {
        Ok(Self {
            id: row.id,
            version: version(row.version)?,
            name: row.name,
            features: row.features.into_iter().map(FeatureId::from_uuid).collect(),
        })
    }
}

/// All of them by their names: a shop has tens.
pub async fn all(conn: &mut PgConnection) -> sqlx::Result<Vec<FeatureSet>> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, version, name,
                  ARRAY(SELECT feature_id FROM feature_set_members WHERE set_id = s.id ORDER BY feature_id) AS "features!"
             FROM feature_sets s ORDER BY lower(name), id"#
    );
    rows.fetch_all(conn).await?.into_iter().map(FeatureSet::try_from).collect()
}

pub async fn find(conn: &mut PgConnection, id: Uuid) -> sqlx::Result<Option<FeatureSet>> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, version, name,
                  ARRAY(SELECT feature_id FROM feature_set_members WHERE set_id = s.id ORDER BY feature_id) AS "features!"
             FROM feature_sets s WHERE id = $1"#,
        id
    );
    row.fetch_optional(conn).await?.map(FeatureSet::try_from).transpose()
}

pub async fn count_all(conn: &mut PgConnection) -> sqlx::Result<u64> {
    let count =
        sqlx::query_scalar!(r#"SELECT count(*) AS "count!" FROM feature_sets"#).fetch_one(conn).await?;
    Ok(count.unsigned_abs())
}

/// Which of these features there are; they stay until the transaction ends.
pub async fn known_in(tx: &mut PgConnection, features: &[FeatureId]) -> sqlx::Result<Vec<FeatureId>> {
    let ids = column(features, |feature| feature.uuid());
    let known =
        sqlx::query_scalar!("SELECT id FROM features WHERE id = ANY($1) ORDER BY id FOR KEY SHARE", &ids);
    Ok(known.fetch_all(tx).await?.into_iter().map(FeatureId::from_uuid).collect())
}

/// Keeps others from changing sets until the transaction ends; readers are not kept from anything.
pub async fn lock_in(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("LOCK TABLE feature_sets IN SHARE ROW EXCLUSIVE MODE").execute(tx).await?;
    Ok(())
}

/// Stores the set, or its next version. The caller holds the lock and checked the version.
pub async fn save_in(tx: &mut PgConnection, set: &FeatureSet) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO feature_sets (id, version, name) VALUES ($1, $2, $3)
         ON CONFLICT (id) DO UPDATE SET version = excluded.version, name = excluded.name",
        set.id,
        version_column(set.version),
        set.name,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!("DELETE FROM feature_set_members WHERE set_id = $1", set.id).execute(&mut *tx).await?;
    let features = column(&set.features, |feature| feature.uuid());
    sqlx::query!(
        "INSERT INTO feature_set_members (set_id, place, feature_id)
         SELECT $1, m.place - 1, m.id FROM unnest($2::uuid[]) WITH ORDINALITY AS m (id, place)",
        set.id,
        &features,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn delete_in(tx: &mut PgConnection, id: Uuid) -> sqlx::Result<()> {
    let done = sqlx::query!("DELETE FROM feature_sets WHERE id = $1", id).execute(tx).await?;
    ensure_changed(done.rows_affected())
}
