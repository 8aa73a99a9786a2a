//! Orders taken out of a transporter's payment: nothing of a payment is changed, what was wrong is reversed (design 6).

use axum::Json;
use axum::extract::{Path, State};
use http::HeaderMap;
use serde::Deserialize;
use souk_kernel::{OrderId, PaymentId};
use souk_proto::payments::v1 as proto;
use souk_rpc::Violations;
use utoipa::ToSchema;

use super::access::Staff;
use super::edits;
use super::payments::{TransporterPayment, read_payment};
use crate::extract::{self, id};
use crate::idempotency::given_key;
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// What is to be taken out of a payment.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReversePayment {
    /// The version read; another one in the shop is a 409 with the present payment.
    pub version: u64,
    /// 1 to 1000 orders of the payment; absent: all that it still covers.
    #[serde(default)]
    pub order_ids: Option<Vec<String>>,
    /// Why; 1 to 500 characters.
    pub reason: String,
}

/// Takes orders out of a payment, once per `Idempotency-Key`, so that their transporter owes them again.
#[utoipa::path(post, path = "/dashboard/api/payments/transporter-payments/{id}/reversals", tag = "dashboard",
    security(("staff" = [], "csrf" = [])),
    params(("id" = String, Path, description = "The payment's id"), ("Idempotency-Key" = Option<String>, Header,
        description = "Names the reversal, so that repeating it reverses nothing more; 1 to 128 visible ASCII characters")),
    request_body = ReversePayment,
    responses((status = 200, body = TransporterPayment),
        (status = 409, body = ProblemBody, description = "`current` is the present payment; `payments.already_reversed` names the orders")))]
pub async fn reverse_payment(
    State(app): State<App>,
    staff: Staff,
    headers: HeaderMap,
    Path(payment_id): Path<String>,
    extract::Json(body): extract::Json<ReversePayment>,
) -> Result<Json<TransporterPayment>, Problem> {
    let payment = id::<PaymentId>("id", &payment_id)?;
    let request = body.request(payment, staff.idempotency_key(&app, given_key(&headers)?))?;
    let outcome = app.neighbours.by(&staff.actor).transporter_payments()?.reverse_payment(request).await;
    match outcome {
        Ok(answer) => Ok(Json(answer.into_inner().into())),
        Err(status) => Err(edits::refused(status.into(), read_payment(&app, &staff, payment)).await),
    }
}

impl ReversePayment {
    fn request(
        self,
        payment: PaymentId,
        idempotency_key: String,
    ) -> Result<proto::ReversePaymentRequest, Problem> {
        let mut violations = Violations::default();
        if self.order_ids.as_ref().is_some_and(Vec::is_empty) {
            violations.push("orderIds", "form.validation.orders", "no order is named");
        }
        let order_ids = self.order_ids.unwrap_or_default();
        for (index, order) in order_ids.iter().enumerate() {
            violations.check(format!("orderIds[{index}]"), "form.validation.order", order.parse::<OrderId>());
        }
        violations.into_result("payments.invalid_reversal")?;
        Ok(proto::ReversePaymentRequest {
            idempotency_key,
            id: payment.to_string(),
            version: self.version,
            order_ids,
            reason: self.reason,
        })
    }
}
