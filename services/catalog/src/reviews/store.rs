//! Reviews in PostgreSQL: locked, read, written, and the counts that are kept with them.

use souk_database::columns::{count, damaged, decoded, ensure_changed, version, version_column};
use souk_kernel::{LocalizedText, Phone, ProductId, ReviewId};
use sqlx::PgConnection;
use sqlx::types::Json;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use super::model::{Rating, Ratings, Reply, Review, State, Submission};
use crate::media::StoredSize;

pub struct Row {
    pub id: Uuid,
    pub version: i64,
    pub state: String,
    pub product_id: Uuid,
    pub product_slug: String,
    pub name_fr: Option<String>,
    pub name_ar: Option<String>,
    pub name_en: Option<String>,
    pub rating: i16,
    pub body: String,
    pub name: String,
    pub email: String,
    pub phone: String,
    pub purchased_on: Date,
    pub verified: bool,
    pub images: Json<Vec<StoredSize>>,
    pub reply: String,
    pub replied_at: Option<OffsetDateTime>,
    pub created_at: OffsetDateTime,
}

impl Row {
    pub fn review(self) -> sqlx::Result<Review> {
        let text = self.reply;
        Ok(Review {
            id: ReviewId::from_uuid(self.id),
            version: version(self.version)?,
            state: decoded(self.state.parse::<State>())?,
            product: ProductId::from_uuid(self.product_id),
            product_name: LocalizedText {
                fr: self.name_fr.unwrap_or_default(),
                ar: self.name_ar.unwrap_or_default(),
                en: self.name_en.unwrap_or_default(),
            },
            product_slug: self.product_slug,
            rating: rating(self.rating)?,
            text: self.body,
            name: self.name,
            email: self.email,
            phone: self.phone,
            purchased_on: self.purchased_on,
            verified: self.verified,
            images: self.images.0,
            reply: self.replied_at.map(|at| Reply { text, at }),
            created_at: self.created_at,
        })
    }
}

pub fn rating(stars: i16) -> sqlx::Result<Rating> {
    decoded(Rating::new(count("rating", stars)?))
}

/// The reviews of these ids, in the order of the ids.
pub async fn load(conn: &mut PgConnection, ids: &[Uuid]) -> sqlx::Result<Vec<Review>> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT r.id, r.version, r.state, r.product_id, p.slug AS product_slug, r.rating, r.body, r.name, r.email, r.phone,
                  r.purchased_on, r.verified, r.images AS "images: Json<Vec<StoredSize>>", r.reply, r.replied_at, r.created_at,
                  (SELECT name FROM product_texts t WHERE t.product_id = p.id AND t.language = 'fr') AS name_fr,
                  (SELECT name FROM product_texts t WHERE t.product_id = p.id AND t.language = 'ar') AS name_ar,
                  (SELECT name FROM product_texts t WHERE t.product_id = p.id AND t.language = 'en') AS name_en
             FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, place)
             JOIN reviews r ON r.id = wanted.id JOIN products p ON p.id = r.product_id
            ORDER BY wanted.place"#,
        ids
    );
    rows.fetch_all(conn).await?.into_iter().map(Row::review).collect()
}

pub async fn find(conn: &mut PgConnection, id: ReviewId) -> sqlx::Result<Option<Review>> {
    Ok(load(conn, &[id.uuid()]).await?.pop())
}

/// The review, held until the transaction ends.
pub async fn lock_in(tx: &mut PgConnection, id: ReviewId) -> sqlx::Result<Option<Review>> {
    sqlx::query!("SELECT id FROM reviews WHERE id = $1 FOR UPDATE", id.uuid())
        .fetch_optional(&mut *tx)
        .await?;
    find(tx, id).await
}

/// Makes what is written of one phone wait until the transaction ends: a review and a delivery that come together see each other.
pub async fn lock_phone_in(tx: &mut PgConnection, phone: &str) -> sqlx::Result<()> {
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended($1, hashtext('reviews')))", phone)
        .execute(tx)
        .await?;
    Ok(())
}

/// Whether the product is sold. Nobody deletes it until the transaction ends.
pub async fn is_sold(conn: &mut PgConnection, product: ProductId) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        "SELECT 1 AS one FROM products WHERE id = $1 AND active FOR KEY SHARE",
        product.uuid()
    );
    Ok(found.fetch_optional(conn).await?.is_some())
}

/// The product that is sold at an address.
pub async fn sold_at(conn: &mut PgConnection, slug: &str) -> sqlx::Result<Option<ProductId>> {
    let id = sqlx::query_scalar!("SELECT id FROM products WHERE slug = $1 AND active", slug);
    Ok(id.fetch_optional(conn).await?.map(ProductId::from_uuid))
}

/// How many reviews of the phone wait for the staff.
pub async fn pending_of(conn: &mut PgConnection, phone: &Phone) -> sqlx::Result<u32> {
    let pending = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM reviews WHERE phone = $1 AND state = 'pending'"#,
        phone.as_str()
    );
    count("pending", pending.fetch_one(conn).await?)
}

/// How many pictures wait for the staff.
pub async fn pending_pictures(conn: &mut PgConnection) -> sqlx::Result<u32> {
    let pending = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM reviews WHERE state = 'pending' AND images <> '[]'"#
    );
    count("pending", pending.fetch_one(conn).await?)
}

/// Keeps a review that waits for the staff; whether its writer bought the product is looked up.
pub async fn insert_in(
    tx: &mut PgConnection,
    id: ReviewId,
    submission: &Submission,
    images: &[StoredSize],
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO reviews (id, product_id, state, rating, body, name, email, phone, purchased_on, images, created_at, verified)
         VALUES ($1, $2, 'pending', $3, $4, $5, $6, $7, $8, $9, $10,
                 EXISTS (SELECT FROM purchases p WHERE p.phone = $7 AND p.product_id = $2 AND p.delivered))",
        id.uuid(),
        submission.product.uuid(),
        i16::from(submission.rating.stars()),
        submission.text,
        submission.name,
        submission.email.as_str(),
        submission.phone.as_str(),
        submission.purchased_on,
        Json(images) as _,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Saves the review over the version before it.
pub async fn save_in(tx: &mut PgConnection, review: &Review) -> sqlx::Result<()> {
    let done = sqlx::query!(
        "UPDATE reviews SET version = $2::bigint, state = $3, reply = $4, replied_at = $5
          WHERE id = $1 AND version = $2::bigint - 1",
        review.id.uuid(),
        version_column(review.version),
        <&str>::from(review.state),
        review.reply.as_ref().map(|reply| reply.text.as_str()).unwrap_or_default(),
        review.reply.as_ref().map(|reply| reply.at),
    )
    .execute(tx)
    .await?;
    ensure_changed(done.rows_affected())
}

/// Counts a published review, or no longer (`by` is -1).
pub async fn count_in(
    tx: &mut PgConnection,
    product: ProductId,
    rating: Rating,
    by: i32,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO product_ratings (product_id, counts) VALUES ($1, '{0, 0, 0, 0, 0}') ON CONFLICT DO NOTHING",
        product.uuid()
    )
    .execute(&mut *tx)
    .await?;
    let done = sqlx::query!(
        "UPDATE product_ratings SET counts[$2] = counts[$2] + $3 WHERE product_id = $1",
        product.uuid(),
        i32::from(rating.stars()),
        by,
    )
    .execute(tx)
    .await?;
    ensure_changed(done.rows_affected())
}

/// What the published reviews of a product come to.
pub async fn ratings(conn: &mut PgConnection, product: ProductId) -> sqlx::Result<Ratings> {
    let counts =
        sqlx::query_scalar!("SELECT counts FROM product_ratings WHERE product_id = $1", product.uuid());
    let Some(counts) = counts.fetch_optional(conn).await? else { return Ok(Ratings::default()) };
    let counts =
        counts.into_iter().map(|number| count("counts", number)).collect::<sqlx::Result<Vec<_>>>()?;
    let five = <[u32; 5]>::try_from(counts).map_err(|counts| damaged("counts", counts.len()))?;
    Ok(Ratings(five))
}
