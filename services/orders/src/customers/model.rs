//! Customers, and what staff write of them. Pure.

use souk_kernel::{
    CommuneCode, Counted, CustomerId, Money, OrderId, OrderNumber, PersonName, Phone, WilayaCode,
};
use time::OffsetDateTime;

/// What is known of a person, by staff's hand or else by their newest order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    pub first_name: PersonName,
    pub last_name: PersonName,
    pub email: String,
    pub place: Option<Place>,
    pub address: String,
    /// For staff only.
    pub note: String,
}

/// A commune and the wilaya that it lies in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub wilaya: WilayaCode,
    pub commune: CommuneCode,
}

/// A card as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    pub id: CustomerId,
    pub phone: Phone,
    /// 1 when made, one more with each change.
    pub version: u64,
    pub card: Card,
}

/// A customer as lists show them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Customer {
    pub id: CustomerId,
    pub phone: Phone,
    /// 0 without a card that staff wrote.
    pub version: u64,
    pub card: Card,
    /// French; empty without a place.
    pub wilaya_name: String,
    pub commune_name: String,
    pub outcomes: Outcomes,
    pub last_order_at: Option<OffsetDateTime>,
}

/// What became of a phone's newest orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcomes {
    pub open: u32,
    pub delivered: u32,
    /// Or on their way back.
    pub returned: u32,
    pub lost: u32,
    pub cancelled: u32,
    pub delivered_total: Money,
    /// Whether older orders were not counted.
    pub more: bool,
}

/// One of their orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedOrder {
    pub id: OrderId,
    pub number: OrderNumber,
    pub status: String,
    pub total: Money,
    pub placed_at: OffsetDateTime,
}

/// A page of customers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    pub customers: Vec<Customer>,
    pub total: Counted,
}

/// Why a card can't be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    #[error("somebody changed the customer since you read it")]
    Stale,
    #[error("there is a customer with this phone, or with this id")]
    Taken,
}

impl Written {
    /// The first card of a phone; none where the same one is there already.
    pub fn first(self, stored: Option<&Self>) -> Result<Option<Self>, WriteError> {
        match stored {
            None => Ok(Some(Self { version: 1, ..self })),
            Some(stored) if (stored.id, &stored.card) == (self.id, &self.card) => Ok(None),
            Some(_) => Err(WriteError::Taken),
        }
    }

    /// This card over the one that is stored, which keeps its id; none where that says the same, whoever wrote it.
    pub fn over(self, stored: Option<&Self>) -> Result<Option<Self>, WriteError> {
        let (id, present) = stored.map_or((self.id, 0), |stored| (stored.id, stored.version));
        if stored.is_some_and(|stored| stored.card == self.card) {
            return Ok(None);
        }
        if self.version != present {
            return Err(WriteError::Stale);
        }
        Ok(Some(Self { id, version: present + 1, ..self }))
    }
}

impl Card {
    /// Which parts differ from another card: the audit log is kept for ever, and names these alone.
    pub fn changed_from(&self, before: Option<&Self>) -> Vec<&'static str> {
        let Some(before) = before else { return vec!["card"] };
        let differences = [
            ("firstName", self.first_name != before.first_name),
            ("lastName", self.last_name != before.last_name),
            ("email", self.email != before.email),
            ("place", self.place != before.place),
            ("address", self.address != before.address),
            ("note", self.note != before.note),
        ];
        differences.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name).collect()
    }
}

#[cfg(test)]
mod tests {
    use souk_kernel::SystemClock;

    use super::*;

    fn written(version: u64, note: &str) -> Written {
        let name = |text| PersonName::parse(text).expect("a name");
        Written {
            id: CustomerId::new(&SystemClock),
            phone: Phone::parse("0555123456").expect("a phone"),
            version,
            card: Card {
                first_name: name("Amina"),
                last_name: name("Haddad"),
                email: String::new(),
                place: None,
                address: String::new(),
                note: note.into(),
            },
        }
    }

    #[test]
    fn a_card_is_replaced_by_who_read_it_and_keeps_its_id() {
        let stored = written(3, "calls back");
        let saved = written(3, "pays late").over(Some(&stored)).expect("saved").expect("changed");
        assert_eq!((saved.id, saved.version), (stored.id, 4));
        assert_eq!(written(2, "pays late").over(Some(&stored)), Err(WriteError::Stale));
        assert_eq!(written(2, "calls back").over(Some(&stored)), Ok(None), "it says that already");
        assert_eq!(written(1, "gone").over(None), Err(WriteError::Stale));
        assert_eq!(saved.card.changed_from(Some(&stored.card)), ["note"]);
    }

    #[test]
    fn a_phone_has_one_card() {
        let stored = written(1, "");
        let again = Written { version: 0, ..stored.clone() };
        assert_eq!(again.first(Some(&stored)), Ok(None));
        assert_eq!(written(0, "").first(Some(&stored)), Err(WriteError::Taken), "of another id");
        assert_eq!(written(0, "").first(None).expect("made").map(|made| made.version), Some(1));
    }
}
