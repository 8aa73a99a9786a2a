//! Links to what isn't published yet, for who shall see it before.

use axum::Json;
use axum::extract::{Path, State};
use serde::Serialize;
use souk_kernel::{ProductId, rfc3339};
use souk_proto::catalog::v1 as proto;
use utoipa::ToSchema;
use uuid::Uuid;

use super::access::Staff;
use crate::draft_links::{DraftLink, Kind};
use crate::extract::id;
use crate::pages::draft_path;
use crate::problem::Problem;
use crate::state::App;

/// Whoever has it sees one thing as shoppers would, without an account, until it ends.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DraftLinkMade {
    /// Path of the page in French; behind `/ar` and `/en` it is in the other languages.
    pub path: String,
    /// RFC 3339; until then it leads there. It can't be taken back before.
    pub ends_at: String,
}

/// A link to a page of text that shoppers don't see yet. Each call makes another one, and nothing is stored.
#[utoipa::path(get, path = "/dashboard/api/cms-pages/{id}/draft-link", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The page's id")), responses((status = 200, body = DraftLinkMade)))]
pub async fn link_cms_page(
    State(app): State<App>,
    staff: Staff,
    Path(cms_page): Path<String>,
) -> Result<Json<DraftLinkMade>, Problem> {
    let id = id::<Uuid>("id", &cms_page)?;
    let request = proto::GetCmsPageRequest { id: id.to_string() };
    app.neighbours.by(&staff.actor).cms_pages()?.get_cms_page(request).await?;
    Ok(Json(made(&app, Kind::CmsPage, id)))
}

/// A link to a post that shoppers don't see yet. Each call makes another one, and nothing is stored.
#[utoipa::path(get, path = "/dashboard/api/blog-posts/{id}/draft-link", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The post's id")), responses((status = 200, body = DraftLinkMade)))]
pub async fn link_blog_post(
    State(app): State<App>,
    staff: Staff,
    Path(post): Path<String>,
) -> Result<Json<DraftLinkMade>, Problem> {
    let id = id::<Uuid>("id", &post)?;
    let request = proto::GetBlogPostRequest { id: id.to_string() };
    app.neighbours.by(&staff.actor).blog()?.get_blog_post(request).await?;
    Ok(Json(made(&app, Kind::BlogPost, id)))
}

/// A link to a product that shoppers don't see yet; it can't be ordered there. Each call makes another one, and nothing is stored.
#[utoipa::path(get, path = "/dashboard/api/products/{id}/draft-link", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The product's id")), responses((status = 200, body = DraftLinkMade)))]
pub async fn link_product(
    State(app): State<App>,
    staff: Staff,
    Path(product): Path<String>,
) -> Result<Json<DraftLinkMade>, Problem> {
    let id = id::<ProductId>("id", &product)?;
    let request = proto::GetProductRequest { id: id.to_string() };
    app.neighbours.by(&staff.actor).products()?.get_product(request).await?;
    Ok(Json(made(&app, Kind::Product, id.uuid())))
}

fn made(app: &App, kind: Kind, id: Uuid) -> DraftLinkMade {
    let link = DraftLink::new(kind, id, app.clock.now());
    DraftLinkMade { path: draft_path(&app.drafts.token(link)), ends_at: rfc3339(link.ends_at) }
}
