//! `souk.inventory.v1.Reservations`. Called by orders, on its own behalf or for the member of staff who prepares
//! an order.

use souk_kernel::{OrderId, Permission, StockKey};
use souk_proto::inventory::v1 as proto;
use souk_proto::inventory::v1::reservations_server::Reservations as Service;
use souk_rpc::{Actor, Failure, Kind, Violation, Violations, actor};
use tonic::{Request, Response, Status};

use super::model::{AllocateError, Held, Items, ItemsError, StepError};
use super::{HeldBy, Hold, HoldRequest, Offer, ReservationError, Reservations, Shortage};
use crate::parse;

/// Short items of which a refusal tells how many there are, the first ones in the order of their keys: with more it would have no room
/// for their names. Orders does the same where it only looks (`services/orders/src/inventory.rs`).
const MOST_TOLD: usize = 50;
/// Orders that one call asks about.
const MOST_ASKED: usize = 50;

/// The gRPC interface of reservations.
pub struct ReservationsRpc {
    reservations: Reservations,
}

impl ReservationsRpc {
    pub fn new(reservations: Reservations) -> Self {
        Self { reservations }
    }
}

#[tonic::async_trait]
impl Service for ReservationsRpc {
    async fn reserve(
        &self,
        request: Request<proto::ReserveRequest>,
    ) -> Result<Response<proto::ReserveResponse>, Status> {
        require_system(&actor(&request)?)?;
        let request = request.into_inner();
        let (order, lines) = parse_reserve(&request)?;
        let items = Items::collect(lines.iter().copied()).map_err(invalid_items)?;
        let request = HoldRequest { order, order_version: request.order_version, items };
        let hold = self.reservations.reserve(request).await;
        Ok(response(&hold.map_err(|error| told(error, &lines))?))
    }

    async fn release(
        &self,
        request: Request<proto::ReleaseRequest>,
    ) -> Result<Response<proto::ReleaseResponse>, Status> {
        require_system(&actor(&request)?)?;
        let request = request.into_inner();
        let order = parse_order(&request.order_id)?;
        self.reservations.release(order).await.map_err(|error| failure(error, &[]))?;
        tracing::info!(order.id = %order, release.reason = request.reason, "a hold was given back");
        Ok(Response::new(proto::ReleaseResponse {}))
    }

    async fn allocate(
        &self,
        request: Request<proto::AllocateRequest>,
    ) -> Result<Response<proto::ReserveResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::OrdersPrepare)?;
        let (order, wanted) = parse_allocation(&request.into_inner())?;
        let lines: Vec<_> = wanted.iter().map(|held| (held.key, held.quantity)).collect();
        let hold = self.reservations.allocate(&actor, order, &wanted).await;
        Ok(response(&hold.map_err(|error| failure(error, &lines))?))
    }

    async fn get_reservation(
        &self,
        request: Request<proto::GetReservationRequest>,
    ) -> Result<Response<proto::GetReservationResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::OrdersRead)?;
        let order = parse_order(&request.into_inner().order_id)?;
        let found = self.reservations.get(&actor, order).await.map_err(|error| failure(error, &[]))?;
        let response = found.map_or_else(proto::GetReservationResponse::default, |(reservation, offers)| {
            proto::GetReservationResponse {
                state: <&str>::from(reservation.state).to_owned(),
                held: reservation.held.iter().map(proto::Held::from).collect(),
                offers: offers.iter().map(proto::WarehouseOffer::from).collect(),
            }
        });
        Ok(Response::new(response))
    }

    async fn list_held(
        &self,
        request: Request<proto::ListHeldRequest>,
    ) -> Result<Response<proto::ListHeldResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::OrdersRead)?;
        let orders = parse_orders(&request.into_inner().order_ids)?;
        let held = self.reservations.held_by(&actor, &orders).await.map_err(|error| failure(error, &[]))?;
        Ok(Response::new(proto::ListHeldResponse { held: held.into_iter().map(Into::into).collect() }))
    }

    async fn list_orders_in_reach(
        &self,
        request: Request<proto::ListOrdersInReachRequest>,
    ) -> Result<Response<proto::ListOrdersInReachResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::OrdersRead)?;
        let orders = parse_orders(&request.into_inner().order_ids)?;
        let near = self
            .reservations
            .in_reach(orders, actor.bounds(Permission::OrdersRead))
            .await
            .map_err(|error| failure(error, &[]))?;
        let order_ids = near.iter().map(OrderId::to_string).collect();
        Ok(Response::new(proto::ListOrdersInReachResponse { order_ids }))
    }
}

/// Holding and giving back is the checkout's alone: a guest never speaks to stock.
fn require_system(actor: &Actor) -> Result<(), Failure> {
    if actor.system {
        return Ok(());
    }
    Err(Failure::new(Kind::Forbidden, "forbidden", "only services hold and give back stock"))
}

fn response(Hold { version, held }: &Hold) -> Response<proto::ReserveResponse> {
    let held = held.iter().map(proto::Held::from).collect();
    Response::new(proto::ReserveResponse { held, version: *version })
}

fn parse_order(id: &str) -> Result<OrderId, Failure> {
    id.parse().map_err(|error: souk_kernel::IdError| {
        Failure::invalid_field("orderId", "form.validation.id", error.to_string())
    })
}

fn parse_orders(ids: &[String]) -> Result<Vec<OrderId>, Failure> {
    let mut violations = Violations::default();
    if ids.len() > MOST_ASKED {
        violations.push("orderIds", "form.validation.tooMany", format!("{MOST_ASKED} orders at most"));
    }
    let orders = ids.iter().enumerate().filter_map(|(index, id)| {
        violations.check(format!("orderIds[{index}]"), "form.validation.id", id.parse())
    });
    let orders = orders.collect();
    violations.into_result("inventory.invalid_reservation")?;
    Ok(orders)
}

fn parse_reserve(request: &proto::ReserveRequest) -> Result<(OrderId, Vec<(StockKey, u32)>), Failure> {
    let mut violations = Violations::default();
    let order = violations.check("orderId", "form.validation.id", request.order_id.parse());
    let items = request.items.iter().enumerate().filter_map(|(index, item)| {
        let field = format!("items[{index}].");
        let key = parse::key(&mut violations, &field, &item.product_id, &item.combination_id);
        let quantity = parse_quantity(&mut violations, &field, item.quantity);
        key.zip(quantity)
    });
    let items = items.collect();
    match order {
        Some(order) if violations.is_empty() => Ok((order, items)),
        _ => Err(Failure::invalid("inventory.invalid_reservation", violations)),
    }
}

/// The warehouses of an allocation; rows of the form that take nothing are left out.
fn parse_allocation(request: &proto::AllocateRequest) -> Result<(OrderId, Vec<Held>), Failure> {
    let mut violations = Violations::default();
    let order = violations.check("orderId", "form.validation.id", request.order_id.parse());
    let rows = request.allocations.iter().enumerate().filter(|(_, row)| row.quantity > 0);
    let wanted = rows.filter_map(|(index, row)| {
        let field = format!("allocations[{index}].");
        let warehouse =
            violations.check(format!("{field}warehouseId"), "form.validation.id", row.warehouse_id.parse());
        let key = parse::key(&mut violations, &field, &row.product_id, &row.combination_id);
        let quantity = parse_quantity(&mut violations, &field, row.quantity);
        Some(Held { key: key?, warehouse: warehouse?, quantity: quantity? })
    });
    let wanted = wanted.collect();
    match order {
        Some(order) if violations.is_empty() => Ok((order, wanted)),
        _ => Err(Failure::invalid("inventory.invalid_allocation", violations)),
    }
}

fn parse_quantity(violations: &mut Violations, prefix: &str, quantity: u32) -> Option<u32> {
    let legal = (1..=Items::MOST_PIECES).contains(&quantity);
    let result = if legal { Ok(quantity) } else { Err(ItemsError::Quantity) };
    violations.check(format!("{prefix}quantity"), "form.validation.quantity", result)
}

fn invalid_items(error: ItemsError) -> Failure {
    Failure::invalid_field("items", "form.validation.items", error.to_string())
}

/// As [`failure`], with how many there are of what is short. Of an allocation no one number tells: it is short in some of its warehouses.
fn told(error: ReservationError, lines: &[(StockKey, u32)]) -> Failure {
    let available =
        |shortage: &Shortage| (format!("items[{}].available", place(shortage, lines)), shortage.available);
    let facts: Vec<_> = match &error {
        ReservationError::OutOfStock(short) => short.iter().take(MOST_TOLD).map(available).collect(),
        _ => Vec::new(),
    };
    facts.into_iter().fold(failure(error, lines), |refused, (name, pieces)| refused.with(name, pieces))
}

/// The failure that a caller sees; a short item is named by the place it had in the request.
fn failure(error: ReservationError, lines: &[(StockKey, u32)]) -> Failure {
    let message = error.to_string();
    match error {
        ReservationError::OutOfStock(shortages) => {
            let violations = shortages.iter().map(|shortage| violation(shortage, lines)).collect();
            Failure::precondition("inventory.out_of_stock", message).violating(violations)
        }
        ReservationError::ForeignWarehouse => {
            Failure::new(Kind::Forbidden, "inventory.foreign_warehouse", message)
        }
        ReservationError::Foreign(_) => Failure::new(Kind::Forbidden, "forbidden", message),
        ReservationError::Differs => Failure::conflict("inventory.reservation_differs", message),
        ReservationError::Crowded => Failure::busy("inventory.crowded", message),
        ReservationError::Step(step) | ReservationError::Allocate(AllocateError::Step(step)) => {
            Failure::precondition(step_code(step), message)
        }
        ReservationError::Allocate(AllocateError::SumsDiffer) => {
            Failure::invalid_field("allocations", "form.validation.allocationSums", message)
        }
        ReservationError::Database(cause) => souk_database::failure(cause),
    }
}

const fn step_code(step: StepError) -> &'static str {
    match step {
        StepError::NotHeld => "inventory.not_held",
        StepError::AlreadyShipped => "inventory.already_shipped",
        StepError::NotShipped => "inventory.not_shipped",
        StepError::Cancelled => "inventory.order_cancelled",
        StepError::Confirmed => "inventory.confirmed",
    }
}

fn violation(shortage: &Shortage, lines: &[(StockKey, u32)]) -> Violation {
    let text = format!("{} wanted, {} available", shortage.requested, shortage.available);
    Violation::new(format!("items[{}].quantity", place(shortage, lines)), "form.validation.outOfStock", text)
}

fn place(shortage: &Shortage, lines: &[(StockKey, u32)]) -> usize {
    lines.iter().position(|(key, _)| *key == shortage.key).unwrap_or_default()
}

impl From<&Held> for proto::Held {
    fn from(held: &Held) -> Self {
        Self {
            warehouse_id: held.warehouse.to_string(),
            product_id: held.key.product.to_string(),
            combination_id: held.key.combination.map(|id| id.to_string()).unwrap_or_default(),
            quantity: held.quantity,
        }
    }
}

impl From<HeldBy> for proto::OrderHeld {
    fn from(HeldBy { order, held, warehouse_name }: HeldBy) -> Self {
        Self { order_id: order.to_string(), held: Some((&held).into()), warehouse_name }
    }
}

impl From<&Offer> for proto::WarehouseOffer {
    fn from(offer: &Offer) -> Self {
        let held = proto::Held::from(&offer.held);
        Self {
            warehouse_id: held.warehouse_id,
            warehouse_name: offer.warehouse.name.as_str().to_owned(),
            product_id: held.product_id,
            combination_id: held.combination_id,
            available: held.quantity,
            foreign: offer.is_foreign,
        }
    }
}
