//! What can go wrong with an order that was placed.

use souk_kernel::Money;
use souk_rpc::{Failure, Kind};

use super::destination::Undeliverable;
use super::steps::StepError;

/// Why an order can't be shown or changed.
#[derive(Debug, thiserror::Error)]
pub enum OrdersError {
    #[error("there is no such order")]
    NotFound,
    #[error("an order is placed by its shopper and settled by a payment")]
    NotAStaffStep,
    #[error("there is not enough stock for the order")]
    OutOfStock,
    #[error(transparent)]
    Step(#[from] StepError),
    #[error(transparent)]
    Correction(#[from] CorrectionError),
    #[error("the order's goods are being packed or left already, or the order ended")]
    GoodsTaken,
    #[error("goods of the order are in, or go to, a warehouse that is not one of yours")]
    ForeignWarehouse,
    /// No right to it, or inventory refused it.
    #[error(transparent)]
    Refused(#[from] Failure),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Why an order is not corrected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CorrectionError {
    #[error("the order's parcel left already, or the order ended")]
    Left,
    #[error("an address is required for delivery to the door")]
    AddressMissing,
    #[error("the total is {total} dinars now")]
    PriceChanged { total: Money },
    #[error(transparent)]
    Undeliverable(#[from] Undeliverable),
}

impl OrdersError {
    /// Whether the next order would fare no better: it is the database that is away.
    pub fn is_of_connection(&self) -> bool {
        matches!(self, Self::Database(error) if souk_database::of_connection(error).is_some())
    }
}

impl From<OrdersError> for Failure {
    fn from(error: OrdersError) -> Self {
        let text = error.to_string();
        match error {
            OrdersError::NotFound => Self::not_found("orders.unknown_order", text),
            OrdersError::NotAStaffStep => Self::precondition("orders.illegal_transition", text),
            OrdersError::OutOfStock => Self::precondition("orders.out_of_stock", text),
            OrdersError::Step(StepError::Stale) => Self::new(Kind::Conflict, "orders.stale_version", text),
            OrdersError::Step(StepError::Illegal { from, to }) => {
                Self::precondition("orders.illegal_transition", text)
                    .with("from", from.as_ref())
                    .with("to", to.as_ref())
            }
            OrdersError::Step(StepError::StockNotHeld) => Self::precondition("orders.stock_not_held", text),
            OrdersError::Step(StepError::ReasonMissing) => {
                Self::invalid_field("reason", "form.validation.reason", text)
            }
            OrdersError::Step(StepError::StillPaid) => Self::precondition("orders.still_paid", text),
            OrdersError::Correction(error) => error.into(),
            OrdersError::ForeignWarehouse => Self::new(Kind::Forbidden, "orders.foreign_warehouse", text),
            OrdersError::GoodsTaken => Self::precondition("orders.goods_taken", text),
            OrdersError::Refused(failure) => failure,
            OrdersError::Database(error) => souk_database::failure(error),
        }
    }
}

impl From<CorrectionError> for Failure {
    fn from(error: CorrectionError) -> Self {
        let text = error.to_string();
        match error {
            CorrectionError::Left => Self::precondition("orders.already_left", text),
            CorrectionError::AddressMissing => {
                Self::invalid_field("address", "form.validation.address", text)
            }
            CorrectionError::PriceChanged { total } => {
                Self::precondition("orders.price_changed", text).with("total", total.centimes())
            }
            CorrectionError::Undeliverable(error) => error.into(),
        }
    }
}
