//! What transporters owe and what they paid.

use axum::Json;
use axum::extract::{Path, State};
use http::HeaderMap;
use serde::{Deserialize, Serialize};
use souk_kernel::{Money, OrderId, Page, PaymentId, TransporterId};
use souk_proto::common::v1::PageRequest;
use souk_proto::orders::v1 as orders;
use souk_proto::payments::v1 as proto;
use souk_rpc::Violations;
use souk_views::Dinars;
use utoipa::{IntoParams, ToSchema};

use super::access::Staff;
use crate::extract::{self, Query, id, page};
use crate::idempotency::given_key;
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// Orders that one number of a transporter's is looked for of: as many as payments is asked about at once.
const MOST_TRACKED: u32 = 200;
/// As orders are given one.
const LONGEST_TRACKING_NUMBER: usize = 64;

/// A delivered order that its transporter has not paid yet (spec 3 "Transporter unpaid order").
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnpaidOrder {
    /// The order's.
    pub id: String,
    /// Name of the transporter.
    pub delivery_name: String,
    /// First and last name.
    pub customer_full_name: String,
    /// Cash that the transporter collected.
    pub total: Dinars,
    /// `A-10234`
    pub number: String,
    /// RFC 3339.
    pub delivered_at: String,
    /// Where it was delivered.
    pub wilaya: String,
}

/// What a transporter has not paid yet, the oldest 5,000.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnpaidOrders {
    /// Oldest first.
    pub orders: Vec<UnpaidOrder>,
    /// Whether there are newer ones, which are found by their number; of a transporter's number, other orders than were looked through.
    pub more: bool,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct UnpaidQuery {
    /// Who has to pay.
    transporter_id: String,
    /// Only the order of this number, as `A-10234` or its digits.
    number: Option<String>,
    /// Only the orders that it has under this number of its own; beside `number`, where no order of that one is owed for.
    tracking_number: Option<String>,
}

/// An order of a payment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaidOrder {
    /// The order as it was owed.
    #[serde(flatten)]
    pub order: UnpaidOrder,
    /// Whether its delivery was taken back: while no reversal takes it out, it is paid and not owed.
    pub is_taken_back: bool,
    /// Id of the reversal that took it out of the payment; null while it is covered.
    pub reversal_id: Option<String>,
}

/// What one transporter owes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Balance {
    /// Id of the transporter.
    pub transporter_id: String,
    /// Its name.
    pub transporter: String,
    /// Delivered orders not paid yet.
    pub orders: u64,
    /// Sum of them.
    pub total: Dinars,
    /// When the oldest of them was delivered; RFC 3339, empty when there is none.
    pub oldest_delivered_at: String,
    /// Orders that it paid and that came back: their payments are to be reversed.
    pub overpaid_orders: u64,
    /// Sum of them.
    pub overpaid_total: Dinars,
}

/// The cash that a transporter hands over.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecordPayment {
    /// Who hands over the cash.
    pub transporter_id: String,
    /// 1 to 1000 orders of this transporter.
    pub order_ids: Vec<String>,
    /// What the transporter calls it; may be empty.
    #[serde(default)]
    pub reference: String,
    /// What it handed over; absent or null: what the orders are worth together.
    #[serde(default)]
    pub received: Option<Dinars>,
    /// Why that is another amount, 1 to 500 characters; of no meaning where it is not.
    #[serde(default)]
    pub difference_reason: String,
}

/// A recorded payment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransporterPayment {
    /// Id.
    pub id: String,
    /// `P-101`
    pub number: String,
    /// Who paid.
    pub transporter_id: String,
    /// Its name.
    pub transporter: String,
    /// What the transporter calls it; may be empty.
    pub reference: String,
    /// To be sent back with a reversal.
    pub version: u64,
    /// Computed by the shop when it was recorded.
    pub total: Dinars,
    /// What was received less the total; 0 where it was the same.
    pub difference: Dinars,
    /// Why; empty where it was the same.
    pub difference_reason: String,
    /// How many orders it covered then.
    pub order_count: u32,
    /// The orders that it covered then; empty in lists.
    pub orders: Vec<PaidOrder>,
    /// What was reversed of it.
    pub reversed_total: Dinars,
    /// How many of its orders.
    pub reversed_orders: u32,
    /// Oldest first; empty in lists.
    pub reversals: Vec<Reversal>,
    /// RFC 3339.
    pub recorded_at: String,
    /// Who recorded it.
    pub actor: String,
}

/// A reversal of a payment, whole or in part.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reversal {
    /// Id; the orders that it took out name it.
    pub id: String,
    /// How many orders it took out.
    pub orders: u32,
    /// What they are worth together.
    pub total: Dinars,
    /// Why.
    pub reason: String,
    /// RFC 3339.
    pub reversed_at: String,
    /// Who reversed it.
    pub actor: String,
}

/// A page of payments, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentList {
    /// The rows of the page.
    pub payments: Vec<TransporterPayment>,
    /// How many match, as far as they were counted.
    pub total: u64,
    /// Whether more match than `total` says.
    pub more: bool,
    /// From 1.
    pub page: u32,
    /// Rows per page.
    pub size: u32,
    /// Pages that can be asked for: as many as 10,000 rows fill, at most.
    pub page_count: u64,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct PaymentsQuery {
    /// From 1.
    page: Option<u32>,
    /// 12, 24, 50, 100 or 200.
    size: Option<u32>,
    /// Only of this transporter.
    transporter_id: Option<String>,
}

/// Delivered orders that a transporter has not paid yet, oldest first.
#[utoipa::path(get, path = "/dashboard/api/payments/get/transporters/nonPaidOrders/{transporter_id}",
    tag = "dashboard", security(("staff" = [])), params(("transporter_id" = String, Path, description = "The transporter's id")),
    responses((status = 200, body = Vec<UnpaidOrder>)))]
pub async fn non_paid_orders(
    State(app): State<App>,
    staff: Staff,
    Path(transporter_id): Path<String>,
) -> Result<Json<Vec<UnpaidOrder>>, Problem> {
    let transporter = id::<TransporterId>("transporterId", &transporter_id)?;
    Ok(Json(list_unpaid(&app, &staff, transporter, String::new()).await?.orders))
}

/// Delivered orders that a transporter has not paid yet, oldest first, or those of a number: the shop's or the transporter's own.
#[utoipa::path(get, path = "/dashboard/api/payments/unpaid-orders", tag = "dashboard", security(("staff" = [])),
    params(UnpaidQuery), responses((status = 200, body = UnpaidOrders)))]
pub async fn unpaid_orders(
    State(app): State<App>,
    staff: Staff,
    Query(query): Query<UnpaidQuery>,
) -> Result<Json<UnpaidOrders>, Problem> {
    Ok(Json(read_unpaid(&app, &staff, query).await?))
}

async fn read_unpaid(app: &App, staff: &Staff, query: UnpaidQuery) -> Result<UnpaidOrders, Problem> {
    let transporter = id::<TransporterId>("transporterId", &query.transporter_id)?;
    let tracked = query.tracking_number.unwrap_or_default();
    let tracked = tracked.trim();
    if tracked.chars().count() > LONGEST_TRACKING_NUMBER {
        let text = format!("at most {LONGEST_TRACKING_NUMBER} characters");
        return Err(Problem::field("trackingNumber", "form.validation.trackingNumber", text));
    }
    let numbered = query.number.unwrap_or_default();
    if tracked.is_empty() || !numbered.is_empty() {
        let found = list_unpaid(app, staff, transporter, numbered).await?;
        if tracked.is_empty() || !found.orders.is_empty() {
            return Ok(found);
        }
    }
    list_tracked(app, staff, transporter, tracked).await
}

/// All that are owed, or the one of a number.
async fn list_unpaid(
    app: &App,
    staff: &Staff,
    transporter: TransporterId,
    number: String,
) -> Result<UnpaidOrders, Problem> {
    let transporter_id = transporter.to_string();
    let request = proto::ListUnpaidRequest { transporter_id, number, numbers: Vec::new() };
    let answer = app.neighbours.by(&staff.actor).receivables()?.list_unpaid(request).await?.into_inner();
    Ok(UnpaidOrders {
        orders: answer.receivables.into_iter().map(UnpaidOrder::from).collect(),
        more: answer.more,
    })
}

/// Those that are owed of the orders that a transporter has under a number of its own, in any case.
async fn list_tracked(
    app: &App,
    staff: &Staff,
    transporter: TransporterId,
    tracking_number: &str,
) -> Result<UnpaidOrders, Problem> {
    let request = orders::ListOrdersRequest {
        page: Some(PageRequest { page: 1, size: MOST_TRACKED }),
        tracking_number: tracking_number.to_owned(),
        transporter_id: transporter.to_string(),
        sort: "oldest".into(),
        ..orders::ListOrdersRequest::default()
    };
    let answer = app.neighbours.by(&staff.actor).orders()?.list_orders(request).await?.into_inner();
    let more = answer.more || answer.total > answer.orders.len() as u64;
    // Replicas of the release before know neither this filter nor the next: they tell others too.
    let is_tracked =
        |order: &orders::Order| order.tracking_number.to_lowercase() == tracking_number.to_lowercase();
    let numbers: Vec<_> = answer.orders.into_iter().filter(is_tracked).map(|order| order.number).collect();
    if numbers.is_empty() {
        return Ok(UnpaidOrders { orders: Vec::new(), more });
    }
    let request = proto::ListUnpaidRequest {
        transporter_id: transporter.to_string(),
        number: String::new(),
        numbers: numbers.clone(),
    };
    let answer = app.neighbours.by(&staff.actor).receivables()?.list_unpaid(request).await?.into_inner();
    let asked = answer.receivables.into_iter().filter(|owed| numbers.contains(&owed.order_number));
    Ok(UnpaidOrders { orders: asked.map(UnpaidOrder::from).collect(), more: more || answer.more })
}

/// What each transporter owes.
#[utoipa::path(get, path = "/dashboard/api/payments/balances", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = Vec<Balance>)))]
pub async fn balances(State(app): State<App>, staff: Staff) -> Result<Json<Vec<Balance>>, Problem> {
    let mut receivables = app.neighbours.by(&staff.actor).receivables()?;
    let answer = receivables.list_balances(proto::ListBalancesRequest {}).await?.into_inner();
    Ok(Json(answer.balances.into_iter().map(Balance::from).collect()))
}

/// Records a payment, once per `Idempotency-Key`; the total is the shop's own sum.
#[utoipa::path(post, path = "/dashboard/api/payments/transporter-payments", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("Idempotency-Key" = Option<String>, Header,
        description = "Names the payment, so that repeating it books nothing; 1 to 128 visible ASCII characters")),
    request_body = RecordPayment,
    responses((status = 200, body = TransporterPayment),
        (status = 409, body = ProblemBody, description = "`payments.already_paid` names the orders")))]
pub async fn record_payment(
    State(app): State<App>,
    staff: Staff,
    headers: HeaderMap,
    extract::Json(body): extract::Json<RecordPayment>,
) -> Result<Json<TransporterPayment>, Problem> {
    body.check()?;
    let request = proto::RecordPaymentRequest {
        idempotency_key: staff.idempotency_key(&app, given_key(&headers)?),
        transporter_id: body.transporter_id,
        order_ids: body.order_ids,
        reference: body.reference,
        received: body.received.map(|received| received.0.centimes()),
        difference_reason: body.difference_reason,
    };
    let mut payments = app.neighbours.by(&staff.actor).transporter_payments()?;
    Ok(Json(payments.record_payment(request).await?.into_inner().into()))
}

/// The recorded payments.
#[utoipa::path(get, path = "/dashboard/api/payments/transporter-payments", tag = "dashboard",
    security(("staff" = [])), params(PaymentsQuery),
    responses((status = 200, body = PaymentList)))]
pub async fn list_payments(
    State(app): State<App>,
    staff: Staff,
    Query(query): Query<PaymentsQuery>,
) -> Result<Json<PaymentList>, Problem> {
    let page = page(query.page, query.size)?;
    let transporter =
        query.transporter_id.map(|text| id::<TransporterId>("transporterId", &text)).transpose()?;
    let request = proto::ListPaymentsRequest {
        page: Some(PageRequest { page: page.number(), size: page.size() }),
        transporter_id: transporter.map(|transporter| transporter.to_string()).unwrap_or_default(),
    };
    let mut payments = app.neighbours.by(&staff.actor).transporter_payments()?;
    let answer = payments.list_payments(request).await?.into_inner();
    Ok(Json(PaymentList::new(answer, page)))
}

/// One payment with its orders.
#[utoipa::path(get, path = "/dashboard/api/payments/transporter-payments/{id}", tag = "dashboard",
    security(("staff" = [])), params(("id" = String, Path, description = "The payment's id")),
    responses((status = 200, body = TransporterPayment)))]
pub async fn get_payment(
    State(app): State<App>,
    staff: Staff,
    Path(payment_id): Path<String>,
) -> Result<Json<TransporterPayment>, Problem> {
    let payment = id::<PaymentId>("id", &payment_id)?;
    Ok(Json(read_payment(&app, &staff, payment).await?))
}

pub(super) async fn read_payment(
    app: &App,
    staff: &Staff,
    payment: PaymentId,
) -> Result<TransporterPayment, Problem> {
    let mut payments = app.neighbours.by(&staff.actor).transporter_payments()?;
    let request = proto::GetPaymentRequest { id: payment.to_string() };
    Ok(payments.get_payment(request).await?.into_inner().into())
}

impl RecordPayment {
    fn check(&self) -> Result<(), Problem> {
        let mut violations = Violations::default();
        let transporter = self.transporter_id.parse::<TransporterId>();
        violations.check("transporterId", "form.validation.transporter", transporter);
        for (index, order) in self.order_ids.iter().enumerate() {
            violations.check(format!("orderIds[{index}]"), "form.validation.order", order.parse::<OrderId>());
        }
        violations.into_result("payments.invalid").map_err(Problem::from)
    }
}

impl From<proto::Receivable> for UnpaidOrder {
    fn from(receivable: proto::Receivable) -> Self {
        Self {
            id: receivable.order_id,
            delivery_name: receivable.transporter_name,
            customer_full_name: receivable.customer_name,
            total: Money::from_centimes(receivable.total).into(),
            number: receivable.order_number,
            delivered_at: receivable.delivered_at,
            wilaya: receivable.wilaya_name,
        }
    }
}

impl From<proto::Receivable> for PaidOrder {
    fn from(receivable: proto::Receivable) -> Self {
        Self {
            is_taken_back: receivable.taken_back,
            reversal_id: Some(receivable.reversal_id.clone()).filter(|id| !id.is_empty()),
            order: receivable.into(),
        }
    }
}

impl From<proto::Balance> for Balance {
    fn from(balance: proto::Balance) -> Self {
        Self {
            transporter_id: balance.transporter_id,
            transporter: balance.transporter_name,
            orders: balance.orders,
            total: Money::from_centimes(balance.total).into(),
            oldest_delivered_at: balance.oldest_delivered_at,
            overpaid_orders: balance.overpaid_orders,
            overpaid_total: Money::from_centimes(balance.overpaid_total).into(),
        }
    }
}

impl PaymentList {
    fn new(answer: proto::ListPaymentsResponse, page: Page) -> Self {
        Self {
            payments: answer.payments.into_iter().map(TransporterPayment::from).collect(),
            total: answer.total,
            more: answer.more,
            page: page.number(),
            size: page.size(),
            page_count: page.count_within_reach(answer.total),
        }
    }
}

impl From<proto::Payment> for TransporterPayment {
    fn from(payment: proto::Payment) -> Self {
        Self {
            id: payment.id,
            number: payment.number,
            transporter_id: payment.transporter_id,
            transporter: payment.transporter_name,
            reference: payment.reference,
            version: payment.version,
            total: Money::from_centimes(payment.total).into(),
            difference: Money::from_centimes(payment.difference).into(),
            difference_reason: payment.difference_reason,
            order_count: payment.orders,
            orders: payment.receivables.into_iter().map(PaidOrder::from).collect(),
            reversed_total: Money::from_centimes(payment.reversed_total).into(),
            reversed_orders: payment.reversed_orders,
            reversals: payment.reversals.into_iter().map(Reversal::from).collect(),
            recorded_at: payment.recorded_at,
            actor: payment.actor.unwrap_or_default().name,
        }
    }
}

impl From<proto::Reversal> for Reversal {
    fn from(reversal: proto::Reversal) -> Self {
        Self {
            id: reversal.id,
            orders: reversal.orders,
            total: Money::from_centimes(reversal.total).into(),
            reason: reversal.reason,
            reversed_at: reversal.reversed_at,
            actor: reversal.actor.unwrap_or_default().name,
        }
    }
}
