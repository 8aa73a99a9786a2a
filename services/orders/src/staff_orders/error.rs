//! What can keep staff from making an order, or from changing what one has.

use souk_rpc::Failure;

use crate::checkout::CheckoutError;
use crate::orders::OrdersError;

/// Why an order is not priced, made or changed.
#[derive(Debug, thiserror::Error)]
pub enum StaffOrderError {
    /// Its place in the request: it names no line of the order, another thing's, or one that is named before.
    #[error("there is no such line in the order")]
    Line(usize),
    #[error(transparent)]
    Checkout(#[from] CheckoutError),
    #[error(transparent)]
    Orders(#[from] OrdersError),
    /// No right to it, or inventory refused it.
    #[error(transparent)]
    Refused(#[from] Failure),
}

impl From<StaffOrderError> for Failure {
    fn from(error: StaffOrderError) -> Self {
        let text = error.to_string();
        match error {
            StaffOrderError::Line(place) => {
                Self::invalid_field(format!("products[{place}].line"), "form.validation.line", text)
            }
            StaffOrderError::Checkout(error) => error.into(),
            StaffOrderError::Orders(error) => error.into(),
            StaffOrderError::Refused(failure) => failure,
        }
    }
}
