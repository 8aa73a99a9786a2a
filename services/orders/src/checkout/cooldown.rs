//! The time between two orders of one visitor or one phone (spec 4, 9). Anybody can order with a phone that they know, so a phone
//! waits no longer than the specification says, whatever the merchant chose; who ordered waits as long as that.

use std::time::Duration;

use souk_kernel::{Phone, VisitorId};
use time::OffsetDateTime;

/// Most that a phone waits.
const MOST_OF_PHONE: Duration = Duration::from_secs(100);

/// Whom a cooldown holds back: the visitor and the phone, or nobody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subjects(Option<[String; 2]>);

impl Subjects {
    pub fn new(visitor: VisitorId, phone: &Phone) -> Self {
        Self(Some([format!("visitor:{visitor}"), format!("phone:{phone}")]))
    }

    /// Nobody waits.
    pub const fn none() -> Self {
        Self(None)
    }

    pub const fn is_none(&self) -> bool {
        self.0.is_none()
    }

    pub fn visitor(&self) -> Option<String> {
        self.0.as_ref().map(|[visitor, _]| visitor.clone())
    }

    pub fn phone(&self) -> Option<String> {
        self.0.as_ref().map(|[_, phone]| phone.clone())
    }

    /// How long each of [`Self::names`] waits.
    pub fn waits(&self, cooldown: Duration) -> Vec<Duration> {
        self.names().zip([cooldown, of_phone(cooldown)]).map(|(_, wait)| wait).collect()
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().flatten().map(String::as_str)
    }
}

/// What a phone waits where its visitor waits so long.
pub fn of_phone(cooldown: Duration) -> Duration {
    cooldown.min(MOST_OF_PHONE)
}

/// What is left of a cooldown.
pub fn left(until: Option<OffsetDateTime>, now: OffsetDateTime) -> Option<Duration> {
    let left = until? - now;
    let seconds = left.whole_seconds() + i64::from(left.subsec_nanoseconds() > 0);
    u64::try_from(seconds).ok().filter(|seconds| *seconds > 0).map(Duration::from_secs)
}
