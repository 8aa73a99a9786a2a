//! What the services tell of their changes.

use souk_audit::Recorded;
use souk_bus::{ConsumeError, Consumer, Delivery};
use souk_proto::{catalog, inventory, orders, payments};
use sqlx::PgConnection;

use super::model::MalformedEntry;
use super::store;

/// Keeps what every service tells.
pub fn subscriptions(service: &'static str) -> Consumer {
    Consumer::new(service)
        .on(|tx, delivery: Delivery<catalog::v1::AuditRecorded>| Box::pin(keep_in(tx, delivery.event)))
        .on(|tx, delivery: Delivery<inventory::v1::AuditRecorded>| Box::pin(keep_in(tx, delivery.event)))
        .on(|tx, delivery: Delivery<orders::v1::AuditRecorded>| Box::pin(keep_in(tx, delivery.event)))
        .on(|tx, delivery: Delivery<payments::v1::AuditRecorded>| Box::pin(keep_in(tx, delivery.event)))
}

async fn keep_in<E: Recorded>(tx: &mut PgConnection, event: E) -> Result<(), ConsumeError> {
    let entry = event.into_entry().ok_or_else(|| ConsumeError::Rejected(MalformedEntry("content").into()))?;
    Ok(store::insert_in(tx, &entry).await?)
}
