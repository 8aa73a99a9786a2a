//! Days of the shop.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use time::format_description::BorrowedFormatItem;
use time::macros::{format_description, offset};
use time::{Date, OffsetDateTime, UtcOffset};

/// Algiers is an hour ahead of UTC all the year.
const ALGIERS: UtcOffset = offset!(+1);
const WRITTEN: &[BorrowedFormatItem<'_>] = format_description!("[year]-[month]-[day]");

/// A day of Algiers, written `2026-12-12`, of the years 2000 to 2100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Day(Date);

/// The text is no such day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a day like 2026-11-30 is expected")]
pub struct DayError;

impl Day {
    pub fn new(date: Date) -> Result<Self, DayError> {
        if (2_000..=2_100).contains(&date.year()) { Ok(Self(date)) } else { Err(DayError) }
    }

    /// The day that a moment is of.
    pub fn of(at: OffsetDateTime) -> Result<Self, DayError> {
        Self::new(at.to_offset(ALGIERS).date())
    }

    pub const fn date(self) -> Date {
        self.0
    }

    /// Its first moment.
    pub const fn begins(self) -> OffsetDateTime {
        self.0.midnight().assume_offset(ALGIERS)
    }

    /// Whether it has not begun.
    pub fn is_to_come(self, now: OffsetDateTime) -> bool {
        now < self.begins()
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.format(WRITTEN).map_err(|_| fmt::Error)?)
    }
}

impl FromStr for Day {
    type Err = DayError;

    fn from_str(text: &str) -> Result<Self, DayError> {
        Date::parse(text, WRITTEN).map_err(|_| DayError).and_then(Self::new)
    }
}

impl TryFrom<String> for Day {
    type Error = DayError;

    fn try_from(text: String) -> Result<Self, DayError> {
        text.parse()
    }
}

impl From<Day> for String {
    fn from(day: Day) -> Self {
        day.to_string()
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn a_day_begins_in_algiers() {
        let day: Day = "2026-12-12".parse().expect("a day");
        assert_eq!(day.to_string(), "2026-12-12");
        assert_eq!(day.begins(), datetime!(2026-12-11 23:00 UTC));
        assert!(day.is_to_come(datetime!(2026-12-11 22:59:59 UTC)));
        assert!(!day.is_to_come(datetime!(2026-12-11 23:00 UTC)));
    }

    #[test]
    fn only_days_are_read() {
        for text in [
            "",
            "2026-13-01",
            "2026-02-30",
            "12/12/2026",
            "1999-12-31",
            "2101-01-01",
            "+12026-01-01",
            "2026-12-12 ",
        ] {
            assert_eq!(text.parse::<Day>(), Err(DayError), "{text}");
        }
    }
}
