//! What shoppers say of a product (spec 3 "Review"), and what their ratings come to.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A published review. Nothing that its writer gave beside their name is here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// Id.
    pub id: String,
    /// 1 to 5.
    pub rating: u8,
    /// In whatever language it was written.
    pub text: String,
    /// RFC 3339.
    pub created_at: String,
    /// As its writer calls themselves.
    pub user: String,
    /// Its picture, if it has one.
    pub images: Vec<ReviewImage>,
    /// Whether an order with the writer's phone that holds the product was delivered.
    pub verified: bool,
    /// What the shop answers; empty without an answer.
    pub reply: String,
}

/// A picture of a review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewImage {
    /// Path of what is shown in the list.
    pub display_url: String,
    /// Path of the same picture, larger.
    pub url: String,
    /// Pixels of what is shown in the list.
    pub width: u32,
    /// Pixels of what is shown in the list.
    pub height: u32,
}

/// What the published reviews of a product come to.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rating {
    /// Of 5, with one decimal; 0 without reviews.
    pub average: Stars,
    /// Published reviews.
    pub count: u32,
    /// How many of 1, 2, 3, 4 and 5 stars.
    pub counts: Vec<u32>,
}

/// An average number of stars, with one decimal.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
pub struct Stars(f64);

/// A page of a product's published reviews.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reviews {
    /// In the order asked for.
    pub reviews: Vec<Review>,
    /// Of all of the product's reviews.
    pub rating: Rating,
}

impl Stars {
    #[expect(clippy::float_arithmetic, reason = "a rating is no price")]
    pub fn from_tenths(tenths: u32) -> Self {
        Self(f64::from(tenths) / 10.0)
    }
}

impl std::fmt::Display for Stars {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.1}", self.0)
    }
}
