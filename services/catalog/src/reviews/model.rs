//! Reviews: what a shopper said of a product, what the staff made of it, and what their ratings come to. Pure.

use souk_audit::Subject;
use souk_kernel::{Changed, Email, LocalizedText, Phone, ProductId, ReviewId};
use time::{Date, OffsetDateTime};

use crate::media::StoredSize;

/// Reviews of one phone that may wait for the staff: more come from nobody who bought here.
pub const MOST_PENDING: u32 = 10;

/// Pictures of reviews that may wait for the staff, of all phones: phones are easily invented, the disk is not.
pub const MOST_PENDING_PICTURES: u32 = 500;

/// One to five stars (spec 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rating(u8);

/// The number is no rating.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a rating is from 1 to 5")]
pub struct RatingError;

/// Where a review stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr, strum::EnumIter)]
#[strum(serialize_all = "snake_case")]
pub enum State {
    Pending,
    Approved,
    Refused,
}

/// What staff say of a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Decision {
    Approved,
    Refused,
}

/// A review as it was sent, its picture stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    pub product: ProductId,
    pub rating: Rating,
    pub text: String,
    /// As the shopper calls themselves.
    pub name: String,
    pub email: Email,
    pub phone: Phone,
    /// As the shopper says.
    pub purchased_on: Date,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Review {
    pub id: ReviewId,
    pub version: u64,
    pub state: State,
    pub product: ProductId,
    pub product_name: LocalizedText,
    pub product_slug: String,
    pub rating: Rating,
    pub text: String,
    pub name: String,
    pub email: String,
    pub phone: String,
    pub purchased_on: Date,
    pub verified: bool,
    /// The sizes of its picture; none without one.
    pub images: Vec<StoredSize>,
    pub reply: Option<Reply>,
    pub created_at: OffsetDateTime,
}

/// What the shop answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    pub text: String,
    pub at: OffsetDateTime,
}

/// How many published reviews a product has of each rating, from 1 to 5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ratings(pub [u32; 5]);

impl Rating {
    pub fn new(stars: u32) -> Result<Self, RatingError> {
        u8::try_from(stars).ok().filter(|stars| (1..=5).contains(stars)).map(Self).ok_or(RatingError)
    }

    pub const fn stars(self) -> u8 {
        self.0
    }
}

impl From<Decision> for State {
    fn from(decision: Decision) -> Self {
        match decision {
            Decision::Approved => Self::Approved,
            Decision::Refused => Self::Refused,
        }
    }
}

impl Review {
    /// As the audit log names it: by its product, as who wrote it is nobody's business there.
    pub fn subject(&self) -> Subject {
        Subject::new("review", self.id, self.product_name.fr.clone())
    }

    /// What the audit log tells of it; nothing of who wrote it.
    pub fn facts(&self) -> serde_json::Value {
        serde_json::json!({
            "state": <&str>::from(self.state), "rating": self.rating.stars(), "text": self.text,
            "reply": self.reply.as_ref().map(|reply| &reply.text),
        })
    }

    pub fn is_public(&self) -> bool {
        self.state == State::Approved
    }

    /// The review as it is after the decision, which may be another than before.
    pub fn moderate(&mut self, decision: Decision) -> Changed {
        let state = decision.into();
        if self.state == state {
            return Changed::Already;
        }
        self.state = state;
        self.version += 1;
        Changed::Yes
    }

    /// The review with the shop's answer, which may be taken away.
    pub fn answer(&mut self, text: &str, now: OffsetDateTime) -> Changed {
        if self.reply.as_ref().map(|reply| reply.text.as_str()).unwrap_or_default() == text {
            return Changed::Already;
        }
        self.reply = (!text.is_empty()).then(|| Reply { text: text.to_owned(), at: now });
        self.version += 1;
        Changed::Yes
    }
}

impl Ratings {
    /// Published reviews.
    pub fn count(self) -> u32 {
        self.0.iter().sum()
    }

    /// The average in tenths of a star, rounded half up; 0 of none.
    pub fn tenths(self) -> u32 {
        let stars: u64 = (1..).zip(self.0).map(|(stars, count)| stars * u64::from(count)).sum();
        let count = u64::from(self.count());
        let tenths = (stars * 20 + count).checked_div(count * 2).unwrap_or_default();
        u32::try_from(tenths).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_average_is_rounded_half_up() {
        assert_eq!(Ratings([0; 5]).tenths(), 0);
        assert_eq!(Ratings([0, 0, 0, 0, 3]).tenths(), 50);
        assert_eq!(Ratings([0, 0, 0, 1, 2]).tenths(), 47, "4.666…");
        assert_eq!(Ratings([0, 0, 0, 19, 1]).tenths(), 41, "4.05");
    }

    #[test]
    fn a_rating_has_one_to_five_stars() {
        assert_eq!(Rating::new(5).map(Rating::stars), Ok(5));
        assert!([0, 6, 256, u32::MAX].into_iter().all(|stars| Rating::new(stars).is_err()));
    }

    proptest! {
        #[test]
        fn an_average_lies_between_the_ratings(counts in prop::array::uniform5(0_u32..1_000_000)) {
            let ratings = Ratings(counts);
            prop_assume!(ratings.count() > 0);
            prop_assert!((10..=50).contains(&ratings.tenths()));
        }
    }
}
