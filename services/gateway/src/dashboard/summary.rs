//! Today's numbers of the dashboard's home.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use souk_kernel::Money;
use souk_proto::orders::v1 as proto;
use souk_views::Dinars;
use utoipa::ToSchema;

use super::access::Staff;
use crate::problem::Problem;
use crate::state::App;

/// What happened today, in the day of Africa/Algiers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// Orders per status now.
    pub counts: BTreeMap<String, u64>,
    /// Orders placed today.
    pub placed_today: u64,
    /// What they come to.
    pub placed_today_total: Dinars,
    /// Orders delivered today.
    pub delivered_today: u64,
    /// What they come to.
    pub delivered_today_total: Dinars,
    /// The last 14 days, oldest first.
    pub days: Vec<SummaryDay>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SummaryDay {
    /// `2026-11-21`
    pub date: String,
    /// Orders placed on it.
    pub placed: u64,
    /// What they come to.
    pub total: Dinars,
}

/// The numbers of the home screen.
#[utoipa::path(get, path = "/dashboard/api/summary", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = Summary)))]
pub async fn summary(State(app): State<App>, staff: Staff) -> Result<Json<Summary>, Problem> {
    let mut orders = app.neighbours.by(&staff.actor).orders()?;
    let summary = orders.get_summary(proto::GetSummaryRequest {}).await?.into_inner();
    Ok(Json(summary.into()))
}

impl From<proto::Summary> for Summary {
    fn from(summary: proto::Summary) -> Self {
        Self {
            counts: summary.counts.into_iter().collect(),
            placed_today: summary.placed_today,
            placed_today_total: Money::from_centimes(summary.placed_today_total).into(),
            delivered_today: summary.delivered_today,
            delivered_today_total: Money::from_centimes(summary.delivered_today_total).into(),
            days: summary.days.into_iter().map(SummaryDay::from).collect(),
        }
    }
}

impl From<proto::Day> for SummaryDay {
    fn from(day: proto::Day) -> Self {
        Self { date: day.date, placed: day.placed, total: Money::from_centimes(day.total).into() }
    }
}
