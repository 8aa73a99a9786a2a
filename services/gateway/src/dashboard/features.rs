//! Features, as staff keep them: what data sheets say of products.

use axum::Json;
use axum::extract::{Path, State};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use souk_kernel::FeatureId;
use souk_proto::catalog::v1 as proto;
use utoipa::ToSchema;

use super::access::Staff;
use super::edits::or_current;
use super::texts::LocalizedTexts;
use crate::extract::{self, id};
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// What the values of a feature are.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FeatureInput {
    /// A line in the shop's languages.
    Text,
    /// A decimal, with the feature's unit.
    Number,
    /// One of the feature's options.
    Choice,
    YesNo,
}

/// What data sheets say of products.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeatureDetail {
    /// Id.
    pub id: String,
    /// To be sent back with an edit.
    pub version: u64,
    /// Machine name, for good: `matiere`.
    pub kind: String,
    /// What its values are.
    pub input: FeatureInput,
    /// What it is called.
    pub name: LocalizedTexts,
    /// Written behind its numbers; may be empty.
    pub unit: LocalizedTexts,
    /// What can be chosen, in the order in which it is offered.
    pub options: Vec<FeatureOption>,
    /// Its place in data sheets, from the lowest.
    pub position: u32,
    /// Values that products had are still brought to its kind; nothing of it can be changed meanwhile.
    pub is_changing: bool,
}

/// One of a feature's options.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeatureOption {
    /// Chosen by the caller, a UUID, for good.
    pub id: String,
    /// What it is called, in French at least; no other option's of the feature.
    pub name: LocalizedTexts,
}

/// A feature to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewFeature {
    /// Chosen by the caller, a UUID: the same one again makes no second feature.
    pub id: String,
    /// What its values are.
    pub input: FeatureInput,
    /// What it is called, in French at least.
    pub name: LocalizedTexts,
    /// Written behind its numbers, 30 characters at most; empty where values are no numbers.
    #[serde(default)]
    pub unit: LocalizedTexts,
    /// What can be chosen, 200 at most; empty where values are no choices.
    #[serde(default)]
    pub options: Vec<FeatureOption>,
    /// Its place in data sheets, 0 to 1,000,000; without it, after all others.
    #[serde(default)]
    pub position: Option<u32>,
}

/// What changes; absent members stay.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeatureChange {
    /// The version read; another one in the shop is a 409 with the present feature.
    pub version: u64,
    /// What it is called, in French at least.
    #[serde(default)]
    pub name: Option<LocalizedTexts>,
    /// Written behind its numbers, 30 characters at most.
    #[serde(default)]
    pub unit: Option<LocalizedTexts>,
    /// Replaces all of them; 200 at most.
    #[serde(default)]
    pub options: Option<Vec<FeatureOption>>,
    /// Its place in data sheets, 0 to 1,000,000.
    #[serde(default)]
    pub position: Option<u32>,
}

/// What the values of a feature are to be.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WantedFeatureInput {
    /// Another kind than it has.
    pub input: FeatureInput,
    /// Written behind numbers, and read there: `12,5 cm` is 12.5 of a feature in cm. 30 characters at most; empty where values are no
    /// numbers.
    #[serde(default)]
    pub unit: LocalizedTexts,
}

/// Another kind of values for a feature.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeatureInputChange {
    /// The version read; another one in the shop is a 409 with the present feature.
    pub version: u64,
    /// Another kind than it has.
    pub input: FeatureInput,
    /// Written behind numbers, and read there, 30 characters at most; empty where values are no numbers.
    #[serde(default)]
    pub unit: LocalizedTexts,
    /// Products that may lose their value, at most.
    #[serde(default)]
    pub most_lost: u64,
}

/// What another kind of values would make of what products say.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeatureInputCheck {
    /// Products that say the feature.
    pub products: u64,
    /// Of these, those whose value could not be kept.
    pub lost: u64,
    /// Some of the values that could not be kept, those of most products first.
    pub first_lost: Vec<LostFeatureValue>,
    /// What could be chosen, of choices, 200 at most.
    pub options: Vec<LocalizedTexts>,
}

/// A value that could not be kept.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LostFeatureValue {
    /// As data sheets say it.
    pub value: LocalizedTexts,
    /// Products that have it.
    pub products: u64,
    /// Id of the first of them.
    pub product_id: String,
    /// Its French name.
    pub product_name: String,
}

/// The features in the order of data sheets.
#[utoipa::path(get, path = "/dashboard/api/features", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = Vec<FeatureDetail>)))]
pub async fn list_features(
    State(app): State<App>,
    staff: Staff,
) -> Result<Json<Vec<FeatureDetail>>, Problem> {
    let request = proto::ListFeaturesRequest {};
    let answer = app.neighbours.by(&staff.actor).features()?.list_features(request).await?.into_inner();
    Ok(Json(answer.features.into_iter().map(FeatureDetail::from).collect()))
}

/// Makes a feature.
#[utoipa::path(post, path = "/dashboard/api/features", tag = "dashboard", security(("staff" = [], "csrf" = [])),
    request_body = NewFeature, responses((status = 201, body = FeatureDetail),
        (status = 409, body = ProblemBody, description = "`catalog.taken`: another feature has the name")))]
pub async fn create_feature(
    State(app): State<App>,
    staff: Staff,
    extract::Json(body): extract::Json<NewFeature>,
) -> Result<(StatusCode, Json<FeatureDetail>), Problem> {
    let request = proto::CreateFeatureRequest {
        id: id::<FeatureId>("id", &body.id)?.to_string(),
        input: body.input.code().to_owned(),
        name: Some(body.name.into()),
        unit: Some(body.unit.into()),
        options: options(body.options),
        position: body.position,
        kind: String::new(),
    };
    let made = app.neighbours.by(&staff.actor).features()?.create_feature(request).await?.into_inner();
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// One feature.
#[utoipa::path(get, path = "/dashboard/api/features/{id}", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The feature's id")),
    responses((status = 200, body = FeatureDetail)))]
pub async fn get_feature(
    State(app): State<App>,
    staff: Staff,
    Path(feature): Path<String>,
) -> Result<Json<FeatureDetail>, Problem> {
    Ok(Json(read(&app, &staff, id("id", &feature)?).await?))
}

/// Changes a feature; what data sheets and filters say follows within seconds.
#[utoipa::path(patch, path = "/dashboard/api/features/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The feature's id")),
    request_body = FeatureChange, responses((status = 200, body = FeatureDetail),
        (status = 409, body = ProblemBody, description = "`current` is the present feature; \
            `catalog.feature_in_use`: `facts` count the `products` that have an option which was to go")))]
pub async fn update_feature(
    State(app): State<App>,
    staff: Staff,
    Path(feature): Path<String>,
    extract::Json(body): extract::Json<FeatureChange>,
) -> Result<Json<FeatureDetail>, Problem> {
    let feature = id::<FeatureId>("id", &feature)?;
    let request = proto::UpdateFeatureRequest {
        id: feature.to_string(),
        version: body.version,
        name: body.name.map(Into::into),
        unit: body.unit.map(Into::into),
        options: body.options.map(|given| proto::FeatureOptions { options: options(given) }),
        position: body.position,
    };
    let answer = app.neighbours.by(&staff.actor).features()?.update_feature(request).await;
    let answer = answer.map(|saved| saved.into_inner().into()).map_err(Problem::from);
    or_current(answer, || read(&app, &staff, feature)).await
}

/// Looks through what products say of a feature: what another kind of values would make of it. Changes nothing.
#[utoipa::path(post, path = "/dashboard/api/features/{id}/input/check", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The feature's id")),
    request_body = WantedFeatureInput, responses((status = 200, body = FeatureInputCheck)))]
pub async fn check_feature_input(
    State(app): State<App>,
    staff: Staff,
    Path(feature): Path<String>,
    extract::Json(body): extract::Json<WantedFeatureInput>,
) -> Result<Json<FeatureInputCheck>, Problem> {
    let request = proto::CheckFeatureInputRequest {
        id: id::<FeatureId>("id", &feature)?.to_string(),
        wanted: Some(wanted(body.input, body.unit)),
    };
    let answer = app.neighbours.by(&staff.actor).features()?.check_feature_input(request).await?;
    Ok(Json(answer.into_inner().into()))
}

/// Gives a feature another kind of values; what products say is brought to it within minutes.
#[utoipa::path(put, path = "/dashboard/api/features/{id}/input", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The feature's id")),
    request_body = FeatureInputChange, responses((status = 200, body = FeatureDetail),
        (status = 409, body = ProblemBody, description = "`current` is the present feature; `catalog.feature_values_lost`: \
            `facts` count the `products` that would lose their value; `catalog.feature_changing`: products are still brought to \
            what was saved before")))]
pub async fn change_feature_input(
    State(app): State<App>,
    staff: Staff,
    Path(feature): Path<String>,
    extract::Json(body): extract::Json<FeatureInputChange>,
) -> Result<Json<FeatureDetail>, Problem> {
    let feature = id::<FeatureId>("id", &feature)?;
    let FeatureInputChange { version, input, unit, most_lost } = body;
    let wanted = Some(wanted(input, unit));
    let request = proto::ChangeFeatureInputRequest { id: feature.to_string(), version, wanted, most_lost };
    let answer = app.neighbours.by(&staff.actor).features()?.change_feature_input(request).await;
    let answer = answer.map(|saved| saved.into_inner().into()).map_err(Problem::from);
    or_current(answer, || read(&app, &staff, feature)).await
}

/// Takes a feature away that no product says.
#[utoipa::path(delete, path = "/dashboard/api/features/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The feature's id")),
    responses((status = 204), (status = 409, body = ProblemBody,
        description = "`catalog.feature_in_use`: `facts` count the `products` that say it")))]
pub async fn delete_feature(
    State(app): State<App>,
    staff: Staff,
    Path(feature): Path<String>,
) -> Result<StatusCode, Problem> {
    let request = proto::DeleteFeatureRequest { id: id::<FeatureId>("id", &feature)?.to_string() };
    app.neighbours.by(&staff.actor).features()?.delete_feature(request).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn read(app: &App, staff: &Staff, feature: FeatureId) -> Result<FeatureDetail, Problem> {
    let request = proto::GetFeatureRequest { id: feature.to_string() };
    Ok(app.neighbours.by(&staff.actor).features()?.get_feature(request).await?.into_inner().into())
}

fn options(given: Vec<FeatureOption>) -> Vec<proto::FeatureOption> {
    let option = |FeatureOption { id, name }| proto::FeatureOption { id, name: Some(name.into()) };
    given.into_iter().map(option).collect()
}

fn wanted(input: FeatureInput, unit: LocalizedTexts) -> proto::FeatureInput {
    proto::FeatureInput { input: input.code().to_owned(), unit: Some(unit.into()) }
}

impl FeatureInput {
    fn code(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "number",
            Self::Choice => "choice",
            Self::YesNo => "yes_no",
        }
    }

    /// What this release doesn't know is shown as text.
    fn of(code: &str) -> Self {
        let known = [Self::Number, Self::Choice, Self::YesNo];
        known.into_iter().find(|input| input.code() == code).unwrap_or(Self::Text)
    }
}

impl From<proto::Feature> for FeatureDetail {
    fn from(feature: proto::Feature) -> Self {
        let proto::Feature { id, version, kind, input, name, unit, options, position, is_changing } = feature;
        let option = |option: proto::FeatureOption| FeatureOption {
            id: option.id,
            name: option.name.unwrap_or_default().into(),
        };
        Self {
            id,
            version,
            kind,
            input: FeatureInput::of(&input),
            name: name.unwrap_or_default().into(),
            unit: unit.unwrap_or_default().into(),
            options: options.into_iter().map(option).collect(),
            position,
            is_changing,
        }
    }
}

impl From<proto::CheckFeatureInputResponse> for FeatureInputCheck {
    fn from(check: proto::CheckFeatureInputResponse) -> Self {
        let proto::CheckFeatureInputResponse { products, lost, first_lost, options } = check;
        Self {
            products,
            lost,
            first_lost: first_lost.into_iter().map(LostFeatureValue::from).collect(),
            options: options.into_iter().map(LocalizedTexts::from).collect(),
        }
    }
}

impl From<proto::LostFeatureValue> for LostFeatureValue {
    fn from(lost: proto::LostFeatureValue) -> Self {
        let proto::LostFeatureValue { value, products, product_id, product_name } = lost;
        Self { value: value.unwrap_or_default().into(), products, product_id, product_name }
    }
}
