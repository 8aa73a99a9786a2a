//! What orders hears about its stock and its money.

use std::sync::Arc;

use souk_bus::{ConsumeError, Consumer, Delivery};
use souk_kernel::{IdError, OrderId};
use souk_proto::inventory::v1::{StockRejected, StockReserved};
use souk_proto::payments::v1::TransporterPaymentRecorded;
use sqlx::PgConnection;

use super::Orders;
use super::status::{Stock, StockAnswer};

/// Listens to inventory and payments.
pub fn subscribe(consumer: Consumer, orders: &Arc<Orders>) -> Consumer {
    let (reserved, rejected, paid) = (orders.clone(), orders.clone(), orders.clone());
    consumer
        .on(move |tx, delivery: Delivery<StockReserved>| {
            let (orders, event) = (reserved.clone(), delivery.event);
            let answer = StockAnswer { stock: Stock::Reserved, version: event.version };
            Box::pin(async move { orders.stock_answered_in(tx, &event.order_id, answer).await })
        })
        .on(move |tx, delivery: Delivery<StockRejected>| {
            let (orders, event) = (rejected.clone(), delivery.event);
            let answer = StockAnswer { stock: Stock::Rejected, version: event.version };
            Box::pin(async move { orders.stock_answered_in(tx, &event.order_id, answer).await })
        })
        .on(move |tx, delivery: Delivery<TransporterPaymentRecorded>| {
            let orders = paid.clone();
            Box::pin(async move { orders.paid_in(tx, &delivery.event).await })
        })
}

impl Orders {
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
        let mut orders = event.order_ids.iter().map(|id| parse(id)).collect::<Result<Vec<_>, _>>()?;
        // Locked in one order everywhere.
        orders.sort();
        for order in orders {
            self.settle_in(tx, order, &event.number).await?;
        }
        Ok(())
    }
}

fn parse(id: &str) -> Result<OrderId, ConsumeError> {
    id.parse().map_err(|error: IdError| ConsumeError::Rejected(error.into()))
}
