//! `souk.inventory.v1.Expeditions`.

use std::collections::HashSet;

use souk_idempotency::IdempotencyKey;
use souk_kernel::{ExpeditionId, Permission, StockKey};
use souk_proto::inventory::v1 as proto;
use souk_proto::inventory::v1::expeditions_server::Expeditions as Service;
use souk_rpc::{Actor, Failure, Violation, Violations, actor};
use tonic::{Request, Response, Status};

use super::{
    Arrival, Arrivals, ArrivedOf, ExpeditionError, ExpeditionFilter, Expeditions, MOST_PARTS, NewExpedition,
    Step, StepError, Wanted,
};
use crate::parse;
use crate::stock::{Received, Stock};
use crate::warehouses::Warehouse;

/// Longest note of an expedition.
const LONGEST_NOTE: usize = 500;
/// A code of what is wrong with how many pieces are asked for.
const QUANTITY: &str = "form.validation.quantity";

/// The gRPC interface of expeditions.
pub struct ExpeditionsRpc {
    expeditions: Expeditions,
    stock: Stock,
}

impl ExpeditionsRpc {
    pub fn new(expeditions: Expeditions, stock: Stock) -> Self {
        Self { expeditions, stock }
    }

    async fn step(
        &self,
        request: Request<proto::StepRequest>,
        step: Step,
    ) -> Result<Response<proto::Expedition>, Status> {
        let actor = writer(&request)?;
        let proto::StepRequest { id, version } = request.into_inner();
        let id = parse_id("id", &id)?;
        let answer = self.expeditions.step(&actor, id, version, step).await;
        Ok(Response::new(answer.map_err(Failure::from)?))
    }
}

#[tonic::async_trait]
impl Service for ExpeditionsRpc {
    async fn list_expeditions(
        &self,
        request: Request<proto::ListExpeditionsRequest>,
    ) -> Result<Response<proto::ListExpeditionsResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::StockRead)?;
        let mut filter = parse_filter(request.get_ref())?;
        filter.bounds = actor.bounds(Permission::StockRead).map(<[_]>::to_vec);
        let (expeditions, total) = self.expeditions.list(&filter).await.map_err(Failure::from)?;
        Ok(Response::new(proto::ListExpeditionsResponse { expeditions, total: total.rows, more: total.more }))
    }

    async fn get_expedition(
        &self,
        request: Request<proto::GetExpeditionRequest>,
    ) -> Result<Response<proto::Expedition>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::StockRead)?;
        let id = parse_id("id", &request.get_ref().id)?;
        Ok(Response::new(self.expeditions.get(&actor, id).await.map_err(Failure::from)?))
    }

    async fn list_available(
        &self,
        request: Request<proto::ListAvailableRequest>,
    ) -> Result<Response<proto::ListAvailableResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::StockRead)?;
        let request = request.into_inner();
        let mut violations = Violations::default();
        let warehouse = violations.id("warehouseId", &request.warehouse_id);
        let query = parse::query(&mut violations, &request.query);
        let (Some(warehouse), true) = (warehouse, violations.is_empty()) else {
            return Err(Failure::invalid("inventory.invalid_filter", violations).into());
        };
        actor.require_in(Permission::StockRead, warehouse)?;
        let (found, more) = self.stock.list_free(warehouse, query).await.map_err(Failure::from)?;
        let stocks = found.iter().map(proto::StockLevel::from).collect();
        Ok(Response::new(proto::ListAvailableResponse { stocks, more }))
    }

    async fn list_destinations(
        &self,
        request: Request<proto::ListDestinationsRequest>,
    ) -> Result<Response<proto::ListDestinationsResponse>, Status> {
        writer(&request)?;
        let open = self.expeditions.destinations().await.map_err(Failure::from)?;
        let named = |warehouse: Warehouse| proto::Destination {
            id: warehouse.id.to_string(),
            name: warehouse.name.as_str().to_owned(),
        };
        Ok(Response::new(proto::ListDestinationsResponse {
            warehouses: open.into_iter().map(named).collect(),
        }))
    }

    async fn create_expedition(
        &self,
        request: Request<proto::CreateExpeditionRequest>,
    ) -> Result<Response<proto::Expedition>, Status> {
        let actor = writer(&request)?;
        let wanted = parse_new(request.into_inner())?;
        Ok(Response::new(self.expeditions.create(&actor, &wanted).await.map_err(Failure::from)?))
    }

    async fn add_item(
        &self,
        request: Request<proto::AddItemRequest>,
    ) -> Result<Response<proto::Expedition>, Status> {
        let actor = writer(&request)?;
        let mut request = request.into_inner();
        let key = std::mem::take(&mut request.idempotency_key);
        let mut violations = Violations::default();
        let idempotency = IdempotencyKey::check(&mut violations, "expedition_item", &key, &request);
        let pieces = violations.check("quantity", QUANTITY, Received::new(request.quantity));
        let item = parse_item(
            &mut violations,
            &request.expedition_id,
            (&request.product_id, &request.combination_id),
        );
        let (Some((id, key)), Some(pieces), true) = (item, pieces, violations.is_empty()) else {
            return Err(invalid(violations).into());
        };
        let wanted = Wanted::More(pieces, idempotency);
        Ok(Response::new(self.expeditions.edit(&actor, id, key, &wanted).await.map_err(Failure::from)?))
    }

    async fn change_item(
        &self,
        request: Request<proto::ChangeItemRequest>,
    ) -> Result<Response<proto::Expedition>, Status> {
        let actor = writer(&request)?;
        let request = request.into_inner();
        let mut violations = Violations::default();
        let pieces = violations.check("quantity", QUANTITY, Received::new(request.quantity));
        let item = parse_item(
            &mut violations,
            &request.expedition_id,
            (&request.product_id, &request.combination_id),
        );
        let (Some((id, key)), Some(pieces), true) = (item, pieces, violations.is_empty()) else {
            return Err(invalid(violations).into());
        };
        let wanted = Wanted::InAll(pieces);
        Ok(Response::new(self.expeditions.edit(&actor, id, key, &wanted).await.map_err(Failure::from)?))
    }

    async fn remove_item(
        &self,
        request: Request<proto::RemoveItemRequest>,
    ) -> Result<Response<proto::Expedition>, Status> {
        let actor = writer(&request)?;
        let request = request.into_inner();
        let mut violations = Violations::default();
        let item = parse_item(
            &mut violations,
            &request.expedition_id,
            (&request.product_id, &request.combination_id),
        );
        let (Some((id, key)), true) = (item, violations.is_empty()) else {
            return Err(invalid(violations).into());
        };
        let answer = self.expeditions.edit(&actor, id, key, &Wanted::None).await;
        Ok(Response::new(answer.map_err(Failure::from)?))
    }

    async fn send_expedition(
        &self,
        request: Request<proto::StepRequest>,
    ) -> Result<Response<proto::Expedition>, Status> {
        self.step(request, Step::Send).await
    }

    async fn receive_part(
        &self,
        request: Request<proto::ReceivePartRequest>,
    ) -> Result<Response<proto::Expedition>, Status> {
        let actor = writer(&request)?;
        let mut request = request.into_inner();
        let key = std::mem::take(&mut request.idempotency_key);
        let mut violations = Violations::default();
        let idempotency = IdempotencyKey::check(&mut violations, "expedition_part", &key, &request);
        let part = violations.id("partId", &request.part_id);
        let pieces = violations.check("qtyReceived", QUANTITY, Received::new(request.quantity));
        let (Some(part), Some(pieces), true) = (part, pieces, violations.is_empty()) else {
            return Err(invalid(violations).into());
        };
        let arrival = Arrival { part, pieces, before: request.received };
        let arrivals = Arrivals { idempotency, of: ArrivedOf::Part(part), parts: vec![arrival] };
        Ok(Response::new(self.expeditions.receive(&actor, &arrivals).await.map_err(Failure::from)?))
    }

    async fn receive_parts(
        &self,
        request: Request<proto::ReceivePartsRequest>,
    ) -> Result<Response<proto::Expedition>, Status> {
        let actor = writer(&request)?;
        let arrivals = parse_arrivals(request.into_inner())?;
        Ok(Response::new(self.expeditions.receive(&actor, &arrivals).await.map_err(Failure::from)?))
    }

    async fn complete_expedition(
        &self,
        request: Request<proto::StepRequest>,
    ) -> Result<Response<proto::Expedition>, Status> {
        self.step(request, Step::Complete).await
    }

    async fn cancel_expedition(
        &self,
        request: Request<proto::StepRequest>,
    ) -> Result<Response<proto::Expedition>, Status> {
        self.step(request, Step::Cancel).await
    }
}

/// Who asks, where they may change stock at all.
fn writer<T>(request: &Request<T>) -> Result<Actor, Failure> {
    let actor = actor(request)?;
    actor.require(Permission::StockWrite)?;
    Ok(actor)
}

fn invalid(violations: Violations) -> Failure {
    Failure::invalid("inventory.invalid_expedition", violations)
}

fn parse_id(field: &'static str, text: &str) -> Result<ExpeditionId, Failure> {
    let mut violations = Violations::default();
    let id = violations.id(field, text);
    id.ok_or_else(|| invalid(violations))
}

fn parse_item(
    violations: &mut Violations,
    expedition: &str,
    (product, combination): (&str, &str),
) -> Option<(ExpeditionId, StockKey)> {
    let id = violations.id("expeditionId", expedition);
    let key = parse::key(violations, "", product, combination);
    Some((id?, key?))
}

fn parse_arrivals(mut request: proto::ReceivePartsRequest) -> Result<Arrivals, Failure> {
    let key = std::mem::take(&mut request.idempotency_key);
    let mut violations = Violations::default();
    let idempotency = IdempotencyKey::check(&mut violations, "expedition_parts", &key, &request);
    let id = violations.id("id", &request.expedition_id);
    if !(1..=MOST_PARTS).contains(&request.arrivals.len()) {
        violations.push("arrivals", "form.validation.items", "1 to 500 parts arrive at once");
        return Err(invalid(violations));
    }
    let mut seen = HashSet::new();
    let mut parts = Vec::with_capacity(request.arrivals.len());
    for (at, arrival) in request.arrivals.iter().enumerate() {
        let part = violations.id(format!("arrivals[{at}].partId"), &arrival.part_id);
        let pieces = Received::new(arrival.quantity);
        let pieces = violations.check(format!("arrivals[{at}].qtyReceived"), QUANTITY, pieces);
        let (Some(part), Some(pieces)) = (part, pieces) else { continue };
        if !seen.insert(part) {
            violations.push(
                format!("arrivals[{at}].partId"),
                "form.validation.duplicate",
                "each part arrives once",
            );
        }
        parts.push(Arrival { part, pieces, before: arrival.received });
    }
    match id {
        Some(id) if violations.is_empty() => {
            Ok(Arrivals { idempotency, of: ArrivedOf::Expedition(id), parts })
        }
        _ => Err(invalid(violations)),
    }
}

fn parse_new(mut request: proto::CreateExpeditionRequest) -> Result<NewExpedition, Failure> {
    let mut violations = Violations::default();
    let key = std::mem::take(&mut request.idempotency_key);
    let idempotency = IdempotencyKey::check(&mut violations, "expedition", &key, &request);
    let source = violations.id("sourceId", &request.source_id);
    let destination = violations.id("destinationId", &request.destination_id);
    if source.is_some() && source == destination {
        violations.push("destinationId", "form.validation.sameWarehouse", "goods go to another warehouse");
    }
    let note = request.note.trim().to_owned();
    if note.chars().count() > LONGEST_NOTE {
        violations.push("note", "form.validation.tooLong", "a note has at most 500 characters");
    }
    match (source, destination, violations.is_empty()) {
        (Some(source), Some(destination), true) => {
            Ok(NewExpedition { idempotency, source, destination, note })
        }
        _ => Err(invalid(violations)),
    }
}

fn parse_filter(request: &proto::ListExpeditionsRequest) -> Result<ExpeditionFilter, Failure> {
    let mut violations = Violations::default();
    let warehouse = violations.optional_id("warehouseId", &request.warehouse_id);
    let page = violations.page(request.page);
    let statuses = request.statuses.iter().filter_map(|status| {
        let parsed = status.parse().map_err(|_| "no status of an expedition");
        violations.check("status", "form.validation.status", parsed)
    });
    let statuses = statuses.collect();
    match page {
        Some(page) if violations.is_empty() => {
            Ok(ExpeditionFilter { statuses, warehouse, bounds: None, page })
        }
        _ => Err(Failure::invalid("inventory.invalid_filter", violations)),
    }
}

impl From<ExpeditionError> for Failure {
    fn from(error: ExpeditionError) -> Self {
        let message = error.to_string();
        match error {
            ExpeditionError::Unknown => Self::not_found("inventory.unknown_expedition", message),
            ExpeditionError::UnknownWarehouse => Self::not_found("inventory.unknown_warehouse", message),
            ExpeditionError::ClosedDestination => {
                let closed = Violation::new("destinationId", "form.validation.closedWarehouse", &*message);
                Self::precondition("inventory.closed_destination", message).violating(vec![closed])
            }
            ExpeditionError::UnknownItem => Self::not_found("inventory.unknown_item", message),
            ExpeditionError::OutOfStock(available) => {
                Self::precondition("inventory.out_of_stock", message).with("available", available)
            }
            ExpeditionError::Step(cause) => cause.into(),
            ExpeditionError::Stock(cause) => cause.into(),
            ExpeditionError::Idempotency(cause) => cause.failure("inventory.idempotency_key_reused"),
            ExpeditionError::Refused(failure) => failure,
            ExpeditionError::Database(cause) => souk_database::failure(cause),
        }
    }
}

impl From<StepError> for Failure {
    fn from(error: StepError) -> Self {
        let message = error.to_string();
        match error {
            StepError::Stale => Self::conflict("inventory.stale_version", message),
            StepError::Status(status) => Self::precondition("inventory.expedition_status", message)
                .with("status", <&str>::from(status)),
            StepError::NoItem => Self::not_found("inventory.unknown_item", message),
            StepError::Empty => Self::precondition("inventory.expedition_empty", message),
            StepError::TooManyParts => Self::precondition("inventory.expedition_full", message),
            StepError::TooManyPieces => {
                let more = Violation::new("quantity", "form.validation.quantity", &*message);
                Self::precondition("inventory.invalid_expedition", message).violating(vec![more])
            }
            StepError::TooMany(expected) => {
                Self::precondition("inventory.too_many_received", message).with("expected", expected)
            }
        }
    }
}
