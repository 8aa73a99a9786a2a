//! That somebody waits for something which is sold out. Pure.

use souk_audit::Subject;
use souk_kernel::{Changed, LocalizedText, Page, Phone, ProductId, RestockRequestId, StockKey};
use time::{Duration, OffsetDateTime};

/// Things that one phone may wait for at a time. Past it nothing more is kept, and the answer is the same: the phone may be somebody
/// else's.
pub const MOST_OF_PHONE: u32 = 20;
/// Requests that wait, of all phones, about: phones are easily invented, and staff call each.
pub const MOST_WAITING: u32 = 20_000;
/// After so long a shopper has bought elsewhere, and their phone is nobody's business any more.
pub const KEPT: Duration = Duration::days(90);
/// Longest name of a shopper, in characters.
pub const LONGEST_NAME: usize = 60;

/// What a shopper asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wish {
    pub item: StockKey,
    pub phone: Phone,
    /// As they call themselves; may be empty.
    pub name: String,
}

/// What somebody waits for, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    pub item: StockKey,
    pub product_name: LocalizedText,
    /// Empty without a combination.
    pub combination_name: LocalizedText,
    /// Whether it can be ordered now.
    pub available: bool,
}

/// A wish as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RestockRequest {
    pub id: RestockRequestId,
    pub version: u64,
    pub wanted: Wanted,
    pub phone: String,
    pub name: String,
    pub asked_at: OffsetDateTime,
    pub told_at: Option<OffsetDateTime>,
}

/// A thing that people wait for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RestockItem {
    pub wanted: Wanted,
    pub waiting: u64,
    pub since: OffsetDateTime,
    pub last_at: OffsetDateTime,
}

/// What people wait for, and in which order it is listed.
#[derive(Debug, Clone)]
pub struct ItemFilter {
    pub page: Page,
    pub available: Option<bool>,
    pub sort: ItemSort,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ItemSort {
    /// What can be had again first, then what was waited for longest.
    #[default]
    Default,
    /// Most waiting first.
    Waiting,
    /// Asked for last first.
    Recent,
}

/// Who waits, or was told.
#[derive(Debug, Clone)]
pub struct RequestFilter {
    pub page: Page,
    pub product: Option<ProductId>,
    /// Of the product; all of it where it is not named.
    pub combination: Option<souk_kernel::CombinationId>,
    pub told: Option<bool>,
}

impl RestockRequest {
    /// Notes that the shopper was told, or wasn't after all.
    pub fn mark(&mut self, told: bool, now: OffsetDateTime) -> Changed {
        if self.told_at.is_some() == told {
            return Changed::Already;
        }
        self.told_at = told.then_some(now);
        self.version += 1;
        Changed::Yes
    }

    /// As the audit log names it: by what is waited for, as who waits is nobody's business there.
    pub fn subject(&self) -> Subject {
        let Wanted { product_name, combination_name, .. } = &self.wanted;
        let name = match combination_name.fr.as_str() {
            "" => product_name.fr.clone(),
            combination => format!("{} · {combination}", product_name.fr),
        };
        Subject::new("restock_request", self.id, name)
    }

    /// What the audit log tells of it; nothing of who waits.
    pub fn facts(&self) -> serde_json::Value {
        serde_json::json!({ "told": self.told_at.is_some() })
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    const NOON: OffsetDateTime = datetime!(2026-11-25 12:00 UTC);

    #[test]
    fn who_was_told_stays_told_and_may_wait_again() {
        let item = StockKey { product: ProductId::from_uuid(uuid::Uuid::nil()), combination: None };
        let words = LocalizedText::default;
        let wanted = Wanted { item, product_name: words(), combination_name: words(), available: false };
        let mut request = RestockRequest {
            id: RestockRequestId::from_uuid(uuid::Uuid::nil()),
            version: 1,
            wanted,
            phone: "0550123456".into(),
            name: String::new(),
            asked_at: NOON,
            told_at: None,
        };
        assert_eq!(request.mark(false, NOON), Changed::Already);
        assert_eq!(
            (request.mark(true, NOON), request.told_at, request.version),
            (Changed::Yes, Some(NOON), 2)
        );
        assert_eq!(request.mark(true, NOON + Duration::DAY), Changed::Already);
        assert_eq!(request.told_at, Some(NOON), "the first call counts");
        assert_eq!((request.mark(false, NOON), request.told_at, request.version), (Changed::Yes, None, 3));
    }
}
