//! What orders hears about its stock and its money.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::anyhow;
use souk_bus::{ConsumeError, Consumer, Delivery};
use souk_kernel::{IdError, OrderId};
use souk_proto::inventory::v1::{StockRejected, StockReserved};
use souk_proto::payments::v1::{Cover, TransporterPaymentRecorded, TransporterPaymentReversed};
use sqlx::PgConnection;

use super::model::ActorName;
use super::status::{PaymentAnswer, Stock, StockAnswer};
use super::{Orders, PaymentMention};

/// Listens to inventory and payments.
pub fn subscribe(consumer: Consumer, orders: &Arc<Orders>) -> Consumer {
    let [reserved, rejected, paid, reversed] = std::array::from_fn(|_| orders.clone());
    consumer
        .on(move |tx, delivery: Delivery<StockReserved>| {
            let orders = reserved.clone();
            Box::pin(async move { orders.stock_reserved_in(tx, &delivery.event).await })
        })
        .on(move |tx, delivery: Delivery<StockRejected>| {
            let (orders, event) = (rejected.clone(), delivery.event);
            let StockRejected { version, order_version, .. } = event;
            let answer = StockAnswer { stock: Stock::Rejected, version, order_version };
            Box::pin(async move { orders.stock_answered_in(tx, &event.order_id, answer).await })
        })
        .on(move |tx, delivery: Delivery<TransporterPaymentRecorded>| {
            let orders = paid.clone();
            Box::pin(async move { orders.paid_in(tx, &delivery.event).await })
        })
        .on(move |tx, delivery: Delivery<TransporterPaymentReversed>| {
            let orders = reversed.clone();
            Box::pin(async move { orders.payment_reversed_in(tx, &delivery.event).await })
        })
}

impl Orders {
    /// Inventory holds what the order has, or had.
    pub async fn stock_reserved_in(
        &self,
        tx: &mut PgConnection,
        event: &StockReserved,
    ) -> Result<(), ConsumeError> {
        let StockReserved { ref order_id, version, order_version } = *event;
        let answer = StockAnswer { stock: Stock::Reserved, version, order_version };
        self.stock_answered_in(tx, order_id, answer).await
    }

    async fn stock_answered_in(
        &self,
        tx: &mut PgConnection,
        order: &str,
        answer: StockAnswer,
    ) -> Result<(), ConsumeError> {
        let order = parse(order)?;
        Ok(self.note_stock_in(tx, order, answer).await?)
    }

    async fn paid_in(
        &self,
        tx: &mut PgConnection,
        event: &TransporterPaymentRecorded,
    ) -> Result<(), ConsumeError> {
        let number = event.number.as_str();
        let payment = PaymentMention { number, is_paid: true, reason: "", actor: ActorName::shop() };
        // A release before reversals told no versions: what it recorded was each order's first payment.
        let first = |id: &String| Cover { order_id: id.clone(), version: 1 };
        let covers = match event.covers.as_slice() {
            [] => event.order_ids.iter().map(first).collect(),
            covers => covers.to_vec(),
        };
        self.payment_answered_in(tx, &covers, &payment).await
    }

    async fn payment_reversed_in(
        &self,
        tx: &mut PgConnection,
        event: &TransporterPaymentReversed,
    ) -> Result<(), ConsumeError> {
        let actor = event.actor.clone().unwrap_or_default();
        let actor = ActorName { id: actor.id, name: actor.name };
        let payment = PaymentMention { number: &event.number, is_paid: false, reason: &event.reason, actor };
        self.payment_answered_in(tx, &event.covers, &payment).await
    }

    async fn payment_answered_in(
        &self,
        tx: &mut PgConnection,
        covers: &[Cover],
        payment: &PaymentMention<'_>,
    ) -> Result<(), ConsumeError> {
        let answer = |cover: &Cover| {
            let answer = PaymentAnswer { paid: payment.is_paid, version: cover.version };
            Ok((parse(&cover.order_id)?, answer))
        };
        let answers = covers.iter().map(answer).collect::<Result<BTreeMap<_, _>, ConsumeError>>()?;
        match self.note_payment_in(tx, &answers, payment).await? {
            0 => Ok(()),
            left => Err(ConsumeError::InPart(anyhow!("{left} orders of {} are left", payment.number))),
        }
    }
}

fn parse(id: &str) -> Result<OrderId, ConsumeError> {
    id.parse().map_err(|error: IdError| ConsumeError::Rejected(error.into()))
}
