//! What the list of orders is narrowed by.

use souk_kernel::{EmployeeId, Page, TransporterId, WilayaCode};
use strum::IntoEnumIterator as _;
use uuid::Uuid;

use super::placed::{Numbers, Placed};
use super::status::Status;

/// What staff want to see.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Empty: all.
    pub statuses: Vec<Status>,
    /// A part of number, phone or name.
    pub text: String,
    /// Whole, in any case; with no text beside it.
    pub tracking_number: Option<String>,
    pub wilaya: Option<WilayaCode>,
    pub transporter: Option<TransporterId>,
    /// Who looks after them.
    pub employee: Option<EmployeeId>,
    pub placed: Placed,
    /// What `placed` comes to, once it was looked up.
    pub numbers: Numbers,
    pub sort: Sort,
    pub page: Page,
}

/// In which order a list has its orders.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, strum::EnumString)]
#[strum(serialize_all = "camelCase")]
pub enum Sort {
    #[default]
    Newest,
    Oldest,
    /// Those to be called again, the soonest first, then the others, oldest first. What a text finds is in the order of [`Self::Oldest`].
    NextCall,
}

/// An order with what a list is narrowed by.
#[derive(Debug)]
pub struct Candidate {
    pub id: Uuid,
    pub number: i64,
    pub status: String,
    pub wilaya_code: String,
    pub transporter_id: Uuid,
    pub assignee_id: Option<Uuid>,
}

impl Sort {
    /// Whether what a text finds begins with the oldest.
    pub const fn begins_with_oldest(self) -> bool {
        !matches!(self, Self::Newest)
    }
}

impl Filter {
    /// Whether the order is one of the list, whatever text it holds.
    pub fn takes(&self, order: &Candidate) -> bool {
        let Self { statuses, wilaya, transporter, employee, numbers, .. } = self;
        (statuses.is_empty() || statuses.iter().any(|status| status.as_ref() == order.status))
            && wilaya.as_ref().is_none_or(|wilaya| wilaya.as_str() == order.wilaya_code)
            && transporter.is_none_or(|transporter| transporter.uuid() == order.transporter_id)
            && employee.is_none_or(|employee| order.assignee_id == Some(employee.uuid()))
            && numbers.take(order.number)
    }

    /// Whether nothing but a text narrows the list.
    pub fn is_of_all(&self) -> bool {
        self.statuses.is_empty() && self.is_of_statuses_alone()
    }

    /// Whether nothing but statuses narrows the list, and a text.
    pub fn is_of_statuses_alone(&self) -> bool {
        self.wilaya.is_none()
            && self.transporter.is_none()
            && self.employee.is_none()
            && self.numbers.are_all()
    }

    /// The statuses that are asked for: those named, or every one.
    pub fn statuses(&self) -> Vec<&'static str> {
        let all = Status::iter().filter(|one| self.statuses.is_empty() || self.statuses.contains(one));
        all.map(Into::into).collect()
    }
}
