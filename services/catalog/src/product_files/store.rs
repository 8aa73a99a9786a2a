//! Products of a file in PostgreSQL.

use souk_kernel::{BrandId, CategoryId};
use souk_proto::catalog::v1 as proto;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::products::ListFilter;

/// The next products after a number that the list shows, with their numbers, in the order of their making.
pub async fn after(
    conn: &mut PgConnection,
    filter: &ListFilter,
    number: u64,
    most: i64,
) -> sqlx::Result<Vec<(Uuid, u64)>> {
    let number = i64::try_from(number).unwrap_or(i64::MAX);
    let rows = sqlx::query!(
        r#"SELECT of_state.id AS "id!", of_state.number AS "number!"
             FROM unnest($3::boolean[]) AS state CROSS JOIN LATERAL (
                  SELECT id, number FROM products
                   WHERE active = state AND ($1::uuid IS NULL OR category_id = $1)
                     AND ($2::uuid IS NULL OR brand_id = $2) AND number > $4
                   ORDER BY number LIMIT $5) of_state
            ORDER BY of_state.number LIMIT $5"#,
        filter.category.map(CategoryId::uuid),
        filter.brand.map(BrandId::uuid),
        &filter.states(),
        number,
        most,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.number.unsigned_abs())).collect())
}

/// The product that a file names: by its id or the one chosen for it, by its slug, or where the file has neither id nor slug by its
/// SKU.
pub async fn named(
    conn: &mut PgConnection,
    ids: &[Uuid],
    wanted: &proto::FileProduct,
) -> sqlx::Result<Option<Uuid>> {
    let sku = if wanted.id.is_empty() && wanted.slug.is_empty() { wanted.sku.trim() } else { "" };
    sqlx::query_scalar!(
        "SELECT id FROM products WHERE id = ANY($1::uuid[]) OR slug = $2 OR (sku = $3 AND sku <> '')
          ORDER BY array_position($1::uuid[], id), slug = $2 DESC LIMIT 1",
        ids,
        wanted.slug,
        sku,
    )
    .fetch_optional(conn)
    .await
}
