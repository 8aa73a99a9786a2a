//! Time and new ids, passed in rather than taken from the air, so that tests own both.

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

/// Reads an RFC 3339 time into UTC; `None` when it is not one, or one that can't be written in every offset: of the years before
/// 1 and after 9998.
pub fn parse_rfc3339(text: &str) -> Option<OffsetDateTime> {
    let moment = OffsetDateTime::parse(text, &Rfc3339).ok()?.checked_to_offset(time::UtcOffset::UTC)?;
    (1..=9_998).contains(&moment.year()).then_some(moment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_read_into_utc_unless_it_leaves_the_years_that_can_be_written() {
        let read = |text| parse_rfc3339(text).map(rfc3339);
        assert_eq!(read("2026-11-23T09:00:00+01:00"), Some("2026-11-23T08:00:00Z".into()));
        for odd in ["9999-12-31T23:59:59-01:00", "9999-01-01T00:00:00Z", "0000-01-01T00:00:00+01:00", "today"]
        {
            assert_eq!(read(odd), None, "{odd}");
        }
    }
}
