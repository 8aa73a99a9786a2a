//! Warehouses, pure.

use souk_kernel::{WarehouseId, WilayaCode};

/// A place where goods stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warehouse {
    pub id: WarehouseId,
    pub name: WarehouseName,
    pub wilaya: WilayaCode,
    /// Lower is asked first for an order.
    pub priority: u16,
    /// What stands in a closed warehouse is not for sale.
    pub active: bool,
}

/// A name of 1 to 100 characters, not blank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WarehouseName(String);

/// The text is no warehouse's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a warehouse's name has 1 to 100 characters")]
pub struct WarehouseNameError;

impl WarehouseName {
    pub fn new(text: &str) -> Result<Self, WarehouseNameError> {
        let text = text.trim();
        if (1..=100).contains(&text.chars().count()) {
            Ok(Self(text.to_owned()))
        } else {
            Err(WarehouseNameError)
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_neither_blank_nor_endless() {
        assert_eq!(WarehouseName::new("  "), Err(WarehouseNameError));
        assert_eq!(WarehouseName::new(&"م".repeat(101)), Err(WarehouseNameError));
        assert_eq!(WarehouseName::new(" Dépôt d'Oran ").expect("a name").as_str(), "Dépôt d'Oran");
    }
}
