//! Which products a page of the staff's list has: read by indexes that have the list's order, so that a page costs the same however
//! many products there are, whatever it is narrowed by (ADR 23). Products that are sold and those that are not are read each in
//! their order and merged, so that one index serves a list of either and of both. The order by name has no index: the newest are
//! sorted. Products go by their numbers here, which those indexes have.

use souk_kernel::{BrandId, CategoryId, Counted, Language, Page};
use sqlx::PgConnection;

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
pub async fn page(conn: &mut PgConnection, filter: &ListFilter) -> sqlx::Result<(Vec<i64>, Counted)> {
    let numbers = match filter.sort {
        ListSort::Name => {
            let newest = newest(conn, filter, 0, Page::REACH.into()).await?;
            filter.page.of(by_name(conn, filter.language, &newest).await?.into_iter()).collect()
        }
        ListSort::Default | ListSort::PriceAsc | ListSort::PriceDesc => {
            let (skipped, shown) = filter.page.within_reach();
            in_order(conn, filter, skipped, shown).await?
        }
    };
    Ok((numbers, count(conn, filter).await?))
}

/// So many products in the list's order, after those that are skipped; the newest, where it has none that can be read by.
pub async fn in_order(
    conn: &mut PgConnection,
    filter: &ListFilter,
    skipped: i64,
    shown: i64,
) -> sqlx::Result<Vec<i64>> {
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
) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"SELECT of_state.number AS "number!"
             FROM unnest($3::boolean[]) AS state CROSS JOIN LATERAL (
                  SELECT number FROM products
                   WHERE active = state AND ($1::uuid IS NULL OR category_id = $1)
                     AND ($2::uuid IS NULL OR brand_id = $2)
                   ORDER BY number DESC LIMIT $4::bigint + $5::bigint) of_state
            ORDER BY number DESC LIMIT $4 OFFSET $5"#,
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
) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"SELECT of_state.number AS "number!"
             FROM unnest($3::boolean[]) AS state CROSS JOIN LATERAL (
                  SELECT number, price_ht FROM products
                   WHERE active = state AND ($1::uuid IS NULL OR category_id = $1)
                     AND ($2::uuid IS NULL OR brand_id = $2)
                   ORDER BY price_ht, number DESC LIMIT $4::bigint + $5::bigint) of_state
            ORDER BY price_ht, number DESC LIMIT $4 OFFSET $5"#,
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
) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"SELECT of_state.number AS "number!"
             FROM unnest($3::boolean[]) AS state CROSS JOIN LATERAL (
                  SELECT number, price_ht FROM products
                   WHERE active = state AND ($1::uuid IS NULL OR category_id = $1)
                     AND ($2::uuid IS NULL OR brand_id = $2)
                   ORDER BY price_ht DESC, number LIMIT $4::bigint + $5::bigint) of_state
            ORDER BY price_ht DESC, number LIMIT $4 OFFSET $5"#,
        filter.category.map(CategoryId::uuid),
        filter.brand.map(BrandId::uuid),
        &filter.states(),
        shown,
        skipped,
    )
    .fetch_all(conn)
    .await
}

/// Those of the products that are in the list, in its order, but for that by name: each is asked by itself, however many they are.
pub async fn narrowed(
    conn: &mut PgConnection,
    filter: &ListFilter,
    numbers: &[i64],
) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"SELECT p.number AS "number!"
             FROM unnest($1::bigint[]) AS found (number)
            CROSS JOIN LATERAL (
                  SELECT number, price_ht FROM products
                   WHERE number = found.number AND ($4::boolean IS NULL OR active = $4)
                     AND ($2::uuid IS NULL OR category_id = $2) AND ($3::uuid IS NULL OR brand_id = $3) LIMIT 1) p
            ORDER BY CASE $5 WHEN 'price_asc' THEN p.price_ht WHEN 'price_desc' THEN -p.price_ht END,
                     CASE $5 WHEN 'price_desc' THEN p.number ELSE -p.number END"#,
        numbers,
        filter.category.map(CategoryId::uuid),
        filter.brand.map(BrandId::uuid),
        filter.active,
        <&str>::from(filter.sort),
    )
    .fetch_all(conn)
    .await
}

/// The products by the name that they have in the language; those of one name stay in their order.
pub async fn by_name(conn: &mut PgConnection, language: Language, numbers: &[i64]) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"SELECT n.number AS "number!"
             FROM unnest($1::bigint[]) WITH ORDINALITY AS n (number, position)
            ORDER BY COALESCE((SELECT t.name FROM products p JOIN product_texts t ON t.product_id = p.id
                                WHERE p.number = n.number AND t.language = $2),
                              (SELECT t.name FROM products p JOIN product_texts t ON t.product_id = p.id
                                WHERE p.number = n.number AND t.language = 'fr')),
                     n.position"#,
        numbers,
        language.code(),
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
