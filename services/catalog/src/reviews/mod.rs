//! What shoppers say of products: sent from the product page, decided and answered by staff. A review that is approved shows on the
//! product's page and counts for its rating; what its ratings come to is kept with each decision.

mod list;
mod model;
mod parse;
mod published;
mod purchases;
mod rpc;
mod store;

use souk_audit::Change;
use souk_bus::Meta;
use souk_idempotency::{IdempotencyError, IdempotencyKey};
use souk_kernel::{Changed, Counted, ReviewId};
use souk_proto::catalog::v1::{ReviewChanged, SubmitReviewResponse};
use souk_rpc::{Actor, Failure, Kind};
use souk_views as views;
use sqlx::PgConnection;
use uuid::Uuid;

pub use list::ListFilter;
pub use model::{Decision, Review, Submission};
pub use published::{PublishedFilter, published};
pub use purchases::note_in;
pub use rpc::ReviewsRpc;

use self::model::{MOST_PENDING, MOST_PENDING_PICTURES};
use crate::context::Context;
use crate::failure::of_media;
use crate::media::{Media, MediaError, StoredSize};
use crate::revision;

/// When somebody with too many waiting reviews may try again: staff read them once a day at least.
const UNTIL_READ: std::time::Duration = std::time::Duration::from_hours(1);

/// The use cases of reviews.
#[derive(Clone)]
pub struct Reviews {
    context: Context,
    media: Media,
}

/// Why something could not be done with a review.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    #[error("there is no such review")]
    Unknown,
    #[error("no such product is sold")]
    UnknownProduct,
    #[error("the review was changed by somebody else; it is at version {0}")]
    Stale(u64),
    #[error("too many reviews wait to be read")]
    TooMany,
    #[error(transparent)]
    Media(#[from] MediaError),
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    #[error("the page could not be written")]
    Json(#[from] serde_json::Error),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl Reviews {
    pub fn new(context: Context, media: Media) -> Self {
        Self { context, media }
    }

    /// Takes a review once per idempotency key; `picture` may be empty.
    pub async fn submit(
        &self,
        key: &IdempotencyKey,
        submission: &Submission,
        picture: Vec<u8>,
    ) -> Result<SubmitReviewResponse, ReviewError> {
        if let Some(answer) = self.admit(key, submission, !picture.is_empty()).await? {
            return Ok(answer);
        }
        let images = match picture {
            picture if picture.is_empty() => Vec::new(),
            picture => {
                let name = self.context.clock.uuid();
                self.media.store_for_review(submission.product, name, picture).await?
            }
        };
        let kept = self.keep(key, submission, &images).await;
        // A twin was faster, or there was no room any more: nothing names the files. Where the database failed it may have kept
        // the review all the same.
        if !matches!(&kept, Ok((_, Changed::Yes)) | Err(ReviewError::Database(_))) {
            self.media.remove(&images).await?;
        }
        kept.map(|(answer, _)| answer)
    }

    /// The stored answer of a repeat; a refusal before the picture is worked on, which [`Self::keep`] asks for again.
    async fn admit(
        &self,
        key: &IdempotencyKey,
        submission: &Submission,
        has_picture: bool,
    ) -> Result<Option<SubmitReviewResponse>, ReviewError> {
        let mut conn = self.context.pool.acquire().await?;
        if let Some(answer) = key.claim_in(&mut conn).await? {
            return Ok(Some(answer));
        }
        require_room(&mut conn, submission, has_picture).await?;
        Ok(None)
    }

    /// Keeps the review with the answer of its key; `Already` where a twin did.
    async fn keep(
        &self,
        key: &IdempotencyKey,
        submission: &Submission,
        images: &[StoredSize],
    ) -> Result<(SubmitReviewResponse, Changed), ReviewError> {
        let mut tx = self.context.pool.begin().await?;
        if let Some(answer) = key.claim_in(&mut tx).await? {
            return Ok((answer, Changed::Already));
        }
        store::lock_phone_in(&mut tx, submission.phone.as_str()).await?;
        require_room(&mut tx, submission, !images.is_empty()).await?;
        let (id, now) = (ReviewId::new(self.context.clock.as_ref()), self.context.clock.now());
        store::insert_in(&mut tx, id, submission, images, now).await?;
        let review = store::find(&mut tx, id).await?.ok_or(ReviewError::Unknown)?;
        announce_in(&mut tx, &self.context, &review).await?;
        let answer = SubmitReviewResponse { id: id.to_string() };
        key.store_in(&mut tx, &answer, now).await?;
        self.context.commit(tx).await?;
        Ok((answer, Changed::Yes))
    }

    /// A page of what shoppers read of the product at an address.
    pub async fn published(
        &self,
        slug: &str,
        filter: PublishedFilter,
    ) -> Result<views::Reviews, ReviewError> {
        let mut tx = souk_database::snapshot(&self.context.pool).await?;
        let product = store::sold_at(&mut tx, slug).await?.ok_or(ReviewError::UnknownProduct)?;
        let page = published(&mut tx, product, filter).await?;
        tx.commit().await?;
        Ok(page)
    }

    /// A page of the staff's list and how many match.
    pub async fn list(&self, filter: &ListFilter) -> Result<(Vec<Review>, Counted), ReviewError> {
        let mut tx = souk_database::snapshot(&self.context.pool).await?;
        let listed = list::list(&mut tx, filter).await?;
        tx.commit().await?;
        Ok(listed)
    }

    pub async fn get(&self, id: ReviewId) -> Result<Review, ReviewError> {
        let mut conn = self.context.pool.acquire().await?;
        store::find(&mut conn, id).await?.ok_or(ReviewError::Unknown)
    }

    /// Approves or refuses the review that was read at `version`, and tells it as it is then; the same again is success and changes
    /// nothing.
    pub async fn moderate(
        &self,
        actor: &Actor,
        (id, version): (ReviewId, u64),
        decision: Decision,
    ) -> Result<(Review, Changed), ReviewError> {
        let mut tx = self.context.pool.begin().await?;
        let mut review = store::lock_in(&mut tx, id).await?.ok_or(ReviewError::Unknown)?;
        let before = review.clone();
        if review.moderate(decision) == Changed::Already {
            return Ok((review, Changed::Already));
        }
        // 0: as it is now, of a gateway or a job from before versions were sent.
        if version != 0 && before.version != version {
            return Err(ReviewError::Stale(before.version));
        }
        match (before.is_public(), review.is_public()) {
            (false, true) => store::count_in(&mut tx, review.product, review.rating, 1).await?,
            (true, false) => store::count_in(&mut tx, review.product, review.rating, -1).await?,
            _ => {}
        }
        let (subject, was, is) = (review.subject(), before.facts(), review.facts());
        let change = match decision {
            Decision::Approved => Change::between("catalog.review_approved", subject, was, is),
            Decision::Refused => Change::between("catalog.review_refused", subject, was, is),
        };
        self.change_in(&mut tx, actor, change, (&before, &review)).await?;
        self.context.commit(tx).await?;
        Ok((review, Changed::Yes))
    }

    /// Says the shop's answer to the review that was read at `version`, and tells it as it is then; empty takes the answer away.
    pub async fn reply(
        &self,
        actor: &Actor,
        (id, version): (ReviewId, u64),
        text: &str,
    ) -> Result<Review, ReviewError> {
        let mut tx = self.context.pool.begin().await?;
        let mut review = store::lock_in(&mut tx, id).await?.ok_or(ReviewError::Unknown)?;
        if review.version != version {
            return Err(ReviewError::Stale(review.version));
        }
        let before = review.clone();
        if review.answer(text, self.context.clock.now()) == Changed::Already {
            return Ok(review);
        }
        let (subject, was, is) = (review.subject(), before.facts(), review.facts());
        let change = Change::between("catalog.review_answered", subject, was, is);
        self.change_in(&mut tx, actor, change, (&before, &review)).await?;
        self.context.commit(tx).await?;
        Ok(review)
    }

    /// Saves the change of a review, and tells it to whom it concerns.
    async fn change_in(
        &self,
        tx: &mut PgConnection,
        actor: &Actor,
        change: Change,
        (before, after): (&Review, &Review),
    ) -> sqlx::Result<()> {
        store::save_in(tx, after).await?;
        self.context.audit_in(tx, actor, change).await?;
        announce_in(tx, &self.context, after).await?;
        if before.is_public() || after.is_public() {
            announce_product_in(tx, &[after.product.uuid()]).await?;
        }
        Ok(())
    }
}

/// Refuses what is said of no product that is sold, too much of one phone, and a picture where too many wait.
async fn require_room(
    conn: &mut PgConnection,
    submission: &Submission,
    has_picture: bool,
) -> Result<(), ReviewError> {
    if !store::is_sold(conn, submission.product).await? {
        return Err(ReviewError::UnknownProduct);
    }
    if store::pending_of(conn, &submission.phone).await? >= MOST_PENDING {
        return Err(ReviewError::TooMany);
    }
    if has_picture && store::pending_pictures(conn).await? >= MOST_PENDING_PICTURES {
        return Err(ReviewError::TooMany);
    }
    Ok(())
}

/// Tells open screens what became of a review.
async fn announce_in(tx: &mut PgConnection, context: &Context, review: &Review) -> sqlx::Result<()> {
    let event = ReviewChanged {
        review_id: review.id.to_string(),
        version: review.version,
        product_id: review.product.to_string(),
        state: <&str>::from(review.state).to_owned(),
        rating: review.rating.stars().into(),
        text: review.text.clone(),
        reply: review.reply.as_ref().map(|reply| reply.text.clone()).unwrap_or_default(),
        verified: review.verified,
    };
    context.outbox.add(tx, &event, Meta::new(context.clock.as_ref(), review.id.uuid())).await
}

/// Says that the pages of these products show other reviews. Other writers wait from here on, so it comes last.
async fn announce_product_in(tx: &mut PgConnection, products: &[Uuid]) -> sqlx::Result<()> {
    if !products.is_empty() {
        revision::mark_products_in(tx, products).await?;
    }
    Ok(())
}

impl From<ReviewError> for Failure {
    fn from(error: ReviewError) -> Self {
        let text = error.to_string();
        match error {
            ReviewError::Unknown => Self::not_found("catalog.unknown_review", text),
            ReviewError::UnknownProduct => Self::not_found("catalog.unknown_product", text),
            ReviewError::Stale(version) => {
                Self::conflict("catalog.stale_version", text).with("version", version)
            }
            ReviewError::TooMany => {
                Self::new(Kind::RateLimited, "catalog.too_many_reviews", text).retry_after(UNTIL_READ)
            }
            ReviewError::Media(error) => of_media("image", error),
            ReviewError::Idempotency(error) => error.failure("catalog.idempotency_key_reused"),
            ReviewError::Json(error) => Self::internal(error),
            ReviewError::Database(error) => souk_database::failure(error),
        }
    }
}
