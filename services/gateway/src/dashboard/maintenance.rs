//! The shop closed for maintenance, and opened again.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use souk_kernel::{LocalizedText, parse_rfc3339, rfc3339};
use time::OffsetDateTime;
use utoipa::ToSchema;

use super::access::Staff;
use super::edits::or_current;
use super::texts::LocalizedTexts;
use crate::extract;
use crate::maintenance::Closure;
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// Whether the shop is closed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopClosure {
    /// To be sent back with a change.
    pub version: u64,
    /// Whether shoppers find it closed.
    pub is_closed: bool,
    /// What they are told; may be empty.
    pub message: LocalizedTexts,
    /// When it is expected to open again, RFC 3339; null: nobody says. Staff open it.
    pub ends_at: Option<String>,
}

/// The shop closed or open, whole.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ShopClosureWanted {
    /// The version read; another one in the shop is a 409 with the present state.
    pub version: u64,
    /// Whether shoppers find it closed.
    pub is_closed: bool,
    /// What they are told, 300 characters at most; without any, the shop says it in words of its own.
    #[serde(default)]
    pub message: LocalizedTexts,
    /// When it is expected to open again, RFC 3339; of a closed shop in the future.
    #[serde(default)]
    pub ends_at: Option<String>,
}

/// Whether the shop is closed for maintenance.
#[utoipa::path(get, path = "/dashboard/api/maintenance", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = ShopClosure)))]
pub async fn get_maintenance(State(app): State<App>) -> Result<Json<ShopClosure>, Problem> {
    Ok(Json(app.maintenance.read().await?.into()))
}

/// Closes the shop, or opens it. Closed, its pages, feeds and sitemap answer 503 with `Retry-After`, and no order is taken
/// (`shop.closed`); one that was placed before is still answered, and can be tracked. Whoever is signed in here sees the pages. All
/// replicas follow within seconds.
#[utoipa::path(put, path = "/dashboard/api/maintenance", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), request_body = ShopClosureWanted,
    responses((status = 200, body = ShopClosure),
        (status = 409, body = ProblemBody, description = "`current` is the present state")))]
pub async fn save_maintenance(
    State(app): State<App>,
    staff: Staff,
    extract::Json(wanted): extract::Json<ShopClosureWanted>,
) -> Result<Json<ShopClosure>, Problem> {
    let saved = app.maintenance.save(&staff.actor, wanted.closure(app.clock.now())?).await;
    let answer = saved.map(ShopClosure::from).map_err(Problem::from);
    or_current(answer, async || Ok(app.maintenance.read().await?.into())).await
}

impl ShopClosureWanted {
    fn closure(self, now: OffsetDateTime) -> Result<Closure, Problem> {
        let LocalizedTexts { fr, ar, en } = self.message;
        let ends_at = self.ends_at.filter(|end| !end.is_empty());
        let moment = |end: String| {
            let wrong = || Problem::field("endsAt", "form.validation.time", "a time is written as RFC 3339");
            parse_rfc3339(&end).ok_or_else(wrong)
        };
        let ends_at = ends_at.map(moment).transpose()?;
        if self.is_closed && ends_at.is_some_and(|end| end <= now) {
            return Err(Problem::field(
                "endsAt",
                "form.validation.past",
                "it is expected to open in the future",
            ));
        }
        Ok(Closure {
            version: self.version,
            is_closed: self.is_closed,
            message: LocalizedText { fr: fr.trim().into(), ar: ar.trim().into(), en: en.trim().into() },
            ends_at,
        })
    }
}

impl From<Closure> for ShopClosure {
    fn from(closure: Closure) -> Self {
        let LocalizedText { fr, ar, en } = closure.message;
        Self {
            version: closure.version,
            is_closed: closure.is_closed,
            message: LocalizedTexts { fr, ar, en },
            ends_at: closure.ends_at.map(rfc3339),
        }
    }
}
