//! What shoppers read of reviews: the approved ones, without e-mail and phone.

use souk_kernel::{Page, ProductId, rfc3339};
use souk_views as views;
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::Ratings;
use super::store;
use crate::media::{SizeName, StoredSize};

/// Which of a product's reviews, in which order.
#[derive(Debug, Clone, Copy, Default)]
pub struct PublishedFilter {
    pub page: Page,
    pub sort: PublishedSort,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum PublishedSort {
    /// Newest first.
    #[default]
    Default,
    RatingDesc,
    RatingAsc,
}

/// A review's public columns: e-mail and phone are never read here.
struct Row {
    id: Uuid,
    rating: i16,
    body: String,
    name: String,
    verified: bool,
    images: Json<Vec<StoredSize>>,
    reply: String,
    created_at: OffsetDateTime,
}

/// A page of a product's published reviews, and what all of them come to.
pub async fn published(
    conn: &mut PgConnection,
    product: ProductId,
    filter: PublishedFilter,
) -> sqlx::Result<views::Reviews> {
    let ratings = store::ratings(conn, product).await?;
    let rows = match filter.sort {
        PublishedSort::Default => newest(conn, product, filter.page).await?,
        PublishedSort::RatingDesc => best(conn, product, filter.page).await?,
        PublishedSort::RatingAsc => worst(conn, product, filter.page).await?,
    };
    let reviews = rows.into_iter().map(Row::view).collect::<sqlx::Result<_>>()?;
    Ok(views::Reviews { reviews, rating: rating_view(ratings) })
}

async fn newest(conn: &mut PgConnection, product: ProductId, page: Page) -> sqlx::Result<Vec<Row>> {
    let (skipped, shown) = page.within_reach();
    sqlx::query_as!(
        Row,
        r#"SELECT id, rating, body, name, verified, images AS "images: _", reply, created_at FROM reviews
            WHERE product_id = $1 AND state = 'approved' ORDER BY id DESC LIMIT $2 OFFSET $3"#,
        product.uuid(),
        shown,
        skipped,
    )
    .fetch_all(conn)
    .await
}

async fn best(conn: &mut PgConnection, product: ProductId, page: Page) -> sqlx::Result<Vec<Row>> {
    let (skipped, shown) = page.within_reach();
    sqlx::query_as!(
        Row,
        r#"SELECT id, rating, body, name, verified, images AS "images: _", reply, created_at FROM reviews
            WHERE product_id = $1 AND state = 'approved' ORDER BY rating DESC, id DESC LIMIT $2 OFFSET $3"#,
        product.uuid(),
        shown,
        skipped,
    )
    .fetch_all(conn)
    .await
}

async fn worst(conn: &mut PgConnection, product: ProductId, page: Page) -> sqlx::Result<Vec<Row>> {
    let (skipped, shown) = page.within_reach();
    sqlx::query_as!(
        Row,
        r#"SELECT id, rating, body, name, verified, images AS "images: _", reply, created_at FROM reviews
            WHERE product_id = $1 AND state = 'approved' ORDER BY rating, id LIMIT $2 OFFSET $3"#,
        product.uuid(),
        shown,
        skipped,
    )
    .fetch_all(conn)
    .await
}

fn rating_view(ratings: Ratings) -> views::Rating {
    views::Rating {
        average: views::Stars::from_tenths(ratings.tenths()),
        count: ratings.count(),
        counts: ratings.0.to_vec(),
    }
}

impl Row {
    fn view(self) -> sqlx::Result<views::Review> {
        Ok(views::Review {
            id: self.id.to_string(),
            rating: store::rating(self.rating)?.stars(),
            text: self.body,
            created_at: rfc3339(self.created_at),
            user: self.name,
            images: picture(&self.images.0).into_iter().collect(),
            verified: self.verified,
            reply: self.reply,
        })
    }
}

fn picture(sizes: &[StoredSize]) -> Option<views::ReviewImage> {
    let size = |name| sizes.iter().find(|size| size.name == name);
    let shown = size(SizeName::GridDisplay)?;
    Some(views::ReviewImage {
        display_url: shown.url.clone(),
        url: size(SizeName::ProductPageLarge).unwrap_or(shown).url.clone(),
        width: shown.width,
        height: shown.height,
    })
}
