//! Customers, as staff find them, and what they write of them.

use axum::Json;
use axum::extract::{Path, State};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use souk_kernel::{CustomerId, Money};
use souk_proto::common::v1::PageRequest;
use souk_proto::orders::v1 as proto;
use souk_views::Dinars;
use utoipa::{IntoParams, ToSchema};

use super::access::Staff;
use super::edits::or_current;
use super::orders::optional;
use crate::extract::{self, Query, id, page, words};
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CustomersQuery {
    /// From 1.
    page: Option<u32>,
    /// 12, 24, 50, 100 or 200.
    size: Option<u32>,
    /// Part of a phone, a name or an order's number, 3 characters at least.
    q: Option<String>,
}

/// A page of customers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerList {
    /// The rows of the page.
    pub customers: Vec<CustomerRow>,
    /// How many were found, as far as was looked.
    pub total: u64,
    /// Whether there may be more than `total` says.
    pub more: bool,
    /// From 1.
    pub page: u32,
    /// Rows per page.
    pub size: u32,
    /// Pages that can be asked for: as many as 10,000 rows fill, at most.
    pub page_count: u64,
}

/// Who orders from a phone.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerRow {
    /// Of what staff wrote, or of their newest order: that of any of their orders leads here too.
    pub id: String,
    /// First and last name.
    pub full_name: String,
    /// Ten digits starting with 0.
    pub phone: String,
    /// Two digits; null where nobody said it.
    pub wilaya_id: Option<String>,
    /// Its French name; empty without one.
    pub wilaya: String,
    /// Its French name; empty without one.
    pub commune: String,
    /// When the newest order was placed; null without one.
    pub last_order_at: Option<String>,
    /// What became of the newest orders.
    pub outcomes: CustomerOutcomes,
}

/// What became of a customer's newest 100 orders.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerOutcomes {
    /// Not delivered, returned, lost or cancelled yet.
    pub open: u32,
    /// Delivered, paid or not.
    pub delivered: u32,
    /// Returned or on their way back.
    pub returned: u32,
    /// Lost on the way.
    pub lost: u32,
    /// Cancelled.
    pub cancelled: u32,
    /// Dinars of those delivered.
    pub delivered_total: Dinars,
    /// Whether older orders were not counted.
    pub more: bool,
}

/// A customer with their newest orders.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerDetail {
    /// Of what staff wrote, or of their newest order.
    pub id: String,
    /// To be sent back with an edit; 0 before staff wrote anything.
    pub version: u64,
    /// Ten digits starting with 0.
    pub phone: String,
    /// First name.
    pub firstname: String,
    /// Last name.
    pub lastname: String,
    /// May be empty.
    pub email: String,
    /// Two digits; empty where nobody said it.
    pub wilaya_id: String,
    /// Empty together with the wilaya.
    pub commune_id: String,
    /// May be empty.
    pub address: String,
    /// For staff only.
    pub note: String,
    /// What became of the newest orders.
    pub outcomes: CustomerOutcomes,
    /// The newest 50, newest first.
    pub orders: Vec<CustomerOrder>,
}

/// One of a customer's orders.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerOrder {
    /// Id.
    pub id: String,
    /// `A-10234`
    pub number: String,
    /// As in the order.
    pub status: String,
    /// Dinars, delivery included.
    pub total: Dinars,
    /// When it was placed.
    pub placed_at: String,
}

/// A customer who is written down before they order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewCustomer {
    /// Chosen by the caller, a UUID: the same one again makes no second customer.
    pub id: String,
    /// A mobile phone of Algeria.
    pub phone: String,
    /// 3 to 20 characters.
    pub firstname: String,
    /// 3 to 20 characters.
    pub lastname: String,
    /// May be empty.
    #[serde(default)]
    pub email: String,
    /// Two digits; empty together with the commune.
    #[serde(default)]
    pub wilaya_id: String,
    /// One of the wilaya's.
    #[serde(default)]
    pub commune_id: String,
    /// One line of at most 250 characters.
    #[serde(default)]
    pub address: String,
    /// For staff only; at most 1000 characters.
    #[serde(default)]
    pub note: String,
}

/// What changes; absent members stay.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CustomerChange {
    /// The version read; another one in the shop is a 409 with the present customer.
    pub version: u64,
    /// 3 to 20 characters.
    #[serde(default)]
    pub firstname: Option<String>,
    /// 3 to 20 characters.
    #[serde(default)]
    pub lastname: Option<String>,
    /// May be empty.
    #[serde(default)]
    pub email: Option<String>,
    /// Two digits; empty together with the commune.
    #[serde(default)]
    pub wilaya_id: Option<String>,
    /// One of the wilaya's.
    #[serde(default)]
    pub commune_id: Option<String>,
    /// One line of at most 250 characters.
    #[serde(default)]
    pub address: Option<String>,
    /// For staff only; at most 1000 characters.
    #[serde(default)]
    pub note: Option<String>,
}

/// The customers, newest first.
#[utoipa::path(get, path = "/dashboard/api/customers", tag = "dashboard", security(("staff" = [])),
    params(CustomersQuery), responses((status = 200, body = CustomerList)))]
pub async fn list_customers(
    State(app): State<App>,
    staff: Staff,
    Query(query): Query<CustomersQuery>,
) -> Result<Json<CustomerList>, Problem> {
    let page = page(query.page, query.size)?;
    let request = proto::ListCustomersRequest {
        page: Some(PageRequest { page: page.number(), size: page.size() }),
        query: words(query.q)?,
    };
    let answer = app.neighbours.by(&staff.actor).customers()?.list_customers(request).await?.into_inner();
    Ok(Json(CustomerList {
        customers: answer.customers.into_iter().map(CustomerRow::from).collect(),
        total: answer.total,
        more: answer.more,
        page: page.number(),
        size: page.size(),
        page_count: page.count_within_reach(answer.total),
    }))
}

/// Writes a customer down whose phone nobody wrote down yet.
#[utoipa::path(post, path = "/dashboard/api/customers", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), request_body = NewCustomer,
    responses((status = 201, body = CustomerDetail), (status = 409, body = ProblemBody,
        description = "`orders.customer_taken`: the phone, or the id, is another customer's")))]
pub async fn create_customer(
    State(app): State<App>,
    staff: Staff,
    extract::Json(body): extract::Json<NewCustomer>,
) -> Result<(StatusCode, Json<CustomerDetail>), Problem> {
    let request = proto::CreateCustomerRequest {
        id: id::<CustomerId>("id", &body.id)?.to_string(),
        phone: body.phone,
        card: Some(proto::CustomerCard {
            first_name: body.firstname,
            last_name: body.lastname,
            email: body.email,
            wilaya_id: body.wilaya_id,
            commune_id: body.commune_id,
            address: body.address,
            note: body.note,
        }),
    };
    let made = app.neighbours.by(&staff.actor).customers()?.create_customer(request).await?.into_inner();
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// One customer.
#[utoipa::path(get, path = "/dashboard/api/customers/{id}", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The customer's id, or that of one of their orders")),
    responses((status = 200, body = CustomerDetail)))]
pub async fn get_customer(
    State(app): State<App>,
    staff: Staff,
    Path(customer): Path<String>,
) -> Result<Json<CustomerDetail>, Problem> {
    Ok(Json(read(&app, &staff, id("id", &customer)?).await?.into()))
}

/// Writes of a customer; their orders stay as they were placed.
#[utoipa::path(patch, path = "/dashboard/api/customers/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])),
    params(("id" = String, Path, description = "The customer's id, or that of one of their orders")),
    request_body = CustomerChange, responses((status = 200, body = CustomerDetail),
        (status = 409, body = ProblemBody, description = "`current` is the present customer")))]
pub async fn update_customer(
    State(app): State<App>,
    staff: Staff,
    Path(customer): Path<String>,
    extract::Json(change): extract::Json<CustomerChange>,
) -> Result<Json<CustomerDetail>, Problem> {
    let customer = id::<CustomerId>("id", &customer)?;
    let version = change.version;
    let read_card = read(&app, &staff, customer).await?.customer.and_then(|read| read.card);
    let card = change.over(read_card.unwrap_or_default());
    let request = proto::UpdateCustomerRequest { id: customer.to_string(), version, card: Some(card) };
    let answer = app.neighbours.by(&staff.actor).customers()?.update_customer(request).await;
    let answer = answer.map(|answer| answer.into_inner().into()).map_err(Problem::from);
    or_current(answer, async || Ok(read(&app, &staff, customer).await?.into())).await
}

async fn read(app: &App, staff: &Staff, customer: CustomerId) -> Result<proto::CustomerDetail, Problem> {
    let request = proto::GetCustomerRequest { id: customer.to_string() };
    Ok(app.neighbours.by(&staff.actor).customers()?.get_customer(request).await?.into_inner())
}

impl CustomerChange {
    /// What is saved: of a newer version than the one that was read, orders refuses it.
    fn over(self, read: proto::CustomerCard) -> proto::CustomerCard {
        proto::CustomerCard {
            first_name: self.firstname.unwrap_or(read.first_name),
            last_name: self.lastname.unwrap_or(read.last_name),
            email: self.email.unwrap_or(read.email),
            wilaya_id: self.wilaya_id.unwrap_or(read.wilaya_id),
            commune_id: self.commune_id.unwrap_or(read.commune_id),
            address: self.address.unwrap_or(read.address),
            note: self.note.unwrap_or(read.note),
        }
    }
}

fn dinars(centimes: i64) -> Dinars {
    Money::from_centimes(centimes).into()
}

impl From<proto::Customer> for CustomerRow {
    fn from(customer: proto::Customer) -> Self {
        let card = customer.card.unwrap_or_default();
        Self {
            id: customer.id,
            full_name: format!("{} {}", card.first_name, card.last_name),
            phone: customer.phone,
            wilaya_id: optional(card.wilaya_id),
            wilaya: customer.wilaya_name,
            commune: customer.commune_name,
            last_order_at: optional(customer.last_order_at),
            outcomes: customer.outcomes.unwrap_or_default().into(),
        }
    }
}

impl From<proto::Outcomes> for CustomerOutcomes {
    fn from(outcomes: proto::Outcomes) -> Self {
        let proto::Outcomes { open, delivered, returned, lost, cancelled, delivered_total, more } = outcomes;
        Self { open, delivered, returned, lost, cancelled, delivered_total: dinars(delivered_total), more }
    }
}

impl From<proto::CustomerDetail> for CustomerDetail {
    fn from(detail: proto::CustomerDetail) -> Self {
        let customer = detail.customer.unwrap_or_default();
        let card = customer.card.unwrap_or_default();
        Self {
            id: customer.id,
            version: customer.version,
            phone: customer.phone,
            firstname: card.first_name,
            lastname: card.last_name,
            email: card.email,
            wilaya_id: card.wilaya_id,
            commune_id: card.commune_id,
            address: card.address,
            note: card.note,
            outcomes: customer.outcomes.unwrap_or_default().into(),
            orders: detail.orders.into_iter().map(CustomerOrder::from).collect(),
        }
    }
}

impl From<proto::CustomerOrder> for CustomerOrder {
    fn from(order: proto::CustomerOrder) -> Self {
        let proto::CustomerOrder { id, number, status, total, placed_at } = order;
        Self { id, number, status, total: dinars(total), placed_at }
    }
}
