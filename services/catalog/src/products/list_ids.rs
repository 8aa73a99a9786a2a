//! Which products a page of the staff's list has: read by indexes that have the list's order, so that a page costs the same however
//! many products there are, whatever it is narrowed by (ADR 23). Products that are sold and those that are not are read each in
//! their order and merged, so that one index serves a list of either and of both. The order by name has no index: the newest are
//! sorted.

use souk_kernel::{BrandId, CategoryId, Counted, Language, Page};
use sqlx::PgConnection;
use uuid::Uuid;

/// Which products, in which order.
#[derive(Debug, Clone)]
pub struct ListFilter {
    pub page: Page,
    /// Words of the name or the SKU; empty for all.
    pub query: String,
    pub category: Option<CategoryId>,
    pub brand: Option<BrandId>,
    pub active: Option<bool>,
    /// Whatever its case.
    pub tag: Option<String>,
    pub sort: ListSort,
    pub language: Language,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ListSort {
    /// Newest first.
    #[default]
    Default,
    Name,
    PriceAsc,
    PriceDesc,
}

impl ListFilter {
    /// Whether products are sold or not: each value that the list has.
    pub fn states(&self) -> Vec<bool> {
        self.active.map_or_else(|| vec![true, false], |active| vec![active])
    }
}

/// The products of the page in their order, and how many there are in all.
pub async fn page(conn: &mut PgConnection, filter: &ListFilter) -> sqlx::Result<(Vec<Uuid>, Counted)> {
    let (skipped, shown) = filter.page.within_reach();
    let ids = match filter.sort {
        ListSort::Name => by_name(conn, filter, skipped, shown).await?,
        ListSort::Default | ListSort::PriceAsc | ListSort::PriceDesc => {
            in_order(conn, filter, skipped, shown).await?
        }
    };
    Ok((ids, count(conn, filter).await?))
}

/// So many products in the list's order, after those that are skipped; the newest, where it has none that can be read by.
pub async fn in_order(
    conn: &mut PgConnection,
    filter: &ListFilter,
    skipped: i64,
    shown: i64,
) -> sqlx::Result<Vec<Uuid>> {
    match filter.sort {
        ListSort::Default | ListSort::Name => newest(conn, filter, skipped, shown).await,
        ListSort::PriceAsc => cheapest(conn, filter, skipped, shown).await,
        ListSort::PriceDesc => dearest(conn, filter, skipped, shown).await,
    }
}

async fn newest(
    conn: &mut PgConnection,
    filter: &ListFilter,
    skipped: i64,
    shown: i64,
) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        r#"SELECT p.id
             FROM (SELECT of_state.number
                     FROM unnest($3::boolean[]) AS state CROSS JOIN LATERAL (
                          SELECT number FROM products
                           WHERE active = state AND ($1::uuid IS NULL OR category_id = $1)
                             AND ($2::uuid IS NULL OR brand_id = $2)
                           ORDER BY number DESC LIMIT $4::bigint + $5::bigint) of_state
                    ORDER BY number DESC LIMIT $4 OFFSET $5) page
             JOIN products p USING (number)
            ORDER BY number DESC"#,
        filter.category.map(CategoryId::uuid),
        filter.brand.map(BrandId::uuid),
        &filter.states(),
        shown,
        skipped,
    )
    .fetch_all(conn)
    .await
}

async fn cheapest(
    conn: &mut PgConnection,
    filter: &ListFilter,
    skipped: i64,
    shown: i64,
) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        r#"SELECT p.id
             FROM (SELECT of_state.number
                     FROM unnest($3::boolean[]) AS state CROSS JOIN LATERAL (
                          SELECT number, price_ht FROM products
                           WHERE active = state AND ($1::uuid IS NULL OR category_id = $1)
                             AND ($2::uuid IS NULL OR brand_id = $2)
                           ORDER BY price_ht, number DESC LIMIT $4::bigint + $5::bigint) of_state
                    ORDER BY price_ht, number DESC LIMIT $4 OFFSET $5) page
             JOIN products p USING (number)
            ORDER BY price_ht, number DESC"#,
        filter.category.map(CategoryId::uuid),
        filter.brand.map(BrandId::uuid),
        &filter.states(),
        shown,
        skipped,
    )
    .fetch_all(conn)
    .await
}

async fn dearest(
    conn: &mut PgConnection,
    filter: &ListFilter,
    skipped: i64,
    shown: i64,
) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        r#"SELECT p.id
             FROM (SELECT of_state.number
                     FROM unnest($3::boolean[]) AS state CROSS JOIN LATERAL (
                          SELECT number, price_ht FROM products
                           WHERE active = state AND ($1::uuid IS NULL OR category_id = $1)
                             AND ($2::uuid IS NULL OR brand_id = $2)
                           ORDER BY price_ht DESC, number LIMIT $4::bigint + $5::bigint) of_state
                    ORDER BY price_ht DESC, number LIMIT $4 OFFSET $5) page
             JOIN products p USING (number)
            ORDER BY price_ht DESC, number"#,
        filter.category.map(CategoryId::uuid),
        filter.brand.map(BrandId::uuid),
        &filter.states(),
        shown,
        skipped,
    )
    .fetch_all(conn)
    .await
}

/// Of the newest within reach, by the name that they have in the language.
async fn by_name(
    conn: &mut PgConnection,
    filter: &ListFilter,
    skipped: i64,
    shown: i64,
) -> sqlx::Result<Vec<Uuid>> {
    let newest = newest(conn, filter, 0, Page::REACH.into()).await?;
    sqlx::query_scalar!(
        r#"SELECT n.id AS "id!" FROM unnest($1::uuid[]) WITH ORDINALITY AS n (id, position)
            ORDER BY COALESCE((SELECT name FROM product_texts WHERE product_id = n.id AND language = $2),
                              (SELECT name FROM product_texts WHERE product_id = n.id AND language = 'fr')),
                     n.position
            LIMIT $3 OFFSET $4"#,
        &newest,
        filter.language.code(),
        shown,
        skipped,
    )
    .fetch_all(conn)
    .await
}

async fn count(conn: &mut PgConnection, filter: &ListFilter) -> sqlx::Result<Counted> {
    let total = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM (
               SELECT FROM products
                WHERE ($1::uuid IS NULL OR category_id = $1) AND ($2::uuid IS NULL OR brand_id = $2)
                  AND ($3::boolean IS NULL OR active = $3)
                LIMIT $4) counted"#,
        filter.category.map(CategoryId::uuid),
        filter.brand.map(BrandId::uuid),
        filter.active,
        Counted::limit(Page::REACH),
    )
    .fetch_one(conn)
    .await?;
    Ok(Counted::up_to(Page::REACH, total.unsigned_abs()))
}
