//! `souk.orders.v1.StaffOrders`.

use souk_kernel::{Changed, Money, OrderId, VisitorId};
use souk_proto::orders::v1 as proto;
use souk_proto::orders::v1::staff_orders_server::StaffOrders as Service;
use souk_rpc::{Actor, Failure, Kind, Violations, actor};
use tonic::{Request, Response, Status};

use super::{LinesChange, NewOrder, Quote, QuoteRequest, StaffOrders, WantedLine};
use crate::checkout::{self, PlaceOrder};
use crate::orders::{OrderType, parse_way};

/// Answers `souk.orders.v1.StaffOrders`.
#[derive(Clone)]
pub struct StaffOrdersRpc(pub StaffOrders);

#[tonic::async_trait]
impl Service for StaffOrdersRpc {
    async fn quote_order(
        &self,
        request: Request<proto::QuoteOrderRequest>,
    ) -> Result<Response<proto::OrderQuote>, Status> {
        let actor = actor(&request)?;
        let quote = parse_quote(request.into_inner())?;
        let quote = self.0.quote(&actor, &quote).await.map_err(Failure::from)?;
        Ok(Response::new(quote.into()))
    }

    async fn change_lines(
        &self,
        request: Request<proto::ChangeLinesRequest>,
    ) -> Result<Response<proto::OrderDetail>, Status> {
        let actor = actor(&request)?;
        let change = parse_change(&request.into_inner())?;
        let (detail, changed) = self.0.change(&actor, &change).await.map_err(Failure::from)?;
        let changed = Some(changed == Changed::Yes);
        Ok(Response::new(proto::OrderDetail { changed, ..detail.into() }))
    }

    async fn create_order(
        &self,
        request: Request<proto::CreateOrderRequest>,
    ) -> Result<Response<proto::OrderDetail>, Status> {
        let actor = actor(&request)?;
        let new = parse_new(&actor, request.into_inner())?;
        let detail = self.0.create(&actor, new).await.map_err(Failure::from)?;
        Ok(Response::new(detail.into()))
    }
}

fn parse_quote(request: proto::QuoteOrderRequest) -> Result<QuoteRequest, Failure> {
    let mut violations = Violations::default();
    let order = Some(&request.order_id).filter(|id| !id.is_empty()).map(|id| id.parse()).transpose();
    let order = violations.check("order", "form.validation.id", order);
    let lines = parse_wanted(&request.lines, &mut violations);
    let form = request.form.unwrap_or_default();
    let kind = parse_kind(&request.r#type, &mut violations);
    let is_placed = !form.commune_id.is_empty() && !form.transporter_id.is_empty();
    let way = if is_placed { parse_way(&form, &mut violations) } else { None };
    match order {
        Some(order) if violations.is_empty() => Ok(QuoteRequest { order, kind, lines, way }),
        _ => Err(Failure::invalid("orders.invalid_lines", violations)),
    }
}

fn parse_change(request: &proto::ChangeLinesRequest) -> Result<LinesChange, Failure> {
    let mut violations = Violations::default();
    let order = violations.check("id", "form.validation.id", request.id.parse::<OrderId>());
    let lines = parse_wanted(&request.lines, &mut violations);
    match order {
        Some(order) if violations.is_empty() => Ok(LinesChange {
            order,
            version: request.version,
            lines,
            shown_total: request.shown_total.map(Money::from_centimes),
        }),
        _ => Err(Failure::invalid("orders.invalid_lines", violations)),
    }
}

/// As of a shopper who is the employee: what one of them asked for twice is one order, and no shopper is one of them.
fn parse_new(actor: &Actor, request: proto::CreateOrderRequest) -> Result<NewOrder, Failure> {
    let employee = actor.employee.ok_or_else(nobody)?;
    let mut violations = Violations::default();
    let kind = parse_kind(&request.r#type, &mut violations);
    violations.into_result("orders.invalid_checkout")?;
    let order = checkout::parse_order(proto::PlaceOrderRequest {
        idempotency_key: request.idempotency_key,
        request_hash: request.request_hash,
        visitor_id: VisitorId::from_uuid(employee.uuid()).to_string(),
        form: request.form,
        lines: request.lines,
        shown_total: request.shown_total,
        language: request.language,
        ..Default::default()
    })?;
    let order = PlaceOrder { by: Some(actor.clone()), kind, ..order };
    Ok(NewOrder { order, confirm: request.confirm })
}

/// Of an order that staff take: by telephone where nothing else is said.
fn parse_kind(text: &str, violations: &mut Violations) -> OrderType {
    match text.parse() {
        Ok(OrderType::Wholesalerorder) => OrderType::Wholesalerorder,
        Ok(OrderType::Phoneorder) => OrderType::Phoneorder,
        _ => {
            if !text.is_empty() {
                let text = "staff take a phoneorder or a wholesalerorder";
                violations.push("type", "form.validation.unknown", text);
            }
            OrderType::Phoneorder
        }
    }
}

fn nobody() -> Failure {
    Failure::new(Kind::Forbidden, "forbidden", "employees alone order for customers")
}

/// So many lines at most; a violation names the line by its place.
fn parse_wanted(lines: &[proto::WantedLine], violations: &mut Violations) -> Vec<WantedLine> {
    let no_product = proto::CheckoutLine::default();
    let products: Vec<_> =
        lines.iter().map(|line| line.product.clone().unwrap_or_else(|| no_product.clone())).collect();
    let carts = checkout::parse_lines(&products, checkout::LINES_MAX, violations);
    let place = |line: &proto::WantedLine| line.line.and_then(|at| usize::try_from(at).ok());
    lines.iter().zip(carts).map(|(line, cart)| WantedLine { line: place(line), cart }).collect()
}

impl From<Quote> for proto::OrderQuote {
    fn from(Quote { basket, short, delivery_price, total }: Quote) -> Self {
        let places =
            |places: Vec<usize>| places.into_iter().filter_map(|at| u32::try_from(at).ok()).collect();
        Self {
            lines: basket.lines.iter().map(proto::OrderLine::from).collect(),
            sources: places(basket.sources.iter().map(|source| source.place).collect()),
            short: places(short),
            products_total: basket.total.centimes(),
            delivery_price: delivery_price.map(Money::centimes),
            total: total.centimes(),
        }
    }
}
