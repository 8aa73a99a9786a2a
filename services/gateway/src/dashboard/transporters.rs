//! Transporters and their delivery prices, as staff edit them.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use futures::stream;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use souk_kernel::{Money, TransporterId};
use souk_proto::catalog::v1 as catalog;
use souk_proto::orders::v1 as proto;
use souk_views::Dinars;
use utoipa::ToSchema;

use super::access::Staff;
use super::edits::or_current;
use super::export;
use crate::extract::{self, id};
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// Hours from hand-over to delivery where nobody says otherwise, from and to.
const USUAL_DELAY: (u32, u32) = (24, 72);

/// A company that delivers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Transporter {
    /// Id.
    pub id: String,
    /// As people know it.
    pub name: String,
    /// Path of its logo; may be empty.
    pub logo: String,
    /// Whether shoppers can choose it.
    pub is_active: bool,
}

/// A transporter with all that it takes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransporterDetail {
    /// Who it is.
    #[serde(flatten)]
    pub transporter: Transporter,
    /// To be sent back with an edit.
    pub version: u64,
    /// By wilaya, commune and delivery type.
    pub tariffs: Vec<Tariff>,
}

/// What a transporter takes for a wilaya, or for one commune of it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Tariff {
    /// Two digits.
    pub wilaya_id: String,
    /// Four digits; null for the whole wilaya. A commune's own tariff wins over its wilaya's.
    #[serde(default)]
    pub commune_id: Option<String>,
    /// `home` or `desk`.
    pub delivery_type: String,
    /// 0 is free; at most 1,000,000.
    pub price: Dinars,
    /// Hours from hand-over, at least.
    pub delay_min_hours: u32,
    /// Hours from hand-over, at most.
    pub delay_max_hours: u32,
    /// Where the parcel is fetched, for a desk; may be empty.
    pub desk_address: String,
    /// Amount of goods from which on the delivery costs nothing; null: never.
    #[serde(default)]
    pub free_from: Option<Dinars>,
}

/// A transporter to be made; shoppers can choose it where it has tariffs.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewTransporter {
    /// Chosen by the caller, a UUID: the same one again makes no second transporter.
    pub id: String,
    /// 1 to 100 characters.
    pub name: String,
}

/// What changes; absent members stay.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TransporterChange {
    /// The version read; another one in the shop is a 409 with the present transporter.
    pub version: u64,
    /// 1 to 100 characters.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether shoppers can choose it.
    #[serde(default)]
    pub is_active: Option<bool>,
    /// A JPEG, PNG or WebP picture in Base64; empty takes the logo away. The whole body has 64 KiB at most.
    #[serde(default)]
    pub logo: Option<String>,
    /// The tariffs that change; all others stay.
    #[serde(default)]
    pub tariffs: Vec<TariffChange>,
}

/// Another price for a place and a delivery type.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TariffChange {
    /// Two digits.
    pub wilaya_id: String,
    /// Four digits; absent for the whole wilaya.
    #[serde(default)]
    pub commune_id: Option<String>,
    /// `home` or `desk`.
    pub delivery_type: String,
    /// 0 is free; null takes the tariff away.
    pub price: Option<Dinars>,
    /// Hours from hand-over, at least; 24 where a new tariff leaves it out.
    #[serde(default)]
    pub delay_min_hours: Option<u32>,
    /// Hours from hand-over, at most; 72 where a new tariff leaves it out.
    #[serde(default)]
    pub delay_max_hours: Option<u32>,
    /// Where the parcel is fetched, for a desk.
    #[serde(default)]
    pub desk_address: Option<String>,
    /// Amount of goods from which on the delivery costs nothing, at most 10,000,000; 0: never. Absent stays.
    #[serde(default)]
    pub free_from: Option<Dinars>,
}

/// The transporters.
#[utoipa::path(get, path = "/dashboard/api/transporters", tag = "dashboard",
    operation_id = "list_transporters", security(("staff" = [])),
    responses((status = 200, body = Vec<Transporter>)))]
pub async fn list_transporters(
    State(app): State<App>,
    staff: Staff,
) -> Result<Json<Vec<Transporter>>, Problem> {
    let mut transporters = app.neighbours.by(&staff.actor).transporters()?;
    let answer = transporters.list_transporters(proto::ListTransportersRequest {}).await?.into_inner();
    Ok(Json(answer.transporters.into_iter().map(Transporter::from).collect()))
}

/// Makes a transporter.
#[utoipa::path(post, path = "/dashboard/api/transporters", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), request_body = NewTransporter,
    responses((status = 201, body = TransporterDetail), (status = 409, body = ProblemBody,
        description = "`orders.stale_version`: another transporter has the id")))]
pub async fn create_transporter(
    State(app): State<App>,
    staff: Staff,
    extract::Json(body): extract::Json<NewTransporter>,
) -> Result<(StatusCode, Json<TransporterDetail>), Problem> {
    let transporter = id::<TransporterId>("id", &body.id)?;
    let request = proto::SaveTransporterRequest {
        id: transporter.to_string(),
        name: body.name,
        active: true,
        ..proto::SaveTransporterRequest::default()
    };
    save(&app, &staff, request).await?;
    Ok((StatusCode::CREATED, Json(read(&app, &staff, transporter).await?.into())))
}

/// One transporter with its tariffs.
#[utoipa::path(get, path = "/dashboard/api/transporters/{id}", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The transporter's id")),
    responses((status = 200, body = TransporterDetail)))]
pub async fn get_transporter(
    State(app): State<App>,
    staff: Staff,
    Path(transporter): Path<String>,
) -> Result<Json<TransporterDetail>, Problem> {
    Ok(Json(read(&app, &staff, id("id", &transporter)?).await?.into()))
}

/// Changes a transporter; what it takes is asked of the next shopper.
#[utoipa::path(patch, path = "/dashboard/api/transporters/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The transporter's id")),
    request_body = TransporterChange, responses((status = 200, body = TransporterDetail),
        (status = 409, body = ProblemBody, description = "`current` is the present transporter")))]
pub async fn update_transporter(
    State(app): State<App>,
    staff: Staff,
    Path(transporter): Path<String>,
    extract::Json(change): extract::Json<TransporterChange>,
) -> Result<Json<TransporterDetail>, Problem> {
    let transporter = id::<TransporterId>("id", &transporter)?;
    let logo = match change.logo.as_deref() {
        Some(picture) => Some(stored(&app, &staff, picture).await?),
        None => None,
    };
    let (request, asked) = change.over(read(&app, &staff, transporter).await?, logo);
    let present = async || Ok::<_, Problem>(TransporterDetail::from(read(&app, &staff, transporter).await?));
    match save(&app, &staff, request).await {
        Ok(()) => present().await.map(Json),
        Err(problem) => or_current(Err(asked.named_in(problem)), present).await,
    }
}

/// The tariffs of a transporter as CSV in UTF-8, prices in dinars.
#[utoipa::path(get, path = "/dashboard/api/transporters/{id}/export", tag = "dashboard",
    security(("staff" = [])), params(("id" = String, Path, description = "The transporter's id")),
    responses((status = 200, body = String, content_type = "text/csv")))]
pub async fn export_tariffs(
    State(app): State<App>,
    staff: Staff,
    Path(transporter): Path<String>,
) -> Result<Response, Problem> {
    let detail = TransporterDetail::from(read(&app, &staff, id("id", &transporter)?).await?);
    let rows = detail.tariffs.into_iter().map(Tariff::row).collect();
    Ok(export::file("tariffs", &Tariff::COLUMNS, stream::iter([Ok(rows)])))
}

impl TransporterChange {
    /// What is saved, with the path of another `logo`: of a newer version than the one that was read, orders refuses it. And
    /// which change each tariff comes from.
    fn over(
        self,
        read: proto::TransporterDetail,
        logo: Option<String>,
    ) -> (proto::SaveTransporterRequest, Asked) {
        let transporter = read.transporter.unwrap_or_default();
        let mut tariffs: BTreeMap<Place, proto::Tariff> =
            read.tariffs.into_iter().map(|tariff| (place(&tariff), tariff)).collect();
        let mut asked = BTreeMap::new();
        for (index, change) in self.tariffs.into_iter().enumerate() {
            asked.insert(change.place(), index);
            change.apply(&mut tariffs);
        }
        let asked = Asked(tariffs.keys().map(|place| asked.get(place).copied()).collect());
        let request = proto::SaveTransporterRequest {
            id: transporter.id,
            name: self.name.unwrap_or(transporter.name),
            logo: logo.unwrap_or(transporter.logo),
            active: self.is_active.unwrap_or(transporter.active),
            tariffs: tariffs.into_values().collect(),
            version: self.version,
        };
        (request, asked)
    }
}

/// For each tariff that is saved, the index of the change that asked for it.
struct Asked(Vec<Option<usize>>);

impl Asked {
    /// Names a refused tariff by the change: its place among all tariffs is nothing that the caller knows.
    fn named_in(&self, problem: Problem) -> Problem {
        problem.rename(|field| {
            let (index, member) = field.strip_prefix("tariffs[")?.split_once(']')?;
            let change = self.0.get(index.parse::<usize>().ok()?)?;
            Some(change.map_or_else(|| "tariffs".to_owned(), |change| format!("tariffs[{change}]{member}")))
        })
    }
}

/// Wilaya, commune and delivery type.
type Place = (String, String, String);

fn place(tariff: &proto::Tariff) -> Place {
    (tariff.wilaya_id.clone(), tariff.commune_id.clone(), tariff.delivery_type.clone())
}

impl TariffChange {
    fn place(&self) -> Place {
        (self.wilaya_id.clone(), self.commune_id.clone().unwrap_or_default(), self.delivery_type.clone())
    }

    fn apply(self, tariffs: &mut BTreeMap<Place, proto::Tariff>) {
        let place = self.place();
        let Some(Dinars(price)) = self.price else {
            tariffs.remove(&place);
            return;
        };
        let (wilaya_id, commune_id, delivery_type) = place.clone();
        let tariff = tariffs.entry(place).or_insert_with(|| proto::Tariff {
            wilaya_id,
            commune_id,
            delivery_type,
            delay_min_hours: USUAL_DELAY.0,
            delay_max_hours: USUAL_DELAY.1,
            ..proto::Tariff::default()
        });
        tariff.price = price.centimes();
        tariff.delay_min_hours = self.delay_min_hours.unwrap_or(tariff.delay_min_hours);
        tariff.delay_max_hours = self.delay_max_hours.unwrap_or(tariff.delay_max_hours);
        tariff.desk_address = self.desk_address.unwrap_or_else(|| tariff.desk_address.clone());
        tariff.free_from = self.free_from.map(|Dinars(amount)| amount.centimes()).or(tariff.free_from);
    }
}

impl Tariff {
    /// What [`Self::row`] has, in its order; the same columns are read back.
    const COLUMNS: [&str; 8] = [
        "wilaya",
        "commune",
        "type",
        "price",
        "delay_min_hours",
        "delay_max_hours",
        "desk_address",
        "free_from",
    ];

    fn row(self) -> export::Row {
        vec![
            self.wilaya_id,
            self.commune_id.unwrap_or_default(),
            self.delivery_type,
            self.price.0.to_string(),
            self.delay_min_hours.to_string(),
            self.delay_max_hours.to_string(),
            self.desk_address,
            self.free_from.map(|amount| amount.0.to_string()).unwrap_or_default(),
        ]
    }
}

/// The path of a new logo, once catalog has it; empty for none. A save that is refused afterwards leaves a file that nothing names.
async fn stored(app: &App, staff: &Staff, picture: &str) -> Result<String, Problem> {
    if picture.is_empty() {
        return Ok(String::new());
    }
    let content = BASE64_STANDARD.decode(picture).map_err(|_| {
        Problem::field("logo", "form.validation.notAPicture", "a picture in Base64 is expected")
    })?;
    let request = catalog::StoreTransporterLogoRequest { content };
    let stored = app.neighbours.by(&staff.actor).pictures()?.store_transporter_logo(request).await?;
    Ok(stored.into_inner().path)
}

async fn save(app: &App, staff: &Staff, request: proto::SaveTransporterRequest) -> Result<(), Problem> {
    app.neighbours.by(&staff.actor).transporters()?.save_transporter(request).await?;
    // Shoppers are asked the new price at once; other gateways keep what they had no longer than a moment.
    app.catalog.reads().drop_all();
    Ok(())
}

async fn read(app: &App, staff: &Staff, id: TransporterId) -> Result<proto::TransporterDetail, Problem> {
    let request = proto::GetTransporterRequest { id: id.to_string() };
    Ok(app.neighbours.by(&staff.actor).transporters()?.get_transporter(request).await?.into_inner())
}

impl From<proto::Transporter> for Transporter {
    fn from(transporter: proto::Transporter) -> Self {
        let proto::Transporter { id, name, logo, active, .. } = transporter;
        Self { id, name, logo, is_active: active }
    }
}

impl From<proto::TransporterDetail> for TransporterDetail {
    fn from(detail: proto::TransporterDetail) -> Self {
        let transporter = detail.transporter.unwrap_or_default();
        Self {
            version: transporter.version,
            transporter: transporter.into(),
            tariffs: detail.tariffs.into_iter().map(Tariff::from).collect(),
        }
    }
}

impl From<proto::Tariff> for Tariff {
    fn from(tariff: proto::Tariff) -> Self {
        let amount = tariff.free_from.filter(|amount| *amount > 0);
        Self {
            wilaya_id: tariff.wilaya_id,
            commune_id: Some(tariff.commune_id).filter(|id| !id.is_empty()),
            delivery_type: tariff.delivery_type,
            price: Money::from_centimes(tariff.price).into(),
            delay_min_hours: tariff.delay_min_hours,
            delay_max_hours: tariff.delay_max_hours,
            desk_address: tariff.desk_address,
            free_from: amount.map(|amount| Money::from_centimes(amount).into()),
        }
    }
}
