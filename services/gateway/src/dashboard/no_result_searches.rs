//! What shoppers searched and did not find, for staff.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use souk_kernel::Page;
use souk_proto::catalog::v1 as proto;
use souk_proto::common::v1::PageRequest;
use utoipa::{IntoParams, ToSchema};

use super::access::Staff;
use crate::extract::{Query, page, words};
use crate::problem::Problem;
use crate::state::App;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct NoResultSearchesQuery {
    /// From 1.
    page: Option<u32>,
    /// 12, 24, 50, 100 or 200.
    size: Option<u32>,
    /// Part of a term.
    q: Option<String>,
    /// Days of Algiers up to today: `1d`, `7d`, `30d` (when absent) or `90d`, which is all that is kept.
    #[param(inline)]
    period: Option<Period>,
    /// Only what was searched in the shop in this language.
    #[param(inline)]
    language: Option<ShopLanguage>,
    /// `default` (most searched first), `recent` (searched last first), `term`.
    #[param(inline)]
    sort: Option<NoResultSearchSort>,
}

#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
pub enum Period {
    #[serde(rename = "1d")]
    Day,
    #[serde(rename = "7d")]
    Week,
    #[default]
    #[serde(rename = "30d")]
    Month,
    #[serde(rename = "90d")]
    Quarter,
}

#[derive(Debug, Clone, Copy, Deserialize, strum::IntoStaticStr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ShopLanguage {
    Fr,
    Ar,
    En,
}

#[derive(Debug, Clone, Copy, Default, Deserialize, strum::IntoStaticStr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum NoResultSearchSort {
    #[default]
    Default,
    Recent,
    Term,
}

/// A page of what shoppers searched and did not find.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoResultSearchList {
    /// The rows of the page.
    pub searches: Vec<NoResultSearch>,
    /// Rows in all.
    pub total: u64,
    /// From 1.
    pub page: u32,
    /// Rows per page.
    pub size: u32,
    /// Pages that can be asked for.
    pub page_count: u64,
}

/// A term that was searched in a language and found no product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoResultSearch {
    /// The words as the search compares them: lower case, without accents.
    pub term: String,
    /// Of the shop's pages: `fr`, `ar` or `en`.
    pub language: String,
    /// How often in the period; the same within a second may be counted once.
    pub count: u64,
    /// RFC 3339; when it was searched last.
    pub last_at: String,
}

/// What shoppers searched and did not find, each term once in a language. Told a few seconds after the search; of a day the 500 terms
/// that were searched most are kept, for 90 days, and nothing of who searched.
#[utoipa::path(get, path = "/dashboard/api/no-result-searches", tag = "dashboard", security(("staff" = [])),
    params(NoResultSearchesQuery), responses((status = 200, body = NoResultSearchList)))]
pub async fn list_no_result_searches(
    State(app): State<App>,
    staff: Staff,
    Query(query): Query<NoResultSearchesQuery>,
) -> Result<Json<NoResultSearchList>, Problem> {
    let page = page(query.page, query.size)?;
    let request = proto::ListNoResultSearchesRequest {
        page: Some(PageRequest { page: page.number(), size: page.size() }),
        query: words(query.q)?,
        days: query.period.unwrap_or_default().days(),
        language: query.language.map(<&str>::from).unwrap_or_default().to_owned(),
        sort: <&str>::from(query.sort.unwrap_or_default()).to_owned(),
    };
    let mut searches = app.neighbours.by(&staff.actor).no_result_searches()?;
    let listed = searches.list_no_result_searches(request).await?.into_inner();
    Ok(Json(NoResultSearchList::new(listed, page)))
}

impl Period {
    const fn days(self) -> u32 {
        match self {
            Self::Day => 1,
            Self::Week => 7,
            Self::Month => 30,
            Self::Quarter => 90,
        }
    }
}

impl NoResultSearchList {
    fn new(listed: proto::ListNoResultSearchesResponse, page: Page) -> Self {
        let search = |one: proto::NoResultSearch| NoResultSearch {
            term: one.term,
            language: one.language,
            count: one.count,
            last_at: one.last_at,
        };
        Self {
            searches: listed.searches.into_iter().map(search).collect(),
            total: listed.total,
            page: page.number(),
            size: page.size(),
            page_count: page.count_within_reach(listed.total),
        }
    }
}
