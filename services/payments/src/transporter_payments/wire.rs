//! Payments as they are told.

use souk_kernel::rfc3339;
use souk_proto::payments::v1 as proto;

use super::model::{Covered, Detail, Payment, Reversal};

impl From<Detail> for proto::Payment {
    fn from(detail: Detail) -> Self {
        Self {
            receivables: detail.covered.into_iter().map(proto::Receivable::from).collect(),
            reversals: detail.reversals.into_iter().map(proto::Reversal::from).collect(),
            ..detail.payment.into()
        }
    }
}

impl From<Payment> for proto::Payment {
    fn from(mut payment: Payment) -> Self {
        let (difference, difference_reason) =
            payment.difference.take().map_or((0, String::new()), |it| (it.amount.centimes(), it.reason));
        Self {
            difference,
            difference_reason,
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

impl From<Covered> for proto::Receivable {
    fn from(covered: Covered) -> Self {
        Self {
            taken_back: covered.taken_back,
            reversal_id: covered.reversal.map(|id| id.to_string()).unwrap_or_default(),
            ..covered.receivable.into()
        }
    }
}

impl From<Reversal> for proto::Reversal {
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
