//! Wilayas and communes in the database.

use souk_database::columns::{decoded, ensure_changed, version, version_column};
use souk_kernel::WilayaCode;
use sqlx::{PgConnection, PgPool};

use super::model::{Area, Commune, Wilaya};

pub async fn wilayas(pool: &PgPool) -> sqlx::Result<Vec<Wilaya>> {
    let rows = sqlx::query!("SELECT code, iso_code, name, name_ar, deliverable FROM wilayas ORDER BY code")
        .fetch_all(pool)
        .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Wilaya {
                code: decoded(row.code.parse())?,
                iso_code: row.iso_code,
                name: row.name,
                name_ar: row.name_ar,
                deliverable: row.deliverable,
            })
        })
        .collect()
}

/// The communes of a wilaya by name; none when there is no such wilaya.
pub async fn communes(pool: &PgPool, wilaya: &WilayaCode) -> sqlx::Result<Vec<Commune>> {
    let rows = sqlx::query!(
        "SELECT code, wilaya_code, name, name_ar, deliverable FROM communes WHERE wilaya_code = $1 ORDER BY name",
        wilaya.as_str(),
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Commune {
                code: decoded(row.code.parse())?,
                wilaya: decoded(row.wilaya_code.parse())?,
                name: row.name,
                name_ar: row.name_ar,
                deliverable: row.deliverable,
            })
        })
        .collect()
}

/// Holds the area against other saves until the transaction ends.
pub async fn lock_area_in(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("SELECT version FROM delivery_area FOR NO KEY UPDATE").fetch_one(tx).await?;
    Ok(())
}

/// Where the shop delivers, in one statement.
pub async fn area(conn: &mut PgConnection) -> sqlx::Result<Area> {
    let rows = sqlx::query!(
        r#"SELECT a.version, c.code, c.wilaya_code, c.name, c.name_ar,
                  w.deliverable AND c.deliverable AS "deliverable!"
             FROM delivery_area a
            CROSS JOIN communes c
             JOIN wilayas w ON w.code = c.wilaya_code
            ORDER BY c.wilaya_code, c.name"#
    )
    .fetch_all(conn)
    .await?;
    let first = rows.first().ok_or(sqlx::Error::RowNotFound)?;
    let version = version(first.version)?;
    let communes = rows.into_iter().map(|row| {
        Ok(Commune {
            code: decoded(row.code.parse())?,
            wilaya: decoded(row.wilaya_code.parse())?,
            name: row.name,
            name_ar: row.name_ar,
            deliverable: row.deliverable,
        })
    });
    Ok(Area { version, communes: communes.collect::<sqlx::Result<_>>()? })
}

/// Replaces the version before; a wilaya is deliverable as long as one of its communes is.
pub async fn save_area_in(tx: &mut PgConnection, area: &Area) -> sqlx::Result<()> {
    let saved = sqlx::query!(
        "UPDATE delivery_area SET version = $1::bigint WHERE version = $1::bigint - 1",
        version_column(area.version),
    )
    .execute(&mut *tx)
    .await?;
    ensure_changed(saved.rows_affected())?;
    sqlx::query!(
        "UPDATE communes SET deliverable = NOT deliverable WHERE deliverable <> (code = ANY($1))",
        &area.deliverable(),
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "UPDATE wilayas w SET deliverable = NOT deliverable
          WHERE deliverable <> EXISTS (SELECT FROM communes c WHERE c.wilaya_code = w.code AND c.deliverable)"
    )
    .execute(tx)
    .await?;
    Ok(())
}
