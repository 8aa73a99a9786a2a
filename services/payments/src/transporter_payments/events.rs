//! What is published about transporter payments.

use souk_kernel::{Money, OrderId, rfc3339};
use souk_proto::common::v1::Actor;
use souk_proto::payments::v1::{Cover, TransporterPaymentRecorded, TransporterPaymentReversed};

use super::model::{Detail, Payment, Reversal};
use crate::receivables::Recorder;

impl Payment {
    /// `covers`: its orders, each with its payment version.
    pub fn recorded_event(&self, covers: &[(OrderId, u64)]) -> TransporterPaymentRecorded {
        TransporterPaymentRecorded {
            payment_id: self.id.to_string(),
            number: self.label(),
            version: self.version(),
            transporter_id: self.transporter.to_string(),
            order_ids: covers.iter().map(|(order, _)| order.to_string()).collect(),
            total: self.total.centimes(),
            reference: self.reference.clone(),
            recorded_at: rfc3339(self.recorded_at),
            covers: wire_covers(covers),
        }
    }
}

impl Detail {
    /// `covers`: the orders that the reversal took out, each with its payment version.
    pub fn reversed_event(
        &self,
        reversal: &Reversal,
        covers: &[(OrderId, u64)],
    ) -> TransporterPaymentReversed {
        let remaining: i64 = self.standing().map(|receivable| receivable.total).map(Money::centimes).sum();
        TransporterPaymentReversed {
            payment_id: self.payment.id.to_string(),
            number: self.payment.label(),
            version: reversal.version,
            transporter_id: self.payment.transporter.to_string(),
            reversal_id: reversal.id.to_string(),
            covers: wire_covers(covers),
            total: reversal.total.centimes(),
            remaining_total: remaining,
            remaining_order_ids: self.standing().map(|receivable| receivable.order.to_string()).collect(),
            reason: reversal.reason.clone(),
            actor: Some(Actor::from(&reversal.recorder)),
            reversed_at: rfc3339(reversal.reversed_at),
        }
    }
}

impl From<&Recorder> for Actor {
    fn from(recorder: &Recorder) -> Self {
        Self {
            id: recorder.employee.map(|id| id.to_string()).unwrap_or_default(),
            name: recorder.name.clone(),
        }
    }
}

fn wire_covers(covers: &[(OrderId, u64)]) -> Vec<Cover> {
    covers.iter().map(|(order, version)| Cover { order_id: order.to_string(), version: *version }).collect()
}
