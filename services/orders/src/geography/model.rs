//! Places that a parcel can go to.

use souk_kernel::{CommuneCode, WilayaCode};

/// A wilaya of the shop's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wilaya {
    pub code: WilayaCode,
    /// `DZ-16`
    pub iso_code: String,
    pub name: String,
    pub name_ar: String,
    pub deliverable: bool,
}

/// A commune of a wilaya.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commune {
    pub code: CommuneCode,
    pub wilaya: WilayaCode,
    pub name: String,
    pub name_ar: String,
    pub deliverable: bool,
}
