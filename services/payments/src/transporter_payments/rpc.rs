//! `souk.payments.v1.TransporterPayments`.

use souk_idempotency::IdempotencyKey;
use souk_kernel::{Money, OrderId, Page, Permission, TransporterId};
use souk_proto::payments::v1 as proto;
use souk_proto::payments::v1::transporter_payments_server::TransporterPayments as Service;
use souk_rpc::{Actor, Failure, Kind, Violation, Violations, actor};
use tonic::{Request, Response, Status};

use super::{
    Correction, Irreversible, OrderList, PaymentError, Reason, Remittance, TransporterPayments, Unpayable,
};
use crate::receivables::Recorder;

/// Longest reference of a remittance.
const LONGEST_REFERENCE: usize = 100;
/// Centimes that one payment may bring in, as the most that anything costs.
const MOST_RECEIVED: i64 = 10_000_000_000;

/// The gRPC interface of transporter payments.
pub struct TransporterPaymentsRpc {
    payments: TransporterPayments,
}

impl TransporterPaymentsRpc {
    pub fn new(payments: TransporterPayments) -> Self {
        Self { payments }
    }
}

#[tonic::async_trait]
impl Service for TransporterPaymentsRpc {
    async fn record_payment(
        &self,
        request: Request<proto::RecordPaymentRequest>,
    ) -> Result<Response<proto::Payment>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::PaymentsWrite)?;
        let request = request.into_inner();
        let remittance = parse_remittance(&request, &actor)?;
        let recorded = self.payments.record(&actor, &remittance).await;
        Ok(Response::new(recorded.map_err(|error| failure(error, &request.order_ids))?))
    }

    async fn reverse_payment(
        &self,
        request: Request<proto::ReversePaymentRequest>,
    ) -> Result<Response<proto::Payment>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::PaymentsWrite)?;
        let request = request.into_inner();
        let correction = parse_correction(&request, &actor)?;
        let reversed = self.payments.reverse(&actor, &correction).await;
        Ok(Response::new(reversed.map_err(|error| failure(error, &request.order_ids))?))
    }

    async fn list_payments(
        &self,
        request: Request<proto::ListPaymentsRequest>,
    ) -> Result<Response<proto::ListPaymentsResponse>, Status> {
        actor(&request)?.require(Permission::PaymentsRead)?;
        let (transporter, page) = parse_filter(&request.into_inner())?;
        let (payments, total) =
            self.payments.list(transporter, page).await.map_err(|error| failure(error, &[]))?;
        let payments = payments.into_iter().map(proto::Payment::from).collect();
        Ok(Response::new(proto::ListPaymentsResponse { payments, total: total.rows, more: total.more }))
    }

    async fn get_payment(
        &self,
        request: Request<proto::GetPaymentRequest>,
    ) -> Result<Response<proto::Payment>, Status> {
        actor(&request)?.require(Permission::PaymentsRead)?;
        let mut violations = Violations::default();
        let id = violations.id("id", &request.into_inner().id);
        let id = id.ok_or_else(|| Failure::invalid("payments.invalid_id", violations))?;
        Ok(Response::new(self.payments.get(id).await.map_err(|error| failure(error, &[]))?.into()))
    }
}

fn parse_remittance(request: &proto::RecordPaymentRequest, actor: &Actor) -> Result<Remittance, Failure> {
    let mut violations = Violations::default();
    let mut canonical = proto::RecordPaymentRequest { idempotency_key: String::new(), ..request.clone() };
    // The same orders in another order are the same payment.
    canonical.order_ids.sort_unstable();
    let idempotency =
        IdempotencyKey::check(&mut violations, "record_payment", &request.idempotency_key, &canonical);
    let reference = request.reference.trim().to_owned();
    if reference.chars().count() > LONGEST_REFERENCE {
        violations.push("reference", "form.validation.tooLong", "a reference has at most 100 characters");
    }
    let transporter = violations.id("transporterId", &request.transporter_id);
    if request.received.is_some_and(|received| !(0..=MOST_RECEIVED).contains(&received)) {
        violations.push("received", "form.validation.price", "an amount is from 0 to 100,000,000 DA");
    }
    let difference_reason = match request.difference_reason.trim() {
        "" => None,
        text => violations.check("differenceReason", "form.validation.reason", Reason::new(text)),
    };
    let orders = parse_orders(&mut violations, &request.order_ids);
    match (transporter, orders, violations.is_empty()) {
        (Some(transporter), Some(orders), true) => {
            let received = request.received.map(Money::from_centimes);
            let recorder = actor.into();
            Ok(Remittance {
                idempotency,
                transporter,
                orders,
                reference,
                received,
                difference_reason,
                recorder,
            })
        }
        _ => Err(Failure::invalid("payments.invalid_payment", violations)),
    }
}

fn parse_correction(request: &proto::ReversePaymentRequest, actor: &Actor) -> Result<Correction, Failure> {
    let mut violations = Violations::default();
    let mut canonical = proto::ReversePaymentRequest { idempotency_key: String::new(), ..request.clone() };
    canonical.order_ids.sort_unstable();
    let idempotency =
        IdempotencyKey::check(&mut violations, "reverse_payment", &request.idempotency_key, &canonical);
    let payment = violations.id("id", &request.id);
    let reason = violations.check("reason", "form.validation.reason", Reason::new(&request.reason));
    let orders = match request.order_ids.as_slice() {
        [] => None,
        named => parse_orders(&mut violations, named),
    };
    match (payment, reason, violations.is_empty()) {
        (Some(payment), Some(reason), true) => Ok(Correction {
            idempotency,
            payment,
            version: request.version,
            orders,
            reason,
            recorder: actor.into(),
        }),
        _ => Err(Failure::invalid("payments.invalid_reversal", violations)),
    }
}

fn parse_orders(violations: &mut Violations, ids: &[String]) -> Option<OrderList> {
    let parsed: Vec<Option<OrderId>> = ids
        .iter()
        .take(OrderList::MOST + 1)
        .enumerate()
        .map(|(index, id)| violations.id(format!("orderIds[{index}]"), id))
        .collect();
    let orders: Vec<OrderId> = parsed.into_iter().collect::<Option<_>>()?;
    violations.check("orderIds", "form.validation.orders", OrderList::new(&orders))
}

fn parse_filter(request: &proto::ListPaymentsRequest) -> Result<(Option<TransporterId>, Page), Failure> {
    let mut violations = Violations::default();
    let transporter = violations.optional_id("transporterId", &request.transporter_id);
    match violations.page(request.page) {
        Some(page) if violations.is_empty() => Ok((transporter, page)),
        _ => Err(Failure::invalid("payments.invalid_filter", violations)),
    }
}

/// The failure that a caller sees; an order at fault is named by the place it had in the request and, for the
/// screen that has only some of the list, by its id.
fn failure(error: PaymentError, requested: &[String]) -> Failure {
    let message = error.to_string();
    match error {
        PaymentError::Unpayable(Unpayable::Unknown(orders)) => naming(
            Failure::not_found("payments.unknown_order", message),
            "form.validation.order",
            (&orders, requested),
        ),
        PaymentError::Unpayable(Unpayable::Foreign(orders)) => naming(
            Failure::precondition("payments.foreign_order", message),
            "form.validation.foreignOrder",
            (&orders, requested),
        ),
        PaymentError::Unpayable(Unpayable::AlreadyPaid(orders)) => naming(
            Failure::precondition("payments.already_paid", message),
            "form.validation.alreadyPaid",
            (&orders, requested),
        ),
        PaymentError::Unexplained(_) => {
            Failure::invalid_field("differenceReason", "form.validation.reason", message)
        }
        PaymentError::Irreversible(Irreversible::Stale) => {
            Failure::new(Kind::Conflict, "payments.stale_version", message)
        }
        PaymentError::Irreversible(Irreversible::Foreign(orders)) => naming(
            Failure::not_found("payments.not_in_payment", message),
            "form.validation.notInPayment",
            (&orders, requested),
        ),
        PaymentError::Irreversible(Irreversible::AlreadyReversed(orders)) => naming(
            Failure::precondition("payments.already_reversed", message),
            "form.validation.alreadyReversed",
            (&orders, requested),
        ),
        PaymentError::Unpayable(Unpayable::Total(cause))
        | PaymentError::Irreversible(Irreversible::Total(cause))
        | PaymentError::Money(cause) => Failure::internal(cause),
        PaymentError::Idempotency(cause) => cause.failure("payments.idempotency_key_reused"),
        PaymentError::Unknown => Failure::not_found("payments.unknown_payment", message),
        PaymentError::Database(cause) => souk_database::failure(cause),
    }
}

fn naming(failure: Failure, rule: &'static str, (orders, requested): (&[OrderId], &[String])) -> Failure {
    let ids: Vec<String> = orders.iter().map(ToString::to_string).collect();
    let violations = ids.iter().map(|order| {
        let index = requested.iter().position(|id| id.eq_ignore_ascii_case(order)).unwrap_or_default();
        Violation::new(format!("orderIds[{index}]"), rule, order)
    });
    let violations = violations.collect();
    failure.violating(violations).with("orders", ids.join(","))
}

impl From<&Actor> for Recorder {
    fn from(actor: &Actor) -> Self {
        Self { employee: actor.employee, name: actor.name.clone() }
    }
}
