//! Requests to be told in PostgreSQL.

use std::collections::HashMap;

use souk_database::columns::{count, ensure_changed, version, version_column};
use souk_kernel::{Changed, CombinationId, LocalizedText, Phone, ProductId, RestockRequestId, StockKey};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{ItemFilter, RequestFilter, RestockItem, RestockRequest, Wanted, Wish};
use crate::availability::{combination_column, key};
use crate::products::{combination_names, named};

/// First key of the advisory locks that whoever asks holds, one for each phone: "rstk" in ASCII.
const TURN: i32 = i32::from_be_bytes(*b"rstk");

/// How a wish stands to what is sold and kept.
#[derive(Debug, Clone, Copy)]
pub struct Standing {
    /// Whether the product sells the named combination, or has none and none is named; `None` where no such product is sold.
    pub sells_choice: Option<bool>,
    /// Whether it can be ordered, so that nobody has to wait.
    pub is_orderable: bool,
    /// Whether the phone waits for it already.
    pub is_kept: bool,
}

/// How much is waited for, counted no further than to what may be.
#[derive(Debug, Clone, Copy)]
pub struct Crowd {
    pub of_phone: u32,
    pub of_all: u32,
}

pub async fn standing(conn: &mut PgConnection, wish: &Wish) -> sqlx::Result<Standing> {
    let row = sqlx::query!(
        r#"SELECT EXISTS (SELECT FROM products WHERE id = $1 AND active) AS "is_sold!",
                  EXISTS (SELECT FROM combinations WHERE product_id = $1 AND active) AS "has_combinations!",
                  EXISTS (SELECT FROM combinations WHERE product_id = $1 AND id = $2 AND active) AS "has_combination!",
                  is_orderable($1, $2) AS "is_orderable!",
                  EXISTS (SELECT FROM restock_requests
                           WHERE product_id = $1 AND combination_id = $2 AND phone = $3
                             AND told_at IS NULL) AS "is_kept!""#,
        wish.item.product.uuid(),
        combination_column(wish.item),
        wish.phone.as_str(),
    )
    .fetch_one(conn)
    .await?;
    let sells_choice =
        if wish.item.combination.is_some() { row.has_combination } else { !row.has_combinations };
    let sells_choice = row.is_sold.then_some(sells_choice);
    Ok(Standing { sells_choice, is_orderable: row.is_orderable, is_kept: row.is_kept })
}

/// Waits until whoever else asks for this phone is done, 300 ms at most.
pub async fn take_turn_in(tx: &mut PgConnection, phone: &Phone) -> sqlx::Result<()> {
    sqlx::query("SET LOCAL lock_timeout = '300ms'").execute(&mut *tx).await?;
    sqlx::query!("SELECT pg_advisory_xact_lock($1, hashtext($2))", TURN, phone.as_str()).execute(tx).await?;
    Ok(())
}

/// What the phone waits for, exactly while its turn is held, and what all do: others may ask at the same moment.
pub async fn crowd(
    conn: &mut PgConnection,
    phone: &Phone,
    (most_of_phone, most_of_all): (u32, u32),
) -> sqlx::Result<Crowd> {
    let row = sqlx::query!(
        r#"SELECT (SELECT count(*) FROM (SELECT FROM restock_requests WHERE phone = $1 AND told_at IS NULL LIMIT $2) one)
                      AS "of_phone!",
                  (SELECT count(*) FROM (SELECT FROM restock_requests WHERE told_at IS NULL LIMIT $3) one) AS "of_all!""#,
        phone.as_str(),
        i64::from(most_of_phone),
        i64::from(most_of_all),
    )
    .fetch_one(conn)
    .await?;
    Ok(Crowd { of_phone: count("of_phone", row.of_phone)?, of_all: count("of_all", row.of_all)? })
}

/// Keeps a wish; who was told waits anew, and what waits stays as it is.
pub async fn keep_in(
    tx: &mut PgConnection,
    id: RestockRequestId,
    wish: &Wish,
    now: OffsetDateTime,
) -> sqlx::Result<Changed> {
    let kept = sqlx::query!(
        "INSERT INTO restock_requests AS kept (id, product_id, combination_id, phone, name, asked_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (product_id, combination_id, phone) DO UPDATE
            SET name = excluded.name, asked_at = excluded.asked_at, told_at = NULL, version = kept.version + 1
          WHERE kept.told_at IS NOT NULL",
        id.uuid(),
        wish.item.product.uuid(),
        combination_column(wish.item),
        wish.phone.as_str(),
        wish.name,
        now,
    );
    let is_new = kept.execute(tx).await?.rows_affected() == 1;
    Ok(if is_new { Changed::Yes } else { Changed::Already })
}

/// The page's things, how many there are, and how many people wait for one that can be had again. Goes through all that wait, of which
/// there are as many as are kept.
pub async fn items(
    conn: &mut PgConnection,
    filter: &ItemFilter,
) -> sqlx::Result<(Vec<RestockItem>, u64, u64)> {
    let (skipped, shown) = filter.page.within_reach();
    let rows = sqlx::query!(
        r#"WITH item AS MATERIALIZED (
                SELECT product_id, combination_id, is_orderable(product_id, combination_id) AS available, count(*) AS waiting,
                       min(asked_at) AS since, max(asked_at) AS last_at
                  FROM restock_requests WHERE told_at IS NULL GROUP BY product_id, combination_id),
            counted AS (
                SELECT count(*) FILTER (WHERE $1::boolean IS NULL OR available = $1) AS items,
                       coalesce(sum(waiting) FILTER (WHERE available), 0)::bigint AS to_tell
                  FROM item),
            placed AS (
                SELECT item.*, row_number() OVER (ORDER BY CASE WHEN $2 = 'default' THEN NOT available END,
                                                           CASE WHEN $2 = 'waiting' THEN waiting END DESC,
                                                           CASE WHEN $2 = 'recent' THEN last_at END DESC,
                                                           since, product_id, combination_id) AS place
                  FROM item WHERE $1::boolean IS NULL OR available = $1)
           SELECT items AS "items!", to_tell AS "to_tell!", product_id AS "product_id?", combination_id AS "combination_id?",
                  available AS "available?", waiting AS "waiting?", since AS "since?", last_at AS "last_at?"
             FROM counted LEFT JOIN placed ON place > $4 AND place <= $4 + $3 ORDER BY place"#,
        filter.available,
        <&str>::from(filter.sort),
        shown,
        skipped,
    )
    .fetch_all(&mut *conn)
    .await?;
    // The counts are there of a page without rows too.
    let counts = rows.first().map_or((0, 0), |row| (row.items.unsigned_abs(), row.to_tell.unsigned_abs()));
    let found = rows.into_iter().filter_map(|row| {
        let item = key(row.product_id?, row.combination_id?);
        Some((item, row.available?, row.waiting?.unsigned_abs(), row.since?, row.last_at?))
    });
    let found: Vec<_> = found.collect();
    let words = Words::of(conn, found.iter().map(|(item, ..)| *item)).await?;
    let items = found.into_iter().map(|(item, available, waiting, since, last_at)| RestockItem {
        wanted: words.wanted(item, available),
        waiting,
        since,
        last_at,
    });
    Ok((items.collect(), counts.0, counts.1))
}

struct Row {
    id: Uuid,
    version: i64,
    product_id: Uuid,
    combination_id: Uuid,
    phone: String,
    name: String,
    asked_at: OffsetDateTime,
    told_at: Option<OffsetDateTime>,
    available: bool,
}

/// The page's requests, who waits longest first, and how many match.
pub async fn list(
    conn: &mut PgConnection,
    filter: &RequestFilter,
) -> sqlx::Result<(Vec<RestockRequest>, u64)> {
    let (skipped, shown) = filter.page.within_reach();
    let product = filter.product.map(ProductId::uuid);
    let combination = filter.combination.map(CombinationId::uuid);
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, version, product_id, combination_id, phone, name, asked_at, told_at,
                  is_orderable(product_id, combination_id) AS "available!"
             FROM (SELECT * FROM restock_requests
                    WHERE ($1::uuid IS NULL OR product_id = $1) AND ($2::uuid IS NULL OR combination_id = $2)
                      AND ($3::boolean IS NULL OR (told_at IS NOT NULL) = $3)
                    ORDER BY asked_at, id LIMIT $4 OFFSET $5) page
            ORDER BY asked_at, id"#,
        product,
        combination,
        filter.told,
        shown,
        skipped,
    )
    .fetch_all(&mut *conn)
    .await?;
    let total = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM restock_requests
            WHERE ($1::uuid IS NULL OR product_id = $1) AND ($2::uuid IS NULL OR combination_id = $2)
              AND ($3::boolean IS NULL OR (told_at IS NOT NULL) = $3)"#,
        product,
        combination,
        filter.told,
    )
    .fetch_one(&mut *conn)
    .await?;
    Ok((read(conn, rows).await?, total.unsigned_abs()))
}

/// The request, held until the transaction ends.
pub async fn lock_in(tx: &mut PgConnection, id: RestockRequestId) -> sqlx::Result<Option<RestockRequest>> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, version, product_id, combination_id, phone, name, asked_at, told_at, false AS "available!"
             FROM restock_requests WHERE id = $1 FOR UPDATE"#,
        id.uuid(),
    )
    .fetch_all(&mut *tx)
    .await?;
    Ok(read(tx, row).await?.pop())
}

/// Saves what staff noted over the version before it.
pub async fn save_in(tx: &mut PgConnection, request: &RestockRequest) -> sqlx::Result<()> {
    let done = sqlx::query!(
        "UPDATE restock_requests SET version = $2::bigint, told_at = $3 WHERE id = $1 AND version = $2::bigint - 1",
        request.id.uuid(),
        version_column(request.version),
        request.told_at,
    );
    ensure_changed(done.execute(tx).await?.rows_affected())
}

pub async fn remove_in(tx: &mut PgConnection, id: RestockRequestId) -> sqlx::Result<()> {
    let done = sqlx::query!("DELETE FROM restock_requests WHERE id = $1", id.uuid());
    ensure_changed(done.execute(tx).await?.rows_affected())
}

/// Forgets some of what was asked before a moment; whether there may be more.
pub async fn forget(conn: &mut PgConnection, before: OffsetDateTime, most: i64) -> sqlx::Result<bool> {
    let gone = sqlx::query!(
        "DELETE FROM restock_requests
          WHERE id = ANY (ARRAY(SELECT id FROM restock_requests WHERE asked_at < $1 ORDER BY asked_at, id LIMIT $2))",
        before,
        most,
    );
    Ok(gone.execute(conn).await?.rows_affected() == most.unsigned_abs())
}

async fn read(conn: &mut PgConnection, rows: Vec<Row>) -> sqlx::Result<Vec<RestockRequest>> {
    let words = Words::of(conn, rows.iter().map(|row| key(row.product_id, row.combination_id))).await?;
    let request = |row: Row| {
        Ok(RestockRequest {
            id: RestockRequestId::from_uuid(row.id),
            version: version(row.version)?,
            wanted: words.wanted(key(row.product_id, row.combination_id), row.available),
            phone: row.phone,
            name: row.name,
            asked_at: row.asked_at,
            told_at: row.told_at,
        })
    };
    rows.into_iter().map(request).collect()
}

/// What things are called.
struct Words {
    products: HashMap<Uuid, LocalizedText>,
    combinations: HashMap<Uuid, LocalizedText>,
}

impl Words {
    async fn of(conn: &mut PgConnection, keys: impl Iterator<Item = StockKey>) -> sqlx::Result<Self> {
        let (products, combinations): (Vec<Uuid>, Vec<Option<Uuid>>) =
            keys.map(|key| (key.product.uuid(), key.combination.map(CombinationId::uuid))).unzip();
        let combinations: Vec<Uuid> = combinations.into_iter().flatten().collect();
        let products = named(conn, &products).await?.into_iter().map(|product| (product.id, product.name));
        Ok(Self { products: products.collect(), combinations: combination_names(conn, &combinations).await? })
    }

    fn wanted(&self, item: StockKey, available: bool) -> Wanted {
        let combination = item.combination.and_then(|id| self.combinations.get(&id.uuid()));
        Wanted {
            item,
            product_name: self.products.get(&item.product.uuid()).cloned().unwrap_or_default(),
            combination_name: combination.cloned().unwrap_or_default(),
            available,
        }
    }
}
