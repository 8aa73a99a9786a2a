//! What the rest of the shop hears about an order.

use souk_bus::{Meta, Outbox, OutboxRow};
use souk_kernel::Clock;
use souk_proto::orders::v1 as proto;
use sqlx::PgConnection;

use super::model::Order;
use super::status::Status;

/// Announces the order's present status in the caller's transaction.
pub async fn announce_in(
    tx: &mut PgConnection,
    outbox: &Outbox,
    clock: &dyn Clock,
    order: &Order,
) -> sqlx::Result<()> {
    outbox.add_row(tx, &announcement(clock, order)).await
}

/// The event of the order's present status.
pub fn announcement(clock: &dyn Clock, order: &Order) -> OutboxRow {
    let meta = Meta::new(clock, order.id.uuid());
    let order_now = Some(proto::Order::from(order));
    macro_rules! publish {
        ($event:ident) => {
            OutboxRow::new(&proto::$event { order: order_now }, meta)
        };
    }
    match order.status {
        Status::Placed => publish!(OrderPlaced),
        Status::Unreachable => publish!(OrderUnreachable),
        Status::Confirmed => publish!(OrderConfirmed),
        Status::Preparing => publish!(OrderPreparing),
        Status::Cancelled => publish!(OrderCancelled),
        Status::Shipped => publish!(OrderShipped),
        Status::Attempted => publish!(OrderAttempted),
        Status::Delivered => publish!(OrderDelivered),
        Status::Returning => publish!(OrderReturning),
        Status::Returned => publish!(OrderReturned),
        Status::Lost => publish!(OrderLost),
        Status::Settled => publish!(OrderSettled),
    }
}

/// The event of a payment: the order is settled by it, or it was reversed, or covers an order that came back.
pub fn payment_announcement(clock: &dyn Clock, order: &Order) -> OutboxRow {
    if order.status == Status::Settled {
        return announcement(clock, order);
    }
    let changed = proto::OrderPaymentChanged { order: Some(order.into()) };
    OutboxRow::new(&changed, Meta::new(clock, order.id.uuid()))
}

/// Announces that the order gave its stock back unconfirmed.
pub async fn announce_hold_released_in(
    tx: &mut PgConnection,
    outbox: &Outbox,
    clock: &dyn Clock,
    order: &Order,
) -> sqlx::Result<()> {
    let released = proto::OrderHoldReleased { order: Some(order.into()) };
    outbox.add(tx, &released, Meta::new(clock, order.id.uuid())).await
}

/// Announces that another employee looks after the order, or nobody.
pub async fn announce_assigned_in(
    tx: &mut PgConnection,
    outbox: &Outbox,
    clock: &dyn Clock,
    order: &Order,
) -> sqlx::Result<()> {
    let assigned = proto::OrderAssigned { order: Some(order.into()) };
    outbox.add(tx, &assigned, Meta::new(clock, order.id.uuid())).await
}

/// Announces that staff wrote a remark.
pub async fn announce_noted_in(
    tx: &mut PgConnection,
    outbox: &Outbox,
    clock: &dyn Clock,
    order: &Order,
) -> sqlx::Result<()> {
    let noted = proto::OrderNoted { order: Some(order.into()) };
    outbox.add(tx, &noted, Meta::new(clock, order.id.uuid())).await
}

/// Announces that staff corrected who gets the order, or where.
pub async fn announce_corrected_in(
    tx: &mut PgConnection,
    outbox: &Outbox,
    clock: &dyn Clock,
    order: &Order,
) -> sqlx::Result<()> {
    let corrected = proto::OrderCorrected { order: Some(order.into()) };
    outbox.add(tx, &corrected, Meta::new(clock, order.id.uuid())).await
}

/// Announces that staff changed what the order has.
pub async fn announce_lines_changed_in(
    tx: &mut PgConnection,
    outbox: &Outbox,
    clock: &dyn Clock,
    order: &Order,
) -> sqlx::Result<()> {
    let changed = proto::OrderLinesChanged { order: Some(order.into()) };
    outbox.add(tx, &changed, Meta::new(clock, order.id.uuid())).await
}

/// Announces what inventory answered about the order's stock.
pub async fn announce_stock_in(
    tx: &mut PgConnection,
    outbox: &Outbox,
    clock: &dyn Clock,
    order: &Order,
) -> sqlx::Result<()> {
    let changed = proto::OrderStockChanged { order: Some(order.into()) };
    outbox.add(tx, &changed, Meta::new(clock, order.id.uuid())).await
}
