//! Attributes, as staff keep them: what the combinations of products differ in.

use axum::Json;
use axum::extract::{Path, State};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use souk_kernel::AttributeId;
use souk_proto::catalog::v1 as proto;
use utoipa::ToSchema;

use super::access::Staff;
use super::edits::or_current;
use super::texts::LocalizedTexts;
use super::wanted_picture;
use crate::extract::{self, id};
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// How the options of an attribute are shown.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AttributeInput {
    Text,
    Color,
}

/// What combinations differ in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AttributeDetail {
    /// Id.
    pub id: String,
    /// To be sent back with an edit.
    pub version: u64,
    /// Machine name, for good: `couleur`.
    pub kind: String,
    /// How its options are shown.
    pub input: AttributeInput,
    /// What it is called.
    pub name: LocalizedTexts,
    /// In the order in which they are offered.
    pub options: Vec<AttributeOption>,
}

/// One of an attribute's options.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AttributeOption {
    /// Chosen by the caller, a UUID, for good.
    pub id: String,
    /// What it is called, in French at least; no other option's of the attribute.
    pub name: LocalizedTexts,
    /// Such as `#aa0044`; empty of what is no colour.
    #[serde(default)]
    pub color: String,
    /// Path of the small picture that is shown instead of the colour; absent without one. Where it is saved: another one in Base64
    /// (JPEG, PNG or WebP of 2 MB at most), the path of the one that stays, empty for none, left out as it was.
    #[serde(default)]
    pub picture: Option<String>,
}

/// An attribute to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewAttribute {
    /// Chosen by the caller, a UUID: the same one again makes no second attribute.
    pub id: String,
    /// How its options are shown, for good.
    pub input: AttributeInput,
    /// What it is called, in French at least.
    pub name: LocalizedTexts,
    /// In the order in which they are offered; 200 at most.
    #[serde(default)]
    pub options: Vec<AttributeOption>,
}

/// What changes; absent members stay.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AttributeChange {
    /// The version read; another one in the shop is a 409 with the present attribute.
    pub version: u64,
    /// What it is called, in French at least.
    #[serde(default)]
    pub name: Option<LocalizedTexts>,
    /// Replaces all of them; 200 at most.
    #[serde(default)]
    pub options: Option<Vec<AttributeOption>>,
}

/// The attributes by their French name.
#[utoipa::path(get, path = "/dashboard/api/attributes", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = Vec<AttributeDetail>)))]
pub async fn list_attributes(
    State(app): State<App>,
    staff: Staff,
) -> Result<Json<Vec<AttributeDetail>>, Problem> {
    let request = proto::ListAttributesRequest {};
    let answer = app.neighbours.by(&staff.actor).attributes()?.list_attributes(request).await?.into_inner();
    Ok(Json(answer.attributes.into_iter().map(AttributeDetail::from).collect()))
}

/// Makes an attribute.
#[utoipa::path(post, path = "/dashboard/api/attributes", tag = "dashboard", security(("staff" = [], "csrf" = [])),
    request_body = NewAttribute, responses((status = 201, body = AttributeDetail),
        (status = 409, body = ProblemBody, description = "`catalog.taken`: another attribute has the name")))]
pub async fn create_attribute(
    State(app): State<App>,
    staff: Staff,
    extract::Json(body): extract::Json<NewAttribute>,
) -> Result<(StatusCode, Json<AttributeDetail>), Problem> {
    let request = proto::CreateAttributeRequest {
        id: id::<AttributeId>("id", &body.id)?.to_string(),
        input: body.input.code().to_owned(),
        name: Some(body.name.into()),
        options: options(body.options)?,
    };
    let made = app.neighbours.by(&staff.actor).attributes()?.create_attribute(request).await?.into_inner();
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// One attribute.
#[utoipa::path(get, path = "/dashboard/api/attributes/{id}", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The attribute's id")),
    responses((status = 200, body = AttributeDetail)))]
pub async fn get_attribute(
    State(app): State<App>,
    staff: Staff,
    Path(attribute): Path<String>,
) -> Result<Json<AttributeDetail>, Problem> {
    Ok(Json(read(&app, &staff, id("id", &attribute)?).await?))
}

/// Changes an attribute; what combinations are called follows within seconds.
#[utoipa::path(patch, path = "/dashboard/api/attributes/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The attribute's id")),
    request_body = AttributeChange, responses((status = 200, body = AttributeDetail),
        (status = 409, body = ProblemBody, description = "`current` is the present attribute; \
            `catalog.attribute_in_use`: `facts` count the `products` that have an option which was to go")))]
pub async fn update_attribute(
    State(app): State<App>,
    staff: Staff,
    Path(attribute): Path<String>,
    extract::Json(body): extract::Json<AttributeChange>,
) -> Result<Json<AttributeDetail>, Problem> {
    let attribute = id::<AttributeId>("id", &attribute)?;
    let request = proto::UpdateAttributeRequest {
        id: attribute.to_string(),
        version: body.version,
        name: body.name.map(Into::into),
        options: match body.options {
            Some(given) => Some(proto::AttributeOptions { options: options(given)? }),
            None => None,
        },
    };
    let answer = app.neighbours.by(&staff.actor).attributes()?.update_attribute(request).await;
    let answer = answer.map(|saved| saved.into_inner().into()).map_err(Problem::from);
    or_current(answer, || read(&app, &staff, attribute)).await
}

/// Takes an attribute away that no combination has.
#[utoipa::path(delete, path = "/dashboard/api/attributes/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The attribute's id")),
    responses((status = 204), (status = 409, body = ProblemBody,
        description = "`catalog.attribute_in_use`: `facts` count the `products` with combinations of it")))]
pub async fn delete_attribute(
    State(app): State<App>,
    staff: Staff,
    Path(attribute): Path<String>,
) -> Result<StatusCode, Problem> {
    let request = proto::DeleteAttributeRequest { id: id::<AttributeId>("id", &attribute)?.to_string() };
    app.neighbours.by(&staff.actor).attributes()?.delete_attribute(request).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn read(app: &App, staff: &Staff, attribute: AttributeId) -> Result<AttributeDetail, Problem> {
    let request = proto::GetAttributeRequest { id: attribute.to_string() };
    Ok(app.neighbours.by(&staff.actor).attributes()?.get_attribute(request).await?.into_inner().into())
}

fn options(given: Vec<AttributeOption>) -> Result<Vec<proto::AttributeOption>, Problem> {
    let option = |(at, option): (usize, AttributeOption)| {
        let AttributeOption { id, name, color, picture } = option;
        let (picture, picture_url) = match picture {
            Some(given) => {
                let (content, kept) = wanted_picture::picture(&format!("options[{at}].picture"), given)?;
                (content, Some(kept))
            }
            None => (Vec::new(), None),
        };
        Ok(proto::AttributeOption { id, name: Some(name.into()), color, picture, picture_url })
    };
    given.into_iter().enumerate().map(option).collect()
}

impl AttributeInput {
    fn code(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Color => "color",
        }
    }
}

impl From<proto::Attribute> for AttributeDetail {
    fn from(attribute: proto::Attribute) -> Self {
        let proto::Attribute { id, version, kind, input, name, options } = attribute;
        let option = |option: proto::AttributeOption| AttributeOption {
            id: option.id,
            name: option.name.unwrap_or_default().into(),
            color: option.color,
            picture: option.picture_url,
        };
        Self {
            id,
            version,
            kind,
            input: if input == "color" { AttributeInput::Color } else { AttributeInput::Text },
            name: name.unwrap_or_default().into(),
            options: options.into_iter().map(option).collect(),
        }
    }
}
