//! The shop's menus, as staff make them.

pub mod form;
pub mod lookups;

use axum::Json;
use axum::extract::{Path, State};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use souk_proto::catalog::v1 as proto;
use utoipa::ToSchema;
use uuid::Uuid;

use self::form::{Form, MenuItemForm};
use super::access::Staff;
use super::edits::or_current;
use super::texts::LocalizedTexts;
use crate::extract::{self, id};
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// Both menus. One that has no item is made of the categories.
#[derive(Debug, Serialize, ToSchema)]
pub struct MenuItemList {
    /// Those of the main menu first; in each menu what stands at the top, then what is below, in order.
    pub items: Vec<MenuItemDetail>,
}

/// An item of a menu as staff edit it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MenuItemDetail {
    /// Id.
    pub id: String,
    /// To be sent back with an edit.
    pub version: u64,
    /// `main` or `footer`.
    pub menu: String,
    /// Id of the item that it stands below; absent at the top.
    pub parent_id: Option<String>,
    /// `ProductCategory`, `Brand`, `Product`, `Link`, `Cms`, `BlogCategory`, `BlogPost`, `collectionPage`, or a page that every
    /// shop has: `3` home, `4` new, `5` featured, `6` search, `8` cart, `10` order tracking.
    #[serde(rename = "type")]
    pub kind: String,
    /// Id of what it leads to; empty of types that name nothing.
    pub target_id: String,
    /// Of a `Link`: a path of the shop, or an address that begins with https://.
    pub link: String,
    /// Where a language is empty, the name of what it leads to.
    pub label: LocalizedTexts,
    /// Draws attention.
    pub accent: bool,
    /// Whether shoppers see it.
    pub is_active: bool,
    /// The name of what it leads to; empty where that is gone, and of a `Link`.
    pub target_name: LocalizedTexts,
    /// Whether shoppers can open what it leads to; they don't see it otherwise.
    pub leads: bool,
}

/// Where an item is to stand.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MenuItemMove {
    /// The version read; another one in the shop is a 409 with the present item.
    pub version: u64,
    /// Id of an item at the top of the same menu; empty for the top.
    pub parent_id: String,
    /// Its place among those there, from 0; behind them where it is larger.
    pub at: u32,
}

/// The items of both menus.
#[utoipa::path(get, path = "/dashboard/api/menu-items", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = MenuItemList)))]
pub async fn list_menu_items(State(app): State<App>, staff: Staff) -> Result<Json<MenuItemList>, Problem> {
    let items = read_all(&app, &staff).await?;
    Ok(Json(MenuItemList { items: items.into_iter().map(MenuItemDetail::from).collect() }))
}

/// One item of a menu.
#[utoipa::path(get, path = "/dashboard/api/menu-items/{id}", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The item's id")), responses((status = 200, body = MenuItemDetail)))]
pub async fn get_menu_item(
    State(app): State<App>,
    staff: Staff,
    Path(item): Path<String>,
) -> Result<Json<MenuItemDetail>, Problem> {
    Ok(Json(read(&app, &staff, id("id", &item)?).await?))
}

/// The form of spec 7: makes an item, behind its siblings, or changes one; shoppers see it at once. The id of a new one is chosen
/// by the caller, a UUID: the same again makes no second item.
#[utoipa::path(post, path = "/dashboard/api/menu-items/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The item's id")),
    request_body(content = MenuItemForm, content_type = "multipart/form-data"),
    responses((status = 200, body = MenuItemDetail),
        (status = 409, body = ProblemBody, description = "`current` is the present item")))]
pub async fn save_menu_item(
    State(app): State<App>,
    staff: Staff,
    Path(item): Path<String>,
    Form(mut wanted): Form,
) -> Result<Json<MenuItemDetail>, Problem> {
    let item = id::<Uuid>("id", &item)?;
    wanted.id = item.to_string();
    let request = proto::SaveMenuItemRequest { item: Some(wanted) };
    let saved = app.neighbours.by(&staff.actor).menus()?.save_menu_item(request).await;
    changed(&app, &staff, item, saved).await
}

/// Puts an item below another one, or at another place.
#[utoipa::path(post, path = "/dashboard/api/menu-items/{id}/move", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The item's id")),
    request_body = MenuItemMove, responses((status = 200, body = MenuItemDetail),
        (status = 409, body = ProblemBody, description = "`current` is the present item")))]
pub async fn move_menu_item(
    State(app): State<App>,
    staff: Staff,
    Path(item): Path<String>,
    extract::Json(body): extract::Json<MenuItemMove>,
) -> Result<Json<MenuItemDetail>, Problem> {
    let item = id::<Uuid>("id", &item)?;
    let request = proto::MoveMenuItemRequest {
        id: item.to_string(),
        version: body.version,
        parent_id: body.parent_id,
        at: body.at,
    };
    let moved = app.neighbours.by(&staff.actor).menus()?.move_menu_item(request).await;
    changed(&app, &staff, item, moved).await
}

/// Takes an item away, with what is below it.
#[utoipa::path(delete, path = "/dashboard/api/menu-items/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The item's id")),
    responses((status = 204)))]
pub async fn delete_menu_item(
    State(app): State<App>,
    staff: Staff,
    Path(item): Path<String>,
) -> Result<StatusCode, Problem> {
    let request = proto::DeleteMenuItemRequest { id: id::<Uuid>("id", &item)?.to_string() };
    app.neighbours.by(&staff.actor).menus()?.delete_menu_item(request).await?;
    app.catalog.reads().drop_all();
    Ok(StatusCode::NO_CONTENT)
}

/// Gives a menu that has no item those that shoppers see in it, to be changed from there.
#[utoipa::path(post, path = "/dashboard/api/menus/{menu}/start", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("menu" = String, Path, description = "`main` or `footer`")),
    responses((status = 200, body = MenuItemList)))]
pub async fn start_menu(
    State(app): State<App>,
    staff: Staff,
    Path(menu): Path<String>,
) -> Result<Json<MenuItemList>, Problem> {
    app.neighbours.by(&staff.actor).menus()?.start_menu(proto::StartMenuRequest { menu }).await?;
    app.catalog.reads().drop_all();
    list_menu_items(State(app), staff).await
}

/// Takes all items of a menu away: it is made of the categories again.
#[utoipa::path(post, path = "/dashboard/api/menus/{menu}/reset", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("menu" = String, Path, description = "`main` or `footer`")),
    responses((status = 200, body = MenuItemList)))]
pub async fn reset_menu(
    State(app): State<App>,
    staff: Staff,
    Path(menu): Path<String>,
) -> Result<Json<MenuItemList>, Problem> {
    app.neighbours.by(&staff.actor).menus()?.reset_menu(proto::ResetMenuRequest { menu }).await?;
    app.catalog.reads().drop_all();
    list_menu_items(State(app), staff).await
}

impl From<proto::MenuItem> for MenuItemDetail {
    fn from(item: proto::MenuItem) -> Self {
        Self {
            id: item.id,
            version: item.version,
            menu: item.menu,
            parent_id: (!item.parent_id.is_empty()).then_some(item.parent_id),
            kind: item.r#type,
            target_id: item.target_id,
            link: item.link,
            label: item.label.unwrap_or_default().into(),
            accent: item.accent,
            is_active: item.active,
            target_name: item.target_name.unwrap_or_default().into(),
            leads: item.leads,
        }
    }
}

/// What an edit of an item answers; of one that collided, the problem with the item as it is now.
async fn changed(
    app: &App,
    staff: &Staff,
    item: Uuid,
    answer: Result<tonic::Response<proto::MenuItem>, tonic::Status>,
) -> Result<Json<MenuItemDetail>, Problem> {
    if answer.is_ok() {
        app.catalog.reads().drop_all();
    }
    let answer = answer.map(|saved| saved.into_inner().into()).map_err(Problem::from);
    or_current(answer, async || read(app, staff, item).await).await
}

async fn read(app: &App, staff: &Staff, item: Uuid) -> Result<MenuItemDetail, Problem> {
    let item = item.to_string();
    let found = read_all(app, staff).await?.into_iter().find(|found| found.id == item);
    found.map(Into::into).ok_or_else(|| Problem::not_found("there is no such item"))
}

/// 200 at most, in one answer: a menu is shown whole.
async fn read_all(app: &App, staff: &Staff) -> Result<Vec<proto::MenuItem>, Problem> {
    let mut menus = app.neighbours.by(&staff.actor).menus()?;
    Ok(menus.list_menu_items(proto::ListMenuItemsRequest {}).await?.into_inner().items)
}
