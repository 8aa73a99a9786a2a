//! Where the shop delivers, as staff open and close communes.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use souk_proto::orders::v1 as proto;
use utoipa::ToSchema;

use super::access::Staff;
use super::edits::or_current;
use crate::extract;
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// Where the shop delivers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryArea {
    /// To be sent back with an edit.
    pub version: u64,
    /// All there are, by wilaya, then by name.
    pub communes: Vec<AreaCommune>,
}

/// A commune and whether anything is delivered there.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AreaCommune {
    /// Four digits: `1601`.
    pub id: String,
    /// Two digits.
    pub wilaya_id: String,
    /// In Latin letters.
    pub name: String,
    /// In Arabic.
    pub name_ar: String,
    /// Whether shoppers can have it delivered there.
    pub deliverable: bool,
}

/// What changes; communes that neither list names stay as they are.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DeliveryAreaChange {
    /// The version read; another one in the shop is a 409 with the present area.
    pub version: u64,
    /// Ids of communes to deliver to from now on.
    #[serde(default)]
    pub opened: Vec<String>,
    /// Ids of communes to which nothing goes any more.
    #[serde(default)]
    pub closed: Vec<String>,
}

/// Where the shop delivers: every commune, open or closed.
#[utoipa::path(get, path = "/dashboard/api/delivery-area", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = DeliveryArea)))]
pub async fn get_delivery_area(State(app): State<App>, staff: Staff) -> Result<Json<DeliveryArea>, Problem> {
    read(&app, &staff).await.map(Json)
}

/// Opens communes to orders and closes others; a wilaya is offered as long as one of its communes is.
#[utoipa::path(patch, path = "/dashboard/api/delivery-area", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), request_body = DeliveryAreaChange,
    responses((status = 200, body = DeliveryArea), (status = 409, body = ProblemBody,
        description = "`current` is the present area")))]
pub async fn update_delivery_area(
    State(app): State<App>,
    staff: Staff,
    extract::Json(change): extract::Json<DeliveryAreaChange>,
) -> Result<Json<DeliveryArea>, Problem> {
    or_current(save(&app, &staff, change).await, async || read(&app, &staff).await).await
}

async fn save(app: &App, staff: &Staff, change: DeliveryAreaChange) -> Result<DeliveryArea, Problem> {
    let DeliveryAreaChange { version, opened, closed } = change;
    let request = proto::SaveDeliveryAreaRequest { version, opened, closed };
    let saved = app.neighbours.by(&staff.actor).geography()?.save_delivery_area(request).await?;
    // Shoppers are offered the new places at once; other gateways keep what they had no longer than a moment.
    app.catalog.reads().drop_all();
    Ok(saved.into_inner().into())
}

async fn read(app: &App, staff: &Staff) -> Result<DeliveryArea, Problem> {
    let mut geography = app.neighbours.by(&staff.actor).geography()?;
    Ok(geography.get_delivery_area(proto::GetDeliveryAreaRequest {}).await?.into_inner().into())
}

impl From<proto::DeliveryArea> for DeliveryArea {
    fn from(area: proto::DeliveryArea) -> Self {
        Self { version: area.version, communes: area.communes.into_iter().map(AreaCommune::from).collect() }
    }
}

impl From<proto::Commune> for AreaCommune {
    fn from(commune: proto::Commune) -> Self {
        let proto::Commune { id, wilaya_id, name, name_ar, deliverable } = commune;
        Self { id, wilaya_id, name, name_ar, deliverable }
    }
}
