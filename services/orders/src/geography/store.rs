//! Wilayas and communes in the database.

use souk_database::columns::decoded;
use souk_kernel::WilayaCode;
use sqlx::PgPool;

use super::model::{Commune, Wilaya};

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
