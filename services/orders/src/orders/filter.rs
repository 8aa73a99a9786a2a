//! What the list of orders is narrowed by.

use souk_kernel::{EmployeeId, Page, TransporterId, WilayaCode};
use strum::IntoEnumIterator as _;

use super::status::Status;

/// What staff want to see.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Empty: all.
    pub statuses: Vec<Status>,
    /// A part of number, phone or name.
    pub text: String,
    pub wilaya: Option<WilayaCode>,
    pub transporter: Option<TransporterId>,
    /// Who looks after them.
    pub employee: Option<EmployeeId>,
    pub oldest_first: bool,
    pub page: Page,
}

impl Filter {
    /// Whether nothing but a text narrows the list.
    pub fn is_of_all(&self) -> bool {
        self.statuses.is_empty() && self.is_of_statuses_alone()
    }

    /// Whether nothing but statuses narrows the list, and a text.
    pub fn is_of_statuses_alone(&self) -> bool {
        self.wilaya.is_none() && self.transporter.is_none() && self.employee.is_none()
    }

    /// The statuses that are asked for: those named, or every one.
    pub fn statuses(&self) -> Vec<&'static str> {
        let all = Status::iter().filter(|one| self.statuses.is_empty() || self.statuses.contains(one));
        all.map(Into::into).collect()
    }
}
