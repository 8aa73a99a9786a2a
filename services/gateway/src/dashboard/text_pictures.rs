//! Pictures in what staff write: a text names them by their paths.

use axum::Json;
use axum::extract::{Multipart, State};
use http::StatusCode;
use serde::Serialize;
use souk_proto::catalog::v1 as proto;
use utoipa::ToSchema;

use super::access::Staff;
use super::pictures::{PictureFile, file};
use crate::problem::Problem;
use crate::state::App;

/// A stored picture, as a text shows it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TextPicture {
    /// Path of the picture: what `src` of an image in a text is.
    pub path: String,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
}

/// Stores a picture that a text shows; the same file again is the same picture.
#[utoipa::path(post, path = "/dashboard/api/text-pictures", tag = "dashboard", security(("staff" = [], "csrf" = [])),
    request_body(content = PictureFile, content_type = "multipart/form-data"),
    responses((status = 201, body = TextPicture)))]
pub async fn add_text_picture(
    State(app): State<App>,
    staff: Staff,
    form: Multipart,
) -> Result<(StatusCode, Json<TextPicture>), Problem> {
    let (name, content) = file(form).await?;
    let name = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem).to_owned();
    let request = proto::StoreTextPictureRequest { content: content.into(), name };
    let stored = app.neighbours.by(&staff.actor).pictures()?.store_text_picture(request).await?;
    let proto::StoreTextPictureResponse { path, width, height } = stored.into_inner();
    Ok((StatusCode::CREATED, Json(TextPicture { path, width, height })))
}
