//! The JSON of reviews on staff screens.

use serde::Serialize;
use souk_kernel::{Language, Page};
use souk_proto::catalog::v1 as proto;
use utoipa::ToSchema;

use crate::text::pick;

/// A page of the reviews.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewList {
    /// The rows of the page.
    pub reviews: Vec<ReviewDetail>,
    /// Rows that match, 10,000 at most.
    pub total: u64,
    /// Whether more rows match than `total` says.
    pub more: bool,
    /// From 1.
    pub page: u32,
    /// Rows per page.
    pub size: u32,
    /// Pages that can be asked for: as many as 10,000 rows fill, at most.
    pub page_count: u64,
}

/// A review as staff see it, with who wrote it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewDetail {
    /// Id.
    pub id: String,
    /// To be sent back with an answer.
    pub version: u64,
    /// `pending`, `approved` or `refused`.
    pub state: String,
    /// Id.
    pub product_id: String,
    /// In the answer's language.
    pub product_name: String,
    /// 1 to 5.
    pub rating: u32,
    /// As it was written.
    pub text: String,
    /// As its writer calls themselves.
    pub name: String,
    /// Of its writer.
    pub email: String,
    /// Of its writer: 10 digits starting with 0.
    pub phone: String,
    /// As its writer says: `2026-11-30`.
    pub purchase_date: String,
    /// Whether an order with this phone that holds the product was delivered, and not taken back.
    pub verified: bool,
    /// Path of its picture; null without one.
    pub image: Option<String>,
    /// What the shop answers; empty without an answer.
    pub reply: String,
    /// RFC 3339; null without an answer.
    pub replied_at: Option<String>,
    /// RFC 3339.
    pub created_at: String,
}

impl ReviewList {
    pub fn new(answer: proto::ListReviewsResponse, page: Page, language: Language) -> Self {
        Self {
            reviews: answer.reviews.into_iter().map(|review| ReviewDetail::new(review, language)).collect(),
            total: answer.total,
            more: answer.more,
            page: page.number(),
            size: page.size(),
            page_count: page.count_within_reach(answer.total),
        }
    }
}

impl ReviewDetail {
    pub fn new(review: proto::Review, language: Language) -> Self {
        Self {
            id: review.id,
            version: review.version,
            state: review.state,
            product_id: review.product_id,
            product_name: pick(review.product_name.as_ref(), language),
            rating: review.rating,
            text: review.text,
            name: review.name,
            email: review.email,
            phone: review.phone,
            purchase_date: review.purchase_date,
            verified: review.verified,
            image: review.images.into_iter().next_back(),
            reply: review.reply,
            replied_at: Some(review.replied_at).filter(|at| !at.is_empty()),
            created_at: review.created_at,
        }
    }
}
