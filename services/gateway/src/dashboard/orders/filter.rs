//! What the list of orders is narrowed by, for a page, for a step of all that it finds and for a file of them.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use souk_kernel::{EmployeeId, Page, TransporterId, WilayaCode, rfc3339};
use souk_proto::common::v1::PageRequest;
use souk_proto::orders::v1 as proto;
use time::{Date, Duration, OffsetDateTime, UtcOffset};
use utoipa::{IntoParams, ToSchema};

use crate::extract::{id, words};
use crate::problem::Problem;

/// What the list of orders is narrowed by.
// What a release adds is left out where it is absent, so that a start that is repeated at a gateway of the release before is the same there.
#[derive(Debug, Clone, Default, Deserialize, Serialize, IntoParams, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct OrdersFilter {
    /// One status, or several joined by commas; absent: all.
    #[serde(default)]
    pub status: Option<String>,
    /// Number, phone, name or tracking number.
    #[serde(default)]
    pub q: Option<String>,
    /// Two digits: `16`.
    #[serde(default)]
    pub wilaya: Option<String>,
    /// Transporter's id.
    #[serde(default)]
    pub transporter: Option<String>,
    /// Id of the employee who looks after them.
    #[serde(default)]
    pub employee: Option<String>,
    /// When they were placed, in days of Algiers: `today`, `yesterday`, `week` (today and the six days before) or `month` (this one).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[param(inline)]
    pub period: Option<OrdersPeriod>,
    /// Placed on this day of Algiers or later: `2026-11-21`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Placed on this day of Algiers or earlier: `2026-11-30`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
}

/// Days that end today, but for `yesterday`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OrdersPeriod {
    Today,
    Yesterday,
    Week,
    Month,
}

impl OrdersFilter {
    /// A page of them, as of `now`.
    pub fn request(self, page: Page, now: OffsetDateTime) -> Result<proto::ListOrdersRequest, Problem> {
        let query = words(self.q)?;
        if let Some(wilaya) = &self.wilaya {
            id::<WilayaCode>("wilaya", wilaya)?;
        }
        if let Some(transporter) = &self.transporter {
            id::<TransporterId>("transporter", transporter)?;
        }
        if let Some(employee) = &self.employee {
            id::<EmployeeId>("employee", employee)?;
        }
        let today = now.to_offset(algiers()).date();
        let (first, last) = self.period.map(|period| period.days(today)).unzip();
        let first = first.max(day("from", self.from)?);
        // None is no end, and not the earliest.
        let last = [last, day("until", self.until)?].into_iter().flatten().min();
        // Each once, in one order, however they were written.
        let statuses = self.status.unwrap_or_default();
        let statuses: BTreeSet<_> = statuses
            .split(',')
            .map(str::trim)
            .filter(|status| !status.is_empty())
            .map(str::to_owned)
            .collect();
        Ok(proto::ListOrdersRequest {
            page: Some(PageRequest { page: page.number(), size: page.size() }),
            statuses: statuses.into_iter().collect(),
            query,
            wilaya_id: self.wilaya.unwrap_or_default(),
            transporter_id: self.transporter.unwrap_or_default(),
            employee_id: self.employee.unwrap_or_default(),
            placed_from: first.map(begin).unwrap_or_default(),
            placed_before: last.and_then(Date::next_day).map(begin).unwrap_or_default(),
            ..proto::ListOrdersRequest::default()
        })
    }
}

impl OrdersPeriod {
    /// The first and the last.
    fn days(self, today: Date) -> (Date, Date) {
        let ago = |days| today.saturating_sub(Duration::days(days));
        match self {
            Self::Today => (today, today),
            Self::Yesterday => (ago(1), ago(1)),
            Self::Week => (ago(6), today),
            Self::Month => (ago(i64::from(today.day()) - 1), today),
        }
    }
}

fn day(field: &'static str, given: Option<String>) -> Result<Option<Date>, Problem> {
    let format = time::macros::format_description!("[year]-[month]-[day]");
    let read = given.map(|text| Date::parse(&text, format));
    let wrong = |_| Problem::field(field, "form.validation.time", "a day like 2026-11-30 is expected");
    read.transpose().map_err(wrong)
}

/// The moment when a day of Algiers begins.
fn begin(day: Date) -> String {
    rfc3339(day.midnight().assume_offset(algiers()).to_offset(UtcOffset::UTC))
}

/// An hour ahead of UTC all the year.
pub(super) fn algiers() -> UtcOffset {
    UtcOffset::from_hms(1, 0, 0).unwrap_or(UtcOffset::UTC)
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    /// Half past midnight of the 22nd in Algiers.
    const NOW: OffsetDateTime = datetime!(2026-11-21 23:30 UTC);

    fn placed(filter: OrdersFilter) -> (String, String) {
        let asked = filter.request(Page::default(), NOW).expect("a filter");
        (asked.placed_from, asked.placed_before)
    }

    fn days(period: Option<OrdersPeriod>, from: &str, until: &str) -> (String, String) {
        let given = |day: &str| (!day.is_empty()).then(|| day.to_owned());
        placed(OrdersFilter { period, from: given(from), until: given(until), ..OrdersFilter::default() })
    }

    #[test]
    fn days_are_those_of_algiers() {
        let moments = |from: &str, before: &str| (from.to_owned(), before.to_owned());
        let today = moments("2026-11-21T23:00:00Z", "2026-11-22T23:00:00Z");
        assert_eq!(days(Some(OrdersPeriod::Today), "", ""), today);
        let yesterday = moments("2026-11-20T23:00:00Z", "2026-11-21T23:00:00Z");
        assert_eq!(days(Some(OrdersPeriod::Yesterday), "", ""), yesterday);
        assert_eq!(days(Some(OrdersPeriod::Week), "", "").0, "2026-11-15T23:00:00Z");
        assert_eq!(days(Some(OrdersPeriod::Month), "", "").0, "2026-10-31T23:00:00Z");
        assert_eq!(days(None, "2026-11-21", "2026-11-21"), yesterday);
        assert_eq!(days(None, "2026-11-21", ""), moments("2026-11-20T23:00:00Z", ""));
        assert_eq!(days(None, "", "2026-11-21"), moments("", "2026-11-21T23:00:00Z"));
        assert_eq!(days(None, "", ""), moments("", ""));
    }

    #[test]
    fn a_period_and_days_narrow_each_other() {
        assert_eq!(days(Some(OrdersPeriod::Month), "2026-11-20", "2026-11-30").0, "2026-11-19T23:00:00Z");
        assert_eq!(
            days(Some(OrdersPeriod::Month), "2026-01-01", "2026-11-21"),
            days(None, "2026-11-01", "2026-11-21")
        );
    }
}
