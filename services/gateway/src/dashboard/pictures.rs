//! The pictures of a product (spec 7: image calls and dropzone).

use axum::Json;
use axum::extract::{Multipart, Path, State};
use bytes::Bytes;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use souk_kernel::{CombinationId, ImageId, ProductId};
use souk_proto::catalog::v1 as proto;
use utoipa::ToSchema;

use super::access::Staff;
use super::products::Product;
use crate::extract::{self, Locale, id};
use crate::problem::Problem;
use crate::state::App;

/// Characters of a file's name that are kept as the picture's description.
const LONGEST_NAME: usize = 100;

/// A file as the dropzone sends it.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form; it is read as a stream")]
pub struct PictureFile {
    /// A JPEG, PNG or WebP picture of 2 MB at most.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// A stored picture (spec 3 "Uploaded image response").
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadedPicture {
    /// Id.
    pub id: String,
    /// The file's name as it was sent.
    pub name: String,
    /// Bytes of the file as it was sent.
    pub size: usize,
    /// `DELETE` takes the picture away.
    pub remove_url: String,
    /// Path of its small size.
    pub path: String,
    /// What it is described by.
    pub alt: String,
}

/// In which order pictures stand.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PictureOrder {
    /// Ids of those that come first; the others follow as they stand.
    pub image_ids: Vec<String>,
}

/// Adds a picture to a product, after the others; the same file again adds none.
#[utoipa::path(post, path = "/dashboard/api/products/{id}/images", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The product's id")),
    request_body(content = PictureFile, content_type = "multipart/form-data"),
    responses((status = 201, body = Vec<UploadedPicture>)))]
pub async fn add_picture(
    State(app): State<App>,
    staff: Staff,
    Path(product): Path<String>,
    form: Multipart,
) -> Result<(StatusCode, Json<[UploadedPicture; 1]>), Problem> {
    let product = id::<ProductId>("id", &product)?;
    let (name, content) = file(form).await?;
    let size = content.len();
    let request = proto::AddImageRequest {
        product_id: product.to_string(),
        content: content.into(),
        alt: name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem).to_owned(),
        combination_ids: Vec::new(),
    };
    let answer = app.neighbours.by(&staff.actor).products()?.add_image(request).await?.into_inner();
    app.catalog.reads().drop_all();
    let image = answer.image.unwrap_or_default();
    let uploaded = UploadedPicture {
        remove_url: format!("/dashboard/api/products/{product}/images/{}", image.id),
        path: image.sizes.into_iter().next().map(|size| size.url).unwrap_or_default(),
        id: image.id,
        name,
        size,
        alt: image.alt,
    };
    Ok((StatusCode::CREATED, Json([uploaded])))
}

/// Puts the pictures of a product in order; the first is the default one.
#[utoipa::path(post, path = "/dashboard/api/products/{id}/images/order", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The product's id")),
    request_body = PictureOrder, responses((status = 200, body = Product)))]
pub async fn order_pictures(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(product): Path<String>,
    extract::Json(body): extract::Json<PictureOrder>,
) -> Result<Json<Product>, Problem> {
    let product_id = id::<ProductId>("id", &product)?.to_string();
    let image_ids = body.image_ids.iter().map(|image| Ok(id::<ImageId>("imageIds", image)?.to_string()));
    let image_ids = image_ids.collect::<Result<_, Problem>>()?;
    let request = proto::OrderImagesRequest { product_id, image_ids };
    let answer = app.neighbours.by(&staff.actor).products()?.order_images(request).await?.into_inner();
    Ok(changed(&app, answer, language))
}

/// Makes a picture the default one (spec 7): it stands first from now on.
#[utoipa::path(post, path = "/dashboard/api/products/{id}/images/{image}/default", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The product's id"),
        ("image" = String, Path, description = "The picture's id")), responses((status = 200, body = Product)))]
pub async fn set_default_picture(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path((product, image)): Path<(String, String)>,
) -> Result<Json<Product>, Problem> {
    let (product_id, image) = picture(&product, &image)?;
    let request = proto::OrderImagesRequest { product_id, image_ids: vec![image] };
    let answer = app.neighbours.by(&staff.actor).products()?.order_images(request).await?.into_inner();
    Ok(changed(&app, answer, language))
}

/// Takes a picture away from a product; one that is gone is success.
#[utoipa::path(delete, path = "/dashboard/api/products/{id}/images/{image}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The product's id"),
        ("image" = String, Path, description = "The picture's id")), responses((status = 200, body = Product)))]
pub async fn remove_picture(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path((product, image)): Path<(String, String)>,
) -> Result<Json<Product>, Problem> {
    let (product_id, image_id) = picture(&product, &image)?;
    let request = proto::RemoveImageRequest { product_id, image_id };
    let answer = app.neighbours.by(&staff.actor).products()?.remove_image(request).await?.into_inner();
    Ok(changed(&app, answer, language))
}

/// From now on the picture shows the combination (spec 7).
#[utoipa::path(post, path = "/dashboard/api/products/{id}/combinations/{combination}/images/{image}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The product's id"),
        ("combination" = String, Path, description = "The combination's id"),
        ("image" = String, Path, description = "The picture's id")), responses((status = 200, body = Product)))]
pub async fn assign_picture(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(place): Path<(String, String, String)>,
) -> Result<Json<Product>, Problem> {
    assign(&app, &staff, place, true).await.map(|answer| changed(&app, answer, language))
}

/// The picture no longer shows the combination (spec 7).
#[utoipa::path(delete, path = "/dashboard/api/products/{id}/combinations/{combination}/images/{image}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The product's id"),
        ("combination" = String, Path, description = "The combination's id"),
        ("image" = String, Path, description = "The picture's id")), responses((status = 200, body = Product)))]
pub async fn unassign_picture(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(place): Path<(String, String, String)>,
) -> Result<Json<Product>, Problem> {
    assign(&app, &staff, place, false).await.map(|answer| changed(&app, answer, language))
}

async fn assign(
    app: &App,
    staff: &Staff,
    (product, combination, image): (String, String, String),
    shows: bool,
) -> Result<proto::Product, Problem> {
    let (product_id, image_id) = picture(&product, &image)?;
    let combination_id = id::<CombinationId>("combination", &combination)?.to_string();
    let request = proto::AssignImageRequest { product_id, image_id, combination_id, shows };
    Ok(app.neighbours.by(&staff.actor).products()?.assign_image(request).await?.into_inner())
}

fn picture(product: &str, image: &str) -> Result<(String, String), Problem> {
    Ok((id::<ProductId>("id", product)?.to_string(), id::<ImageId>("image", image)?.to_string()))
}

/// The editor reads their own change at once; other gateways hear of it by the event.
fn changed(app: &App, product: proto::Product, language: souk_kernel::Language) -> Json<Product> {
    app.catalog.reads().drop_all();
    Json(Product::new(product, language))
}

/// The form's one file with its name; what the browser says of its type is not believed.
pub(super) async fn file(mut form: Multipart) -> Result<(String, Bytes), Problem> {
    let missing = || Problem::field("file", "form.validation.required", "a form with a file is expected");
    let unread = |error| extract::unread("file", &error);
    let field = form.next_field().await.map_err(unread)?.ok_or_else(missing)?;
    if field.name() != Some("file") {
        return Err(missing());
    }
    let name: String = field.file_name().unwrap_or_default().chars().take(LONGEST_NAME).collect();
    let content = field.bytes().await.map_err(unread)?;
    Ok((name, content))
}
