//! The pictures that the shop has already, to be chosen again for another place.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
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
pub struct ShopPicturesQuery {
    /// From 1.
    page: Option<u32>,
    /// 12, 24, 50, 100 or 200.
    size: Option<u32>,
    /// Part of the name of what the picture was given for.
    q: Option<String>,
}

/// A page of the shop's pictures.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopPictureList {
    /// Newest first.
    pub pictures: Vec<ShopPictureRow>,
    /// Rows in all.
    pub total: u64,
    /// From 1.
    pub page: u32,
    /// Rows per page.
    pub size: u32,
    /// Pages of the list that can be asked for.
    pub page_count: u64,
}

/// A picture that was given for a page, a banner, a category or a text of the shop.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopPictureRow {
    /// Path of the picture: sent where a picture is wanted, it is that one.
    pub path: String,
    /// Path of a small file of it.
    pub thumb: String,
    /// Path of the file that texts show: what `src` of an image in a text is.
    pub text_path: String,
    /// Pixels of that file.
    pub text_width: u32,
    /// Pixels of that file.
    pub text_height: u32,
    /// What it was given for first, or the name of its file; may be empty.
    pub name: String,
    /// RFC 3339; when it was sent last.
    pub added_at: String,
}

/// The pictures that staff gave for the shop's own pages and texts, newest first; those of products are theirs.
#[utoipa::path(get, path = "/dashboard/api/shop-pictures", tag = "dashboard", security(("staff" = [])),
    params(ShopPicturesQuery), responses((status = 200, body = ShopPictureList)))]
pub async fn list_shop_pictures(
    State(app): State<App>,
    staff: Staff,
    Query(query): Query<ShopPicturesQuery>,
) -> Result<Json<ShopPictureList>, Problem> {
    let page = page(query.page, query.size)?;
    let request = proto::ListShopPicturesRequest {
        page: Some(PageRequest { page: page.number(), size: page.size() }),
        query: words(query.q)?,
    };
    let listed = app.neighbours.by(&staff.actor).pictures()?.list_shop_pictures(request).await?.into_inner();
    Ok(Json(ShopPictureList {
        pictures: listed.pictures.into_iter().map(ShopPictureRow::from).collect(),
        total: listed.total,
        page: page.number(),
        size: page.size(),
        page_count: page.count_within_reach(listed.total),
    }))
}

impl From<proto::ShopPictureFile> for ShopPictureRow {
    fn from(picture: proto::ShopPictureFile) -> Self {
        Self {
            path: picture.path,
            thumb: picture.thumb,
            text_path: picture.text_path,
            text_width: picture.text_width,
            text_height: picture.text_height,
            name: picture.name,
            added_at: picture.added_at,
        }
    }
}
