//! A stock-take: what is on hand becomes what somebody counted.

use axum::Json;
use axum::extract::{Path, State};
use http::HeaderMap;
use serde::{Deserialize, Serialize};
use souk_kernel::WarehouseId;
use souk_proto::inventory::v1 as proto;
use souk_rpc::{Failure, Violations};
use utoipa::ToSchema;

use super::access::Staff;
use super::stock::{StockRow, check_key};
use crate::extract::{self, Locale, id};
use crate::idempotency::given_key;
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// What somebody counted in a warehouse.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AdjustStock {
    /// Product that was counted.
    pub product_id: String,
    /// Its combination; absent for a product without combinations.
    #[serde(default)]
    pub combination_id: Option<String>,
    /// Pieces on hand as they were read before the count; another number in the shop is a 409 with the present one.
    pub on_hand: u32,
    /// Pieces that are there: 0 to 1,000,000,000, no fewer than orders hold.
    pub counted: i64,
    /// For the ledger; 1 to 500 characters.
    pub reason: String,
}

/// A level as a correction collided with it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PresentLevel {
    on_hand: u32,
    reserved: u32,
    available: u32,
}

/// Corrects what is on hand to what was counted, once per `Idempotency-Key`.
#[utoipa::path(post, path = "/dashboard/api/warehouse/{id}/adjust-stock", tag = "dashboard",
    security(("staff" = [], "csrf" = [])),
    params(("id" = String, Path, description = "The warehouse's id"), ("Idempotency-Key" = Option<String>, Header,
        description = "Names the count, so that repeating it changes nothing; 1 to 128 visible ASCII characters")),
    request_body = AdjustStock,
    responses((status = 200, body = StockRow), (status = 409, body = ProblemBody,
        description = "`current` has the present `onHand`, `reserved` and `available`. `inventory.stock_moved`: something \
            else is on hand than was read; `inventory.count_below_reserved`: orders hold more than was counted")))]
pub async fn adjust_stock(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(warehouse_id): Path<String>,
    headers: HeaderMap,
    extract::Json(body): extract::Json<AdjustStock>,
) -> Result<Json<StockRow>, Problem> {
    let warehouse = id::<WarehouseId>("id", &warehouse_id)?;
    body.check()?;
    let request = proto::AdjustStockRequest {
        idempotency_key: staff.idempotency_key(&app, given_key(&headers)?),
        warehouse_id: warehouse.to_string(),
        product_id: body.product_id,
        combination_id: body.combination_id.unwrap_or_default(),
        on_hand: body.on_hand,
        counted: body.counted,
        reason: body.reason,
    };
    let answer = app.neighbours.by(&staff.actor).stock()?.adjust_stock(request).await;
    let level = answer.map_err(|status| refused(status.into()))?.into_inner();
    Ok(Json(StockRow::new(level, language)))
}

impl AdjustStock {
    /// What the ids must be; inventory checks the rest.
    fn check(&self) -> Result<(), Problem> {
        let mut violations = Violations::default();
        check_key(&mut violations, &self.product_id, self.combination_id.as_deref());
        violations.into_result("stock.invalid").map_err(Problem::from)
    }
}

/// The refusal, with the level that inventory found under its lock.
fn refused(failure: Failure) -> Problem {
    let present = PresentLevel::of(&failure);
    let problem = Problem::from(failure);
    match present {
        Some(present) => problem.with_current(&present),
        None => problem,
    }
}

impl PresentLevel {
    fn of(failure: &Failure) -> Option<Self> {
        let fact = |name: &str| failure.metadata.get(name)?.parse::<u32>().ok();
        let (on_hand, reserved) = (fact("onHand")?, fact("reserved")?);
        Some(Self { on_hand, reserved, available: on_hand.saturating_sub(reserved) })
    }
}
