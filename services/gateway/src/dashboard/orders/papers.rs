//! What the papers of several orders tell: delivery slips, labels, what is picked from the shelves, what is handed over.

use std::collections::HashSet;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use souk_audit::{Change, Subject};
use souk_kernel::{Language, OrderId};
use souk_proto::inventory::v1 as inventory;
use souk_proto::orders::v1 as proto;
use souk_rpc::Failure;
use souk_views::Dinars;
use utoipa::{IntoParams, ToSchema};

use super::view::{OrderLine, dinars, optional};
use crate::dashboard::access::Staff;
use crate::extract::{Locale, Query, id};
use crate::problem::Problem;
use crate::state::App;

/// Orders of one answer.
const MOST: usize = 50;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PapersQuery {
    /// Ids of orders, 1 to 50, joined by commas.
    ids: String,
}

/// What papers tell of several orders.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderPapers {
    /// In the order in which they were asked for; without those that are not there or not the employee's to see.
    pub orders: Vec<PaperOrder>,
    /// What these orders have of each warehouse; null where that can't be read.
    pub held: Option<Vec<PaperHeld>>,
    /// Ids of orders whose lines had no room beside those of the others, to be asked for again.
    pub left: Vec<String>,
}

/// An order on paper.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaperOrder {
    /// Id.
    pub id: String,
    /// `A-10234`
    pub number: String,
    /// As in the order.
    pub status: String,
    /// RFC 3339.
    pub placed_at: String,
    /// First and last name.
    pub customer_full_name: String,
    /// Ten digits starting with 0.
    pub phone: String,
    /// May be empty for a delivery to a desk.
    pub address: String,
    /// Two digits.
    pub wilaya_id: String,
    /// Its name.
    pub wilaya: String,
    /// Four digits.
    pub commune_id: String,
    /// Its name.
    pub commune: String,
    /// Id of who delivers.
    pub transporter_id: String,
    /// Its name.
    pub transporter: String,
    /// `home` or `desk`.
    pub delivery_type: String,
    /// The transporter's; may be empty.
    pub tracking_number: String,
    /// What was ordered.
    pub lines: Vec<OrderLine>,
    /// Sum of the lines.
    pub products_total: Dinars,
    /// What the delivery costs the customer.
    pub delivery_price: Dinars,
    /// What whoever delivers it collects: lines and delivery.
    pub total: Dinars,
}

/// Pieces that an order has of one warehouse: held there, or what left from there.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaperHeld {
    /// Id of the order.
    pub order_id: String,
    /// Id of the warehouse.
    pub warehouse_id: String,
    /// Its name.
    pub warehouse: String,
    /// Id; packs are expanded.
    pub product_id: String,
    /// Null for a product without combinations.
    pub combination_id: Option<String>,
    /// Pieces.
    pub quantity: u32,
}

/// What papers tell of up to 50 orders; the audit log tells who read which.
#[utoipa::path(get, path = "/dashboard/api/orders/papers", tag = "dashboard", security(("staff" = [])),
    params(PapersQuery), responses((status = 200, body = OrderPapers)))]
pub async fn order_papers(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Query(query): Query<PapersQuery>,
) -> Result<Json<OrderPapers>, Problem> {
    let ids: Vec<_> = query.ids()?.into_iter().map(|id| id.to_string()).collect();
    app.limits.papers(staff.employee.id)?;
    let request = proto::GetOrdersRequest { ids };
    let answer = app.neighbours.by(&staff.actor).orders()?.get_orders(request).await?.into_inner();
    tell(&app, &staff, &answer.orders).await?;
    let held = held_by(&app, &staff, &answer.orders).await;
    let orders = answer.orders.into_iter().map(|order| PaperOrder::new(order, language)).collect();
    Ok(Json(OrderPapers { orders, held, left: answer.left_ids }))
}

/// Customers' data that leaves the shop is told, before it does.
async fn tell(app: &App, staff: &Staff, orders: &[proto::Order]) -> Result<(), Failure> {
    if orders.is_empty() {
        return Ok(());
    }
    let numbers: Vec<_> = orders.iter().map(|order| &order.number).collect();
    let facts = json!({ "orders": numbers });
    let read = Change::made("staff.order_papers_read", Subject::new("orders", "", ""), facts);
    app.audit.add(&read.by(&staff.actor, app.clock.as_ref())).await
}

/// None where inventory is away: the other papers can be read without it.
async fn held_by(app: &App, staff: &Staff, orders: &[proto::Order]) -> Option<Vec<PaperHeld>> {
    let mut reservations = app.neighbours.by(&staff.actor).reservations().ok()?;
    let order_ids = orders.iter().map(|order| order.id.clone()).collect();
    let answer = reservations.list_held(inventory::ListHeldRequest { order_ids }).await;
    let found = answer.inspect_err(|status| tracing::debug!(%status, "what orders hold could not be read"));
    Some(found.ok()?.into_inner().held.into_iter().map(PaperHeld::from).collect())
}

impl PapersQuery {
    /// Each once.
    fn ids(&self) -> Result<Vec<OrderId>, Problem> {
        let ids: Vec<_> = self.ids.split(',').map(|text| id("ids", text)).collect::<Result<_, _>>()?;
        let mut seen = HashSet::new();
        let ids: Vec<_> = ids.into_iter().filter(|id| seen.insert(*id)).collect();
        if ids.len() > MOST {
            let text = format!("{MOST} orders at most");
            return Err(Problem::field("ids", "form.validation.tooMany", text));
        }
        Ok(ids)
    }
}

impl PaperOrder {
    fn new(order: proto::Order, language: Language) -> Self {
        Self {
            customer_full_name: format!("{} {}", order.first_name, order.last_name),
            lines: order.lines.into_iter().map(|line| OrderLine::new(line, language)).collect(),
            id: order.id,
            number: order.number,
            status: order.status,
            placed_at: order.placed_at,
            phone: order.phone,
            address: order.address,
            wilaya_id: order.wilaya_id,
            wilaya: order.wilaya_name,
            commune_id: order.commune_id,
            commune: order.commune_name,
            transporter_id: order.transporter_id,
            transporter: order.transporter_name,
            delivery_type: order.delivery_type,
            tracking_number: order.tracking_number,
            products_total: dinars(order.products_total),
            delivery_price: dinars(order.delivery_price),
            total: dinars(order.total),
        }
    }
}

impl From<inventory::OrderHeld> for PaperHeld {
    fn from(inventory::OrderHeld { order_id, held, warehouse_name }: inventory::OrderHeld) -> Self {
        let held = held.unwrap_or_default();
        Self {
            order_id,
            warehouse_id: held.warehouse_id,
            warehouse: warehouse_name,
            product_id: held.product_id,
            combination_id: optional(held.combination_id),
            quantity: held.quantity,
        }
    }
}
