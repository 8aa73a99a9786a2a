//! Time and new ids, passed in rather than taken from the air, so that tests own both (house 7).

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;

/// Where a use case takes the present and fresh ids from.
pub trait Clock: Send + Sync + 'static {
    /// The present, in UTC.
    fn now(&self) -> OffsetDateTime;

    /// A fresh UUIDv7 of the present: sorts by creation.
    fn uuid(&self) -> Uuid {
        let now = self.now();
        let seconds = u64::try_from(now.unix_timestamp()).unwrap_or(0);
        Uuid::new_v7(uuid::Timestamp::from_unix(uuid::NoContext, seconds, now.nanosecond()))
    }
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the machine's clock")]
    fn now(&self) -> OffsetDateTime {
        // PostgreSQL keeps microseconds: a finer value would change on its first round trip.
        let now = OffsetDateTime::now_utc();
        now.replace_microsecond(now.microsecond()).unwrap_or(now)
    }
}

/// RFC 3339 in UTC, as times travel in JSON and events (design 4).
pub fn rfc3339(at: OffsetDateTime) -> String {
    at.to_offset(time::UtcOffset::UTC).format(&Rfc3339).unwrap_or_default()
}

/// Reads an RFC 3339 time; `None` when it is not one.
pub fn parse_rfc3339(text: &str) -> Option<OffsetDateTime> {
    OffsetDateTime::parse(text, &Rfc3339).ok()
}
