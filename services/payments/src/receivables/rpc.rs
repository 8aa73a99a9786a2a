//! `souk.payments.v1.Receivables`.

use souk_kernel::{OrderNumber, Permission, TransporterId, rfc3339};
use souk_proto::payments::v1 as proto;
use souk_proto::payments::v1::receivables_server::Receivables as Service;
use souk_rpc::{Failure, Violations, actor};
use tonic::{Request, Response, Status};

use super::{Balance, Receivable, Receivables};

/// Most orders of one question.
const MOST_NUMBERS: usize = 200;

/// The gRPC interface of receivables.
pub struct ReceivablesRpc {
    receivables: Receivables,
}

impl ReceivablesRpc {
    pub fn new(receivables: Receivables) -> Self {
        Self { receivables }
    }
}

#[tonic::async_trait]
impl Service for ReceivablesRpc {
    async fn list_unpaid(
        &self,
        request: Request<proto::ListUnpaidRequest>,
    ) -> Result<Response<proto::ListUnpaidResponse>, Status> {
        actor(&request)?.require(Permission::PaymentsRead)?;
        let (transporter, numbers) = parse_unpaid(&request.into_inner())?;
        let due = self.receivables.due(transporter, &numbers).await;
        let (due, more) = due.map_err(souk_database::failure)?;
        let receivables = due.into_iter().map(proto::Receivable::from).collect();
        Ok(Response::new(proto::ListUnpaidResponse { receivables, more }))
    }

    async fn list_balances(
        &self,
        request: Request<proto::ListBalancesRequest>,
    ) -> Result<Response<proto::ListBalancesResponse>, Status> {
        actor(&request)?.require(Permission::PaymentsRead)?;
        let balances = self.receivables.balances().await.map_err(souk_database::failure)?;
        let balances = balances.into_iter().map(proto::Balance::from).collect();
        Ok(Response::new(proto::ListBalancesResponse { balances }))
    }
}

fn parse_unpaid(request: &proto::ListUnpaidRequest) -> Result<(TransporterId, Vec<OrderNumber>), Failure> {
    let mut violations = Violations::default();
    let transporter = violations.id("transporterId", &request.transporter_id);
    let one = Some(request.number.trim()).filter(|text| !text.is_empty());
    let one =
        one.and_then(|text| violations.check("number", "form.validation.query", text.parse::<OrderNumber>()));
    if request.numbers.len() > MOST_NUMBERS {
        violations.push("numbers", "form.validation.tooMany", format!("at most {MOST_NUMBERS} numbers"));
    }
    let mut numbers: Vec<_> = one.into_iter().collect();
    for (index, text) in request.numbers.iter().enumerate().take(MOST_NUMBERS) {
        let field = format!("numbers[{index}]");
        numbers.extend(violations.check(field, "form.validation.query", text.parse::<OrderNumber>()));
    }
    match transporter {
        Some(transporter) if violations.is_empty() => Ok((transporter, numbers)),
        _ => Err(Failure::invalid("payments.invalid_filter", violations)),
    }
}

impl From<Receivable> for proto::Receivable {
    fn from(receivable: Receivable) -> Self {
        Self {
            order_id: receivable.order.to_string(),
            order_number: receivable.order_number,
            transporter_id: receivable.transporter.to_string(),
            transporter_name: receivable.transporter_name,
            customer_name: receivable.customer_name,
            wilaya_name: receivable.wilaya_name,
            total: receivable.total.centimes(),
            delivered_at: rfc3339(receivable.delivered_at),
            ..Self::default()
        }
    }
}

impl From<Balance> for proto::Balance {
    fn from(balance: Balance) -> Self {
        Self {
            transporter_id: balance.transporter.to_string(),
            transporter_name: balance.transporter_name,
            orders: balance.orders,
            total: balance.total.centimes(),
            oldest_delivered_at: balance.oldest_delivered_at.map(rfc3339).unwrap_or_default(),
            overpaid_orders: balance.overpaid_orders,
            overpaid_total: balance.overpaid_total.centimes(),
        }
    }
}
