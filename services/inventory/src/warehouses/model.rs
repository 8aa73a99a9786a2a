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
    /// 1 when created, one more with each change; 0 of one that is to be created.
    pub version: u64,
}

/// What a save comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saved {
    pub warehouse: Warehouse,
    /// Whether anything differs from what is stored.
    pub is_news: bool,
    pub opens_or_closes: bool,
}

impl Saved {
    /// Whether what stands there goes off sale, after which nothing more is to be promised of it.
    pub const fn closes(&self) -> bool {
        self.opens_or_closes && !self.warehouse.active && self.warehouse.version > 1
    }
}

/// Why a warehouse can't be saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SaveError {
    #[error("somebody changed the warehouse since you read it")]
    Stale,
    #[error("there is no such warehouse")]
    Unknown,
    #[error("{0} pieces in it are promised to orders")]
    Reserved(u64),
}

impl Warehouse {
    /// What the audit log tells of it.
    pub fn facts(&self) -> serde_json::Value {
        serde_json::json!({
            "name": self.name.as_str(), "wilaya": self.wilaya.to_string(), "priority": self.priority, "active": self.active,
        })
    }

    /// Saves it over what is stored. What is the same already is saved, whoever did it.
    pub fn over(self, stored: Option<&Self>) -> Result<Saved, SaveError> {
        let Some(stored) = stored else {
            return match self.version {
                0 => {
                    Ok(Saved { warehouse: Self { version: 1, ..self }, is_news: true, opens_or_closes: true })
                }
                _ => Err(SaveError::Unknown),
            };
        };
        if (Self { version: stored.version, ..self.clone() }) == *stored {
            return Ok(Saved { warehouse: stored.clone(), is_news: false, opens_or_closes: false });
        }
        if self.version != stored.version {
            return Err(SaveError::Stale);
        }
        let opens_or_closes = self.active != stored.active;
        Ok(Saved { warehouse: Self { version: stored.version + 1, ..self }, is_news: true, opens_or_closes })
    }
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
