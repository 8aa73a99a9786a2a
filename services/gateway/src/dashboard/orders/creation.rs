//! An order that staff make for a customer: by telephone, or from wherever else the shop is asked.

use axum::Json;
use axum::extract::State;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use souk_kernel::OrderId;
use souk_proto::orders::v1 as proto;
use souk_views::Dinars;
use utoipa::ToSchema;

use super::super::access::Staff;
use super::lines::{OrderProduct, StaffOrderType};
use super::view::OrderDetail;
use super::with_reservation;
use crate::extract::{self, Locale, id};
use crate::idempotency::required_key;
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// Who orders what, and where it goes.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewOrder {
    /// 3 to 20 characters.
    pub firstname: String,
    /// 3 to 20 characters.
    pub lastname: String,
    /// Ten digits starting with 0.
    pub phone: String,
    /// May be empty.
    #[serde(default)]
    pub email: String,
    /// One line of at most 250 characters; may be empty for a desk.
    #[serde(default)]
    pub address: String,
    /// Two digits.
    pub wilaya: String,
    /// Four digits.
    pub commune: String,
    /// Id of who delivers.
    pub transporter: String,
    /// `home` or `desk`.
    pub delivery_type: String,
    /// 1 to 200.
    pub products: Vec<OrderProduct>,
    /// What the customer was told that they pay; another total in the shop is a 409 `orders.price_changed` with it. Absent, none is
    /// compared.
    #[serde(default)]
    pub shown_total: Option<Dinars>,
    /// The customer agreed already: the order is confirmed as soon as it is placed, as that step would be; where it is refused the order
    /// waits as every other.
    #[serde(default)]
    pub confirm: bool,
    /// By which prices it is charged.
    // The usual one is no part of what a key names: a release before hashed the same request without it.
    #[serde(default, rename = "type", skip_serializing_if = "StaffOrderType::is_usual")]
    pub kind: StaffOrderType,
}

/// Places an order for a customer, at the shop's prices, for shoppers or for wholesalers, and without the waits and limits of shoppers.
#[utoipa::path(post, path = "/dashboard/api/orders", tag = "dashboard", security(("staff" = [], "csrf" = [])),
    request_body = NewOrder, params(("Idempotency-Key" = String, Header,
        description = "Names the submission: the same key again answers the order that it made. 1 to 128 visible ASCII characters")),
    responses((status = 201, body = OrderDetail),
        (status = 422, body = ProblemBody,
            description = "Of a `wholesalerorder` also `products[n].product` without a wholesale price, and `products[n].quantity` of all lines of a product of which there are too few, with the fewest in `facts` as `products[n].wholesaleMinimum`"),
        (status = 409, body = ProblemBody,
            description = "`orders.out_of_stock` names the products, `orders.price_changed` has `facts.total`")))]
pub async fn create_order(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    headers: HeaderMap,
    extract::Json(body): extract::Json<NewOrder>,
) -> Result<(StatusCode, Json<OrderDetail>), Problem> {
    let key = staff.idempotency_key(&app, Some(required_key(&headers)?));
    app.limits.staff_order(staff.employee.id)?;
    let request = body.request(key, language.to_string())?;
    let detail = app.neighbours.by(&staff.actor).staff_orders()?.create_order(request).await?.into_inner();
    let order = id::<OrderId>("id", detail.order.as_ref().map_or("", |order| &order.id))?;
    Ok((StatusCode::CREATED, Json(with_reservation(&app, &staff, order, detail, language).await)))
}

impl NewOrder {
    fn request(self, key: String, language: String) -> Result<proto::CreateOrderRequest, Problem> {
        if let Some(place) = self.products.iter().position(|product| product.line.is_some()) {
            let text = "a new order has no lines yet";
            return Err(Problem::field(format!("products[{place}].line"), "form.validation.line", text));
        }
        let canonical = serde_json::to_vec(&self).map_err(souk_rpc::Failure::internal)?;
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
        Ok(proto::CreateOrderRequest {
            idempotency_key: key,
            request_hash: URL_SAFE_NO_PAD.encode(Sha256::digest(canonical)),
            form: Some(form),
            lines: self.products.into_iter().map(OrderProduct::product).collect(),
            shown_total: self.shown_total.map(|Dinars(total)| total.centimes()),
            language,
            confirm: self.confirm,
            r#type: self.kind.word().to_owned(),
        })
    }
}
