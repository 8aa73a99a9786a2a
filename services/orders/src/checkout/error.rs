//! What can keep an order from being placed.

use std::time::Duration;

use souk_kernel::{Money, QuantityBreach};
use souk_rpc::{Failure, Kind, Violation};

use super::basket::{Problem, ProblemCause, RuleBreach, ShortLine};
use super::limits::LimitError;
use crate::orders::Undeliverable;
use crate::sellables::Unsellable;
use crate::sellables::packs::ChoiceError;

/// After which a shopper whom the crowd kept out may try again.
const BUSY_WAIT: Duration = Duration::from_secs(2);

/// Why an order was not placed.
#[derive(Debug, thiserror::Error)]
pub enum CheckoutError {
    #[error("some lines can't be ordered")]
    Lines(Vec<Problem>),
    #[error(transparent)]
    Undeliverable(#[from] Undeliverable),
    /// The copy of the catalogue is being filled with what prices follow from.
    #[error("what a product costs is being read from the catalogue")]
    Unpriceable,
    #[error("the total is {total} dinars now")]
    PriceChanged { total: Money },
    #[error(transparent)]
    Limit(#[from] LimitError),
    #[error("there is not enough stock")]
    OutOfStock(Vec<ShortLine>),
    #[error("the next order can be placed in {} seconds", wait.as_secs())]
    Cooldown { wait: Duration },
    /// For another request, or so long ago that its answer is gone.
    #[error("the key was used before")]
    KeyReused,
    /// While the shop is closed.
    #[error("nothing was placed under this key, and the shop is closed")]
    NotPlaced,
    #[error("the same request is being worked on")]
    InFlight,
    /// More orders come than can be worked on; nothing was begun for this one.
    #[error("too many orders are being placed at this moment")]
    Busy,
    /// It took too long, and what was begun may still be stored.
    #[error("whether the order was placed is not known yet")]
    Late,
    /// The database was asked to commit and its answer got lost: the order may be there.
    #[error("whether the order was placed is not known yet")]
    Uncertain(#[source] sqlx::Error),
    #[error(transparent)]
    Refused(#[from] Failure),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl CheckoutError {
    /// As of lines that stand at these places among others.
    #[must_use]
    pub fn of_places(self, places: &[usize]) -> Self {
        let Self::Lines(problems) = self else { return self };
        let moved = problems.into_iter().filter_map(|Problem { line, cause }| {
            places.get(line).map(|place| Problem { line: *place, cause })
        });
        Self::Lines(moved.collect())
    }

    /// Whether an order may be stored all the same.
    pub const fn is_open(&self) -> bool {
        matches!(self, Self::Late | Self::Uncertain(_) | Self::InFlight)
    }
}

impl From<CheckoutError> for Failure {
    fn from(error: CheckoutError) -> Self {
        let text = error.to_string();
        match error {
            CheckoutError::Lines(problems) => invalid_lines(&problems, text),
            CheckoutError::Undeliverable(error) => error.into(),
            CheckoutError::Unpriceable => Self::unavailable(text).retry_after(Duration::from_secs(5)),
            CheckoutError::PriceChanged { total } => {
                Self::precondition("orders.price_changed", text).with("total", total.centimes())
            }
            CheckoutError::Limit(error) => limit(error),
            CheckoutError::OutOfStock(lines) => out_of_stock(&lines, text),
            CheckoutError::Cooldown { wait } => Self::new(Kind::RateLimited, "orders.cooldown", text)
                .with("seconds", wait.as_secs())
                .retry_after(wait),
            CheckoutError::KeyReused => {
                Self::new(Kind::Invalid, "orders.idempotency_key_reused", text).violating(vec![
                    Violation::new("Idempotency-Key", "form.validation.idempotencyKeyReused", "used before"),
                ])
            }
            CheckoutError::NotPlaced => Self::precondition("orders.not_placed", text),
            CheckoutError::InFlight => {
                Self::conflict("orders.in_flight", text).retry_after(Duration::from_secs(1))
            }
            CheckoutError::Busy => Self::busy("orders.busy", text).retry_after(BUSY_WAIT),
            CheckoutError::Late => Self::unavailable(text),
            CheckoutError::Uncertain(cause) => Self::unavailable(text).because(cause),
            CheckoutError::Refused(failure) => failure,
            CheckoutError::Database(error) => souk_database::failure(error),
        }
    }
}

fn invalid_lines(problems: &[Problem], text: String) -> Failure {
    let refused = Failure::new(Kind::Invalid, "orders.invalid_lines", text)
        .violating(problems.iter().map(violation).collect());
    problems.iter().fold(refused, |refused, problem| match problem.cause {
        ProblemCause::Rule(RuleBreach { rule, .. }) => {
            let field = |name| format!("products[{}].{name}", problem.line);
            // Of what has no maximum it is not told.
            let told = refused.with(field("minimumQuantity"), rule.minimum());
            let told = told.with(field("quantityStep"), rule.step());
            rule.maximum().into_iter().fold(told, |told, most| told.with(field("maximumQuantity"), most))
        }
        ProblemCause::Awaited(day) => refused.with(format!("products[{}].availableFrom", problem.line), day),
        ProblemCause::BelowWholesale(minimum) => {
            refused.with(format!("products[{}].wholesaleMinimum", problem.line), minimum)
        }
        _ => refused,
    })
}

fn limit(error: LimitError) -> Failure {
    let text = error.to_string();
    match error {
        LimitError::Lines(problems) => invalid_lines(&problems, text),
        LimitError::Pieces { most } => too_large(text).with("most", most),
        LimitError::Things { most } => too_large(text).with("most", most),
    }
}

fn too_large(text: String) -> Failure {
    let violation = Violation::new("products", "form.validation.tooManyPieces", text.clone());
    Failure::new(Kind::Invalid, "orders.cart_too_large", text).violating(vec![violation])
}

fn violation(problem: &Problem) -> Violation {
    let (part, key) = match problem.cause {
        ProblemCause::Unsellable(Unsellable::Product) => ("product", "form.validation.product"),
        ProblemCause::Unsellable(Unsellable::Combination) => ("combination", "form.validation.combination"),
        ProblemCause::Unsellable(Unsellable::Wholesale) => ("product", "form.validation.wholesalePrice"),
        ProblemCause::Choice(error) => return wrong_choice(problem.line, error),
        ProblemCause::Quantity(_) | ProblemCause::Money(_) => ("quantity", "form.validation.quantity"),
        ProblemCause::TooMany(_) => ("quantity", "form.validation.tooManyPieces"),
        ProblemCause::Awaited(_) => ("product", "form.validation.awaited"),
        ProblemCause::BelowWholesale(_) => ("quantity", "form.validation.wholesaleMinimum"),
        ProblemCause::Rule(RuleBreach { breach, .. }) => ("quantity", broken_rule(breach)),
    };
    Violation::new(format!("products[{}].{part}", problem.line), key, problem.cause.to_string())
}

const fn broken_rule(breach: QuantityBreach) -> &'static str {
    match breach {
        QuantityBreach::Minimum(_) => "form.validation.belowMinimum",
        QuantityBreach::Maximum(_) => "form.validation.aboveMaximum",
        QuantityBreach::Step(_) => "form.validation.offStep",
    }
}

/// What was not chosen, or chosen wrongly, in a line.
pub fn wrong_choice(line: usize, error: ChoiceError) -> Violation {
    let field = match error {
        ChoiceError::Missing => format!("products[{line}].choices"),
        ChoiceError::Wrong(at) => format!("products[{line}].choices[{at}]"),
    };
    Violation::new(field, "form.validation.choice", error.to_string())
}

/// Names the lines, and as `products[2].available` how many of one can be had where they are few.
fn out_of_stock(lines: &[ShortLine], text: String) -> Failure {
    let violation = |line: &ShortLine| {
        let field = format!("products[{}].quantity", line.place);
        Violation::new(field, "form.validation.outOfStock", "not enough in stock")
    };
    let refused = Failure::precondition("orders.out_of_stock", text);
    let refused = refused.violating(lines.iter().map(violation).collect());
    let told = lines.iter().filter_map(|line| Some((line.place, line.left?)));
    told.fold(refused, |refused, (place, left)| refused.with(format!("products[{place}].available"), left))
}
