//! The gRPC interface of orders.

use std::pin::Pin;

use futures::{Stream, StreamExt as _, stream};
use souk_kernel::{
    Changed, EmployeeId, IdError, Money, OrderId, OrderNumber, Phone, StockKey, parse_rfc3339,
};
use souk_proto::orders::v1 as proto;
use souk_proto::orders::v1::orders_server::Orders as OrdersService;
use souk_rpc::{Actor, Failure, Violations, actor};
use tonic::{Request, Response, Status as GrpcStatus};

use super::placed::{Numbers, Placed};
use super::wire;
use super::{
    Assignee, Assignment, Correction, Day, Detail, FileStep, Filter, Orders, OrdersError, Several, Status,
    Step, Summary, Transition, parse_form,
};
use crate::items::{Allocation, StockItem};

/// Longest note or reason that the timeline takes.
const NOTE_MAX: usize = 1000;
/// Longest number of a transporter's.
const TRACKING_NUMBER_MAX: usize = 64;
/// Longest name of an employee.
const NAME_MAX: usize = 60;
/// Most ids of one question.
const IDS_MAX: usize = 1000;
/// Most orders that are read whole at once.
const WHOLE_MAX: usize = 50;
/// Most warehouse rows of one allocation.
const ALLOCATIONS_MAX: usize = 500;

/// Answers `souk.orders.v1.Orders`.
#[derive(Clone)]
pub struct OrdersRpc(pub Orders);

#[tonic::async_trait]
impl OrdersService for OrdersRpc {
    type StreamOrdersStream = Pin<Box<dyn Stream<Item = Result<proto::Order, GrpcStatus>> + Send>>;

    async fn list_orders(
        &self,
        request: Request<proto::ListOrdersRequest>,
    ) -> Result<Response<proto::ListOrdersResponse>, GrpcStatus> {
        let actor = actor(&request)?;
        let request = request.into_inner();
        let filter = parse_filter(&request)?;
        let listing = self.0.list(&actor, &filter).await.map_err(Failure::from)?;
        Ok(Response::new(proto::ListOrdersResponse {
            orders: listing.orders.into_iter().map(proto::Order::from).collect(),
            total: listing.total.rows,
            more: listing.total.more,
            counts: listing.counts,
            placed_from: request.placed_from,
            placed_before: request.placed_before,
        }))
    }

    async fn list_whole_orders(
        &self,
        request: Request<proto::ListWholeOrdersRequest>,
    ) -> Result<Response<proto::ListWholeOrdersResponse>, GrpcStatus> {
        let actor = actor(&request)?;
        let proto::ListWholeOrdersRequest { filter, after } = request.into_inner();
        let filter = parse_filter(&filter.unwrap_or_default())?;
        if filter.tracking_number.is_some() {
            let text = "no file is by tracking number";
            return Err(
                Failure::invalid_field("trackingNumber", "form.validation.trackingNumber", text).into()
            );
        }
        let below = i64::try_from(after).ok().filter(|number| *number > 0).map(OrderNumber);
        let FileStep { orders, next } = self.0.whole(&actor, &filter, below).await.map_err(Failure::from)?;
        Ok(Response::new(proto::ListWholeOrdersResponse {
            orders: orders.iter().map(wire::for_file).collect(),
            next: next.map(|next| next.0.unsigned_abs()).unwrap_or_default(),
        }))
    }

    async fn get_order(
        &self,
        request: Request<proto::GetOrderRequest>,
    ) -> Result<Response<proto::OrderDetail>, GrpcStatus> {
        let actor = actor(&request)?;
        let id = parse_id(&request.into_inner().id)?;
        let detail = self.0.get(&actor, id).await.map_err(Failure::from)?;
        Ok(Response::new(detail.into()))
    }

    async fn get_orders(
        &self,
        request: Request<proto::GetOrdersRequest>,
    ) -> Result<Response<proto::GetOrdersResponse>, GrpcStatus> {
        let actor = actor(&request)?;
        let ids = parse_ids(&request.into_inner().ids)?;
        let Several { orders, left } = self.0.several(&actor, ids).await.map_err(Failure::from)?;
        Ok(Response::new(proto::GetOrdersResponse {
            orders: orders.iter().map(proto::Order::from).collect(),
            left_ids: left.iter().map(ToString::to_string).collect(),
        }))
    }

    async fn transition_order(
        &self,
        request: Request<proto::TransitionOrderRequest>,
    ) -> Result<Response<proto::OrderDetail>, GrpcStatus> {
        let actor = actor(&request)?;
        let transition = parse_transition(&request.into_inner())?;
        let detail = self.0.transition(&actor, &transition).await.map_err(Failure::from)?;
        Ok(Response::new(detail.into()))
    }

    async fn assign_order(
        &self,
        request: Request<proto::AssignOrderRequest>,
    ) -> Result<Response<proto::OrderDetail>, GrpcStatus> {
        let actor = actor(&request)?;
        let assignment = parse_assignment(request.into_inner())?;
        let (detail, assigned) = self.0.assign(&actor, &assignment).await.map_err(Failure::from)?;
        let changed = Some(assigned == Changed::Yes);
        Ok(Response::new(proto::OrderDetail { changed, ..detail.into() }))
    }

    async fn correct_order(
        &self,
        request: Request<proto::CorrectOrderRequest>,
    ) -> Result<Response<proto::OrderDetail>, GrpcStatus> {
        let actor = actor(&request)?;
        let correction = parse_correction(request.into_inner())?;
        let (detail, corrected) = self.0.correct(&actor, &correction).await.map_err(Failure::from)?;
        let changed = Some(corrected == Changed::Yes);
        Ok(Response::new(proto::OrderDetail { changed, ..detail.into() }))
    }

    async fn add_note(
        &self,
        request: Request<proto::AddNoteRequest>,
    ) -> Result<Response<proto::OrderDetail>, GrpcStatus> {
        let actor = actor(&request)?;
        let proto::AddNoteRequest { id, note } = request.into_inner();
        let note = note.trim();
        if note.is_empty() || note.chars().count() > NOTE_MAX {
            let text = format!("a note has 1 to {NOTE_MAX} characters");
            return Err(Failure::invalid_field("note", "form.validation.note", text).into());
        }
        let detail = self.0.add_note(&actor, parse_id(&id)?, note).await.map_err(Failure::from)?;
        Ok(Response::new(detail.into()))
    }

    async fn track_order(
        &self,
        request: Request<proto::TrackOrderRequest>,
    ) -> Result<Response<proto::OrderDetail>, GrpcStatus> {
        let proto::TrackOrderRequest { number, phone } = request.into_inner();
        let mut violations = Violations::default();
        let number = violations.check("number", "form.validation.orderNumber", number.parse::<OrderNumber>());
        let phone = violations.check("phone", "form.validation.phone", Phone::parse(&phone));
        let (Some(number), Some(phone)) = (number, phone) else {
            return Err(Failure::invalid("orders.invalid_tracking", violations).into());
        };
        let detail = self.0.track(number, &phone).await.map_err(Failure::from)?;
        Ok(Response::new(detail.into()))
    }

    async fn get_summary(
        &self,
        request: Request<proto::GetSummaryRequest>,
    ) -> Result<Response<proto::Summary>, GrpcStatus> {
        let summary = self.0.summary(&actor(&request)?).await.map_err(Failure::from)?;
        Ok(Response::new(summary.into()))
    }

    async fn check_orders(
        &self,
        request: Request<proto::CheckOrdersRequest>,
    ) -> Result<Response<proto::CheckOrdersResponse>, GrpcStatus> {
        let ids = request.into_inner().order_ids;
        if ids.len() > IDS_MAX {
            let text = format!("at most {IDS_MAX} orders are checked at once");
            return Err(Failure::invalid_field("orderIds", "form.validation.tooMany", text).into());
        }
        // An id that is none of ours can't exist.
        let ids: Vec<OrderId> = ids.iter().filter_map(|id| id.parse().ok()).collect();
        let existing = self.0.existing(&ids).await.map_err(Failure::from)?;
        let existing = existing.iter().map(ToString::to_string).collect();
        Ok(Response::new(proto::CheckOrdersResponse { existing }))
    }

    async fn stream_orders(
        &self,
        request: Request<proto::StreamOrdersRequest>,
    ) -> Result<Response<Self::StreamOrdersStream>, GrpcStatus> {
        let actor = actor(&request)?;
        Ok(Response::new(stream_all(self.0.clone(), actor).boxed()))
    }
}

/// All orders by number, read chunk by chunk.
fn stream_all(orders: Orders, actor: Actor) -> impl Stream<Item = Result<proto::Order, GrpcStatus>> + Send {
    let chunks = stream::try_unfold(OrderNumber(0), move |after| {
        let (orders, actor) = (orders.clone(), actor.clone());
        async move {
            let chunk = orders.chunk_after(&actor, after).await.map_err(Failure::from)?;
            let last = chunk.last().map(|order| order.number);
            Ok::<_, GrpcStatus>(last.map(|last| (chunk, last)))
        }
    });
    chunks.flat_map(|chunk| match chunk {
        Ok(orders) => stream::iter(orders.iter().map(|order| Ok(order.into())).collect::<Vec<_>>()),
        Err(status) => stream::iter(vec![Err(status)]),
    })
}

fn parse_id(id: &str) -> Result<OrderId, Failure> {
    id.parse().map_err(|_| OrdersError::NotFound.into())
}

fn parse_ids(ids: &[String]) -> Result<Vec<OrderId>, Failure> {
    if ids.len() > WHOLE_MAX {
        let text = format!("at most {WHOLE_MAX} orders are read at once");
        return Err(Failure::invalid_field("ids", "form.validation.tooMany", text));
    }
    let mut violations = Violations::default();
    let parsed = ids.iter().enumerate().filter_map(|(index, id)| violations.id(format!("ids[{index}]"), id));
    let parsed = parsed.collect();
    violations.into_result("orders.invalid_filter")?;
    Ok(parsed)
}

fn parse_filter(request: &proto::ListOrdersRequest) -> Result<Filter, Failure> {
    let mut violations = Violations::default();
    let page = violations.page(request.page);
    let statuses = request.statuses.iter().map(|status| status.parse()).collect::<Result<Vec<Status>, _>>();
    let statuses = violations.check("status", "form.validation.status", statuses);
    let wilaya = optional(&request.wilaya_id).map(str::parse).transpose();
    let wilaya = violations.check("wilaya", "form.validation.wilaya", wilaya);
    let transporter = optional(&request.transporter_id).map(str::parse).transpose();
    let transporter = violations.check("transporter", "form.validation.transporter", transporter);
    let employee = optional(&request.employee_id).map(str::parse).transpose();
    let employee = violations.check("employee", "form.validation.id", employee);
    let sort = optional(&request.sort).map(str::parse).transpose();
    let sort = violations.check("sort", "form.validation.sort", sort);
    let mut moment = |field, text| {
        let read = optional(text).map(|text| parse_rfc3339(text).ok_or("not a time in RFC 3339"));
        violations.check(field, "form.validation.time", read.transpose()).flatten()
    };
    let placed = Placed {
        from: moment("from", &request.placed_from),
        before: moment("until", &request.placed_before),
    };
    if request.query.chars().count() > 100 {
        violations.push("q", "form.validation.query", "a search has at most 100 characters");
    }
    let tracking_number = request.tracking_number.trim();
    if tracking_number.chars().count() > TRACKING_NUMBER_MAX {
        let text = format!("at most {TRACKING_NUMBER_MAX} characters");
        violations.push("trackingNumber", "form.validation.trackingNumber", text);
    }
    if !tracking_number.is_empty() && !request.query.is_empty() {
        let text = "orders are looked for by a query or by their tracking number";
        violations.push("trackingNumber", "form.validation.trackingNumber", text);
    }
    violations.into_result("orders.invalid_filter")?;
    Ok(Filter {
        statuses: statuses.unwrap_or_default(),
        text: request.query.clone(),
        tracking_number: optional(tracking_number).map(ToOwned::to_owned),
        wilaya: wilaya.flatten(),
        transporter: transporter.flatten(),
        employee: employee.flatten(),
        placed,
        numbers: Numbers::default(),
        sort: sort.flatten().unwrap_or_default(),
        page: page.unwrap_or_default(),
    })
}

fn parse_transition(request: &proto::TransitionOrderRequest) -> Result<Transition, Failure> {
    let order = parse_id(&request.id)?;
    let mut violations = Violations::default();
    let to = violations.check("to", "form.validation.status", request.to.parse::<Status>());
    for (field, text) in [("note", &request.note), ("reason", &request.reason)] {
        if text.chars().count() > NOTE_MAX {
            violations.push(field, "form.validation.note", format!("at most {NOTE_MAX} characters"));
        }
    }
    if request.tracking_number.chars().count() > TRACKING_NUMBER_MAX {
        let text = format!("at most {TRACKING_NUMBER_MAX} characters");
        violations.push("trackingNumber", "form.validation.trackingNumber", text);
    }
    let next_call_at =
        optional(&request.next_call_at).map(|text| parse_rfc3339(text).ok_or("not a time in RFC 3339"));
    let next_call_at = violations.check("nextCallAt", "form.validation.time", next_call_at.transpose());
    let allocations = parse_allocations(&request.allocations, &mut violations);
    let Some(to) = to.filter(|_| violations.is_empty()) else {
        return Err(Failure::invalid("orders.invalid_transition", violations));
    };
    let step = Step {
        to,
        note: request.note.trim().to_owned(),
        reason: request.reason.trim().to_owned(),
        tracking_number: request.tracking_number.trim().to_owned(),
        next_call_at: next_call_at.flatten(),
    };
    Ok(Transition { order, version: request.version, step, allocations })
}

fn parse_assignment(request: proto::AssignOrderRequest) -> Result<Assignment, Failure> {
    let order = parse_id(&request.id)?;
    let Some(employee) = request.employee else {
        return Ok(Assignment { order, version: request.version, to: None });
    };
    let mut violations = Violations::default();
    let id = violations.id::<EmployeeId>("employeeId", &employee.id);
    if employee.name.is_empty() || employee.name.chars().count() > NAME_MAX {
        violations.push(
            "employeeId",
            "form.validation.name",
            format!("a name has 1 to {NAME_MAX} characters"),
        );
    }
    let Some(id) = id.filter(|_| violations.is_empty()) else {
        return Err(Failure::invalid("orders.invalid_assignment", violations));
    };
    Ok(Assignment { order, version: request.version, to: Some(Assignee { id, name: employee.name }) })
}

fn parse_correction(request: proto::CorrectOrderRequest) -> Result<Correction, Failure> {
    let order = parse_id(&request.id)?;
    let mut violations = Violations::default();
    let form = parse_form(&request.form.unwrap_or_default(), &mut violations);
    if form.as_ref().is_some_and(|form| form.way.delivery.is_none()) {
        violations.push("deliveryType", "form.validation.deliveryType", "delivery is home or desk");
    }
    let Some(form) = form.filter(|_| violations.is_empty()) else {
        return Err(Failure::invalid("orders.invalid_correction", violations));
    };
    let shown_total = request.shown_total.map(Money::from_centimes);
    Ok(Correction { order, version: request.version, form, shown_total })
}

fn parse_allocations(rows: &[proto::Allocation], violations: &mut Violations) -> Vec<Allocation> {
    if rows.len() > ALLOCATIONS_MAX {
        violations.push("allocations", "form.validation.tooMany", format!("at most {ALLOCATIONS_MAX} rows"));
        return Vec::new();
    }
    let parsed = rows.iter().enumerate().map(|(index, row)| {
        violations.check(format!("allocations[{index}]"), "form.validation.allocation", parse_allocation(row))
    });
    parsed.collect::<Vec<_>>().into_iter().flatten().collect()
}

fn parse_allocation(row: &proto::Allocation) -> Result<Allocation, IdError> {
    let combination = optional(&row.combination_id).map(str::parse).transpose()?;
    let key = StockKey { product: row.product_id.parse()?, combination };
    Ok(Allocation { warehouse: row.warehouse_id.parse()?, item: StockItem { key, quantity: row.quantity } })
}

fn optional(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

impl From<Detail> for proto::OrderDetail {
    fn from(detail: Detail) -> Self {
        Self {
            order: Some((&detail.order).into()),
            timeline: detail.timeline.into_iter().map(proto::TimelineEntry::from).collect(),
            allowed_transitions: detail.allowed.iter().map(|status| status.as_ref().to_owned()).collect(),
            customer: detail.history.map(proto::CustomerHistory::from),
            changed: None,
        }
    }
}

impl From<Summary> for proto::Summary {
    fn from(summary: Summary) -> Self {
        let today = summary.days.last().copied();
        Self {
            counts: summary.counts,
            placed_today: today.map_or(0, |day| day.placed),
            placed_today_total: today.map_or(0, |day| day.placed_total.centimes()),
            delivered_today: today.map_or(0, |day| day.delivered),
            delivered_today_total: today.map_or(0, |day| day.delivered_total.centimes()),
            days: summary.days.into_iter().map(proto::Day::from).collect(),
        }
    }
}

impl From<Day> for proto::Day {
    fn from(day: Day) -> Self {
        Self { date: day.date.to_string(), placed: day.placed, total: day.placed_total.centimes() }
    }
}
