//! An order is corrected before its parcel leaves: who gets it, and where.

use axum::Json;
use axum::extract::{Path, State};
use serde::Deserialize;
use souk_kernel::OrderId;
use souk_proto::orders::v1 as proto;
use souk_views::Dinars;
use utoipa::ToSchema;

use super::super::access::Staff;
use super::super::edits;
use super::view::OrderDetail;
use super::{read_order, with_reservation};
use crate::extract::{self, Locale, id};
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// Who gets the order and where, whole; what was ordered stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrderCorrection {
    /// The version read; another one in the shop is a 409 with the present order.
    pub version: u64,
    /// 3 to 20 characters.
    pub firstname: String,
    /// 3 to 20 characters.
    pub lastname: String,
    /// Ten digits starting with 0.
    pub phone: String,
    /// May be empty.
    pub email: String,
    /// One line of at most 250 characters; may be empty for a desk, and where the order was placed without one.
    pub address: String,
    /// Two digits.
    pub wilaya: String,
    /// Four digits.
    pub commune: String,
    /// Id of who delivers.
    pub transporter: String,
    /// `home` or `desk`.
    pub delivery_type: String,
    /// What the customer was told that they pay; another total in the shop is a 409 `orders.price_changed` with it. Absent, none is
    /// compared.
    pub shown_total: Option<Dinars>,
}

/// Corrects who gets the order and where, before it left; what is so already is success.
///
/// The price of the delivery stays as long as place, transporter and way do; another delivery costs what its tariff says now.
#[utoipa::path(put, path = "/dashboard/api/orders/{id}/details", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The order's id, not its number")),
    request_body = OrderCorrection, responses((status = 200, body = OrderDetail),
        (status = 409, body = ProblemBody,
            description = "`orders.stale_version`, `orders.already_left` or `orders.price_changed`; `current` is the present order")))]
pub async fn correct_order(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(order_id): Path<String>,
    extract::Json(body): extract::Json<OrderCorrection>,
) -> Result<Json<OrderDetail>, Problem> {
    let order = id::<OrderId>("id", &order_id)?;
    match app.neighbours.by(&staff.actor).orders()?.correct_order(body.request(order)).await {
        Ok(answer) => Ok(Json(with_reservation(&app, &staff, order, answer.into_inner(), language).await)),
        Err(status) => Err(edits::refused(status.into(), read_order(&app, &staff, order, language)).await),
    }
}

impl OrderCorrection {
    fn request(self, order: OrderId) -> proto::CorrectOrderRequest {
        let shown_total = self.shown_total.map(|Dinars(total)| total.centimes());
        let form = proto::CheckoutForm {
            first_name: self.firstname,
            last_name: self.lastname,
            phone: self.phone,
            email: self.email,
            address: self.address,
            wilaya_id: self.wilaya,
            commune_id: self.commune,
            transporter_id: self.transporter,
            delivery_type: self.delivery_type,
        };
        proto::CorrectOrderRequest {
            id: order.to_string(),
            version: self.version,
            form: Some(form),
            shown_total,
        }
    }
}
