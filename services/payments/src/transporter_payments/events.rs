//! What is published about transporter payments.

use souk_kernel::{OrderId, rfc3339};
use souk_proto::payments::v1::TransporterPaymentRecorded;

use super::model::Payment;

/// A payment is never changed, so its event is always of the first version.
const VERSION: u64 = 1;

impl Payment {
    pub fn recorded_event(&self, orders: &[OrderId]) -> TransporterPaymentRecorded {
        TransporterPaymentRecorded {
            payment_id: self.id.to_string(),
            number: self.label(),
            version: VERSION,
            transporter_id: self.transporter.to_string(),
            order_ids: orders.iter().map(ToString::to_string).collect(),
            total: self.total.centimes(),
            reference: self.reference.clone(),
            recorded_at: rfc3339(self.recorded_at),
        }
    }
}
