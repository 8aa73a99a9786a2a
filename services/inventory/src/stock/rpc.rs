//! `souk.inventory.v1.Stock`.

use std::collections::HashSet;
use std::pin::Pin;

use futures::{Stream, StreamExt as _};
use souk_idempotency::IdempotencyKey;
use souk_kernel::{Permission, ProductId, StockKey};
use souk_proto::inventory::v1 as proto;
use souk_proto::inventory::v1::stock_server::Stock as Service;
use souk_rpc::{Actor, Failure, Violation, Violations, actor};
use tonic::{Request, Response, Status};

use super::{
    CorrectionError, Count, Delivery, FEW, Level, LowStockFilter, MovementFilter, Mover, Received, Stock,
    StockError, StockFilter, StockTake,
};
use crate::availability::Availability;
use crate::parse;

/// Products that one call may ask about.
const MOST_PRODUCTS: usize = 1_000;

/// Most rows of what is about to run out.
const MOST_LOW: u32 = 100;

/// Articles of one delivery.
const MOST_LINES: usize = 200;

/// Longest reason that the ledger keeps.
const LONGEST_REASON: usize = 500;

/// The gRPC interface of stock and of its availability.
pub struct StockRpc {
    stock: Stock,
    availability: Availability,
}

impl StockRpc {
    pub fn new(stock: Stock, availability: Availability) -> Self {
        Self { stock, availability }
    }
}

#[tonic::async_trait]
impl Service for StockRpc {
    async fn list_stocks(
        &self,
        request: Request<proto::ListStocksRequest>,
    ) -> Result<Response<proto::ListStocksResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::StockRead)?;
        let filter = parse_stock_filter(&request.into_inner())?;
        actor.require_in(Permission::StockRead, filter.warehouse)?;
        let (levels, total) = self.stock.list(&filter).await.map_err(Failure::from)?;
        let stocks = levels.iter().map(proto::StockLevel::from).collect();
        Ok(Response::new(proto::ListStocksResponse { stocks, total: total.rows, more: total.more }))
    }

    async fn add_stock(
        &self,
        request: Request<proto::AddStockRequest>,
    ) -> Result<Response<proto::StockLevel>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::StockWrite)?;
        let delivery = parse_delivery(request.into_inner(), &actor)?;
        actor.require_in(Permission::StockWrite, delivery.warehouse)?;
        Ok(Response::new(self.stock.add(&actor, &delivery).await.map_err(Failure::from)?))
    }

    async fn receive_stock(
        &self,
        request: Request<proto::ReceiveStockRequest>,
    ) -> Result<Response<proto::ReceiveStockResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::StockWrite)?;
        let delivery = parse_receipt(request.into_inner(), &actor)?;
        actor.require_in(Permission::StockWrite, delivery.warehouse)?;
        Ok(Response::new(self.stock.receive(&actor, &delivery).await.map_err(Failure::from)?))
    }

    async fn adjust_stock(
        &self,
        request: Request<proto::AdjustStockRequest>,
    ) -> Result<Response<proto::StockLevel>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::StockWrite)?;
        let take = parse_take(request.into_inner(), &actor)?;
        actor.require_in(Permission::StockWrite, take.warehouse)?;
        Ok(Response::new(self.stock.adjust(&actor, &take).await.map_err(Failure::from)?))
    }

    async fn refresh_stocks(
        &self,
        request: Request<proto::RefreshStocksRequest>,
    ) -> Result<Response<proto::RefreshStocksResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::StockWrite)?;
        let mut violations = Violations::default();
        let Some(warehouse) = violations.id("warehouseId", &request.get_ref().warehouse_id) else {
            return Err(Failure::invalid("inventory.invalid_filter", violations).into());
        };
        actor.require_in(Permission::StockWrite, warehouse)?;
        self.stock.refresh(&actor, warehouse).await.map_err(Failure::from)?;
        Ok(Response::new(proto::RefreshStocksResponse {}))
    }

    async fn get_availability(
        &self,
        request: Request<proto::GetAvailabilityRequest>,
    ) -> Result<Response<proto::GetAvailabilityResponse>, Status> {
        let products = parse_products(&request.into_inner().product_ids)?;
        let availability = self.availability.of_products(&products).await.map_err(souk_database::failure)?;
        Ok(Response::new(proto::GetAvailabilityResponse { availability }))
    }

    async fn list_movements(
        &self,
        request: Request<proto::ListMovementsRequest>,
    ) -> Result<Response<proto::ListMovementsResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::StockRead)?;
        let mut filter = parse_movement_filter(&request.into_inner())?;
        match filter.warehouse {
            Some(warehouse) => actor.require_in(Permission::StockRead, warehouse)?,
            None => filter.bounds = actor.bounds(Permission::StockRead).map(<[_]>::to_vec),
        }
        let (movements, total) = self.stock.list_movements(&filter).await.map_err(Failure::from)?;
        let movements = movements.into_iter().map(proto::Movement::from).collect();
        Ok(Response::new(proto::ListMovementsResponse { movements, total: total.rows, more: total.more }))
    }

    async fn list_low_stock(
        &self,
        request: Request<proto::ListLowStockRequest>,
    ) -> Result<Response<proto::ListLowStockResponse>, Status> {
        actor(&request)?.require(Permission::StockRead)?;
        let filter = parse_low_filter(*request.get_ref())?;
        let (items, total) = self.stock.list_low(filter).await.map_err(Failure::from)?;
        let items = items.iter().map(proto::LowStock::from).collect();
        Ok(Response::new(proto::ListLowStockResponse { items, total: total.rows, more: total.more }))
    }

    type ListAvailabilityStream = Pin<Box<dyn Stream<Item = Result<proto::Availability, Status>> + Send>>;

    async fn list_availability(
        &self,
        request: Request<proto::ListAvailabilityRequest>,
    ) -> Result<Response<Self::ListAvailabilityStream>, Status> {
        let all = self.availability.of_all(parse_after(request.get_ref())?);
        Ok(Response::new(Box::pin(all.map(|row| row.map_err(|error| souk_database::failure(error).into())))))
    }
}

/// The key that a list goes on after.
fn parse_after(request: &proto::ListAvailabilityRequest) -> Result<Option<StockKey>, Failure> {
    if request.after_product_id.is_empty() {
        return Ok(None);
    }
    let mut violations = Violations::default();
    let combination = &request.after_combination_id;
    let after = parse::key(&mut violations, "after.", &request.after_product_id, combination);
    if violations.is_empty() { Ok(after) } else { Err(Failure::invalid("inventory.invalid_key", violations)) }
}

fn parse_delivery(mut request: proto::AddStockRequest, actor: &Actor) -> Result<Delivery, Failure> {
    let mut violations = Violations::default();
    let key = std::mem::take(&mut request.idempotency_key);
    let idempotency = IdempotencyKey::check(&mut violations, "add_stock", &key, &request);
    let warehouse = violations.id("warehouseId", &request.warehouse_id);
    let line = proto::ReceivedLine {
        product_id: request.product_id,
        combination_id: request.combination_id,
        quantity: request.quantity,
    };
    let line = parse_line(&mut violations, "", &line);
    let reason = parse_reason(&mut violations, &request.reason);
    match (warehouse, line, violations.is_empty()) {
        (Some(warehouse), Some(line), true) => {
            Ok(Delivery { idempotency, warehouse, lines: vec![line], reason, mover: mover(actor) })
        }
        _ => Err(Failure::invalid("inventory.invalid_delivery", violations)),
    }
}

fn parse_receipt(mut request: proto::ReceiveStockRequest, actor: &Actor) -> Result<Delivery, Failure> {
    let mut violations = Violations::default();
    let key = std::mem::take(&mut request.idempotency_key);
    let idempotency = IdempotencyKey::check(&mut violations, "receive_stock", &key, &request);
    let warehouse = violations.id("warehouseId", &request.warehouse_id);
    let lines = parse_lines(&mut violations, &request.lines);
    let reason = parse_reason(&mut violations, &request.reason);
    match warehouse {
        Some(warehouse) if violations.is_empty() => {
            Ok(Delivery { idempotency, warehouse, lines, reason, mover: mover(actor) })
        }
        _ => Err(Failure::invalid("inventory.invalid_delivery", violations)),
    }
}

fn parse_lines(violations: &mut Violations, lines: &[proto::ReceivedLine]) -> Vec<(StockKey, Received)> {
    if !(1..=MOST_LINES).contains(&lines.len()) {
        violations.push("lines", "form.validation.items", "1 to 200 articles come in at once");
        return Vec::new();
    }
    let mut seen = HashSet::new();
    let lines = lines.iter().enumerate().filter_map(|(at, line)| {
        let field = format!("lines[{at}].");
        let (key, pieces) = parse_line(violations, &field, line)?;
        if !seen.insert(key) {
            let field = format!("{field}productId");
            violations.push(field, "form.validation.duplicate", "each article comes in once");
        }
        Some((key, pieces))
    });
    lines.collect()
}

fn parse_line(
    violations: &mut Violations,
    prefix: &str,
    line: &proto::ReceivedLine,
) -> Option<(StockKey, Received)> {
    let key = parse::key(violations, prefix, &line.product_id, &line.combination_id);
    let pieces = Received::new(line.quantity);
    let pieces = violations.check(format!("{prefix}quantity"), "form.validation.quantity", pieces);
    key.zip(pieces)
}

fn parse_take(mut request: proto::AdjustStockRequest, actor: &Actor) -> Result<StockTake, Failure> {
    let mut violations = Violations::default();
    let key = std::mem::take(&mut request.idempotency_key);
    let idempotency = IdempotencyKey::check(&mut violations, "adjust_stock", &key, &request);
    let warehouse = violations.id("warehouseId", &request.warehouse_id);
    let key = parse::key(&mut violations, "", &request.product_id, &request.combination_id);
    let counted = violations.check("counted", "form.validation.counted", Count::new(request.counted));
    let reason = parse_reason(&mut violations, &request.reason);
    if reason.is_empty() {
        violations.push("reason", "form.validation.reason", "a correction needs a reason");
    }
    match (warehouse, key, counted, violations.is_empty()) {
        (Some(warehouse), Some(key), Some(counted), true) => {
            let (read, mover) = (request.on_hand, mover(actor));
            Ok(StockTake { idempotency, warehouse, key, read, counted, reason, mover })
        }
        _ => Err(Failure::invalid("inventory.invalid_count", violations)),
    }
}

fn parse_reason(violations: &mut Violations, text: &str) -> String {
    let reason = text.trim().to_owned();
    if reason.chars().count() > LONGEST_REASON {
        violations.push("reason", "form.validation.tooLong", "a reason has at most 500 characters");
    }
    reason
}

fn mover(actor: &Actor) -> Mover {
    Mover { employee: actor.employee, name: actor.name.clone() }
}

fn parse_stock_filter(request: &proto::ListStocksRequest) -> Result<StockFilter, Failure> {
    let mut violations = Violations::default();
    let warehouse = violations.id("warehouseId", &request.warehouse_id);
    let product = violations.optional_id("productId", &request.product_id);
    let page = violations.page(request.page);
    let query = parse::query(&mut violations, &request.query);
    match (warehouse, page, violations.is_empty()) {
        (Some(warehouse), Some(page), true) => Ok(StockFilter { warehouse, query, product, page }),
        _ => Err(Failure::invalid("inventory.invalid_filter", violations)),
    }
}

fn parse_movement_filter(request: &proto::ListMovementsRequest) -> Result<MovementFilter, Failure> {
    let mut violations = Violations::default();
    let warehouse = violations.optional_id("warehouseId", &request.warehouse_id);
    let product = violations.optional_id("productId", &request.product_id);
    let combination = violations.optional_id("combinationId", &request.combination_id);
    if !request.combination_id.is_empty() && request.product_id.is_empty() {
        violations.push(
            "productId",
            "form.validation.required",
            "a combination is looked for with its product",
        );
    }
    let page = violations.page(request.page);
    match page {
        Some(page) if violations.is_empty() => {
            Ok(MovementFilter { warehouse, bounds: None, product, combination, page })
        }
        _ => Err(Failure::invalid("inventory.invalid_filter", violations)),
    }
}

fn parse_low_filter(request: proto::ListLowStockRequest) -> Result<LowStockFilter, Failure> {
    let proto::ListLowStockRequest { threshold, limit } = request;
    let mut violations = Violations::default();
    if threshold > FEW {
        violations.push("threshold", "form.validation.limit", "what has more than 100 pieces is not low");
    }
    if !(1..=MOST_LOW).contains(&limit) {
        violations.push("limit", "form.validation.limit", "1 to 100 rows are listed");
    }
    violations.into_result("inventory.invalid_filter")?;
    Ok(LowStockFilter { threshold, limit })
}

fn parse_products(ids: &[String]) -> Result<Vec<ProductId>, Failure> {
    if ids.len() > MOST_PRODUCTS {
        return Err(Failure::invalid_field(
            "productIds",
            "form.validation.tooMany",
            "at most 1,000 products at once",
        ));
    }
    let mut violations = Violations::default();
    let products = ids
        .iter()
        .enumerate()
        .filter_map(|(index, id)| violations.id::<ProductId>(format!("productIds[{index}]"), id));
    let products = products.collect();
    violations.into_result("inventory.invalid_filter")?;
    Ok(products)
}

impl From<StockError> for Failure {
    fn from(error: StockError) -> Self {
        let message = error.to_string();
        match error {
            StockError::UnknownWarehouse => Self::not_found("inventory.unknown_warehouse", message),
            StockError::UnknownItem => Self::not_found("inventory.unknown_item", message),
            StockError::UnknownLines(lines) => {
                let unknown = |at: usize| {
                    Violation::new(format!("lines[{at}].productId"), "form.validation.product", &*message)
                };
                let unknown = lines.into_iter().map(unknown).collect();
                Self::not_found("inventory.unknown_item", message.clone()).violating(unknown)
            }
            StockError::TooMuch => Self::precondition("inventory.too_much_stock", message),
            StockError::Correction(cause) => cause.into(),
            StockError::Idempotency(cause) => cause.failure("inventory.idempotency_key_reused"),
            StockError::Database(cause) => souk_database::failure(cause),
        }
    }
}

/// With the level as it is, by which the caller decides anew.
impl From<CorrectionError> for Failure {
    fn from(error: CorrectionError) -> Self {
        let message = error.to_string();
        let (failure, Level { on_hand, reserved, .. }) = match error {
            CorrectionError::Moved(level) => (Self::conflict("inventory.stock_moved", message), level),
            CorrectionError::BelowReserved(level) => {
                let less = Violation::new("counted", "form.validation.belowReserved", &*message);
                let failure = Self::precondition("inventory.count_below_reserved", message);
                (failure.violating(vec![less]), level)
            }
        };
        failure.with("onHand", on_hand).with("reserved", reserved)
    }
}
