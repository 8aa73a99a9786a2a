//! `souk.payments.v1.TransporterPayments`.

use sha2::{Digest as _, Sha256};
use souk_kernel::{OrderId, Page, PaymentId, Permission, TransporterId, rfc3339};
use souk_proto::payments::v1 as wire;
use souk_proto::payments::v1::transporter_payments_server::TransporterPayments as Service;
use souk_rpc::{Actor, Failure, Kind, Violation, Violations, actor};
use tonic::{Request, Response, Status};

use super::{
    Correction, Covered, Detail, Irreversible, OrderList, Payment, PaymentError, Reason, Remittance,
    RequestKey, Reversal, TransporterPayments, Unpayable,
};
use crate::receivables::Recorder;

/// Longest reference of a remittance.
const LONGEST_REFERENCE: usize = 100;

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
        request: Request<wire::RecordPaymentRequest>,
    ) -> Result<Response<wire::Payment>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::PaymentsWrite)?;
        let request = request.into_inner();
        let remittance = parse_remittance(&request, &actor)?;
        let recorded = self.payments.record(&actor, &remittance).await;
        Ok(Response::new(recorded.map_err(|error| failure(error, &request.order_ids))?.into()))
    }

    async fn reverse_payment(
        &self,
        request: Request<wire::ReversePaymentRequest>,
    ) -> Result<Response<wire::Payment>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::PaymentsWrite)?;
        let request = request.into_inner();
        let correction = parse_correction(&request, &actor)?;
        let reversed = self.payments.reverse(&actor, &correction).await;
        Ok(Response::new(reversed.map_err(|error| failure(error, &request.order_ids))?.into()))
    }

    async fn list_payments(
        &self,
        request: Request<wire::ListPaymentsRequest>,
    ) -> Result<Response<wire::ListPaymentsResponse>, Status> {
        actor(&request)?.require(Permission::PaymentsRead)?;
        let (transporter, page) = parse_filter(&request.into_inner())?;
        let (payments, total) =
            self.payments.list(transporter, page).await.map_err(|error| failure(error, &[]))?;
        let payments = payments.into_iter().map(wire::Payment::from).collect();
        Ok(Response::new(wire::ListPaymentsResponse { payments, total }))
    }

    async fn get_payment(
        &self,
        request: Request<wire::GetPaymentRequest>,
    ) -> Result<Response<wire::Payment>, Status> {
        actor(&request)?.require(Permission::PaymentsRead)?;
        let mut violations = Violations::default();
        let id = violations.id("id", &request.into_inner().id);
        let id = id.ok_or_else(|| Failure::invalid("payments.invalid_id", violations))?;
        Ok(Response::new(self.payments.get(id).await.map_err(|error| failure(error, &[]))?.into()))
    }
}

fn parse_remittance(request: &wire::RecordPaymentRequest, actor: &Actor) -> Result<Remittance, Failure> {
    let mut violations = Violations::default();
    check_key(&mut violations, &request.idempotency_key);
    let reference = request.reference.trim().to_owned();
    if reference.chars().count() > LONGEST_REFERENCE {
        violations.push("reference", "validation.too_long", "a reference has at most 100 characters");
    }
    let transporter = violations.id("transporterId", &request.transporter_id);
    let orders = parse_orders(&mut violations, &request.order_ids);
    match (transporter, orders, violations.is_empty()) {
        (Some(transporter), Some(orders), true) => Ok(Remittance {
            request: RequestKey {
                key: request.idempotency_key.clone(),
                hash: remittance_hash(transporter, &orders, &reference),
            },
            transporter,
            orders,
            reference,
            recorder: actor.into(),
        }),
        _ => Err(Failure::invalid("payments.invalid_payment", violations)),
    }
}

fn parse_correction(request: &wire::ReversePaymentRequest, actor: &Actor) -> Result<Correction, Failure> {
    let mut violations = Violations::default();
    check_key(&mut violations, &request.idempotency_key);
    let payment = violations.id("id", &request.id);
    let reason = violations.check("reason", "validation.reason", Reason::new(&request.reason));
    let orders = match request.order_ids.as_slice() {
        [] => None,
        named => parse_orders(&mut violations, named),
    };
    match (payment, reason, violations.is_empty()) {
        (Some(payment), Some(reason), true) => Ok(Correction {
            request: RequestKey {
                key: request.idempotency_key.clone(),
                hash: correction_hash(payment, request.version, orders.as_ref(), &reason),
            },
            payment,
            version: request.version,
            orders,
            reason,
            recorder: actor.into(),
        }),
        _ => Err(Failure::invalid("payments.invalid_reversal", violations)),
    }
}

fn check_key(violations: &mut Violations, key: &str) {
    if !(1..=255).contains(&key.chars().count()) {
        violations.push("idempotencyKey", "validation.idempotency_key", "a key has 1 to 255 characters");
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
    violations.check("orderIds", "validation.orders", OrderList::new(&orders))
}

/// The same orders in another order are the same payment.
fn remittance_hash(transporter: TransporterId, orders: &OrderList, reference: &str) -> Vec<u8> {
    with_orders(Sha256::new().chain_update(transporter.uuid()), orders)
        .chain_update(reference)
        .finalize()
        .to_vec()
}

fn correction_hash(payment: PaymentId, version: u64, orders: Option<&OrderList>, reason: &Reason) -> Vec<u8> {
    let hash = Sha256::new()
        .chain_update("reversal")
        .chain_update(payment.uuid())
        .chain_update(version.to_be_bytes());
    let hash = orders.into_iter().fold(hash, with_orders);
    hash.chain_update(reason.as_str()).finalize().to_vec()
}

fn with_orders(hash: Sha256, orders: &OrderList) -> Sha256 {
    orders.to_vec().into_iter().fold(hash, |hash, order| hash.chain_update(order.uuid()))
}

fn parse_filter(request: &wire::ListPaymentsRequest) -> Result<(Option<TransporterId>, Page), Failure> {
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
        PaymentError::Unpayable(Unpayable::Unknown(orders)) => {
            naming(Failure::not_found("payments.unknown_order", message), &orders, requested)
        }
        PaymentError::Unpayable(Unpayable::Foreign(orders)) => {
            naming(Failure::precondition("payments.foreign_order", message), &orders, requested)
        }
        PaymentError::Unpayable(Unpayable::AlreadyPaid(orders)) => {
            naming(Failure::precondition("payments.already_paid", message), &orders, requested)
        }
        PaymentError::Irreversible(Irreversible::Stale) => {
            Failure::new(Kind::Conflict, "payments.stale_version", message)
        }
        PaymentError::Irreversible(Irreversible::Foreign(orders)) => {
            naming(Failure::not_found("payments.not_in_payment", message), &orders, requested)
        }
        PaymentError::Irreversible(Irreversible::AlreadyReversed(orders)) => {
            naming(Failure::precondition("payments.already_reversed", message), &orders, requested)
        }
        PaymentError::Unpayable(Unpayable::Total(cause))
        | PaymentError::Irreversible(Irreversible::Total(cause))
        | PaymentError::Money(cause) => Failure::internal(cause),
        PaymentError::KeyReused => {
            let violation = Violation::new("idempotencyKey", "validation.idempotency_key_reused", &message);
            let mut failure = Failure::new(Kind::Invalid, "payments.idempotency_key_reused", message);
            failure.violations.push(violation);
            failure
        }
        PaymentError::Unknown => Failure::not_found("payments.unknown_payment", message),
        PaymentError::Database(cause) => souk_database::failure(cause),
    }
}

fn naming(failure: Failure, orders: &[OrderId], requested: &[String]) -> Failure {
    let code = failure.code.clone();
    let ids: Vec<String> = orders.iter().map(ToString::to_string).collect();
    let violations = ids.iter().map(|order| {
        let index = requested.iter().position(|id| id.eq_ignore_ascii_case(order)).unwrap_or_default();
        Violation::new(format!("orderIds[{index}]"), code.clone(), order)
    });
    let violations = violations.collect();
    failure.violating(violations).with("orders", ids.join(","))
}

impl From<&Actor> for Recorder {
    fn from(actor: &Actor) -> Self {
        Self { employee: actor.employee, name: actor.name.clone() }
    }
}

impl From<Detail> for wire::Payment {
    fn from(detail: Detail) -> Self {
        Self {
            receivables: detail.covered.into_iter().map(wire::Receivable::from).collect(),
            reversals: detail.reversals.into_iter().map(wire::Reversal::from).collect(),
            ..detail.payment.into()
        }
    }
}

impl From<Payment> for wire::Payment {
    fn from(payment: Payment) -> Self {
        Self {
            id: payment.id.to_string(),
            number: payment.label(),
            version: payment.version(),
            transporter_id: payment.transporter.to_string(),
            transporter_name: payment.transporter_name,
            reference: payment.reference,
            total: payment.total.centimes(),
            receivables: Vec::new(),
            recorded_at: rfc3339(payment.recorded_at),
            actor: Some((&payment.recorder).into()),
            orders: payment.orders,
            reversed_total: payment.reversed.total.centimes(),
            reversed_orders: payment.reversed.orders,
            reversals: Vec::new(),
        }
    }
}

impl From<Covered> for wire::Receivable {
    fn from(covered: Covered) -> Self {
        Self {
            taken_back: covered.taken_back,
            reversal_id: covered.reversal.map(|id| id.to_string()).unwrap_or_default(),
            ..covered.receivable.into()
        }
    }
}

impl From<Reversal> for wire::Reversal {
    fn from(reversal: Reversal) -> Self {
        Self {
            id: reversal.id.to_string(),
            orders: reversal.orders,
            total: reversal.total.centimes(),
            reason: reversal.reason,
            actor: Some((&reversal.recorder).into()),
            reversed_at: rfc3339(reversal.reversed_at),
        }
    }
}
