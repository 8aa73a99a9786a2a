//! Why a draft was not stored.

use std::time::Duration;

use souk_rpc::{Failure, Kind, Violation};

use super::model::{UnknownCause, UnknownLine};
use crate::sellables::Unsellable;
use crate::sellables::packs::ChoiceError;

/// After which others of the network's drafts are old.
const WAIT: Duration = Duration::from_mins(10);

/// What can keep a draft from being stored.
#[derive(Debug, thiserror::Error)]
pub enum CartError {
    #[error("some lines are not sold")]
    Lines(Vec<UnknownLine>),
    #[error("too many carts were drafted from this network address")]
    TooMany,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl From<CartError> for Failure {
    fn from(error: CartError) -> Self {
        let text = error.to_string();
        match error {
            CartError::Lines(lines) => Self::new(Kind::Invalid, "orders.invalid_cart", text)
                .violating(lines.iter().map(violation).collect()),
            CartError::TooMany => Self::new(Kind::RateLimited, "orders.draft_limit", text.clone())
                .violating(vec![Violation::new("clientAddress", "form.validation.tooMuchOpen", text)])
                .retry_after(WAIT),
            CartError::Database(error) => souk_database::failure(error),
        }
    }
}

fn violation(UnknownLine { line, cause }: &UnknownLine) -> Violation {
    let (part, key) = match cause {
        UnknownCause::Unsellable(Unsellable::Product | Unsellable::Wholesale) => {
            ("product", "form.validation.product")
        }
        UnknownCause::Unsellable(Unsellable::Combination) => ("combination", "form.validation.combination"),
        UnknownCause::Choice(ChoiceError::Missing) => ("choices", "form.validation.choice"),
        UnknownCause::Choice(ChoiceError::Wrong(at)) => {
            let field = format!("products[{line}].choices[{at}]");
            return Violation::new(field, "form.validation.choice", cause.to_string());
        }
    };
    Violation::new(format!("products[{line}].{part}"), key, cause.to_string())
}
