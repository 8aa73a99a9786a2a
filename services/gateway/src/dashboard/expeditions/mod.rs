//! Internal expeditions: goods on their way from one warehouse to another (spec 4, design 6).

pub mod items;

use axum::Json;
use axum::extract::{Path, State};
use http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use souk_kernel::{ExpeditionId, Language, WarehouseId};
use souk_proto::common::v1::PageRequest;
use souk_proto::inventory::v1 as proto;
use souk_rpc::Failure;
use tonic::{Response, Status};
use utoipa::{IntoParams, ToSchema};

use super::access::Staff;
use super::edits::or_current;
use super::orders::optional;
use crate::extract::{self, Locale, Query, id, page};
use crate::idempotency::given_key;
use crate::problem::{Problem, ProblemBody};
use crate::state::App;
use crate::text::pick;

/// A page of expeditions, newest first, without their parts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExpeditionList {
    /// The rows of the page.
    pub expeditions: Vec<Expedition>,
    /// How many match, as far as they were counted.
    pub total: u64,
    /// Whether more match than `total` says.
    pub more: bool,
    /// From 1.
    pub page: u32,
    /// Rows per page.
    pub size: u32,
    /// Pages that can be asked for: as many as 10,000 rows fill, at most.
    pub page_count: u64,
}

/// Goods on their way from one warehouse to another.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Expedition {
    /// Id.
    pub id: String,
    /// `E-201`
    pub number: String,
    /// `inprogress`, `sent`, `partially_recieved`, `fully_recieved`, `completed` or `cancelled`, spelt as the specification does.
    pub status: String,
    /// The warehouse that it leaves.
    pub source_id: String,
    /// Its name.
    pub source_name: String,
    /// The warehouse that it goes to.
    pub destination_id: String,
    /// Its name.
    pub destination_name: String,
    /// What whoever made it wrote; may be empty.
    pub note: String,
    /// Grows with each change; sent back with a step.
    pub version: u64,
    /// Who made it.
    pub actor: String,
    /// RFC 3339.
    pub created_at: String,
    /// RFC 3339; null until it is sent.
    pub sent_at: Option<String>,
    /// RFC 3339; null until it is completed or cancelled.
    pub closed_at: Option<String>,
    /// How many different goods.
    pub part_count: u64,
    /// Pieces in all.
    pub pieces: u64,
    /// Of them arrived.
    pub received: u64,
    /// The goods in the order in which they were added; empty in a list.
    pub parts: Vec<ExpeditionPart>,
}

/// Some pieces of one product or combination.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExpeditionPart {
    /// Id, by which it is received.
    pub id: String,
    /// What it is.
    pub product_id: String,
    /// Its combination; null for a product without combinations.
    pub combination_id: Option<String>,
    /// In the answer's language.
    pub product_name: String,
    /// Value labels joined by ` / `; empty without a combination.
    pub combination_name: String,
    /// The merchant's stock number; may be empty.
    pub sku: String,
    /// Path of a small picture; may be empty.
    pub image: String,
    /// Pieces.
    pub quantity: u32,
    /// Pieces that arrived.
    pub received: u32,
    /// Pieces that did not, once the expedition is completed.
    pub lost: u32,
}

/// A warehouse that goods may be sent to.
#[derive(Debug, Serialize, ToSchema)]
pub struct Destination {
    /// Id.
    pub id: String,
    /// Its name.
    pub name: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ExpeditionsQuery {
    /// From 1.
    page: Option<u32>,
    /// 12, 24, 50, 100 or 200.
    size: Option<u32>,
    /// Any of these statuses, comma-separated.
    status: Option<String>,
    /// That leave from this warehouse or go to it.
    warehouse: Option<String>,
}

/// An expedition that is to begin.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewExpedition {
    /// The warehouse that it leaves.
    pub source_id: String,
    /// The warehouse that it goes to, another one.
    pub destination_id: String,
    /// At most 500 characters.
    #[serde(default)]
    pub note: String,
}

/// A step of the expedition as a whole. Sent again with the same version, it is taken once and answers as it did.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExpeditionStep {
    /// The version read; another one in the shop is a 409 with the present expedition.
    pub version: u64,
}

/// Expeditions from or to one's warehouses.
#[utoipa::path(get, path = "/dashboard/api/internal-expeditions", tag = "dashboard", security(("staff" = [])),
    params(ExpeditionsQuery), responses((status = 200, body = ExpeditionList)))]
pub async fn list_expeditions(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Query(query): Query<ExpeditionsQuery>,
) -> Result<Json<ExpeditionList>, Problem> {
    let page = page(query.page, query.size)?;
    let warehouse = query.warehouse.map(|text| id::<WarehouseId>("warehouse", &text)).transpose()?;
    let statuses = query.status.unwrap_or_default();
    let request = proto::ListExpeditionsRequest {
        page: Some(PageRequest { page: page.number(), size: page.size() }),
        statuses: statuses.split(',').filter(|status| !status.is_empty()).map(Into::into).collect(),
        warehouse_id: warehouse.map(|id| id.to_string()).unwrap_or_default(),
    };
    let answer = app.neighbours.by(&staff.actor).expeditions()?.list_expeditions(request).await?.into_inner();
    Ok(Json(ExpeditionList {
        expeditions: answer.expeditions.into_iter().map(|one| Expedition::new(one, language)).collect(),
        total: answer.total,
        more: answer.more,
        page: page.number(),
        size: page.size(),
        page_count: page.count_within_reach(answer.total),
    }))
}

/// Where goods may be sent: every open warehouse, also those that one isn't assigned to.
#[utoipa::path(get, path = "/dashboard/api/internal-expeditions/destinations", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = Vec<Destination>)))]
pub async fn list_destinations(
    State(app): State<App>,
    staff: Staff,
) -> Result<Json<Vec<Destination>>, Problem> {
    let request = proto::ListDestinationsRequest {};
    let open = app.neighbours.by(&staff.actor).expeditions()?.list_destinations(request).await?.into_inner();
    let open = open.warehouses.into_iter().map(|proto::Destination { id, name }| Destination { id, name });
    Ok(Json(open.collect()))
}

/// Begins an empty expedition, once per `Idempotency-Key`.
#[utoipa::path(post, path = "/dashboard/api/internal-expeditions", tag = "dashboard",
    security(("staff" = [], "csrf" = [])),
    params(("Idempotency-Key" = Option<String>, Header,
        description = "Names the expedition, so that repeating it makes no other; 1 to 128 visible ASCII characters")),
    request_body = NewExpedition, responses((status = 201, body = Expedition), (status = 409, body = ProblemBody,
        description = "`inventory.closed_destination`: the warehouse that it goes to is closed")))]
pub async fn create_expedition(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    headers: HeaderMap,
    extract::Json(body): extract::Json<NewExpedition>,
) -> Result<(StatusCode, Json<Expedition>), Problem> {
    let request = proto::CreateExpeditionRequest {
        idempotency_key: staff.idempotency_key(&app, given_key(&headers)?),
        source_id: body.source_id,
        destination_id: body.destination_id,
        note: body.note,
    };
    let made = app.neighbours.by(&staff.actor).expeditions()?.create_expedition(request).await?;
    Ok((StatusCode::CREATED, Json(Expedition::new(made.into_inner(), language))))
}

/// One expedition with its parts.
#[utoipa::path(get, path = "/dashboard/api/internal-expeditions/{id}", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The expedition's id")),
    responses((status = 200, body = Expedition)))]
pub async fn get_expedition(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(expedition): Path<String>,
) -> Result<Json<Expedition>, Problem> {
    Ok(Json(read(&app, &staff, id("id", &expedition)?, language).await?))
}

macro_rules! steps {
    ($($(#[$doc:meta])* $name:ident at $path:literal;)*) => {$(
        $(#[$doc])*
        #[utoipa::path(post, path = $path, tag = "dashboard", security(("staff" = [], "csrf" = [])),
            params(("id" = String, Path, description = "The expedition's id")), request_body = ExpeditionStep,
            responses((status = 200, body = Expedition), (status = 409, body = ProblemBody,
                description = "`inventory.stale_version`: somebody changed it, `current` is the present expedition; \
                    `inventory.expedition_status`: its status, `facts.status`, doesn't allow the step; \
                    `inventory.closed_destination`: the warehouse that it goes to is closed")))]
        pub async fn $name(
            State(app): State<App>,
            staff: Staff,
            Locale(language): Locale,
            Path(expedition): Path<String>,
            extract::Json(body): extract::Json<ExpeditionStep>,
        ) -> Result<Json<Expedition>, Problem> {
            let expedition = id::<ExpeditionId>("id", &expedition)?;
            let request = proto::StepRequest { id: expedition.to_string(), version: body.version };
            let answer = app.neighbours.by(&staff.actor).expeditions()?.$name(request).await;
            changed(&app, &staff, expedition, language, answer).await
        }
    )*};
}

steps! {
    /// The goods leave their source.
    send_expedition at "/dashboard/api/internal-expeditions/{id}/send";
    /// Nothing more is expected of what was sent: what did not arrive, be it all, is booked as lost.
    complete_expedition at "/dashboard/api/internal-expeditions/{id}/complete";
    /// Gives up what is held, or takes back to the source what was sent and of which nothing arrived.
    cancel_expedition at "/dashboard/api/internal-expeditions/{id}/cancel";
}

/// The expedition after a change, or the refusal; of somebody else's change with the expedition as it is.
async fn changed(
    app: &App,
    staff: &Staff,
    expedition: ExpeditionId,
    language: Language,
    answer: Result<Response<proto::Expedition>, Status>,
) -> Result<Json<Expedition>, Problem> {
    let answer = answer.map(|changed| Expedition::new(changed.into_inner(), language));
    let answer = answer.map_err(|status| Problem::from(Failure::from(status)));
    or_current(answer, || read(app, staff, expedition, language)).await
}

async fn read(
    app: &App,
    staff: &Staff,
    expedition: ExpeditionId,
    language: Language,
) -> Result<Expedition, Problem> {
    let request = proto::GetExpeditionRequest { id: expedition.to_string() };
    let found = app.neighbours.by(&staff.actor).expeditions()?.get_expedition(request).await?;
    Ok(Expedition::new(found.into_inner(), language))
}

impl Expedition {
    fn new(expedition: proto::Expedition, language: Language) -> Self {
        Self {
            id: expedition.id,
            number: expedition.number,
            status: expedition.status,
            source_id: expedition.source_id,
            source_name: expedition.source_name,
            destination_id: expedition.destination_id,
            destination_name: expedition.destination_name,
            note: expedition.note,
            version: expedition.version,
            actor: expedition.actor.unwrap_or_default().name,
            created_at: expedition.created_at,
            sent_at: optional(expedition.sent_at),
            closed_at: optional(expedition.closed_at),
            part_count: expedition.part_count,
            pieces: expedition.pieces,
            received: expedition.received,
            parts: expedition.parts.into_iter().map(|part| ExpeditionPart::new(part, language)).collect(),
        }
    }
}

impl ExpeditionPart {
    fn new(part: proto::ExpeditionPart, language: Language) -> Self {
        Self {
            product_name: pick(part.product_name.as_ref(), language),
            combination_name: pick(part.combination_name.as_ref(), language),
            id: part.id,
            product_id: part.product_id,
            combination_id: optional(part.combination_id),
            sku: part.sku,
            image: part.image,
            quantity: part.quantity,
            received: part.received,
            lost: part.lost,
        }
    }
}
