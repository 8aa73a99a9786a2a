//! A cart that was not ordered yet.

use souk_kernel::{PersonName, Phone, VisitorId};

use crate::items::CartLine;

/// What a visitor was about to order.
#[derive(Debug, Clone)]
pub struct Draft {
    pub visitor: VisitorId,
    pub first_name: PersonName,
    pub last_name: PersonName,
    pub phone: Phone,
    pub lines: Vec<CartLine>,
}
