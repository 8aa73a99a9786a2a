//! Draft carts in the database.

use std::collections::HashMap;

use serde_json::json;
use souk_kernel::{Phone, ProductId};
use sqlx::PgPool;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{Draft, NEWEST_ORDERS};
use crate::items::CartLine;
use crate::sellables::{self, Sellable};

/// What a draft is decided on before it is stored.
#[derive(Debug)]
pub struct Snapshot {
    /// The visitor's present draft.
    pub own: Option<OwnDraft>,
    /// Since then.
    pub drafted: Drafted,
    /// Whether the visitor ordered with the draft's phone since then.
    pub is_ordered: bool,
    /// Those that the draft names.
    pub sellables: HashMap<ProductId, Sellable>,
}

/// How far back is looked.
#[derive(Debug, Clone, Copy)]
pub struct Since {
    pub drafted: OffsetDateTime,
    pub ordered: OffsetDateTime,
}

/// How many visitors drafted.
#[derive(Debug, Clone, Copy)]
pub struct Drafted {
    pub of_network: i64,
    pub of_site: i64,
}

impl Drafted {
    /// Whether either is as many.
    pub const fn reaches(self, most: Self) -> bool {
        self.of_network >= most.of_network || self.of_site >= most.of_site
    }
}

/// The draft that a visitor has.
#[derive(Debug, Clone, Copy)]
pub struct OwnDraft {
    pub id: Uuid,
    pub updated_at: OffsetDateTime,
}

/// Counts no further than to `most`.
pub async fn snapshot(pool: &PgPool, draft: &Draft, since: Since, most: Drafted) -> sqlx::Result<Snapshot> {
    let products: Vec<_> = draft.lines.iter().map(|line| line.product.uuid()).collect();
    let row = sqlx::query!(
        r#"SELECT (SELECT id FROM draft_carts WHERE visitor_id = $1) AS id,
                  (SELECT updated_at FROM draft_carts WHERE visitor_id = $1) AS updated_at,
                  (SELECT count(*) FROM (SELECT FROM draft_carts
                                          WHERE client_network = $2 AND client_network <> '' AND updated_at > $3
                                          LIMIT (SELECT $5::bigint)) d) AS "of_network!",
                  (SELECT count(*) FROM (SELECT FROM draft_carts
                                          WHERE client_site = $6 AND client_site <> '' AND updated_at > $3
                                          LIMIT (SELECT $7::bigint)) d) AS "of_site!",
                  EXISTS (SELECT FROM (SELECT visitor_id, placed_at FROM orders WHERE phone = $8
                                        ORDER BY number DESC LIMIT $9) newest
                           WHERE visitor_id = $1 AND placed_at > $10) AS "is_ordered!",
                  ARRAY(SELECT body FROM sellables WHERE product_id = ANY((SELECT $4::uuid[])::uuid[])) AS "bodies!""#,
        draft.visitor.uuid(),
        draft.network,
        since.drafted,
        &products,
        most.of_network,
        draft.site,
        most.of_site,
        draft.phone.as_str(),
        NEWEST_ORDERS,
        since.ordered,
    )
    .fetch_one(pool)
    .await?;
    let mut sellables = sellables::by_product(&row.bodies)?;
    sellables::read_parts(pool, &mut sellables).await?;
    Ok(Snapshot {
        own: row.id.zip(row.updated_at).map(|(id, updated_at)| OwnDraft { id, updated_at }),
        is_ordered: row.is_ordered,
        drafted: Drafted { of_network: row.of_network, of_site: row.of_site },
        sellables,
    })
}

/// Stores or refreshes the visitor's one draft; `fresh` becomes its id if it is new. None where it was ordered since `ordered`: an order
/// may have come between its [`snapshot`] and now.
pub async fn save(
    pool: &PgPool,
    draft: &Draft,
    fresh: Uuid,
    (now, expires_at): (OffsetDateTime, OffsetDateTime),
    ordered: OffsetDateTime,
) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar!(
        "INSERT INTO draft_carts (id, visitor_id, first_name, last_name, phone, lines, updated_at, expires_at,
                                  client_network, client_site)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
          WHERE NOT EXISTS (SELECT FROM (SELECT visitor_id, placed_at FROM orders WHERE phone = $5
                                          ORDER BY number DESC LIMIT $11) newest
                             WHERE visitor_id = $2 AND placed_at > $12)
         ON CONFLICT (visitor_id) DO UPDATE
            SET first_name = excluded.first_name, last_name = excluded.last_name, phone = excluded.phone,
                lines = excluded.lines, updated_at = excluded.updated_at, expires_at = excluded.expires_at,
                client_network = excluded.client_network, client_site = excluded.client_site
         RETURNING id",
        fresh,
        draft.visitor.uuid(),
        draft.first_name.as_str(),
        draft.last_name.as_str(),
        draft.phone.as_str(),
        Json(draft.lines.iter().map(line).collect::<Vec<_>>()) as _,
        now,
        expires_at,
        draft.network,
        draft.site,
        NEWEST_ORDERS,
        ordered,
    )
    .fetch_optional(pool)
    .await
}

/// Ends the drafts with this phone.
pub async fn end(pool: &PgPool, phone: &Phone) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM draft_carts WHERE phone = $1", phone.as_str()).execute(pool).await?;
    Ok(())
}

fn line(line: &CartLine) -> serde_json::Value {
    let quantity = line.quantity.get();
    json!({ "product": line.product, "combination": line.combination, "quantity": quantity, "choices": line.choices })
}
