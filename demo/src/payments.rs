//! What the transporters paid of the demo's orders: one remittance each of two, for the older half of what was delivered.
//! One order too many was ticked in the first: it was taken out again.

use souk_proto::payments::v1 as payments;
use souk_proto::payments::v1::transporter_payments_client::TransporterPaymentsClient;
use uuid::Uuid;

use crate::life::employee;
use crate::orders::Made;
use crate::transporters::transporter_ids;
use crate::{Shop, wait};

/// A payment with the orders that it covers.
#[derive(Debug)]
pub struct Remittance {
    pub payment_id: Uuid,
    pub order_ids: Vec<Uuid>,
    /// Those of them that were taken out of it again.
    pub reversed_ids: Vec<Uuid>,
}

/// Books the remittances, which an earlier load may have done.
pub async fn load(shop: &Shop, made: &[Made]) -> anyhow::Result<Vec<Remittance>> {
    let mut remittances = Vec::new();
    for (number, transporter) in (1..).zip(transporter_ids().into_iter().take(2)) {
        let is_owed = |made: &&Made| made.order.transporter_id == transporter && made.is_delivered();
        let orders: Vec<&Made> = made[..made.len() / 2].iter().filter(is_owed).collect();
        if orders.is_empty() {
            continue;
        }
        let request = payments::RecordPaymentRequest {
            idempotency_key: format!("demo-{number}"),
            order_ids: orders.iter().map(|made| made.order.id.clone()).collect(),
            transporter_id: transporter.clone(),
            reference: format!("VIR-2026-11-{number:02}"),
            ..Default::default()
        };
        let payment = record(shop, request).await?;
        let reversed: Vec<&Made> = orders.iter().rev().take(usize::from(number == 1)).copied().collect();
        if !reversed.is_empty() {
            reverse(shop, &payment, &reversed).await?;
        }
        let ids = |made: &[&Made]| made.iter().map(|made| made.id).collect();
        remittances.push(Remittance {
            payment_id: payment.id.parse()?,
            order_ids: ids(&orders),
            reversed_ids: ids(&reversed),
        });
    }
    Ok(remittances)
}

/// Takes the orders out of the payment as it was recorded.
async fn reverse(shop: &Shop, payment: &payments::Payment, orders: &[&Made]) -> anyhow::Result<()> {
    let request = payments::ReversePaymentRequest {
        idempotency_key: format!("demo-reversal-of-{}", payment.number),
        id: payment.id.clone(),
        version: payment.version,
        order_ids: orders.iter().map(|made| made.order.id.clone()).collect(),
        reason: "Commande d'un autre bordereau, cochée par erreur".into(),
    };
    let client = shop.client_as("payments", &employee("delivered"))?;
    TransporterPaymentsClient::new(client).reverse_payment(request).await?;
    Ok(())
}

/// Waits until payments has heard of the deliveries.
async fn record(shop: &Shop, request: payments::RecordPaymentRequest) -> anyhow::Result<payments::Payment> {
    let client = shop.client_as("payments", &employee("delivered"))?;
    let answer = wait::until_known(|| {
        let (mut service, request) = (TransporterPaymentsClient::new(client.clone()), request.clone());
        async move { service.record_payment(request).await }
    })
    .await?;
    Ok(answer.into_inner())
}
