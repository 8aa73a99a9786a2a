//! The gRPC interface of reviews.

use souk_idempotency::IdempotencyKey;
use souk_kernel::{Changed, Permission, ReviewId, rfc3339};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::reviews_server::Reviews as Service;
use souk_rpc::{Failure, Violations, actor, localized_to_proto};
use tonic::{Request, Response, Status};

use super::{Decision, Review, ReviewError, Reviews, parse};
use crate::failure::checked;

pub struct ReviewsRpc {
    reviews: Reviews,
}

impl ReviewsRpc {
    pub fn new(reviews: Reviews) -> Self {
        Self { reviews }
    }

    async fn review(&self, id: ReviewId) -> Result<proto::Review, Failure> {
        Ok(message(self.reviews.get(id).await?))
    }
}

#[tonic::async_trait]
impl Service for ReviewsRpc {
    async fn submit_review(
        &self,
        request: Request<proto::SubmitReviewRequest>,
    ) -> Result<Response<proto::SubmitReviewResponse>, Status> {
        let mut request = request.into_inner();
        let mut found = Violations::default();
        let key = std::mem::take(&mut request.idempotency_key);
        let key = IdempotencyKey::check(&mut found, "submit_review", &key, &request);
        let submission = parse::submission(&request, self.reviews.context.clock.now(), &mut found);
        let submission = checked(submission, found)?;
        let answer = self.reviews.submit(&key, &submission, request.image).await;
        Ok(Response::new(answer.map_err(Failure::from)?))
    }

    async fn get_product_reviews(
        &self,
        request: Request<proto::GetProductReviewsRequest>,
    ) -> Result<Response<proto::GetProductReviewsResponse>, Status> {
        let request = request.into_inner();
        let filter = parse::published(&request)?;
        let page = self.reviews.published(&request.slug, filter).await.map_err(Failure::from)?;
        let json = serde_json::to_vec(&page).map_err(ReviewError::from).map_err(Failure::from)?;
        Ok(Response::new(proto::GetProductReviewsResponse { json }))
    }

    async fn list_reviews(
        &self,
        request: Request<proto::ListReviewsRequest>,
    ) -> Result<Response<proto::ListReviewsResponse>, Status> {
        actor(&request)?.require(Permission::ReviewsModerate)?;
        let filter = parse::list(request.get_ref())?;
        let (reviews, total) = self.reviews.list(&filter).await.map_err(Failure::from)?;
        let reviews = reviews.into_iter().map(message).collect();
        Ok(Response::new(proto::ListReviewsResponse { reviews, total: total.rows, more: total.more }))
    }

    async fn get_review(
        &self,
        request: Request<proto::GetReviewRequest>,
    ) -> Result<Response<proto::Review>, Status> {
        actor(&request)?.require(Permission::ReviewsModerate)?;
        let mut found = Violations::default();
        let id = checked(found.id("id", &request.get_ref().id), found)?;
        Ok(Response::new(self.review(id).await?))
    }

    async fn moderate_review(
        &self,
        request: Request<proto::ModerateReviewRequest>,
    ) -> Result<Response<proto::Review>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::ReviewsModerate)?;
        let proto::ModerateReviewRequest { id, state, version } = request.into_inner();
        let mut found = Violations::default();
        let id = found.id("id", &id);
        let decision: Option<Decision> = found.check("state", "form.validation.status", state.parse());
        let (id, decision) = checked(id.zip(decision), found)?;
        let (review, moderated) =
            self.reviews.moderate(&actor, (id, version), decision).await.map_err(Failure::from)?;
        let changed = Some(moderated == Changed::Yes);
        Ok(Response::new(proto::Review { changed, ..message(review) }))
    }

    async fn reply_to_review(
        &self,
        request: Request<proto::ReplyToReviewRequest>,
    ) -> Result<Response<proto::Review>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::ReviewsModerate)?;
        let proto::ReplyToReviewRequest { id, version, text } = request.into_inner();
        let mut found = Violations::default();
        let given = found.id("id", &id).zip(parse::reply(&text, &mut found));
        let (id, text) = checked(given, found)?;
        let review = self.reviews.reply(&actor, (id, version), &text).await.map_err(Failure::from)?;
        Ok(Response::new(message(review)))
    }
}

fn message(review: Review) -> proto::Review {
    let (reply, replied_at) = review.reply.map(|reply| (reply.text, rfc3339(reply.at))).unwrap_or_default();
    proto::Review {
        id: review.id.to_string(),
        version: review.version,
        state: <&str>::from(review.state).to_owned(),
        product_id: review.product.to_string(),
        product_name: Some(localized_to_proto(&review.product_name)),
        product_slug: review.product_slug,
        rating: review.rating.stars().into(),
        text: review.text,
        name: review.name,
        email: review.email,
        phone: review.phone,
        purchase_date: review.purchased_on.to_string(),
        verified: review.verified,
        images: review.images.into_iter().map(|size| size.url).collect(),
        reply,
        replied_at,
        created_at: rfc3339(review.created_at),
        changed: None,
    }
}
