//! The staff's list of reviews. Those of each state and rating are read in their order and merged, so that one index serves a list of
//! any and of all.

use souk_database::columns::column;
use souk_kernel::{Counted, Page, ProductId};
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::{Rating, Review, State};
use super::store;

/// Which reviews, in which order.
#[derive(Debug, Clone)]
pub struct ListFilter {
    pub page: Page,
    pub states: Vec<State>,
    pub ratings: Vec<Rating>,
    pub product: Option<ProductId>,
    pub sort: ListSort,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum ListSort {
    /// Newest first.
    #[default]
    Default,
    Oldest,
}

/// The page's reviews and how many match in all.
pub async fn list(conn: &mut PgConnection, filter: &ListFilter) -> sqlx::Result<(Vec<Review>, Counted)> {
    let ids = match filter.sort {
        ListSort::Default => newest(conn, filter).await?,
        ListSort::Oldest => oldest(conn, filter).await?,
    };
    Ok((store::load(conn, &ids).await?, count(conn, filter).await?))
}

async fn newest(conn: &mut PgConnection, filter: &ListFilter) -> sqlx::Result<Vec<Uuid>> {
    let (skipped, shown) = filter.page.within_reach();
    sqlx::query_scalar!(
        r#"SELECT one.id
             FROM unnest($1::text[]) AS given CROSS JOIN unnest($2::smallint[]) AS stars CROSS JOIN LATERAL (
                  SELECT id FROM reviews WHERE state = given AND rating = stars AND ($3::uuid IS NULL OR product_id = $3)
                   ORDER BY id DESC LIMIT $4::bigint + $5::bigint) one
            ORDER BY one.id DESC LIMIT $5 OFFSET $4"#,
        &filter.states(),
        &filter.ratings(),
        filter.product.map(ProductId::uuid),
        skipped,
        shown,
    )
    .fetch_all(conn)
    .await
}

async fn oldest(conn: &mut PgConnection, filter: &ListFilter) -> sqlx::Result<Vec<Uuid>> {
    let (skipped, shown) = filter.page.within_reach();
    sqlx::query_scalar!(
        r#"SELECT one.id
             FROM unnest($1::text[]) AS given CROSS JOIN unnest($2::smallint[]) AS stars CROSS JOIN LATERAL (
                  SELECT id FROM reviews WHERE state = given AND rating = stars AND ($3::uuid IS NULL OR product_id = $3)
                   ORDER BY id LIMIT $4::bigint + $5::bigint) one
            ORDER BY one.id LIMIT $5 OFFSET $4"#,
        &filter.states(),
        &filter.ratings(),
        filter.product.map(ProductId::uuid),
        skipped,
        shown,
    )
    .fetch_all(conn)
    .await
}

async fn count(conn: &mut PgConnection, filter: &ListFilter) -> sqlx::Result<Counted> {
    let counted = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!"
             FROM (SELECT FROM unnest($1::text[]) AS given CROSS JOIN unnest($2::smallint[]) AS stars CROSS JOIN LATERAL (
                          SELECT FROM reviews WHERE state = given AND rating = stars AND ($3::uuid IS NULL OR product_id = $3)
                           LIMIT $4) one
                    LIMIT $4) counted"#,
        &filter.states(),
        &filter.ratings(),
        filter.product.map(ProductId::uuid),
        Counted::limit(Page::REACH),
    )
    .fetch_one(conn)
    .await?;
    Ok(Counted::up_to(Page::REACH, counted.unsigned_abs()))
}

impl ListFilter {
    fn states(&self) -> Vec<String> {
        column(&self.states, |state| <&str>::from(*state).to_owned())
    }

    fn ratings(&self) -> Vec<i16> {
        column(&self.ratings, |rating| rating.stars().into())
    }
}
