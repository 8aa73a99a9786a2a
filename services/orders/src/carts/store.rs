//! Draft carts in the database.

use serde_json::json;
use sqlx::PgPool;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::Draft;
use crate::items::CartLine;

/// Stores or refreshes the visitor's one draft; `fresh` becomes its id if it is new.
pub async fn save(
    pool: &PgPool,
    draft: &Draft,
    fresh: Uuid,
    now: OffsetDateTime,
    expires_at: OffsetDateTime,
) -> sqlx::Result<Uuid> {
    sqlx::query_scalar!(
        "INSERT INTO draft_carts (id, visitor_id, first_name, last_name, phone, lines, updated_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (visitor_id) DO UPDATE
            SET first_name = excluded.first_name, last_name = excluded.last_name, phone = excluded.phone,
                lines = excluded.lines, updated_at = excluded.updated_at, expires_at = excluded.expires_at
         RETURNING id",
        fresh,
        draft.visitor.uuid(),
        draft.first_name.as_str(),
        draft.last_name.as_str(),
        draft.phone.as_str(),
        Json(draft.lines.iter().map(line).collect::<Vec<_>>()) as _,
        now,
        expires_at,
    )
    .fetch_one(pool)
    .await
}

fn line(line: &CartLine) -> serde_json::Value {
    json!({ "product": line.product, "combination": line.combination, "quantity": line.quantity.get() })
}
