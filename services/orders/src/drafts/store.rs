//! Draft carts in the database.

use serde::Deserialize;
use souk_database::columns::decoded;
use souk_kernel::{CombinationId, Counted, Page, ProductId, Quantity};
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::Sort;
use crate::items::CartLine;

/// A draft as it is stored.
pub struct Draft {
    pub id: Uuid,
    pub first_name: String,
    pub last_name: String,
    pub phone: String,
    pub lines: Vec<CartLine>,
    pub updated_at: OffsetDateTime,
    pub expires_at: OffsetDateTime,
}

/// A line as it is stored.
#[derive(Debug, Deserialize)]
struct StoredLine {
    product: ProductId,
    combination: Option<CombinationId>,
    quantity: u32,
    #[serde(default)]
    choices: Vec<CombinationId>,
}

impl StoredLine {
    fn read(self) -> sqlx::Result<CartLine> {
        let Self { product, combination, quantity, choices } = self;
        Ok(CartLine { product, combination, quantity: decoded(Quantity::new(quantity.into()))?, choices })
    }
}

/// The page's drafts. Each of the two orders reads its index.
pub async fn page(
    conn: &mut PgConnection,
    page: Page,
    sort: Sort,
    now: OffsetDateTime,
) -> sqlx::Result<Vec<Draft>> {
    let (skipped, shown) = page.within_reach();
    let ids: Vec<Uuid> = match sort {
        Sort::Default => sqlx::query_scalar!(
            "SELECT id FROM draft_carts WHERE expires_at >= $1 ORDER BY updated_at DESC, id LIMIT $2 OFFSET $3",
            now,
            shown,
            skipped,
        )
        .fetch_all(&mut *conn)
        .await?,
        Sort::Expiring => {
            sqlx::query_scalar!(
                "SELECT id FROM draft_carts WHERE expires_at >= $1 ORDER BY expires_at, id LIMIT $2 OFFSET $3",
                now,
                shown,
                skipped,
            )
            .fetch_all(&mut *conn)
            .await?
        }
    };
    let rows = sqlx::query!(
        r#"SELECT d.id, d.first_name, d.last_name, d.phone, d.lines AS "lines: Json<Vec<serde_json::Value>>", d.updated_at,
                  d.expires_at
             FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, place)
             JOIN draft_carts d ON d.id = wanted.id ORDER BY wanted.place"#,
        &ids,
    )
    .fetch_all(conn)
    .await?;
    let drafts = rows.into_iter().map(|row| {
        let lines = row.lines.0.into_iter().filter_map(|line| readable(line, row.id));
        Draft {
            id: row.id,
            first_name: row.first_name,
            last_name: row.last_name,
            phone: row.phone,
            lines: lines.collect(),
            updated_at: row.updated_at,
            expires_at: row.expires_at,
        }
    });
    Ok(drafts.collect())
}

/// A line, unless a process of another release keeps what this one can't read.
fn readable(line: serde_json::Value, draft: Uuid) -> Option<CartLine> {
    let read = serde_json::from_value::<StoredLine>(line).map_err(|error| sqlx::Error::Decode(error.into()));
    read.and_then(StoredLine::read)
        .inspect_err(|error| tracing::warn!(draft.id = %draft, error.cause = %error, "a line of a draft can't be read"))
        .ok()
}

/// How many there are, 10,000 at most.
pub async fn count(conn: &mut PgConnection, now: OffsetDateTime) -> sqlx::Result<Counted> {
    let counted = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM (SELECT FROM draft_carts WHERE expires_at >= $1 LIMIT $2) one"#,
        now,
        Counted::limit(Page::REACH),
    );
    Ok(Counted::up_to(Page::REACH, counted.fetch_one(conn).await?.unsigned_abs()))
}
